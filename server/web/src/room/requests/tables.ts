// The tables that the page follows: watching them, and handing each message to its table.
import type { ServerMessage, Step } from "cardroom-bot/protocol";
import { t } from "../../words/words";
import { type Moment, NOWHERE } from "cardroom-bot/again";
import type { Connection, Refusal } from "cardroom-bot/connection";
import { hasPlayed } from "../newcomer";
import { type Messages, react } from "../reactions";
import type { Screen } from "../screen";
import { playIfVisible } from "../sounds";
import { Table } from "../table";
import { tableName } from "../words";
import type { Chat } from "./chat";
import type { Invitations } from "./invitations";
import type { Play } from "./play";
import type { SignIn } from "./sign-in";

export class Tables {
  /** Every table that the page has a view of. */
  readonly all = new Map<number, Table>();
  /** The tables that a page asked to watch. */
  private readonly toWatch = new Set<number>();

  constructor(
    private readonly line: Connection,
    private readonly screen: Screen,
    private readonly signIn: SignIn,
    private readonly invitations: Invitations,
    private readonly play: Play,
    private readonly chat: Chat,
  ) {}

  /** The tables where it is the viewer's turn. */
  get toAct(): Table[] {
    return [...this.all.values()].filter((table) => table.legal && table.choices.sent === null);
  }
  /** Whether the viewer has a seat at any table. */
  get seated(): boolean {
    return [...this.all.values()].some((table) => table.seats.you);
  }
  /** What a request at a table depends on now, so that a lost connection does not lose it. */
  moment(table: number): Moment {
    return this.all.get(table)?.moment ?? NOWHERE;
  }

  watch(table: number): void {
    const known = this.all.get(table);
    if (known?.watched) return;
    if (known) known.watched = true;
    this.toWatch.add(table);
    this.invitations.bringTable(table);
    void this.line.try("Observe", { table }).then((answer) => {
      const shown = this.all.get(table);
      // The page may have closed before the answer came.
      if (answer && shown && this.toWatch.has(table)) shown.watched = true;
      else if (answer && !shown?.seats.you) this.all.delete(table);
      this.screen.changed();
    });
  }
  unwatch(table: number): void {
    this.toWatch.delete(table);
    const known = this.all.get(table);
    if (!known?.seats.you) this.all.delete(table);
    else known.watched = false;
    void this.line.ask("Unobserve", { table }).catch(() => undefined);
    this.screen.changed();
  }
  /**
   * Requests the view of a watched table again. Only it contains the viewer's least buy-in, which
   * depends on the chips that the viewer took from the table.
   */
  async viewAgain(table: number): Promise<void> {
    await this.line.ask("Observe", { table }).catch(() => undefined);
    this.screen.changed();
  }
  /** Watches the same tables on a new connection. Calls `gone` with each that has closed since. */
  opened(gone: (table: number) => void): void {
    const watched = [...this.all.values()].filter((table) => table.watched);
    for (const { id } of watched) this.invitations.bringTable(id);
    for (const { id } of watched) {
      this.line.ask("Observe", { table: id }).catch(({ code }: Refusal) => {
        if (code === "unknown_table") gone(id);
      });
    }
  }
  /** Leaves the seats that were lost while the page was offline. */
  keepSeats(seats: number[]): void {
    for (const table of [...this.all.values()]) if (table.seats.you && !seats.includes(table.id)) this.leftSeat(table);
  }
  /** Forgets a table that has closed. */
  closed(table: number): void {
    const known = this.all.get(table);
    if (!known) return;
    this.all.delete(table);
    this.invitations.tables.forget(table);
    const { name, tournament } = known.info;
    const isShown = location.hash === `#/table/${table}`;
    // A tournament closes its tables one after the other.
    if (isShown || tournament === null) this.screen.toast(t("room-table-closed", { table: tableName(name) }));
    if (isShown) location.hash = tournament === null ? "#/" : `#/tournament/${tournament}`;
  }

  /** Forgets a seat, and the table with it unless the viewer also watches it. */
  private leftSeat(table: Table): void {
    table.leave();
    if (!table.watched) this.all.delete(table.id);
  }
  /** Requests the part of the hand in progress before the page followed it. */
  private async catchUp(table: Table): Promise<void> {
    const answer = await this.line.ask("GetHandSoFar", { table: table.id }).catch(() => null);
    if (!answer?.HandSoFar) return;
    table.catchUp(answer.HandSoFar);
    this.screen.changed();
  }

  /** Follows a step. Returns its table, unless the page does not follow it or has missed a step. */
  step(step: Step): Table | null {
    const table = this.all.get(step.table);
    if (!table) return null;
    const mine = table.seats.you?.seat;
    if (!table.step(step)) {
      void this.line.ask("Observe", { table: table.id }).catch(() => undefined);
      return null;
    }
    for (const event of step.events) {
      if ("HandStarted" in event) playIfVisible("deal");
      else if ("BoardDealt" in event) playIfVisible("card");
      else if ("PotAwarded" in event) playIfVisible(event.PotAwarded.shares.some((share) => share.seat === mine) ? "win" : "chips");
      else if ("Acted" in event) playIfVisible(event.Acted.added ? "chips" : event.Acted.action === "Check" ? "check" : "card");
    }
    return table;
  }

  readonly on: Messages = {
    TableSnapshot: ({ table, view }) => {
      const known = this.all.get(table);
      const now = known ?? new Table(view);
      if (known) known.take(view);
      else this.all.set(table, now);
      if (now.lacksBeginning) void this.catchUp(now);
      if (this.signIn.done) this.play.sendAgain(now);
      // The turn for which the player has chosen an action came while there was no connection.
      if (now.choices.intent && now.legal && now.choices.sent === null) this.play.yourTurn(now);
    },
    Seated: ({ table, seat }) => {
      hasPlayed();
      this.all.get(table)?.seats.sit(seat);
    },
    LeftTable: ({ table: id, cashed_out, stayed }) => {
      const table = this.all.get(id);
      if (table) this.leftSeat(table);
      this.screen.toast(t(table?.hasOwnChips ? "room-left-private-table" : "room-left-table", { chips: cashed_out }));
      if (stayed > 0) this.screen.toast(t("room-chips-stayed", { chips: stayed }));
    },
  };
  /** Hands a message to the table that it is about. */
  deliver(message: ServerMessage): void {
    const [body] = Object.values(message) as { table?: number }[];
    const table = this.all.get(body?.table ?? -1);
    if (table) for (const part of [this.play.on, this.chat.on, AT_TABLE]) react(part, message, table);
  }
}

const AT_TABLE: Messages<[table: Table]> = {
  HoleCards: ({ hand, cards }, table) => table.hole(hand, cards),
  PlayerChanged: ({ seat, name, avatar, color }, { seats }) => {
    const taken = seats.all[seat];
    if (taken) seats.all[seat] = { ...taken, name, avatar, color };
  },
  TablePaused: ({ reason, operator }, table) => table.clock.pausedWith(reason, operator),
  HostedTerms: ({ terms: { name, free_chat } }, table) => {
    table.info = { ...table.info, name, free_chat };
  },
  TimeUse: ({ seats }, table) => {
    table.floor.timeUse = new Map(seats.map((used) => [used.seat, used]));
  },
};
