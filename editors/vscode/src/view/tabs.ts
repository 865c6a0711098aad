// Tabs that work with the keyboard as tabs should: arrows move between them, the chosen one is in the order of focus.
import { element } from "./dom";

export interface TabOptions {
  name: string;
  title: string;
  panel: HTMLElement;
}

export class Tabs {
  readonly bar = element("div", { class: "tabs", label: "Views of the catalog" });
  readonly panels = element("div", { class: "panels" });
  current = "";
  private readonly buttons = new Map<string, HTMLButtonElement>();

  constructor(
    private readonly tabs: TabOptions[],
    private readonly shown: (name: string) => void,
  ) {
    this.bar.setAttribute("role", "tablist");
    for (const tab of tabs) {
      const made = element("button", { text: tab.title });
      made.type = "button";
      made.id = `tab-${tab.name}`;
      made.setAttribute("role", "tab");
      made.setAttribute("aria-controls", `panel-${tab.name}`);
      made.addEventListener("click", () => this.show(tab.name));
      tab.panel.id = `panel-${tab.name}`;
      tab.panel.classList.add("panel");
      tab.panel.setAttribute("role", "tabpanel");
      tab.panel.setAttribute("aria-labelledby", made.id);
      this.buttons.set(tab.name, made);
      this.bar.append(made);
      this.panels.append(tab.panel);
    }
    this.bar.addEventListener("keydown", (event) => this.key(event));
  }

  show(name: string): void {
    if (!this.buttons.has(name)) return;
    this.current = name;
    for (const tab of this.tabs) {
      const isCurrent = tab.name === name;
      const made = this.buttons.get(tab.name)!;
      made.setAttribute("aria-selected", String(isCurrent));
      made.tabIndex = isCurrent ? 0 : -1;
      tab.panel.hidden = !isCurrent;
    }
    this.shown(name);
  }

  setCount(name: string, count: number | undefined): void {
    const tab = this.tabs.find((each) => each.name === name);
    const made = this.buttons.get(name);
    if (tab && made) made.textContent = count ? `${tab.title} (${count})` : tab.title;
  }

  private key(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const at = this.tabs.findIndex((tab) => tab.name === this.current);
    const next = this.tabs[(at + step + this.tabs.length) % this.tabs.length];
    this.show(next.name);
    this.buttons.get(next.name)?.focus();
    event.preventDefault();
  }
}
