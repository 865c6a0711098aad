# @summary Packages of the server.
# @api private
class web::install {
  package { 'webserver':
    ensure => $web::ensure,
  }

  if $web::manage_user {
    user { $web::user:
      ensure => present,
      system => true,
      shell  => '/usr/sbin/nologin',
    }
  }
}
