// Deals that can be verified: which tables have them, and the marks at those tables. What takes
// part and checks is in `src/deal/`, and is fetched at the first such table.
import type { ServerMessage } from "cardroom-bot/protocol";
import { type Connection, Refusal } from "cardroom-bot/connection";
import type { Follower } from "../../deal/follower";
import type { DealPlayer } from "../../deal/player";
import type { Messages } from "../reactions";
import type { Screen } from "../screen";
import { set, settings } from "../settings";
import type { Account } from "./account";
import type { Tables } from "./tables";

/** The first minor version of the protocol that has messages of deals. */
const SINCE = 1;
/** Where the browser keeps the room's key, as it saw it first. */
const KEY = "cardroom.deal-key";

export type Mark = "verified" | "watching" | "out" | "failed";

/** The room's key for deals. `null` if this browser has not seen a deal that can be verified. */
export const dealKey = (): string | null => localStorage.getItem(KEY);
export const keepDealKey = (key: string): void => localStorage.setItem(KEY, key);

export class Deals {
  /** Whether the deals of a table can be verified, as the room said on this connection. */
  private readonly known = new Map<number, boolean>();
  private player: DealPlayer | null = null;
  private minor = 0;

  constructor(
    private readonly line: Connection,
    private readonly screen: Screen,
    private readonly account: Account,
    private readonly tables: Tables,
    private readonly roomTime: () => number,
  ) {}

  /** Returns the mark of a table. `null` if its deals cannot be verified. */
  markOf(table: number): Mark | null {
    const follower = this.follower(table);
    if (follower?.failure) return "failed";
    return this.known.get(table) ? (follower?.mark ?? "out") : null;
  }
  follower(table: number): Follower | null {
    return this.player?.follower(table) ?? null;
  }

  /** A connection is open. Chains of the last one are not used any more. */
  opened(minor: number): void {
    this.minor = minor;
    this.known.clear();
    this.player?.lost();
  }
  /** Takes part from now on, or stops. */
  choose(takesPart: boolean): void {
    set({ deals: takesPart });
    if (!takesPart) this.player?.stop();
    else for (const [table, isVerifiable] of this.known) if (isVerifiable) void this.takePart(table);
    this.screen.changed();
  }

  readonly on: Messages = {
    TableSnapshot: ({ table }) => {
      if (this.minor < SINCE) return;
      const isVerifiable = this.known.get(table);
      if (isVerifiable) void this.takePart(table);
      else if (isVerifiable === undefined) void this.ask(table);
    },
    TableClosed: ({ table }) => {
      this.known.delete(table);
      this.player?.forget(table);
    },
  };
  take(message: ServerMessage): void {
    this.player?.take(message);
  }

  /** Asks whether the deals of a table can be verified. */
  private async ask(table: number): Promise<void> {
    this.known.set(table, false);
    try {
      await this.line.ask("JoinDeal", { table, level: "Off", anchor: null });
      this.known.set(table, true);
      await this.takePart(table);
      this.screen.changed();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code !== "not_verifiable") this.known.delete(table);
    }
  }
  private async takePart(table: number): Promise<void> {
    if (!settings.deals) return;
    if (!this.player) {
      // If the script cannot be fetched, the page takes no part.
      const part = await import("../../deal/player").catch(() => null);
      if (!part) return;
      const { DealPlayer } = part;
      this.player ??= new DealPlayer(this.line, this.screen, this.account, this.tables, this.roomTime);
    }
    if (this.known.get(table)) this.player.meet(table);
  }
}
