"""A small client for tests that drive the server from outside: one request at a time, the last diagnostics of each document kept."""

import json
import os
import queue
import subprocess
import threading
import time


class Session:
    def __init__(self, command, root, options=None, environment=None, capabilities=None):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
        )
        self.messages = queue.Queue()
        self.last_id = 0
        self.published = {}
        self.answered = set()
        self.news = threading.Condition()
        self.may_read = threading.Event()
        self.may_read.set()
        self.root = os.path.abspath(root)
        threading.Thread(target=self._read, daemon=True).start()
        self.request(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": self.uri(""),
                "capabilities": capabilities or {"textDocument": {"publishDiagnostics": {}}},
                "initializationOptions": options or {},
            },
            timeout=60,
        )
        self.notify("initialized", {})

    def uri(self, path):
        return "file://" + os.path.join(self.root, path).rstrip("/")

    def _read(self):
        stream = self.process.stdout
        while True:
            self.may_read.wait()
            length = None
            while True:
                line = stream.readline()
                if not line:
                    self._end()
                    return
                line = line.strip()
                if not line:
                    break
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            body = stream.read(length)
            if len(body) < length:
                self._end()
                return
            message = json.loads(body)
            if message.get("method") == "textDocument/publishDiagnostics":
                with self.news:
                    self.published[message["params"]["uri"]] = message["params"]
                    self.news.notify_all()
            else:
                if "method" not in message:
                    self.answered.add(message.get("id"))
                self.messages.put(message)

    def has_answered(self, request):
        return request in self.answered

    def _end(self):
        self.messages.put(None)
        with self.news:
            self.published[None] = None
            self.news.notify_all()

    def wait_for_diagnostics(self, path, version, timeout=30):
        """Until those of a version (or a later one) have come; the seconds that it took."""
        begin = time.monotonic()
        uri = self.uri(path)

        def are_there():
            known = self.published.get(uri)
            return None in self.published or known and (known.get("version") or 0) >= version

        with self.news:
            if not self.news.wait_for(are_there, timeout):
                raise TimeoutError(f"no diagnostics of version {version} of {path} within {timeout} s")
        if None in self.published:
            raise EOFError("the server ended")
        return time.monotonic() - begin

    def send(self, message):
        message["jsonrpc"] = "2.0"
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def notify(self, method, parameters):
        self.send({"method": method, "params": parameters})

    def request(self, method, parameters, timeout=30):
        """The answer (a result or an error) and the seconds that it took."""
        self.last_id += 1
        wanted = self.last_id
        begin = time.monotonic()
        self.send({"id": wanted, "method": method, "params": parameters})
        while True:
            left = timeout - (time.monotonic() - begin)
            if left <= 0:
                raise TimeoutError(f"no answer to {method} within {timeout} s")
            try:
                message = self.messages.get(timeout=left)
            except queue.Empty:
                raise TimeoutError(f"no answer to {method} within {timeout} s") from None
            if message is None:
                raise EOFError(f"the server ended during {method}")
            if "method" in message:
                if "id" in message:
                    self.send({"id": message["id"], "result": None})
                continue
            if message.get("id") == wanted:
                return message, time.monotonic() - begin

    def open(self, path, text=None, language="puppet"):
        if text is None:
            with open(os.path.join(self.root, path), encoding="utf-8") as file:
                text = file.read()
        document = {"uri": self.uri(path), "languageId": language, "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, path, version, text):
        document = {"uri": self.uri(path), "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def hover(self, path, line, character, timeout=30):
        place = {"textDocument": {"uri": self.uri(path)}, "position": {"line": line, "character": character}}
        return self.request("textDocument/hover", place, timeout)

    def command(self, name, arguments, timeout=60):
        return self.request("workspace/executeCommand", {"command": name, "arguments": [arguments]}, timeout)

    def close(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(timeout=10)
