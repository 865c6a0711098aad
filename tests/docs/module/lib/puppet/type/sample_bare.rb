# @summary From the comment
Puppet::Type.newtype(:sample_bare) do
  ensurable
  newparam(:name)
end

Puppet::Type.type(:sample_bare).newproperty(:extra) do
  newvalue(:one) { }
  newvalue('two') { }
end

name = 'dynamic'
Puppet::Type.newtype(name.to_sym) do
end
