// A catalog of 5,000 resources: what one interaction does is bounded, and how long it takes is printed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Catalog, attributesOf } from "../src/view/catalogModel";
import { layout } from "../src/view/graphLayout";
import { Order } from "../src/view/graphModel";
import { rowsOf, visibleWindow } from "../src/view/rows";
import { large } from "./sample";

const COUNT = 5_000;

function measured<T>(name: string, work: () => T): T {
  const start = performance.now();
  const result = work();
  console.log(`  ${name}: ${(performance.now() - start).toFixed(1)} ms`);
  return result;
}

test("5,000 resources", () => {
  const report = large(COUNT);
  const catalog = measured("read the report", () => new Catalog(report));
  assert.equal(catalog.entries.length, COUNT);
  const rows = measured("group all by class", () => rowsOf(catalog.select({ search: "", marks: [] }), "class", new Set()));
  const shown = visibleWindow(60_000, 900, 24, rows.length);
  assert.ok(shown.end - shown.first < 60, "a window of 900 pixels draws fewer than 60 rows");
  for (let more = true; more; ) more = catalog.prepareSearch(200);
  measured("first letter of a search", () => catalog.select({ search: "p", marks: [] }));
  const found = measured("search two words", () => catalog.select({ search: "part-49 type:exec", marks: [] }));
  assert.ok(found.length > 0 && found.length < 100);
  measured("filter by type", () => rowsOf(catalog.select({ search: "", type: "Exec", marks: [] }), "file", new Set()));
  const entry = catalog.entries[2_500];
  measured("follow the cursor", () => assert.equal(catalog.at(entry.place.file!, entry.place.line!), entry));
  measured("attributes of one resource", () => assert.equal(attributesOf(catalog, entry).length, 3));
  const order = measured("read the relationships", () => new Order(catalog));
  const graph = measured("graph of all", () => order.graph({ scope: "all", containment: false, unconnected: true }));
  assert.equal(graph.nodes.length, COUNT);
  measured("all before and after one resource", () => {
    assert.ok(order.related(entry.index, "before").size > 1_000);
    assert.ok(order.related(entry.index, "after").size > 1_000);
  });
  measured("a path between two resources", () => assert.ok(order.path(entry.index, catalog.entries[4_900].index)!.length > 2));
  const around = measured("graph around one resource", () => order.graph({ scope: "around", containment: false, unconnected: false, centre: entry.reference }));
  assert.ok(around.nodes.length < 20);
  measured("lay out around one resource", () => layout(inputOf(around)));
  const placed = measured("lay out all (in the worker)", () => layout(inputOf(graph)));
  assert.equal(placed.nodes.length, COUNT);
});

function inputOf(graph: ReturnType<Order["graph"]>): Parameters<typeof layout>[0] {
  return {
    sizes: graph.nodes.map((node) => ({ width: node.reference.length * 7 + 18, height: 24 })),
    edges: graph.edges.map((edge): [number, number] => [edge.source, edge.target]),
  };
}
