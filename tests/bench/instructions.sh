#!/usr/bin/env bash
# Counts the instructions that lexing, parsing, validating, reading (all of these), evaluating, compiling, and what an editor asks for take, under
# callgrind: the same numbers from run to run of the same build but for a little, however busy the machine is. Prints them beside those of tests/bench/instructions.txt.
#
#   tests/bench/instructions.sh            prints
#   tests/bench/instructions.sh --check    and exits 1 where one has grown beyond the tolerance
#   tests/bench/instructions.sh --record   writes the file anew
#   tests/bench/instructions.sh --twice    counts twice, and exits 1 where the two differ by more than a quarter of the tolerance
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
recorded="$here/instructions.txt"
# So many in a hundred more is a regression.
tolerance=2
programs=(loops merges regexes strings types 1000-files 1000-defines 1000-collected)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! command -v valgrind > /dev/null; then
  install=(apt-get install --yes --no-install-recommends valgrind)
  if [ "$(id -u)" != 0 ]; then install=(sudo "${install[@]}"); fi
  "${install[@]}" > "$work/install" 2>&1 || { cat "$work/install" >&2; echo "valgrind is needed and cannot be installed" >&2; exit 2; }
fi

# The executable of a bench: package, name.
built() {
  cargo bench --quiet --locked --manifest-path "$here/../../Cargo.toml" --package "$1" --bench "$2" --no-run --message-format json |
    sed -n 's/.*"executable":"\([^"]*\/'"$2"'-[^"]*\)".*/\1/p' | tail -n 1
}

# Some counts depend on addresses: they are the same in each run where the system allows it.
fixed=(setarch --addr-no-randomize)
"${fixed[@]}" true 2> /dev/null || fixed=()

# The allocator gives memory back when a second has passed: a clock's doing, in some runs within what is counted.
export MIMALLOC_PURGE_DELAY=-1

# The instructions inside of a function: its name, then the command.
count() {
  local inside=$1 counted
  shift
  "${fixed[@]}" valgrind --tool=callgrind --callgrind-out-file="$work/out" --collect-atstart=no "--toggle-collect=$inside" \
    "$@" > "$work/log" 2>&1 || { cat "$work/log" >&2; exit 2; }
  counted=$(sed -n 's/^.*Collected : \([0-9]*\).*$/\1/p' "$work/log")
  [ -n "$counted" ] && [ "$counted" -gt 0 ] || { echo "nothing counted in $inside" >&2; cat "$work/log" >&2; exit 2; }
  echo "$counted"
}

parse=$(built puppet-analyzer-syntax parse)
evaluation=$(built puppet-analyzer-evaluator evaluation)
layers=$(built puppet-analyzer-analysis layers)
[ -x "$parse" ] && [ -x "$evaluation" ] && [ -x "$layers" ] || { echo "the benches were not built" >&2; exit 2; }

count_all() {
  echo "lex $(count 'syntax::lexer::lex' "$parse" --recorded --once)"
  echo "parse $(count 'parse::tree' "$parse" --recorded --once)"
  echo "validate $(count 'parse::validate' "$parse" --recorded --once)"
  echo "read $(count 'parse::read' "$parse" --recorded --once)"
  for program in "${programs[@]}"; do
    echo "$program $(count 'evaluation::warm_compile' "$evaluation" --once "$program")"
  done
  for scenario in $("$layers" --list); do
    echo "$scenario $(count 'layers::measure::counted' "$layers" --once "$scenario")"
  done
}

compare="$here/compare_instructions.sh"
count_all > "$work/counts"
case ${1:-} in
  --record) cp "$work/counts" "$recorded"; cat "$recorded" ;;
  --check) "$compare" "$recorded" "$work/counts" "$tolerance" ;;
  --twice) count_all > "$work/again"; "$compare" "$work/counts" "$work/again" "$(awk "BEGIN { print $tolerance / 4 }")" either ;;
  *) "$compare" "$recorded" "$work/counts" "$tolerance" || true ;;
esac
