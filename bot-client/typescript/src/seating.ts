// A player's way to a seat in a ring game, and its chips there.
import { Refusal } from "./connection.ts";
import type { Place } from "./place.ts";
import { BUSY_MS, NO_SEAT_MS, pause } from "./place.ts";
import type { ErrorCode, SeatOffered, TableInfo, WaitListLeft } from "./protocol.ts";
import { CannotPlay, buyInAt } from "./settings.ts";

/** How long to wait before asking for chips again that were refused. */
const NO_FUNDS_MS = 30_000;

/** What seating needs of an account: its wallet, and where its other players are. */
export interface Purse {
  readonly balance: number;
  /** Whether the room knows that the account is a program's. */
  readonly isBot: boolean;
  /** Whether another player of the account is at this table. */
  isHeld(table: number): boolean;
  listTables(): Promise<TableInfo[] | null>;
}

/** Tables that this player was refused at, and why. */
export class Seating {
  private readonly place: Place;
  private readonly purse: Purse;
  private readonly passed = new Map<number, string>();
  private retryAt = 0;
  private isBuying = false;
  private onOffer: ((isOffered: boolean) => void) | null = null;

  constructor(place: Place, purse: Purse) {
    this.place = place;
    this.purse = purse;
  }

  /** Returns the next table to try, or null if none is there now. */
  async choose(): Promise<number | null> {
    const { code, tables, waitsInLine } = this.place.settings;
    if (code !== undefined) return this.invited(code);
    if (Array.isArray(tables)) return this.listed(tables);
    const found = await this.purse.listTables();
    const fits = (found ?? []).filter((info) =>
      (info.seated < info.seats || (waitsInLine && info.tournament === null)) &&
      (info.bots_allowed || !this.purse.isBot) && !this.passed.has(info.table) && !this.purse.isHeld(info.table));
    // The fullest table with a free seat, because a hand needs players.
    const worth = (info: TableInfo): number => (info.seated < info.seats ? info.seated : -1 - info.waiting);
    const [best] = fits.sort((a, b) => worth(b) - worth(a) || a.table - b.table);
    // Next time, every table has another chance.
    if (!best) this.passed.clear();
    return best?.table ?? null;
  }

  private async invited(code: string): Promise<number | null> {
    try {
      const answer = await this.place.ask("UseInvitation", { code });
      return answer?.Invited?.info.table ?? null;
    } catch (error) {
      if (!(error instanceof Refusal) || error.passes) throw error;
      throw new CannotPlay(`The code ${code} leads to no table: ${error.message}`);
    }
  }

  private listed(tables: readonly number[]): number | null {
    const next = tables.find((table) => !this.passed.has(table) && !this.purse.isHeld(table));
    if (next !== undefined) return next;
    const reasons = tables.map((table) => this.passed.get(table));
    const isHopeless = reasons.every((reason) => reason?.startsWith("unknown_table") || reason?.startsWith("bots_not_allowed"));
    if (tables.length === 0 || isHopeless) {
      throw new CannotPlay(`The bot can sit at none of the tables ${tables.join(", ")}. ${reasons[0]?.replace(/^\w+: /, "") ?? ""}`);
    }
    this.passed.clear();
    return null;
  }

  /** Sits down at the table in view. Returns whether the player has a seat. */
  async sit(): Promise<boolean> {
    const { table, settings } = this.place;
    if (!table) return false;
    const { table: id } = table.info;
    const wanted = Math.min(Math.max(buyInAt(settings.buyIn, table.info), table.buyIn.min), table.buyIn.max);
    if (this.purse.balance < table.buyIn.min) await this.refill();
    const buy_in = Math.min(wanted, this.purse.balance);
    if (buy_in < table.buyIn.min) return false;
    const wait_for_big_blind = settings.waitForBigBlind ?? false;
    try {
      const answer = await this.place.ask("Sit", { table: id, seat: null, buy_in, wait_for_big_blind });
      if (!answer) return false;
      this.passed.clear();
      if (settings.straddle && table.info.straddle) {
        this.place.tell("SetPreferences", { table: id, wait_for_big_blind, auto_muck: true, straddle: true });
      }
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return this.refused(id, table.info.name, error);
    }
  }

  /**
   * Passes a table over, or waits where that helps. Returns whether the player has a seat all the
   * same.
   */
  async refused(table: number, name: string, refusal: Refusal): Promise<boolean> {
    const { code, message } = refusal;
    if (code === "already_seated") return (await this.place.ask("Observe", { table })) !== null;
    if (refusal.passes || code === "insufficient_funds") {
      await pause(BUSY_MS);
      return false;
    }
    const isFull = code === "table_full" || code === "seat_kept";
    if (isFull && this.place.settings.waitsInLine) return this.waitInLine(table);
    const reason = code === "bots_not_allowed" ? `${name} does not let bots play.` : message;
    if (this.place.settings.code !== undefined && !isFull && code !== ("unknown_table" satisfies ErrorCode)) throw new CannotPlay(reason);
    this.passed.set(table, `${code}: ${reason}`);
    return false;
  }

  private async waitInLine(table: number): Promise<boolean> {
    const isOffered = new Promise<boolean>((resolve) => (this.onOffer = resolve));
    try {
      await this.place.ask("JoinWaitList", { table });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === "seats_free") return this.sit();
      // The player may be on the list since before a lost connection.
      if (error.code !== "nothing_to_do") return false;
    }
    return (await isOffered) ? this.sit() : false;
  }
  seatOffered(_: SeatOffered): void {
    this.onOffer?.(true);
    this.onOffer = null;
  }
  waitEnded(_: WaitListLeft | null): void {
    this.onOffer?.(false);
    this.onOffer = null;
  }

  /** Asks for free chips, unless that was refused a short while ago. */
  async refill(): Promise<void> {
    if (performance.now() < this.retryAt) return pause(NO_SEAT_MS);
    try {
      await this.place.ask("Refill", {});
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.retryAt = performance.now() + NO_FUNDS_MS;
      this.place.settings.log(`The bot has too few chips, and the room gives no more now: ${error.message}`);
    }
  }

  /** Buys chips if the stack is short and no hand prevents it, and sits in again. */
  async betweenHands(): Promise<void> {
    const { table, settings } = this.place;
    const hero = table?.hero();
    if (!table || !hero || hero.inHand || this.isBuying) return;
    const target = Math.min(Math.max(buyInAt(settings.buyIn, table.info), table.info.min_buy_in), table.info.max_buy_in);
    const isShort = hero.stack * 100 < target * settings.topUpBelowPercent;
    if (!isShort && hero.stack > 0) return;
    this.isBuying = true;
    try {
      if (this.purse.balance + hero.stack < table.info.min_buy_in && hero.stack === 0) await this.refill();
      const amount = Math.min(target - hero.stack, this.purse.balance);
      if (amount <= 0 || hero.stack + amount < table.info.min_buy_in) return;
      await this.place.ask(hero.stack === 0 ? "Rebuy" : "TopUp", { table: table.info.table, amount });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // A player without chips leaves the table, and starts again.
      if (hero.stack === 0 && !error.passes) this.place.tell("Leave", { table: table.info.table });
    } finally {
      this.isBuying = false;
    }
  }

  /** Sits in again after the room sat the player out. */
  sitIn(): void {
    const { table } = this.place;
    const hero = table?.hero();
    if (table && hero?.sittingOut && hero.stack > 0) this.place.tell("SitIn", { table: table.info.table });
  }
}
