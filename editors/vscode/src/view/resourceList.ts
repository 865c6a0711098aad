// The list of resources: only the rows in sight are in the document, whatever the catalog's size. Works as a tree for the
// keyboard and for screen readers.
import type { Entry } from "./catalogModel";
import { element, shortPath } from "./dom";
import { placeLink } from "./places";
import { Row, visibleWindow } from "./rows";

export interface ListListener {
  select(entry: Entry): void;
  open(entry: Entry): void;
  toggle(group: string, collapsed: boolean): void;
}

export const ROW_HEIGHT = 24;

export class ResourceList {
  readonly element = element("div", { class: "list", label: "Resources" });
  private readonly sheet = element("div", { class: "sheet" });
  private readonly drawn = new Map<number, HTMLElement>();
  private rows: Row[] = [];
  private active = -1;
  private selected = "";

  constructor(private readonly listener: ListListener) {
    this.element.tabIndex = 0;
    this.element.setAttribute("role", "tree");
    this.element.append(this.sheet);
    this.element.addEventListener("scroll", () => this.draw());
    this.element.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  show(rows: Row[], selected: string): void {
    this.rows = rows;
    this.selected = selected;
    this.active = rows.findIndex((row) => row.kind === "resource" && row.entry.reference === selected);
    this.sheet.style.height = `${rows.length * ROW_HEIGHT}px`;
    for (const row of this.drawn.values()) row.remove();
    this.drawn.clear();
    this.draw();
  }

  /// Selects a resource and brings it into sight.
  reveal(reference: string): void {
    this.selected = reference;
    const index = this.rows.findIndex((row) => row.kind === "resource" && row.entry.reference === reference);
    if (index >= 0) this.activate(index);
    this.draw();
  }

  private activate(index: number): void {
    this.active = Math.max(0, Math.min(index, this.rows.length - 1));
    const top = this.active * ROW_HEIGHT;
    const { scrollTop, clientHeight } = this.element;
    const isStep = Math.abs(top - scrollTop - clientHeight / 2) < clientHeight / 2 + 2 * ROW_HEIGHT;
    // Something far away comes to the middle, where what is around it can be seen too.
    if (!isStep) this.element.scrollTop = top - clientHeight / 2;
    else if (top < scrollTop) this.element.scrollTop = top;
    else if (top + ROW_HEIGHT > scrollTop + clientHeight) this.element.scrollTop = top + ROW_HEIGHT - clientHeight;
    this.draw();
  }

  private draw(): void {
    const { first, end } = visibleWindow(this.element.scrollTop, this.element.clientHeight, ROW_HEIGHT, this.rows.length);
    for (const [index, row] of this.drawn) {
      if (index >= first && index < end) continue;
      row.remove();
      this.drawn.delete(index);
    }
    for (let index = first; index < end; index++) {
      let row = this.drawn.get(index);
      if (!row) {
        row = this.rowElement(index);
        this.drawn.set(index, row);
        this.sheet.append(row);
      }
      const data = this.rows[index];
      row.classList.toggle("active", index === this.active);
      row.setAttribute("aria-selected", String(data.kind === "resource" && data.entry.reference === this.selected));
    }
    if (this.active >= 0) this.element.setAttribute("aria-activedescendant", `row-${this.active}`);
    this.element.dataset.rows = String(this.rows.length);
    this.element.dataset.drawn = String(this.drawn.size);
  }

  private rowElement(index: number): HTMLElement {
    const row = this.rows[index];
    const made = element("div", { class: `row ${row.kind}` });
    made.id = `row-${index}`;
    made.style.top = `${index * ROW_HEIGHT}px`;
    made.setAttribute("role", "treeitem");
    if (row.kind === "group") {
      made.setAttribute("aria-level", "1");
      made.setAttribute("aria-expanded", String(!row.collapsed));
      made.append(element("span", { class: "arrow", text: row.collapsed ? "▸" : "▾" }), element("span", { class: "name", text: shortPath(row.name), title: row.name }), element("span", { class: "count", text: String(row.count) }));
      made.addEventListener("click", () => this.listener.toggle(row.name, !row.collapsed));
      return made;
    }
    const { entry } = row;
    made.setAttribute("aria-level", "2");
    made.dataset.reference = entry.reference;
    made.append(element("span", { class: "reference", text: entry.reference, title: entry.reference }));
    for (const mark of entry.marks) made.append(element("span", { class: `badge ${mark}`, text: mark === "changed" ? (entry.change ?? mark) : mark }));
    const link = placeLink(entry.place);
    link.tabIndex = -1;
    made.append(link);
    made.addEventListener("click", () => {
      this.active = index;
      this.listener.select(entry);
    });
    made.addEventListener("dblclick", () => this.listener.open(entry));
    return made;
  }

  private key(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.element.clientHeight / ROW_HEIGHT) - 1);
    const go = (index: number) => {
      this.activate(index);
      const row = this.rows[this.active];
      if (row?.kind === "resource") this.listener.select(row.entry);
    };
    const row = this.rows[this.active];
    const actions: Record<string, () => void> = {
      ArrowDown: () => go(this.active + 1),
      ArrowUp: () => go(this.active - 1),
      PageDown: () => go(this.active + page),
      PageUp: () => go(this.active - page),
      Home: () => go(0),
      End: () => go(this.rows.length - 1),
      ArrowRight: () => row?.kind === "group" && row.collapsed && this.toggleActive(false),
      ArrowLeft: () => (row?.kind === "group" ? !row.collapsed && this.toggleActive(true) : this.toGroup()),
      Enter: () => (row?.kind === "group" ? this.toggleActive(!row.collapsed) : row && this.listener.open(row.entry)),
      " ": () => row?.kind === "group" && this.toggleActive(!row.collapsed),
    };
    const action = actions[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  }

  private toggleActive(collapsed: boolean): void {
    const row = this.rows[this.active];
    if (row?.kind !== "group") return;
    const keep = this.active;
    this.listener.toggle(row.name, collapsed);
    this.activate(keep);
  }

  private toGroup(): void {
    for (let index = this.active; index >= 0; index--) {
      if (this.rows[index]?.kind === "group") return this.activate(index);
    }
  }
}
