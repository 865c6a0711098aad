# @summary A machine that keeps the backups of others.
#
# @param shard
#   Which part of the machines it keeps.
class role::backup (
  Integer[0] $shard,
) {
  include profile::base

  file { '/srv/backup':
    ensure => directory,
    owner  => 'backup',
    mode   => '0750',
  }

  file { "/srv/backup/shard-${shard}":
    ensure => directory,
    owner  => 'backup',
  }

  # What every other machine exported for its backup.
  Backup::Job <<| tag == 'backup' |>>
}
