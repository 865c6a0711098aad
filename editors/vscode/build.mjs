// Bundles the extension, the view and the layout's worker, each into one file of `out/`.
import { build } from "esbuild";

const common = { bundle: true, minify: true, legalComments: "eof", logLevel: "warning", target: "es2022" };
await Promise.all([
  build({ ...common, entryPoints: ["src/extension.ts"], platform: "node", format: "cjs", external: ["vscode"], outfile: "out/extension.js" }),
  build({ ...common, entryPoints: ["src/view/main.ts"], format: "iife", outfile: "out/view.js" }),
  build({ ...common, entryPoints: ["src/view/layoutWorker.ts"], format: "iife", outfile: "out/layoutWorker.js" }),
]);
