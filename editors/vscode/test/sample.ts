// Reports for the tests: a small one that shows everything, and a large one that shows that size does not hurt.
import type { DiffReport, Report } from "../src/view/report";

export function sample(): Report {
  return {
    ok: true,
    context: { node: "web01", facts: "debian-12", edition: "puppet8", label: "node web01 · facts debian-12" },
    catalog: {
      name: "web01",
      resources: [
        { type: "Stage", title: "main" },
        { type: "Class", title: "Web", tags: ["class", "web"], parameters: { port: 8080 } },
        { type: "File", title: "/a", file: "/r/web.pp", line: 3, tags: ["file", "web"], parameters: { mode: "0644", content: "secret" }, sensitive_parameters: ["content"] },
        { type: "Web::Site", title: "shop", file: "/r/web.pp", line: 9 },
        { type: "File", title: "/b", file: "/r/site.pp", line: 4, parameters: { owner: { __ptype: "Unknown", reason: "Ruby only" } } },
        { type: "Service", title: "nginx", file: "/r/web.pp", line: 20, exported: true },
        { type: "Notify", title: "alone", file: "/r/main.pp", line: 1 },
      ],
      edges: [
        { source: "Stage[main]", target: "Class[Web]" },
        { source: "Class[Web]", target: "File[/a]" },
        { source: "Class[Web]", target: "Web::Site[shop]" },
        { source: "Web::Site[shop]", target: "File[/b]" },
        { source: "Class[Web]", target: "Service[nginx]" },
      ],
    },
    origins: [
      { container: null, definition: null, attributes: {} },
      { container: null, definition: { file: "/r/web.pp", line: 1 }, attributes: { port: { from: "data", file: "/r/common.yaml", line: 2, layer: "environment" } } },
      { container: "Class[Web]", definition: null, attributes: { mode: { from: "written", file: "/r/web.pp", line: 4 } } },
      { container: "Class[Web]", definition: { file: "/r/shop.pp", line: 1 }, attributes: {} },
      { container: "Web::Site[shop]", definition: null, attributes: {} },
      { container: "Class[Web]", definition: null, attributes: {} },
      { container: null, definition: null, attributes: {} },
    ],
    relationships: [
      { source: "File[/a]", target: "Web::Site[shop]", notifies: false },
      { source: "Web::Site[shop]", target: "Service[nginx]", notifies: true },
    ],
    virtual_resources: [{ type: "User", title: "v" }],
    cycles: [],
  };
}

export function sampleDiff(): DiffReport {
  return {
    ...sample(),
    baseline: "the last commit (HEAD)",
    changes: 2,
    diff: {
      added: [{ resource: "File[/b]", parameters: {} }],
      removed: [{ resource: "File[/gone]", parameters: {} }],
      changed: [{ resource: "File[/a]", parameters: [{ name: "mode", before: "0600", after: "0644" }] }],
      added_edges: [],
      removed_edges: [],
    },
    before: { ok: true, errors: [] },
    after: { ok: true, errors: [] },
  };
}

/// A catalog of this many files in classes of fifty, each class a chain that comes after the class before it.
export function large(count: number): Report {
  const perClass = 50;
  const resources: NonNullable<Report["catalog"]>["resources"] = [];
  const edges: { source: string; target: string }[] = [];
  const relationships: { source: string; target: string; notifies: boolean }[] = [];
  for (let index = 0; resources.length < count; index++) {
    const number = Math.floor(index / perClass);
    const container = `Class[C${number}]`;
    if (index % perClass === 0) {
      resources.push({ type: "Class", title: `C${number}`, file: `/r/c${number}.pp`, line: 1 });
      if (number > 0) relationships.push({ source: `Class[C${number - 1}]`, target: container, notifies: false });
    }
    const title = `/etc/app${number}/part-${index}.conf`;
    resources.push({ type: index % 5 === 0 ? "Exec" : "File", title, file: `/r/c${number}.pp`, line: index + 2, parameters: { ensure: "file", mode: "0644", content: `setting = ${index}\n`.repeat(8) } });
    const own = `${index % 5 === 0 ? "Exec" : "File"}[${title}]`;
    edges.push({ source: container, target: own });
    if (index % perClass > 0) {
      const previous = resources[resources.length - 2];
      relationships.push({ source: `${previous.type}[${previous.title}]`, target: own, notifies: index % 7 === 0 });
    }
  }
  return { ok: true, context: { node: "large", label: "node large" }, catalog: { name: "large", resources, edges }, relationships, cycles: [] };
}
