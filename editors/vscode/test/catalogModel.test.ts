import assert from "node:assert/strict";
import { test } from "node:test";
import { Report, groups, resourceAt, shown } from "../src/view/catalogModel";
import { contextChoices } from "../src/contexts";
import { findServer } from "../src/findServer";

const report: Report = {
  ok: true,
  catalog: {
    name: "n",
    resources: [
      { type: "Class", title: "Web" },
      { type: "File", title: "/a", file: "web.pp", line: 3, parameters: { mode: "0644" } },
      { type: "Web::Site", title: "shop", file: "web.pp", line: 9 },
      { type: "File", title: "/b", file: "site.pp", line: 4 },
    ],
    edges: [
      { source: "Class[Web]", target: "File[/a]" },
      { source: "Class[Web]", target: "Web::Site[shop]" },
      { source: "Web::Site[shop]", target: "File[/b]" },
    ],
  },
};

test("resources are grouped by the class around them, through defines too", () => {
  assert.deepEqual(groups(report, "class", "").map((group) => [group.name, group.resources.length]), [["Web", 3]]);
  assert.deepEqual(groups(report, "type", "").map((group) => group.name), ["File", "Web::Site"]);
});

test("a search looks at references and attributes", () => {
  assert.deepEqual(groups(report, "type", "mode 0644").flatMap((group) => group.resources.map((r) => r.title)), ["/a"]);
  assert.deepEqual(groups(report, "type", "nothing"), []);
});

test("the cursor finds the resource above it", () => {
  assert.equal(resourceAt(report, "web.pp", 5)?.title, "/a");
  assert.equal(resourceAt(report, "web.pp", 12)?.title, "shop");
  assert.equal(resourceAt(report, "web.pp", 1), undefined);
});

test("secrets and unknown values are named, not shown", () => {
  assert.equal(shown({ __ptype: "Sensitive", __pvalue: "pw" }), "(sensitive)");
  assert.equal(shown({ __ptype: "Unknown", reason: "Ruby" }), "unknown: Ruby");
  assert.equal(shown([1, "a"]), '[1,"a"]');
});

test("contexts become choices, the current one marked", () => {
  const choices = contextChoices({ current: { node: "b" }, nodes: ["a", { name: "b" }], factSets: ["debian-12"] });
  assert.deepEqual(choices.map((choice) => choice.label), ["a", "$(check) b", "debian-12"]);
});

test("a configured server that is not there is not replaced silently", () => {
  assert.equal(findServer("/no/such/server", "/tmp", "/usr/bin"), undefined);
});
