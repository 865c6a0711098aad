#!/bin/sh
# Compares our parser with Puppet 7 on every manifest and template of Debian's Puppet modules.
# Installs puppet-agent and the modules where they are missing (Debian, as root). Other folders may be given as arguments.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$here/../support/install_puppet"
[ $# -gt 0 ] || set -- /usr/share/puppet/modules

find -L "$@" \( -name '*.pp' -o -name '*.epp' \) -type f | sort -u > "$work/files"
cargo build --quiet --manifest-path "$here/../../Cargo.toml" --package puppet-analyzer-syntax --example print_pn
target=${CARGO_TARGET_DIR:-$here/../../target}
ruby "$here/ask_puppet.rb" < "$work/files" > "$work/puppet" 2> "$work/puppet.log" || { cat "$work/puppet.log" >&2; exit 2; }
"$target/debug/examples/print_pn" < "$work/files" > "$work/ours"
python3 "$here/compare.py" "$work/puppet" "$work/ours"
