// The catalog as the view works with it: every resource with its class, attributes and marks, found by reference, by words
// and by place. Pure, so that it can be tested without an editor.
import type { NodeDiffReport, Place, Preview, Resource, Spot } from "./protocol";
import { shown, unknownReason } from "./values";

/// Where an attribute's value came from: written in code, from Hiera, from the parameter's default, given by a node
/// classifier, or implied by the resource itself.
export interface AttributeOrigin extends Place {
  from: "written" | "data" | "default" | "given" | "resource";
  layer?: string;
}

export interface Attribute {
  name: string;
  text: string;
  unknown?: string;
  origin?: AttributeOrigin;
}

export type Change = "added" | "changed";

/// What a resource can be filtered by.
export const MARKS = ["unknown", "exported", "virtual", "cycle", "changed"] as const;
export type Mark = (typeof MARKS)[number];

export interface Entry {
  index: number;
  reference: string;
  type: string;
  title: string;
  /// The class whose code, or whose defines, declared it.
  className: string;
  container?: string;
  place: Place;
  definition?: Place;
  tags: string[];
  marks: Set<Mark>;
  change?: Change;
  resource: Resource;
}

export interface Query {
  search: string;
  type?: string;
  marks: Mark[];
}

/// The class around what no class declared.
const MAIN = "main";

export const referenceOf = (resource: { type: string; title: string }): string => `${resource.type}[${resource.title}]`;

export class Catalog {
  readonly entries: Entry[] = [];
  readonly cycles: string[][];
  private readonly byReference = new Map<string, Entry>();
  private readonly byFile = new Map<string, Entry[]>();
  /// What a search looks at, by index; filled as it is needed.
  private readonly texts: string[] = [];

  constructor(readonly report: Preview) {
    this.cycles = report.cycles;
    const parents = new Map((report.catalog?.edges ?? []).map((edge) => [edge.target, edge.source]));
    const classes = new Map<string, string>();
    for (const resource of report.catalog?.resources ?? []) this.add(resource, classOf(referenceOf(resource), parents, classes), parents);
    for (const resource of report.virtual_resources) this.add(resource, MAIN, parents)?.marks.add("virtual");
    for (const reference of this.cycles.flat()) this.byReference.get(reference)?.marks.add("cycle");
  }

  private add(resource: Resource, className: string, parents: Map<string, string>): Entry | undefined {
    // The stage and the manifests' own class hold everything: they tell nothing.
    if (resource.type === "Stage" || (resource.type === "Class" && ["main", "Main", "Settings"].includes(resource.title))) return undefined;
    const reference = referenceOf(resource);
    const definition = placeOf(this.report, resource.definition);
    const place = resource.file ? { file: resource.file, line: resource.line } : (definition ?? {});
    const entry: Entry = {
      index: this.entries.length,
      reference,
      type: resource.type,
      title: resource.title,
      className,
      container: parents.get(reference) ?? resource.container,
      place,
      definition,
      tags: resource.tags,
      marks: new Set(),
      resource,
    };
    if (resource.exported) entry.marks.add("exported");
    if (unknownReason(resource.parameters) !== undefined) entry.marks.add("unknown");
    this.entries.push(entry);
    this.byReference.set(reference, entry);
    if (place.file) {
      const ofFile = this.byFile.get(place.file);
      if (ofFile) ofFile.push(entry);
      else this.byFile.set(place.file, [entry]);
    }
    return entry;
  }

  /// Marks what a comparison found.
  applyDiff(report: NodeDiffReport): void {
    for (const entry of this.entries) {
      entry.change = undefined;
      entry.marks.delete("changed");
    }
    const mark = (reference: string, change: Change) => {
      const entry = this.byReference.get(reference);
      if (!entry) return;
      entry.change = change;
      entry.marks.add("changed");
    };
    for (const added of report.diff.added) mark(added.resource, "added");
    for (const changed of report.diff.changed) mark(changed.resource, "changed");
  }

  find(reference: string): Entry | undefined {
    return this.byReference.get(reference);
  }

  /// The names of types with how many there are, most used first.
  types(): [string, number][] {
    const counts = new Map<string, number>();
    for (const entry of this.entries) counts.set(entry.type, (counts.get(entry.type) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  }

  /// What matches every word, the type and all marks. A word may say where to look: `type:`, `title:`, `class:`, `file:`, `tag:`.
  select(query: Query): Entry[] {
    const words = query.search.toLowerCase().split(/\s+/).filter(Boolean).map(readWord);
    return this.entries.filter(
      (entry) =>
        (!query.type || entry.type === query.type) &&
        query.marks.every((mark) => entry.marks.has(mark)) &&
        words.every((word) => this.matches(entry, word)),
    );
  }

  private matches(entry: Entry, word: Word): boolean {
    switch (word.field) {
      case "type":
        return entry.type.toLowerCase().includes(word.text);
      case "title":
        return entry.title.toLowerCase().includes(word.text);
      case "class":
        return entry.className.toLowerCase().includes(word.text);
      case "file":
        return (entry.place.file ?? "").toLowerCase().includes(word.text);
      case "tag":
        return entry.tags.some((tag) => tag.includes(word.text));
      case undefined:
        return this.text(entry).includes(word.text);
    }
  }

  private text(entry: Entry): string {
    return (this.texts[entry.index] ??= searchText(entry));
  }

  /// Prepares some of what a search needs, ahead of the first one; says whether there is more to do.
  prepareSearch(count: number): boolean {
    const first = this.texts.length;
    for (const entry of this.entries.slice(first, first + count)) this.text(entry);
    return this.texts.length < this.entries.length;
  }

  /// The resource that a line belongs to: the one declared there, else the last one above it.
  at(file: string, line: number): Entry | undefined {
    let best: Entry | undefined;
    for (const entry of this.byFile.get(file) ?? []) {
      const own = entry.place.line;
      if (own === undefined || own > line) continue;
      if (!best || own > (best.place.line ?? 0)) best = entry;
    }
    return best;
  }
}

/// Longer values are searched up to here.
const SEARCHED_LENGTH = 4_000;

function searchText(entry: Entry): string {
  const secret = entry.resource.sensitive_parameters ?? [];
  let text = entry.reference;
  for (const [name, value] of Object.entries(entry.resource.parameters ?? {})) {
    text += ` ${name}`;
    if (secret.includes(name)) continue;
    text += ` ${(typeof value === "string" ? value : shown(value)).slice(0, SEARCHED_LENGTH)}`;
  }
  return text.toLowerCase();
}

/// A place of the report, which names files by number.
function placeOf(report: Preview, spot: Spot | undefined): Place | undefined {
  return spot && { file: report.files[spot[0]], line: spot[1], column: spot[2] };
}

function originOf(report: Preview, resource: Resource, name: string): AttributeOrigin | undefined {
  const origin = resource.origins?.[name];
  return origin && { from: origin.from ?? "written", ...placeOf(report, origin.at), ...(origin.layer !== undefined && { layer: origin.layer }) };
}

/// The attributes of a resource, sorted as they were set, secrets hidden.
export function attributesOf(catalog: Catalog, entry: Entry): Attribute[] {
  const secret = new Set(entry.resource.sensitive_parameters ?? []);
  return Object.entries(entry.resource.parameters ?? {}).map(([name, value]) => ({
    name,
    text: shown(value, secret.has(name)),
    unknown: unknownReason(value),
    origin: originOf(catalog.report, entry.resource, name),
  }));
}

/// The class around a resource, through defines. `known` remembers answers, so that deep nesting costs once.
function classOf(reference: string, parents: Map<string, string>, known: Map<string, string>): string {
  const seen: string[] = [];
  let current: string | undefined = parents.get(reference);
  let found = MAIN;
  while (current && !seen.includes(current)) {
    const answer = known.get(current);
    if (answer !== undefined) {
      found = answer;
      break;
    }
    if (current.startsWith("Class[")) {
      found = current.slice("Class[".length, -1).toLowerCase();
      break;
    }
    seen.push(current);
    current = parents.get(current);
  }
  for (const each of seen) known.set(each, found);
  return found;
}

interface Word {
  field?: "type" | "title" | "class" | "file" | "tag";
  text: string;
}

function readWord(text: string): Word {
  const found = /^(type|title|class|file|tag):(.+)$/.exec(text);
  return found ? { field: found[1] as Word["field"], text: found[2] } : { text };
}
