"""The samples of a long session as a picture (memory, open files, latencies over time) and as the table of docs/reliability.md, both written there."""

import json
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from measured_tables import write_down

WIDTH, ROW, LEFT, RIGHT, TOP = 860, 150, 70, 150, 34
# Until the first branch switches, file systems' caches and the allocator have settled.
WARM_UP = 900
# In such a minute the clock says nothing about the server.
TOO_BUSY = 25
COLOURS = ["#2563a8", "#c2571a", "#3a7d44", "#8a4fa3"]
QUICK = ["keystroke", "hover", "completion"]


def of_latency(what, which):
    return lambda sample: sample["latencies"].get(what, {}).get(which)


PANELS = [
    ("memory, MB", [("resident", lambda sample: sample["megabytes"])]),
    ("open files and threads", [("files", lambda sample: sample["files"]), ("threads", lambda sample: sample["threads"])]),
    ("median, ms", [(what, of_latency(what, "p50")) for what in QUICK]),
    ("99th percentile, ms", [(what, of_latency(what, "p99")) for what in QUICK]),
    ("preview of a catalog and comparison of two, median, ms", [(what, of_latency(what, "p50")) for what in ("preview", "diff")]),
    ("processor time of all work, by keystroke, ms", [("processor", lambda sample: sample.get("spent"))]),
    ("load of the machine (cut at 60)", [("load", lambda sample: min(sample["load"], 60))]),
]


def points(samples, value):
    return [(sample["second"], value(sample)) for sample in samples if value(sample) is not None]


def slope(pairs):
    """Least squares: how much more an hour, and the mean."""
    count = len(pairs)
    if count < 2:
        return 0.0, pairs[0][1] if pairs else 0.0
    mean_x = sum(x for x, _ in pairs) / count
    mean_y = sum(y for _, y in pairs) / count
    spread = sum((x - mean_x) ** 2 for x, _ in pairs)
    return sum((x - mean_x) * (y - mean_y) for x, y in pairs) / spread * 3600, mean_y


def middle(values):
    values = sorted(values)
    return values[len(values) // 2] if values else 0.0


def panel(samples, number, title, series, last_second):
    top = TOP + number * (ROW + 40)
    highest = max([y for _, value in series for _, y in points(samples, value)] or [1]) * 1.08 or 1
    x_of = lambda second: LEFT + second / last_second * (WIDTH - LEFT - RIGHT)
    y_of = lambda value: top + ROW - value / highest * ROW
    parts = [f'<text x="{LEFT}" y="{top - 8}" font-weight="bold">{title}</text>']
    for part in (0, 0.5, 1):
        y = y_of(highest * part)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#d8d8d8"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{highest * part:.3g}</text>')
    minutes = max(1, last_second // 60)
    step = next(step for step in (1, 5, 10, 15, 30, 60, 10**6) if minutes / step <= 12)
    for minute in range(0, minutes + 1, step):
        parts.append(f'<text x="{x_of(minute * 60):.1f}" y="{top + ROW + 16}" text-anchor="middle">{minute} min</text>')
    for index, (name, value) in enumerate(series):
        line = " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in points(samples, value))
        colour = COLOURS[index]
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 12}" y="{top + 14 + index * 18}" fill="{colour}">{name}</text>')
    return parts


def draw(samples):
    last_second = samples[-1]["second"]
    height = TOP + len(PANELS) * (ROW + 40)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12" fill="#222">',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
    ]
    for number, (title, series) in enumerate(PANELS):
        parts += panel(samples, number, title, series, last_second)
    return "\n".join(parts + ["</svg>"]) + "\n"


def add_work(samples):
    """What the same work takes the processor, which does not depend on what else the machine does."""
    for before, after in zip(samples, samples[1:]):
        keystrokes = after["latencies"].get("keystroke", {}).get("count")
        if keystrokes:
            after["spent"] = (after["processor"] - before["processor"]) * 1000 / keystrokes


def table(samples):
    warm = [sample for sample in samples if sample["second"] > WARM_UP] or samples
    calm = [sample for sample in warm if sample["load"] < TOO_BUSY]
    left_out, warm = len(warm) - len(calm), calm or warm
    third = max(1, len(warm) // 3)
    rows = ["| what | first third | last third | change an hour (least squares) |", "|---|--:|--:|--:|"]

    def row(name, value, unit):
        pairs = points(warm, value)
        if not pairs:
            return
        early, late = (middle([y for _, y in points(part, value)]) for part in (warm[:third], warm[-third:]))
        rows.append(f"| {name} | {early:.1f} {unit} | {late:.1f} {unit} | {slope(pairs)[0]:+.2f} {unit} |")

    row("memory", lambda sample: sample["megabytes"], "MB")
    row("open files", lambda sample: sample["files"], "")
    row("threads", lambda sample: sample["threads"], "")
    for what in ["keystroke", "hover", "completion", "definition", "preview", "diff", "switch"]:
        row(f"{what}, median", of_latency(what, "p50"), "ms")
        if what in ("keystroke", "hover"):
            row(f"{what}, 99th percentile", of_latency(what, "p99"), "ms")
    row("processor time of all work, by keystroke", lambda sample: sample.get("spent"), "ms")
    row("load of the machine", lambda sample: sample["load"], "")
    counts = {what: sum(sample["latencies"].get(what, {}).get("count", 0) for sample in samples) for what in ("keystroke", "hover", "preview", "diff", "switch")}
    last = samples[-1]
    if left_out:
        rows.append(f"\nLeft out of the table: the first {WARM_UP // 60} minutes, and {left_out} minutes with a load of {TOO_BUSY} or more.")
    summary = ", ".join(f"{count:,} × {what}" for what, count in counts.items())
    rows.append(f"\n{last['second'] / 60:.0f} minutes: {summary}; {last['failures']} failed requests; {last['processor']:.0f} s of processor time.")
    sizes = sorted(sample["megabytes"] for sample in warm)
    rows.append(f"\nMemory after the first {WARM_UP // 60} minutes: between {sizes[0]:.0f} and {sizes[-1]:.0f} MB, {middle(sizes):.0f} MB in the median.")
    return "\n".join(rows)


def main():
    with open(sys.argv[1], encoding="utf-8") as lines:
        samples = [json.loads(line) for line in lines]
    add_work(samples)
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        out.write(draw(samples))
    # Written for the last time when the last minute had ended.
    end = os.path.getmtime(sys.argv[1])
    clock = [time.strftime(form, time.localtime(at)) for form, at in (("%Y-%m-%d %H:%M", end - samples[-1]["second"]), ("%H:%M", end))]
    text = f"{clock[0]} to {clock[1]}:\n\n{table(samples)}"
    print(text)
    write_down("reliability.md", "tests/soak/run --plot", text)


main()
