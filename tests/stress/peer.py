"""A client that can misbehave, and the comparison with a fresh start."""

import json
import os
import queue
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "support"))
from lsp_session import Session

OPTIONS = {"testCommands": True}
# However busy the machine is.
PATIENCE = 300


class Peer(Session):
    """Knows which documents it has open, with which text."""

    def __init__(self, command, root, **more):
        self.documents = {}
        super().__init__(command, root, options=OPTIONS, **more)

    def raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def frame(self, body):
        self.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def ask(self, method, parameters):
        """Sends a request without waiting; its id."""
        self.last_id += 1
        self.send({"id": self.last_id, "method": method, "params": parameters})
        return self.last_id

    def collect(self, wanted, timeout=PATIENCE):
        """The answers to these ids; requests of the server are answered meanwhile."""
        wanted, answers = set(wanted), {}
        end = time.monotonic() + timeout
        while wanted:
            try:
                message = self.messages.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise TimeoutError(f"{len(wanted)} requests have no answer within {timeout} s") from None
            if message is None:
                raise EOFError("the server ended")
            if "method" in message:
                if "id" in message:
                    self.send({"id": message["id"], "result": None})
            elif message.get("id") in wanted:
                wanted.discard(message["id"])
                answers[message["id"]] = message
        return answers

    def open(self, path, text=None, language="puppet"):
        if text is None:
            with open(os.path.join(self.root, path), encoding="utf-8") as file:
                text = file.read()
        self.documents[path] = [1, text]
        super().open(path, text, language)

    def change(self, path, version, text):
        self.documents[path] = [version, text]
        super().change(path, version, text)

    def pause_reading(self):
        self.may_read.clear()

    def go_on_reading(self):
        self.may_read.set()

    def write_in_background(self, data):
        """A pipe that is full blocks its writer; the thread that writes."""
        writer = threading.Thread(target=self.raw, args=(data,), daemon=True)
        writer.start()
        return writer

    def is_alive(self):
        """Answers a question that every state of the server can answer."""
        answer, _ = self.request("workspace/symbol", {"query": "no-such-name"}, PATIENCE)
        return "result" in answer

    def megabytes(self):
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as lines:
            return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS"))

    def peak_megabytes(self):
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as lines:
            return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM"))

    def stop(self):
        self.process.kill()
        self.process.wait()


def shown(peer):
    """Every diagnostic that an editor would show now."""
    with peer.news:
        found = {uri: parameters["diagnostics"] for uri, parameters in peer.published.items() if parameters}
    return {uri: sorted(map(json.dumps, list_)) for uri, list_ in found.items() if list_}


def what_it_knows(peer):
    """What the server makes of each open document: tokens and symbols depend on every character."""
    known = {}
    for path in sorted(peer.documents):
        name = {"textDocument": {"uri": peer.uri(path)}}
        for method in ("semanticTokens/full", "documentSymbol", "foldingRange"):
            answer, _ = peer.request("textDocument/" + method, name, PATIENCE)
            result = answer.get("result")
            if isinstance(result, dict):
                result.pop("resultId", None)
            known[path, method] = result if "result" in answer else answer.get("error")
    return known


def compare_with_fresh_start(peer, command):
    """Raises where a new server with the same files and documents would show anything else."""
    fresh = Peer(command, peer.root)
    try:
        for path, (_, text) in peer.documents.items():
            fresh.open(path, text)
        if what_it_knows(peer) != what_it_knows(fresh):
            raise AssertionError("an open document is not what the client has")
        end = time.monotonic() + PATIENCE
        quiet_since, last = time.monotonic(), None
        while True:
            now = (shown(peer), shown(fresh))
            if now != last:
                quiet_since, last = time.monotonic(), now
            # Equal for a while, and not nothing (each workspace has mistakes): what comes late has come.
            if now[0] and now[0] == now[1] and time.monotonic() - quiet_since > 1.5:
                return sum(map(len, now[0].values()))
            if time.monotonic() > end:
                before, after = ({(uri, one) for uri, list_ in side.items() for one in list_} for side in now)
                raise AssertionError(f"diagnostics differ: too many {list(before - after)[:3]}, missing {list(after - before)[:3]}")
            time.sleep(0.1)
    finally:
        fresh.stop()


def random_message(chance, peer, paths):
    """A request or notification that is well formed and about something that may exist."""
    path = chance.choice(paths)
    name = {"uri": peer.uri(path)}
    position = {"line": chance.randint(0, 30), "character": chance.randint(0, 60)}
    at = {"textDocument": name, "position": position}
    area = {"textDocument": name, "range": {"start": {"line": 0, "character": 0}, "end": position}}
    options = {"tabSize": 2, "insertSpaces": True}
    table = [
        ("textDocument/hover", at),
        ("textDocument/completion", at),
        ("textDocument/definition", at),
        ("textDocument/references", {**at, "context": {"includeDeclaration": True}}),
        ("textDocument/documentHighlight", at),
        ("textDocument/documentSymbol", {"textDocument": name}),
        ("textDocument/codeAction", {**area, "context": {"diagnostics": []}}),
        ("textDocument/codeLens", {"textDocument": name}),
        ("textDocument/foldingRange", {"textDocument": name}),
        ("textDocument/formatting", {"textDocument": name, "options": options}),
        ("textDocument/rangeFormatting", {**area, "options": options}),
        ("textDocument/onTypeFormatting", {**at, "ch": "\n", "options": options}),
        ("textDocument/rename", {**at, "newName": chance.choice(["fresh", "", "9", "a b", "$x", "a::b"])}),
        ("textDocument/prepareRename", at),
        ("textDocument/signatureHelp", at),
        ("textDocument/inlayHint", area),
        ("textDocument/selectionRange", {"textDocument": name, "positions": [position]}),
        ("textDocument/semanticTokens/full", {"textDocument": name}),
        ("textDocument/semanticTokens/range", area),
        ("textDocument/semanticTokens/full/delta", {"textDocument": name, "previousResultId": str(chance.randint(0, 9))}),
        ("textDocument/documentLink", {"textDocument": name}),
        ("textDocument/prepareCallHierarchy", at),
        ("textDocument/prepareTypeHierarchy", at),
        ("textDocument/linkedEditingRange", at),
        ("textDocument/moniker", at),
        ("workspace/symbol", {"query": chance.choice(["", "a", "web", "💥"])}),
        ("puppet/previewCatalog", {"uri": peer.uri(path), "position": position}),
        ("puppet/contexts", {}),
        ("puppet/evaluationState", {"uri": peer.uri(path)}),
        ("workspace/executeCommand", {"command": "puppet-analyzer.catalogDiff", "arguments": [{"uri": peer.uri(path), "position": position}]}),
        ("workspace/executeCommand", {"command": "puppet-analyzer.test.panic", "arguments": []}),
        ("no/such/method", {"a": 1}),
        ("$/noSuchMethod", {}),
    ]
    return chance.choice(table)


ODD_VALUES = [None, True, -1, 2**31, 2**63, 1.5, "", "x", "file:///", "untitled:x", [], {}, [None], {"uri": 1}, "\ud800", "\x00", {"line": -1, "character": 2**40}]


def spoiled(chance, value):
    """The same with something at some place replaced by what does not belong there, or left out."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        key = chance.choice(list(value))
        if chance.random() < 0.2:
            return {other: one for other, one in value.items() if other != key}
        return {**value, key: spoiled(chance, value[key])}
    if isinstance(value, list) and value and chance.random() < 0.85:
        index = chance.randrange(len(value))
        return [*value[:index], spoiled(chance, value[index]), *value[index + 1 :]]
    return chance.choice(ODD_VALUES)
