// Puts the catalog view together: header, tabs, list, graph and details, and keeps them in step with the editor.
import { Catalog, Entry, MARKS, Mark } from "./catalogModel";
import { ChangesTab } from "./changesTab";
import { details } from "./details";
import { button, element, select } from "./dom";
import { openSource, remember, remembered, tell } from "./editor";
import { GraphTab } from "./graphTab";
import { Order } from "./graphModel";
import { Note, notes } from "./notesTab";
import { placeLink } from "./places";
import type { Problem } from "./protocol";
import type { ToView } from "./report";
import { ResourceList } from "./resourceList";
import { GROUPINGS, Grouping, groupNameOf, rowsOf } from "./rows";
import { Tabs } from "./tabs";

const state = remembered({ grouping: "class" as Grouping, search: "", type: "", marks: [] as Mark[], tab: "resources", asked: undefined as unknown });
const collapsed = new Set<string>();
let catalog: Catalog | undefined;
let order: Order | undefined;
let selected: Entry | undefined;

const root = document.getElementById("view")!;
const header = element("header");
const problem = element("div", { class: "problem" });
const bar = element("div", { class: "bar" });
const side = element("aside", { label: "Selected resource" });
side.tabIndex = 0;
const unknowns = element("div");
const logs = element("div");

const list = new ResourceList({
  select: (entry) => choose(entry, "list"),
  open: (entry) => openSource(entry.place),
  toggle: (group, isCollapsed) => {
    if (isCollapsed) collapsed.add(group);
    else collapsed.delete(group);
    drawList();
  },
});
const graph = new GraphTab(root.dataset.worker ?? "", {
  select: (entry) => choose(entry, "graph"),
  open: (entry) => openSource(entry.place),
});
const changes = new ChangesTab((reference) => {
  const entry = catalog?.find(reference);
  if (entry) choose(entry, "changes");
});
const resources = element("div", { class: "resources" }, bar, list.element);
const tabs = new Tabs(
  [
    { name: "resources", title: "Resources", panel: resources },
    { name: "graph", title: "Graph", panel: graph.element },
    { name: "changes", title: "Changes", panel: changes.element },
    { name: "unknowns", title: "Unknown", panel: unknowns },
    { name: "logs", title: "Log", panel: logs },
  ],
  (name) => {
    keep({ tab: name });
    graph.setShown(name === "graph");
    if (name === "changes" && catalog) changes.setShown();
  },
);
root.append(header, problem, tabs.bar, element("main", {}, tabs.panels, side));

function keep(changed: Partial<typeof state>): void {
  Object.assign(state, changed);
  remember(state);
}

/// Selects a resource everywhere; the part that it was selected in shows it already.
function choose(entry: Entry, where: "list" | "graph" | "changes" | "editor" | "details"): void {
  selected = entry;
  if (where !== "list") revealInList(entry);
  else list.reveal(entry.reference);
  graph.setSelected(entry);
  if (where === "editor" || where === "details") graph.reveal(entry);
  drawDetails();
}

function revealInList(entry: Entry): void {
  const group = groupNameOf(entry, state.grouping);
  if (collapsed.delete(group)) drawList();
  list.reveal(entry.reference);
}

function drawDetails(): void {
  if (!catalog || !order || !selected) {
    side.replaceChildren(element("p", { class: "empty", text: "Select a resource to see its attributes and where each came from." }));
    return;
  }
  side.replaceChildren(
    ...details(catalog, order, selected, {
      select: (entry) => choose(entry, "details"),
      showInGraph: (entry) => {
        tabs.show("graph");
        graph.reveal(entry);
        graph.focus();
      },
    }),
  );
}

function drawHeader(): void {
  const context = catalog?.report.context;
  const count = catalog?.entries.length ?? 0;
  header.replaceChildren(
    element("h1", { text: context?.label ?? "Catalog" }),
    element("span", { class: "summary", text: `${count} resources${context ? ` · ${context.edition}` : ""}` }),
    element("span", { class: "space" }),
    button("Choose node and facts", { class: "action" }, () => tell({ kind: "chooseContext" })),
    button("Refresh", { class: "action" }, () => tell({ kind: "refresh" })),
  );
}

/// A problem of the report, or one of asking for it.
type Shown = Pick<Problem, "message"> & Partial<Problem>;

function drawProblem(message?: string): void {
  const report = catalog?.report;
  const found: Shown[] = message ? [{ message }] : report?.errors.length ? report.errors : report?.error ? [report.error] : [];
  problem.hidden = found.length === 0;
  problem.setAttribute("role", "alert");
  problem.replaceChildren(
    ...found.slice(0, 3).map((each) =>
      element("div", { class: "error" }, element("span", { text: each.message }), " ", placeLink(each), ...frames(each)),
    ),
  );
}

function frames(of: { frames?: { what: string; file?: string; line?: number }[] }): HTMLElement[] {
  return (of.frames ?? []).slice(0, 5).map((frame) => element("div", { class: "frame" }, `in ${frame.what} `, placeLink(frame)));
}

function drawBar(): void {
  const input = element("input", { label: "Search resources", title: "Words in references and attributes; type:, title:, class:, file:, tag:" });
  input.type = "search";
  input.placeholder = "Search: words, type:file, class:…, tag:…";
  input.value = state.search;
  input.addEventListener("input", () => {
    keep({ search: input.value });
    drawList();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "Enter") list.element.focus();
  });
  const grouping = select<Grouping>("Group by", GROUPINGS.map((name) => [name, `by ${name}`]), state.grouping, (grouping) => {
    keep({ grouping });
    collapsed.clear();
    drawList();
  });
  const types = catalog?.types() ?? [];
  const known = types.some(([name]) => name === state.type) ? state.type : "";
  const type = select<string>("Type", [["", "all types"], ...types.map(([name, count]): [string, string] => [name, `${name} (${count})`])], known, (type) => {
    keep({ type });
    drawList();
  });
  const present = MARKS.filter((mark) => state.marks.includes(mark) || catalog?.entries.some((entry) => entry.marks.has(mark)));
  const marks = present.map((mark) => {
    const isOn = state.marks.includes(mark);
    const made = button(mark, { class: "mark", title: `Only ${mark}` }, () => {
      keep({ marks: isOn ? state.marks.filter((each) => each !== mark) : [...state.marks, mark] });
      drawBar();
      drawList();
    });
    made.setAttribute("aria-pressed", String(isOn));
    return made;
  });
  bar.replaceChildren(input, grouping, type, ...marks);
}

function drawList(): void {
  if (!catalog) return;
  const types = new Set(catalog.types().map(([name]) => name));
  const found = catalog.select({ search: state.search, type: types.has(state.type) ? state.type : undefined, marks: state.marks });
  list.show(rowsOf(found, state.grouping, collapsed), selected?.reference ?? "");
  tabs.setCount("resources", found.length);
}

function drawNotes(): void {
  const report = catalog?.report;
  const unknown: Note[] = (report?.unknowns ?? []).map((entry) => ({ text: entry.reason, place: entry }));
  const logged: Note[] = (report?.logs ?? []).map((entry) => ({ text: entry.message, level: entry.level, place: entry }));
  if (report?.limit) unknown.unshift({ text: report.limit, place: {} });
  if (report?.relationships_cut) unknown.unshift({ text: "There are more relationships than are shown", place: {} });
  unknowns.replaceChildren(...notes("Unknown values", "Everything could be known.", unknown));
  logs.replaceChildren(...notes("Log", "The code logged nothing.", logged));
  tabs.setCount("unknowns", unknown.length);
  tabs.setCount("logs", logged.length);
}

function show(next: Catalog): void {
  const keepSelected = selected?.reference;
  catalog = next;
  order = new Order(next);
  selected = keepSelected ? next.find(keepSelected) : undefined;
  drawHeader();
  drawProblem();
  drawBar();
  drawList();
  drawNotes();
  drawDetails();
  graph.setCatalog(next, order);
  graph.setSelected(selected);
  changes.forget(tabs.current === "changes");
  setTimeout(() => prepareSearch(next), 100);
  root.dataset.node = next.report.context.node;
  root.classList.remove("busy");
}

/// In small steps, so that nothing waits for it.
function prepareSearch(of: Catalog): void {
  if (of === catalog && of.prepareSearch(200)) setTimeout(() => prepareSearch(of), 20);
}

window.addEventListener("message", (event: MessageEvent<ToView>) => {
  const message = event.data;
  switch (message.kind) {
    case "report":
      return show(new Catalog(message.report));
    case "diff":
      catalog?.applyDiff(message.report);
      changes.show(message.report);
      tabs.setCount("changes", message.report.changes);
      drawBar();
      return drawList();
    case "failed":
      root.classList.remove("busy");
      return drawProblem(message.message);
    case "busy":
      if (message.asked) keep({ asked: message.asked });
      return void root.classList.add("busy");
    case "tab":
      if (message.baseline) changes.setBaseline(message.baseline);
      return tabs.show(message.tab);
    case "cursor": {
      const found = catalog?.at(message.file, message.line);
      if (found && found !== selected) choose(found, "editor");
    }
  }
});

window.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target instanceof HTMLInputElement) return;
  tabs.show("resources");
  bar.querySelector("input")?.focus();
  event.preventDefault();
});

drawHeader();
drawProblem();
drawBar();
drawNotes();
drawDetails();
tabs.show(state.tab);
tell({ kind: "ready" });
