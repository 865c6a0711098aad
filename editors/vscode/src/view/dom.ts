// Small helpers for building elements. Nothing here takes markup: all text is text.
export interface ElementOptions {
  class?: string;
  text?: string;
  title?: string;
  label?: string;
}

export function element<K extends keyof HTMLElementTagNameMap>(name: K, options: ElementOptions = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (options.class) made.className = options.class;
  if (options.text !== undefined) made.textContent = options.text;
  if (options.title) made.title = options.title;
  if (options.label) made.setAttribute("aria-label", options.label);
  made.append(...children);
  return made;
}

export function button(text: string, options: ElementOptions, click: () => void): HTMLButtonElement {
  const made = element("button", { ...options, text });
  made.type = "button";
  made.addEventListener("click", click);
  return made;
}

export function checkbox(text: string, checked: boolean, change: (checked: boolean) => void): HTMLLabelElement {
  const input = element("input");
  input.type = "checkbox";
  input.checked = checked;
  input.addEventListener("change", () => change(input.checked));
  return element("label", { class: "check" }, input, text);
}

export function select<T extends string>(label: string, options: [T, string][], value: T, change: (value: T) => void): HTMLSelectElement {
  const made = element("select", { label });
  for (const [name, text] of options) {
    const option = element("option", { text });
    option.value = name;
    option.selected = name === value;
    made.append(option);
  }
  made.addEventListener("change", () => change(made.value as T));
  return made;
}

/// The last folders of a path, which is what tells files apart.
export function shortPath(path: string, parts = 3): string {
  return path.split(/[\\/]/).slice(-parts).join("/");
}
