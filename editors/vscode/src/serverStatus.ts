// What the server tells of itself: `puppet/status`, pushed whenever it changes.
import type { Status } from "./view/protocol";

export type ServerStatus = Status;

/// Whether what is shown may be out of date: the server has read or evaluated something since it was asked.
export class Freshness {
  private isStale = false;

  /// Takes a status in; true where it is time to ask.
  note(status: ServerStatus): boolean {
    if (status.state !== "ready") this.isStale = true;
    return this.isDue(status);
  }

  isDue(status: ServerStatus | undefined): boolean {
    return this.isStale && status?.state === "ready";
  }

  asked(): void {
    this.isStale = false;
  }
}
