Puppet::Type.newtype(:sample_file) do
  @doc = %q{Manages a file.

    Example:

        sample_file { '/tmp/x': }
  }

  feature :modes, "The provider can
    set modes."

  ensurable do
    defaultvalues
    desc 'Whether it is there.'
  end

  newparam(:path, namevar: true) do
    desc "The path with a very long description that goes on and on so that the line has to be wrapped because it has more than one hundred and twenty characters in it."
    isnamevar
  end

  newparam(:force, boolean: true, parent: Puppet::Parameter::Boolean) do
    desc <<-EOT
      Whether to overwrite.

        * indented
    EOT
    defaultto false
  end

  newproperty(:mode, required_features: :modes) do
    desc 'a' 'b'
    newvalues(/^\d+$/, :auto)
    aliasvalue(:automatic, :auto)
    defaultto { '0644' }
  end

  newproperty(:owner) do
    desc "The owner of #{path}, as text."
    defaultto ''
  end

  newcheck(:onlyif) do
    desc 'A condition.'
  end

  newproperty(:undocumented)
end
