# @summary Web pages, and a backup of them.
class profile::web {
  include webserver
  include backup

  webserver::site { 'shop':
    server_name => 'shop.example.com',
    root        => '/srv/www/shop',
  }

  webserver::site { 'wiki':
    server_name => "wiki.${facts['networking']['domain']}",
    port        => $webserver::port + 1,
  }

  # Collected by the backup servers.
  @@backup::job { "${facts['networking']['fqdn']}-www":
    path => '/srv/www',
    tag  => 'backup',
  }
}
