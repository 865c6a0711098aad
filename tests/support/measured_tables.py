"""Tables of what a command measured: printed row by row, and put into a page of the manual where that was asked for."""

import os
import sys
import time

MANUAL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs")


def write_down(page, command, text):
    """Replaces what stands between `<!-- command -->` and the next `<!-- end -->`."""
    path = os.path.join(MANUAL, page)
    with open(path, encoding="utf-8") as file:
        document = file.read()
    before, begin, rest = document.partition(f"<!-- {command} -->")
    _, end, after = rest.partition("<!-- end -->")
    if not begin or not end:
        raise SystemExit(f"{path} has no place for {command}")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{before}{begin}\n{text}\n{end}{after}")


def when(begin):
    """The time of a measurement, and how busy the machine was at its end."""
    began, now = (time.strftime(form, time.localtime(at)) for form, at in (("%Y-%m-%d %H:%M", begin), ("%H:%M", time.time())))
    return f"{began} to {now}, load of the machine at the end {os.getloadavg()[0]:.1f}:"


class Table:
    """The first and the last column are words, the others numbers."""

    def __init__(self, page, command, columns):
        self.page, self.command, self.begin, self.lines = page, command, time.time(), []
        self.row(*columns)
        self.row(*("---" if number in (0, len(columns) - 1) else "--:" for number in range(len(columns))))

    def row(self, *cells):
        self.lines.append("| " + " | ".join(cells) + " |")
        print(self.lines[-1], flush=True)

    def end(self, summary=""):
        """Prints the summary, and writes all of it down with `--document` on the command line."""
        print(summary)
        if "--document" in sys.argv:
            write_down(self.page, self.command, "\n".join([when(self.begin), "", *self.lines, *(["", summary] if summary else [])]))
