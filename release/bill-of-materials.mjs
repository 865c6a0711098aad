// Prints what the program and the extension are made of, as CycloneDX: from Cargo's own metadata and from the extension's lock file.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const cargo = JSON.parse(execFileSync("cargo", ["metadata", "--format-version", "1", "--locked"], { maxBuffer: 1 << 28 }));
const root = cargo.packages.find((each) => each.name === "puppet-analyzer");
const commit = execFileSync("git", ["log", "-1", "--format=%H %cI"]).toString().trim().split(" ");

// Only what is compiled into the program: tests and build scripts of others are no part of it.
const byId = new Map(cargo.resolve.nodes.map((node) => [node.id, node]));
const used = new Set();
const visit = (id) => {
  if (used.has(id)) return;
  used.add(id);
  for (const dependency of byId.get(id).deps) {
    if (dependency.dep_kinds.some((kind) => kind.kind === null)) visit(dependency.pkg);
  }
};
visit(root.id);

const checksums = new Map();
for (const block of readFileSync("Cargo.lock", "utf8").split("[[package]]")) {
  const field = (name) => new RegExp(`^${name} = "(.*)"$`, "m").exec(block)?.[1];
  if (field("checksum")) checksums.set(`${field("name")} ${field("version")}`, field("checksum"));
}

const crates = cargo.packages
  .filter((each) => used.has(each.id) && each.source !== null)
  .map((each) => {
    const checksum = checksums.get(`${each.name} ${each.version}`);
    return {
      type: "library",
      name: each.name,
      version: each.version,
      purl: `pkg:cargo/${each.name}@${each.version}`,
      ...(each.license ? { licenses: [{ expression: each.license.replace(/\s*\/\s*/g, " OR ") }] } : {}),
      ...(checksum ? { hashes: [{ alg: "SHA-256", content: checksum }] } : {}),
    };
  });

const lock = JSON.parse(readFileSync("editors/vscode/package-lock.json", "utf8"));
const modules = Object.entries(lock.packages)
  .filter(([path, each]) => path && !each.dev && !each.devOptional)
  .map(([path, each]) => {
    const name = path.replace(/^.*node_modules\//, "");
    return {
      type: "library",
      name,
      version: each.version,
      purl: `pkg:npm/${name.replace("@", "%40")}@${each.version}`,
      ...(each.license ? { licenses: [{ expression: each.license }] } : {}),
    };
  });

const order = (a, b) => (a.purl < b.purl ? -1 : a.purl > b.purl ? 1 : 0);
const bill = {
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  version: 1,
  metadata: {
    timestamp: commit[1],
    component: { type: "application", name: "puppet-analyzer", version: root.version, purl: `pkg:cargo/puppet-analyzer@${root.version}`, properties: [{ name: "commit", value: commit[0] }] },
  },
  components: [...crates, ...modules].sort(order),
};
console.log(JSON.stringify(bill, undefined, 2));
