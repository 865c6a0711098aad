# @summary What every node has.
#
# @param packages
#   The packages of every node.
# @param timezone
#   The time zone.
class profile::base (
  Array[String[1]] $packages = [],
  String[1] $timezone = 'UTC',
) {
  $family = $facts['os']['family']

  case $family {
    'Debian': {
      $cron_package = 'cron'
    }
    'RedHat': {
      $cron_package = 'cronie'
    }
    default: {
      fail("Unsupported family ${family}")
    }
  }

  package { $packages:
    ensure => installed,
  }

  package { $cron_package:
    ensure   => 'present',
    provider => 'apt',
  }

  file { '/etc/timezone':
    ensure  => file,
    owner   => 'root',
    group   => 'root',
    mode    => '0644',
    content => "${timezone}\n",
  }

  file { '/etc/motd':
    ensure  => file,
    content => epp('profile/motd.epp', { 'title' => lookup('motd'), 'count' => 3 }),
  }

  if $facts['is_virtual'] {
    notify { "virtual: ${facts['virtual']}": }
  } elsif $facts['os']['release']['major'] == '12' {
    notify { 'metal': }
  }

  user { 'deploy':
    ensure     => present,
    managehome => true,
    require    => Package[$cron_package],
  }

  exec { 'refresh motd':
    command     => '/usr/bin/update-motd',
    refreshonly => true,
    subscribe   => File['/etc/motd'],
  }
}
