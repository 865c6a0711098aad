"""Documents: versions in any order, positions that do not exist, URIs that nobody knows, and very large texts."""

import random
import time

from peer import PATIENCE, compare_with_fresh_start

SITE = "manifests/site.pp"
OTHER = "modules/webserver/manifests/init.pp"


def offset_of(text, line, character):
    """As the protocol counts: UTF-16 units, cut off at the ends of line and text."""
    lines = text.split("\n")
    if line >= len(lines):
        return len(text)
    before = sum(len(one) + 1 for one in lines[:line])
    units = 0
    for index, letter in enumerate(lines[line]):
        if units >= character:
            return before + index
        units += 2 if ord(letter) > 0xFFFF else 1
    return before + len(lines[line])


def random_edits(peer, command):
    """Incremental edits with ranges of every kind, mirrored here; versions jump forward and back."""
    chance = random.Random(7)
    peer.open(SITE)
    peer.open(OTHER)
    pieces = ["class x {", "}", "\n", "$v = 1\n", "'", '"${', "é", "𝒳", "include webserver\n", "# c\n", "", "\t"]
    for _ in range(3000):
        path = chance.choice([SITE, OTHER])
        version, text = peer.documents[path]
        changes = []
        for _ in range(chance.randint(1, 3)):
            lines = text.count("\n") + 1
            ends = [(chance.randint(0, lines + 3), chance.choice([0, 1, 5, 9, 40, 10**6])) for _ in range(2)]
            (first, last) = sorted(ends)
            # A place within a pair of surrogates is not one that a client names.
            start, end = offset_of(text, *first), offset_of(text, *last)
            if any("𝒳" in line for line in text.split("\n")):
                first, last, start, end = (0, 0), (lines + 5, 0), 0, len(text)
            new = chance.choice(pieces)
            if len(text) > 4000 or end - start > 2000:
                new, first, last, start, end = "class small { }\n", (0, 0), (10**6, 0), 0, len(text)
            text = text[:start] + new + text[end:]
            area = {"start": {"line": first[0], "character": first[1]}, "end": {"line": last[0], "character": last[1]}}
            changes.append({"range": area, "text": new})
        version = chance.choice([version + 1, version + 7, max(1, version - 3), version])
        peer.documents[path] = [version, text]
        peer.notify("textDocument/didChange", {"textDocument": {"uri": peer.uri(path), "version": version}, "contentChanges": changes})
    found = compare_with_fresh_start(peer, command)
    return f"3,000 edits with versions out of order, {found} diagnostics"


def wrong_positions_and_uris(peer, command):
    peer.open(SITE)
    answered = 0
    uris = [peer.uri(SITE), "file:///no/such/file.pp", "untitled:Untitled-1", "http://example.com/x.pp", "file://host/share/x.pp", "file:///%ff.pp", "x", ""]
    positions = [(0, 0), (2**31 - 1, 2**31 - 1), (0, 2**31 - 1), (10**6, 0), (3, 7)]
    for uri in uris:
        for line, character in positions:
            place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
            for method in ("hover", "completion", "definition", "references", "rename", "signatureHelp", "documentHighlight"):
                more = {"context": {"includeDeclaration": True}} if method == "references" else {"newName": "n"} if method == "rename" else {}
                peer.request("textDocument/" + method, {**place, **more}, PATIENCE)
                answered += 1
    for uri in uris[1:]:
        peer.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 3}, "contentChanges": [{"text": "class lost { }"}]})
        peer.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        peer.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
        peer.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": kind} for kind in (1, 2, 3, 9)]})
    found = compare_with_fresh_start(peer, command)
    return f"{answered} requests at places that are not there, {found} diagnostics"


def opened_twice_and_closed_twice(peer, command):
    for _ in range(200):
        peer.open(SITE)
        peer.open(SITE, "class twice { }\n")
        peer.notify("textDocument/didClose", {"textDocument": {"uri": peer.uri(SITE)}})
        peer.notify("textDocument/didClose", {"textDocument": {"uri": peer.uri(SITE)}})
        peer.change(SITE, 5, "class after_the_end { }\n")
    peer.documents.clear()
    found = compare_with_fresh_start(peer, command)
    return f"200 times, {found} diagnostics"


def large_document(peer, command):
    """50 MB in one document: it is not looked at, edits of it are taken in all the same, and the rest is answered as ever."""
    line = "  notify { 'a line of a very large file that nobody wrote by hand': message => \"${facts['x']}\" }\n"
    large, text = "manifests/large.pp", "class large {\n" + line * (50_000_000 // len(line)) + "}\n"
    peer.open(SITE)
    begin = time.monotonic()
    peer.open(large, text)
    hovers = []
    for version in range(2, 12):
        area = {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 0}}
        change = {"textDocument": {"uri": peer.uri(large), "version": version}, "contentChanges": [{"range": area, "text": "x"}]}
        peer.notify("textDocument/didChange", change)
        hovers.append(peer.hover(SITE, 2, 8, timeout=PATIENCE)[1])
    seconds = time.monotonic() - begin
    # All of it but a line is cut out: what is left is a document like any other, and it is the right line.
    lines = text.count("\n")
    area = {"start": {"line": 2, "character": 0}, "end": {"line": lines - 1, "character": 0}}
    change = {"textDocument": {"uri": peer.uri(large), "version": 20}, "contentChanges": [{"range": area, "text": ""}]}
    peer.notify("textDocument/didChange", change)
    peer.documents[large] = [20, "class large {\n" + "x" * 10 + line + "}\n"]
    peer.wait_for_diagnostics(large, 20, PATIENCE)
    peak = peer.peak_megabytes()
    found = compare_with_fresh_start(peer, command)
    assert peak < 1000, f"{peak} MB"
    return f"10 edits and hovers elsewhere in {seconds:.1f} s, slowest hover {max(hovers):.2f} s, {peak} MB at most, {found} diagnostics once it is small again"


SCENARIOS = [
    ("random edits, versions out of order", random_edits),
    ("wrong positions and unknown URIs", wrong_positions_and_uris),
    ("opened twice and closed twice", opened_twice_and_closed_twice),
    ("a document of 50 MB", large_document),
]
