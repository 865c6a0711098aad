// What a comparison found, in words. Pure, so that it can be tested without a document.
import type { Difference } from "./protocol";

export interface RelationshipChange {
  sign: "+" | "−";
  text: string;
}

const ARROWS: Record<string, string> = { before: "->", notify: "~>", contains: "contains" };

export function changeSummary(diff: Difference): string {
  const count = diff.added.length + diff.removed.length + diff.changed.length;
  const edges = relationshipChanges(diff).length;
  const resources = count === 0 ? "no resource changes" : count === 1 ? "1 resource changes" : `${count} resources change`;
  if (edges === 0) return resources;
  return `${resources}, ${edges === 1 ? "1 relationship" : `${edges} relationships`}`;
}

/// What comes and goes between resources that stay: those of a resource that comes or goes say nothing new.
export function relationshipChanges(diff: Difference): RelationshipChange[] {
  const others = new Set([...diff.removed, ...diff.added].map((each) => each.resource));
  const news = (sign: RelationshipChange["sign"], edges: Difference["added_edges"]): RelationshipChange[] =>
    edges
      .filter((edge) => !others.has(edge.source) && !others.has(edge.target))
      .map((edge) => ({ sign, text: `${edge.source} ${ARROWS[edge.kind] ?? edge.kind} ${edge.target}` }));
  return [...news("−", diff.removed_edges), ...news("+", diff.added_edges)];
}
