// Links to places in source files.
import { button, element, shortPath } from "./dom";
import { openSource } from "./editor";
import type { AttributeOrigin } from "./catalogModel";
import type { Place } from "./protocol";

export function placeLink(place: Place | undefined): HTMLElement {
  if (!place?.file) return element("span");
  const line = place.line ?? 1;
  return button(`${shortPath(place.file)}:${line}`, { class: "place", title: `Open ${place.file}:${line}` }, () => openSource(place));
}

const WORDS: Record<AttributeOrigin["from"], string> = {
  written: "",
  data: "Hiera",
  default: "default",
  given: "given",
  resource: "",
};

/// Where an attribute's value came from, with a link where there is a place.
export function originLink(origin: AttributeOrigin | undefined): HTMLElement {
  const holder = element("span", { class: "origin" });
  if (!origin) return holder;
  const word = WORDS[origin.from];
  if (word) holder.append(element("span", { class: "word", text: word, title: origin.layer ? `from the layer ${origin.layer}` : "" }), " ");
  holder.append(placeLink(origin));
  return holder;
}
