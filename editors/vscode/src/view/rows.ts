// The list's rows: groups with their resources below them, and which of them a scroll position shows.
import type { Entry } from "./catalogModel";

export const GROUPINGS = ["class", "type", "file"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export type Row = { kind: "group"; name: string; count: number; collapsed: boolean } | { kind: "resource"; entry: Entry };

const groupOf: Record<Grouping, (entry: Entry) => string> = {
  class: (entry) => (entry.type === "Class" ? entry.title.toLowerCase() : entry.className),
  type: (entry) => entry.type,
  file: (entry) => entry.place.file ?? "no file",
};

/// Groups in the order of their names; a collapsed one shows only its name.
export function rowsOf(entries: Entry[], grouping: Grouping, collapsed: Set<string>): Row[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const name = groupOf[grouping](entry);
    const members = groups.get(name);
    if (members) members.push(entry);
    else groups.set(name, [entry]);
  }
  const rows: Row[] = [];
  for (const [name, members] of [...groups].sort((a, b) => (a[0] < b[0] ? -1 : 1))) {
    const isCollapsed = collapsed.has(name);
    rows.push({ kind: "group", name, count: members.length, collapsed: isCollapsed });
    if (!isCollapsed) for (const entry of members) rows.push({ kind: "resource", entry });
  }
  return rows;
}

export function groupNameOf(entry: Entry, grouping: Grouping): string {
  return groupOf[grouping](entry);
}

export interface Window {
  first: number;
  end: number;
}

/// Rows that a window of this height shows, and a few more on either side so that scrolling shows no gaps.
export function visibleWindow(scrollTop: number, height: number, rowHeight: number, count: number, spare = 8): Window {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - spare);
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + spare);
  return { first: Math.min(first, count), end: Math.max(end, 0) };
}
