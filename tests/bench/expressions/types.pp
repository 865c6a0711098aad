# Type checks of nested data.
type Port = Integer[1, 65535]
type Listener = Struct[{ name => String[1], port => Port, Optional[hosts] => Array[Pattern[/\A[a-z0-9.-]+\z/]] }]
function check_service(Listener $service) >> Port { $service['port'] }
$ports = Integer[1, 200].map |$number| {
  check_service({ 'name' => "s${number}", 'port' => $number, 'hosts' => ['a.example.com', 'b.example.com'] })
}
$kinds = [1, 'a', 2.5, true, [1], { 'a' => 1 }, undef].map |$value| {
  case $value {
    Port: { 'port' }
    Numeric: { 'number' }
    String[1]: { 'text' }
    Array[Data]: { 'list' }
    Hash[String, Data]: { 'map' }
    default: { 'other' }
  }
}
notice($ports.length, $kinds)
