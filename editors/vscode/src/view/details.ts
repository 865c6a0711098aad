// What is known of the selected resource: its attributes with the place that gave each, where it comes from, and what it
// waits for.
import { Catalog, Entry, attributesOf } from "./catalogModel";
import { button, element } from "./dom";
import type { Order } from "./graphModel";
import { originLink, placeLink } from "./places";

/// Longer lists say how many more there are: the graph shows them all.
const NEIGHBOURS = 50;

export interface DetailsListener {
  select(entry: Entry): void;
  showInGraph(entry: Entry): void;
}

export function details(catalog: Catalog, order: Order, entry: Entry, listener: DetailsListener): HTMLElement[] {
  const link = (other: Entry) => button(other.reference, { class: "reference-link", title: `Select ${other.reference}` }, () => listener.select(other));
  const heading = element("h2", { text: entry.reference });
  const facts = element("dl", { class: "facts" });
  const fact = (name: string, ...content: (Node | string)[]) => facts.append(element("dt", { text: name }), element("dd", {}, ...content));
  if (entry.resource.file) fact("declared", placeLink({ file: entry.resource.file, line: entry.resource.line }));
  if (entry.definition) fact("defined", placeLink(entry.definition));
  const container = entry.container ? catalog.find(entry.container) : undefined;
  if (container) fact("in", link(container));
  if (entry.marks.size > 0) fact("marks", [...entry.marks].join(", "));
  if (entry.tags.length > 0) fact("tags", entry.tags.join(", "));
  const parts: HTMLElement[] = [heading, facts];

  const attributes = attributesOf(catalog, entry);
  if (attributes.length > 0) {
    const table = element("table", { class: "attributes", label: "Attributes" });
    for (const attribute of attributes) {
      const row = element("tr", { class: attribute.unknown === undefined ? "" : "unknown" });
      const name = element("th", { text: attribute.name });
      name.scope = "row";
      row.append(name, element("td", { class: "value", text: attribute.text }), element("td", {}, originLink(attribute.origin)));
      table.append(row);
    }
    parts.push(element("h3", { text: "Attributes" }), table);
  }

  const before = order.relationships.filter((edge) => edge.target === entry.index);
  const after = order.relationships.filter((edge) => edge.source === entry.index);
  const neighbours = (title: string, edges: { index: number; notifies: boolean }[]) => {
    if (edges.length === 0) return;
    const list = element("ul", { class: "neighbours" });
    for (const { index, notifies } of edges.slice(0, NEIGHBOURS)) {
      const item = element("li", {}, link(catalog.entries[index]));
      if (notifies) item.append(element("span", { class: "badge", text: "notify" }));
      list.append(item);
    }
    if (edges.length > NEIGHBOURS) list.append(element("li", { text: `and ${edges.length - NEIGHBOURS} more` }));
    parts.push(element("h3", { text: `${title} (${edges.length})` }), list);
  };
  neighbours("Comes after", before.map((edge) => ({ index: edge.source, notifies: edge.notifies })));
  neighbours("Comes before", after.map((edge) => ({ index: edge.target, notifies: edge.notifies })));
  if (before.length + after.length > 0) parts.push(button("Show in graph", { class: "action" }, () => listener.showInGraph(entry)));
  return parts;
}
