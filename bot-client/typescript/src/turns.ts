// A player's turns: asking the bot, sending its answer, and what follows a refusal. An action that
// may have been lost is sent again with the same id, which the room recognizes.
import { type Answer, decide, doing, safeAnswer, sentenceOf, within } from "./answers.ts";
import { Legal } from "./choices.ts";
import type { Place } from "./place.ts";
import type { ActionRefused, ErrorCode } from "./protocol.ts";
import type { Table } from "./table.ts";

/** The part of the time limit reserved for the way to the room. */
const MARGIN_MS = 500;
/**
 * How long to wait before an action is sent again to a busy table, and how often that doubles at
 * most.
 */
const BUSY_WAIT_MS = 100;
const BUSY_DOUBLINGS = 5;
/** The most gestures in one turn, if rulings leave the turn to the bot. */
const MOST_GESTURES = 3;

const BUSY: readonly ErrorCode[] = ["busy", "rate_limited", "internal"];
const LATE: readonly ErrorCode[] = ["stale_turn", "not_your_turn", "no_hand"];
/** The turn comes again after the floor's ruling or its pause. */
const AGAIN: readonly ErrorCode[] = ["floor_called", "table_paused"];

interface Sent {
  turn: number;
  actionId: number;
  answer: Answer;
  /** Whether this is the safe answer that follows a refusal. */
  isFallback: boolean;
  isAccepted: boolean;
  busy: number;
  /** Until when a busy table gets the action again. */
  until: number;
}

export class Turns {
  private readonly place: Place;
  private lastActionId = 0;
  private sent: Sent | null = null;
  /** The turn that the bot thinks about, or whose answer is left to the clock. */
  private taken: number | null = null;
  private gestures = { turn: -1, made: 0 };

  constructor(place: Place) {
    this.place = place;
  }

  /** Forgets everything. Action ids start again at another table. */
  forget(): void {
    Object.assign(this, { lastActionId: 0, sent: null, taken: null });
  }

  /** Takes the first view on a connection: what was lost is sent again. */
  viewed(table: Table): void {
    this.lastActionId = Math.max(this.lastActionId, table.lastActionId);
    const { line } = this.place;
    line.judge((_, body) => {
      if (body.table !== table.info.table) return null;
      return body.action_id !== undefined && table.heroSeat !== null ? "send" : "drop";
    });
    void this.consider();
  }

  /** Asks the bot about the open decision, unless it was asked. */
  async consider(): Promise<void> {
    const { table, bot, totals, matchMs, settings } = this.place;
    const decision = table?.decision;
    if (!table || !decision || table.paused || table.hybrid?.ticket || this.taken === decision.turn) return;
    const { turn, legal } = decision;
    this.taken = turn;
    const limit = Math.max(0, (matchMs ?? timeOfTurn(table)) - MARGIN_MS);
    const until = performance.now() + limit;
    const think = Math.min(this.thinkTime(table, legal), limit);
    if (think > 0) await new Promise((resolve) => setTimeout(resolve, think));
    const thought = decide(bot, table, legal, Math.random(), table.hybrid !== null && this.mayGesture(turn));
    const decided = await within(thought, until, () => ({
      answer: safeAnswer(table, legal), policy: null, mistake: `${bot.name} did not answer in time, and ${sentenceOf(legal)} were legal.`,
    }));
    // The table may have another view by now, on another connection.
    if (this.place.table?.decision?.turn !== turn || this.taken !== turn) return;
    if (decided.mistake) {
      totals.illegal += 1;
      settings.log(`${decided.mistake} The bot ${doing(decided.answer)} instead.`);
    }
    this.send(turn, decided.answer, until, false);
  }

  private thinkTime(table: Table, legal: Legal): number {
    const { bot, settings } = this.place;
    try {
      return bot.thinkTime(table, legal);
    } catch (error) {
      settings.log(`${bot.name} failed at its think time: ${String(error)}. It answers at once.`);
      return 0;
    }
  }

  private send(turn: number, answer: Answer, until: number, isFallback: boolean): void {
    const actionId = ++this.lastActionId;
    this.sent = { turn, actionId, answer, isFallback, isAccepted: false, busy: 0, until };
    this.place.totals.actions += 1;
    this.transmit(this.sent);
  }

  private transmit({ turn, actionId: action_id, answer }: Sent): void {
    const { line, table } = this.place;
    if (!table) return;
    const head = { table: table.info.table, turn, action_id };
    if ("action" in answer) line.act("Act", { ...head, action: answer.action });
    else if ("discard" in answer) line.act("Discard", { ...head, cards: answer.discard });
    else line.act("MakeGesture", { ...head, gesture: answer.gesture });
  }

  private mayGesture(turn: number): boolean {
    const made = this.gestures.turn === turn ? this.gestures.made : 0;
    this.gestures = { turn, made: made + 1 };
    return made < MOST_GESTURES;
  }

  /** Lets the bot do something out of turn, because another player's turn has begun. */
  async interject(): Promise<void> {
    const { table, bot, line } = this.place;
    if (!table?.hybrid || table.paused || !table.hero()?.canAct()) return;
    if (line.actionAt(table.info.table) !== null) return;
    const gesture = await bot.interject(table);
    if (gesture) line.act("MakeGesture", { table: table.info.table, turn: null, action_id: ++this.lastActionId, gesture });
  }

  /**
   * A turn has come. It may be the one of before, if a ruling on a gesture leaves it to this seat.
   */
  comes(turn: number): void {
    if (this.sent?.turn === turn && this.sent.isAccepted) this.taken = null;
    void this.consider();
  }

  accepted(actionId: number): void {
    if (this.sent?.actionId === actionId) this.sent.isAccepted = true;
  }

  /** Handles a refused action, without ever looping. */
  refused({ action_id, code, message, legal: now }: ActionRefused): void {
    const { sent } = this;
    const { table, totals, settings } = this.place;
    if (!sent || sent.actionId !== action_id || !table) return;
    if (BUSY.includes(code)) return this.busy(sent);
    if (AGAIN.includes(code)) {
      this.sent = this.taken = null;
      return;
    }
    if (LATE.includes(code)) {
      totals.late += 1;
      return;
    }
    totals.refused += 1;
    const open = table.decision?.turn === sent.turn ? table.decision.legal : null;
    const legal = now ? new Legal(now, table.info.unit) : open;
    // A second refusal leaves the turn to the clock.
    if (!legal || sent.isFallback) return settings.log(`The room refused the safe answer, too: ${message}`);
    const safe = safeAnswer(table, legal);
    settings.log(`The room refused ${JSON.stringify(sent.answer)}: ${message} Legal is ${sentenceOf(legal)}. The bot ${doing(safe)} instead.`);
    this.send(sent.turn, safe, sent.until, true);
  }

  private busy(sent: Sent): void {
    const wait = BUSY_WAIT_MS * 2 ** Math.min(sent.busy, BUSY_DOUBLINGS);
    sent.busy += 1;
    if (performance.now() + wait >= sent.until) {
      this.place.totals.late += 1;
      return;
    }
    setTimeout(() => {
      if (this.sent === sent && this.place.table?.decision?.turn === sent.turn) this.transmit(sent);
    }, wait);
  }
}

/**
 * Returns how long the current turn may last, including the time bank. Without a clock there is no
 * limit.
 */
const timeOfTurn = (table: Table): number => {
  const turn = table.hand?.turn;
  return turn ? turn.time_ms + turn.bank_ms : 24 * 3_600_000;
};
