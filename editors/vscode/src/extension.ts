// Starts the server, shows which node values are for, and connects the commands. Everything about Puppet is the server's.
import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions, TransportKind } from "vscode-languageclient/node";
import { findServer } from "./findServer";
import { CatalogPanel } from "./catalogPanel";
import { Contexts, contextChoices } from "./contexts";

let client: LanguageClient | undefined;
let status: vscode.StatusBarItem;
let output: vscode.OutputChannel;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  output = vscode.window.createOutputChannel("puppet-analyzer");
  status = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Right, 90);
  status.command = "puppet-analyzer.chooseContext";
  context.subscriptions.push(output, status);
  const register = (name: string, run: () => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(`puppet-analyzer.${name}`, run));
  register("showCatalog", () => showCatalog(context, "puppet-analyzer.previewCatalog"));
  register("showCatalogDiff", () => showCatalog(context, "puppet-analyzer.catalogDiff"));
  register("chooseContext", chooseContext);
  register("showLog", () => output.show());
  register("restart", async () => {
    await stop();
    await start(context);
  });
  context.subscriptions.push(
    vscode.window.onDidChangeActiveTextEditor((editor) => showStatus(editor)),
    vscode.window.onDidChangeTextEditorSelection((event) => CatalogPanel.follow(event.textEditor)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => vscode.commands.executeCommand("puppet-analyzer.restart")),
  );
  await start(context);
}

export async function deactivate(): Promise<void> {
  await stop();
}

async function start(context: vscode.ExtensionContext): Promise<void> {
  const configured = vscode.workspace.getConfiguration("puppet-analyzer").get<string>("server.path", "");
  const command = findServer(configured, context.extensionPath);
  if (!command) {
    const answer = await vscode.window.showErrorMessage(
      "puppet-analyzer was not found. Install it with `cargo install --path server`, or set puppet-analyzer.server.path.",
      "Open settings",
    );
    if (answer) await vscode.commands.executeCommand("workbench.action.openSettings", "puppet-analyzer.server.path");
    return;
  }
  const server: ServerOptions = { command, transport: TransportKind.stdio };
  const options: LanguageClientOptions = {
    documentSelector: [
      { scheme: "file", language: "puppet" },
      { scheme: "file", language: "epp" },
      { scheme: "file", language: "yaml" },
    ],
    outputChannel: output,
    initializationOptions: { trusted: vscode.workspace.isTrusted },
    synchronize: { configurationSection: "puppet-analyzer", fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{pp,epp,erb,yaml,yml,json,rb,conf}") },
    middleware: {
      // The server's own commands take a place; ours open the catalog view.
      executeCommand: (name, args, next) =>
        name === "puppet-analyzer.previewCatalog" ? showCatalog(context, name, args?.[0]) : next(name, args),
    },
  };
  client = new LanguageClient("puppet-analyzer", "puppet-analyzer", server, options);
  await client.start();
  await showStatus(vscode.window.activeTextEditor);
}

async function stop(): Promise<void> {
  const old = client;
  client = undefined;
  await old?.stop();
}

function here(): { uri: string; position: { line: number; character: number } } | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return undefined;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character } };
}

async function showCatalog(context: vscode.ExtensionContext, command: string, given?: unknown): Promise<void> {
  const argument = given ?? here();
  if (!client || !argument) return;
  try {
    const report = await client.sendRequest("workspace/executeCommand", { command, arguments: [argument] });
    CatalogPanel.show(context, report as never);
  } catch (problem) {
    vscode.window.showErrorMessage(`Puppet: ${(problem as Error).message}`);
  }
}

async function chooseContext(): Promise<void> {
  const contexts = await client?.sendRequest<Contexts>("puppet/contexts", here() ?? {});
  if (!client || !contexts) return;
  const choice = await vscode.window.showQuickPick(contextChoices(contexts), { placeHolder: "Show values for" });
  if (!choice) return;
  await client.sendRequest("workspace/executeCommand", { command: "puppet-analyzer.selectContext", arguments: [choice.argument] });
  await showStatus(vscode.window.activeTextEditor);
}

async function showStatus(editor: vscode.TextEditor | undefined): Promise<void> {
  const isPuppet = editor && ["puppet", "epp"].includes(editor.document.languageId);
  if (!client || !isPuppet) return status.hide();
  const contexts = await client.sendRequest<Contexts>("puppet/contexts", here() ?? {}).catch(() => undefined);
  status.text = `$(server) ${contexts?.current?.node ?? "no node"} · ${contexts?.current?.facts ?? "no facts"}`;
  status.tooltip = "The node and facts that values are shown for";
  status.show();
}
