# @summary A cron job in a file.
#
# @param command
#   What is run.
# @param minute
#   When.
define profile::cron (
  String[1] $command,
  Integer[0, 59] $minute = 0,
) {
  $enabled = true
  $hour = 3
  $extra = []
  file { "/etc/cron.d/${title}":
    ensure  => file,
    content => template('profile/cron.erb'),
  }
}
