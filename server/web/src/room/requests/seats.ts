// The viewer's seats: sitting down, buying chips, sitting out, and leaving.
import { t } from "../../words/words";
import { rebuyDue } from "../auto-rebuy";
import type { Answer, Connection } from "cardroom-bot/connection";
import type { Screen } from "../screen";
import type { Table } from "../table";
import { inUnit } from "../words";
import type { Account } from "./account";
import type { Tables } from "./tables";

export class Seats {
  constructor(
    private readonly line: Connection,
    private readonly screen: Screen,
    private readonly account: Account,
    private readonly tables: Tables,
  ) {}

  sit(table: number, seat: number | null, buy_in: number, wait_for_big_blind: boolean): Promise<Answer | null> {
    return this.line.try("Sit", { table, seat, buy_in, wait_for_big_blind }, null, this.tables.moment(table));
  }
  leave(table: number): Promise<Answer | null> {
    return this.line.try("Leave", { table }, null, this.tables.moment(table));
  }
  sitOut(table: Table, out: boolean): void {
    if (out) table.seats.outBecause = "asked";
    void this.line.try(out ? "SitOut" : "SitIn", { table: table.id }, null, table.moment);
  }
  prefer(table: Table, change: Partial<{ wait_for_big_blind: boolean; auto_muck: boolean; straddle: boolean }>): void {
    const { seats: { you } } = table;
    if (!you) return;
    Object.assign(you, change);
    const { wait_for_big_blind, auto_muck, straddle } = you;
    void this.line.try("SetPreferences", { table: table.id, wait_for_big_blind, auto_muck, straddle }, null, table.moment);
  }

  /**
   * The chips that the viewer can bring to a table: any number to one with chips of its own, which
   * no wallet pays for.
   */
  budgetAt(table: Table): number {
    return table.hasOwnChips ? Infinity : (this.account.session?.balance ?? 0);
  }
  topUp(table: Table, amount: number): void {
    const bigBlind = table.hand?.game.big_blind ?? table.info.big_blind;
    const bought = t("room-top-up", { amount: inUnit(amount, bigBlind, table.info.chip_value) });
    void this.line.try("TopUp", { table: table.id, amount }, bought, table.moment);
  }
  /** Buys chips for the seat and sits in, in one request. */
  rebuy(table: Table, amount: number): void {
    void this.line.try("Rebuy", { table: table.id, amount }, null, table.moment);
  }
  /** Buys chips again once after each hand that took the last of them, if the player chose so. */
  rebuyIfChosen(table: Table): void {
    const hand = table.hand?.number ?? table.played ?? 0;
    const amount = table.choices.rebuyAsked === hand ? null : rebuyDue(table, this.budgetAt(table));
    if (amount === null) return;
    table.choices.rebuyAsked = hand;
    if (amount) this.rebuy(table, amount);
    else this.screen.toast(t("room-no-auto-rebuy", { amount: inUnit(table.info.min_buy_in, table.info.big_blind, table.info.chip_value) }), true);
  }
}
