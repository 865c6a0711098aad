# The version of the sample.
Facter.add(:sample_version) do
  setcode { '1.0' }
end
