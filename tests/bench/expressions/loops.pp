# Loops and arithmetic.
$sums = Integer[1, 200].map |$row| {
  Integer[1, 20].reduce(0) |$sum, $column| { $sum + $row * $column % 7 }
}
$even = $sums.filter |$sum| { $sum % 2 == 0 }
$total = $even.reduce(0) |$sum, $each| { $sum + $each }
notice($total, $even.length)
