# A shop with a configuration and a service.
class shop (
  Integer[1, 65535]    $port    = 8080,
  Array[String]        $admins  = ['root'],
  Hash[String, String] $options = {},
  Optional[String]     $motd    = undef,
  Boolean              $secure  = false,
) {
  if $port == 13 { fail('13 is not a port for a shop') }
  contain shop::config
  contain shop::service
  Class['shop::config'] ~> Class['shop::service']
  if $secure {
    file { '/etc/shop/key': content => Sensitive('secret'), require => Package['shop'] }
  }
  @@notify { 'open': message => "shop on ${port}" }
}
