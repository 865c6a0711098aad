# A site of the shop.
define shop::web (
  Array[String]        $aliases = [],
  Hash[String, String] $options = {},
  Optional[String]     $motd    = undef,
) {
  file { "/srv/${title}": ensure => 'directory' }
  exec { "index ${title}": command => '/usr/bin/index', refreshonly => true, subscribe => File["/srv/${title}"] }
}
