// The settings as the server gets them: only what somebody has set, so that defaults of this extension do not hide what the
// workspace's .puppet-analyzer.toml says.
export const SECTION = "puppet-analyzer";

/// Settings of the editor's side; the server does not know them.
const OWN = ["server.path", "trace.server"];

export interface Inspected {
  globalValue?: unknown;
  workspaceValue?: unknown;
  workspaceFolderValue?: unknown;
}

export function serverSettings(names: string[], inspect: (name: string) => Inspected | undefined, trusted: boolean): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const name of names) {
    if (OWN.includes(name)) continue;
    const found = inspect(name);
    const value = found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
    if (value !== undefined) settings[name] = value;
  }
  // Whatever anybody set: code of a workspace that is not trusted is not run.
  if (!trusted) settings["evaluation.enabled"] = false;
  return settings;
}
