require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'sample_api',
  docs: <<-DOC,
    @summary A type of the Resource API
    Manages something.
  DOC
  features: ['simple_get_filter'],
  attributes: {
    ensure: {
      type: 'Enum[present, absent]',
      desc: 'Whether it is there.',
      default: 'present',
    },
    name: {
      type: 'Pattern[/\A[a-z]+\Z/]',
      desc: 'The name.',
      behaviour: :namevar,
    },
    count: {
      type: 'Integer',
      desc: 'How many.',
      behaviour: :parameter,
      default: 3,
    },
  },
)
