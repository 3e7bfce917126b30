// One bot, between the messages about its table and its hooks, from the login to the last hand.
import { Misfit, admit, applyEvent, rename } from "./apply.ts";
import type { Bot } from "./bot.ts";
import { type Answer, type Connection, Refusal, type Requests } from "./connection.ts";
import { type Entrant, Entry, type EntryResult } from "./entry.ts";
import { handOver, offered } from "./offers.ts";
import { BUSY_MS, NO_SEAT_MS, type Place, type Totals, pause } from "./place.ts";
import type { ServerMessageBodies, Step, TableEvent, TableSnapshot } from "./protocol.ts";
import { type Purse, Seating } from "./seating.ts";
import { CannotPlay, type Complete } from "./settings.ts";
import { Table } from "./table.ts";
import { Turns } from "./turns.ts";

/** How long a bot that stops waits for the end of its hand. */
const LEAVE_MS = 5_000;

/** Why a bot stopped. */
export interface Outcome {
  /** Whether it ended as planned. */
  ok: boolean;
  /** The reason, for people. */
  sentence: string;
}

/** What a player needs of its account. */
export interface Account extends Purse, Place {
  readonly name: string;
  /** The number of the login. Another one means that the connection was lost. */
  readonly era: number;
  listTournaments: Entrant["listTournaments"];
  /** A player is done. */
  done(): void;
}

type Phase = "away" | "seeking" | "resuming" | "playing" | "leaving" | "done";

/** Messages about a table or a tournament. */
type Messages = { [K in keyof ServerMessageBodies]?: (body: ServerMessageBodies[K]) => void };

export class Player implements Place {
  readonly bot: Bot;
  table: Table | null = null;
  /** The table where the player has, or wants, its seat. */
  tableId: number | null = null;
  phase: Phase = "away";
  outcome: Outcome | null = null;
  readonly results: EntryResult[] = [];
  readonly entry: Entry | null;
  private readonly account: Account;
  private readonly turns: Turns;
  private readonly seating: Seating;
  private hands = 0;
  private isSynced = false;
  /** The number of searches for a seat. Only the last one goes on. */
  private searches = 0;

  constructor(bot: Bot, account: Account) {
    this.bot = bot;
    this.account = account;
    this.turns = new Turns(this);
    this.seating = new Seating(this, account);
    this.entry = account.settings.tournament === undefined ? null : new Entry(this, {
      name: () => account.name, listTournaments: () => account.listTournaments(), refill: () => this.seating.refill(),
      over: (result, isAgain) => this.entryOver(result, isAgain),
    });
  }

  /** Returns whether the player has a seat, or the room may give it one without another request. */
  get mayBeDealtIn(): boolean {
    const waits = this.phase === "seeking" && this.entry?.isMade === true;
    return waits || this.phase === "playing" || this.phase === "resuming";
  }
  get settings(): Complete {
    return this.account.settings;
  }
  get line(): Connection {
    return this.account.line;
  }
  get totals(): Totals {
    return this.account.totals;
  }
  get matchMs(): number | null {
    return this.account.matchMs;
  }
  ask<K extends keyof Requests>(name: K, body: Requests[K]): Promise<Answer | null> {
    return this.account.ask(name, body);
  }
  tell<K extends keyof Requests>(name: K, body: Requests[K]): void {
    this.account.tell(name, body);
  }

  /** Continues after a login, at the seat that it lists, or by looking for one. */
  loggedIn(table: number | null, tournaments: readonly number[]): void {
    if (this.phase === "done") return;
    if (this.tableId !== table) this.drop();
    this.tableId = table;
    this.isSynced = false;
    if (table !== null || this.entry?.isIn(tournaments)) this.phase = "resuming";
    else void this.seek();
  }
  /** Handles the loss of the connection. */
  disconnected(): void {
    this.seating.waitEnded(null);
    if (this.phase === "leaving") this.finish({ ok: true, sentence: "The bot left." });
    else if (this.phase !== "done") this.phase = "away";
  }

  /** Looks for a seat, or enters the tournament, until there is one or the connection is lost. */
  private async seek(): Promise<void> {
    const { era } = this.account;
    const search = ++this.searches;
    this.phase = "seeking";
    const goesOn = (): boolean => this.account.era === era && this.searches === search && this.phase === "seeking";
    try {
      if (this.entry) return await this.entry.enter(goesOn);
      while (goesOn()) {
        const wait = await this.seekOnce();
        if (wait === null) return;
        await pause(wait);
      }
    } catch (error) {
      if (!(error instanceof CannotPlay)) throw error;
      this.finish({ ok: false, sentence: error.message });
    }
  }

  /** Returns how long to wait before the next attempt, or null if the player has a seat. */
  private async seekOnce(): Promise<number | null> {
    try {
      const table = await this.seating.choose();
      if (table === null) return NO_SEAT_MS;
      this.tableId = table;
      return (await this.sitAt(table)) ? null : 0;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return error.passes ? BUSY_MS : NO_SEAT_MS;
    }
  }

  private async sitAt(table: number): Promise<boolean> {
    try {
      if (!(await this.ask("Observe", { table }))) return false;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return this.seating.refused(table, `Table ${table}`, error);
    }
    if (this.table?.heroSeat !== null || (await this.seating.sit())) return true;
    if (this.tableId === table && this.table?.heroSeat === null) {
      this.tell("Unobserve", { table });
      this.drop();
    }
    return false;
  }

  /** Drops the table, which is no longer this player's. */
  private drop(): void {
    this.table = this.tableId = null;
    this.turns.forget();
  }

  /** Leaves the seat, and is done. A tournament's seat stays. */
  stop(outcome: Outcome): void {
    if (this.phase === "done" || this.phase === "leaving") return;
    const table = this.table?.heroSeat === null ? null : this.tableId;
    if (table === null || this.entry || this.matchMs !== null || this.phase === "away") return this.finish(outcome);
    this.phase = "leaving";
    this.outcome = outcome;
    void this.ask("Leave", { table }).catch(() => this.finish(outcome));
    setTimeout(() => this.finish(outcome), LEAVE_MS);
  }
  finish(outcome: Outcome): void {
    if (this.phase === "done") return;
    this.phase = "done";
    this.outcome ??= outcome;
    this.account.done();
  }

  private entryOver(result: EntryResult, isAgain: boolean): void {
    this.results.push(result);
    this.drop();
    if (isAgain) void this.seek();
    else this.finish({ ok: true, sentence: result.sentence });
  }

  private snapshot(snapshot: TableSnapshot): void {
    const isAssigned = this.entry !== null && snapshot.view.you !== null;
    if (snapshot.table !== this.tableId && !isAssigned) return;
    const table = Table.fromSnapshot(snapshot);
    const before = this.table;
    if (before?.info.table === snapshot.table) table.lastResult = before.lastResult;
    else this.turns.forget();
    this.table = table;
    this.tableId = snapshot.table;
    this.isSynced = true;
    if (this.phase === "done" || this.phase === "leaving") return;
    if (table.heroSeat === null) return this.withoutSeat();
    this.phase = "playing";
    this.turns.viewed(table);
    for (const offer of snapshot.view.you?.offers ?? []) void offered(this, offer);
    if (this.entry || this.matchMs !== null) return this.seating.sitIn();
    this.seating.sitIn();
    void this.seating.betweenHands();
  }
  private withoutSeat(): void {
    if (this.phase !== "resuming" && this.phase !== "playing") return;
    this.drop();
    if (this.entry) this.phase = "resuming";
    else void this.seek();
  }

  private step(step: Step): void {
    const { table } = this;
    if (!table || !this.isSynced || step.table !== table.info.table) return;
    const before = table.lastResult;
    try {
      if (!admit(table, step.seq)) return;
      for (const event of step.events) {
        applyEvent(table, event);
        this.react(table, event);
      }
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      this.isSynced = false;
      this.totals.resyncs += 1;
      if (error.kind === "contradiction") this.settings.log(`${error.message}. The bot asks for the table again.`);
      return this.tell("Observe", { table: table.info.table });
    }
    if (table.lastResult !== before) this.betweenHands();
  }

  private react(table: Table, event: TableEvent): void {
    this.hook(() => this.bot.saw(table, event));
    if ("HandStarted" in event) this.hook(() => this.bot.handStarted(table));
    else if ("HandEnded" in event || "HandVoided" in event) this.handEnded(table);
    else if ("Turn" in event && event.Turn.seat !== table.heroSeat) void this.turns.interject().catch((error: unknown) => this.failed(error));
    else if ("SatOut" in event && event.SatOut.seat === table.heroSeat) this.satOut();
    else if ("ToppedUp" in event && event.ToppedUp.seat === table.heroSeat) this.satOut();
    else void offered(this, event);
  }
  private hook(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.failed(error);
    }
  }
  private failed(error: unknown): void {
    this.settings.log(`${this.bot.name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  private satOut(): void {
    if (this.phase === "playing" && this.matchMs === null) this.seating.sitIn();
  }

  private handEnded(table: Table): void {
    const result = table.lastResult;
    if (!result) return;
    this.hook(() => this.bot.handEnded(table, result));
    void handOver(this, result);
    if (!result.dealtIn || result.voided) return;
    this.hands += 1;
    this.totals.hands += 1;
    if (result.net === null || this.entry) return;
    this.totals.net += result.net;
    this.totals.bigBlinds += result.net / Math.max(table.info.big_blind, 1);
  }
  private betweenHands(): void {
    const { hands } = this.settings;
    if (!this.entry && this.matchMs === null && hands !== undefined && this.hands >= hands) {
      return this.stop({ ok: true, sentence: "The bot played its hands." });
    }
    if (!this.entry && this.matchMs === null && this.phase === "playing") void this.seating.betweenHands();
  }

  private leftTable(table: number): void {
    if (table !== this.tableId) return;
    if (this.phase === "leaving") return this.finish({ ok: true, sentence: "The bot left." });
    this.drop();
    if (this.entry) this.phase = "resuming";
    else if (this.phase !== "done") void this.seek();
  }

  readonly on: Messages = {
    TableSnapshot: (snapshot) => this.snapshot(snapshot),
    Step: (step) => this.step(step),
    HoleCards: (cards) => this.table?.takeCards(cards),
    YourTurn: (turn) => {
      if (!this.table || !this.isSynced) return;
      this.table.takeTurn(turn);
      this.turns.comes(turn.turn);
    },
    ActionAccepted: ({ action_id }) => this.turns.accepted(action_id),
    ActionRefused: (refused) => this.turns.refused(refused),
    Seated: ({ seat }) => {
      if (!this.table) return;
      this.table.heroSeat = seat;
      if (this.phase === "seeking") this.phase = "playing";
    },
    PlayerChanged: (changed) => this.table && rename(this.table, changed),
    LeftTable: ({ table }) => this.leftTable(table),
    TableClosed: ({ table }) => this.leftTable(table),
    SeatOffered: (offer) => this.seating.seatOffered(offer),
    WaitListLeft: (left) => left.reason !== "Seated" && this.seating.waitEnded(left),
    NewSeat: (seat) => {
      if (this.phase === "done") return;
      this.entry?.seated(seat);
      if (this.tableId !== seat.table) this.drop();
      this.tableId = seat.table;
      // The view may have arrived before this message.
      if (this.table?.heroSeat !== seat.seat) this.phase = "resuming";
    },
    TournamentSnapshot: ({ view }) => this.entry?.viewed(view),
    TournamentStep: () => this.entry?.step(),
    RebuyOffered: (offer) => this.entry?.rebuyOffered(offer),
    DealOffered: (offer) => void this.entry?.dealOffered(offer).catch((error: unknown) => this.failed(error)),
    Finished: (finished) => this.entry?.finished(finished),
    EntryReturned: (returned) => this.entry?.returned(returned),
  };
}
