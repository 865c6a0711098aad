// The answer of `puppet/contexts`, and the list that a user chooses from.
export interface Contexts {
  current?: { node?: string; facts?: string };
  nodes?: (string | { name: string })[];
  factSets?: (string | { name: string })[];
}

export interface Choice {
  label: string;
  description: string;
  argument: { node?: string; facts?: string };
}

const nameOf = (entry: string | { name: string }): string => (typeof entry === "string" ? entry : entry.name);

export function contextChoices(contexts: Contexts): Choice[] {
  const mark = (name: string, current?: string) => (name === current ? "$(check) " : "");
  const nodes = (contexts.nodes ?? []).map(nameOf).map((node) => ({
    label: mark(node, contexts.current?.node) + node,
    description: "node",
    argument: { node },
  }));
  const facts = (contexts.factSets ?? []).map(nameOf).map((name) => ({
    label: mark(name, contexts.current?.facts) + name,
    description: "facts",
    argument: { facts: name },
  }));
  return [...nodes, ...facts];
}
