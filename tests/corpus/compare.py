#!/usr/bin/env python3
"""Compares what Puppet and we say about files: same verdict, same tree. Prints every difference and the counts."""

import sys


def answers(path):
    found = {}
    with open(path, encoding="utf-8", newline="\n") as lines:
        for line in lines:
            name, verdict, rest = line.rstrip("\n").split("\t", 2)
            found[name] = (verdict, rest)
    return found


def first_difference(left, right):
    at = next((i for i, (a, b) in enumerate(zip(left, right)) if a != b), min(len(left), len(right)))
    start = max(0, at - 60)
    return f"  Puppet: …{left[start:at + 80]}\n  ours:   …{right[start:at + 80]}"


def main():
    puppet, ours = answers(sys.argv[1]), answers(sys.argv[2])
    if puppet.keys() != ours.keys():
        sys.exit("the two answers are about different files")
    different = refused = 0
    for name, (verdict, text) in puppet.items():
        our_verdict, our_text = ours[name]
        if verdict != our_verdict:
            different += 1
            print(f"{name}: Puppet says {verdict} ({text[:200]}), we say {our_verdict} ({our_text[:200]})")
        elif verdict == "ok" and text != our_text:
            different += 1
            print(f"{name}: the trees differ\n{first_difference(text, our_text)}")
        elif verdict == "error":
            refused += 1
            if text.split("\t")[0] != our_text.split("\t")[0]:
                different += 1
                print(f"{name}: both refuse it, at different lines\n  Puppet: {text}\n  ours:   {our_text}")
    print(f"{len(puppet)} files compared, {refused} of them refused by both, {different} different")
    return 1 if different or not puppet else 0


sys.exit(main())
