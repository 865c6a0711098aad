node 'web01.example.com' {
  include role::web
}

node /^db\d+/ {
  include profile::base
}

node default {
  include profile::base
}
