// The list that a user chooses a context from.
import type { Contexts, SelectContextArguments } from "./view/protocol";

export type Choice =
  | { kind: "heading"; label: string }
  | { kind: "choice"; label: string; description: string; argument: SelectContextArguments }
  | { kind: "other"; label: string };

export function contextChoices(contexts: Pick<Contexts, "current" | "nodes" | "factSets">): Choice[] {
  const choices = (names: string[], current: string | undefined, argument: (name: string) => SelectContextArguments): Choice[] =>
    names.map((name) => ({ kind: "choice", label: name, description: name === current ? "shown now" : "", argument: argument(name) }));
  return [
    { kind: "heading", label: "Nodes" },
    ...choices(contexts.nodes, contexts.current.node, (node) => ({ node })),
    { kind: "other", label: "Another node…" },
    { kind: "heading", label: "Facts" },
    ...choices(contexts.factSets, contexts.current.facts, (facts) => ({ facts })),
  ];
}
