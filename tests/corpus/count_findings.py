"""Prints how many findings `puppet-analyzer check --format json` (standard input) has, by severity and code."""
import collections
import json
import sys

SEVERITIES = ["error", "warning", "info", "hint"]
findings = json.load(sys.stdin)
counts = collections.Counter((finding["severity"], finding["code"]) for finding in findings)
for (severity, code), count in sorted(counts.items(), key=lambda entry: (SEVERITIES.index(entry[0][0]), entry[0][1])):
    print(f"{severity:8} {code:30} {count}")
