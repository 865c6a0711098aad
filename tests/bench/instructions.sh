#!/bin/sh
# Counts the instructions that reading the recorded sources takes (tree, program, validation), under callgrind: the same number
# on every run of the same build. Compares with tests/bench/instructions.txt; `--record` writes it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

command -v valgrind >/dev/null || { echo "valgrind is needed" >&2; exit 2; }
bench=$(cargo bench --quiet --manifest-path "$here/../../Cargo.toml" --package puppet-analyzer-syntax --bench parse --no-run --message-format json |
  sed -n 's/.*"executable":"\([^"]*\/parse-[^"]*\)".*/\1/p' | tail -n 1)
valgrind --tool=callgrind --callgrind-out-file="$work/out" --collect-atstart=no '--toggle-collect=parse::read*' \
  "$bench" --recorded --once > "$work/log" 2>&1 || { cat "$work/log" >&2; exit 2; }
count=$(sed -n 's/^.*Collected : \([0-9]*\).*$/\1/p' "$work/log")
[ -n "$count" ] && [ "$count" -gt 0 ] || { cat "$work/log" >&2; exit 2; }

if [ "${1:-}" = --record ]; then
  echo "$count" > "$here/instructions.txt"
  echo "recorded $count instructions"
  exit 0
fi
recorded=$(cat "$here/instructions.txt")
echo "$count instructions, recorded $recorded"
# Two in a hundred more is a regression.
[ "$count" -le $((recorded + recorded / 50)) ] || { echo "slower than recorded" >&2; exit 1; }
