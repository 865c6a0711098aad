# @summary A web server.
#
# @param ensure
#   Whether it is there.
# @param port
#   Where it listens.
# @param workers
#   How many processes there are.
# @param user
#   Who runs it.
# @param manage_user
#   Whether the user is made.
# @param log_level
#   How much is logged.
# @param options
#   Further options.
# @param vhosts
#   Hosts by name.
class web (
  Enum['present', 'absent'] $ensure = 'present',
  Web::Port $port = 80,
  Integer[1] $workers = 2,
  String[1] $user = 'www-data',
  Boolean $manage_user = true,
  Enum['debug', 'info', 'warn'] $log_level = 'info',
  Web::Options $options = {},
  Hash[String, Hash] $vhosts = {},
) {
  contain web::install
  contain web::config
  contain web::service

  Class['web::install'] -> Class['web::config'] ~> Class['web::service']

  if $ensure == 'absent' {
    notice('the server is removed')
  }

  $verbosity = $log_level ? {
    'debug' => 3,
    'info'  => 2,
    default => 1,
  }

  case $ensure {
    'present': { notice("level ${verbosity}") }
    default: { notice('gone') }
  }

  $vhosts.each |$name, $settings| {
    web::vhost { "vhost-${name}":
      *       => $settings,
      docroot => "/srv/${name}",
    }
  }
}
