# Files of the shop.
class shop::config {
  package { 'shop': ensure => 'installed' }
  file { '/etc/shop': ensure => 'directory', mode => '0755' }
  file { '/etc/shop/shop.conf':
    content => "port ${shop::port}\nadmins ${shop::admins.join(',')}\nos ${facts['os']['family']}\nregion ${lookup('shop::region', default_value => 'none')}\n",
    owner   => 'root',
    require => Package['shop'],
  }
  shop::web { 'main': aliases => $shop::admins, options => $shop::options, motd => $shop::motd }
}
