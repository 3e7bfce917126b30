// How long a client waits before it connects again, and to which address. Pure: the time comes
// from outside.

const FIRST_MS = 400;
const SLOWEST_MS = 8_000;
/**
 * For this long after a loss no wait is longer than a second. Another machine may be taking over.
 */
const SOON_AFTER_LOSS_MS = 10_000;
const SOON_MS = 1_000;
/** A closing server answers a player without a seat with welcome and goodbye, again and again. */
const CLOSING_MS = 2_000;

/** Close codes of the room: 4000 and the code of its goodbye. */
export const Close = { replaced: 4010, shuttingDown: 4011, moved: 4015, suspended: 4031 } as const;

export class Waits {
  private retryMs = FIRST_MS;
  /** Until when waits are short. */
  private soonUntil = -Infinity;

  /** The server has sent its welcome. */
  welcomed(): void {
    this.retryMs = FIRST_MS;
  }
  /** A connection was lost over which all was well. */
  lost(now: number): void {
    this.soonUntil = now + SOON_AFTER_LOSS_MS;
  }

  /** Returns whether a loss is so recent that waits are short. */
  isSoon(now: number): boolean {
    return now < this.soonUntil;
  }

  /** Returns the wait after a connection that ended with this code. `random` is from 0 to 1. */
  next(now: number, code: number, random: number): number {
    // The account stays suspended for a while, so quick retries do not help.
    if (code === Close.suspended) this.retryMs = SLOWEST_MS;
    if (code === Close.shuttingDown) this.retryMs = Math.max(this.retryMs, CLOSING_MS);
    const isSoon = this.isSoon(now) && code !== Close.suspended && code !== Close.shuttingDown;
    const wait = this.retryMs * (0.75 + random / 2);
    this.retryMs = Math.min(this.retryMs * 2, SLOWEST_MS);
    return isSoon ? Math.min(wait, SOON_MS) : wait;
  }
}

/** The addresses of a room on several machines, which are tried in turn. */
export class Addresses {
  private readonly all: readonly string[];
  private place = 0;
  /** How many were tried since the last pause. */
  private tried = 0;

  /** Takes one address, or several with commas between them. */
  constructor(urls: string) {
    this.all = urls.split(",").map((url) => url.trim());
  }

  get several(): boolean {
    return this.all.length > 1;
  }
  get current(): string {
    return this.all[this.place] ?? "";
  }
  /** The current address has let the client in. The next round begins with it. */
  letIn(): void {
    this.tried = 0;
  }
  /**
   * Passes on to the next address. Returns whether all have been tried, and it is time for a
   * pause.
   */
  failed(): boolean {
    this.place = (this.place + 1) % this.all.length;
    this.tried = (this.tried + 1) % this.all.length;
    return this.tried === 0;
  }
}
