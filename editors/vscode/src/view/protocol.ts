// The shapes of what the server takes and answers. Written by the server's tests from its own tables (UPDATE_EXPECT=1 cargo test
// -p puppet-analyzer protocol): change those.

/** What is previewed; what is left out is taken from the context in force. */
export interface PreviewArguments {
  /** A file of the environment. */
  uri: string;
  /** A place in a node, class or define: that is previewed, else the node in force. */
  position?: { line: number; character: number };
  /** The node's name. */
  node?: string;
  /** The name of a fact set. */
  facts?: string;
  /** The class or define at the position alone, although the node has it. */
  alone?: boolean;
  /** Of a lens above a node definition that no known node matches: whom it is for. Ask for a name and give it as `node`. */
  nodePattern?: string;
  /** Answer `markdown` and `resources`. By default false for the request, true for the commands. */
  markdown?: boolean;
  /** Of commands: open the Markdown as a document (`window/showDocument`). */
  show?: boolean;
}

/** What is compared. */
export interface DiffArguments extends PreviewArguments {
  /** By default the saved files where something is unsaved, else the last commit. */
  baseline?: Baseline;
  /** Every node that is known; `"node": "*"` says the same. */
  allNodes?: boolean;
}

/** What a catalog is compared with: the last commit, or the files as they are saved. */
export type Baseline = "head" | "saved";

/** Where from contexts are asked for. */
export interface ContextsArguments {
  /** A file of the environment; without it the first environment is meant. */
  uri?: string;
}

/** Whose state is asked for. */
export interface EvaluationStateArguments {
  /** A file of the environment. */
  uri: string;
}

/** What values are shown for from now on. */
export interface SelectContextArguments {
  /** The node's name. */
  node?: string;
  /** The name of a fact set. */
  facts?: string;
}

/** What came of an evaluation. `puppet-analyzer compile --format report` prints it. */
export interface Report {
  /** Nothing went wrong and no limit was reached. */
  ok: boolean;
  /** In Puppet's wire format; as much of it as there is. */
  catalog: Catalog | null;
  /** What the code logged. */
  logs: Log[];
  /** The first error, or the limit that ended the evaluation. */
  error: Problem | null;
  /** All errors; the first is what Puppet would have stopped with. */
  errors: Problem[];
  /** What cannot be known without running Ruby or asking a node. */
  unknowns: Unknown[];
  /** Code that cannot be read as it is now, and that all else was evaluated without. */
  left_out: LeftOut[];
  /** Resources that nothing realized. */
  virtual_resources: Resource[];
  /** How many parts of the code hang on something unknown. */
  undecided: number;
  /** Resources of code that nothing decides. */
  possible: PossibleResource[];
  /** Errors of such code. */
  possible_errors: PossibleError[];
  /** What the code names and nothing here defines, where that is no error. */
  missing: Missing[];
  /** Resources that wait for one another. */
  cycles: string[][];
  /** What ended the evaluation early. */
  limit: string | null;
  /** The node's name. */
  node: string;
  /** The name of the fact set; empty for none. */
  facts: string;
  /** `puppet8`, `puppet7` or `spec4x`. */
  edition: string;
}

/** The report of a preview, with where everything came from. */
export interface Preview extends Report {
  /** What the preview is for. */
  context: Context;
  /** The files that a `Spot` names by number. */
  files: string[];
  /** What comes before what. */
  relationships: Relationship[];
  /** There are more relationships than are listed. */
  relationships_cut?: boolean;
  /** The catalog as a document to read, where it is asked for. */
  markdown?: string;
  /** Where each resource is declared, where Markdown is asked for. */
  resources?: ResourceRange[];
}

/** What a preview is for. */
export interface Context {
  /** The node's name. */
  node: string;
  /** The name of the fact set; empty for none. */
  facts: string;
  /** The name of the environment. */
  environment: string;
  /** `puppet8`, `puppet7` or `spec4x`. */
  edition: string;
  /** All of it in a few words. */
  label: string;
}

/** A catalog as `puppet catalog compile` prints it. */
export interface Catalog {
  /** The tags of all classes. */
  tags: string[];
  /** The node's name. */
  name: string;
  /** `puppet-analyzer`. */
  version: string;
  /** Always null. */
  code_id: null;
  /** 2. */
  catalog_format: number;
  /** The name of the environment. */
  environment: string;
  /** In the order in which they were added. */
  resources: Resource[];
  /** What contains what. */
  edges: Edge[];
  /** In the order in which they were evaluated. */
  classes: string[];
}

/** A resource in Puppet's wire format; a preview adds `container`, `definition` and `origins`. */
export interface Resource {
  /** As references print it, for instance `File` or `Web::Site`. */
  type: string;
  /** The title. */
  title: string;
  /** The tags. */
  tags: string[];
  /** The file that declares it; a class that was included has none. */
  file?: string;
  /** The line that declares it, from 1. */
  line?: number;
  /** Declared with `@@`. */
  exported: boolean;
  /** Values as Puppet writes them; what is not known is `{"__ptype": "Unknown", "reason"}`. */
  parameters?: Record<string, unknown>;
  /** Parameters whose value must not be shown. */
  sensitive_parameters?: string[];
  /** The class, node or define whose code declared it. */
  container?: string;
  /** The name of the class or define that it is of. */
  definition?: Spot;
  /** Where each parameter's value came from. */
  origins?: Record<string, Origin>;
}

/** Where the value of a parameter came from. */
export interface Origin {
  /** Hiera, the parameter's default, given where the class was declared or by a node classifier, or implied by the resource itself. Nothing: written in the code. */
  from?: "data" | "default" | "given" | "resource";
  /** The place. */
  at?: Spot;
  /** Of Hiera: the layer that had it. */
  layer?: string;
}

/** A place by the number of its file in `files`; line and column from 1, columns in code points. */
export type Spot = [file: number, line: number, column: number];

/** A place. Lines and columns are from 1, columns in code points; without them only the file is known. */
export interface Place {
  /** The path. */
  file?: string;
  /** The line. */
  line?: number;
  /** The column. */
  column?: number;
}

/** The source contains the target. */
export interface Edge {
  /** For instance `Class[Web]`. */
  source: string;
  /** For instance `File[/etc/motd]`. */
  target: string;
}

/** The source is applied before the target. */
export interface Relationship extends Edge {
  /** A change of the source refreshes the target. */
  notifies: boolean;
}

/** A message that the code logged. */
export interface Log extends Place {
  /** `debug`, `info`, `notice`, `warning`, `err`, `alert`, `emerg` or `crit`. */
  level: string;
  /** The text. */
  message: string;
  /** For instance `Scope(Class[main])`. */
  source?: string;
}

/** An error of the evaluation, where Puppet reports it. */
export interface Problem extends Place {
  /** In kebab case; empty for what Puppet reports without a code. */
  code: string;
  /** In Puppet's words. */
  message: string;
  /** The place in a data file that is to blame. */
  data?: Place;
  /** What to do about it. */
  hint?: string;
  /** The calls that led there, innermost first. */
  frames: Frame[];
}

/** One call on the way to an error. */
export interface Frame extends Place {
  /** For instance `class profile::web`. */
  what: string;
}

/** Something that cannot be known here. */
export interface Unknown extends Place {
  /** Why. */
  reason: string;
}

/** A definition or statement that was not evaluated. */
export interface LeftOut extends Place {
  /** For instance `class web`. */
  what: string;
}

/** A resource that may or may not be in the catalog. */
export interface PossibleResource extends Place {
  /** As references print it. */
  type: string;
  /** The title. */
  title: string;
  /** The condition as it is written. */
  condition: string;
  /** Why nothing decides it. */
  reason: string;
}

/** An error that may or may not be raised. */
export interface PossibleError extends Place {
  /** In Puppet's words. */
  message: string;
  /** The condition as it is written. */
  condition: string;
  /** Why nothing decides it. */
  reason: string;
}

/** A name that nothing here defines: what it would give or declare is unknown. The place is that of its first use. */
export interface Missing extends Place {
  /** A define is a resource type; a template is a file. */
  kind: "class" | "resource_type" | "function" | "data_type" | "file";
  /** In lower case; the path of a file. */
  name: string;
  /** How to supply it. */
  hint: string;
}

/** Where a resource is declared, as LSP writes it. */
export interface ResourceRange {
  /** For instance `File[/etc/motd]`. */
  resource: string;
  /** A `Location` of LSP. */
  location: { uri: string; range: unknown } | null;
}

/** The preview of now, with what has changed; `ok` where both states evaluate. */
export interface NodeDiffReport extends Preview {
  /** How the old state is called. */
  baseline: string;
  /** How many resources differ. */
  changes: number;
  /** What differs. */
  diff: Difference;
  /** The same as lines to read. */
  text: string;
  /** How the old state evaluates. */
  before: DiffState;
  /** How the state of now evaluates. */
  after: DiffState;
}

/** What has changed on each node. */
export interface AllNodesReport {
  /** Both states evaluate on every node. */
  ok: boolean;
  /** How the old state is called. */
  baseline: string;
  /** `*`. */
  node: string;
  /** How many resources differ on all nodes together. */
  changes: number;
  /** Each node. */
  nodes: NodeDiff[];
  /** The changes as a document to read, where it is asked for. */
  markdown?: string;
}

/** What has changed on one node. */
export interface NodeDiff {
  /** Both states evaluate. */
  ok: boolean;
  /** The node's name. */
  node: string;
  /** The name of the fact set; empty for none. */
  facts: string;
  /** How many resources differ. */
  changes: number;
  /** What differs. */
  diff: Difference;
  /** The same as lines to read. */
  text: string;
  /** How the old state evaluates. */
  before: DiffState;
  /** How the state of now evaluates. */
  after: DiffState;
}

/** How the evaluation of one state went. */
export interface DiffState {
  /** Nothing went wrong. */
  ok: boolean;
  /** With the calls that led there. */
  errors: string[];
  /** How many parts of the code hang on something unknown. */
  undecided: number;
  /** What the code names and nothing here defines. */
  missing: Missing[];
}

/** What differs between two catalogs. `puppet-analyzer diff --format json` prints it for each node. */
export interface Difference {
  /** Resources that only the new state has. */
  added: WholeResource[];
  /** Resources that only the old state has. */
  removed: WholeResource[];
  /** Resources with other parameters. */
  changed: ChangedResource[];
  /** Edges that only the new state has. */
  added_edges: KindEdge[];
  /** Edges that only the old state has. */
  removed_edges: KindEdge[];
  /** Possible resources that only the new state has. */
  added_possible: PossibleResource[];
  /** Possible resources that only the old state has. */
  removed_possible: PossibleResource[];
  /** Possible errors that only the new state has. */
  added_possible_errors: PossibleError[];
  /** Possible errors that only the old state has. */
  removed_possible_errors: PossibleError[];
}

/** A resource that only one state has. */
export interface WholeResource {
  /** For instance `File[/etc/motd]`. */
  resource: string;
  /** Values as in a catalog, sensitive ones hidden. */
  parameters: Record<string, unknown>;
}

/** A resource with other parameters. */
export interface ChangedResource {
  /** For instance `File[/etc/motd]`. */
  resource: string;
  /** Those that differ. */
  parameters: ChangedParameter[];
}

/** A parameter with another value. */
export interface ChangedParameter {
  /** The parameter's name. */
  name: string;
  /** Null where it was not set. */
  before: unknown;
  /** Null where it is not set any more. */
  after: unknown;
}

/** An edge with its kind. */
export interface KindEdge extends Edge {
  /** What it means. */
  kind: "contains" | "before" | "notify";
}

/** The nodes and fact sets that values can be shown for. */
export interface Contexts {
  /** The name of the environment. */
  environment: string;
  /** `puppet8`, `puppet7` or `spec4x`. */
  edition: string;
  /** Those that the manifests name. */
  nodes: string[];
  /** Those of the project, and the built-in ones. */
  factSets: string[];
  /** False where the setting `evaluation.enabled` is. */
  evaluation: boolean;
  /** What values are shown for now. */
  current: CurrentContext;
}

/** What values are shown for. */
export interface CurrentContext {
  /** The node's name. */
  node: string;
  /** The name of the fact set; empty while the workspace is being read. */
  facts: string;
}

/** How an evaluation went, in numbers. Only `enabled` where there is none. */
export interface EvaluationState {
  /** False where the setting `evaluation.enabled` is. */
  enabled: boolean;
  /** Nothing went wrong and no limit was reached. */
  ok?: boolean;
  /** How many resources there are. */
  resources?: number;
  /** How many things cannot be known. */
  unknowns?: number;
  /** How many errors there are. */
  errors?: number;
  /** How many cycles there are. */
  cycles?: number;
  /** What ended the evaluation early. */
  limit?: string | null;
}

/** What the server is doing. */
export interface Status {
  /** Whether the workspace is being read or the context's catalog evaluated. */
  state: "reading" | "evaluating" | "ready";
  /** What values are shown for. */
  context: StatusContext;
  /** What is wrong with the settings or the catalog of the context. */
  problem?: string;
}

/** Node and facts are empty until the workspace has been read. */
export interface StatusContext {
  /** The node's name. */
  node: string;
  /** The name of the fact set. */
  facts: string;
  /** `puppet8`, `puppet7` or `spec4x`. */
  edition: string;
}
