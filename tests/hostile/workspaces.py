"""Hostile workspaces: what each holds, how it ends on the command line, and whether hover answers while the editor evaluates it."""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "support"))
from lsp_session import Session
from measured_tables import Table

# However slow the machine: an evaluation ends within this, in this much memory.
MOST_SECONDS = 120
MOST_MEGABYTES = 1500
# So many hovers while the workspace is evaluated, or as many as come in this time.
HOVERS = 200
HOVER_SECONDS = 20
# The goal for their 99th percentile, in milliseconds; a busy machine may miss it, so that it is only told.
HOVER_GOAL = 100

BOMB = "\n".join(
    ["a: &a [x, x, x, x, x, x, x, x, x]"]
    + [f"{after}: &{after} [{', '.join(['*' + before] * 9)}]" for before, after in zip("abcdefgh", "bcdefghi")]
)
HIERA = "version: 5\nhierarchy:\n  - name: all\n    path: all.yaml\n"

# Name, the manifest, further files.
WORKSPACES = [
    ("endless recursion of functions", "function f($x) { f($x + 1) }\nnotice(f(0))\n", {}),
    ("mutual recursion of functions", "function f($x) { g($x) }\nfunction g($x) { f($x) }\nnotice(f(0))\n", {}),
    ("endless defines", "define d($n) { d { \"x${n}\": n => $n + 1 } }\nd { 'a': n => 0 }\n", {}),
    ("loops in loops", "range(1, 100000).each |$a| { range(1, 100000).each |$b| { $c = $a * $b } }\n", {}),
    ("a flood of notices", "range(1, 100000000).each |$a| { notice($a) }\n", {}),
    ("a string that doubles", "$s = range(1, 60).reduce('x') |$memo, $i| { \"${memo}${memo}\" }\nnotice($s.length)\n", {}),
    ("an array that doubles", "$s = range(1, 60).reduce([1]) |$memo, $i| { $memo + $memo }\nnotice($s.length)\n", {}),
    ("a hash that nests", "$s = range(1, 1000000).reduce({}) |$memo, $i| { { 'k' => $memo } }\nnotice($s)\n", {}),
    ("an array that nests", "$s = range(1, 1000000).reduce([]) |$memo, $i| { [] << $memo }\nnotice($s)\n", {}),
    ("slices of slices", "$s = range(1, 1000000).reduce([1]) |$memo, $i| { slice($memo, 5) }\nnotice($s)\n", {}),
    ("secrets in secrets", "$s = range(1, 1000000).reduce(1) |$memo, $i| { Sensitive([$memo]) }\nnotice($s)\n", {}),
    ("a type that nests", "$s = range(1, 1000000).reduce(Integer) |$memo, $i| { Array[$memo] }\nnotice($s)\n", {}),
    ("an array that is shared", "$s = range(1, 100).reduce([1]) |$memo, $i| { [$memo, $memo] }\nnotice($s)\n", {}),
    ("nesting in Ruby", "notice(inline_template('<% a = []; 1000000.times { a = [a] } %><%= a.inspect %>'))\n", {}),
    ("a wide range", "notice(Integer[1, 9223372036854775807].map |$x| { $x }.length)\n", {}),
    ("a padded number", "notice(sprintf('%2000000000d', 1))\nnotice(String(1, '%2000000000d'))\n", {}),
    ("a shift without end", "notice(1 << 9223372036854775807)\n", {}),
    ("a pattern that backtracks", "$s = range(1, 40).reduce('') |$m, $i| { \"${m}a\" }\nnotice(\"${s}!\" =~ /^(a+)+$/)\nnotice(\"${s}!\" =~ /^(?=(a+)+$)(a|aa)+$/)\n", {}),
    ("a pattern that is large", "notice('a' =~ Regexp(range(1, 12).reduce('a') |$m, $i| { \"(${m}){50}\" }))\n", {}),
    ("a type that is its own", "type A = Variant[A, Array[A]]\nnotice([[1]] =~ A)\ntype B = Hash[B, B]\nnotice({} =~ B)\n", {}),
    ("a million resources", "range(1, 1000000).each |$i| { notify { \"n${i}\": } }\n", {}),
    ("relationships of all with all", "range(1, 3000).each |$i| { notify { \"n${i}\": } }\nNotify<| |> -> Notify<| |>\n", {}),
    ("collectors that make more", "define d { @d { \"${title}x\": } }\n@d { 'a': }\nD<| |>\n", {}),
    ("classes that inherit in a circle", "class a inherits b { }\nclass b inherits a { }\ninclude a\n", {}),
    ("aliases in YAML", "notice(lookup('i'))\n", {"hiera.yaml": HIERA, "data/all.yaml": BOMB}),
    ("lookups in a circle", "notice(lookup('a'))\n", {"hiera.yaml": HIERA, "data/all.yaml": "a: \"%{lookup('b')}\"\nb: \"%{lookup('a')}\"\n"}),
    ("data that grows by interpolation", "notice(lookup('k30'))\n", {"hiera.yaml": HIERA, "data/all.yaml": "k0: xxxxxxxx\n" + "".join(f"k{n + 1}: \"%{{lookup('k{n}')}}%{{lookup('k{n}')}}\"\n" for n in range(30))}),
    ("deep data", "notice(lookup('a'))\n", {"hiera.yaml": HIERA, "data/all.yaml": "a: " + "[" * 100000 + "]" * 100000 + "\n"}),
    ("a template without end", "notice(inline_template('<% while true do %>x<% end %>'))\n", {}),
    ("a template that grows", "notice(inline_template('<% s = \"x\" %><% 60.times { s = s + s } %><%= s.length %>'))\n", {}),
    ("a template that calls itself", "notice(epp('m/t.epp'))\n", {"modules/m/templates/t.epp": "<%= epp('m/t.epp') %><%= epp('m/t.epp') %>"}),
    ("templates that leave their folder", "notice(epp('m/../../../../../../../../etc/passwd'))\n", {"modules/m/templates/t.epp": "x"}),
    ("files that leave their folder", "notice(file('/etc/passwd', 'm/../../../../../../../../etc/passwd'))\n", {"modules/m/files/t": "x"}),
    ("a Ruby function without end", "notice(m::f())\n", {"modules/m/lib/puppet/functions/m/f.rb": "Puppet::Functions.create_function(:'m::f') do\n  def f\n    loop { }\n  end\nend\n"}),
    ("deep parentheses", "notice(" + "(" * 100000 + "1" + ")" * 100000 + ")\n", {}),
    ("a long chain of operators", "notice(" + "1 + " * 200000 + "1)\n", {}),
    ("a module that shadows a function", "notice(upcase('a'))\n", {"modules/m/functions/upcase.pp": "function upcase($x) { upcase($x) }\n"}),
]


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))


def build(folder, manifest, files):
    for path, text in {"manifests/site.pp": manifest, "environment.conf": "", **files}.items():
        whole = os.path.join(folder, path)
        os.makedirs(os.path.dirname(whole), exist_ok=True)
        with open(whole, "w", encoding="utf-8") as file:
            file.write(text)


def compile_it(server, folder):
    """How it ended, in how many seconds and megabytes."""
    begin = time.monotonic()
    process = subprocess.Popen(
        [server, "compile", "--environment", folder, "--node", "x.example.com", "--format", "report"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, preexec_fn=limit_memory,
    )
    killer = None
    try:
        out, _ = process.communicate(timeout=MOST_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        killer = f"still running after {MOST_SECONDS} s"
        out = b""
    seconds = time.monotonic() - begin
    if killer:
        return killer, seconds, False
    if process.returncode not in (0, 1):
        return f"ended with {process.returncode}", seconds, False
    report = json.loads(out)
    error = report.get("error") or {}
    unknown = [f"a catalog; unknown: {entry['reason']}" for entry in report.get("unknowns", [])]
    message = error.get("message") or report.get("limit") or (unknown or ["a catalog"])[0]
    return message.replace(f"{folder}/", "")[:90], seconds, True


# A process of its own starts the program: a child's peak is never below the size of what it was forked from.
PEAK = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=-3, stderr=-3); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"


def peak_megabytes(server, folder):
    """The largest size in memory, as the kernel saw it."""
    command = [sys.executable, "-S", "-c", PEAK, server, "compile", "--environment", folder, "--node", "x.example.com", "--format", "report"]
    return int(subprocess.run(command, stdout=subprocess.PIPE, check=True, preexec_fn=limit_memory).stdout) / 1024


def hover_meanwhile(server, folder):
    """Hovers on another file, with an edit before each, while the editor evaluates the workspace; again and again until there are enough.

    The median, the 99th percentile and the slowest, in milliseconds; how many there were; and the 99th percentile of the same in a harmless
    workspace, asked in turn with the others: what it has is the machine's, not the server's."""
    client = Session([server], folder)
    calm_folder = tempfile.mkdtemp(prefix="puppet-analyzer-calm-")
    build(calm_folder, "notice('nothing to do')\n", {})
    calm = Session([server], calm_folder)
    calm.open("manifests/site.pp")
    calm.open("other.pp", "$value = 41 + 1\nnotice($value)\n")
    client.open("manifests/site.pp")
    with open(os.path.join(folder, "manifests/site.pp"), encoding="utf-8") as file:
        manifest = file.read()
    client.open("other.pp", "$value = 41 + 1\nnotice($value)\n")
    times, calm_times = [], []
    version = 2

    def edit_and_hover(session):
        session.change("other.pp", version, f"$value = 41 + {version}\nnotice($value)\n")
        return session.hover("other.pp", 1, 9, timeout=MOST_SECONDS)[1] * 1000

    begin = time.monotonic()
    while len(times) < HOVERS and time.monotonic() - begin < HOVER_SECONDS:
        client.change("manifests/site.pp", version, f"{manifest}\n$round = {version}\n")
        preview = client.last_id = client.last_id + 1
        place = {"uri": client.uri("manifests/site.pp"), "position": {"line": 0, "character": 0}}
        client.send({"id": preview, "method": "puppet/previewCatalog", "params": place})
        while not client.has_answered(preview) and len(times) < HOVERS:
            version += 1
            times.append(edit_and_hover(client))
            calm_times.append(edit_and_hover(calm))
            time.sleep(0.01)
        version += 1
    for session in (client, calm):
        session.process.kill()
        session.process.wait()
    shutil.rmtree(calm_folder)
    times.sort()
    calm_times.sort()
    late = int((len(times) - 1) * 0.99)
    return times[len(times) // 2], times[late], times[-1], len(times), calm_times[late]


COLUMNS = [
    "workspace", "seconds", "MB", "hovers meanwhile", "median ms", "99th percentile ms", "worst ms", "99th percentile beside, harmless", "how it ends",
]


def main():
    words = [word for word in sys.argv[2:] if word != "--document"]
    server = sys.argv[1]
    failures = slow = 0
    table = Table("reliability.md", "tests/hostile/run --document", COLUMNS)
    for name, manifest, files in WORKSPACES:
        if words and not any(word in name for word in words):
            continue
        folder = tempfile.mkdtemp(prefix="puppet-analyzer-hostile-")
        try:
            build(folder, manifest, files)
            end, seconds, ended = compile_it(server, folder)
            memory = peak_megabytes(server, folder) if ended else 0
            try:
                median, late, worst, count, beside = hover_meanwhile(server, folder)
                answered = True
            except (TimeoutError, EOFError, BrokenPipeError) as problem:
                median = late = worst = count = beside = 0
                end, answered = f"{end}; editor: {problem}", False
            fine = ended and answered and memory < MOST_MEGABYTES
            failures += not fine
            slow += late >= HOVER_GOAL
            numbers = [f"{number:.1f}" for number in (median, late, worst, beside)]
            table.row(name, f"{seconds:.2f}", f"{memory:.0f}", str(count), *numbers, end if fine else f"FAILED {end}")
        finally:
            shutil.rmtree(folder)
    table.end(f"{slow} have a 99th percentile of {HOVER_GOAL} ms or more.")
    print("all ended in bounds" if not failures else f"{failures} did not end in bounds")
    return 1 if failures else 0


sys.exit(main())
