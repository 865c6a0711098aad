// Draws the catalog in the webview: groups of resources with search, attributes, logs and unknowns. Keyboard-usable.
import { Grouping, Report, Resource, groups, reference, resourceAt, shown } from "./catalogModel";

declare function acquireVsCodeApi(): { postMessage(message: unknown): void; getState(): unknown; setState(state: unknown): void };

const editor = acquireVsCodeApi();
const root = document.getElementById("view")!;
let report: Report | undefined;
let grouping: Grouping = "class";
let search = "";
let selected = "";

/// Rows beyond this are drawn when asked for: thousands of resources must not make typing slow.
const ROWS = 400;

function element<K extends keyof HTMLElementTagNameMap>(name: K, options: { class?: string; text?: string } = {}, ...children: Node[]): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (options.class) made.className = options.class;
  if (options.text !== undefined) made.textContent = options.text;
  made.append(...children);
  return made;
}

function open(file?: string, line?: number): void {
  if (file) editor.postMessage({ kind: "open", file, line });
}

function place(file?: string, line?: number): HTMLElement {
  const link = element("button", { class: "place", text: file ? `${file.split("/").slice(-2).join("/")}:${line ?? 1}` : "" });
  link.title = file ?? "";
  link.onclick = () => open(file, line);
  return link;
}

function row(resource: Resource): HTMLElement {
  const details = element("details", { class: "resource" });
  details.dataset.reference = reference(resource);
  details.open = selected === reference(resource);
  const title = element("summary", {}, element("span", { class: "reference", text: reference(resource) }), place(resource.file, resource.line));
  if (resource.exported) title.append(element("span", { class: "badge", text: "exported" }));
  details.append(title);
  const table = element("table");
  for (const [name, value] of Object.entries(resource.parameters ?? {})) {
    const text = shown(value);
    table.append(element("tr", { class: text.startsWith("unknown:") ? "unknown" : "" }, element("th", { text: name }), element("td", { text })));
  }
  details.append(table);
  return details;
}

function list(): HTMLElement {
  const holder = element("div", { class: "groups" });
  let left = ROWS;
  for (const group of groups(report!, grouping, search)) {
    const section = element("section", {}, element("h2", { text: `${group.name} (${group.resources.length})` }));
    for (const resource of group.resources.slice(0, left)) section.append(row(resource));
    const hidden = group.resources.length - Math.min(left, group.resources.length);
    if (hidden > 0) {
      const more = element("button", { class: "more", text: `${hidden} more` });
      more.onclick = () => more.replaceWith(...group.resources.slice(-hidden).map(row));
      section.append(more);
    }
    left = Math.max(0, left - group.resources.length);
    holder.append(section);
  }
  return holder;
}

function notes(name: string, entries: { text: string; file?: string; line?: number }[]): HTMLElement[] {
  if (entries.length === 0) return [];
  const items = entries.map((entry) => element("li", {}, document.createTextNode(entry.text + " "), place(entry.file, entry.line)));
  return [element("section", { class: name }, element("h2", { text: `${name} (${entries.length})` }), element("ul", {}, ...items))];
}

function draw(): void {
  if (!report) return;
  const bar = element("div", { class: "bar" });
  const input = element("input");
  input.type = "search";
  input.placeholder = "Search resources and attributes";
  input.value = search;
  input.oninput = () => {
    search = input.value;
    root.querySelector(".groups")?.replaceWith(list());
  };
  const choose = element("select");
  for (const name of ["class", "type", "file"] as const) {
    const option = element("option", { text: `by ${name}` });
    option.value = name;
    option.selected = name === grouping;
    choose.append(option);
  }
  choose.onchange = () => {
    grouping = choose.value as Grouping;
    root.querySelector(".groups")?.replaceWith(list());
  };
  bar.append(input, choose);
  root.replaceChildren(
    element("h1", { text: `${report.node ?? report.catalog?.name ?? "catalog"} · ${report.facts ?? ""}` }),
    ...(report.error ? [element("p", { class: "error", text: report.error.message }), place(report.error.file, report.error.line)] : []),
    bar,
    list(),
    ...notes("unknown", (report.unknowns ?? []).map((entry) => ({ ...entry, text: entry.reason }))),
    ...notes("log", (report.logs ?? []).map((entry) => ({ ...entry, text: `${entry.level}: ${entry.message}` }))),
  );
}

window.addEventListener("message", (event) => {
  const message = event.data as { kind: string; report?: Report; file?: string; line?: number };
  if (message.kind === "report") {
    report = message.report;
    draw();
  } else if (message.kind === "cursor" && report && message.file) {
    const found = resourceAt(report, message.file, message.line ?? 1);
    if (!found || reference(found) === selected) return;
    selected = reference(found);
    const details = root.querySelector<HTMLDetailsElement>(`[data-reference="${CSS.escape(selected)}"]`);
    if (details) {
      details.open = true;
      details.scrollIntoView({ block: "nearest" });
    }
  }
});
editor.postMessage({ kind: "ready" });
