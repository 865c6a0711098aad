#!/usr/bin/env bash
# What has changed from one file of counts to another: exits 1 where a count is more than so many in a hundred larger, or has none to be compared with.
#
#   tests/bench/compare_instructions.sh BEFORE AFTER TOLERANCE [either]     with "either", a smaller count is a difference, too
set -euo pipefail
awk -v tolerance="$3" -v either_way="${4:-}" '
  NR == FNR { known[$1] = $2; next }
  !($1 in known) { printf "%-26s %12d instructions, not recorded\n", $1, $2; worse = 1; next }
  {
    change = ($2 - known[$1]) * 100 / known[$1]
    beyond = change > tolerance || (either_way && -change > tolerance)
    printf "%-26s %12d instructions, before %12d, %+.2f %%%s\n", $1, $2, known[$1], change, beyond ? ": beyond the tolerance" : ""
    if (beyond) worse = 1
  }
  END { exit worse }
' "$1" "$2"
