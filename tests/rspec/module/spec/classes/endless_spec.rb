require 'spec_helper'

describe 'shop' do
  it('ends') { is_expected.to compile }
  it('goes on') { loop { 1 + 1 } }
  it('needs the network') { Net::HTTP.get('example.com', '/') }
end
