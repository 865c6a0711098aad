import assert from "node:assert/strict";
import { test } from "node:test";
import { Catalog } from "../src/view/catalogModel";
import { layout } from "../src/view/graphLayout";
import { Order } from "../src/view/graphModel";
import type { Preview } from "../src/view/protocol";
import { preview, sample } from "./sample";

const graphOf = (report: Preview) => {
  const catalog = new Catalog(report);
  return { catalog, order: new Order(catalog), index: (reference: string) => catalog.find(reference)!.index };
};

function cyclic(): Preview {
  const resources = ["a", "b", "c", "d"].map((title) => ({ type: "Notify", title }));
  const edge = (source: string, target: string) => ({ source: `Notify[${source}]`, target: `Notify[${target}]`, notifies: false });
  return preview("n", resources, {
    relationships: [edge("a", "b"), edge("b", "a"), edge("b", "c"), edge("c", "d")],
    cycles: [["Notify[a]", "Notify[b]"]],
  });
}

test("the drawn graph leaves out what has no relationship, unless asked for", () => {
  const { order } = graphOf(sample());
  const drawn = (options: Partial<Parameters<Order["graph"]>[0]>) =>
    order.graph({ scope: "all", containment: false, unconnected: false, ...options });
  assert.deepEqual(drawn({}).nodes.map((node) => node.reference), ["File[/a]", "Web::Site[shop]", "Service[nginx]"]);
  assert.deepEqual(drawn({}).edges.map((edge) => edge.kind), ["before", "notify"]);
  assert.equal(drawn({ unconnected: true }).nodes.length, 7);
  assert.equal(drawn({ containment: true }).edges.filter((edge) => edge.kind === "contains").length, 4);
});

test("what waits for a define waits for what is in it", () => {
  const { catalog, order, index } = graphOf(sample());
  const path = order.path(index("File[/a]"), index("File[/b]"));
  assert.deepEqual(path?.map((each) => catalog.entries[each].reference), ["File[/a]", "Web::Site[shop]", "File[/b]"]);
  const through = order.path(index("File[/b]"), index("Service[nginx]"));
  assert.deepEqual(through?.map((each) => catalog.entries[each].reference), ["File[/b]", "Web::Site[shop]", "Service[nginx]"]);
  assert.equal(order.path(index("Service[nginx]"), index("File[/a]")), undefined);
  assert.ok(order.related(index("Service[nginx]"), "before").has(index("File[/b]")));
  assert.deepEqual([...order.related(index("Service[nginx]"), "after")], []);
  assert.ok(!order.related(index("Notify[alone]"), "after").has(index("File[/a]")));
});

test("cycles are marked, and can be shown alone", () => {
  const { order } = graphOf(cyclic());
  const all = order.graph({ scope: "all", containment: false, unconnected: false });
  assert.equal(all.edges.filter((edge) => edge.inCycle).length, 2);
  const cycles = order.graph({ scope: "cycles", containment: false, unconnected: false });
  assert.deepEqual(cycles.nodes.map((node) => node.title), ["a", "b"]);
  assert.ok(cycles.nodes.every((node) => node.marks.has("cycle")));
});

test("around the selection: two steps in any direction", () => {
  const { order } = graphOf(cyclic());
  const around = order.graph({ scope: "around", containment: false, unconnected: false, centre: "Notify[d]" });
  assert.deepEqual(around.nodes.map((node) => node.title), ["b", "c", "d"]);
});

test("a layout goes from left to right, and nodes do not overlap", () => {
  const size = { width: 100, height: 24 };
  for (const count of [6, 400]) {
    const sizes = Array.from({ length: count }, () => size);
    const edges = sizes.slice(1).map((_, index): [number, number] => [Math.floor(index / 3), index + 1]);
    const placed = layout({ sizes, edges });
    for (const [source, target] of edges) assert.ok(placed.nodes[source].x < placed.nodes[target].x);
    const taken = new Set(placed.nodes.map((node) => `${Math.round(node.x)} ${Math.round(node.y)}`));
    assert.equal(taken.size, count);
    assert.ok(placed.nodes.every((node) => node.x >= 50 && node.x <= placed.width - 49 && node.y >= 11));
  }
});

test("a layout of cycles and of single nodes ends", () => {
  const sizes = Array.from({ length: 300 }, () => ({ width: 80, height: 24 }));
  const ring = sizes.map((_, index): [number, number] => [index, (index + 1) % sizes.length]);
  assert.equal(layout({ sizes, edges: ring }).nodes.length, 300);
  assert.equal(layout({ sizes, edges: [[0, 0]] }).nodes.length, 300);
  assert.deepEqual(layout({ sizes: [], edges: [] }).nodes, []);
});
