# A point.
#
# @param x The first coordinate
# @param gone Not there
Puppet::DataTypes.create_type('Point') do
  interface <<-PUPPET
    attributes => {
      x => Integer,
      y => { type => Optional[Integer[0, 9]], value => 3 },
    },
    functions => {
      distance => Callable[[Point, Integer], Float],
    }
  PUPPET
end
