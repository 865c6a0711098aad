# @summary The service of the server.
# @api private
class web::service {
  service { 'webserver':
    ensure     => running,
    enable     => true,
    hasrestart => true,
    require    => Package['webserver'],
  }
}
