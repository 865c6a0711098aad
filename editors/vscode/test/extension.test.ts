// What the editor's side decides without an editor: which server, which settings, what the status bar says.
import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { test } from "node:test";
import { contextChoices } from "../src/contexts";
import { findServer } from "../src/findServer";
import { askedBefore } from "../src/question";
import { Freshness, ServerStatus } from "../src/serverStatus";
import { serverSettings } from "../src/settings";
import { statusText } from "../src/statusText";

function folderWith(...files: string[]): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "puppet-analyzer-test-"));
  for (const file of files) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), "", { mode: 0o755 });
  }
  return folder;
}

test("the server: as configured, then bundled, then on the PATH, then in Cargo's folder", () => {
  const folder = folderWith("chosen", "extension/server/puppet-analyzer", "bin/puppet-analyzer", "home/.cargo/bin/puppet-analyzer");
  const where = { extensionPath: path.join(folder, "extension"), searchPath: path.join(folder, "bin"), platform: "linux", home: path.join(folder, "home") };
  const found = (configured: string, changed = {}) => {
    const answer = findServer(configured, { ...where, ...changed });
    return "problem" in answer ? answer.problem : [path.relative(folder, answer.command), answer.how];
  };
  assert.deepEqual(found(path.join(folder, "chosen")), ["chosen", "configured"]);
  assert.deepEqual(found("~/.cargo/bin/puppet-analyzer"), ["home/.cargo/bin/puppet-analyzer", "configured"]);
  assert.deepEqual(found(""), ["extension/server/puppet-analyzer", "bundled"]);
  assert.deepEqual(found("", { extensionPath: "/none" }), ["bin/puppet-analyzer", "on the PATH"]);
  assert.deepEqual(found("", { extensionPath: "/none", searchPath: "" }), ["home/.cargo/bin/puppet-analyzer", "on the PATH"]);
  assert.match(String(found("", { extensionPath: "/none", searchPath: "", home: "/none" })), /not on the PATH/);
  assert.match(String(found("/no/such/server")), /server\.path names \/no\/such\/server/);
  fs.rmSync(folder, { recursive: true });
});

test("only what was set is sent, so that the workspace's own file keeps its say", () => {
  const set: Record<string, object> = {
    edition: { globalValue: "puppet7", workspaceValue: "puppet8" },
    "server.path": { globalValue: "/x" },
    "inlayHints.parameters": { workspaceFolderValue: false, globalValue: true },
    node: {},
  };
  const names = ["edition", "node", "server.path", "inlayHints.parameters", "evaluation.enabled"];
  assert.deepEqual(serverSettings(names, (name) => set[name], true), { edition: "puppet8", "inlayHints.parameters": false });
});

test("a workspace that is not trusted is never evaluated", () => {
  const inspect = () => ({ workspaceValue: true });
  assert.equal(serverSettings(["evaluation.enabled"], inspect, false)["evaluation.enabled"], false);
  assert.match(statusText(undefined, { enabled: false }, false).tooltip, /not trusted/);
});

test("the status bar names context, edition and how the evaluation went", () => {
  const contexts = { current: { node: "web01", facts: "debian-12" }, edition: "puppet8" };
  assert.equal(statusText(contexts, { enabled: true, ok: true, resources: 5 }, true).text, "$(check) web01 · debian-12 · puppet8");
  assert.match(statusText(contexts, undefined, true).text, /sync~spin/);
  const bad = statusText(contexts, { enabled: true, ok: false, resources: 1, errors: 2 }, true);
  assert.ok(bad.isProblem && bad.tooltip.includes("1 resource, 2 errors"), bad.tooltip);
  assert.match(statusText(contexts, { enabled: true, ok: true, resources: 1, unknowns: 3 }, true).text, /question/);
  assert.match(statusText(contexts, { enabled: false }, true).text, /circle-slash/);
});

test("what the server says of itself is shown until the file's own context is known", () => {
  const status = (state: ServerStatus["state"], problem?: string): ServerStatus => ({ state, context: { node: "web01", facts: "debian-12", edition: "puppet8" }, problem });
  const unread: ServerStatus = { state: "reading", context: { node: "", facts: "", edition: "" } };
  assert.equal(statusText(undefined, undefined, true, unread).text, "$(sync~spin) reading");
  assert.equal(statusText(undefined, undefined, true, status("evaluating")).text, "$(sync~spin) web01 · debian-12 · puppet8");
  assert.match(statusText(undefined, { enabled: true, ok: false }, true, status("ready", "no <b>disk</b>")).tooltip, /no \\<b\\>disk/);
});

test("a catalog is asked for again when the server is ready after work, and only then", () => {
  const status = (state: ServerStatus["state"]): ServerStatus => ({ state, context: { node: "", facts: "", edition: "" } });
  const freshness = new Freshness();
  assert.equal(freshness.note(status("ready")), false);
  assert.equal(freshness.note(status("evaluating")), false);
  assert.equal(freshness.note(status("ready")), true);
  assert.equal(freshness.isDue(status("ready")), true, "nobody has asked yet");
  freshness.asked();
  assert.equal(freshness.note(status("ready")), false);
  freshness.note(status("reading"));
  assert.equal(freshness.isDue(undefined), false);
  assert.equal(freshness.note(status("ready")), true);
});

test("contexts become choices, the current one marked", () => {
  const choices = contextChoices({ current: { node: "b", facts: "" }, nodes: ["a", "b"], factSets: ["debian-12"] });
  assert.deepEqual(
    choices.map((choice) => (choice.kind === "choice" ? `${choice.label}${choice.description && " *"}` : choice.label)),
    ["Nodes", "a", "b *", "Another node…", "Facts", "debian-12"],
  );
});

test("what a view showed is asked for again after a reload, whatever its state is of", () => {
  const asked = { uri: "file:///r/site.pp", position: { line: 3, character: 0 }, node: "web01", facts: "debian-12" };
  assert.deepEqual(askedBefore({ tab: "graph", asked: { ...asked, baseline: "head" } }), asked);
  assert.deepEqual(askedBefore({ asked: { uri: "file:///r/site.pp", position: { line: "3" }, node: 7 } }), { uri: "file:///r/site.pp" });
  for (const state of [undefined, null, "text", [], {}, { asked: { position: asked.position } }]) assert.equal(askedBefore(state), undefined);
});

test("every command, setting and file that the manifest names is there", () => {
  const root = path.join(import.meta.dirname, "..");
  const manifest = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  const sources = fs.readFileSync(path.join(root, "src/extension.ts"), "utf8");
  for (const { command } of manifest.contributes.commands) {
    const name = command.replace("puppet-analyzer.", "");
    assert.match(sources, new RegExp(`\\b${name}\\b`), `${command} is not registered`);
  }
  const files = [
    ...manifest.contributes.languages.map((each: { configuration: string }) => each.configuration),
    ...manifest.contributes.grammars.map((each: { path: string }) => each.path),
    ...manifest.contributes.snippets.map((each: { path: string }) => each.path),
    ...manifest.contributes.walkthroughs.flatMap((each: { steps: { media: { markdown: string } }[] }) => each.steps.map((step) => step.media.markdown)),
  ];
  for (const file of files) assert.ok(fs.existsSync(path.join(root, file)), `${file} is missing`);
  for (const file of files.filter((each: string) => each.endsWith(".json"))) JSON.parse(fs.readFileSync(path.join(root, file), "utf8"));
});

test("the settings are those of the manual's page, which the server's own test writes", () => {
  const root = path.join(import.meta.dirname, "..");
  const manifest = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  const declared = Object.keys(manifest.contributes.configuration.properties).map((name) => name.replace("puppet-analyzer.", ""));
  const page = fs.readFileSync(path.join(root, "../../docs/settings.md"), "utf8");
  const documented = [...page.matchAll(/^\| `([\w.-]+)` \|/gm)].map((found) => found[1]).filter((name) => name !== "testCommands");
  assert.ok(documented.length > 8);
  assert.deepEqual(declared.filter((name) => !["server.path", "trace.server"].includes(name)).sort(), documented.sort());
});

test("Enter behind a title, an opening bracket or the colon of a case indents", () => {
  const { indentationRules, onEnterRules } = JSON.parse(fs.readFileSync(path.join(__dirname, "../language-configuration.json"), "utf8"));
  const indents = new RegExp(indentationRules.increaseIndentPattern);
  for (const line of ["file { '/x':", 'file { "/x/${y}":', "  $names:", "class a {", "$x = [", "foo(  # why", "default:"]) assert.match(line, indents);
  for (const line of ["# note:", "include a::", "$x = 'a:b'", "  ensure => file,", "}"]) assert.doesNotMatch(line, indents);
  const between = onEnterRules.filter((rule: { beforeText: string; afterText: string }) => new RegExp(rule.beforeText).test("  file { '/x':") && new RegExp(rule.afterText).test("}"));
  assert.deepEqual(between.map((rule: { action: unknown }) => rule.action), [{ indent: "indentOutdent" }]);
});
