// A VS Code in a browser with the extension installed, and what a user does in it.
import { ChildProcess, execFileSync, spawn } from "node:child_process";
import * as fs from "node:fs";
import * as net from "node:net";
import * as path from "node:path";
import type { Browser, FrameLocator, Locator, Page } from "playwright-core";
import { PATIENCE, atEnd, options, repository, until } from "./support.mts";

const program = path.join(options["code-server"], "node_modules/code-server/out/node/entry.js");

/// A copy of the example in a repository of its own, with everything committed.
export function makeWorkspace(name: string): string {
  const folder = path.join(options.work, name);
  fs.cpSync(path.join(repository, "examples/control-repo"), folder, { recursive: true });
  const git = (...args: string[]) => execFileSync("git", ["-c", "user.name=test", "-c", "user.email=test@example.com", ...args], { cwd: folder });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "start");
  return folder;
}

export class CodeServer {
  private process: ChildProcess | undefined;
  private port = 0;
  private readonly user: string;
  private readonly extensions: string;

  constructor(name: string) {
    this.user = path.join(options.work, `user-${name}`);
    this.extensions = path.join(options.work, `extensions-${name}`);
  }

  install(): void {
    execFileSync("node", [program, ...this.folders(), "--install-extension", options.vsix], { stdio: "pipe", env: this.environment() });
  }

  /// Writes the settings for the user and for the machine: settings of the scope `machine`, as the server's path, are read
  /// from the user's file only until VS Code knows their scope.
  settings(settings: Record<string, unknown>): void {
    for (const kind of ["User", "Machine"]) {
      const folder = path.join(this.user, kind);
      fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(path.join(folder, "settings.json"), JSON.stringify(settings, undefined, 2));
    }
  }

  async start(): Promise<void> {
    this.port = await freePort();
    const args = [program, ...this.folders(), "--auth", "none", "--bind-addr", `127.0.0.1:${this.port}`, "--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"];
    const log = fs.openSync(path.join(options.work, "code-server.log"), "a");
    this.process = spawn("node", args, { stdio: ["ignore", log, log], env: this.environment(), detached: true });
    atEnd(() => this.stop());
    await until("code-server answers", () => fetch(`http://127.0.0.1:${this.port}/healthz`).then((answer) => answer.ok, () => false), Boolean);
  }

  stop(): void {
    // Its own group: the server has children of its own.
    if (this.process?.pid) process.kill(-this.process.pid, "SIGKILL");
    this.process = undefined;
  }

  async open(browser: Browser, folder: string): Promise<Editor> {
    const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
    page.setDefaultTimeout(PATIENCE);
    await page.goto(`http://127.0.0.1:${this.port}/?folder=${encodeURIComponent(folder)}`);
    await page.locator(".monaco-workbench .statusbar").waitFor();
    return new Editor(page, folder);
  }

  private folders(): string[] {
    return ["--user-data-dir", this.user, "--extensions-dir", this.extensions];
  }

  private environment(): NodeJS.ProcessEnv {
    return { ...process.env, HOME: options.work, XDG_CONFIG_HOME: path.join(options.work, "config"), XDG_DATA_HOME: path.join(options.work, "data"), NODE_OPTIONS: "" };
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

export class Editor {
  constructor(
    readonly page: Page,
    private readonly folder: string,
  ) {}

  /// The view's own document, inside of two frames.
  get view(): FrameLocator {
    return this.page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");
  }

  get status(): Locator {
    return this.page.locator('.statusbar-item[id*="puppet-analyzer.context"]');
  }

  async command(title: string): Promise<void> {
    await this.quick(">" + title, title);
  }

  /// Runs a command that asks for a choice, and chooses.
  async commandWithChoice(title: string, choice: string): Promise<void> {
    await this.quick(">" + title, title, false);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: choice }).first().click();
  }

  /// Opens a file of the workspace in the first group of editors, at a line where given.
  async file(name: string, line?: number): Promise<void> {
    await this.toSource();
    // The whole path: several files have the same name.
    await this.quick(path.join(this.folder, name), path.basename(name));
    await this.page.locator(`.tab.active[data-resource-name="${path.basename(name)}"]`).first().waitFor();
    if (line !== undefined) await this.line(line);
  }

  async line(line: number, column = 1): Promise<void> {
    await this.toSource();
    await this.quick(`:${line}:${column}`, undefined);
    await until("the cursor's line", () => this.cursor(), (cursor) => cursor.includes(`Ln ${line},`));
  }

  /// Gives the first group of editors the focus, which the view may have.
  async toSource(): Promise<void> {
    const isThere = () =>
      this.page.evaluate(() => {
        const first = document.querySelector(".part.editor .editor-group-container");
        return (first?.classList.contains("active") ?? false) && document.activeElement?.tagName !== "IFRAME";
      });
    await until(
      "the sources have the focus",
      async () => {
        if (await isThere()) return true;
        const tab = this.page.locator(".part.editor .editor-group-container").first().locator(".tab.active");
        if ((await tab.count()) > 0) await tab.first().click();
        return isThere();
      },
      Boolean,
    );
  }

  /// As the status bar says it: `Ln 3, Col 1`.
  async cursor(): Promise<string> {
    return (await this.page.locator(".statusbar-item", { hasText: /Ln \d+/ }).first().textContent({ timeout: 5_000 }).catch(() => "")) ?? "";
  }

  async activeTab(): Promise<string> {
    return (await this.page.locator(".editor-group-container.active .tab.active").first().getAttribute("data-resource-name").catch(() => "")) ?? "";
  }

  /// Types text at the cursor as one insertion: no bracket is closed by the editor.
  async type(text: string): Promise<void> {
    await this.page.keyboard.insertText(text);
  }

  async undoAll(): Promise<void> {
    await this.command("File: Revert File");
  }

  private async quick(text: string, choice: string | undefined, closes = true): Promise<void> {
    const input = this.page.locator(".quick-input-widget:not([style*='display: none']) input");
    const rows = this.page.locator(".quick-input-list .monaco-list-row");
    const row = (choice === undefined ? rows : rows.filter({ hasText: choice })).first();
    // Whatever takes the focus meanwhile, a page that has just been loaded, closes the input: then it is opened once more.
    await until(
      "the quick input lists what is looked for",
      async () => {
        if (!(await input.isVisible())) await this.page.keyboard.press(text.startsWith(">") ? "F1" : "Control+p");
        try {
          await input.fill(text, { timeout: 2_000 });
          await row.waitFor({ timeout: 5_000 });
          if (choice !== undefined) await row.click({ timeout: 2_000 });
          return true;
        } catch {
          return false;
        }
      },
      Boolean,
    );
    if (choice === undefined) {
      await this.page.keyboard.press("Enter");
      // A key that comes while the list is still being made is lost.
      while (closes && !(await input.waitFor({ state: "hidden", timeout: 2_000 }).then(() => true, () => false))) {
        await input.press("Enter", { timeout: 2_000 }).catch(() => undefined);
      }
    }
    if (closes) await input.waitFor({ state: "hidden" });
  }
}
