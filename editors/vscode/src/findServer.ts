// Where the server's executable is: as configured, beside the extension, or on the PATH.
import * as fs from "node:fs";
import * as path from "node:path";

export function findServer(configured: string, extensionPath: string, searchPath = process.env.PATH ?? "", platform = process.platform): string | undefined {
  const name = platform === "win32" ? "puppet-analyzer.exe" : "puppet-analyzer";
  if (configured) return isExecutable(configured) ? configured : undefined;
  const folders = [path.join(extensionPath, "server"), ...searchPath.split(path.delimiter)];
  return folders.filter(Boolean).map((folder) => path.join(folder, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}
