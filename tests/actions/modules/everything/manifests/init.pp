# Something of everything that actions can change.
#
# @param kind
class everything (
  String $kind = 'b',
  $port = 80,
  Optional[String] $secret = 'hidden',
  Array[String] $names = ['one', 'two'],
  Boolean $tls = true,
) {
  if $kind == 'a' {
    $first = 1
  } elsif $kind == 'b' or $kind == 'c' {
    $first = 2
  } else {
    $first = 3
  }

  if $tls {
    $scheme = 'https'
  } else {
    $scheme = 'http'
  }

  unless $port == 80 {
    notify { 'an unusual port': }
  }

  case $kind {
    'a': { $second = 'first' }
    'b', 'c': { $second = "second ${first}" }
    default: { $second = 'other' }
  }

  case $kind {
    'x': {
      notify { 'x': }
    }
    /^b/: {
      notify { "matched ${0}": }
    }
    default: {}
  }

  $third = $kind ? {
    'a'     => 'is a',
    /^(b)/  => "is ${1}",
    default => 'is something else',
  }
  $fourth = $tls ? { true => 443, default => 80 }

  file { '/etc/everything':
    mode    => '0644',
    content => template('everything/plain.erb'),
    owner   => "root",
    ensure  => file,
  }

  file { '/etc/everything.d':
    ensure => directory;
  '/etc/everything.d/a':
    content => "one\ntwo\n",
    require => File['/etc/everything.d'],
  }

  user { 'everything':
    password => $secret,
    comment  => 'the first line
and the second',
  }

  $names.each |$index, $name| {
    $path = "/srv/${name}"
    everything::part { $name:
      path   => $path,
      number => $index + 1,
    }
  }

  notify { "${scheme} ${second} ${third} ${fourth}": }
  notify { 'facts':
    message => "${facts['os']['family']} ${facts['kernel']}",
  }
}
