"""Runs the fuzz targets in slices of time, the one that has had the least first, and counts what each has had; keeps what its corpus has become."""

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
sys.path.insert(0, os.path.join(HERE, "..", "support"))
from measured_tables import write_down

KEPT = os.path.join(HERE, "corpus")
# What each target has had in all runs that were kept.
TOTALS = os.path.join(HERE, "totals.json")
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
MEMORY = "-rss_limit_mb=2048"
# By the clock, in seconds: beside builds and other targets, and alone.
PATIENCE, PATIENCE_ALONE = 180, 10
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
        f"-dict={os.path.join(HERE, 'dictionaries', words + '.dict')}", f"-artifact_prefix={found}/", "-print_final_stats=1",
        f"-timeout={PATIENCE}", MEMORY,
    ]
    log = open(os.path.join(work, target + ".log"), "w", encoding="utf-8")
    return subprocess.Popen(command, stdout=log, stderr=log, cwd=work)


def confirm(binaries, work, target):
    """Tries again alone what a slice has found: a busy machine is no finding."""
    found, once = os.path.join(work, "found", target), os.path.join(work, "found-once", target)
    os.makedirs(once, exist_ok=True)
    for name in os.listdir(found):
        path = os.path.join(found, name)
        command = [os.path.join(binaries, target), path, f"-timeout={PATIENCE_ALONE}", MEMORY]
        if subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=work, check=False).returncode == 0:
            os.rename(path, os.path.join(once, name))


def finish(binaries, process, work, target, begin):
    """What one slice was, as the kernel counted it."""
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.time() - begin
    with open(os.path.join(work, target + ".log"), encoding="utf-8", errors="replace") as log:
        text = log.read()
    runs = re.findall(r"stat::number_of_executed_units:\s+(\d+)", text) or re.findall(r"^#(\d+)\t", text, re.M)[-1:] or [0]
    code = os.waitstatus_to_exitcode(status)
    if code:
        shutil.copy(os.path.join(work, target + ".log"), os.path.join(work, f"{target}-{int(begin)}.failed.log"))
    confirm(binaries, work, target)
    entry = {
        "target": target,
        "clock": round(seconds, 1),
        "processor": round(usage.ru_utime + usage.ru_stime, 1),
        "runs": int(runs[-1]),
        "code": code,
    }
    with open(slices_of(work), "a", encoding="utf-8") as out:
        out.write(json.dumps(entry) + "\n")


def slices_of(work):
    return os.path.join(work, "slices.jsonl")


def totals(work):
    """Seconds and inputs of each target: in the runs that were kept, and in this one."""
    sums = {target: {"clock": 0, "processor": 0, "runs": 0} for target in TARGETS}
    if os.path.exists(TOTALS):
        with open(TOTALS, encoding="utf-8") as file:
            sums.update(json.load(file))
    if os.path.exists(slices_of(work)):
        with open(slices_of(work), encoding="utf-8") as lines:
            for entry in map(json.loads, lines):
                for what in ("clock", "processor", "runs"):
                    sums[entry["target"]][what] += entry[what]
    return sums


def rotate(options, targets):
    end = time.time() + options.seconds
    running = {}
    while time.time() < end or running:
        while len(running) < options.together and time.time() < end:
            # The one that has had the least so far.
            waiting = set(targets) - {target for target, _ in running.values()}
            if not waiting:
                break
            so_far = totals(options.work)
            target = min(waiting, key=lambda target: so_far[target]["clock"])
            seconds = max(1, int(min(options.slice, end - time.time())))
            process = start(options.binaries, options.work, target, seconds)
            running[process] = (target, time.time())
        time.sleep(1)
        for process in list(running):
            # Left as it is for wait4, which counts it.
            if os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                target, begin = running.pop(process)
                finish(options.binaries, process, options.work, target, begin)


def table(work):
    rows = ["| target | minutes by the clock | minutes of processor time | inputs tried |", "|---|--:|--:|--:|"]
    for target, had in totals(work).items():
        rows.append(f"| `{target}` | {had['clock'] / 60:.0f} | {had['processor'] / 60:.0f} | {had['runs']:,} |")
    return "\n".join(rows)


def keep(options, targets):
    os.makedirs(KEPT, exist_ok=True)
    for target in targets:
        corpus, least = os.path.join(options.work, "corpus", target), os.path.join(options.work, "least", target)
        if not os.path.isdir(corpus):
            continue
        shutil.rmtree(least, ignore_errors=True)
        os.makedirs(least)
        command = [os.path.join(options.binaries, target), "-merge=1", f"-max_len={TARGETS[target][1]}", f"-timeout={PATIENCE}", MEMORY, least, corpus]
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
    write_down("reliability.md", "tests/fuzz/run --keep", table(options.work))
    sums = totals(options.work)
    with open(TOTALS, "w", encoding="utf-8") as file:
        file.write(json.dumps(sums, indent=1) + "\n")
    # Counted once.
    if os.path.exists(slices_of(options.work)):
        os.rename(slices_of(options.work), os.path.join(options.work, f"slices-{int(time.time())}.jsonl"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binaries")
    parser.add_argument("targets", nargs="*")
    parser.add_argument("--seconds", type=int, default=3600)
    parser.add_argument("--slice", type=int, default=300)
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
    print(table(options.work))
    found = [os.path.join(folder, name) for folder, _, names in os.walk(os.path.join(options.work, "found")) for name in names]
    for path in found:
        print("found:", path)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
