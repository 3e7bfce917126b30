// The waiting lists of full tables, and the seats that are offered to the viewer.
import { t } from "../../words/words";
import type { Connection } from "cardroom-bot/connection";
import type { Messages } from "../reactions";
import type { Screen } from "../screen";
import { playIfVisible } from "../sounds";

/** The viewer's place on a waiting list. */
export interface Place {
  place: number;
  waiting: number;
  /** The end of a seat offer, on the page's own clock. */
  offered: number | null;
}

export class WaitingLists {
  /** The tables where the viewer waits for a seat. */
  readonly places = new Map<number, Place>();

  constructor(
    private readonly line: Connection,
    private readonly screen: Screen,
  ) {}

  join(table: number): void {
    void this.line.try("JoinWaitList", { table }, t("room-on-waiting-list"));
  }
  leave(table: number): void {
    void this.line.try("LeaveWaitList", { table });
  }

  readonly on: Messages = {
    WaitListPlace: ({ table, place, waiting }) => {
      this.places.set(table, { place, waiting, offered: this.places.get(table)?.offered ?? null });
    },
    SeatOffered: ({ table, time_ms }) => {
      const known = this.places.get(table) ?? { place: 1, waiting: 1 };
      this.places.set(table, { ...known, offered: performance.now() + time_ms });
      playIfVisible("turn");
    },
    WaitListLeft: ({ table, reason }) => {
      this.places.delete(table);
      const text = {
        Seated: null, Left: "room-waiting-left", OfferOver: "room-waiting-offer-over",
        Away: "room-waiting-away", SeatedElsewhere: null, Closed: "room-waiting-closed",
      }[reason];
      if (text) this.screen.toast(t(text));
    },
  };
}
