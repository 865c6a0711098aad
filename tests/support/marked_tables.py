"""Puts what a command measured between its marks in a page of the manual, so that the figures there are those that it printed."""

import os

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
