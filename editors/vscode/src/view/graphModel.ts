// The graph of relationships: which resource waits for which, as an agent applies them, and what of it is drawn.
import type { Catalog, Entry } from "./catalogModel";

export type EdgeKind = "before" | "notify" | "contains";

export interface GraphEdge {
  source: number;
  target: number;
  kind: EdgeKind;
  inCycle: boolean;
}

/// Nodes are numbered as they are in `nodes`.
export interface Graph {
  nodes: Entry[];
  edges: GraphEdge[];
}

export type Scope = "all" | "around" | "cycles";

export interface GraphOptions {
  scope: Scope;
  containment: boolean;
  unconnected: boolean;
  /// For the scope `around`.
  centre?: string;
}

/// How far around a resource the scope `around` reaches.
const AROUND = 2;

/// Everything that the catalog says about order. A container stands for two points, before and after its contents: what
/// comes before the container comes before all of them.
export class Order {
  private readonly next: number[][];
  private readonly previous: number[][];
  private readonly isContainer: boolean[];
  private readonly containers = new Map<number, number>();
  readonly relationships: { source: number; target: number; notifies: boolean }[] = [];
  readonly containment: { source: number; target: number }[] = [];

  constructor(private readonly catalog: Catalog) {
    const count = catalog.entries.length;
    this.next = Array.from({ length: count * 2 }, () => []);
    this.previous = Array.from({ length: count * 2 }, () => []);
    this.isContainer = catalog.entries.map((entry) => entry.type === "Class");
    for (const edge of catalog.report.catalog?.edges ?? []) {
      const [source, target] = [catalog.find(edge.source)?.index, catalog.find(edge.target)?.index];
      if (source === undefined || target === undefined) continue;
      this.isContainer[source] = true;
      this.containers.set(target, source);
      this.containment.push({ source, target });
    }
    for (let index = 0; index < count; index++) if (this.isContainer[index]) this.link(begin(index), this.end(index));
    for (const { source, target } of this.containment) {
      this.link(begin(source), begin(target));
      this.link(this.end(target), this.end(source));
    }
    const known = new Set<string>();
    for (const edge of catalog.report.relationships ?? []) {
      const [source, target] = [catalog.find(edge.source)?.index, catalog.find(edge.target)?.index];
      if (source === undefined || target === undefined) continue;
      const key = `${source} ${target} ${edge.notifies}`;
      if (known.has(key)) continue;
      known.add(key);
      this.relationships.push({ source, target, notifies: edge.notifies });
      this.link(this.end(source), begin(target));
    }
  }

  private end(index: number): number {
    return this.isContainer[index] ? index * 2 + 1 : index * 2;
  }

  private link(from: number, to: number): void {
    this.next[from].push(to);
    this.previous[to].push(from);
  }

  /// Resources that are applied after this one because of it, or before it because it waits for them.
  related(index: number, direction: "after" | "before"): Set<number> {
    const edges = direction === "after" ? this.next : this.previous;
    const start = direction === "after" ? this.end(index) : begin(index);
    const seen = new Set([start]);
    const work = [start];
    for (let point = work.pop(); point !== undefined; point = work.pop()) {
      for (const to of edges[point]) {
        if (seen.has(to)) continue;
        seen.add(to);
        work.push(to);
      }
    }
    const found = new Set([...seen].map((point) => point >> 1));
    // What contains it begins before and ends after it anyway.
    for (let own: number | undefined = index; own !== undefined; own = this.containers.get(own)) found.delete(own);
    return found;
  }

  /// The shortest chain of resources that makes the second wait for the first.
  path(from: number, to: number): number[] | undefined {
    const [start, goal] = [this.end(from), begin(to)];
    const cameFrom = new Map<number, number>([[start, -1]]);
    const queue = [start];
    for (let at = 0; at < queue.length; at++) {
      const point = queue[at];
      if (point === goal && at > 0) break;
      for (const next of this.next[point]) {
        if (cameFrom.has(next)) continue;
        cameFrom.set(next, point);
        queue.push(next);
      }
    }
    if (!cameFrom.has(goal) || from === to) return undefined;
    const points: number[] = [];
    for (let point = goal; point >= 0; point = cameFrom.get(point) ?? -1) points.unshift(point);
    return points.map((point) => point >> 1).filter((index, at, all) => index !== all[at - 1]);
  }

  /// The part of the graph that is drawn.
  graph(options: GraphOptions): Graph {
    const entries = this.catalog.entries;
    const cycleOf = new Map<number, number>();
    this.catalog.cycles.forEach((cycle, number) => {
      for (const reference of cycle) {
        const index = this.catalog.find(reference)?.index;
        if (index !== undefined) cycleOf.set(index, number);
      }
    });
    const edges: GraphEdge[] = this.relationships.map(({ source, target, notifies }) => ({
      source,
      target,
      kind: notifies ? "notify" : "before",
      inCycle: cycleOf.has(source) && cycleOf.get(source) === cycleOf.get(target),
    }));
    if (options.containment) {
      for (const { source, target } of this.containment) edges.push({ source, target, kind: "contains", inCycle: false });
    }
    let wanted: Set<number>;
    if (options.scope === "cycles") wanted = new Set(cycleOf.keys());
    else if (options.scope === "around") wanted = around(edges, this.catalog.find(options.centre ?? "")?.index, AROUND);
    else if (options.unconnected) wanted = new Set(entries.keys());
    else wanted = new Set(edges.flatMap((edge) => [edge.source, edge.target]));
    const nodes = entries.filter((entry) => wanted.has(entry.index));
    const numbers = new Map(nodes.map((entry, number) => [entry.index, number]));
    const drawn = edges.filter((edge) => numbers.has(edge.source) && numbers.has(edge.target));
    return {
      nodes,
      edges: drawn.map((edge) => ({ ...edge, source: numbers.get(edge.source)!, target: numbers.get(edge.target)! })),
    };
  }
}

const begin = (index: number): number => index * 2;

function around(edges: GraphEdge[], centre: number | undefined, depth: number): Set<number> {
  const found = new Set<number>(centre === undefined ? [] : [centre]);
  for (let step = 0; step < depth; step++) {
    const reached = edges.filter((edge) => found.has(edge.source) !== found.has(edge.target));
    for (const edge of reached) found.add(edge.source).add(edge.target);
  }
  return found;
}
