// The shapes of what the server answers: the report of a preview, and of a preview compared with an earlier state.
export interface Place {
  file?: string;
  line?: number;
  column?: number;
}

export interface CatalogResource extends Place {
  type: string;
  title: string;
  tags?: string[];
  exported?: boolean;
  parameters?: Record<string, unknown>;
  sensitive_parameters?: string[];
}

/// Where an attribute's value came from: written in code, from Hiera, from the parameter's default, given by a node
/// classifier, or implied by the resource itself.
export interface AttributeOrigin extends Place {
  from: "written" | "data" | "default" | "given" | "resource";
  layer?: string;
}

export interface ResourceOrigin {
  container: string | null;
  definition: Place | null;
  attributes: Record<string, AttributeOrigin>;
}

export interface Relationship {
  source: string;
  target: string;
  notifies: boolean;
}

export interface Problem extends Place {
  code?: string;
  message: string;
  hint?: string;
  frames?: (Place & { what: string })[];
}

export interface Context {
  node?: string;
  facts?: string;
  environment?: string;
  edition?: string;
  label?: string;
}

export interface Report {
  ok: boolean;
  context?: Context;
  catalog?: {
    name: string;
    resources?: CatalogResource[];
    edges?: { source: string; target: string }[];
  } | null;
  /// Beside `catalog.resources`, entry by entry.
  origins?: ResourceOrigin[];
  relationships?: Relationship[];
  /// There are more than are listed.
  relationships_cut?: boolean;
  virtual_resources?: CatalogResource[];
  cycles?: string[][];
  logs?: (Place & { level: string; message: string })[];
  unknowns?: (Place & { reason: string })[];
  error?: Problem | null;
  errors?: Problem[];
  limit?: string | null;
}

export interface ChangedAttribute {
  name: string;
  before: unknown;
  after: unknown;
}

export interface Difference {
  added: { resource: string; parameters: Record<string, unknown> }[];
  removed: { resource: string; parameters: Record<string, unknown> }[];
  changed: { resource: string; parameters: ChangedAttribute[] }[];
  added_edges: { source: string; target: string; kind: string }[];
  removed_edges: { source: string; target: string; kind: string }[];
}

export interface DiffReport extends Report {
  baseline: string;
  changes: number;
  diff: Difference;
  before: { ok: boolean; errors: string[] };
  after: { ok: boolean; errors: string[] };
}

/// What changes are compared with: the last commit, or the files as they are saved.
export type Baseline = "head" | "saved";

/// What the editor tells the view.
export type ToView =
  | { kind: "report"; report: Report }
  | { kind: "diff"; report: DiffReport }
  | { kind: "failed"; message: string }
  | { kind: "cursor"; file: string; line: number }
  /// `asked` is what the preview was asked for, to be asked again after a reload.
  | { kind: "busy"; asked?: unknown }
  | { kind: "tab"; tab: string; baseline?: Baseline };

/// What the view asks of the editor.
export type FromView =
  | { kind: "ready" }
  | { kind: "open"; place: Place; focus: boolean }
  | { kind: "diff"; baseline: Baseline }
  | { kind: "refresh" }
  | { kind: "chooseContext" };
