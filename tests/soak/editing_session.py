"""Types, saves, asks and switches branches like a busy person for hours, and writes down each minute how the server does."""

import argparse
import json
import os
import random
import shutil
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "support"))
sys.path.insert(0, os.path.dirname(__file__))
import workspace
from lsp_session import Session

SITE = "manifests/site.pp"
CAPABILITIES = {
    "textDocument": {"publishDiagnostics": {"versionSupport": True}, "hover": {}, "completion": {}, "inlayHint": {}},
    "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}},
}
# At the pace of a person, two and a half minutes.
FILES_BETWEEN_SWITCHES = 9

# What is typed into a class: with mistakes on the way, as typing has.
LINES = [
    "  $answer = $facts['os']['family']\n",
    "  notify { \"port ${port}\": }\n",
    "  $sorted = $names.map |$n| { $n.upcase }.join(', ')\n",
    "  file { '/tmp/x': ensure => file, mode => '0600' }\n",
    "  if $port > 1024 { notice($port) } else { fail('low') }\n",
    "  include profile::base\n",
    "  $broken = [1, { 'a' => \n",
    "  user { 'x' ensure => present }\n",
]


class Document:
    def __init__(self, session, path):
        self.session, self.path, self.version = session, path, 1
        with open(os.path.join(session.root, path), encoding="utf-8") as file:
            self.text = file.read()
        session.open(path, self.text)

    def position(self, offset):
        before = self.text[:offset]
        return {"line": before.count("\n"), "character": offset - (before.rfind("\n") + 1)}

    def place(self, offset):
        return {"textDocument": {"uri": self.session.uri(self.path)}, "position": self.position(offset)}

    def replace(self, start, end, new):
        """One incremental edit; the seconds until its diagnostics."""
        area = {"start": self.position(start), "end": self.position(end)}
        self.text = self.text[:start] + new + self.text[end:]
        self.version += 1
        document = {"uri": self.session.uri(self.path), "version": self.version}
        self.session.notify(
            "textDocument/didChange", {"textDocument": document, "contentChanges": [{"range": area, "text": new}]}
        )
        return self.session.wait_for_diagnostics(self.path, self.version, 60)

    def save(self):
        with open(os.path.join(self.session.root, self.path), "w", encoding="utf-8") as file:
            file.write(self.text)
        self.session.notify("textDocument/didSave", {"textDocument": {"uri": self.session.uri(self.path)}})
        tell_of_files(self.session, [self.path])

    def close(self):
        self.session.notify("textDocument/didClose", {"textDocument": {"uri": self.session.uri(self.path)}})


def tell_of_files(session, paths):
    changes = [{"uri": session.uri(path), "type": 2} for path in paths]
    session.notify("workspace/didChangeWatchedFiles", {"changes": changes})


class Person:
    def __init__(self, session, seed, pace=1.0, modules=workspace.MODULES):
        self.session, self.chance, self.latencies = session, random.Random(seed), {}
        self.pace, self.modules = pace, modules
        self.failures = 0
        self.branch = "main"
        self.edited = 0

    def note(self, what, seconds):
        self.latencies.setdefault(what, []).append(seconds * 1000)

    def ask(self, what, method, parameters):
        answer, seconds = self.session.request(method, parameters, timeout=60)
        if "error" in answer:
            self.failures += 1
        self.note(what, seconds)
        return answer

    def pause(self, least, most):
        time.sleep(self.chance.uniform(least, most) * self.pace)

    def look_around(self, document):
        for _ in range(self.chance.randint(2, 5)):
            variables = [index for index, letter in enumerate(document.text) if letter == "$"]
            offset = self.chance.choice(variables) + 1 if variables else 0
            self.ask("hover", "textDocument/hover", document.place(offset))
            self.pause(0.2, 0.8)
        name = {"textDocument": {"uri": self.session.uri(document.path)}}
        whole = {"start": {"line": 0, "character": 0}, "end": document.position(len(document.text))}
        self.ask("tokens", "textDocument/semanticTokens/full", name)
        self.ask("symbols", "textDocument/documentSymbol", name)
        self.ask("hints", "textDocument/inlayHint", {**name, "range": whole})
        self.ask("definition", "textDocument/definition", document.place(max(document.text.find("include ") + 9, 0)))
        if self.chance.random() < 0.3:
            place = {**document.place(max(document.text.find("$") + 1, 0)), "context": {"includeDeclaration": True}}
            self.ask("references", "textDocument/references", place)

    def type_a_line(self, document):
        line = self.chance.choice(LINES)
        at = document.text.rfind("}")
        for count, letter in enumerate(line):
            self.note("keystroke", document.replace(at + count, at + count, letter))
            if letter in "$[:" or count == 6:
                self.ask("completion", "textDocument/completion", document.place(at + count + 1))
            self.pause(0.1, 0.3)
        if self.chance.random() < 0.6:
            # Changes their mind and takes it out again.
            self.note("keystroke", document.replace(at, at + len(line), ""))

    def edit_a_file(self):
        module = self.chance.randrange(self.modules)
        # Half of the time in what the node's catalog is made of.
        if self.chance.random() < 0.5:
            module -= module % 10
        document = Document(self.session, f"modules/m{module}/manifests/part{self.chance.randrange(9)}.pp")
        self.pause(0.5, 1.5)
        self.look_around(document)
        for _ in range(self.chance.randint(1, 2)):
            self.type_a_line(document)
        what = {"uri": self.session.uri(SITE), "position": {"line": 3, "character": 2}, "node": "web01.example.com"}
        self.ask("preview", "puppet/previewCatalog", what)
        difference = {"command": "puppet-analyzer.catalogDiff", "arguments": [what]}
        self.ask("diff", "workspace/executeCommand", difference)
        if self.chance.random() < 0.7:
            document.save()
        self.look_around(document)
        document.close()

    def switch_branch(self):
        self.branch = "feature" if self.branch == "main" else "main"
        changed = workspace.switch(self.session.root, self.branch)
        begin = time.monotonic()
        tell_of_files(self.session, changed)
        document = Document(self.session, SITE)
        # Answered once the change has been taken in.
        self.session.request("textDocument/documentSymbol", {"textDocument": {"uri": self.session.uri(SITE)}}, 60)
        self.note("switch", time.monotonic() - begin)
        document.close()
        return len(changed)

    def work(self):
        self.edit_a_file()
        self.edited += 1
        if self.edited % FILES_BETWEEN_SWITCHES == 0:
            self.switch_branch()


def percentile(values, part):
    values = sorted(values)
    return round(values[min(len(values) - 1, int(len(values) * part))], 2)


def sample(session, person, begin):
    """The last minute, as the kernel and the client saw it."""
    pid = session.process.pid
    with open(f"/proc/{pid}/status", encoding="utf-8") as lines:
        status = dict(line.split(":", 1) for line in lines)
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    latencies = {
        what: {"count": len(values), "p50": percentile(values, 0.5), "p99": percentile(values, 0.99), "worst": round(max(values), 2)}
        for what, values in person.latencies.items()
    }
    person.latencies = {}
    return {
        "second": round(time.monotonic() - begin),
        "megabytes": round(int(status["VmRSS"].split()[0]) / 1024, 1),
        "files": len(os.listdir(f"/proc/{pid}/fd")),
        "threads": int(status["Threads"]),
        "processor": (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"),
        "load": os.getloadavg()[0],
        "failures": person.failures,
        "latencies": latencies,
    }


def main():
    options = argparse.ArgumentParser()
    options.add_argument("server")
    options.add_argument("--seconds", type=int, default=7200)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--samples", default="soak.jsonl")
    options.add_argument("--pace", type=float, default=1.0, help="0.1: ten times as quick as a person")
    options.add_argument("--every", type=float, default=60.0, help="seconds from sample to sample")
    options.add_argument("--modules", type=int, default=workspace.MODULES, help="how many of the modules are ever edited")
    chosen = options.parse_args()
    folder = tempfile.mkdtemp(prefix="puppet-analyzer-soak-")
    try:
        workspace.build(folder)
        session = Session([chosen.server], folder, capabilities=CAPABILITIES)
        person = Person(session, chosen.seed, chosen.pace, chosen.modules)
        begin = time.monotonic()
        end = begin + chosen.seconds
        next_sample = begin + chosen.every
        with open(chosen.samples, "w", encoding="utf-8") as out:
            while time.monotonic() < end:
                person.work()
                if time.monotonic() >= next_sample:
                    out.write(json.dumps(sample(session, person, begin)) + "\n")
                    out.flush()
                    next_sample += chosen.every
        code = session.close()
    finally:
        shutil.rmtree(folder)
    print(f"the session ended with {code}, {person.failures} requests failed")
    return 1 if code or person.failures else 0


if __name__ == "__main__":
    sys.exit(main())
