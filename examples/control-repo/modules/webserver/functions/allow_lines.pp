# @summary The lines that let some addresses in, and nobody else.
# @param addresses Addresses or networks.
function webserver::allow_lines(Optional[Array[String]] $addresses) >> String {
  $lines = $addresses.lest || { [] }.map |$address| { "allow ${address};" }
  ($lines + ['deny all;', '']).join("\n")
}
