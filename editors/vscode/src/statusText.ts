// What the status bar says: the context, the edition, and how the evaluation went.
import type { Contexts } from "./contexts";

/// The answer of `puppet/evaluationState`.
export interface EvaluationState {
  enabled: boolean;
  ok?: boolean;
  resources?: number;
  unknowns?: number;
  errors?: number;
  cycles?: number;
  limit?: string | null;
}

export interface Status {
  text: string;
  tooltip: string;
  isProblem: boolean;
}

export function statusText(contexts: Contexts | undefined, evaluation: EvaluationState | undefined, trusted: boolean): Status {
  const node = contexts?.current?.node ?? "no node";
  const facts = contexts?.current?.facts || "no facts";
  const edition = contexts?.edition ?? "";
  const { icon, words, isProblem } = describe(evaluation, trusted);
  return {
    text: `${icon} ${[node, facts, edition].filter(Boolean).join(" · ")}`,
    tooltip: `Values are shown for the node **${node}** with the facts **${facts}**${edition ? `, edition **${edition}**` : ""}.\n\nEvaluation: ${words}.`,
    isProblem,
  };
}

function describe(evaluation: EvaluationState | undefined, trusted: boolean): { icon: string; words: string; isProblem: boolean } {
  if (!trusted) return { icon: "$(shield)", words: "off, because this workspace is not trusted", isProblem: false };
  if (!evaluation) return { icon: "$(sync~spin)", words: "running", isProblem: false };
  if (!evaluation.enabled) return { icon: "$(circle-slash)", words: "switched off by the setting puppet-analyzer.evaluation.enabled", isProblem: false };
  const counts = [plural(evaluation.resources, "resource")];
  if (evaluation.unknowns) counts.push(plural(evaluation.unknowns, "unknown value"));
  if (evaluation.errors) counts.push(plural(evaluation.errors, "error"));
  if (evaluation.cycles) counts.push(plural(evaluation.cycles, "dependency cycle"));
  if (evaluation.limit) counts.push(evaluation.limit);
  const words = counts.join(", ");
  if (evaluation.ok === false || evaluation.cycles) return { icon: "$(error)", words, isProblem: true };
  if (evaluation.unknowns) return { icon: "$(question)", words, isProblem: false };
  return { icon: "$(check)", words, isProblem: false };
}

function plural(count: number | undefined, noun: string): string {
  return `${count ?? 0} ${noun}${count === 1 ? "" : "s"}`;
}
