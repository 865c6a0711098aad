// The panel with the catalog view. What is in it is drawn by `view/main.ts`; this side opens files and follows the cursor.
import * as vscode from "vscode";
import type { Report } from "./view/catalogModel";

export class CatalogPanel {
  private static current: CatalogPanel | undefined;

  static show(context: vscode.ExtensionContext, report: Report): void {
    CatalogPanel.current ??= new CatalogPanel(context);
    CatalogPanel.current.post({ kind: "report", report });
    CatalogPanel.current.panel.reveal(vscode.ViewColumn.Beside, true);
  }

  /// Tells the view which line the cursor is on.
  static follow(editor: vscode.TextEditor): void {
    CatalogPanel.current?.post({ kind: "cursor", file: editor.document.uri.fsPath, line: editor.selection.active.line + 1 });
  }

  private readonly panel: vscode.WebviewPanel;
  private ready = false;
  private waiting: unknown[] = [];

  private constructor(context: vscode.ExtensionContext) {
    const out = vscode.Uri.joinPath(context.extensionUri, "out");
    this.panel = vscode.window.createWebviewPanel("puppet-analyzer.catalog", "Catalog", { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, {
      enableScripts: true,
      localResourceRoots: [out, vscode.Uri.joinPath(context.extensionUri, "media")],
      retainContextWhenHidden: true,
    });
    const script = this.panel.webview.asWebviewUri(vscode.Uri.joinPath(out, "view.js"));
    const style = this.panel.webview.asWebviewUri(vscode.Uri.joinPath(context.extensionUri, "media", "view.css"));
    this.panel.webview.html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${this.panel.webview.cspSource}; style-src ${this.panel.webview.cspSource};">
      <link rel="stylesheet" href="${style}"><title>Catalog</title></head><body><div id="view"></div><script src="${script}"></script></body></html>`;
    this.panel.onDidDispose(() => (CatalogPanel.current = undefined));
    this.panel.webview.onDidReceiveMessage((message) => this.receive(message));
  }

  private post(message: unknown): void {
    if (this.ready) void this.panel.webview.postMessage(message);
    else this.waiting.push(message);
  }

  private async receive(message: { kind: string; file?: string; line?: number }): Promise<void> {
    if (message.kind === "ready") {
      this.ready = true;
      for (const held of this.waiting.splice(0)) this.post(held);
    } else if (message.kind === "open" && message.file) {
      const document = await vscode.workspace.openTextDocument(message.file);
      const place = new vscode.Position((message.line ?? 1) - 1, 0);
      await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One, selection: new vscode.Range(place, place) });
    }
  }
}
