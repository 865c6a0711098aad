# The service of the shop.
class shop::service {
  service { 'shop': ensure => 'running', enable => true }
}
