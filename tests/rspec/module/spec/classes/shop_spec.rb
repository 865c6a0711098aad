require 'spec_helper'

describe 'shop' do
  let(:params) { {} }

  it { is_expected.to compile.with_all_deps }
  it { is_expected.to compile.and_raise_error(%r{never}) } if false
  it { should contain_class('shop::config').that_notifies('Class[shop::service]') }
  it { is_expected.to contain_class('shop::service').that_subscribes_to('Class[shop::config]') }
  it { is_expected.to contain_file('/etc/shop/shop.conf').that_requires('Package[shop]') }
  it { is_expected.to contain_package('shop').that_comes_before('File[/etc/shop/shop.conf]') }
  it { is_expected.to contain_file('/etc/shop').that_comes_before('File[/etc/shop/shop.conf]') }
  it { is_expected.to contain_service('shop').that_comes_before('Package[shop]') }
  it { is_expected.not_to contain_file('/etc/shop/key') }
  it { is_expected.to contain_file('/etc/shop/').with('mode' => '0755', 'ensure' => 'directory') }
  it { is_expected.to contain_file('/etc/shop').only_with_ensure('directory') }
  it { is_expected.to contain_file('/etc/shop').only_with(ensure: 'directory', mode: '0755') }
  it { is_expected.to contain_file('/etc/shop/shop.conf').without_group.with_owner('root') }
  it { is_expected.to contain_file('/etc/shop/shop.conf').without_content(%r{nothing}) }
  it { is_expected.to contain_file('/etc/shop/shop.conf').without_content(%r{port}) }
  it { is_expected.to contain_file('/etc/shop/shop.conf').without(['group', 'owner']) }
  it { is_expected.to contain_shop__web('main').with_aliases(['root']).with_options({}) }
  it { is_expected.to contain_shop__web('main').with_aliases('root') }
  it { is_expected.to contain_shop__web('main').with_name('main').with_motd(nil) }
  it { is_expected.to have_resource_count(7) }
  it { is_expected.to have_class_count(3) }
  it { is_expected.to have_file_resource_count(4) }
  it { is_expected.to have_shop__web_resource_count(1) }
  it('has content') { is_expected.to contain_file('/etc/shop/shop.conf').with_content(conf_line('port', 8080)) }
  it('checks with a proc') { is_expected.to contain_service('shop').with_enable(->(v) { v == true }) }
  it('has text of true') { is_expected.to contain_service('shop').with_enable('true') }
  it { expect(catalogue.resource('service', 'shop')[:ensure]).to eq('running') }
  it { expect(catalogue.resource('File[/etc/shop/shop.conf]')[:content].split("\n")).to include('admins root') }
  it { expect(exported_resources).to contain_notify('open').with_message('shop on 8080') }
  it { is_expected.not_to contain_notify('open') }

  include_examples 'a directory', '/etc/shop', '0755'
  it_behaves_like 'a directory', '/srv/main', nil
  it_behaves_like 'a directory', '/etc/shop/shop.conf', nil

  context 'with parameters' do
    let(:params) { super().merge(port: 80, admins: %w[ann bob], options: { 'a' => 'b' }, motd: :undef) }

    it { is_expected.to contain_file('/etc/shop/shop.conf').with_content(%r{^port 80\nadmins ann,bob$}) }
    it { is_expected.to contain_shop__web('main').with_aliases(%w[ann bob]).with_options('a' => 'b') }
    it { is_expected.to contain_shop__web('main').with_aliases(['ann']) }
    it { is_expected.to contain_shop__web('main').with_options(a: 'b') }
    it { is_expected.to contain_shop__web('main').with(aliases: [%r{^a}, 'bob'], options: { 'a' => %r{b} }) }

    [13, 0, 'x'].each do |port|
      context "with port #{port}" do
        let(:params) { super().merge(port: port) }

        it { is_expected.not_to compile }
        it { is_expected.to compile.and_raise_error(%r{(not a port|expects)}) }
        it { is_expected.to raise_error(Puppet::Error) }
        it { expect { catalogue }.to raise_error(Puppet::PreformattedError, %r{shop}) }
        it { is_expected.to contain_class('shop') }
      end
    end
  end

  context 'with a secret' do
    let(:params) { { secure: true } }

    it { is_expected.to contain_file('/etc/shop/key').with_content(sensitive('secret')) }
    it { is_expected.to contain_file('/etc/shop/key').with_content(sensitive('other')) }
    it { is_expected.to contain_file('/etc/shop/key').with_content('secret') }
  end

  context 'with facts' do
    include_context 'on RedHat'
    let(:hiera_config) { 'spec/fixtures/hiera/hiera.yaml' }

    it { is_expected.to contain_file('/etc/shop/shop.conf').with_content(%r{^os RedHat$}) }
    it { is_expected.to contain_file('/etc/shop/shop.conf').with_content(%r{^region north$}) }
  end

  context 'with conditions' do
    let(:pre_condition) { ['package { "curl": }', nil] }
    let(:post_condition) { 'Package["curl"] -> Class["shop"]' }

    it { is_expected.to contain_package('curl').that_comes_before('Class[shop::service]') }
    it { is_expected.to contain_service('shop').that_requires('Package[curl]') }
  end

  context 'with a resource that lacks its dependency' do
    let(:pre_condition) { 'notify { "x": require => File["/nowhere"] }' }

    it { is_expected.to compile.with_all_deps }
  end

  xit('later') { is_expected.to contain_file('/nowhere') }
  it 'has no body yet'
  it('is skipped', skip: 'because') { is_expected.to contain_file('/nowhere') }
  pending('is pending') { is_expected.to contain_file('/nowhere') }
  pending('is pending and passes') { is_expected.to contain_class('shop') }
  it('skips itself') { skip('not today') }
  it('never runs', if: false) { is_expected.to contain_file('/nowhere') }
end

describe 'shop::broken' do
  let(:value) { @value }

  before { @value = { list: [1, 2, 3], text: 'abc' } }

  it { is_expected.to compile }
  it { expect(value[:list]).to all(be > 0) }
  it { expect(value[:list]).to contain_exactly(3, 2, 1) }
  it { expect(value[:list]).to match_array([1, 2]) }
  it { expect(value).to include(text: 'abc') }
  it { expect(value[:text]).to match(%r{b}).and start_with('a') }
  it { expect(value[:missing]).to be_nil }
  it { expect(value[:list]).not_to be_empty }
  it { expect(value.fetch(:text)).to eq('abd') }

  context 'with a cycle' do
    let(:params) { { cycle: true } }

    it { is_expected.to compile }
    it { is_expected.to contain_notify('a').that_comes_before('Notify[b]') }
  end
end
