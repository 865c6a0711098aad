# @summary Sends a machine's files to the backup server every night.
#
# @param server
#   Where they are sent.
# @param retention_days
#   How long they are kept.
# @param password
#   The password of the server's account.
class backup (
  String[1] $server,
  Integer[1] $retention_days = 7,
  Sensitive[String] $password = Sensitive('changeme'),
) {
  if $retention_days > 365 {
    fail("backup: ${retention_days} days are more than the server keeps")
  }

  file { '/etc/backup.conf':
    ensure  => file,
    mode    => '0600',
    content => Sensitive("server=${server}\npassword=${password.unwrap}\n"),
  }
}
