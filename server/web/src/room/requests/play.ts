// The viewer's turns: acting, discarding, and what a lost connection left without an answer.
import type { Action, Card, Gesture, ServerMessage } from "../../protocol";
import { refusalText } from "../../words/words";
import { atTable } from "../again";
import type { Connection } from "../connection";
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
    const { you } = table;
    if (!you) return;
    const action_id = ++you.last_action_id;
    table.notice = null;
    this.line.act("MakeGesture", { table: table.id, turn: you.decision?.turn ?? null, action_id, gesture });
  }
  callClock(table: number): void {
    void this.line.try("CallClock", { table });
  }
  /** Answers a turn, once. An answer without a connection goes out with the next one. */
  private answer(table: Table, send: (turn: number, actionId: number) => void): void {
    const { you } = table;
    if (!you?.decision || table.sent !== null) return;
    table.sent = ++you.last_action_id;
    table.intent = null;
    table.notice = null;
    send(you.decision.turn, table.sent);
    this.screen.changed();
  }
  /** Sends again what a lost connection left without an answer at a table, judged by its new view. */
  sendAgain(table: Table): void {
    const now = table.moment();
    this.line.judge((name, body, then) => {
      if (body.table !== table.id) return null;
      if (body.action_id !== undefined) return table.you ? "send" : "drop";
      return then && atTable(name, then, now);
    });
    table.sent = this.line.actionAt(table.id);
  }
  /** Carries out the action chosen in advance, or alerts the player. */
  yourTurn(table: Table): void {
    const { intent, legal } = table;
    table.intent = null;
    if (intent && legal) {
      if (legal.check && intent.kind !== "call") return this.act(table, "Check");
      if (intent.kind === "fold" && legal.fold) return this.act(table, "Fold");
      if (intent.kind === "call" && legal.call === intent.price) return this.act(table, "Call");
    }
    if (settings.sounds) play("turn");
    vibrateForTurn();
  }

  take(message: ServerMessage, table: Table): boolean {
    if ("YourTurn" in message) {
      const isNew = table.you?.decision?.turn !== message.YourTurn.turn;
      table.decide(message.YourTurn);
      // A turn that comes again may have its answer on the way.
      table.sent = isNew ? null : this.line.actionAt(table.id);
      if (table.sent === null) this.yourTurn(table);
    } else if ("ActionAccepted" in message) table.sent = null;
    else if ("ActionRefused" in message) {
      table.sent = null;
      table.notice = refusalText(message.ActionRefused.code, message.ActionRefused.message);
      if (table.you?.decision && message.ActionRefused.legal) table.you.decision.legal = message.ActionRefused.legal;
    } else return false;
    return true;
  }
}
