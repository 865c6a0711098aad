"""Runs the server and the commands under strace over a workspace that tries to get out, and reads what they did."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "support"))
from lsp_session import Session

# With the names of what file descriptors are open on.
STRACE = ["strace", "-f", "-qq", "-y"]
SECRET = "the-secret-that-must-stay-outside"

SITE = """\
node default {
  include escape
  notice(file('/etc/passwd'))
  notice(generate('/bin/sh', '-c', 'id'))
  notice(inline_template("<%= `id` %><%= File.read('/etc/passwd') %><%= system('id') %>"))
  notice(template('/etc/passwd'))
  notice(lookup('stolen', undef, undef, 'none'))
  notify {"for lint and the formatter" :}
}
"""

ESCAPE = """\
class escape (String $value = 'x') {
  notice(file('escape/link.txt'))
  notice(file('escape/../../../outside.txt'))
  notice(epp('escape/link.epp'))
  notice(escape::shell('id'))
  if $value =~ /^(x)$/ { notice($1) }
}
"""

FUNCTION = """\
Puppet::Functions.create_function(:'escape::shell') do
  def shell(command)
    require 'socket'
    TCPSocket.new('127.0.0.1', 9)
    File.write('/tmp/puppet-analyzer-was-here', 'x')
    `#{command}`
  end
end
"""

HIERA = """\
version: 5
hierarchy:
  - name: outside
    paths: ['../../outside.yaml', 'link.yaml']
  - name: absolute
    datadir: /etc
    path: passwd
"""


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def build(folder):
    """The workspace in `folder`/repo, and what it must not reach beside it."""
    repo = os.path.join(folder, "repo")
    write(os.path.join(folder, "outside.txt"), SECRET)
    write(os.path.join(folder, "outside.yaml"), f"stolen: {SECRET}\n")
    write(os.path.join(repo, "environment.conf"), "modulepath = modules\nconfig_version = /bin/touch /tmp/puppet-analyzer-was-here\n")
    write(os.path.join(repo, "manifests/site.pp"), SITE)
    write(os.path.join(repo, "hiera.yaml"), HIERA)
    module = os.path.join(repo, "modules/escape")
    write(os.path.join(module, "manifests/init.pp"), ESCAPE)
    write(os.path.join(module, "lib/puppet/functions/escape/shell.rb"), FUNCTION)
    for folder_name, link in (("files", "link.txt"), ("templates", "link.epp")):
        os.makedirs(os.path.join(module, folder_name))
        os.symlink(os.path.join(folder, "outside.txt"), os.path.join(module, folder_name, link))
    os.makedirs(os.path.join(repo, "data"))
    os.symlink(os.path.join(folder, "outside.yaml"), os.path.join(repo, "data/link.yaml"))
    os.symlink(repo, os.path.join(repo, "modules/loop"))
    # A commit to compare with; what its configuration wants to run is written afterwards, so that only we could run it.
    for arguments in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "first"]):
        subprocess.run(["git", "-C", repo, "-c", "user.name=x", "-c", "user.email=x@example.com", *arguments], check=True)
    hooks = os.path.join(repo, ".git/hooks")
    write(os.path.join(hooks, "post-checkout"), "#!/bin/sh\ntouch /tmp/puppet-analyzer-was-here\n")
    with open(os.path.join(repo, ".git/config"), "a", encoding="utf-8") as file:
        file.write(f"[core]\n\tfsmonitor = /bin/touch /tmp/puppet-analyzer-was-here\n[include]\n\tpath = {folder}/outside.gitconfig\n")
    write(os.path.join(folder, "outside.gitconfig"), f"[user]\n\tname = {SECRET}\n")
    os.makedirs(os.path.join(folder, "temporary"))
    return repo


def environment_of(folder):
    """With a folder for temporary files of its own, so that what stays in it is seen."""
    return {**os.environ, "TMPDIR": os.path.join(folder, "temporary")}


def session(server, repo, log, environment):
    """What an editor would do, under strace."""
    capabilities = {"textDocument": {"publishDiagnostics": {}}, "window": {"showDocument": {"support": True}}}
    client = Session([*STRACE, "-o", log, server], repo, environment=environment, capabilities=capabilities)
    client.open("manifests/site.pp")
    client.open("modules/escape/manifests/init.pp")
    site = client.uri("manifests/site.pp")
    answers = [client.hover("modules/escape/manifests/init.pp", 0, 24)[0]]
    preview = {"uri": site, "position": {"line": 0, "character": 2}}
    answers.append(client.command("puppet-analyzer.previewCatalog", {**preview, "show": True})[0])
    # Beside the last commit, and beside the saved file.
    answers.append(client.command("puppet-analyzer.catalogDiff", preview)[0])
    client.change("manifests/site.pp", 2, SITE + "# edited\n")
    answers.append(client.command("puppet-analyzer.catalogDiff", preview)[0])
    client.close()
    return str(answers)


def command(server, repo, log, arguments, environment):
    watched = [*STRACE, "-o", log, server, *arguments]
    done = subprocess.run(watched, cwd=repo, capture_output=True, text=True, timeout=120, env=environment)
    return done.stdout + done.stderr


# Libraries, the clock and what the process says about itself; never the user's files.
SYSTEM = re.compile(r"^(/lib|/usr/lib|/etc/ld\.so|/proc/|/sys/|/dev/|/usr/share/zoneinfo|/etc/localtime|/etc/timezone)")


def named_path(call):
    """The absolute path that a call names: its first text, below the folder that a descriptor before it is open on."""
    named = re.search(r'(?:<([^>]*)>, )?"([^"]*)"', call)
    return os.path.normpath(os.path.join(named.group(1) or "/", named.group(2))) if named else ""


def broken_promises(log, server, folder, written_below=()):
    """Every call in a log of strace that docs/security.md rules out."""
    found = []
    allowed = (os.path.dirname(server), os.path.join(folder, "repo"))
    with open(log, encoding="utf-8", errors="replace") as lines:
        calls = [line.split(" ", 1)[1].strip() for line in lines if " " in line]
    for index, call in enumerate(calls):
        name = call.split("(", 1)[0]
        if name in ("execve", "execveat") and index > 0:
            found.append(f"starts a process: {call}")
        elif name in ("fork", "vfork") or name in ("clone", "clone3") and "CLONE_THREAD" not in call:
            found.append(f"makes a process: {call}")
        elif name in ("socket", "connect", "bind", "listen", "accept") and "AF_UNIX" not in call.split(")")[0][:20]:
            found.append(f"opens a socket: {call}")
        elif name in ("open", "openat", "creat"):
            path = named_path(call)
            is_write = re.search(r"O_(WRONLY|RDWR|CREAT|TRUNC|APPEND)", call)
            if is_write and not path.startswith(("/dev/", *written_below)):
                found.append(f"writes: {call}")
            succeeded = re.search(r"= \d+", call)
            inside = path.startswith(allowed) or SYSTEM.match(path)
            if succeeded and not inside and not path.startswith(written_below or ("\0",)):
                found.append(f"reads outside: {call}")
        elif name in ("unlink", "unlinkat", "rename", "renameat", "renameat2", "mkdir", "mkdirat", "symlink", "chmod", "truncate"):
            if not named_path(call).startswith(written_below or ("\0",)):
                found.append(f"changes files: {call}")
    return found


# The folder for temporary files, and each command with what else it may write.
TEMPORARY = "temporary"
COMMANDS = [
    (["check", "."], ()),
    (["check", "--format", "sarif", "."], ()),
    (["compile", "--environment", ".", "--format", "report"], ()),
    (["compile", "--environment", ".", "--node", "x.example.com", "--format", "json"], ()),
    (["lookup", "stolen", "--environment", ".", "--explain"], ()),
    (["eval", "-e", "notice(file('/etc/passwd'))"], ()),
    (["parse", "manifests/site.pp"], ()),
    (["format", "--check", "manifests/site.pp"], ()),
    (["diff", "--from", ".", "--to", "."], ()),
    (["diff", "--from", "HEAD", "--to", "."], (TEMPORARY,)),
    (["completions", "bash"], ()),
    (["man"], ()),
    (["check", "--fix", "manifests/site.pp"], ("repo/manifests/site.pp",)),
    (["format", "manifests/site.pp"], ("repo/manifests/site.pp",)),
]


def main():
    server = sys.argv[1]
    folder = os.path.realpath(tempfile.mkdtemp(prefix="puppet-analyzer-security-"))
    marker = "/tmp/puppet-analyzer-was-here"
    if os.path.exists(marker):
        os.remove(marker)
    failures = []
    try:
        repo = build(folder)
        environment, temporary = environment_of(folder), os.path.join(folder, TEMPORARY)
        log = os.path.join(folder, "calls")
        shown = session(server, repo, log, environment)
        runs = [("the editor's session", log, shown, (temporary,))]
        for number, (arguments, written) in enumerate(COMMANDS):
            log = os.path.join(folder, f"calls{number}")
            written = tuple(os.path.join(folder, path) for path in written)
            runs.append((" ".join(arguments), log, command(server, repo, log, arguments, environment), written))
        with open(os.path.join(repo, "manifests/site.pp"), encoding="utf-8") as file:
            if "notify { 'for lint and the formatter': }" not in file.read():
                failures.append("what may be written was not written")
        for left in os.listdir(temporary):
            failures.append(f"left in the folder for temporary files: {left}")
        for name, log, shown, written in runs:
            for promise in broken_promises(log, server, folder, written):
                failures.append(f"{name}: {promise}")
            if SECRET in shown or "root:x:0" in shown:
                failures.append(f"{name}: shows what stands outside of the workspace")
            with open(log, encoding="utf-8", errors="replace") as lines:
                print(f"{name}: {sum(1 for _ in lines)} system calls")
        if os.path.exists(marker):
            failures.append("something ran a command of the workspace")
    finally:
        shutil.rmtree(folder)
    for failure in failures:
        print("BROKEN", failure)
    print("no promise is broken" if not failures else f"{len(failures)} broken promises")
    return 1 if failures else 0


sys.exit(main())
