# @summary Backups.
#
# @param target
#   Where they go.
# @param keep
#   How many are kept.
class backup (
  String[1] $target = '/backup',
  Integer[1] $keep = 14,
) {
  file { $target:
    ensure => directory,
  }

  cron { 'backup':
    ensure  => present,
    command => "/usr/local/bin/backup ${target} ${keep}",
    user    => 'root',
    hour    => 2,
    minute  => 0,
  }

  $label = stdlite::clean(' nightly ')
  notice($label)
}
