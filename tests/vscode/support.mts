// What both browser tests share: arguments, steps that are reported one by one, and the browser.
import * as fs from "node:fs";
import { createRequire } from "node:module";
import * as path from "node:path";
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";

// The test is run in the extension's folder, where its libraries are.
export const extensionFolder = process.cwd();
export const repository = path.resolve(extensionFolder, "../..");
const { chromium } = createRequire(path.join(extensionFolder, "package.json"))("playwright-core") as typeof import("playwright-core");

export const options = parseArgs({
  options: { server: { type: "string" }, vsix: { type: "string" }, "code-server": { type: "string" }, work: { type: "string" } },
}).values as { server: string; vsix: string; "code-server": string; work: string };

/// Where pictures go: into the manual when asked for, else beside the test's other files.
const pictures = process.env.UPDATE_SCREENSHOTS ? path.join(repository, "docs/images") : path.join(options.work, "pictures");

/// How long anything may take before the test gives up; generous, since machines are busy.
export const PATIENCE = 60_000;

export async function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--font-render-hinting=none"],
  });
}

export async function picture(page: Page, name: string): Promise<void> {
  fs.mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: path.join(pictures, `${name}.png`) });
}

/// Waits until something is so; the last answer is in the message where it never is.
export async function until<T>(what: string, ask: () => Promise<T>, isSo: (answer: T) => boolean): Promise<T> {
  const end = Date.now() + PATIENCE;
  let answer = await ask();
  while (!isSo(answer)) {
    if (Date.now() > end) throw new Error(`${what}: ${JSON.stringify(answer)?.slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    answer = await ask();
  }
  return answer;
}

let count = 0;
const endings: (() => void)[] = [];

/// What must be done when the test ends, however it ends.
export function atEnd(work: () => void): void {
  endings.push(work);
}

/// Runs one step. Steps build on one another, so the first that fails ends the test, with a picture.
export async function step(page: Page, name: string, work: () => Promise<void>): Promise<void> {
  const start = Date.now();
  count++;
  try {
    await work();
    console.log(`ok   ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  } catch (problem) {
    const file = path.join(process.env.FAILURE_PICTURES ?? options.work, `failed-${count}.png`);
    await page.screenshot({ path: file }).catch(() => undefined);
    console.log(`FAIL ${name}: ${problem instanceof Error ? problem.message : String(problem)}\n     picture: ${file}`);
    end(1);
  }
}

export function finish(): never {
  console.log(`${count} passed`);
  end(0);
}

function end(code: number): never {
  for (const work of endings) work();
  process.exit(code);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => end(1));
