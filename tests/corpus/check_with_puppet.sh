#!/bin/sh
# Runs every check over Debian's Puppet modules, prints the findings by severity and code, and asks Puppet 7 whether it would
# raise each error itself; errors.md says what they are. Installs Puppet and the modules
# where they are missing. Another folder of modules may be given as argument.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
"$here/../support/install_puppet"
modules=${1:-/usr/share/puppet/modules}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cargo build --quiet --manifest-path "$here/../../Cargo.toml" --package puppet-analyzer
check="${CARGO_TARGET_DIR:-$here/../../target}/debug/puppet-analyzer check --format json"
for edition in puppet8 puppet7; do
  # It exits with 1 where it finds something.
  $check --edition "$edition" "$modules" > "$work/$edition" || true
  echo "== $edition"
  python3 "$here/count_findings.py" < "$work/$edition"
done
echo "== errors of puppet7, asked of Puppet 7"
ruby --disable=error_highlight,did_you_mean "$here/ask_about_errors.rb" "$modules" < "$work/puppet7"
