# @summary What every machine has.
#
# @param packages
#   Packages that are installed everywhere.
# @param motd_owner
#   Who looks after the machine.
class profile::base (
  Array[String[1]] $packages,
  String[1] $motd_owner,
) {
  package { $packages:
    ensure => installed,
  }

  file { '/etc/motd':
    ensure  => file,
    owner   => 'root',
    mode    => '0644',
    content => epp('profile/motd.epp', {
      'owner' => $motd_owner,
      'os'    => $facts['os']['name'],
    }),
  }

  user { 'backup':
    ensure => present,
    system => true,
    home   => '/var/backups',
  }
}
