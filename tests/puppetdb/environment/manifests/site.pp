node default {
  file { '/etc/motd': content => "on ${facts['networking']['hostname']} in ${trusted['extensions']['pp_role']}\n" }
  @@host { $trusted['certname']: ip => $facts['networking']['ip'] }
  Host <<| |>>
}
