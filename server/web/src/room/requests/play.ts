// The viewer's turns: acting, discarding, and what a lost connection left without an answer.
import type { Action, Card, Gesture } from "cardroom-bot/protocol";
import { refusalText } from "../../words/words";
import { atTable } from "cardroom-bot/again";
import type { Connection } from "cardroom-bot/connection";
import type { Messages } from "../reactions";
import type { Screen } from "../screen";
import { settings } from "../settings";
import { play } from "../sounds";
import type { Table } from "../table";
import { vibrateForTurn } from "../vibration";

export class Play {
  constructor(
    private readonly line: Connection,
    private readonly screen: Screen,
  ) {}

  act(table: Table, action: Action): void {
    this.answer(table, (turn, action_id) => this.line.act("Act", { table: table.id, turn, action_id, action }));
  }
  discard(table: Table, cards: Card[]): void {
    this.answer(table, (turn, action_id) => this.line.act("Discard", { table: table.id, turn, action_id, cards }));
  }
  gesture(table: Table, gesture: Gesture): void {
    const { seats: { you } } = table;
    if (!you) return;
    const action_id = ++you.last_action_id;
    table.choices.notice = null;
    this.line.act("MakeGesture", { table: table.id, turn: you.decision?.turn ?? null, action_id, gesture });
  }
  callClock(table: number): void {
    void this.line.try("CallClock", { table });
  }
  /** Answers a turn, once. An answer without a connection goes out with the next one. */
  private answer(table: Table, send: (turn: number, actionId: number) => void): void {
    const { seats: { you } } = table;
    if (!you?.decision || table.choices.sent !== null) return;
    table.choices.sent = ++you.last_action_id;
    table.choices.intent = null;
    table.choices.notice = null;
    send(you.decision.turn, table.choices.sent);
    this.screen.changed();
  }
  /** Sends again what a lost connection left without an answer at a table, judged by its new view. */
  sendAgain(table: Table): void {
    const now = table.moment;
    this.line.judge((name, body, then) => {
      if (body.table !== table.id) return null;
      if (body.action_id !== undefined) return table.seats.you ? "send" : "drop";
      return then && atTable(name, then, now);
    });
    table.choices.sent = this.line.actionAt(table.id);
  }
  /** Carries out the action chosen in advance, or alerts the player. */
  yourTurn(table: Table): void {
    const { choices: { intent }, legal } = table;
    table.choices.intent = null;
    if (intent && legal) {
      if (legal.check && intent.kind !== "call") return this.act(table, "Check");
      if (intent.kind === "fold" && legal.fold) return this.act(table, "Fold");
      if (intent.kind === "call" && legal.call === intent.price) return this.act(table, "Call");
    }
    if (settings.sounds) play("turn");
    vibrateForTurn();
  }

  readonly on: Messages<[table: Table]> = {
    YourTurn: (turn, table) => {
      const isNew = table.seats.you?.decision?.turn !== turn.turn;
      table.decide(turn);
      // A turn that comes again may have its answer on the way.
      table.choices.sent = isNew ? null : this.line.actionAt(table.id);
      if (table.choices.sent === null) this.yourTurn(table);
    },
    ActionAccepted: (_, table) => {
      table.choices.sent = null;
    },
    ActionRefused: ({ code, message, legal }, table) => {
      table.choices.sent = null;
      table.choices.notice = refusalText(code, message);
      if (table.seats.you?.decision && legal) table.seats.you.decision.legal = legal;
    },
  };
}
