"""Runs every scenario on a copy of the example's control repository of its own, and says how each went."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "support"))
import of_documents
import of_endings
import of_files
import of_messages
from measured_tables import Table
from peer import Peer

EXAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "control-repo")
# So that there is always something to show.
MISTAKES = "class mistakes { include no::such\n  file { '/x': mod => '0644' }\n  notice($unknown)\n}\n"
SCENARIOS = of_messages.SCENARIOS + of_documents.SCENARIOS + of_files.SCENARIOS + of_endings.SCENARIOS


def main():
    command, words = [sys.argv[1]], [word for word in sys.argv[2:] if word != "--document"]
    failures = 0
    table = Table("reliability.md", "tests/stress/run --document", ["what", "seconds", "how it went"])
    for name, scenario in SCENARIOS:
        if words and not any(word in name for word in words):
            continue
        folder = tempfile.mkdtemp(prefix="puppet-analyzer-stress-")
        shutil.copytree(EXAMPLE, folder, dirs_exist_ok=True)
        with open(os.path.join(folder, "manifests", "mistakes.pp"), "w", encoding="utf-8") as file:
            file.write(MISTAKES)
        peer = Peer(command, folder)
        begin = time.monotonic()
        try:
            outcome = scenario(peer, command)
        except (AssertionError, TimeoutError, EOFError, BrokenPipeError, OSError, subprocess.TimeoutExpired) as problem:
            failures += 1
            outcome = f"FAILED: {type(problem).__name__}: {str(problem)[:600]}"
            traceback.print_exc(file=sys.stderr)
        finally:
            peer.stop()
            subprocess.run(["rm", "-rf", folder], check=True)
        table.row(name, f"{time.monotonic() - begin:.1f}", outcome)
    table.end()
    print("all held" if not failures else f"{failures} failed")
    return 1 if failures else 0


sys.exit(main())
