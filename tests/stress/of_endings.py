"""Endings: full disks, and clients that die. The server leaves within a second, and leaves nothing behind."""

import os
import signal
import subprocess
import sys
import tempfile
import time

from peer import Peer, compare_with_fresh_start

SITE = "manifests/site.pp"
# The goal: gone within this many seconds of its client.
MOST_SECONDS = 1.0

# A client that starts the server, lets it evaluate something without end, and waits to be killed.
CLIENT = """
import os, sys, time
sys.path.insert(0, sys.argv[1])
from lsp_session import Session
keeper = None
session = Session(sys.argv[3:], sys.argv[2])
if os.environ.get("KEEP_STDIN"):
    # Another process has the pipe, too: its end never comes.
    import subprocess
    keeper = subprocess.Popen(["sleep", "60"], pass_fds=[session.process.stdin.fileno()])
session.open("manifests/site.pp", "range(1, 100000).each |$a| { range(1, 100000).each |$b| { $c = $a * $b } }\\n")
uri = session.uri("manifests/site.pp")
session.send({"id": 77, "method": "puppet/previewCatalog", "params": {"uri": uri, "position": {"line": 0, "character": 0}}})
time.sleep(0.5)
print(session.process.pid, keeper.pid if keeper else 0, flush=True)
time.sleep(600)
"""


def is_there(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def killed_client(peer, command, keep_stdin=False):
    support = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support")
    private = tempfile.mkdtemp(prefix="puppet-analyzer-private-")
    environment = {**os.environ, "TMPDIR": private, "HOME": private, "XDG_CACHE_HOME": private, "XDG_STATE_HOME": private}
    if keep_stdin:
        environment["KEEP_STDIN"] = "1"
    slowest = 0.0
    for _ in range(5):
        client = subprocess.Popen([sys.executable, "-c", CLIENT, support, peer.root, *command], stdout=subprocess.PIPE, env=environment)
        server, keeper = map(int, client.stdout.readline().split())
        client.send_signal(signal.SIGKILL)
        client.wait()
        begin = time.monotonic()
        while is_there(server) and time.monotonic() - begin < 20:
            time.sleep(0.01)
        slowest = max(slowest, time.monotonic() - begin)
        gone = not is_there(server)
        for pid in (keeper, 0 if gone else server):
            if pid:
                os.kill(pid, signal.SIGKILL)
        assert gone, "the server lives on without its client"
    left = os.listdir(private)
    subprocess.run(["rm", "-rf", private], check=True)
    assert not left, f"left behind: {left}"
    assert slowest < MOST_SECONDS, f"{slowest:.2f} s"
    return f"5 times: gone after {slowest:.2f} s at most, nothing left behind"


def killed_client_with_an_open_pipe(peer, command):
    return killed_client(peer, command, keep_stdin=True)


def full_disk(peer, command):
    """Nothing can be written to the log or to any folder: a panic on purpose must not find that out the hard way."""
    folder = tempfile.mkdtemp(prefix="puppet-analyzer-full-")
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "none", folder], capture_output=True, check=False).returncode == 0
    try:
        log = "/dev/full"
        if mounted:
            log = os.path.join(folder, "log")
            with open(log, "wb", buffering=0) as file:
                try:
                    while True:
                        file.write(b"x" * 4096)
                except OSError:
                    pass
        environment = {**os.environ, "TMPDIR": folder, "HOME": folder, "XDG_CACHE_HOME": folder}
        quoted = " ".join(f"'{part}'" for part in command)
        other = Peer(["sh", "-c", f"exec {quoted} 2>> {log}"], peer.root, environment=environment)
        try:
            other.open(SITE)
            for _ in range(200):
                other.request("workspace/executeCommand", {"command": "puppet-analyzer.test.panic", "arguments": []})
            assert other.is_alive()
            found = compare_with_fresh_start(other, command)
            assert other.close() == 0
        finally:
            other.stop()
    finally:
        if mounted:
            subprocess.run(["umount", folder], check=False)
        os.rmdir(folder)
    return f"log on {'a full tmpfs' if mounted else '/dev/full'}, 200 panics on purpose, {found} diagnostics, an orderly end"


def stdin_closed(peer, command):
    """No `shutdown`, no `exit`: only the end of the input."""
    peer.open(SITE)
    peer.process.stdin.close()
    begin = time.monotonic()
    peer.process.wait(timeout=20)
    seconds = time.monotonic() - begin
    assert seconds < MOST_SECONDS, f"{seconds:.2f} s"
    return f"gone after {seconds:.2f} s"


SCENARIOS = [
    ("a client that is killed", killed_client),
    ("a client that is killed, its pipe held open", killed_client_with_an_open_pipe),
    ("a full disk for the log", full_disk),
    ("stdin closed without a word", stdin_closed),
]
