// The answer of `puppet/contexts`, and the list that a user chooses from.
export interface Contexts {
  environment?: string;
  edition?: string;
  evaluation?: boolean;
  current?: { node?: string; facts?: string };
  nodes?: string[];
  factSets?: string[];
}

export interface ContextArgument {
  node?: string;
  facts?: string;
}

export type Choice =
  | { kind: "heading"; label: string }
  | { kind: "choice"; label: string; description: string; argument: ContextArgument }
  | { kind: "other"; label: string };

export function contextChoices(contexts: Contexts): Choice[] {
  const choices = (names: string[], current: string | undefined, argument: (name: string) => ContextArgument): Choice[] =>
    names.map((name) => ({ kind: "choice", label: name, description: name === current ? "shown now" : "", argument: argument(name) }));
  return [
    { kind: "heading", label: "Nodes" },
    ...choices(contexts.nodes ?? [], contexts.current?.node, (node) => ({ node })),
    { kind: "other", label: "Another node…" },
    { kind: "heading", label: "Facts" },
    ...choices(contexts.factSets ?? [], contexts.current?.facts, (facts) => ({ facts })),
  ];
}
