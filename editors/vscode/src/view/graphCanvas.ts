// Draws a graph that has been laid out, and moves around in it: wheel and keys zoom, dragging moves, arrows go from node to
// node. Only what is in sight is drawn.
import type { Graph, GraphEdge } from "./graphModel";
import type { Layout, Point } from "./graphLayout";

export interface Highlight {
  selected?: number;
  /// Drawn strongly; the rest is dimmed where there is something here.
  nodes: Set<number>;
  /// Consecutive nodes of a path.
  path: number[];
}

export interface CanvasListener {
  select(node: number): void;
  open(node: number): void;
}

const HEIGHT = 24;
const ZOOM = { least: 0.02, most: 3, step: 1.25 };
/// Labels smaller than this cannot be read, so they are left out.
const LABELS_FROM = 0.35;

interface Colours {
  text: string;
  dim: string;
  node: string;
  container: string;
  border: string;
  edge: string;
  notify: string;
  selected: string;
  path: string;
  cycle: string;
}

export class GraphCanvas {
  private graph: Graph = { nodes: [], edges: [] };
  private places: Point[] = [];
  private widths: number[] = [];
  private bounds = { width: 0, height: 0 };
  private highlight: Highlight = { nodes: new Set(), path: [] };
  private view = { scale: 1, x: 0, y: 0 };
  private colours: Colours;
  private frame = 0;
  private readonly context: CanvasRenderingContext2D;

  constructor(
    readonly element: HTMLCanvasElement,
    private readonly listener: CanvasListener,
  ) {
    this.context = element.getContext("2d")!;
    this.colours = readColours();
    element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    element.addEventListener("pointerdown", (event) => this.press(event));
    element.addEventListener("dblclick", (event) => {
      const node = this.nodeAt(event.offsetX, event.offsetY);
      if (node !== undefined) this.listener.open(node);
    });
    element.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.redraw()).observe(element);
    // A change of the theme changes the classes of the body.
    new MutationObserver(() => {
      this.colours = readColours();
      this.redraw();
    }).observe(document.body, { attributes: true, attributeFilter: ["class"] });
  }

  /// The size that a label needs, for the layout.
  size(label: string): { width: number; height: number } {
    this.context.font = font();
    return { width: Math.ceil(this.context.measureText(label).width) + 18, height: HEIGHT };
  }

  show(graph: Graph, layout: Layout, widths: number[]): void {
    this.graph = graph;
    this.places = layout.nodes;
    this.widths = widths;
    this.bounds = { width: layout.width, height: layout.height };
    this.element.dataset.nodes = String(graph.nodes.length);
    this.element.dataset.edges = String(graph.edges.length);
    this.fit();
  }

  emphasise(highlight: Highlight): void {
    this.highlight = highlight;
    this.element.dataset.selected = highlight.selected === undefined ? "" : this.graph.nodes[highlight.selected]?.reference;
    this.element.dataset.highlighted = String(highlight.nodes.size);
    this.redraw();
  }

  fit(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === 0 || this.graph.nodes.length === 0) return this.redraw();
    const margin = 24;
    const scale = Math.min((width - margin) / this.bounds.width, (height - margin) / this.bounds.height, 1.2);
    this.view.scale = clamp(scale, ZOOM.least, ZOOM.most);
    this.view.x = (width - this.bounds.width * this.view.scale) / 2;
    this.view.y = (height - this.bounds.height * this.view.scale) / 2;
    this.redraw();
  }

  zoom(factor: number, x = this.element.clientWidth / 2, y = this.element.clientHeight / 2): void {
    const scale = clamp(this.view.scale * factor, ZOOM.least, ZOOM.most);
    this.view.x = x - ((x - this.view.x) * scale) / this.view.scale;
    this.view.y = y - ((y - this.view.y) * scale) / this.view.scale;
    this.view.scale = scale;
    this.redraw();
  }

  zoomIn(): void {
    this.zoom(ZOOM.step);
  }

  zoomOut(): void {
    this.zoom(1 / ZOOM.step);
  }

  /// Brings a node into sight, at a size at which it can be read.
  reveal(node: number): void {
    const place = this.places[node];
    if (!place) return;
    this.view.scale = Math.max(this.view.scale, 0.6);
    this.view.x = this.element.clientWidth / 2 - place.x * this.view.scale;
    this.view.y = this.element.clientHeight / 2 - place.y * this.view.scale;
    this.redraw();
  }

  redraw(): void {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  private isInSight(node: number): boolean {
    const place = this.places[node];
    if (!place) return false;
    const [x, y] = [place.x * this.view.scale + this.view.x, place.y * this.view.scale + this.view.y];
    return x > 0 && y > 0 && x < this.element.clientWidth && y < this.element.clientHeight;
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey || !event.shiftKey) this.zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
    else this.move(-event.deltaY, 0);
  }

  private move(x: number, y: number): void {
    this.view.x += x;
    this.view.y += y;
    this.redraw();
  }

  private press(event: PointerEvent): void {
    this.element.focus();
    const start = { x: event.clientX, y: event.clientY };
    let last = start;
    let dragged = false;
    const drag = (moved: PointerEvent) => {
      dragged ||= Math.hypot(moved.clientX - start.x, moved.clientY - start.y) > 4;
      if (dragged) this.move(moved.clientX - last.x, moved.clientY - last.y);
      last = { x: moved.clientX, y: moved.clientY };
    };
    const release = (up: PointerEvent) => {
      this.element.removeEventListener("pointermove", drag);
      this.element.removeEventListener("pointerup", release);
      this.element.removeEventListener("pointercancel", release);
      const node = this.nodeAt(up.offsetX, up.offsetY);
      if (!dragged && node !== undefined) this.listener.select(node);
    };
    this.element.setPointerCapture(event.pointerId);
    this.element.addEventListener("pointermove", drag);
    this.element.addEventListener("pointerup", release);
    this.element.addEventListener("pointercancel", release);
  }

  private nodeAt(x: number, y: number): number | undefined {
    const [inX, inY] = [(x - this.view.x) / this.view.scale, (y - this.view.y) / this.view.scale];
    const found = this.places.findIndex((place, node) => Math.abs(place.x - inX) <= this.widths[node] / 2 && Math.abs(place.y - inY) <= HEIGHT / 2);
    return found < 0 ? undefined : found;
  }

  private key(event: KeyboardEvent): void {
    const { selected } = this.highlight;
    const actions: Record<string, () => void> = {
      "+": () => this.zoomIn(),
      "=": () => this.zoomIn(),
      "-": () => this.zoomOut(),
      "0": () => this.fit(),
      ArrowLeft: () => this.step(-1, 0, event.shiftKey),
      ArrowRight: () => this.step(1, 0, event.shiftKey),
      ArrowUp: () => this.step(0, -1, event.shiftKey),
      ArrowDown: () => this.step(0, 1, event.shiftKey),
      Enter: () => selected !== undefined && this.listener.open(selected),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  /// To the nearest node in a direction; with shift the sheet moves instead.
  private step(x: number, y: number, moveSheet: boolean): void {
    if (moveSheet) return this.move(-x * 60, -y * 60);
    if (this.graph.nodes.length === 0) return;
    const { selected } = this.highlight;
    if (selected === undefined) return this.choose(0);
    const from = this.places[selected];
    let best: { node: number; cost: number } | undefined;
    this.places.forEach((place, node) => {
      const along = (place.x - from.x) * x + (place.y - from.y) * y;
      if (node === selected || along <= 1) return;
      const aside = Math.abs((place.x - from.x) * y) + Math.abs((place.y - from.y) * x);
      const cost = along + aside * 2;
      if (!best || cost < best.cost) best = { node, cost };
    });
    if (best) this.choose(best.node);
  }

  private choose(node: number): void {
    this.listener.select(node);
    if (!this.isInSight(node)) this.reveal(node);
  }

  private draw(): void {
    const { context, element, view } = this;
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [element.clientWidth, element.clientHeight];
    if (element.width !== width * ratio || element.height !== height * ratio) {
      element.width = width * ratio;
      element.height = height * ratio;
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * view.x, ratio * view.y);
    const [left, top] = [-view.x / view.scale, -view.y / view.scale];
    const [right, bottom] = [left + width / view.scale, top + height / view.scale];
    const path = new Set(this.highlight.path.slice(1).map((node, at) => `${this.highlight.path[at]} ${node}`));
    const isOnPath = (edge: GraphEdge) => path.size > 0 && path.has(`${edge.source} ${edge.target}`);
    const edges = this.graph.edges.filter(({ source, target }) => {
      const [from, to] = [this.places[source], this.places[target]];
      return !(Math.max(from.x, to.x) < left || Math.min(from.x, to.x) > right || Math.max(from.y, to.y) < top || Math.min(from.y, to.y) > bottom);
    });
    const nodes: number[] = [];
    this.places.forEach((place, node) => {
      const half = this.widths[node] / 2;
      if (place.x + half > left && place.x - half < right && place.y + HEIGHT > top && place.y - HEIGHT < bottom) nodes.push(node);
    });
    if (view.scale < LABELS_FROM) {
      this.drawOverview(nodes, edges, isOnPath);
    } else {
      context.font = font();
      context.textBaseline = "middle";
      for (const edge of edges) this.drawEdge(edge, isOnPath(edge));
      for (const node of nodes) this.drawNode(node, this.places[node]);
    }
    element.dataset.drawn = String(nodes.length);
  }

  /// Too small to read: plain strokes and boxes, all of one look at once, so that thousands of them stay quick.
  private drawOverview(nodes: number[], edges: GraphEdge[], isOnPath: (edge: GraphEdge) => boolean): void {
    const { context, colours, highlight } = this;
    const pixel = 1 / this.view.scale;
    const looks = new Map<string, GraphEdge[]>();
    const add = (look: string, edge: GraphEdge) => {
      const alike = looks.get(look);
      if (alike) alike.push(edge);
      else looks.set(look, [edge]);
    };
    for (const edge of edges) {
      const colour = edge.inCycle ? colours.cycle : isOnPath(edge) ? colours.path : edge.kind === "notify" ? colours.notify : colours.edge;
      add(`${edge.inCycle || isOnPath(edge) ? 2.5 : 1} ${!isOnPath(edge) && (this.isDimmed(edge.source) || this.isDimmed(edge.target)) ? 0.15 : 0.6} ${colour}`, edge);
    }
    for (const [look, alike] of looks) {
      const [, width, alpha, colour] = /^(\S+) (\S+) (.*)$/.exec(look)!;
      context.globalAlpha = Number(alpha);
      context.strokeStyle = colour;
      context.lineWidth = Number(width) * pixel;
      context.beginPath();
      for (const { source, target } of alike) {
        context.moveTo(this.places[source].x, this.places[source].y);
        context.lineTo(this.places[target].x, this.places[target].y);
      }
      context.stroke();
    }
    const strong = (node: number) => node === highlight.selected || highlight.path.includes(node) || this.graph.nodes[node].marks.has("cycle");
    const box = (node: number) => context.fillRect(this.places[node].x - this.widths[node] / 2, this.places[node].y - HEIGHT / 2, this.widths[node], HEIGHT);
    context.fillStyle = colours.dim;
    context.globalAlpha = 0.25;
    nodes.filter((node) => this.isDimmed(node)).forEach(box);
    context.globalAlpha = 0.9;
    nodes.filter((node) => !this.isDimmed(node)).forEach(box);
    context.globalAlpha = 1;
    for (const node of nodes.filter(strong)) {
      context.fillStyle = this.graph.nodes[node].marks.has("cycle") ? colours.cycle : node === highlight.selected ? colours.selected : colours.path;
      box(node);
    }
  }

  private isDimmed(node: number): boolean {
    const { nodes, selected } = this.highlight;
    return nodes.size > 0 && !nodes.has(node) && node !== selected;
  }

  private drawNode(node: number, place: Point): void {
    const { context, colours } = this;
    const entry = this.graph.nodes[node];
    const [width, isSelected] = [this.widths[node], this.highlight.selected === node];
    const onPath = this.highlight.path.includes(node);
    context.globalAlpha = this.isDimmed(node) ? 0.3 : 1;
    context.fillStyle = entry.type.includes("::") || entry.type === "Class" ? colours.container : colours.node;
    context.strokeStyle = entry.marks.has("cycle") ? colours.cycle : onPath ? colours.path : isSelected ? colours.selected : colours.border;
    context.lineWidth = isSelected || onPath || entry.marks.has("cycle") ? 2.5 : 1;
    context.beginPath();
    context.roundRect(place.x - width / 2, place.y - HEIGHT / 2, width, HEIGHT, 4);
    context.fill();
    context.stroke();
    if (this.view.scale >= LABELS_FROM) {
      context.fillStyle = colours.text;
      context.fillText(entry.reference, place.x - width / 2 + 9, place.y);
    }
    context.globalAlpha = 1;
  }

  private drawEdge(edge: GraphEdge, onPath: boolean): void {
    const { context, colours } = this;
    const [from, to] = [this.places[edge.source], this.places[edge.target]];
    const forward = to.x >= from.x;
    const start = { x: from.x + (forward ? 1 : -1) * (this.widths[edge.source] / 2), y: from.y };
    const end = { x: to.x - (forward ? 1 : -1) * (this.widths[edge.target] / 2), y: to.y };
    const bend = Math.max(20, Math.abs(end.x - start.x) / 2) * (forward ? 1 : -1);
    context.globalAlpha = !onPath && (this.isDimmed(edge.source) || this.isDimmed(edge.target)) ? 0.15 : 1;
    context.strokeStyle = edge.inCycle ? colours.cycle : onPath ? colours.path : edge.kind === "notify" ? colours.notify : colours.edge;
    context.fillStyle = context.strokeStyle;
    context.lineWidth = edge.inCycle || onPath ? 2.5 : 1.2;
    context.setLineDash(edge.kind === "contains" ? [2, 4] : edge.kind === "notify" ? [7, 3] : []);
    context.beginPath();
    context.moveTo(start.x, start.y);
    context.bezierCurveTo(start.x + bend, start.y, end.x - bend, end.y, end.x, end.y);
    context.stroke();
    context.setLineDash([]);
    if (this.view.scale >= LABELS_FROM) {
      const tip = forward ? -7 : 7;
      context.beginPath();
      context.moveTo(end.x, end.y);
      context.lineTo(end.x + tip, end.y - 4);
      context.lineTo(end.x + tip, end.y + 4);
      context.fill();
    }
    context.globalAlpha = 1;
  }
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

function font(): string {
  const style = getComputedStyle(document.body);
  return `12px ${style.getPropertyValue("--vscode-editor-font-family") || "monospace"}`;
}

function readColours(): Colours {
  const style = getComputedStyle(document.body);
  const colour = (name: string, otherwise: string) => style.getPropertyValue(`--vscode-${name}`).trim() || otherwise;
  return {
    text: colour("editor-foreground", "#888"),
    dim: colour("descriptionForeground", "#888"),
    node: colour("editorWidget-background", "#eee"),
    container: colour("list-inactiveSelectionBackground", "#ddd"),
    border: colour("contrastBorder", colour("editorWidget-border", "#999")),
    edge: colour("descriptionForeground", "#888"),
    notify: colour("charts-blue", "#37c"),
    selected: colour("focusBorder", "#06c"),
    path: colour("charts-green", "#383"),
    cycle: colour("errorForeground", "#c33"),
  };
}
