# Doubles a number.
#
# @param number The number
# @param rest More of them
# @return Twice as much
# @raise Puppet::Error when it is too large
function sample::double(Numeric $number, Integer *$rest) >> Numeric {
  $number * 2
}
