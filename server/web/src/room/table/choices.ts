// The viewer's choices that are not carried out yet: an action in advance, cards to discard, an
// action on its way.
import type { Card, TableEventBodies } from "cardroom-bot/protocol";
import { t } from "../../words/words";
import type { Reactions } from "../reactions";
import type { Seats } from "./seats";

/** An action that a player chooses before the turn. It counts only in the situation in which it was chosen. */
export interface Intent {
  kind: "check" | "call" | "fold";
  price: number;
  /** The street with its cards, as `Table.situation` names it. */
  situation: string;
}

export class Choices {
  intent: Intent | null = null;
  /** The cards chosen for discarding at this draw. */
  discards: Card[] = [];
  /** An action that was sent and not answered yet. */
  sent: number | null = null;
  /** Tells the player why an intent was dropped, or an action refused. */
  notice: string | null = null;
  /** The hand after which the page has asked for chips, if the player chose that. */
  rebuyAsked: number | null = null;

  /** A new hand makes all of it void. */
  begin(): void {
    Object.assign(this, { discards: [], intent: null, notice: null });
  }

  /** A folded hand needs no action any more. */
  private readonly folded = ({ seat }: { seat: number }, { you }: Seats): void => {
    if (seat === you?.seat) this.intent = null;
  };
  readonly on: Reactions<TableEventBodies, [seats: Seats]> = {
    DrawBegan: () => {
      this.discards = [];
    },
    Discarded: ({ seat }, { you }) => {
      if (seat === you?.seat) this.discards = [];
    },
    Acted: (acted, seats) => {
      if (acted.action === "Fold") this.folded(acted, seats);
    },
    HandMucked: this.folded,
    HandKilled: this.folded,
    FoldedOutOfTurn: this.folded,
  };

  /**
   * Drops an action chosen in advance once it is about something else: another hand, street, card or
   * price. Only the choice to fold to any bet outlasts a raise.
   */
  keep(now: { situation: string; price: number; running: boolean }, inUnit: (chips: number) => string): void {
    const { intent } = this;
    if (!intent) return;
    const isOver = intent.situation !== now.situation;
    if (!isOver && (intent.kind === "fold" || intent.price === now.price)) return;
    this.intent = null;
    if (now.running) this.notice = isOver ? t("action-intent-over") : t("action-intent-dropped", { amount: inUnit(now.price) });
  }
}
