"""Messages: valid and invalid ones at random, broken frames, floods, cancel storms, and a client that does not read."""

import json
import random
import time

from peer import PATIENCE, compare_with_fresh_start, random_message, spoiled

PATHS = ["manifests/site.pp", "site-modules/profile/manifests/base.pp", "modules/webserver/manifests/init.pp", "data/common.yaml", "no/such/file.pp"]


def random_messages(peer, command):
    chance = random.Random(11)
    for path in PATHS[:4]:
        peer.open(path)
    asked = []
    for _ in range(3000):
        method, parameters = random_message(chance, peer, PATHS)
        if chance.random() < 0.5:
            parameters = spoiled(chance, parameters)
        asked.append(peer.ask(method, parameters))
        if chance.random() < 0.2:
            # A notification that cannot be meant: it must change nothing.
            wrong = {"textDocument": chance.choice([None, 1, {"uri": 5}, {}]), "contentChanges": chance.choice([None, 3, {}])}
            peer.notify(chance.choice(["textDocument/didOpen", "textDocument/didChange", "textDocument/didClose"]), wrong)
    answers = peer.collect(asked)
    both = [answer for answer in answers.values() if ("result" in answer) == ("error" in answer)]
    assert not both, both[:3]
    wrong = [answer for answer in answers.values() if "panicked" in str(answer.get("error")) and "test" not in str(answer.get("error"))]
    assert not wrong, wrong[:3]
    failed = sum("error" in answer for answer in answers.values())
    found = compare_with_fresh_start(peer, command)
    return f"{len(answers)} requests, {failed} answered with an error, {found} diagnostics"


BROKEN_BODIES = [
    b"", b"{", b"}", b"nothing", b"null", b"[]", b"[[]]", b"1", b'"x"', b"{}", b'{"jsonrpc":"2.0"}', b'{"jsonrpc":"1.0","id":1,"method":"x"}',
    b'{"jsonrpc":"2.0","id":{},"method":"textDocument/hover"}', b'{"jsonrpc":"2.0","method":7}', b'{"jsonrpc":"2.0","id":99999,"result":1}',
    b'{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}', b"\xff\xfe\x00", b'{"jsonrpc":"2.0","id":1,"method":"\xff"}',
    b"[" * 100000, b'{"a":' * 100000, b'{"jsonrpc":"2.0","id":5,"method":"textDocument/hover","params":' + b"[" * 5000 + b"]" * 5000 + b"}",
    b" " * 1000000,
]
BROKEN_HEADERS = [
    b"X-Unknown: 1\r\n", b"Content-Type: application/vscode-jsonrpc; charset=latin1\r\n", b"Content-Type: nonsense\r\n", b"content-length: 2\r\n\r\n{}",
    b"\r\n", b"\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"Content-Length: x\r\n\r\n", b"Content-Length: -1\r\n\r\n", b"Content-Length: 0\r\n\r\n",
    b"Content-Length:\r\n\r\n", b"nonsense without an end of line ", b"\x00\x01\x02\r\n\r\n",
]


def broken_frames(peer, command):
    peer.open(PATHS[0])
    survived = 0
    for body in BROKEN_BODIES:
        peer.frame(body)
        assert peer.is_alive(), body[:40]
        survived += 1
    for header in BROKEN_HEADERS:
        peer.raw(header)
        assert peer.is_alive(), header
        survived += 1
    compare_with_fresh_start(peer, command)
    return f"{survived} broken frames, answered after each"


def a_length_that_never_comes(peer, command):
    """The frame cannot be skipped: the server waits, without reserving memory for it, and leaves with its client."""
    peer.raw(b"Content-Length: 9000000000000\r\n\r\n{")
    time.sleep(1)
    size = peer.megabytes()
    assert size < 500, f"{size} MB"
    peer.process.stdin.close()
    begin = time.monotonic()
    peer.process.wait(timeout=PATIENCE)
    return f"{size} MB, gone {time.monotonic() - begin:.2f} s after its client"


def flood_of_edits(peer, command):
    peer.open(PATHS[0])
    text = peer.documents[PATHS[0]][1]
    begin = time.monotonic()
    for version in range(2, 10002):
        peer.change(PATHS[0], version, text + f"$x{version % 10} = {version}\n" * (version % 7))
    peer.wait_for_diagnostics(PATHS[0], 10001, PATIENCE)
    seconds = time.monotonic() - begin
    found = compare_with_fresh_start(peer, command)
    return f"10,000 edits in {seconds:.1f} s, {found} diagnostics"


def flood_of_requests(peer, command):
    chance = random.Random(5)
    for path in PATHS[:4]:
        peer.open(path)
    begin = time.monotonic()
    asked = [peer.ask(*random_message(chance, peer, PATHS[:4])) for _ in range(20000)]
    peer.collect(asked)
    seconds = time.monotonic() - begin
    compare_with_fresh_start(peer, command)
    return f"20,000 requests at once, all answered in {seconds:.1f} s, {peer.peak_megabytes()} MB at most"


def cancel_storm(peer, command):
    chance = random.Random(6)
    for path in PATHS[:4]:
        peer.open(path)
    asked, version = [], 1
    for number in range(5000):
        method, parameters = random_message(chance, peer, PATHS[:4])
        asked.append(peer.ask(method, parameters))
        if chance.random() < 0.9:
            peer.notify("$/cancelRequest", {"id": asked[-1] if chance.random() < 0.8 else chance.choice(asked)})
        if number % 50 == 0:
            version += 1
            peer.change(PATHS[0], version, peer.documents[PATHS[0]][1] + "\n")
    answers = peer.collect(asked)
    cancelled = sum(answer.get("error", {}).get("code") == -32800 for answer in answers.values())
    compare_with_fresh_start(peer, command)
    return f"5,000 requests, {cancelled} cancelled, all answered"


def slow_reader(peer, command):
    """Asks a lot and reads nothing for a while: memory stays bounded, and everything is there when it reads again."""
    peer.open(PATHS[1])
    # The reader's thread stops at the first message that it cannot hand over.
    peer.pause_reading()
    asked = []
    name = {"textDocument": {"uri": peer.uri(PATHS[1])}}
    bodies = []
    for _ in range(20000):
        peer.last_id += 1
        asked.append(peer.last_id)
        bodies.append(json.dumps({"jsonrpc": "2.0", "id": peer.last_id, "method": "textDocument/semanticTokens/full", "params": name}).encode())
    writer = peer.write_in_background(b"".join(b"Content-Length: %d\r\n\r\n" % len(body) + body for body in bodies))
    time.sleep(5)
    size = peer.peak_megabytes()
    peer.go_on_reading()
    peer.collect(asked)
    writer.join()
    assert size < 1000, f"{size} MB while nobody read"
    compare_with_fresh_start(peer, command)
    return f"20,000 answers that nobody read for 5 s: {size} MB, then all of them came"


SCENARIOS = [
    ("random messages, half of them spoiled", random_messages),
    ("broken frames and headers", broken_frames),
    ("a length that never comes", a_length_that_never_comes),
    ("a flood of edits", flood_of_edits),
    ("a flood of requests", flood_of_requests),
    ("a cancel storm", cancel_storm),
    ("a slow reader", slow_reader),
]
