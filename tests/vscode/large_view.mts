// The catalog view alone in a browser, with 5,000 resources: what is drawn stays small, and how long interactions take is
// printed. Times are printed and not asserted: machines differ.
import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as http from "node:http";
import * as path from "node:path";
import { large } from "../../editors/vscode/test/sample.ts";
import { extensionFolder, finish, startBrowser, step, until } from "./support.mts";

const COUNT = 5_000;

const page_text = `<!DOCTYPE html><html><head>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-test'; style-src 'self'; connect-src 'self'; worker-src blob:">
<link rel="stylesheet" href="/media/view.css"></head><body>
<div id="view" data-worker="/out/layoutWorker.js"></div>
<script nonce="test">window.sent = []; window.acquireVsCodeApi = () => ({ postMessage: (m) => window.sent.push(m), getState: () => undefined, setState: () => {} });</script>
<script nonce="test" src="/out/view.js"></script></body></html>`;

const types: Record<string, string> = { ".css": "text/css", ".js": "text/javascript" };
const site = http.createServer((request, response) => {
  if (request.url === "/") return void response.setHeader("content-type", "text/html").end(page_text);
  const file = path.join(extensionFolder, path.normalize(request.url ?? ""));
  if (!fs.existsSync(file)) return void response.writeHead(404).end();
  response.setHeader("content-type", types[path.extname(file)] ?? "text/plain").end(fs.readFileSync(file));
});
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));

const browser = await startBrowser();
const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
const problems: string[] = [];
page.on("pageerror", (error) => problems.push(error.message));
page.on("console", (message) => message.type() === "error" && !message.text().includes("favicon") && problems.push(message.text()));
await page.goto(`http://127.0.0.1:${(site.address() as { port: number }).port}/`);

/// The time from an event to the first picture that shows what it did.
async function measured(name: string, work: string): Promise<void> {
  const time = await page.evaluate(
    (code) =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        new Function(code)();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
      }),
    work,
  );
  console.log(`     ${name}: ${time.toFixed(0)} ms`);
}

const list = page.locator(".list");
const rows = async () => Number(await list.getAttribute("data-drawn"));
const all = async () => Number(await list.getAttribute("data-rows"));
const key = (target: string, name: string) => `document.querySelector(${JSON.stringify(target)}).dispatchEvent(new KeyboardEvent("keydown", { key: ${JSON.stringify(name)}, bubbles: true }))`;
const type = (text: string) => `const input = document.querySelector("input[type=search]"); input.value = ${JSON.stringify(text)}; input.dispatchEvent(new Event("input"))`;

await step(page, "5,000 resources are shown with few elements", async () => {
  await page.evaluate((report) => window.postMessage({ kind: "report", report }, "*"), large(COUNT) as never);
  await until("rows", all, (count) => count > COUNT);
  assert.ok((await rows()) < 80, `${await rows()} rows are drawn`);
  assert.ok((await page.evaluate(() => document.querySelectorAll("*").length)) < 800);
  // The text that searches look at is prepared while nothing else happens.
  await page.waitForTimeout(3_000);
});

await step(page, "searching, filtering and moving stay quick", async () => {
  await measured("the first letter of a search", type("p"));
  await measured("a search for two words", type("part-49 type:exec"));
  assert.ok((await all()) > 1 && (await all()) < 120);
  assert.ok((await rows()) < 80);
  await measured("back to all", type(""));
  await measured("to the end of the list", key(".list", "End"));
  assert.ok((await rows()) < 80);
  await measured("one row up, with its attributes", key(".list", "ArrowUp"));
  assert.match((await page.locator("aside h2").textContent()) ?? "", /\[/);
  await measured("group by file", `const select = document.querySelector("select[aria-label='Group by']"); select.value = "file"; select.dispatchEvent(new Event("change"))`);
  await measured("follow the cursor", `window.postMessage({ kind: "cursor", file: "/r/c40.pp", line: 2010 }, "*")`);
  await until("the resource at the cursor", async () => page.locator("aside h2").textContent(), (text) => text?.includes("part-2008") ?? false);
});

await step(page, "the graph of all is laid out beside the work, and draws what is in sight", async () => {
  const canvas = page.locator("canvas");
  const start = Date.now();
  await page.locator("#tab-graph").click();
  await until("nodes", async () => Number(await canvas.getAttribute("data-nodes")), (nodes) => nodes > COUNT - 5);
  console.log(`     the whole layout, in the worker: ${Date.now() - start} ms`);
  await measured("zoom out", key("canvas", "-"));
  await measured("zoom in", key("canvas", "+"));
  await measured("to the next resource", key("canvas", "ArrowRight"));
  assert.ok(Number(await canvas.getAttribute("data-highlighted")) > 0);
  for (let times = 0; times < 14; times++) await page.evaluate(key("canvas", "+"));
  await until("only what is in sight", async () => Number(await canvas.getAttribute("data-drawn")), (drawn) => drawn < 500);
});

await step(page, "Enter opens the source", async () => {
  await page.evaluate(key("canvas", "Enter"));
  const sent = await page.evaluate(() => (window as unknown as { sent: { kind: string; place?: { file: string } }[] }).sent.filter((message) => message.kind === "open"));
  assert.match(sent.at(-1)?.place?.file ?? "", /^\/r\/c\d+\.pp$/);
});

await step(page, "nothing is refused by the policy, nothing throws", async () => assert.deepEqual(problems, []));
await browser.close();
finish();
