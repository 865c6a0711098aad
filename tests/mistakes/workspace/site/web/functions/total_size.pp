# @summary The letters of all names.
# @param names
#   The names.
# @return
#   How many letters there are.
function web::total_size(Array[String] $names) >> Integer {
  $names.reduce(0) |$sum, $name| { $sum + $name.length }
}
