// Values of attributes as text. What is secret stays hidden, what is unknown says why.
const HIDDEN = "(sensitive)";

interface RichValue {
  __ptype: string;
  __pvalue?: unknown;
  reason?: string;
}

const isRich = (value: unknown): value is RichValue => typeof value === "object" && value !== null && "__ptype" in value;

/// Why a value, or something in it, is not known.
export function unknownReason(value: unknown): string | undefined {
  if (isRich(value) && value.__ptype === "Unknown") return value.reason ?? "unknown";
  if (typeof value !== "object" || value === null) return undefined;
  for (const part of Object.values(value)) {
    const reason = unknownReason(part);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/// A value as Puppet code writes it; lists and hashes over several lines where one is too long.
export function shown(value: unknown, sensitive = false, indent = ""): string {
  if (sensitive) return HIDDEN;
  if (value === null || value === undefined) return "undef";
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object") return String(value);
  if (isRich(value)) {
    if (value.__ptype === "Sensitive") return HIDDEN;
    if (value.__ptype === "Unknown") return `unknown: ${value.reason ?? "no reason is known"}`;
    if (value.__ptype === "Default") return "default";
    return `${value.__ptype}(${shown(value.__pvalue)})`;
  }
  const deeper = indent + "  ";
  const parts = Array.isArray(value)
    ? value.map((element) => shown(element, false, deeper))
    : Object.entries(value).map(([key, element]) => `${quoted(key)} => ${shown(element, false, deeper)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const line = `${open}${parts.join(", ")}${close}`;
  if (line.length + indent.length <= 80 && !line.includes("\n")) return line;
  return `${open}\n${parts.map((part) => `${deeper}${part},\n`).join("")}${indent}${close}`;
}

function quoted(text: string): string {
  return `'${text.replace(/\\(?=['\\]|$)/g, "\\\\").replace(/'/g, "\\'")}'`;
}
