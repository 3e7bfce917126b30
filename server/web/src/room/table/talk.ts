// The chat and the emotes of a table.
import type { ChatLine, EmoteKind, TableEventBodies } from "cardroom-bot/protocol";
import type { Reactions } from "../reactions";
import type { Seats } from "./seats";

/** How long an emote or a line of chat stays beside its seat. */
const EMOTE_MS = 3_000;
const BUBBLE_MS = 5_000;

let lines = 0;

export class Talk {
  chat: { id: number; name: string; text: string; staff: boolean }[] = [];
  unread = 0;
  /** The emote of a seat, with its end on the page's own clock. */
  readonly emotes = new Map<number, { emote: EmoteKind; until: number }>();
  /** The last line of chat from a seat, and when it disappears. */
  readonly bubbles = new Map<number, { text: string; until: number }>();

  /** Adds a line of chat, and shows it beside the player's seat, if there is one. */
  speak(line: ChatLine, seats: Seats): void {
    this.chat = [...this.chat.slice(-99), { id: ++lines, ...line }];
    this.unread += 1;
    const seat = seats.all.find((each) => each?.name === line.name);
    if (seat) this.bubbles.set(seat.seat, { text: line.text, until: performance.now() + BUBBLE_MS });
  }
  /** Shows a player's emote. */
  emote(seat: number, emote: EmoteKind): void {
    this.emotes.set(seat, { emote, until: performance.now() + EMOTE_MS });
  }

  readonly on: Reactions<TableEventBodies, []> = {
    // The next player in a seat has not said what was heard from it.
    FloorOrdered: ({ command }) => {
      if (typeof command !== "object" || !("Host" in command) || command.Host !== "ShuffleSeats") return;
      this.emotes.clear();
      this.bubbles.clear();
    },
  };
}
