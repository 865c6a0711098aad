// The language server's process: finds it, starts it with the right settings, restarts it, and says what is wrong where it
// cannot.
import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions, State, TransportKind } from "vscode-languageclient/node";
import { findServer, surroundings } from "./findServer";
import type { ServerStatus } from "./serverStatus";
import { SECTION, serverSettings } from "./settings";

export type ServerState = "missing" | "stopped" | "starting" | "running";

/// The server's commands that this extension answers with its own view.
export type CommandHandler = (name: string, args: unknown[]) => Thenable<unknown> | undefined;

export class Server implements vscode.Disposable {
  state: ServerState = "stopped";
  /// What the server said last; nothing until it has said something.
  status: ServerStatus | undefined;
  private client: LanguageClient | undefined;
  private readonly output = vscode.window.createOutputChannel("puppet-analyzer", { log: true });
  private readonly trace = vscode.window.createOutputChannel("puppet-analyzer trace");
  private readonly changed = new vscode.EventEmitter<ServerState>();
  readonly onDidChangeState = this.changed.event;
  private readonly told = new vscode.EventEmitter<ServerStatus>();
  readonly onDidChangeStatus = this.told.event;
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly handleCommand: CommandHandler,
  ) {}

  start(): Promise<void> {
    return this.enqueue(() => this.startNow());
  }

  restart(): Promise<void> {
    return this.enqueue(async () => {
      await this.stopNow();
      await this.startNow();
    });
  }

  stop(): Promise<void> {
    return this.enqueue(() => this.stopNow());
  }

  showLog(): void {
    this.output.show(true);
  }

  async request<T>(method: string, argument: unknown): Promise<T> {
    if (!this.client || this.state !== "running") throw new Error("the server puppet-analyzer is not running");
    return this.client.sendRequest<T>(method, argument);
  }

  async execute<T>(command: string, argument: unknown): Promise<T> {
    return this.request<T>("workspace/executeCommand", { command, arguments: [argument] });
  }

  dispose(): void {
    void this.stop();
    this.output.dispose();
    this.trace.dispose();
    this.changed.dispose();
    this.told.dispose();
  }

  /// Starts and stops never overlap, however fast somebody asks for them.
  private enqueue(work: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(work, work);
    return this.queue;
  }

  private set(state: ServerState): void {
    this.state = state;
    this.changed.fire(state);
  }

  private async startNow(): Promise<void> {
    const configured = vscode.workspace.getConfiguration(SECTION).get<string>("server.path", "");
    const found = findServer(configured, surroundings(this.context.extensionPath));
    if ("problem" in found) {
      this.output.error(found.problem);
      this.set("missing");
      void this.offerHelp(found.problem);
      return;
    }
    this.output.info(`starting ${found.command} (${found.how})${vscode.workspace.isTrusted ? "" : "; nothing is evaluated, because this workspace is not trusted"}`);
    this.set("starting");
    const server: ServerOptions = { command: found.command, transport: TransportKind.stdio };
    const client = new LanguageClient(SECTION, "puppet-analyzer", server, this.options());
    // Lenses with the number of references need a command that only the extension has.
    client.registerFeature({
      fillClientCapabilities: (capabilities) => {
        capabilities.experimental = { ...(capabilities.experimental as object | undefined), puppetShowReferences: true };
      },
      initialize: () => undefined,
      getState: () => ({ kind: "static" }),
      clear: () => undefined,
    });
    this.client = client;
    this.status = undefined;
    client.onDidChangeState(({ newState }) => {
      if (this.client === client) this.set(newState === State.Running ? "running" : newState === State.Starting ? "starting" : "stopped");
    });
    client.onNotification("puppet/status", (status: ServerStatus) => {
      if (this.client !== client) return;
      this.status = status;
      this.told.fire(status);
    });
    try {
      await client.start();
    } catch (problem) {
      this.set("stopped");
      const text = problem instanceof Error ? problem.message : String(problem);
      this.output.error(`cannot start ${found.command}: ${text}`);
      void this.offerHelp(`The server ${found.command} does not start: ${text}`);
    }
  }

  private async stopNow(): Promise<void> {
    const old = this.client;
    this.client = undefined;
    await old?.dispose().catch(() => undefined);
    this.set("stopped");
  }

  private options(): LanguageClientOptions {
    const settings = () => this.settings();
    return {
      documentSelector: [
        ...["puppet", "epp", "yaml"].flatMap((language) => ["file", "untitled"].map((scheme) => ({ scheme, language }))),
        ...["**/*.erb", "**/Puppetfile", "**/metadata.json", "**/environment.conf", "**/data/**/*.json", "**/hieradata/**/*.json"].map((pattern) => ({ scheme: "file", pattern })),
      ],
      outputChannel: this.output,
      traceOutputChannel: this.trace,
      initializationOptions: { ...settings(), status: true },
      markdown: { isTrusted: false, supportHtml: false },
      middleware: {
        workspace: {
          configuration: (params, token, next) =>
            params.items.every((item) => item.section === SECTION) ? params.items.map(settings) : next(params, token),
          didChangeConfiguration: () => this.client?.sendNotification("workspace/didChangeConfiguration", { settings: { [SECTION]: settings() } }) ?? Promise.resolve(),
        },
        executeCommand: (name, args, next) => this.handleCommand(name, args) ?? next(name, args),
      },
    };
  }

  private settings(): Record<string, unknown> {
    const declared = this.context.extension.packageJSON.contributes.configuration.properties as Record<string, unknown>;
    const names = Object.keys(declared).map((name) => name.slice(SECTION.length + 1));
    const configuration = vscode.workspace.getConfiguration(SECTION);
    return serverSettings(names, (name) => configuration.inspect(name), vscode.workspace.isTrusted);
  }

  private async offerHelp(problem: string): Promise<void> {
    const answers = { "How to install": "puppet-analyzer.howToInstall", "Open settings": "puppet-analyzer.openServerSetting", "Show log": "puppet-analyzer.showLog" };
    const answer = await vscode.window.showErrorMessage(problem, ...Object.keys(answers));
    if (answer) await vscode.commands.executeCommand(answers[answer as keyof typeof answers]);
  }
}
