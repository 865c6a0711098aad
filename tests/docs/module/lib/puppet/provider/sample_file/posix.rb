Puppet::Type.type(:sample_file).provide(:posix, parent: Puppet::Provider) do
  desc 'For POSIX systems.'
  confine kernel: :linux, feature: :posix
  confine true: begin
    true
  end
  defaultfor 'os.family' => :debian
  commands chmod: '/bin/chmod'
  has_feature :modes
end

Puppet::Type.type(:sample_file).provide(
  :lost,
) do
end
