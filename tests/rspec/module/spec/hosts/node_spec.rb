require 'spec_helper'

describe 'web1.example.com' do
  let(:pre_condition) { 'node "web1.example.com" { notify { $facts["networking"]["hostname"]: message => $trusted["certname"] } }' }
  let(:node_params) { { role: 'web' } }

  it { is_expected.to contain_notify('web1').with_message('web1.example.com') }
  it { is_expected.not_to contain_class('shop') }
end
