// The panel with the catalog view. What is in it is drawn by `view/`; this side asks the server, opens files, follows the
// cursor and keeps the view up to date while somebody types.
import * as crypto from "node:crypto";
import * as vscode from "vscode";
import type { Server } from "./server";
import { Freshness, ServerStatus } from "./serverStatus";
import { Question, askedBefore } from "./question";
import type { Baseline, NodeDiffReport, Place, Preview } from "./view/protocol";
import type { FromView, ToView } from "./view/report";

export const VIEW_TYPE = "puppet-analyzer.catalog";

/// How long the server must be ready before the catalog is asked for again: somebody may be typing.
const PAUSE = 600;

export class CatalogPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private question: Question | undefined;
  private ready = false;
  private waiting: ToView[] = [];
  private asked = 0;
  private readonly freshness = new Freshness();
  private timer: NodeJS.Timeout | undefined;
  /// A place that the view has just opened: the cursor's move there is no news for it.
  private opened: string | undefined;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly server: Server,
  ) {}

  async show({ baseline, ...question }: Question, tab?: string): Promise<void> {
    this.question = question;
    this.panel ??= this.create();
    this.panel.reveal(undefined, true);
    if (tab) this.post({ kind: "tab", tab, baseline });
    await this.ask();
  }

  /// Another context was chosen: its node decides, not the one that the preview was asked for.
  async contextChanged(): Promise<void> {
    if (!this.panel || !this.question) return;
    this.question = { uri: this.question.uri };
    await this.ask();
  }

  /// Tells the view which line the cursor is on.
  follow(editor: vscode.TextEditor): void {
    if (!this.panel?.visible || editor.document.uri.scheme !== "file") return;
    const [file, line] = [editor.document.uri.fsPath, editor.selection.active.line + 1];
    if (this.opened === `${file}:${line}`) {
      this.opened = undefined;
      return;
    }
    this.post({ kind: "cursor", file, line });
  }

  /// The server has read or evaluated something that the catalog may be made of.
  statusChanged(status: ServerStatus): void {
    clearTimeout(this.timer);
    if (this.freshness.note(status) && this.panel?.visible) this.askSoon();
  }

  /// Asks once, unless the server has something else to do before.
  private askSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), PAUSE);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.panel?.dispose();
  }

  /// The server runs, perhaps again.
  async serverRuns(): Promise<void> {
    await this.ask();
  }

  private async ask(): Promise<void> {
    // A server that is being started tells when it runs.
    if (!this.question || !this.panel || this.server.state === "starting") return;
    const number = ++this.asked;
    this.freshness.asked();
    this.post({ kind: "busy", asked: this.question });
    try {
      const report = await this.server.request<Preview | null>("puppet/previewCatalog", this.question);
      if (number !== this.asked) return;
      if (!report) return this.post({ kind: "failed", message: "There is nothing to preview here." });
      if (this.panel) this.panel.title = `Catalog: ${report.context.node}`;
      this.post({ kind: "report", report });
      const editor = vscode.window.visibleTextEditors.find((each) => each.document.uri.toString() === this.question?.uri);
      if (editor) this.follow(editor);
    } catch (problem) {
      if (number === this.asked) this.post({ kind: "failed", message: problem instanceof Error ? problem.message : String(problem) });
    }
  }

  private async compare(baseline: Baseline): Promise<void> {
    if (!this.question) return;
    try {
      const report = await this.server.execute<NodeDiffReport | null>("puppet-analyzer.catalogDiff", { ...this.question, baseline, markdown: false });
      if (report) this.post({ kind: "diff", report });
    } catch (problem) {
      this.post({ kind: "failed", message: problem instanceof Error ? problem.message : String(problem) });
    }
  }

  /// Takes a panel over that was open when the window was closed or loaded again.
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    this.panel?.dispose();
    this.question = askedBefore(state);
    this.panel = this.furnish(panel);
    await this.ask();
  }

  private create(): vscode.WebviewPanel {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    return this.furnish(vscode.window.createWebviewPanel(VIEW_TYPE, "Catalog", place, { retainContextWhenHidden: true }));
  }

  private furnish(panel: vscode.WebviewPanel): vscode.WebviewPanel {
    const out = vscode.Uri.joinPath(this.extensionUri, "out");
    const media = vscode.Uri.joinPath(this.extensionUri, "media");
    panel.webview.options = { enableScripts: true, localResourceRoots: [out, media] };
    panel.iconPath = vscode.Uri.joinPath(media, "icon.svg");
    this.ready = false;
    panel.onDidDispose(() => {
      if (this.panel !== panel) return;
      this.panel = undefined;
      this.ready = false;
      this.waiting = [];
    });
    panel.onDidChangeViewState(() => {
      if (panel.visible && this.freshness.isDue(this.server.status)) this.askSoon();
    });
    panel.webview.onDidReceiveMessage((message: FromView) => this.receive(message));
    panel.webview.html = page(panel.webview, out, media);
    return panel;
  }

  private post(message: ToView): void {
    if (this.ready) void this.panel?.webview.postMessage(message);
    else this.waiting.push(message);
  }

  private async receive(message: FromView): Promise<void> {
    switch (message.kind) {
      case "ready":
        this.ready = true;
        for (const held of this.waiting.splice(0)) this.post(held);
        return;
      case "open":
        return this.open(message.place, message.focus);
      case "diff":
        return this.compare(message.baseline);
      case "refresh":
        return this.ask();
      case "chooseContext":
        await vscode.commands.executeCommand("puppet-analyzer.chooseContext");
    }
  }

  private async open(place: Place, focus: boolean): Promise<void> {
    if (!place.file) return;
    try {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.file(place.file));
      const start = new vscode.Position((place.line ?? 1) - 1, Math.max(0, (place.column ?? 1) - 1));
      this.opened = `${document.uri.fsPath}:${start.line + 1}`;
      await vscode.window.showTextDocument(document, { viewColumn: this.sourceColumn(), preserveFocus: !focus, selection: new vscode.Range(start, start) });
    } catch (problem) {
      void vscode.window.showErrorMessage(`Puppet: cannot open ${place.file}: ${problem instanceof Error ? problem.message : String(problem)}`);
    }
  }

  /// A column with source files, not the one that the view itself is in.
  private sourceColumn(): vscode.ViewColumn {
    const own = this.panel?.viewColumn;
    const other = vscode.window.visibleTextEditors.find((editor) => editor.viewColumn && editor.viewColumn !== own);
    return other?.viewColumn ?? vscode.ViewColumn.One;
  }
}

/// Nothing from elsewhere is loaded: scripts need the nonce, styles and the worker's text come from the extension's folder.
function page(webview: vscode.Webview, out: vscode.Uri, media: vscode.Uri): string {
  const nonce = crypto.randomBytes(16).toString("base64url");
  const address = (folder: vscode.Uri, name: string) => webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `connect-src ${webview.cspSource}`,
    "worker-src blob:",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="${address(media, "view.css")}">
  <title>Catalog</title>
</head>
<body>
  <div id="view" data-worker="${address(out, "layoutWorker.js")}"></div>
  <script nonce="${nonce}" src="${address(out, "view.js")}"></script>
</body>
</html>`;
}
