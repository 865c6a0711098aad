define everything::part (
  Stdlib::Absolutepath $path,
  Integer $number,
  $mode = '0755',
) {
  $ensure = 'directory'
  $label = $number + 1
  $double = $label * 2

  file { $path:
    ensure => $ensure,
    mode   => $mode,
  }
  notify { "${title} is ${double}": }
  if $number > 1 and $ensure =~ /^dir/ {
    notify { "${title}: many": }
  }
}
