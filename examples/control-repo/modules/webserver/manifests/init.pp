# @summary Installs and runs the web server.
#
# @param package_name
#   The package to install.
# @param user
#   The account that the server runs as.
# @param port
#   Where it listens.
# @param workers
#   How many processes it starts; follows the processors where not given.
# @param modules
#   Modules of the server, by name.
# @param config_dir
#   The folder of its configuration; `$1` is the package's name without a flavour.
class webserver (
  String[1] $package_name     = 'nginx',
  String[1] $user             = 'www-data',
  Webserver::Port $port       = 80,
  Integer[1] $workers         = $facts['processors']['count'] * 2,
  Hash[String, Hash] $modules = {},
  Pattern[/^\//] $config_dir  = $package_name ? {
    /^(\w+)-(?:light|full)$/ => "/etc/${1}",
    default                  => "/etc/${package_name}",
  },
) {
  package { $package_name:
    ensure => installed,
  }

  file {
    default:
      ensure => directory,
      owner  => 'root',
      mode   => '0755',
      ;
    [$config_dir, "${config_dir}/sites"]:
      ;
    "${config_dir}/server.conf":
      ensure  => file,
      mode    => '0644',
      content => epp('webserver/server.conf.epp'),
      ;
  }

  $modules.each |String $name, Hash $settings| {
    if $settings['enabled'] {
      file { "${config_dir}/module-${name}.conf":
        ensure  => file,
        content => webserver::allow_lines($settings['allow']),
      }
    }
  }

  service { 'nginx':
    ensure => running,
    enable => true,
  }

  Package[$package_name] -> File[$config_dir]
  File <| tag == 'webserver' |> ~> Service['nginx']
}
