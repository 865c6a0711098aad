"""The workspace of the long session: the example's control repository and generated modules, in git, with two branches that differ in 1,000 files."""

import os
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLE = os.path.join(HERE, "..", "..", "examples", "control-repo")
MODULES = 100
BRANCHES = ("main", "feature")


def class_text(module, number, branch):
    """Ten classes a module: each declares resources, reads facts and data, and includes the next."""
    follower = f"  include m{module}::part{number + 1}\n" if number < 8 else ""
    mode = "0644" if branch == "main" else "0600"
    extra = "" if branch == "main" else f"  notify {{ \"feature ${{title}} {number}\": }}\n"
    return f"""\
# @summary Part {number} of module {module}.
# @param port
#   Where it listens.
class m{module}::part{number} (
  Integer[1, 65535] $port = {8000 + number},
  Array[String] $names = ['a', 'b', 'c'],
) {{
{follower}  $base = "/etc/m{module}/part{number}"
  file {{ $base:
    ensure => directory,
    mode   => '{mode}',
  }}
  $names.each |Integer $index, String $name| {{
    file {{ "${{base}}/${{name}}.conf":
      content => epp('m{module}/line.epp', {{ 'name' => $name, 'port' => $port + $index }}),
      require => File[$base],
    }}
  }}
  if $facts['os']['family'] =~ /^(Debian|RedHat)$/ {{
    notify {{ "m{module} {number} on ${{1}}": }}
  }}
{extra}}}
"""


def files(branch):
    made = {}
    for module in range(MODULES):
        root = f"modules/m{module}"
        made[f"{root}/manifests/init.pp"] = f"# @summary Module {module}.\nclass m{module} {{\n  include m{module}::part0\n}}\n"
        for number in range(9):
            made[f"{root}/manifests/part{number}.pp"] = class_text(module, number, branch)
        greeting = "listens" if branch == "main" else "is"
        made[f"{root}/templates/line.epp"] = (
            f"<%- | String $name, Integer $port | -%>\n# {module}\n<%= $name %> {greeting} at <%= $port %>\n"
        )
    return made


def write(root, path, text):
    whole = os.path.join(root, path)
    os.makedirs(os.path.dirname(whole), exist_ok=True)
    with open(whole, "w", encoding="utf-8") as file:
        file.write(text)


def git(root, *arguments):
    identity = ["-c", "user.name=soak", "-c", "user.email=soak@example.com", "-c", "gc.auto=0"]
    return subprocess.run(["git", "-C", root, *identity, *arguments], check=True, capture_output=True, text=True).stdout


def build(root):
    shutil.copytree(EXAMPLE, root, dirs_exist_ok=True)
    site = os.path.join(root, "manifests/site.pp")
    with open(site, encoding="utf-8") as file:
        text = file.read()
    includes = "".join(f"  include m{module}\n" for module in range(0, MODULES, 10))
    with open(site, "w", encoding="utf-8") as file:
        file.write(text.replace("  include role::web\n", "  include role::web\n" + includes))
    git(root, "init", "-q", "-b", "main")
    for branch in BRANCHES:
        if branch != "main":
            git(root, "checkout", "-q", "-b", branch)
        for path, text in files(branch).items():
            write(root, path, text)
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", branch)
    git(root, "checkout", "-q", "-f", "main")


def switch(root, branch):
    """Checks a branch out, as a person would; which files it changed, saved edits included."""
    dirty = set(git(root, "diff", "--name-only").split())
    changed = set(git(root, "diff", "--name-only", "HEAD", branch).split())
    git(root, "checkout", "-q", "-f", branch)
    return sorted(dirty | changed)
