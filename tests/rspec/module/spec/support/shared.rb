shared_examples 'a directory' do |path, mode|
  it { is_expected.to contain_file(path).with_ensure('directory') }
  it { is_expected.to contain_file(path).with_mode(mode) } unless mode.nil?
end

shared_context 'on RedHat' do
  let(:facts) { { os: { 'family' => 'RedHat' } } }
end

def conf_line(name, value)
  %r{^#{name} #{value}$}
end
