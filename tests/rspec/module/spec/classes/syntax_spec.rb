require 'spec_helper'

describe 'shop' do
  it { is_expected.to compile
