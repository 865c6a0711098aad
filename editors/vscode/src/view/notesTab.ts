// Lists of things with a place: what could not be known, and what the code logged.
import { element } from "./dom";
import { placeLink } from "./places";
import type { Place } from "./protocol";

export interface Note {
  text: string;
  level?: string;
  place: Place;
}

/// More notes than this are counted, not listed.
const LISTED = 2_000;

export function notes(label: string, empty: string, entries: Note[]): HTMLElement[] {
  if (entries.length === 0) return [element("p", { class: "empty", text: empty })];
  const list = element("ul", { class: "notes", label });
  for (const entry of entries.slice(0, LISTED)) {
    const item = element("li", { class: entry.level ?? "" });
    if (entry.level) item.append(element("span", { class: "badge", text: entry.level }), " ");
    item.append(element("span", { class: "text", text: entry.text }), " ", placeLink(entry.place));
    list.append(item);
  }
  const rest = entries.length - LISTED;
  return rest > 0 ? [list, element("p", { text: `and ${rest} more` })] : [list];
}
