# Regular expressions.
$found = Integer[1, 300].map |$number| {
  $line = "2020-01-02T03:04:05 host${number} sshd[${number}]: Accepted publickey for user${number} from 192.0.2.${number}"
  if $line =~ /^(\d{4})-(\d\d)-(\d\d)T\S+ (\S+) (\w+)\[(\d+)\]: Accepted (\w+) for (\w+) from (\S+)$/ {
    "${4} ${8} ${9}"
  } else {
    $line.regsubst('\d+', 'N', 'G')
  }
}
notice($found.unique.length)
