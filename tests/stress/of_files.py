"""Files: very many, very deep, very large, in circles, in no encoding, forbidden, no files at all, and gone while they are read."""

import os
import random
import shutil
import socket
import subprocess
import tempfile
import threading
import time

from peer import PATIENCE, Peer, compare_with_fresh_start

SITE = "manifests/site.pp"


def write(root, path, data):
    whole = os.path.join(root, path)
    os.makedirs(os.path.dirname(whole), exist_ok=True)
    with open(whole, "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())


def until_read(peer, path, line, character):
    """Until the definition of a name of the workspace is found; the seconds."""
    begin = time.monotonic()
    place = {"textDocument": {"uri": peer.uri(path)}, "position": {"line": line, "character": character}}
    while time.monotonic() - begin < PATIENCE:
        if peer.request("textDocument/definition", place, PATIENCE)[0].get("result"):
            return time.monotonic() - begin
        time.sleep(0.1)
    raise TimeoutError("the workspace is not read")


def many_files(peer, command):
    """100,000 manifests."""
    for module in range(1000):
        folder = os.path.join(peer.root, f"modules/many{module}/manifests")
        os.makedirs(folder)
        for number in range(100):
            with open(os.path.join(folder, f"c{number}.pp"), "w", encoding="utf-8") as file:
                file.write(f"class many{module}::c{number} {{\n  notify {{ 'many {module} {number}': }}\n}}\n")
    begin = time.monotonic()
    other = Peer(command, peer.root)
    try:
        other.open(SITE, "include many999::c99\n")
        seconds = until_read(other, SITE, 0, 12)
        other.wait_for_diagnostics("manifests/mistakes.pp", 0, PATIENCE)
        checked = time.monotonic() - begin
        times = []
        for version in range(2, 12):
            other.change(SITE, version, f"include many999::c99\n$x = {version}\n")
            times.append(other.wait_for_diagnostics(SITE, version, PATIENCE))
        times.sort()
        found = compare_with_fresh_start(other, command)
        size = other.peak_megabytes()
        assert size < 4000, f"{size} MB"
    finally:
        other.stop()
    return f"read after {seconds:.1f} s, all diagnostics after {checked:.1f} s, keystroke to diagnostics {times[5] * 1000:.1f} ms (worst {times[-1] * 1000:.1f} ms), {size} MB at most, {found} diagnostics"


def deep_folders(peer, command):
    """So deep that no path leads there."""
    here = os.open(os.path.join(peer.root, "modules"), os.O_RDONLY)
    for _ in range(3000):
        os.mkdir("deep", dir_fd=here)
        below = os.open("deep", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    file = os.open("bottom.pp", os.O_WRONLY | os.O_CREAT, dir_fd=here)
    os.write(file, b"class bottom { }\n")
    os.close(file)
    os.close(here)
    begin = time.monotonic()
    other = Peer(command, peer.root)
    try:
        other.open(SITE)
        other.wait_for_diagnostics(SITE, 1, PATIENCE)
        seconds = time.monotonic() - begin
        found = compare_with_fresh_start(other, command)
    finally:
        other.stop()
        subprocess.run(["rm", "-rf", os.path.join(peer.root, "modules/deep")], check=True)
    return f"3,000 folders inside one another: {seconds:.2f} s until diagnostics, {found} of them"


def circles_of_links(peer, command):
    root = peer.root
    links = [
        ("modules/self", "../modules"), ("modules/a", "b"), ("modules/b", "a"), ("modules/up", "../.."), ("manifests/loop.pp", "loop.pp"),
        ("modules/root", "/"), ("site-modules/all", ".."), ("data/nodes/up", ".."), ("modules/webserver/files", "."), ("modules/gone", "no/such"),
    ]
    for name, target in links:
        os.symlink(target, os.path.join(root, name))
    os.makedirs(os.path.join(root, "modules/inner/manifests"))
    os.symlink("../../inner", os.path.join(root, "modules/inner/manifests/inner"))
    other = Peer(command, root)
    try:
        other.open("site-modules/role/manifests/web.pp")
        seconds = until_read(other, "site-modules/role/manifests/web.pp", *place_of(other, "site-modules/role/manifests/web.pp", "profile::web"))
        found = compare_with_fresh_start(other, command)
        size = other.peak_megabytes()
        assert size < 500, f"{size} MB"
    finally:
        other.stop()
    return f"read after {seconds:.2f} s, {size} MB, {found} diagnostics"


def place_of(peer, path, word):
    text = peer.documents[path][1]
    before = text[: text.index(word) + 2]
    return before.count("\n"), len(before) - before.rfind("\n") - 1


def files_that_vanish(peer, command):
    """Files come, go and change while the server reads them; at the end it is told of all."""
    chance = random.Random(3)
    names = [f"modules/v{number % 5}/manifests/f{number}.pp" for number in range(60)]
    names += ["data/v.yaml", "modules/v0/metadata.json", "modules/v1/templates/t.epp", "environment.conf"]
    with open(os.path.join(peer.root, "environment.conf"), encoding="utf-8") as file:
        settings = file.read()
    stop = threading.Event()

    def churn():
        while not stop.is_set():
            path = os.path.join(peer.root, chance.choice(names))
            action = chance.random()
            try:
                if action < 0.5:
                    write(peer.root, path, settings if path.endswith("conf") else f"class v{chance.randint(0, 9)} {{ notice($y{chance.randint(0, 9)}) }}\n")
                elif action < 0.8:
                    os.remove(path)
                elif action < 0.9:
                    shutil.rmtree(os.path.dirname(path) if "/v" in os.path.dirname(path) else path)
                else:
                    os.truncate(path, 3)
            except OSError:
                pass

    changer = threading.Thread(target=churn)
    changer.start()
    try:
        for turn in range(300):
            changes = [{"uri": peer.uri(chance.choice(names)), "type": chance.choice([1, 2, 3])} for _ in range(chance.randint(1, 20))]
            peer.notify("workspace/didChangeWatchedFiles", {"changes": changes})
            path = chance.choice(names[:60])
            if turn % 10 == 0:
                # Open with a text of the client's, and closed after the file has gone.
                peer.open(path, "class of_the_client { }\n")
            peer.request("textDocument/documentSymbol", {"textDocument": {"uri": peer.uri(path)}}, PATIENCE)
            if turn % 10 == 9:
                for path in list(peer.documents):
                    peer.notify("textDocument/didClose", {"textDocument": {"uri": peer.uri(path)}})
                    del peer.documents[path]
            if turn % 50 == 0:
                peer.notify("workspace/didChangeConfiguration", {"settings": {"puppet-analyzer": {}}})
    finally:
        stop.set()
        changer.join()
    write(peer.root, "environment.conf", settings)
    final = [{"uri": peer.uri(name), "type": 2 if os.path.exists(os.path.join(peer.root, name)) else 3} for name in names]
    peer.notify("workspace/didChangeWatchedFiles", {"changes": final})
    found = compare_with_fresh_start(peer, command)
    return f"300 notifications meanwhile, {found} diagnostics afterwards"


ODD_BYTES = [
    b"\xff\xfe\x00c\x00l\x00a\x00s\x00s", b"class caf\xe9 { }\n", b"\x00\x00\x00", b"\xed\xa0\x80", b"\xef\xbb\xbfclass bom { }\r\n", b"\xf8\x88\x80\x80\x80", b"a" * 70000,
    b"\r" * 1000, b"class a { \x0c \xc2\x85 \xe2\x80\xa8 }", b"{", b"[" * 50000,
]


def no_encoding(peer, command):
    root = peer.root
    places = ["modules/odd{0}/manifests/init.pp", "modules/odd{0}/metadata.json", "data/odd{0}.yaml", "modules/odd{0}/templates/t.epp", "modules/odd{0}/lib/puppet/functions/f.rb"]
    for number, data in enumerate(ODD_BYTES):
        for place in places:
            write(root, place.format(number), data)
    for name in (b"modules/odd0/manifests/\xff.pp", b"modules/odd0/manifests/new\nline.pp", b"modules/odd0/manifests/%41.pp"):
        with open(os.path.join(root.encode(), name), "wb") as file:
            file.write(b"class name { }\n")
    write(root, "hiera.yaml", b"\xff\xfe")
    write(root, ".puppet-analyzer.toml", b"\xff = [")
    write(root, ".puppet-lint.rc", b"--\xff\n--no-\n\x00")
    other = Peer(command, root)
    try:
        other.open(SITE)
        other.wait_for_diagnostics(SITE, 1, PATIENCE)
        for path in ("modules/odd4/manifests/init.pp", "modules/odd7/manifests/init.pp"):
            other.open(path, "class client { }\n")
        found = compare_with_fresh_start(other, command)
    finally:
        other.stop()
    return f"{len(ODD_BYTES) * len(places) + 6} files, {found} diagnostics"


def large_files(peer, command):
    """50 MB on disk are left out, not read."""
    with open(os.path.join(peer.root, "manifests/large.pp"), "wb") as file:
        file.write(b"class large { }\n" * 3_200_000)
    with open(os.path.join(peer.root, "data/large.yaml"), "wb") as file:
        file.write(b"a: [1, 2, 3]\n" * 4_000_000)
    os.makedirs(os.path.join(peer.root, "modules/webserver/files"), exist_ok=True)
    with open(os.path.join(peer.root, "modules/webserver/files/hole"), "wb") as file:
        file.truncate(1 << 40)
    other = Peer(command, peer.root)
    try:
        other.open(SITE)
        other.wait_for_diagnostics(SITE, 1, PATIENCE)
        other.command("puppet-analyzer.previewCatalog", {"uri": other.uri(SITE), "position": {"line": 3, "character": 2}}, PATIENCE)
        found = compare_with_fresh_start(other, command)
        size = other.peak_megabytes()
        assert size < 500, f"{size} MB"
    finally:
        other.stop()
    return f"two files of 50 MB and one of 1 TB: {size} MB, {found} diagnostics"


def no_files_at_all(peer, command):
    """Pipes, sockets and devices under names of code: opening one must not wait for anybody."""
    root = peer.root
    for path in ("modules/pipe/manifests/init.pp", "data/pipe.yaml", "modules/pipe/metadata.json", ".puppet-lint.rc"):
        os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
        os.mkfifo(os.path.join(root, path))
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(os.path.join(root, "manifests/socket.pp"))
    os.symlink("/dev/zero", os.path.join(root, "manifests/zero.pp"))
    os.makedirs(os.path.join(root, "manifests/folder.pp"))
    other = Peer(command, root)
    try:
        other.open(SITE)
        other.wait_for_diagnostics(SITE, 1, PATIENCE)
        changes = [{"uri": other.uri(path), "type": 2} for path in ("modules/pipe/manifests/init.pp", "manifests/zero.pp", "manifests/folder.pp", "data/pipe.yaml")]
        other.notify("workspace/didChangeWatchedFiles", {"changes": changes})
        found = compare_with_fresh_start(other, command)
    finally:
        other.stop()
        listener.close()
    return f"{found} diagnostics"


def no_permission(peer, command):
    """As a user who may read nothing of some files and folders; root runs it as nobody."""
    root = peer.root
    write(root, "manifests/secret.pp", "class secret { }\n")
    write(root, "modules/closed/manifests/init.pp", "class closed { }\n")
    os.chmod(os.path.join(root, "manifests/secret.pp"), 0)
    os.chmod(os.path.join(root, "modules/closed"), 0)
    as_nobody = command
    folder = tempfile.mkdtemp(prefix="puppet-analyzer-nobody-")
    if os.geteuid() == 0:
        os.chmod(root, 0o755)
        os.chmod(folder, 0o755)
        copy = os.path.join(folder, "puppet-analyzer")
        shutil.copy(command[0], copy)
        as_nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", copy]
    other = Peer(as_nobody, root)
    try:
        other.open(SITE, "include closed\n")
        other.wait_for_diagnostics(SITE, 1, PATIENCE)
        changes = [{"uri": other.uri(path), "type": 2} for path in ("manifests/secret.pp", "modules/closed/manifests/init.pp")]
        other.notify("workspace/didChangeWatchedFiles", {"changes": changes})
        found = compare_with_fresh_start(other, as_nobody)
        assert found > 0, "the class that cannot be read is not missed"
    finally:
        other.stop()
        os.chmod(os.path.join(root, "modules/closed"), 0o755)
        shutil.rmtree(folder)
    return f"{found} diagnostics"


SCENARIOS = [
    ("100,000 files", many_files),
    ("deep folders", deep_folders),
    ("circles of links", circles_of_links),
    ("files that vanish while they are read", files_that_vanish),
    ("files in no encoding", no_encoding),
    ("files of 50 MB", large_files),
    ("pipes, sockets and devices", no_files_at_all),
    ("no permission", no_permission),
]
