// Judges whether the line to the server is alive: when to ping, when to open a new connection, and
// which actions are slow enough to tell the player. It names no socket, timer or clock: every
// input brings its time in milliseconds, and `next` returns when to call `tick`.

/** An action that waits this long is shown as being sent, and the line is tested by a ping. */
export const SLOW_MS = 2_000;
/** How long the server may stay silent after a ping before the connection is replaced. */
export const DEAD_MS = 2_000;
/**
 * How long the answer to a ping may take while other messages arrive. After that the way to the
 * server is taken for dead in one direction.
 */
export const DEAF_MS = 2 * DEAD_MS;
/**
 * How long a new connection may take until the server's welcome: at first, and at most. Each
 * failed attempt doubles it.
 */
export const OPEN_MS = 5_000;
export const OPEN_LONGEST_MS = 20_000;
/** Silence after which a line is tested. With a seat, the player relies on it. */
export const QUIET_MS = 15_000;
export const QUIET_SEATED_MS = 4_000;
/** An unanswered ping puts a line in doubt after this time. */
export const DOUBT_MS = 1_000;

export type Output = "ping" | "replace";

/** What a player should know about an open line. */
export type Health = "good" | "doubtful" | "sending";

export class LineWatch {
  /** When the connection was opened. Null once the server has sent its welcome, and before. */
  private openedAt: number | null = null;
  private attempts = 0;
  private up = false;
  private heardAt = 0;
  /** The oldest ping without an answer. */
  private pingAt: number | null = null;
  /** Whether any message has come since that ping. */
  private heardSince = false;
  /** Whether the line has to prove at once that it is alive. */
  private suspect = false;
  private seated = false;
  /** When the last ping was sent, answered or not. */
  private testedAt = 0;
  /** When anything was sent last, and how long the server lets a client be silent. */
  private sentAt = 0;
  private idleMs = Infinity;
  /** The longest time that this attempt may take. */
  private openMost = Infinity;
  /**
   * Whether the line is tested. The host of a match is silent for as long as other players think.
   */
  private tests = true;
  /** The actions without an answer: when the player made each, and when it was sent last. */
  private readonly waiting = new Map<number, { made: number; sent: number }>();

  /** A connection is being opened. The attempt takes at most this long. */
  opening(now: number, most = Infinity): void {
    this.closed();
    this.openedAt = now;
    this.openMost = most;
    this.attempts += 1;
  }
  /**
   * The server has sent its welcome. It closes a connection over which a client sends nothing for
   * `idleMs`.
   */
  welcomed(now: number, idleMs = Infinity): Output[] {
    this.openedAt = null;
    this.attempts = 0;
    this.up = true;
    this.heardAt = this.sentAt = now;
    this.idleMs = idleMs;
    return this.tests ? this.ping(now) : [];
  }
  /** Anything was sent. */
  sent(now: number): void {
    this.sentAt = now;
  }
  /** Sets whether the line is tested. */
  relies(tests: boolean): void {
    this.tests = tests;
    if (!tests) this.ponged();
  }
  /** The connection is gone. */
  closed(): void {
    Object.assign(this, { openedAt: null, up: false, pingAt: null, suspect: false });
  }
  /** Any message has arrived. */
  heard(now: number): void {
    this.heardAt = now;
    this.heardSince = true;
  }
  /** The answer to a ping has arrived. */
  ponged(): void {
    this.pingAt = null;
    this.suspect = false;
  }
  /** An action was sent, perhaps once more. */
  asked(now: number, action: number): void {
    this.waiting.set(action, { made: this.waiting.get(action)?.made ?? now, sent: now });
  }
  /** An action was answered or given up. */
  settled(action: number): void {
    this.waiting.delete(action);
  }
  /** Something happened that often kills a line: the page slept, or the network changed. */
  suspected(now: number): Output[] {
    if (!this.up || !this.tests) return [];
    this.suspect = true;
    return this.ping(now);
  }
  /** Sets whether the player has a seat. Returns whether that is new. */
  sits(seated: boolean): boolean {
    const isNew = this.seated !== seated;
    this.seated = seated;
    return isNew;
  }

  tick(now: number): Output[] {
    if (this.openedAt !== null) return now >= this.openedAt + this.patience ? ["replace"] : [];
    if (!this.up || !this.tests) return [];
    if (this.pingAt !== null) return now >= this.deadAt(this.pingAt) ? ["replace"] : [];
    return now >= this.pingDue() ? this.ping(now) : [];
  }

  /** Returns when to call `tick`, or when what the player should know changes. */
  next(now: number): number | null {
    if (this.openedAt !== null) return this.openedAt + this.patience;
    if (!this.up || !this.tests) return null;
    const due = this.pingAt === null ? this.pingDue() : this.deadAt(this.pingAt);
    const shown = [...this.waiting.values()].map(({ made }) => made + SLOW_MS);
    if (this.pingAt !== null) shown.push(this.pingAt + DOUBT_MS);
    return Math.min(due, ...shown.filter((at) => at > now));
  }

  /**
   * Returns whether an action is slow enough to tell the player. Without a connection it is slow
   * from the first moment.
   */
  isSlow(now: number, action: number): boolean {
    const waiting = this.waiting.get(action);
    return waiting !== undefined && (!this.up || now >= waiting.made + SLOW_MS);
  }

  health(now: number): Health {
    if ([...this.waiting.keys()].some((action) => this.isSlow(now, action))) return "sending";
    if (this.suspect || (this.pingAt !== null && now >= this.pingAt + DOUBT_MS)) return "doubtful";
    return "good";
  }

  private get patience(): number {
    return Math.min(OPEN_MS * 2 ** (this.attempts - 1), OPEN_LONGEST_MS, this.openMost);
  }
  private ping(now: number): Output[] {
    this.pingAt = this.testedAt = this.sentAt = now;
    this.heardSince = false;
    return ["ping"];
  }
  private deadAt(pingAt: number): number {
    return this.heardSince ? Math.min(Math.max(this.heardAt, pingAt) + DEAD_MS, pingAt + DEAF_MS) : pingAt + DEAD_MS;
  }
  /**
   * Returns when the line is tested next: after silence on either side, or for the action that
   * waits longest.
   */
  private pingDue(): number {
    const quiet = Math.min(this.heardAt + (this.seated ? QUIET_SEATED_MS : QUIET_MS), this.sentAt + this.idleMs / 2);
    if (!this.waiting.size) return quiet;
    const longest = Math.min(...[...this.waiting.values()].map(({ sent }) => sent));
    return Math.min(quiet, Math.max(longest, this.testedAt) + SLOW_MS);
  }
}
