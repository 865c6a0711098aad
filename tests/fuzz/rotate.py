"""Runs the fuzz targets in turn, each for a slice of time, and counts what each has had; keeps what its corpus has become."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time

import seeds

HERE = os.path.dirname(os.path.abspath(__file__))
KEPT = os.path.join(HERE, "corpus")
# Each with its words and the longest input that is tried.
TARGETS = {
    "parse": ("puppet", 2000),
    "validate": ("puppet", 1000),
    "lower": ("puppet", 1000),
    "format": ("puppet", 1000),
    "evaluate": ("puppet", 600),
    "render": ("ruby", 600),
    "hiera": ("yaml", 800),
    "messages": ("messages", 3000),
    "edits": ("puppet", 800),
}
# An input that takes longer (by the clock, on a busy machine) or needs more is a finding.
LIMITS = ["-timeout=60", "-rss_limit_mb=2048"]
MOST_KEPT = 300


def unpack(target, folder):
    """The kept corpus and the seeds, as files."""
    os.makedirs(folder, exist_ok=True)
    inputs = list(seeds.of(target))
    kept = os.path.join(KEPT, target + ".jsonl")
    if os.path.exists(kept):
        with open(kept, encoding="utf-8") as lines:
            inputs += [json.loads(line).encode("latin-1") for line in lines]
    for number, data in enumerate(inputs):
        with open(os.path.join(folder, f"seed{number}"), "wb") as file:
            file.write(data)


def start(binaries, work, target, seconds):
    words, longest = TARGETS[target]
    corpus, found = os.path.join(work, "corpus", target), os.path.join(work, "found", target)
    if not os.path.isdir(corpus):
        unpack(target, corpus)
    os.makedirs(found, exist_ok=True)
    command = [
        "nice", "-n", "19", os.path.join(binaries, target), corpus, f"-max_total_time={seconds}", f"-max_len={longest}",
        f"-dict={os.path.join(HERE, 'dictionaries', words + '.dict')}", f"-artifact_prefix={found}/", "-print_final_stats=1", *LIMITS,
    ]
    log = open(os.path.join(work, target + ".log"), "w", encoding="utf-8")
    return subprocess.Popen(command, stdout=log, stderr=log, cwd=work)


def finish(process, work, target, begin):
    """What one slice was, as the kernel counted it."""
    _, status, usage = os.wait4(process.pid, 0)
    with open(os.path.join(work, target + ".log"), encoding="utf-8", errors="replace") as log:
        text = log.read()
    runs = re.findall(r"stat::number_of_executed_units:\s+(\d+)", text) or re.findall(r"^#(\d+)\t", text, re.M)[-1:] or [0]
    entry = {
        "target": target,
        "seconds": round(time.time() - begin, 1),
        "processor": round(usage.ru_utime + usage.ru_stime, 1),
        "runs": int(runs[-1]),
        "code": os.waitstatus_to_exitcode(status),
    }
    if entry["code"]:
        shutil.copy(os.path.join(work, target + ".log"), os.path.join(work, f"{target}-{int(begin)}.failed.log"))
    with open(os.path.join(work, "slices.jsonl"), "a", encoding="utf-8") as out:
        out.write(json.dumps(entry) + "\n")


def rotate(options, targets):
    end = time.time() + options.seconds
    turn, running = 0, {}
    while time.time() < end or running:
        while len(running) < options.together and time.time() < end:
            target = targets[turn % len(targets)]
            turn += 1
            if any(other == target for other, _ in running.values()):
                break
            seconds = max(1, int(min(options.slice, end - time.time())))
            process = start(options.binaries, options.work, target, seconds)
            running[process] = (target, time.time())
        time.sleep(1)
        for process in list(running):
            # Left as it is for wait4, which counts it.
            if os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                target, begin = running.pop(process)
                finish(process, options.work, target, begin)


def report(work):
    total = {}
    with open(os.path.join(work, "slices.jsonl"), encoding="utf-8") as lines:
        for entry in map(json.loads, lines):
            sums = total.setdefault(entry["target"], [0, 0, 0, 0])
            for index, value in enumerate((entry["processor"], entry["runs"], 1, bool(entry["code"]))):
                sums[index] += value
    print("| target | processor time, minutes | inputs tried | slices that ended with a finding |\n|---|--:|--:|--:|")
    for target in TARGETS:
        if target in total:
            processor, runs, slices, failed = total[target]
            print(f"| `{target}` | {processor / 60:.1f} | {runs:,} | {failed} of {slices} |")


def keep(options, targets):
    os.makedirs(KEPT, exist_ok=True)
    for target in targets:
        corpus, least = os.path.join(options.work, "corpus", target), os.path.join(options.work, "least", target)
        if not os.path.isdir(corpus):
            continue
        shutil.rmtree(least, ignore_errors=True)
        os.makedirs(least)
        command = [os.path.join(options.binaries, target), "-merge=1", f"-max_len={TARGETS[target][1]}", *LIMITS, least, corpus]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=options.work)
        inputs = []
        for name in os.listdir(least):
            with open(os.path.join(least, name), "rb") as file:
                inputs.append(file.read())
        inputs.sort(key=lambda data: (len(data), data))
        # From the shortest to the longest alike: long ones have more in them.
        needed, inputs = len(inputs), inputs[:: max(1, -(-len(inputs) // MOST_KEPT))]
        with open(os.path.join(KEPT, target + ".jsonl"), "w", encoding="utf-8") as out:
            for data in inputs:
                # Each byte a character, so that any bytes are a line of JSON.
                out.write(json.dumps(data.decode("latin-1")) + "\n")
        print(f"{target}: {len(os.listdir(corpus))} inputs, {needed} needed, {len(inputs)} kept")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binaries")
    parser.add_argument("targets", nargs="*")
    parser.add_argument("--seconds", type=int, default=3600)
    parser.add_argument("--slice", type=int, default=120)
    parser.add_argument("--together", type=int, default=2)
    parser.add_argument("--work", default="/tmp/puppet-analyzer-fuzz")
    parser.add_argument("--report", action="store_true")
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_intermixed_args()
    options.work = os.path.abspath(options.work)
    os.makedirs(options.work, exist_ok=True)
    targets = options.targets or list(TARGETS)
    if options.keep:
        keep(options, targets)
    elif not options.report:
        rotate(options, targets)
    if not options.keep:
        report(options.work)
    found = [os.path.join(folder, name) for folder, _, names in os.walk(os.path.join(options.work, "found")) for name in names]
    for path in found:
        print("found:", path)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
