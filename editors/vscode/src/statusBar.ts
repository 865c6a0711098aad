// The entry in the status bar. The server tells when its state or the context changes; only then, and when another file is shown,
// it is asked how the evaluation went.
import * as vscode from "vscode";
import type { Server } from "./server";
import { statusText } from "./statusText";
import type { Contexts, EvaluationState } from "./view/protocol";

const DELAY = 400;

export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("puppet-analyzer.context", vscode.StatusBarAlignment.Right, 90);
  private timer: NodeJS.Timeout | undefined;
  private asked = 0;
  private last: vscode.TextDocument | undefined;

  constructor(private readonly server: Server) {
    this.item.name = "Puppet context";
    this.item.command = "puppet-analyzer.chooseContext";
  }

  /// Asks once, soon; further calls until then are one.
  update(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), DELAY);
  }

  private async ask(): Promise<void> {
    // The view beside a manifest may have the focus: then it is still about that manifest.
    const document = vscode.window.activeTextEditor?.document ?? this.last;
    if (!document || !["puppet", "epp"].includes(document.languageId)) return this.item.hide();
    this.last = document;
    const number = ++this.asked;
    const argument = { uri: document.uri.toString() };
    const state = this.server.state;
    if (state !== "running") return this.showServer(state);
    // It tells when it is ready, and is asked then.
    if (this.server.status && this.server.status.state !== "ready") return this.show(undefined, undefined);
    const contexts = await this.server.request<Contexts>("puppet/contexts", argument).catch(() => undefined);
    if (number !== this.asked) return;
    this.show(contexts, undefined);
    const evaluation = await this.server.request<EvaluationState>("puppet/evaluationState", argument).catch(() => undefined);
    if (number !== this.asked) return;
    this.show(contexts, evaluation);
  }

  private show(contexts: Contexts | undefined, evaluation: EvaluationState | undefined): void {
    const { text, tooltip, isProblem } = statusText(contexts, evaluation, vscode.workspace.isTrusted, this.server.status);
    const links = "[Preview catalog](command:puppet-analyzer.showCatalog) · [Choose node and facts](command:puppet-analyzer.chooseContext) · [Log](command:puppet-analyzer.showLog)";
    const markdown = new vscode.MarkdownString(`${tooltip}\n\n${links}`);
    markdown.isTrusted = { enabledCommands: ["puppet-analyzer.showCatalog", "puppet-analyzer.chooseContext", "puppet-analyzer.showLog"] };
    this.item.text = text;
    this.item.tooltip = markdown;
    this.item.command = "puppet-analyzer.chooseContext";
    this.item.backgroundColor = isProblem ? new vscode.ThemeColor("statusBarItem.errorBackground") : undefined;
    this.item.show();
  }

  private showServer(state: "missing" | "stopped" | "starting"): void {
    const texts = { missing: "$(error) puppet-analyzer not found", stopped: "$(error) puppet-analyzer stopped", starting: "$(sync~spin) puppet-analyzer" };
    this.item.text = texts[state];
    this.item.tooltip = state === "missing" ? "How to install the server" : "Restart the server";
    this.item.command = state === "missing" ? "puppet-analyzer.howToInstall" : "puppet-analyzer.restart";
    this.item.backgroundColor = state === "starting" ? undefined : new vscode.ThemeColor("statusBarItem.errorBackground");
    this.item.show();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.item.dispose();
  }
}
