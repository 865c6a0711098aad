module Puppet::Parser::Functions
  newfunction(:old, :type => :rvalue, :doc => <<-DOC
    An old function.

      Indented text.

    @param a The argument
    @return [String] A text
    DOC
  ) do |args|
    args.first
  end

  newfunction(:cut, :doc => <<-DOC) do |args|
    This text is cut.
    DOC
    args
  end
end
