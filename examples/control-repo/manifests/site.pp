# Which node gets which role. Everything else follows from data.

node 'web01.example.com', 'web02.example.com' {
  include role::web
}

# The number in the name is the backup server's shard.
node /^backup(\d+)\.example\.com$/ {
  class { 'role::backup':
    shard => Integer($1, 10),
  }
}

node default {
  include profile::base
}
