# @summary One site of the web server.
#
# @param server_name
#   The name that browsers ask for.
# @param port
#   Where it listens; as the server where not given.
# @param root
#   The folder of its pages.
define webserver::site (
  String[1] $server_name,
  Webserver::Port $port = $webserver::port,
  String[1] $root       = "/srv/www/${title}",
) {
  file { "${webserver::config_dir}/sites/${title}.conf":
    ensure  => file,
    content => epp('webserver/site.conf.epp', {
      'server_name' => $server_name,
      'port'        => $port,
      'root'        => $root,
    }),
  }

  file { $root:
    ensure => directory,
    owner  => $webserver::user,
  }
}
