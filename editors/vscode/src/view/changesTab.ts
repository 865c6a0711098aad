// What the edits do to the catalog: resources that came, went or changed, compared with the last commit or the saved files.
import { button, element, select } from "./dom";
import { tell } from "./editor";
import type { Baseline, NodeDiffReport } from "./protocol";
import { changeSummary, relationshipChanges } from "./differences";
import { shown } from "./values";

/// More resources than this are counted, not listed: nobody reads on.
const LISTED = 500;

export class ChangesTab {
  readonly element = element("div", { class: "changes" });
  private baseline: Baseline = "head";
  private report: NodeDiffReport | undefined;
  private isStale = true;

  constructor(private readonly choose: (reference: string) => void) {
    this.draw();
  }

  /// Compares with another state from now on.
  setBaseline(baseline: Baseline): void {
    if (baseline === this.baseline) return;
    this.baseline = baseline;
    this.isStale = true;
    this.draw();
  }

  show(report: NodeDiffReport): void {
    this.report = report;
    this.isStale = false;
    this.draw();
  }

  /// The catalog is another one: what is shown is asked for again when it is looked at.
  forget(isShown: boolean): void {
    this.isStale = true;
    if (isShown) this.ask();
  }

  setShown(): void {
    if (this.isStale) this.ask();
  }

  private ask(): void {
    this.isStale = false;
    tell({ kind: "diff", baseline: this.baseline });
  }

  private draw(): void {
    const choose = select<Baseline>("Compare with", [["head", "the last commit"], ["saved", "the saved files"]], this.baseline, (baseline) => {
      this.baseline = baseline;
      this.ask();
    });
    const bar = element("div", { class: "bar" }, element("span", { text: "Compared with" }), choose, button("Compare again", {}, () => this.ask()));
    this.element.replaceChildren(bar, ...(this.report ? this.body(this.report) : []));
  }

  private body(report: NodeDiffReport): HTMLElement[] {
    const { diff } = report;
    const heading = element("p", { class: "summary", text: `${report.baseline}: ${changeSummary(diff)}` });
    heading.setAttribute("role", "status");
    const parts: HTMLElement[] = [heading];
    for (const [state, text] of [[report.before, "Before, it did not compile"], [report.after, "Now, it does not compile"]] as const) {
      if (!state.ok) parts.push(element("p", { class: "error", text: `${text}: ${state.errors[0] ?? ""}` }));
    }
    const list = element("ul", { class: "differences", label: "Changed resources" });
    const items = [
      ...diff.removed.map((each) => this.item("−", "removed", each.resource, Object.entries(each.parameters).map(([name, value]) => line("−", name, value)))),
      ...diff.added.map((each) => this.item("+", "added", each.resource, Object.entries(each.parameters).map(([name, value]) => line("+", name, value)))),
      ...diff.changed.map((each) =>
        this.item("~", "changed", each.resource, each.parameters.flatMap(({ name, before, after }) => [
          ...(before === null || before === undefined ? [] : [line("−", name, before)]),
          ...(after === null || after === undefined ? [] : [line("+", name, after)]),
        ])),
      ),
    ];
    parts.push(...listed(list, items));
    const edges = relationshipChanges(diff);
    if (edges.length > 0) {
      const order = element("ul", { class: "differences", label: "Changed relationships" });
      parts.push(element("h3", { text: "Relationships" }));
      parts.push(...listed(order, edges.map(({ sign, text }) => element("li", { class: sign === "+" ? "added" : "removed" }, element("span", { class: "sign", text: sign }), element("span", { text })))));
    }
    return parts;
  }

  private item(sign: string, kind: string, reference: string, lines: HTMLElement[]): HTMLElement {
    const name = button(reference, { class: "reference-link", title: `Select ${reference}` }, () => this.choose(reference));
    return element("li", { class: kind }, element("span", { class: "sign", text: sign }), name, element("div", { class: "lines" }, ...lines));
  }
}

/// As many as somebody reads, and how many more there are.
function listed(list: HTMLElement, items: HTMLElement[]): HTMLElement[] {
  list.append(...items.slice(0, LISTED));
  return items.length > LISTED ? [list, element("p", { text: `and ${items.length - LISTED} more` })] : [list];
}

function line(sign: string, name: string, value: unknown): HTMLElement {
  return element("div", { class: sign === "+" ? "line plus" : "line minus", text: `${sign} ${name} => ${shown(value)}` });
}
