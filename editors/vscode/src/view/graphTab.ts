// The graph with its controls: what of it is shown, zoom, and the path between two resources.
import type { Catalog, Entry } from "./catalogModel";
import { button, checkbox, element, select } from "./dom";
import { GraphCanvas } from "./graphCanvas";
import type { Layout, LayoutInput } from "./graphLayout";
import { Graph, GraphOptions, Order } from "./graphModel";

export interface GraphListener {
  select(entry: Entry): void;
  open(entry: Entry): void;
}

export class GraphTab {
  readonly element = element("div", { class: "graph" });
  private readonly bar = element("div", { class: "bar" });
  private readonly message = element("p", { class: "message" });
  private readonly canvas: GraphCanvas;
  private worker: Promise<Worker> | undefined;
  private options: GraphOptions = { scope: "all", containment: false, unconnected: false };
  private catalog: Catalog | undefined;
  private order: Order | undefined;
  private graph: Graph = { nodes: [], edges: [] };
  private selected = "";
  private pathFrom: Entry | undefined;
  private asked = 0;
  private isShown = false;
  private isStale = true;

  constructor(
    private readonly workerAddress: string,
    private readonly listener: GraphListener,
  ) {
    const canvas = element("canvas");
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "application");
    this.canvas = new GraphCanvas(canvas, {
      select: (node) => this.listener.select(this.graph.nodes[node]),
      open: (node) => this.listener.open(this.graph.nodes[node]),
    });
    this.message.setAttribute("role", "status");
    this.element.append(this.bar, this.message, canvas);
    this.drawBar();
  }

  setCatalog(catalog: Catalog, order: Order): void {
    this.catalog = catalog;
    this.order = order;
    this.pathFrom = this.pathFrom && catalog.find(this.pathFrom.reference);
    this.isStale = true;
    if (this.isShown) this.update();
  }

  setSelected(entry: Entry | undefined): void {
    this.selected = entry?.reference ?? "";
    if (this.options.scope === "around") this.isStale = true;
    if (!this.isShown) return;
    if (this.isStale) this.update();
    else this.emphasise();
  }

  /// Lays out only while it is looked at.
  setShown(isShown: boolean): void {
    this.isShown = isShown;
    if (isShown && this.isStale) this.update();
    else if (isShown) this.emphasise();
  }

  reveal(entry: Entry): void {
    const node = this.graph.nodes.findIndex((each) => each.reference === entry.reference);
    if (node >= 0) this.canvas.reveal(node);
  }

  focus(): void {
    this.canvas.element.focus();
  }

  private change(options: Partial<GraphOptions>): void {
    this.options = { ...this.options, ...options };
    this.isStale = true;
    this.drawBar();
    this.update();
  }

  private drawBar(): void {
    const { options } = this;
    const scope = select("Part of the graph", [["all", "whole catalog"], ["around", "around the selection"], ["cycles", "cycles only"]], options.scope, (scope) => this.change({ scope }));
    const from = button(this.pathFrom ? `Path from ${this.pathFrom.reference} ✕` : "Path from selection", { title: "Choose where a path starts; then select where it ends" }, () => this.togglePath());
    this.bar.replaceChildren(
      scope,
      checkbox("containment", options.containment, (containment) => this.change({ containment })),
      checkbox("unconnected", options.unconnected, (unconnected) => this.change({ unconnected })),
      from,
      element("span", { class: "space" }),
      button("−", { label: "Zoom out", title: "Zoom out (-)" }, () => this.canvas.zoomOut()),
      button("+", { label: "Zoom in", title: "Zoom in (+)" }, () => this.canvas.zoomIn()),
      button("Fit", { label: "Fit into the window", title: "Fit into the window (0)" }, () => this.canvas.fit()),
    );
  }

  private togglePath(): void {
    this.pathFrom = this.pathFrom ? undefined : this.catalog?.find(this.selected);
    this.drawBar();
    this.emphasise();
  }

  private update(): void {
    if (!this.catalog || !this.order) return;
    this.isStale = false;
    const graph = this.order.graph({ ...this.options, centre: this.selected });
    const sizes = graph.nodes.map((entry) => this.canvas.size(entry.reference));
    const input: LayoutInput = { sizes, edges: graph.edges.map((edge) => [edge.source, edge.target]) };
    const number = ++this.asked;
    this.message.textContent = "Laying out…";
    void this.layOut(number, input).then((layout) => {
      if (number !== this.asked) return;
      this.graph = graph;
      this.canvas.show(graph, layout, sizes.map((size) => size.width));
      const cycles = this.catalog!.cycles.length;
      const summary = `${graph.nodes.length} resources, ${graph.edges.length} relationships, ${cycles === 1 ? "1 cycle" : `${cycles} cycles`}`;
      this.canvas.element.setAttribute("aria-label", `Relationship graph: ${summary}. Arrows move, plus and minus zoom, Enter opens the source.`);
      this.emphasise();
    });
  }

  private async layOut(number: number, input: LayoutInput): Promise<Layout> {
    this.worker ??= startWorker(this.workerAddress);
    const worker = await this.worker;
    return new Promise((resolve) => {
      const receive = (event: MessageEvent<{ number: number; layout: Layout }>) => {
        if (event.data.number !== number) return;
        worker.removeEventListener("message", receive);
        resolve(event.data.layout);
      };
      worker.addEventListener("message", receive);
      worker.postMessage({ number, input });
    });
  }

  /// Marks the selection with all that comes before and after it, or the path that was asked for.
  private emphasise(): void {
    const { catalog, order, graph } = this;
    if (!catalog || !order) return;
    const entry = catalog.find(this.selected);
    const numbers = new Map(graph.nodes.map((each, number) => [each.index, number]));
    const drawn = (indexes: Iterable<number>) => [...indexes].flatMap((index) => numbers.get(index) ?? []);
    const selected = entry && numbers.get(entry.index);
    const cycles = catalog.cycles.length;
    let text = `${graph.nodes.length} resources, ${graph.edges.length} relationships`;
    if (cycles > 0) text += `, ${cycles === 1 ? "1 cycle" : `${cycles} cycles`} (red)`;
    if (this.pathFrom && entry && entry !== this.pathFrom) {
      const path = order.path(this.pathFrom.index, entry.index);
      this.message.textContent = path
        ? `Path: ${path.map((index) => catalog.entries[index].reference).join(" → ")}`
        : `Nothing makes ${entry.reference} wait for ${this.pathFrom.reference}`;
      const nodes = drawn(path ?? [this.pathFrom.index, entry.index]);
      return this.canvas.emphasise({ selected, nodes: new Set(nodes), path: path ? nodes : [] });
    }
    if (selected === undefined || !entry) {
      this.message.textContent = text;
      return this.canvas.emphasise({ nodes: new Set(), path: [] });
    }
    const [before, after] = [order.related(entry.index, "before"), order.related(entry.index, "after")];
    this.message.textContent = `${entry.reference}: after ${before.size}, before ${after.size} · ${text}`;
    this.canvas.emphasise({ selected, nodes: new Set([selected, ...drawn(before), ...drawn(after)]), path: [] });
  }
}

/// A webview may not start a worker from the extension's files, only from what it has fetched itself.
async function startWorker(address: string): Promise<Worker> {
  const answer = await fetch(address);
  return new Worker(URL.createObjectURL(new Blob([await answer.text()], { type: "text/javascript" })));
}
