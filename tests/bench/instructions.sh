#!/usr/bin/env bash
# Counts the instructions that reading (tree, program, validation), evaluating and compiling take, under callgrind: the same numbers
# on every run of the same build, however busy the machine is. Prints them beside those of tests/bench/instructions.txt.
#
#   tests/bench/instructions.sh            prints
#   tests/bench/instructions.sh --check    and exits 1 where one has grown beyond the tolerance
#   tests/bench/instructions.sh --record   writes the file anew
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
recorded="$here/instructions.txt"
# So many in a hundred more is a regression.
tolerance=2
programs="loops merges regexes strings types 1000-files 1000-defines 1000-collected"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

command -v valgrind >/dev/null || { echo "valgrind is needed" >&2; exit 2; }

# The executable of a bench: package, name.
built() {
  cargo bench --quiet --manifest-path "$here/../../Cargo.toml" --package "$1" --bench "$2" --no-run --message-format json |
    sed -n 's/.*"executable":"\([^"]*\/'"$2"'-[^"]*\)".*/\1/p' | tail -n 1
}

# The instructions inside of a function: its name, then the command.
count() {
  local inside=$1 counted
  shift
  valgrind --tool=callgrind --callgrind-out-file="$work/out" --collect-atstart=no "--toggle-collect=$inside" "$@" > "$work/log" 2>&1 ||
    { cat "$work/log" >&2; exit 2; }
  counted=$(sed -n 's/^.*Collected : \([0-9]*\).*$/\1/p' "$work/log")
  [ -n "$counted" ] && [ "$counted" -gt 0 ] || { cat "$work/log" >&2; exit 2; }
  echo "$counted"
}

parse=$(built puppet-analyzer-syntax parse)
evaluation=$(built puppet-analyzer-evaluator evaluation)
{
  echo "read $(count 'parse::read*' "$parse" --recorded --once)"
  for program in $programs; do
    echo "$program $(count 'evaluation::warm_compile*' "$evaluation" --once "$program")"
  done
} > "$work/counts"

if [ "${1:-}" = --record ]; then
  cp "$work/counts" "$recorded"
  cat "$recorded"
  exit 0
fi
awk -v tolerance="$tolerance" -v check="${1:-}" '
  NR == FNR { known[$1] = $2; next }
  {
    change = known[$1] ? ($2 - known[$1]) * 100 / known[$1] : 0
    slower = change > tolerance
    printf "%-16s %12d instructions, recorded %12d, %+.1f %%%s\n", $1, $2, known[$1], change, slower ? ": slower than recorded" : ""
    if (slower) worse = 1
  }
  END { exit (check == "--check" && worse) ? 1 : 0 }
' "$recorded" "$work/counts"
