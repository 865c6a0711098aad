# String building.
$lines = Integer[1, 400].map |$number| {
  $name = "host-${number}.example.com"
  "${name.upcase}: ${$number * 3} (${$name.split('[.]').join('/')})"
}
$text = $lines.reduce('') |$all, $line| { "${all}${line}\n" }
notice($text.length)
