require 'spec_helper'

describe 'Shop::Port' do
  [1, 65_535, '80'].each { |value| it { is_expected.to allow_value(value) } }
  [0, 'x', :undef, [], { 'a' => 1 }].each { |value| it { is_expected.not_to allow_value(value) } }
  it { is_expected.to allow_values(1, 'x') }
end
