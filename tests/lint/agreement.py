"""Compares two lists of findings (file, line, column, check) and prints the agreement per check."""
import sys
from collections import Counter, defaultdict

files, theirs_path, ours_path, *show = sys.argv[1:]


def read(path):
    found = defaultdict(Counter)
    broken = set()
    for line in open(path, encoding="utf-8", errors="replace"):
        parts = line.rstrip("\n").split("\t")
        if len(parts) != 4:
            continue
        file, row, column, check = parts
        if check in ("crash", "syntax"):
            broken.add(file)
        found[check][(file, int(row), int(column))] += 1
    return found, broken


theirs, their_broken = read(theirs_path)
ours, our_broken = read(ours_path)
skipped = their_broken | our_broken
total = len(open(files).read().split("\n")) - 1
print(f"{total} manifests, {len(skipped)} left out that one of the two cannot read "
      f"(puppet-lint {len(their_broken)}, we {len(our_broken)})")
print(f"{'check':40} {'theirs':>7} {'ours':>7} {'same':>7} {'missed':>7} {'extra':>7}")
sums = Counter()
for check in sorted((set(theirs) | set(ours)) - {"crash", "syntax"}):
    left = Counter({place: count for place, count in theirs[check].items() if place[0] not in skipped})
    right = Counter({place: count for place, count in ours[check].items() if place[0] not in skipped})
    row = dict(theirs=left.total(), ours=right.total(), same=(left & right).total(),
               missed=(left - right).total(), extra=(right - left).total())
    sums.update(row)
    print(f"{check:40} " + " ".join(f"{row[key]:7}" for key in ("theirs", "ours", "same", "missed", "extra")))
    if check in show:
        for name, places in (("missed", left - right), ("extra", right - left)):
            for (file, line, column) in sorted(places)[:40]:
                print(f"    {name} {file}:{line}:{column}")
print(f"{'all':40} " + " ".join(f"{sums[key]:7}" for key in ("theirs", "ours", "same", "missed", "extra")))
