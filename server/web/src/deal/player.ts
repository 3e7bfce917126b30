// The page's part in the deals of all tables: one follower each, on one connection. Chains belong
// to the connection of this tab, so that two tabs never answer one index twice: the room follows
// only the tab that opened its connection last.

import type { ServerMessage } from "cardroom-bot/protocol";
import { type Connection, Refusal } from "cardroom-bot/connection";
import type { Account } from "../room/requests/account";
import { dealKey, keepDealKey } from "../room/requests/deals";
import type { Tables } from "../room/requests/tables";
import type { Screen } from "../room/screen";
import type { Table } from "../room/table";
import { Follower, type Outside } from "./follower.ts";

/** What a follower joined with. With any other it joins anew. */
interface Met {
  follower: Follower;
  table: Table | null;
  account: string | undefined;
  seq: number;
}

export class DealPlayer {
  private readonly met = new Map<number, Met>();

  constructor(
    private readonly line: Connection,
    private readonly screen: Screen,
    private readonly account: Account,
    private readonly tables: Tables,
    private readonly roomTime: () => number,
  ) {}

  follower(table: number): Follower | null {
    return this.met.get(table)?.follower ?? null;
  }

  /** Joins the deals of a table, unless the page takes part in them and has missed nothing. */
  meet(id: number): void {
    const table = this.tables.all.get(id);
    if (!table) return;
    const account = this.account.session?.account;
    const before = this.met.get(id);
    const missedNothing = before?.table === table && before.account === account && before.seq === table.seq;
    if (before && missedNothing && before.follower.isIn) return;
    const met: Met = { follower: before?.follower ?? new Follower(id, this.outside(id)), table, account, seq: table.seq };
    this.met.set(id, met);
    met.follower.join(table.seq);
  }

  private outside(table: number): Outside {
    return {
      seat: () => this.tables.all.get(table)?.seats.you?.seat ?? null,
      isOfTournament: () => (this.tables.all.get(table)?.info.tournament ?? null) !== null,
      mayContribute: () => this.account.session !== null,
      random: () => crypto.getRandomValues(new Uint8Array(32)),
      roomTime: this.roomTime,
      latency: () => this.line.latency,
      key: { get: dealKey, set: keepDealKey },
      join: (anchor) => void this.join(table, anchor),
      lend: (link) => this.line.lend(link),
      later: (work) => void setTimeout(work),
      changed: () => this.screen.changed(),
    };
  }
  private async join(table: number, anchor: string | null): Promise<void> {
    try {
      await this.line.ask("JoinDeal", { table, level: "Full", anchor });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.follower(table)?.leave();
      this.screen.changed();
    }
  }

  take(message: ServerMessage): void {
    const [body] = Object.values(message) as { table?: number }[];
    const met = this.met.get(body?.table ?? -1);
    if (!met) return;
    met.follower.take(message);
    if ("Step" in message) met.seq = message.Step.seq;
  }

  /** The connection is lost. */
  lost(): void {
    for (const { follower } of this.met.values()) follower.leave();
  }
  /** Stops taking part, as the player says. */
  stop(): void {
    for (const [table, { follower }] of this.met) {
      if (follower.isIn) void this.line.ask("JoinDeal", { table, level: "Off", anchor: null }).catch(() => undefined);
      follower.leave();
    }
  }
  forget(table: number): void {
    this.met.delete(table);
  }
}
