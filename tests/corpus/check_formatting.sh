#!/bin/sh
# Checks over all manifests and EPP templates below the given folders (Debian's modules without any) that formatting keeps the
# PN of each file and that formatting again changes nothing; prints the counts.
set -eu
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- /usr/share/puppet/modules
cargo build --quiet --package puppet-analyzer-syntax --example check_formatting
for ending in pp epp; do
    printf '%s: ' ".$ending"
    find -L "$@" -name "*.$ending" -type f | sort | "${CARGO_TARGET_DIR:-target}/debug/examples/check_formatting"
done
