// What a preview is asked for, and how the view remembers it over a reload of the window.
import type { Baseline } from "./view/protocol";

/// As the server's command takes it.
export interface Question {
  uri: string;
  position?: { line: number; character: number };
  node?: string;
  facts?: string;
  /// Of a lens above a node definition that no known node matches: whom it is for.
  nodePattern?: string;
  /// For what changes: what they are compared with.
  baseline?: Baseline;
}

/// What the view's state, which may be of an older version, says that it showed.
export function askedBefore(state: unknown): Question | undefined {
  const asked = isRecord(state) ? state.asked : undefined;
  if (!isRecord(asked) || typeof asked.uri !== "string") return undefined;
  const question: Question = { uri: asked.uri };
  const { position, node, facts } = asked;
  if (isRecord(position) && Number.isInteger(position.line) && Number.isInteger(position.character)) {
    question.position = { line: position.line as number, character: position.character as number };
  }
  if (typeof node === "string") question.node = node;
  if (typeof facts === "string") question.facts = facts;
  return question;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
