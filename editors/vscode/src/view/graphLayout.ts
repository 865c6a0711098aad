// Where the nodes of a graph are drawn: in ranks from left to right, so that what is applied first stands left. Each
// connected part is laid out by itself, and the parts are packed beside one another. Runs in a worker.
import { graphlib, layout as dagreLayout } from "@dagrejs/dagre";

export interface LayoutInput {
  sizes: { width: number; height: number }[];
  edges: [number, number][];
}

export interface Point {
  x: number;
  y: number;
}

export interface Layout {
  /// The centre of each node.
  nodes: Point[];
  width: number;
  height: number;
}

/// How many nodes are laid out by a search for few crossings, in one part and in all. The others get ranks in linear time:
/// crossings cannot be told apart in so large a graph anyway.
const SEARCHED = { part: 250, all: 600 };
const GAP = { rank: 70, node: 14, part: 36 };

interface Part {
  members: number[];
  edges: [number, number][];
}

export function layout(input: LayoutInput): Layout {
  const places: Point[] = input.sizes.map(() => ({ x: 0, y: 0 }));
  let left = SEARCHED.all;
  const boxes = parts(input).map((part) => {
    const count = part.members.length;
    if (count === 1) return { part, inside: single(input, part) };
    if (count > Math.min(SEARCHED.part, left)) return { part, inside: ranked(input, part) };
    left -= count;
    return { part, inside: searched(input, part) };
  });
  const packed = pack(boxes.map(({ inside }) => inside));
  boxes.forEach(({ part, inside }, box) => {
    part.members.forEach((member, at) => {
      places[member] = { x: inside.nodes[at].x + packed.corners[box].x, y: inside.nodes[at].y + packed.corners[box].y };
    });
  });
  return { nodes: places, width: packed.width, height: packed.height };
}

function parts(input: LayoutInput): Part[] {
  const root = input.sizes.map((_, index) => index);
  const find = (index: number): number => {
    while (root[index] !== index) index = root[index] = root[root[index]];
    return index;
  };
  for (const [source, target] of input.edges) root[find(source)] = find(target);
  const byRoot = new Map<number, Part>();
  input.sizes.forEach((_, index) => {
    const part = byRoot.get(find(index));
    if (part) part.members.push(index);
    else byRoot.set(find(index), { members: [index], edges: [] });
  });
  for (const edge of input.edges) byRoot.get(find(edge[0]))?.edges.push(edge);
  return [...byRoot.values()].sort((a, b) => b.members.length - a.members.length);
}

function single(input: LayoutInput, part: Part): Layout {
  const { width, height } = input.sizes[part.members[0]];
  return { nodes: [{ x: width / 2, y: height / 2 }], width, height };
}

function searched(input: LayoutInput, part: Part): Layout {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: "LR", ranksep: GAP.rank, nodesep: GAP.node, ranker: "tight-tree" });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const member of part.members) graph.setNode(String(member), { ...input.sizes[member] });
  for (const [source, target] of part.edges) if (source !== target) graph.setEdge(String(source), String(target));
  dagreLayout(graph);
  const nodes = part.members.map((member) => {
    const { x, y } = graph.node(String(member));
    return { x, y };
  });
  return around(nodes, part.members.map((member) => input.sizes[member]));
}

/// Ranks by the longest way from a start, ordered by the middle of what stands before: linear in nodes and edges.
function ranked(input: LayoutInput, part: Part): Layout {
  const rank = new Map<number, number>(part.members.map((member) => [member, 0]));
  const waiting = new Map<number, number>(part.members.map((member) => [member, 0]));
  const next = new Map<number, number[]>(part.members.map((member) => [member, []]));
  const before = new Map<number, number[]>(part.members.map((member) => [member, []]));
  for (const [source, target] of part.edges) {
    if (source === target) continue;
    next.get(source)!.push(target);
    before.get(target)!.push(source);
    waiting.set(target, waiting.get(target)! + 1);
  }
  const ready = part.members.filter((member) => waiting.get(member) === 0);
  const done = new Set<number>();
  const rest = [...part.members];
  while (done.size < part.members.length) {
    let member = ready.pop();
    // Members of a cycle wait for one another: one of them goes first.
    while (member === undefined || done.has(member)) member = ready.pop() ?? rest.shift();
    done.add(member);
    for (const target of next.get(member)!) {
      if (done.has(target)) continue;
      rank.set(target, Math.max(rank.get(target)!, rank.get(member)! + 1));
      waiting.set(target, waiting.get(target)! - 1);
      if (waiting.get(target) === 0) ready.push(target);
    }
  }
  const ranks: number[][] = [];
  for (const member of part.members) (ranks[rank.get(member)!] ??= []).push(member);
  const places = new Map<number, Point>();
  let left = 0;
  for (const members of ranks.filter(Boolean)) {
    const middle = (member: number): number => {
      const sources = before.get(member)!.flatMap((source) => places.get(source)?.y ?? []);
      return sources.reduce((sum, y) => sum + y, 0) / Math.max(1, sources.length);
    };
    const ordered = members.map((member) => ({ member, y: middle(member) })).sort((a, b) => a.y - b.y);
    const width = Math.max(...members.map((member) => input.sizes[member].width));
    let top = 0;
    for (const { member } of ordered) {
      const { height } = input.sizes[member];
      places.set(member, { x: left + width / 2, y: top + height / 2 });
      top += height + GAP.node;
    }
    left += width + GAP.rank;
  }
  return around(part.members.map((member) => places.get(member)!), part.members.map((member) => input.sizes[member]));
}

/// Moves nodes so that their box begins at nought.
function around(nodes: Point[], sizes: { width: number; height: number }[]): Layout {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  nodes.forEach((node, at) => {
    left = Math.min(left, node.x - sizes[at].width / 2);
    right = Math.max(right, node.x + sizes[at].width / 2);
    top = Math.min(top, node.y - sizes[at].height / 2);
    bottom = Math.max(bottom, node.y + sizes[at].height / 2);
  });
  return { nodes: nodes.map(({ x, y }) => ({ x: x - left, y: y - top })), width: right - left, height: bottom - top };
}

/// Boxes in rows of about the width that makes the whole as wide as a screen.
function pack(boxes: { width: number; height: number }[]): { corners: Point[]; width: number; height: number } {
  const area = boxes.reduce((sum, box) => sum + (box.width + GAP.part) * (box.height + GAP.part), 0);
  const wanted = Math.max(Math.sqrt(area * 1.6), ...boxes.map((box) => box.width));
  const corners: Point[] = [];
  let [x, y, rowHeight, width] = [0, 0, 0, 0];
  for (const box of boxes) {
    if (x > 0 && x + box.width > wanted) [x, y, rowHeight] = [0, y + rowHeight + GAP.part, 0];
    corners.push({ x, y });
    x += box.width + GAP.part;
    rowHeight = Math.max(rowHeight, box.height);
    width = Math.max(width, x - GAP.part);
  }
  return { corners, width, height: y + rowHeight };
}
