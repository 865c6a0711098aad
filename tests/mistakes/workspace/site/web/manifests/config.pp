# @summary Files of the server.
# @api private
class web::config {
  $config_file = '/etc/web/web.conf'

  file { '/etc/web':
    ensure => directory,
    mode   => '0755',
  }

  file { $config_file:
    ensure  => file,
    content => epp('web/web.conf.epp', {
      'port'    => $web::port,
      'workers' => $web::workers,
    }),
    notify  => Service['webserver'],
  }

  file { '/etc/web/mime.types':
    ensure => file,
    source => 'puppet:///modules/web/mime.types',
  }

  $max = $web::workers * 2 + 1
  $names = [1, 2, 3].filter |$number| { $number > 1 }
  $first = $names[0]

  unless $max > 100 {
    notice("${max} ${first}")
  }

  if $web::user =~ /^www-(\w+)$/ {
    notice("group ${1}")
  }
}
