# @summary A virtual host.
#
# @param port
#   Where it listens.
# @param docroot
#   The folder of its files.
# @param tls
#   Whether it speaks TLS.
define web::vhost (
  Web::Port $port,
  String[1] $docroot,
  Boolean $tls = false,
) {
  include web

  $protocol = $tls ? {
    true    => 'https',
    default => 'http',
  }

  file { "/etc/web/${title}.conf":
    ensure  => file,
    content => "${protocol}://${facts['networking']['fqdn']}:${port} ${docroot}\n",
    require => File['/etc/web'],
  }
}
