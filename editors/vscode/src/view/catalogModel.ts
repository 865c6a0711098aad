// The catalog as the view shows it: groups, search and rows. Pure, so that it can be tested without an editor.
export interface Resource {
  type: string;
  title: string;
  file?: string;
  line?: number;
  exported?: boolean;
  tags?: string[];
  parameters?: Record<string, unknown>;
}

export interface Report {
  ok: boolean;
  node?: string;
  facts?: string;
  markdown?: string;
  catalog?: { name: string; resources?: Resource[]; edges?: { source: string; target: string }[] };
  logs?: { level: string; message: string; file?: string; line?: number }[];
  unknowns?: { reason: string; file?: string; line?: number }[];
  error?: { message: string; file?: string; line?: number } | null;
}

export type Grouping = "class" | "type" | "file";

export interface Group {
  name: string;
  resources: Resource[];
}

export const reference = (resource: Resource): string => `${resource.type}[${resource.title}]`;

const isContainer = (resource: Resource): boolean => resource.type === "Class" || resource.type === "Stage";

/// The class that contains each resource, by reference.
export function containers(report: Report): Map<string, string> {
  const parents = new Map((report.catalog?.edges ?? []).map((edge) => [edge.target, edge.source]));
  const found = new Map<string, string>();
  for (const start of parents.keys()) {
    let current: string | undefined = parents.get(start);
    for (let steps = 0; current && !current.startsWith("Class[") && steps < 100; steps++) current = parents.get(current);
    if (current) found.set(start, current.slice("Class[".length, -1));
  }
  return found;
}

/// Resources that match every word of the search, in groups, biggest groups last named first by name.
export function groups(report: Report, grouping: Grouping, search: string): Group[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const classes = containers(report);
  const byName = new Map<string, Resource[]>();
  for (const resource of report.catalog?.resources ?? []) {
    if (isContainer(resource) || !words.every((word) => searchText(resource).includes(word))) continue;
    const name = grouping === "type" ? resource.type : grouping === "file" ? (resource.file ?? "no file") : (classes.get(reference(resource)) ?? "main");
    const members = byName.get(name);
    if (members) members.push(resource);
    else byName.set(name, [resource]);
  }
  return [...byName].map(([name, resources]) => ({ name, resources })).sort((a, b) => a.name.localeCompare(b.name));
}

function searchText(resource: Resource): string {
  const values = Object.entries(resource.parameters ?? {}).map(([name, value]) => `${name} ${shown(value)}`);
  return `${reference(resource)} ${values.join(" ")}`.toLowerCase();
}

/// A value as one line of text.
export function shown(value: unknown): string {
  if (typeof value === "string") return value;
  if (value && typeof value === "object" && "__ptype" in value) {
    const rich = value as { __ptype: string; reason?: string; __pvalue?: unknown };
    if (rich.__ptype === "Sensitive") return "(sensitive)";
    if (rich.reason) return `unknown: ${rich.reason}`;
  }
  return JSON.stringify(value);
}

/// The resource that a cursor stands on: the last one declared at or above the line.
export function resourceAt(report: Report, file: string, line: number): Resource | undefined {
  let best: Resource | undefined;
  for (const resource of report.catalog?.resources ?? []) {
    if (resource.file !== file || resource.line === undefined || resource.line > line) continue;
    if (!best || resource.line > (best.line ?? 0)) best = resource;
  }
  return best;
}
