// The view's line to the editor around it, and what it remembers over a reload.
import type { Place } from "./protocol";
import type { FromView } from "./report";

interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

const api = acquireVsCodeApi();

export function tell(message: FromView): void {
  api.postMessage(message);
}

export function openSource(place: Place | undefined, focus = true): void {
  if (place?.file) tell({ kind: "open", place: { file: place.file, line: place.line, column: place.column }, focus });
}

export function remembered<T>(otherwise: T): T {
  return { ...otherwise, ...((api.getState() as T | undefined) ?? {}) };
}

export function remember(state: unknown): void {
  api.setState(state);
}
