import assert from "node:assert/strict";
import { test } from "node:test";
import { Catalog, attributesOf } from "../src/view/catalogModel";
import { changeSummary, relationshipChanges } from "../src/view/differences";
import { rowsOf, visibleWindow } from "../src/view/rows";
import { shown, unknownReason } from "../src/view/values";
import { sample, sampleDiff } from "./sample";

const everything = { search: "", marks: [] };
const references = (catalog: Catalog, query: Parameters<Catalog["select"]>[0]) => catalog.select(query).map((entry) => entry.reference);

test("resources know the class around them, through defines too", () => {
  const catalog = new Catalog(sample());
  assert.equal(catalog.find("File[/b]")?.className, "web");
  assert.equal(catalog.find("Notify[alone]")?.className, "main");
  assert.equal(catalog.find("Stage[main]"), undefined);
});

test("a search looks at references and attributes, and where it is told to", () => {
  const catalog = new Catalog(sample());
  assert.deepEqual(references(catalog, { search: "mode 0644", marks: [] }), ["File[/a]"]);
  assert.deepEqual(references(catalog, { search: "type:file class:web", marks: [] }), ["File[/a]", "File[/b]"]);
  assert.deepEqual(references(catalog, { search: "tag:web title:web", marks: [] }), ["Class[Web]"]);
  assert.deepEqual(references(catalog, { search: "file:main.pp", marks: [] }), ["Notify[alone]"]);
  assert.deepEqual(references(catalog, { search: "nothing", marks: [] }), []);
});

test("secrets are not found and not shown", () => {
  const catalog = new Catalog(sample());
  assert.deepEqual(references(catalog, { search: "secret", marks: [] }), []);
  const content = attributesOf(catalog, catalog.find("File[/a]")!).find((attribute) => attribute.name === "content");
  assert.equal(content?.text, "(sensitive)");
});

test("filters by type and marks", () => {
  const catalog = new Catalog(sample());
  assert.deepEqual(references(catalog, { ...everything, type: "Service" }), ["Service[nginx]"]);
  assert.deepEqual(references(catalog, { ...everything, marks: ["unknown"] }), ["File[/b]"]);
  assert.deepEqual(references(catalog, { ...everything, marks: ["exported"] }), ["Service[nginx]"]);
  assert.deepEqual(references(catalog, { ...everything, marks: ["virtual"] }), ["User[v]"]);
  catalog.applyDiff(sampleDiff());
  assert.deepEqual(references(catalog, { ...everything, marks: ["changed"] }), ["File[/a]", "File[/b]"]);
  assert.equal(catalog.find("File[/b]")?.change, "added");
});

test("groups by class, type and file; a collapsed group shows its name only", () => {
  const catalog = new Catalog(sample());
  const groups = (grouping: "class" | "type" | "file", collapsed = new Set<string>()) =>
    rowsOf(catalog.select(everything), grouping, collapsed).map((row) => (row.kind === "group" ? `${row.name} ${row.count}` : row.entry.reference));
  assert.deepEqual(groups("type").filter((row) => !row.includes("[")), ["Class 1", "File 2", "Notify 1", "Service 1", "User 1", "Web::Site 1"]);
  assert.deepEqual(groups("class", new Set(["main", "web"])), ["main 2", "web 5"]);
  assert.deepEqual(groups("file", new Set(["/r/main.pp", "/r/web.pp"])), ["/r/main.pp 1", "/r/site.pp 1", "File[/b]", "/r/web.pp 4", "no file 1", "User[v]"]);
});

test("the cursor finds the resource above it", () => {
  const catalog = new Catalog(sample());
  assert.equal(catalog.at("/r/web.pp", 5)?.reference, "File[/a]");
  assert.equal(catalog.at("/r/web.pp", 12)?.reference, "Web::Site[shop]");
  assert.equal(catalog.at("/r/web.pp", 1)?.reference, "Class[Web]");
  assert.equal(catalog.at("/r/other.pp", 1), undefined);
});

test("attributes carry the place that gave them", () => {
  const catalog = new Catalog(sample());
  assert.deepEqual(attributesOf(catalog, catalog.find("Class[Web]")!), [
    { name: "port", text: "8080", unknown: undefined, origin: { from: "data", file: "/r/common.yaml", line: 2, column: 1, layer: "environment" } },
  ]);
});

test("values read as Puppet code", () => {
  assert.equal(shown("it's"), "'it\\'s'");
  assert.equal(shown([1, "a", null, true]), "[1, 'a', undef, true]");
  assert.equal(shown({ a: { b: 1 } }), "{'a' => {'b' => 1}}");
  assert.equal(shown(["x".repeat(50), "y".repeat(50)]), `[\n  '${"x".repeat(50)}',\n  '${"y".repeat(50)}',\n]`);
  assert.equal(shown({ __ptype: "Sensitive", __pvalue: "pw" }), "(sensitive)");
  assert.equal(shown({ __ptype: "Unknown", reason: "Ruby" }), "unknown: Ruby");
  assert.equal(unknownReason({ a: [{ __ptype: "Unknown", reason: "deep" }] }), "deep");
});

test("only the rows in sight are drawn", () => {
  assert.deepEqual(visibleWindow(0, 240, 24, 1000, 2), { first: 0, end: 12 });
  assert.deepEqual(visibleWindow(2400, 240, 24, 1000, 2), { first: 98, end: 112 });
  assert.deepEqual(visibleWindow(0, 240, 24, 3, 2), { first: 0, end: 3 });
  assert.deepEqual(visibleWindow(0, 240, 24, 0), { first: 0, end: 0 });
});

test("changed relationships are told, those of resources that come and go are not", () => {
  const diff = {
    ...sampleDiff().diff,
    removed_edges: [
      { source: "File[/a]", target: "Service[nginx]", kind: "notify" as const },
      { source: "File[/gone]", target: "Service[nginx]", kind: "before" as const },
    ],
    added_edges: [
      { source: "File[/a]", target: "Service[nginx]", kind: "before" as const },
      { source: "Class[Web]", target: "File[/b]", kind: "contains" as const },
      { source: "Class[Web]", target: "File[/a]", kind: "contains" as const },
    ],
  };
  assert.deepEqual(relationshipChanges(diff).map(({ sign, text }) => `${sign} ${text}`), [
    "− File[/a] ~> Service[nginx]",
    "+ File[/a] -> Service[nginx]",
    "+ Class[Web] contains File[/a]",
  ]);
  assert.equal(changeSummary(diff), "3 resources change, 3 relationships");
  assert.equal(changeSummary({ ...diff, added: [], removed: [], changed: [], added_edges: [], removed_edges: [] }), "no resource changes");
});
