# @summary A web server.
class role::web {
  include profile::base
  include profile::web
  include backup

  Class['profile::base'] -> Class['profile::web']
}
