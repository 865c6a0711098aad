// What the status bar says: the context, the edition, and how the evaluation went.
import type { ServerStatus } from "./serverStatus";
import type { Contexts, EvaluationState } from "./view/protocol";

export interface Status {
  text: string;
  tooltip: string;
  isProblem: boolean;
}

/// `contexts` are those of the file that is shown; without them the server's own word counts.
export function statusText(contexts: Pick<Contexts, "current" | "edition"> | undefined, evaluation: EvaluationState | undefined, trusted: boolean, server?: ServerStatus): Status {
  if (server?.state === "reading" && !server.context.facts) return { text: "$(sync~spin) reading", tooltip: "The workspace is being read.", isProblem: false };
  const node = (contexts?.current?.node ?? server?.context.node) || "no node";
  const facts = (contexts?.current?.facts ?? server?.context.facts) || "no facts";
  const edition = contexts?.edition ?? server?.context.edition ?? "";
  const { icon, words, isProblem } = describe(evaluation, trusted);
  const problem = server?.problem ? `\n\n${escaped(server.problem)}` : "";
  return {
    text: `${icon} ${[node, facts, edition].filter(Boolean).join(" · ")}`,
    tooltip: `Values are shown for the node **${node}** with the facts **${facts}**${edition ? `, edition **${edition}**` : ""}.\n\nEvaluation: ${words}.${problem}`,
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

/// Text of a user as it is, whatever it means in Markdown.
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]()<>#+\-.!|$]/g, "\\$&");
}

function plural(count: number | undefined, noun: string): string {
  return `${count ?? 0} ${noun}${count === 1 ? "" : "s"}`;
}
