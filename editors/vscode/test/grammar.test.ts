// The TextMate grammars, run by the engine that editors use.
import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as path from "node:path";
import { createRequire } from "node:module";
import { test } from "node:test";
import * as oniguruma from "vscode-oniguruma";
import * as textmate from "vscode-textmate";

const root = path.join(import.meta.dirname, "..");
const wasm = fs.readFileSync(path.join(path.dirname(createRequire(import.meta.url).resolve("vscode-oniguruma")), "onig.wasm"));
const engine = oniguruma.loadWASM(new Uint8Array(wasm).buffer).then(() => ({
  createOnigScanner: (patterns: string[]) => new oniguruma.OnigScanner(patterns),
  createOnigString: (text: string) => new oniguruma.OnigString(text),
}));
const files: Record<string, string> = { "source.puppet": "puppet.tmLanguage.json", "text.epp": "epp.tmLanguage.json" };
const registry = new textmate.Registry({
  onigLib: engine,
  loadGrammar: async (scope) => textmate.parseRawGrammar(fs.readFileSync(path.join(root, "syntaxes", files[scope]), "utf8"), files[scope]),
});

interface Tokens {
  /// The innermost scope of the first token that is this text.
  scope(text: string): string;
  /// The scopes that are open when the text has ended.
  openAtEnd: string[];
}

async function tokens(language: keyof typeof files, text: string): Promise<Tokens> {
  const grammar = (await registry.loadGrammar(language))!;
  const found: [string, string][] = [];
  let stack = textmate.INITIAL;
  for (const line of text.split("\n")) {
    const result = grammar.tokenizeLine(line, stack);
    for (const token of result.tokens) found.push([line.slice(token.startIndex, token.endIndex).trim(), token.scopes.at(-1)!]);
    stack = result.ruleStack;
  }
  const after = grammar.tokenizeLine("", stack).tokens.at(-1)?.scopes ?? [];
  return {
    scope: (wanted) => found.find(([word]) => word === wanted)?.[1] ?? `no token ${wanted} in ${JSON.stringify(found)}`,
    openAtEnd: after.slice(1),
  };
}

test("definitions, resources, attributes and values", async () => {
  const code = await tokens("source.puppet", "class web::server (\n  Integer[1] $port = 80,\n) inherits web::params {\n  file { '/etc/x':\n    ensure => file,\n    mode   => '0644',\n  }\n  if $port > 1024 and true { notice(\"on ${port} and ${facts['os']['family']}\") }\n}");
  assert.equal(code.scope("class"), "storage.type.puppet");
  assert.equal(code.scope("web::server"), "entity.name.type.puppet");
  assert.equal(code.scope("web::params"), "entity.other.inherited-class.puppet");
  assert.equal(code.scope("Integer"), "support.class.type.puppet");
  assert.equal(code.scope("$port"), "variable.other.readwrite.puppet");
  assert.equal(code.scope("file"), "support.type.resource.puppet");
  assert.equal(code.scope("ensure"), "variable.parameter.attribute.puppet");
  assert.equal(code.scope("if"), "keyword.control.puppet");
  assert.equal(code.scope("true"), "constant.language.puppet");
  assert.equal(code.scope("port"), "variable.other.readwrite.puppet");
  assert.equal(code.scope("facts"), "variable.other.readwrite.puppet");
  assert.deepEqual(code.openAtEnd, []);
});

test("heredocs: with interpolation, plain, and the code after the tag", async () => {
  const code = await tokens("source.puppet", "$a = @(\"END\"/L), $other\n  text ${name} more\n  | END\n$b = @(PLAIN)\n  no ${name2} here\n  |- PLAIN\n$c = 1");
  assert.equal(code.scope("$other"), "variable.other.readwrite.puppet");
  assert.equal(code.scope("text"), "string.unquoted.heredoc.puppet");
  assert.equal(code.scope("name"), "variable.other.readwrite.puppet");
  assert.equal(code.scope("no ${name2} here"), "string.unquoted.heredoc.puppet");
  assert.equal(code.scope("$c"), "variable.other.readwrite.puppet");
  assert.deepEqual(code.openAtEnd, []);
});

test("regular expressions are told from divisions", async () => {
  const code = await tokens("source.puppet", "$half = $all / 2\n$x = $y =~ /a'b/\ncase $z { /^we\"b/: { } }\nnode /^db\\d+$/ { }");
  assert.equal(code.scope("/"), "keyword.operator.puppet");
  assert.equal(code.scope("/a'b/"), "string.regexp.puppet");
  assert.equal(code.scope("/^we\"b/"), "string.regexp.puppet");
  assert.equal(code.scope("/^db\\d+$/"), "string.regexp.puppet");
  assert.deepEqual(code.openAtEnd, []);
});

test("keywords in names and after dots are names", async () => {
  const code = await tokens("source.puppet", "$in_use = default_port\nfile { '/x': in => 1 }\n$x.unique.each |$v| { }\nPackage['a'] -> File <| tag == 'b' |> ~> Service['c']");
  assert.equal(code.scope("default_port"), "source.puppet");
  assert.equal(code.scope("in"), "variable.parameter.attribute.puppet");
  assert.equal(code.scope("unique"), "entity.name.function.call.puppet");
  assert.equal(code.scope("->"), "keyword.operator.relationship.puppet");
  assert.equal(code.scope("<|"), "keyword.operator.collector.puppet");
});

test("EPP: text, code, comments and blocks over several tags", async () => {
  const code = await tokens("text.epp", "<%- | String $name | -%>\nHello <%= $name %>, it's\n<% if $name { -%>\nyes <%% no\n<% } -%>\n<%# a comment %>\nend");
  assert.equal(code.scope("$name"), "variable.other.readwrite.puppet");
  assert.equal(code.scope("String"), "support.class.type.puppet");
  assert.equal(code.scope("if"), "keyword.control.puppet");
  assert.equal(code.scope("<%%"), "constant.character.escape.epp");
  assert.equal(code.scope("a comment"), "comment.block.epp");
  assert.equal(code.scope("end"), "text.epp");
  assert.deepEqual(code.openAtEnd, []);
});

test("the example's files end with nothing open", async () => {
  const example = path.join(root, "../../examples/control-repo");
  const names = fs.readdirSync(example, { recursive: true }) as string[];
  const read = names.filter((name) => /\.e?pp$/.test(name));
  assert.ok(read.length > 8);
  for (const name of read) {
    const found = await tokens(name.endsWith(".epp") ? "text.epp" : "source.puppet", fs.readFileSync(path.join(example, name), "utf8"));
    assert.deepEqual(found.openAtEnd, [], name);
  }
});
