# @summary The web server of this site.
#
# @param banner
#   What the page says.
class profile::web (
  String[1] $banner = 'web',
) {
  class { 'web':
    port        => 8443,
    manage_user => false,
    log_level   => 'info',
    options     => {
      'timeout' => 30,
      'mode'    => 'fast',
    },
  }

  web::vhost { 'main':
    port    => 80,
    docroot => '/srv/www',
    tls     => true,
  }

  web::vhost { 'admin':
    port    => 8081,
    docroot => '/srv/admin',
  }

  profile::cron { 'rotate':
    command => '/usr/sbin/logrotate',
    minute  => 15,
  }

  $names = ['a', 'b'].map |$name| { upcase($name) }
  $joined = join($names, ',')
  $size = web::total_size($names)

  notify { "${banner} vhosts ${joined} ${size}":
    require => Web::Vhost['main'],
  }

  create_resources('web::vhost', { 'extra' => { 'port' => 90, 'docroot' => '/srv/extra' } })

  Package <| title == 'git' |> -> Class['web']

  service { 'sshd':
    ensure => running,
    enable => true,
  }

  if $web::manage_user {
    notice("user is ${web::user}")
  }
}
