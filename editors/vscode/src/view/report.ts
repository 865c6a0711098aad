// What the view and the editor tell one another. The server's own shapes are in `protocol.ts`, which is generated.
import type { Baseline, NodeDiffReport, Place, Preview } from "./protocol";

/// What the editor tells the view.
export type ToView =
  | { kind: "report"; report: Preview }
  | { kind: "diff"; report: NodeDiffReport }
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
