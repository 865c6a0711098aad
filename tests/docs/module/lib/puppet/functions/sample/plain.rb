require 'json'
# @summary This line is lost
# Only this line is left
Puppet::Functions.create_function(:'sample::plain') do
  # @param a First
  # @return Something
  def plain(a, b = nil, *rest)
    a
  end
end
