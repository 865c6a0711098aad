"""Asks real Puppet 7 about every text that fuzzing has collected for the parser: the same verdict, and the same tree where both read it."""

import os
import re
import subprocess
import sys
import tempfile

import rotate

HERE = os.path.dirname(os.path.abspath(__file__))
COMPARE = os.path.join(HERE, "..", "corpus", "compare_with_puppet.sh")
TARGETS = ("parse", "validate", "lower", "format")


def texts(work):
    """Each text once, of the kept corpora where there are no others."""
    seen = set()
    for target in TARGETS:
        folder = os.path.join(work, "corpus", target)
        if not os.path.isdir(folder):
            rotate.unpack(target, folder)
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), "rb") as file:
                data = file.read()
            try:
                data.decode("utf-8")
            except UnicodeDecodeError:
                continue
            if data and b"\0" not in data:
                seen.add(data)
    return sorted(seen)


def main():
    work = sys.argv[1] if len(sys.argv) > 1 else "/tmp/puppet-analyzer-fuzz"
    with tempfile.TemporaryDirectory() as folder:
        for number, data in enumerate(texts(work)):
            with open(os.path.join(folder, f"{number}.pp"), "wb") as file:
                file.write(data)
        lines = subprocess.run([COMPARE, folder], stdout=subprocess.PIPE, text=True, check=False).stdout.splitlines()
        dies = other = 0
        for line in lines:
            if not line.startswith(folder) or "both refuse it" in line:
                # We name every mistake in the order of the text, Puppet the first that it meets.
                continue
            if re.search(r"Puppet says error \(\s*undefined method", line):
                dies += 1
                continue
            other += 1
            name = line.split(":", 1)[0]
            with open(name, encoding="utf-8") as file:
                print(f"{line.removeprefix(folder)[:300]}\n  {file.read()!r}")
        counts = re.match(r"(\d+) files compared, (\d+) of them refused by both", lines[-1])
    print(f"{counts[1]} texts, {counts[2]} refused by both, {dies} that Puppet dies of, {other} with another verdict or tree")
    return 0


sys.exit(main())
