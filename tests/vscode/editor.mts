// What a user of VS Code sees on the example: diagnostics, values, the catalog view with its graph, jumps both ways, another
// context, what an edit changes; and what is refused in a workspace that is not trusted.
import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as path from "node:path";
import { CodeServer, makeWorkspace } from "./code_server.mts";
import { finish, options, picture, startBrowser, step, until } from "./support.mts";

const quiet = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "editor.minimap.enabled": false,
  "files.autoSave": "off",
  "editor.fontSize": 13,
  "git.openRepositoryInParentFolders": "never",
  "extensions.ignoreRecommendations": true,
  "window.commandCenter": false,
  "chat.commandCenter.enabled": false,
  "workbench.colorTheme": "Default Dark Modern",
};
const trusted = { ...quiet, "security.workspace.trust.enabled": false, "puppet-analyzer.server.path": options.server };

const workspace = makeWorkspace("control-repo");
const server = new CodeServer("main");
server.settings(trusted);
server.install();
await server.start();
const browser = await startBrowser();
const editor = await server.open(browser, workspace);
const { page, view } = editor;
const text = (selector: string) => view.locator(selector).first().textContent({ timeout: 5_000 }).catch(() => "");
const data = (selector: string, name: string) => view.locator(selector).first().getAttribute(`data-${name}`, { timeout: 5_000 }).catch(() => "");

await step(page, "the server starts; the status bar names node, facts, edition and state", async () => {
  await editor.file("modules/webserver/manifests/init.pp");
  await until("the status bar", () => editor.status.textContent(), (shown) => /web01\.example\.com · \S+ · puppet8/.test(shown ?? ""));
  await editor.status.locator(".codicon-check").waitFor();
  await editor.command("View: Toggle Primary Side Bar Visibility");
});

await step(page, "a mistake is shown while typing, and goes when it is mended", async () => {
  await editor.line(29);
  await editor.type("  $broken = = 1\n");
  await page.locator(".squiggly-error").first().waitFor();
  await editor.undoAll();
  await page.locator(".squiggly-error").first().waitFor({ state: "detached" });
});

await step(page, "Enter behind a title opens an indented line inside the resource", async () => {
  await editor.line(29);
  // Key by key: the editor closes brackets and quotes itself.
  for (const key of "notify { 'x':") await page.keyboard.type(key);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await page.keyboard.insertText("message => 'y',");
  // The editor keeps lines in the order in which it drew them.
  const lines = () =>
    page.locator(".editor-group-container.active .view-line").evaluateAll((drawn) =>
      (drawn as HTMLElement[])
        .map((line) => ({ top: parseFloat(line.style.top), text: line.innerText }))
        .sort((one, other) => one.top - other.top)
        .map((line) => line.text),
    );
  const typed = (shown: string[]) => shown.map((line) => line.replaceAll("\u00a0", " ").replace(/\s+$/, "")).join("\n");
  await until("the resource", async () => typed(await lines()), (shown) => /^( *)notify \{ 'x':\n\1  message => 'y',\n\1\}/m.test(shown));
  await editor.undoAll();
});

await step(page, "hover on a parameter shows its value and the data file that gave it", async () => {
  await editor.line(18, 20);
  await editor.command("Show or Focus Hover");
  const hover = page.locator(".monaco-hover:visible", { hasText: "8080" });
  await hover.first().waitFor();
  const shown = (await hover.first().textContent()) ?? "";
  assert.match(shown, /Hiera/);
  assert.match(shown, /web01\.example\.com\.yaml:2/);
  await page.keyboard.press("Escape");
});

await step(page, "the preview shows the node's catalog", async () => {
  await editor.file("manifests/site.pp", 4);
  await editor.command("Puppet: Preview Catalog");
  await until("the view's node", () => data("#view", "node"), (node) => node === "web01.example.com");
  await until("rows", () => data(".list", "rows"), (rows) => Number(rows) > 20);
});

await step(page, "a search narrows the list; attributes name the place that gave them", async () => {
  await view.locator("input[type=search]").fill("motd");
  await until("one file", () => data(".list", "rows"), (rows) => Number(rows) < 5);
  await view.locator('.row[data-reference="File[/etc/motd]"]').click();
  await until("the details", () => text("aside h2"), (shown) => shown === "File[/etc/motd]");
  const attributes = (await view.locator("aside table").textContent()) ?? "";
  assert.match(attributes, /mode'0644'profile\/manifests\/base\.pp:18/);
  await view.locator("input[type=search]").fill("type:class webserver");
  await view.locator('.row[data-reference="Class[Webserver]"]').click();
  await until("data", () => text("aside table"), (shown) => /port8080Hiera nodes\/|port8080Hiera .*web01\.example\.com\.yaml:2/.test(shown ?? ""));
  await view.locator("input[type=search]").fill("backup.conf");
  await view.locator('.row[data-reference="File[/etc/backup.conf]"]').click();
  await until("a secret", () => text("aside table"), (shown) => /content\(sensitive\)/.test(shown ?? ""));
  assert.doesNotMatch((await text("#view")) ?? "", /changeme/);
  await view.locator("input[type=search]").fill("");
});

await step(page, "grouping by type, and the keyboard alone", async () => {
  await view.locator("select[aria-label='Group by']").selectOption("type");
  await view.locator(".list").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft");
  await until("a collapsed group", () => view.locator(".row.group").first().getAttribute("aria-expanded"), (expanded) => expanded === "false");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await until("a selection", () => text("aside h2"), (shown) => /^Backup::Job\[/.test(shown ?? ""));
  await view.locator("select[aria-label='Group by']").selectOption("class");
});

await step(page, "from the view to the source", async () => {
  await view.locator("input[type=search]").fill("type:webserver::site shop");
  await view.locator('.row[data-reference="Webserver::Site[shop]"]').click();
  await view.locator(".list").press("Enter");
  await until("the source", () => editor.activeTab(), (tab) => tab === "web.pp");
  await until("its line", () => editor.cursor(), (cursor) => cursor.includes("Ln 6,"));
  await view.locator("input[type=search]").fill("");
});

await step(page, "from the source to the view: it follows the cursor", async () => {
  await editor.line(12);
  await until("the selection", () => text("aside h2"), (shown) => shown === "Webserver::Site[wiki]");
  await editor.file("modules/webserver/manifests/init.pp", 18);
  await until("the class", () => text("aside h2"), (shown) => shown === "Class[Webserver]");
  await picture(page, "vscode-catalog");
  await editor.file("site-modules/profile/manifests/web.pp", 12);
});

await step(page, "the graph shows relationships and what comes before and after", async () => {
  await view.locator("#tab-graph").click();
  await until("nodes", () => data("canvas", "nodes"), (nodes) => Number(nodes) >= 8);
  await view.locator("canvas").focus();
  await page.keyboard.press("ArrowRight");
  await until("a selection", () => data("canvas", "selected"), (selected) => (selected ?? "") !== "");
  await view.getByRole("button", { name: "Zoom in" }).click();
  await view.getByRole("button", { name: "Fit into the window" }).click();
  await view.getByRole("tab", { name: /Resources/ }).click();
  await view.locator("input[type=search]").fill("type:service");
  await view.locator('.row[data-reference="Service[nginx]"]').click();
  await view.getByRole("button", { name: "Show in graph" }).click();
  await until("the highlight", () => data("canvas", "highlighted"), (count) => Number(count) > 3);
  assert.match((await text(".graph .message")) ?? "", /Service\[nginx\]: after \d+/);
  await view.getByRole("button", { name: "Fit into the window" }).click();
  await picture(page, "vscode-graph");
});

await step(page, "a path between two resources", async () => {
  await view.getByRole("tab", { name: /Resources/ }).click();
  await view.locator("input[type=search]").fill("type:package curl");
  await view.locator('.row[data-reference="Package[curl]"]').click();
  await view.locator("#tab-graph").click();
  await view.getByRole("button", { name: "Path from selection" }).click();
  await view.getByRole("tab", { name: /Resources/ }).click();
  await view.locator("input[type=search]").fill("type:service");
  await view.locator('.row[data-reference="Service[nginx]"]').click();
  await view.locator("#tab-graph").click();
  await until("the path", () => text(".graph .message"), (shown) => /Path: Package\[curl\] → .* → Service\[nginx\]/.test(shown ?? ""));
  await view.getByRole("button", { name: /Path from/ }).click();
  await view.getByRole("tab", { name: /Resources/ }).click();
  await view.locator("input[type=search]").fill("");
});

await step(page, "a cycle is found while typing, and is red in the graph", async () => {
  await editor.file("site-modules/role/manifests/web.pp", 7);
  await editor.type("  Class['profile::web'] -> Class['profile::base']\n");
  await view.locator("#tab-graph").click();
  await until("the cycle", () => text(".graph .message"), (shown) => /1 cycle/.test(shown ?? ""));
  await view.locator("select[aria-label='Part of the graph']").selectOption("cycles");
  await until("its members", () => data("canvas", "nodes"), (nodes) => Number(nodes) === 2);
  await editor.status.locator(".codicon-error").waitFor();
  await picture(page, "vscode-cycle");
  await view.locator("select[aria-label='Part of the graph']").selectOption("all");
  await editor.toSource();
  await editor.undoAll();
  await until("no cycle", () => text(".graph .message"), (shown) => (shown ?? "").includes("resources") && !/cycle/.test(shown ?? ""));
});

await step(page, "what is unknown has its reason, a filter and a mark; what the code logged has its place", async () => {
  await editor.file("site-modules/profile/manifests/base.pp", 14);
  await editor.type("  notify { 'now': message => generate('/bin/date') }\n  notice('seen in the log')\n");
  await view.locator("#tab-unknowns").click();
  await until("the reason", () => text("#panel-unknowns"), (shown) => /generate/.test(shown ?? ""));
  await view.locator("#tab-logs").click();
  await until("the log", () => text("#panel-logs"), (shown) => /seen in the log.*base\.pp:15/.test(shown ?? ""));
  await view.locator("#tab-resources").click();
  await view.getByRole("button", { name: "unknown", exact: true }).click();
  await until("what is unknown alone", () => data(".list", "rows"), (rows) => Number(rows) === 2);
  await view.locator('.row[data-reference="Notify[now]"]').waitFor();
  await editor.status.locator(".codicon-question").waitFor();
  await view.getByRole("button", { name: "unknown", exact: true }).click();
  await editor.toSource();
  await editor.undoAll();
  await until("nothing is unknown", () => text("#tab-unknowns"), (shown) => shown === "Unknown");
});

await step(page, "another context: the status bar and the view follow", async () => {
  await editor.status.click();
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "web02.example.com" }).click();
  await until("the status bar", () => editor.status.textContent(), (shown) => (shown ?? "").includes("web02.example.com"));
  await until("the view", () => data("#view", "node"), (node) => node === "web02.example.com");
  await editor.status.click();
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "web01.example.com" }).click();
  await until("the view", () => data("#view", "node"), (node) => node === "web01.example.com");
});

await step(page, "what an edit changes, against the last commit", async () => {
  await editor.file("site-modules/profile/manifests/base.pp", 18);
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+Home");
  await editor.type("mode    => '0600',");
  await editor.command("Puppet: Show What My Changes Do");
  await until("the change", () => text("#panel-changes"), (shown) => /1 resource changes/.test(shown ?? "") && /File\[\/etc\/motd\]/.test(shown ?? ""));
  const shown = (await text("#panel-changes")) ?? "";
  assert.match(shown, /− mode => '0644'/);
  assert.match(shown, /\+ mode => '0600'/);
  await picture(page, "vscode-changes");
  await page.locator(".codelens-decoration a", { hasText: "1 resource changes" }).first().click();
  await until("the lens compares with what is saved", () => text("#panel-changes"), (shown) => /the saved files: 1 resource changes/.test(shown ?? ""));
  await editor.undoAll();
});

await step(page, "a light theme, too", async () => {
  await editor.file("manifests/site.pp", 4);
  await editor.command("Puppet: Preview Catalog");
  await view.getByRole("tab", { name: /Resources/ }).click();
  await editor.commandWithChoice("Preferences: Color Theme", "Light Modern");
  await until("the theme", () => view.locator("body").getAttribute("class"), (shown) => (shown ?? "").includes("vscode-light"));
  await picture(page, "vscode-light");
});

await step(page, "a change of the order alone is told, too", async () => {
  await editor.file("site-modules/role/manifests/web.pp", 6);
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+Home");
  await editor.type("Class['profile::base'] ~> Class['profile::web']");
  await editor.command("Puppet: Show What My Changes Do");
  await until("the relationship", () => text("#panel-changes"), (shown) => /\+ ?Class\[Profile::Base\] ~> Class\[Profile::Web\]/.test(shown ?? ""));
  await editor.undoAll();
});

await step(page, "the view comes back after a reload of the window", async () => {
  // Pressing the browser's own button would not wait until the window has kept its state.
  await editor.command("Developer: Reload Window");
  await page.locator(".monaco-workbench .statusbar").waitFor();
  await until("the view's node", () => data("#view", "node"), (node) => node === "web01.example.com");
  await view.getByRole("tab", { name: /Resources/ }).click();
  await until("rows", () => data(".list", "rows"), (rows) => Number(rows) > 20);
});

await step(page, "the walkthrough", async () => {
  await editor.commandWithChoice("Welcome: Open Walkthrough...", "Puppet with values");
  await page.locator(".gettingStartedContainer", { hasText: "See what your code does without deploying it" }).first().waitFor();
  await page.locator(".gettingStartedContainer .step-title", { hasText: "Preview the catalog" }).first().waitFor();
  await editor.command("View: Close Editor");
});

await step(page, "a restart, and a server that is not there", async () => {
  await editor.command("Puppet: Restart Server");
  await until("the status bar", () => editor.status.textContent(), (shown) => (shown ?? "").includes("web01.example.com"));
  fs.mkdirSync(path.join(workspace, ".vscode"), { recursive: true });
  fs.writeFileSync(path.join(workspace, ".vscode/settings.json"), JSON.stringify({ "puppet-analyzer.server.path": "/no/such/server" }));
  await page.reload();
  await page.locator(".monaco-workbench .statusbar").waitFor();
  const message = page.locator(".notification-toast", { hasText: "/no/such/server" });
  await message.waitFor();
  await message.getByRole("button", { name: "How to install" }).click();
  await page.locator(".tab", { hasText: "install.md" }).waitFor();
});

server.stop();
await page.close();

const strange = makeWorkspace("untrusted");
fs.appendFileSync(path.join(strange, "manifests/site.pp"), "notice($nobody)\n");
const careful = new CodeServer("untrusted");
careful.settings({ ...quiet, "security.workspace.trust.startupPrompt": "never", "puppet-analyzer.server.path": options.server });
careful.install();
await careful.start();
const restricted = await careful.open(browser, strange);
await step(restricted.page, "in a workspace that is not trusted names are checked and nothing is evaluated", async () => {
  await restricted.file("manifests/site.pp", 4);
  await restricted.status.locator(".codicon-shield").waitFor();
  await restricted.page.locator(".squiggly-error, .squiggly-warning").first().waitFor();
  await restricted.page.keyboard.press("F1");
  await restricted.page.locator(".quick-input-widget input").fill(">Puppet:");
  await restricted.page.locator(".quick-input-list .monaco-list-row", { hasText: "Restart Server" }).waitFor();
  assert.equal(await restricted.page.locator(".quick-input-list .monaco-list-row", { hasText: "Preview Catalog" }).count(), 0);
  assert.equal(await restricted.page.locator(".codelens-decoration", { hasText: "Preview catalog" }).count(), 0);
});

careful.stop();
await browser.close();
finish();
