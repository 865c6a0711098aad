// Where the server's executable is: as configured, beside the extension, or on the PATH.
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

export type Found = { command: string; how: "configured" | "bundled" | "on the PATH" } | { problem: string };

export interface Surroundings {
  extensionPath: string;
  searchPath: string;
  platform: string;
  home: string;
}

export function surroundings(extensionPath: string): Surroundings {
  return { extensionPath, searchPath: process.env.PATH ?? "", platform: process.platform, home: os.homedir() };
}

export function findServer(configured: string, where: Surroundings): Found {
  const name = where.platform === "win32" ? "puppet-analyzer.exe" : "puppet-analyzer";
  if (configured) {
    const command = configured.replace(/^~(?=[\\/])/, where.home);
    // A wrong setting is not replaced silently: the user would never know which server runs.
    if (isExecutable(command)) return { command, how: "configured" };
    return { problem: `The setting puppet-analyzer.server.path names ${command}, which is not an executable file.` };
  }
  const bundled = path.join(where.extensionPath, "server", name);
  if (isExecutable(bundled)) return { command: bundled, how: "bundled" };
  // Cargo's folder is often missing from the PATH of an editor that a desktop starts.
  const folders = [...where.searchPath.split(path.delimiter).filter(Boolean), path.join(where.home, ".cargo", "bin")];
  const command = folders.map((folder) => path.join(folder, name)).find(isExecutable);
  if (command) return { command, how: "on the PATH" };
  return { problem: "The server puppet-analyzer is not bundled with this extension and is not on the PATH." };
}

function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}
