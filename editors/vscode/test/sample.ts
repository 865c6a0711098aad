// Reports for the tests: a small one that shows everything, and a large one that shows that size does not hurt.
import type { Edge, NodeDiffReport, Preview, Resource } from "../src/view/protocol";

/** A resource of which a test says what it needs. */
type Sketch = Partial<Resource> & { type: string; title: string };

const whole = (sketch: Sketch): Resource => ({ tags: [], exported: false, ...sketch });

/** A report with these resources, and what else a test says. */
export function preview(node: string, resources: Sketch[], more: Partial<Preview> & { edges?: Edge[] } = {}): Preview {
  const { edges, ...rest } = more;
  const context = { node, facts: "debian-12", environment: "production", edition: "puppet8", label: `node ${node} · facts debian-12` };
  return {
    ok: true,
    catalog: {
      tags: [],
      name: node,
      version: "puppet-analyzer",
      code_id: null,
      catalog_format: 2,
      environment: "production",
      resources: resources.map(whole),
      edges: edges ?? [],
      classes: [],
    },
    logs: [],
    error: null,
    errors: [],
    unknowns: [],
    left_out: [],
    virtual_resources: [],
    undecided: 0,
    possible: [],
    possible_errors: [],
    missing: [],
    cycles: [],
    limit: null,
    node,
    facts: "debian-12",
    edition: "puppet8",
    context,
    files: [],
    relationships: [],
    ...rest,
  };
}

export function sample(): Preview {
  return preview(
    "web01",
    [
      { type: "Stage", title: "main" },
      { type: "Class", title: "Web", tags: ["class", "web"], parameters: { port: 8080 }, definition: [0, 1, 7], origins: { port: { from: "data", at: [1, 2, 1], layer: "environment" } } },
      {
        type: "File",
        title: "/a",
        file: "/r/web.pp",
        line: 3,
        tags: ["file", "web"],
        parameters: { mode: "0644", content: "secret" },
        sensitive_parameters: ["content"],
        container: "Class[Web]",
        origins: { mode: { at: [0, 4, 5] } },
      },
      { type: "Web::Site", title: "shop", file: "/r/web.pp", line: 9, container: "Class[Web]", definition: [2, 1, 8] },
      { type: "File", title: "/b", file: "/r/site.pp", line: 4, parameters: { owner: { __ptype: "Unknown", reason: "Ruby only" } }, container: "Web::Site[shop]" },
      { type: "Service", title: "nginx", file: "/r/web.pp", line: 20, exported: true, container: "Class[Web]" },
      { type: "Notify", title: "alone", file: "/r/main.pp", line: 1 },
    ],
    {
      edges: [
        { source: "Stage[main]", target: "Class[Web]" },
        { source: "Class[Web]", target: "File[/a]" },
        { source: "Class[Web]", target: "Web::Site[shop]" },
        { source: "Web::Site[shop]", target: "File[/b]" },
        { source: "Class[Web]", target: "Service[nginx]" },
      ],
      files: ["/r/web.pp", "/r/common.yaml", "/r/shop.pp"],
      relationships: [
        { source: "File[/a]", target: "Web::Site[shop]", notifies: false },
        { source: "Web::Site[shop]", target: "Service[nginx]", notifies: true },
      ],
      virtual_resources: [whole({ type: "User", title: "v" })],
    },
  );
}

export function sampleDiff(): NodeDiffReport {
  return {
    ...sample(),
    baseline: "the last commit (HEAD)",
    changes: 2,
    text: "",
    diff: {
      added: [{ resource: "File[/b]", parameters: {} }],
      removed: [{ resource: "File[/gone]", parameters: {} }],
      changed: [{ resource: "File[/a]", parameters: [{ name: "mode", before: "0600", after: "0644" }] }],
      added_edges: [],
      removed_edges: [],
      added_possible: [],
      removed_possible: [],
      added_possible_errors: [],
      removed_possible_errors: [],
    },
    before: { ok: true, errors: [], undecided: 0, missing: [] },
    after: { ok: true, errors: [], undecided: 0, missing: [] },
  };
}

/// A catalog of this many files in classes of fifty, each class a chain that comes after the class before it.
export function large(count: number): Preview {
  const perClass = 50;
  const resources: Sketch[] = [];
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
  return preview("large", resources, { edges, relationships });
}
