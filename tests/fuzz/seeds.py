"""First inputs of each fuzz target, from what the tests hold already."""

import glob
import json
import os

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
# Of each file of cases so many are taken, evenly.
MOST = 400


def cases(name, key):
    with open(os.path.join(ROOT, "tests/conformance", name), encoding="utf-8") as lines:
        found = [case[key] for case in map(json.loads, lines) if isinstance(case.get(key), str)]
    return [text.encode() for text in found[:: max(1, len(found) // MOST)]]


def files(pattern):
    found = []
    for path in sorted(glob.glob(os.path.join(ROOT, pattern), recursive=True)):
        with open(path, "rb") as file:
            found.append(file.read())
    return found


def sources():
    names = ("syntax-positive", "syntax-resilience", "syntax-negative", "validation")
    found = [text for name in names for text in cases(name + ".jsonl", "source")]
    return found + cases("catalog.jsonl", "code") + files("examples/**/*.pp") + files("examples/**/*.epp")


def programs():
    return cases("expressions.jsonl", "expr") + cases("stdlib.jsonl", "expr") + cases("catalog.jsonl", "code")


RUBY = [
    "<% @list.compact.each_with_index do |item, i| -%>\n<%= i %>: <%= item %>\n<% end -%>\n",
    "<%- @hash.sort_by { |k, _| k.to_s }.each do |key, value| -%>\n<%= key %>=<%= value.is_a?(Array) ? value.join(', ') : value %>\n<%- end -%>\n",
    "<%= scope['d::x'] || scope.lookupvar('number') %><%= [@text].flatten.map { |t| t.gsub(/\\s+/, '-').upcase }.join(\"\\n\") %>",
    "<% def indent(s, n) ; s.lines.map { |l| ' ' * n + l }.join ; end -%>\n<%= indent(@text, 4) %><%= format('%05.2f|%-8s|%x', 7, 'a', 255) %>",
    "<% x = 0 ; while x < 3 do x += 1 ; next if x == 2 %>[<%= x %>]<% end %><%= begin Integer('z') rescue 'no' end %>",
    "<% case @number when 1..5 then %>low<% when Integer then %>int<% else %>other<% end %>",
    "args.map { |a| a.to_s }.select { |s| s =~ /(\\w)/ }.inject(:+)",
    "h = Hash.new { |hash, key| hash[key] = key * 2 }\nh[3] + h.fetch(4, 1)",
    "x = args[0]\nif x.nil? then raise ArgumentError, 'none' elsif x.respond_to?(:each) then x.each { |y| yield y } else x end",
    "'%s-%d' % ['a', 1] + \"#{[1, 2].zip([3]).flatten.inspect}\" rescue nil",
    "[1, [2, [3]]].flatten.each_slice(2).to_a.transpose.first&.succ",
    "<%- | Array $list = [] | -%>\n<% $list.each |$x| { %>\n<%= $x %>\n<% } %>",
]

YAML = [
    "a: 1\nb: {x: [1, 2]}\nc: [a, 'b', \"c\"]\n",
    "a: &x\n  b: [1]\nb:\n  <<: *x\n  y: ~\nc: !!str 5\n",
    "lookup_options:\n  a: {merge: {strategy: deep, knockout_prefix: '--'}}\n  '^b': {convert_to: [Hash]}\na: {b: {c: 1}}\n",
    "a: \"%{lookup('c')} %{facts.x.y} %{alias('b')} %{literal('%')}\"\nb: \"%{alias('c')}\"\nc: [\"%{hiera('d')}\", 'x']\nd: 0x1F\n",
    "p::a: |\n  text\n  more\np::b: >-\n  {}\n? [x]\n: y\n---\na: 2\n",
    "version: 5\ndefaults: {datadir: data, data_hash: yaml_data}\nhierarchy:\n  - name: a\n    glob: '*.yaml'\n  - {name: b, mapped_paths: [facts.x, y, '%{y}.yaml']}\n\n%%%%\na: 1\n",
    "version: 5\nhierarchy:\n  - name: a\n    paths: [one.yaml, \"%{trusted.certname}.yaml\"]\n    options: {x: 1}\n    data_hash: json_data\n  - name: l\n    lookup_key: f\n\n%%%%\na: {b: [1]}\n",
    "version: 3\n:backends: [yaml]\n:hierarchy: [one]\n:yaml: {:datadir: data}\n\n%%%%\na: 1\n",
]

EDITS = ["002include b\n150$x\n", "205class a::sub {\n099}\n13 # c\n", "309, b::f(1)\n448: y\n110'\n", "111é\n055node default { include a::sub }\n"]


def message(method, parameters, number=None):
    body = {"jsonrpc": "2.0", "method": method, "params": parameters}
    return json.dumps({**body, "id": number} if number is not None else body)


def sessions():
    """Each kind of request on an open document, with an edit before it."""
    uri = "file:///fuzz/a.pp"
    document, place = {"uri": uri}, {"line": 1, "character": 9}
    text = "class a($x = 1) {\n  notify { \"${x}\": }\n  include b\n}\ninclude a\n"
    opened = message("textDocument/didOpen", {"textDocument": {**document, "languageId": "puppet", "version": 1, "text": text}})
    area = {"start": {"line": 1, "character": 2}, "end": {"line": 1, "character": 8}}
    edited = message(
        "textDocument/didChange", {"textDocument": {**document, "version": 2}, "contentChanges": [{"range": area, "text": "file"}]}
    )
    at = {"textDocument": document, "position": place}
    whole = {"textDocument": document, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}}
    options = {"tabSize": 2, "insertSpaces": True}
    requests = {
        "hover": at, "completion": at, "definition": at, "references": {**at, "context": {"includeDeclaration": True}},
        "documentHighlight": at, "documentSymbol": {"textDocument": document}, "codeAction": {**whole, "context": {"diagnostics": []}},
        "codeLens": {"textDocument": document}, "foldingRange": {"textDocument": document}, "formatting": {"textDocument": document, "options": options},
        "rangeFormatting": {**whole, "options": options}, "onTypeFormatting": {**at, "ch": "\n", "options": options},
        "rename": {**at, "newName": "y"}, "prepareRename": at, "signatureHelp": at, "inlayHint": whole,
        "selectionRange": {"textDocument": document, "positions": [place]}, "semanticTokens/full": {"textDocument": document},
        "semanticTokens/range": whole, "documentLink": {"textDocument": document}, "prepareCallHierarchy": at, "prepareTypeHierarchy": at,
        "diagnostic": {"textDocument": document},
    }
    for method, parameters in requests.items():
        yield "\n".join([opened, edited, message("textDocument/" + method, parameters, 1)])
    yield "\n".join([opened, message("workspace/symbol", {"query": "a"}, "x"), message("$/cancelRequest", {"id": "x"})])
    yield "\n".join([opened, message("puppet/previewCatalog", {"uri": uri, "position": place}, 2), edited])
    preview = {"command": "puppet-analyzer.catalogDiff", "arguments": [{"uri": uri, "position": place}]}
    yield "\n".join([opened, edited, message("workspace/executeCommand", preview, 3)])
    yield "\n".join([message("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 1}]}), opened, "{", "[]", "null"])
    yield message("workspace/didChangeConfiguration", {"settings": {"puppet-analyzer": {"lint": {"enabled": False}}}})
    yield "\n".join([opened, message("textDocument/didSave", {"textDocument": document}), message("unknown/method", None, 4)])


def of(target):
    if target == "evaluate":
        return programs()
    if target == "render":
        return [text.encode() for text in RUBY] + files("examples/**/*.epp")
    if target == "hiera":
        return [text.encode() for text in YAML] + files("examples/**/*.yaml")
    if target == "messages":
        return [text.encode() for text in sessions()]
    if target == "edits":
        return [text.encode() for text in EDITS]
    return sources()
