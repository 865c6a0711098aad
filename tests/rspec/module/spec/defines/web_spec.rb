require 'spec_helper'

describe 'shop::web' do
  let(:title) { "bob's" }
  let!(:expected) { "/srv/#{title}" }

  it { is_expected.to compile }
  it { is_expected.to contain_file(expected) }
  it { is_expected.to contain_exec("index #{title}").that_subscribes_to("File[#{expected}]").with_refreshonly(true) }

  describe 'with a list of titles' do
    let(:title) { %w[one two] }
    let(:params) { { motd: 'costs $5' } }

    %w[one two].each do |name|
      it { is_expected.to contain_shop__web(name).with_motd('costs $5') }
    end
    it { is_expected.to have_shop__web_resource_count(3) }
  end
end
