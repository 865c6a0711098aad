// Connects the parts: server, status bar, catalog view and commands. Everything about Puppet is the server's.
import * as vscode from "vscode";
import { CatalogPanel, VIEW_TYPE } from "./catalogPanel";
import { contextChoices } from "./contexts";
import { Question } from "./question";
import { Server } from "./server";
import { SECTION } from "./settings";
import { StatusBar } from "./statusBar";
import type { Contexts, SelectContextArguments } from "./view/protocol";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const running = new Server(context, (name, args) => {
    const question = args[0] as Question | undefined;
    if (name === "puppet-analyzer.previewCatalog") return preview(question);
    if (name === "puppet-analyzer.catalogDiff") return preview(question, "changes");
    if (name === "puppet-analyzer.selectContext") return selectContext(question ?? {});
    return undefined;
  });
  server = running;
  const panel = new CatalogPanel(context.extensionUri, running);
  const status = new StatusBar(running);

  /// The last manifest that was edited: a view beside it may have the focus.
  let lastEditor: vscode.TextEditor | undefined;
  const remember = (editor: vscode.TextEditor | undefined) => {
    if (editor && ["puppet", "epp", "yaml"].includes(editor.document.languageId)) lastEditor = editor;
  };
  remember(vscode.window.activeTextEditor);

  const here = (): Question | undefined => {
    const editor = lastEditor;
    if (!editor) return undefined;
    const { line, character } = editor.selection.active;
    return { uri: editor.document.uri.toString(), position: { line, character } };
  };

  const preview = async (asked?: Question, tab?: string): Promise<void> => {
    if (!vscode.workspace.isTrusted) {
      const answer = await vscode.window.showWarningMessage("Code of a workspace that is not trusted is not evaluated, so it has no catalog.", "Manage trust");
      if (answer) await vscode.commands.executeCommand("workbench.trust.manage");
      return;
    }
    const question = asked?.uri ? { uri: asked.uri, position: asked.position, node: asked.node, facts: asked.facts, baseline: asked.baseline } : here();
    if (!question) {
      void vscode.window.showInformationMessage("Open a manifest: the catalog of the node, class or define at the cursor is shown.");
      return;
    }
    const pattern = asked?.nodePattern;
    if (pattern && !question.node) {
      const node = await nameFor(pattern, context.workspaceState);
      if (!node) return;
      question.node = node;
    }
    // A lens above a node definition switches to that node, so that values and the view agree.
    if (asked?.node ?? pattern) await running.execute("puppet-analyzer.selectContext", { node: question.node });
    await panel.show(question, tab);
  };

  const selectContext = async (argument: SelectContextArguments): Promise<void> => {
    await running.execute("puppet-analyzer.selectContext", { node: argument.node, facts: argument.facts });
    status.update();
    await panel.contextChanged();
  };

  const chooseContext = async (): Promise<void> => {
    const contexts = await running.request<Contexts>("puppet/contexts", { uri: here()?.uri });
    const items = contextChoices(contexts).map((choice) =>
      choice.kind === "heading" ? { label: choice.label, kind: vscode.QuickPickItemKind.Separator, choice } : { label: choice.label, description: choice.kind === "choice" ? choice.description : "", choice },
    );
    const picked = (await vscode.window.showQuickPick(items, { placeHolder: "Show values for", matchOnDescription: true }))?.choice;
    if (picked?.kind === "choice") return selectContext(picked.argument);
    if (picked?.kind !== "other") return;
    const node = await vscode.window.showInputBox({ prompt: "The node's name", value: contexts.current?.node ?? "" });
    if (node) await selectContext({ node });
  };

  const commands: Record<string, () => unknown> = {
    showCatalog: () => preview(),
    showGraph: () => preview(undefined, "graph"),
    showCatalogDiff: () => preview(undefined, "changes"),
    chooseContext,
    restart: () => running.restart(),
    showLog: () => running.showLog(),
    howToInstall: () => vscode.commands.executeCommand("markdown.showPreview", vscode.Uri.joinPath(context.extensionUri, "media", "install.md")),
    openServerSetting: () => vscode.commands.executeCommand("workbench.action.openSettings", `${SECTION}.server.path`),
  };
  for (const [name, run] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(`${SECTION}.${name}`, () => Promise.resolve(run()).catch(report)));
  }

  type Place = { line: number; character: number };
  type Reference = { uri: string; range: { start: Place; end: Place } };
  const position = (place: Place) => new vscode.Position(place.line, place.character);
  const showReferences = (uri: string, at: Place, references: Reference[]) =>
    vscode.commands.executeCommand(
      "editor.action.showReferences",
      vscode.Uri.parse(uri),
      position(at),
      references.map(({ uri, range }) => new vscode.Location(vscode.Uri.parse(uri), new vscode.Range(position(range.start), position(range.end)))),
    );
  context.subscriptions.push(vscode.commands.registerCommand(`${SECTION}.showReferences`, showReferences));

  context.subscriptions.push(
    running,
    panel,
    status,
    running.onDidChangeState((state) => {
      status.update();
      if (state === "running") void panel.serverRuns();
    }),
    running.onDidChangeStatus((told) => {
      status.update();
      panel.statusChanged(told);
    }),
    vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, { deserializeWebviewPanel: (webview, state) => panel.restore(webview, state) }),
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      remember(editor);
      if (editor) panel.follow(editor);
      status.update();
    }),
    vscode.window.onDidChangeTextEditorSelection((event) => {
      remember(event.textEditor);
      panel.follow(event.textEditor);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => running.restart()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${SECTION}.server.path`)) void running.restart();
      else if (event.affectsConfiguration(SECTION)) status.update();
    }),
  );
  await running.start();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

function report(problem: unknown): void {
  void vscode.window.showErrorMessage(`Puppet: ${problem instanceof Error ? problem.message : String(problem)}`);
}

/// The name of a node that a definition is for: asked once, and remembered for the workspace.
async function nameFor(pattern: string, memory: vscode.Memento): Promise<string | undefined> {
  const key = `node ${pattern}`;
  const known = memory.get<string>(key);
  if (known) return known;
  const node = await vscode.window.showInputBox({ prompt: `The name of a node that ${pattern} is for` });
  if (node) await memory.update(key, node);
  return node;
}
