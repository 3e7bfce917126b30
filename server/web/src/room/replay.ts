// A replay of a finished hand: the table after each step. It uses the same table that follows a
// running hand, with events from a record.
import type { Card, HandRecord, RecordedCards, SeatLook, TableEvent, TableInfo, TableView } from "cardroom-bot/protocol";
import { Table } from "./table";
import type { Line } from "./line";

/** A finished hand, and how its players look now. */
export interface SeenHand extends HandRecord {
  looks: SeatLook[];
}

/** The known cards of a seat, either the viewer's own or open to everyone. */
interface Known {
  seat: number;
  cards: RecordedCards;
  dealt: number;
  draw: number;
  held: Card[];
}

/** Returns whether an event shows nothing on its own. It joins the step before it. */
const silent = (event: TableEvent): boolean =>
  ["CardsDealt", "StreetBegan", "BetsCollected", "Drawn", "HandEnded", "Turn", "RunItOffered", "RunItAnswered", "DrawBegan", "RakeTaken"].some(
    (name) => name in event,
  );

export class Replay {
  readonly record: HandRecord;
  /** The events of each step: one visible event, and those that follow from it. */
  readonly steps: TableEvent[][];
  /** The whole log of the hand, with the step of each line. */
  readonly lines: Line[];

  constructor(
    record: HandRecord,
    /** The viewer's seat. */
    private readonly own: number | null,
    /** Returns the avatar of a seat, which no record contains. It may have changed since the hand. */
    private readonly faceOf: (seat: number, name: string) => { avatar: number; color: number },
  ) {
    this.record = record;
    this.steps = [];
    for (const event of record.steps.flatMap((step) => step.events)) {
      const last = this.steps[this.steps.length - 1];
      if (last && silent(event)) last.push(event);
      else this.steps.push([event]);
    }
    const whole = this.after(this.steps.length);
    let said = 0;
    this.lines = whole.log.lines;
    for (let step = 1; step <= this.steps.length; step += 1) {
      const { length } = this.after(step).log.lines;
      for (; said < length; said += 1) {
        const line = this.lines[said];
        if (line) line.step = step;
      }
    }
  }

  /** Returns the table after a number of steps. 0 is before the first chip. */
  after(steps: number): Table {
    const table = new Table(this.view());
    const known = this.record.cards.map((cards): Known => ({ seat: cards.seat, cards, dealt: 0, draw: -1, held: [] }));
    for (const events of this.steps.slice(0, steps)) {
      for (const event of events) {
        table.step({ table: table.id, seq: table.seq + 1, events: [event] });
        for (const each of known) this.lay(each, event, table);
      }
    }
    // No clock runs in a replay.
    const begins = performance.now();
    if (table.hand?.turn) table.hand.turn = { ...table.hand.turn, begins, ends: begins + 86_400_000, bankMs: 0 };
    table.seats.flights = [];
    return table;
  }

  /** Shows the known cards of a seat. */
  private lay(known: Known, event: TableEvent, table: Table): void {
    const hand = table.seats.all[known.seat]?.hand;
    if (!hand) return;
    const folded = hand.folded;
    if ("CardsDealt" in event && !folded) this.deal(known, event.CardsDealt.each);
    else if ("UpCardsDealt" in event) this.deal(known, event.UpCardsDealt.cards.filter((up) => up.seat === known.seat).length);
    else if ("Discarded" in event && event.Discarded.seat === known.seat) {
      known.draw += 1;
      const gave = known.cards.draws[known.draw]?.gave ?? [];
      known.held = known.held.filter((card) => !gave.includes(card));
    } else if ("Drawn" in event && event.Drawn.seat === known.seat) {
      const got = known.cards.draws[known.draw]?.got ?? [];
      known.held = [...known.held, ...got.filter((card) => !known.held.includes(card)).slice(0, event.Drawn.count)];
    } else if (!("PotAwarded" in event)) return;
    if (known.seat === table.seats.you?.seat) table.seats.you.cards = known.held;
    // A player sees the called hands of others where the hand ended. A viewer who did not play sees all known cards from the deal on.
    else if (!table.seats.you || ("PotAwarded" in event && !folded)) hand.tabled = known.held;
  }

  private deal(known: Known, count: number): void {
    known.held = [...known.held, ...known.cards.dealt.slice(known.dealt, known.dealt + count)];
    known.dealt += count;
  }

  private view(): TableView {
    const { record } = this;
    const start = record.steps.flatMap((step) => step.events).find((event) => "HandStarted" in event);
    const game = start && "HandStarted" in start ? start.HandStarted.game : null;
    if (!game) throw new Error("the record has no beginning");
    const info: TableInfo = {
      table: record.table, name: record.table_name, game: game.id, game_name: game.name, betting: game.betting,
      rulebook: record.rulebook, small_blind: game.small_blind, big_blind: game.big_blind, ante: game.ante, ante_kind: game.ante_kind,
      unit: 1, seats: record.table_seats, seated: record.seats.length, min_buy_in: 0, max_buy_in: 0, bots_allowed: true,
      hands_played: record.hand, average_pot: 0, games: [game], switch: "Never", straddle: null, bomb_pot: null, max_boards: 3,
      // A seat in a replay cannot be taken.
      tournament: record.tournament ?? 0, hybrid: false, host: null, waiting: 0, bots: record.seats.filter((seat) => seat.bot).length, free_chat: false, top_up_to: 0, chip_value: null, shows_folded: true,
    };
    const seats = record.seats.map((seat) => ({
      seat: seat.seat, name: seat.name, bot: seat.bot, connected: true, sitting_out: false, stack: seat.began_with, in_hand: null,
      ...this.faceOf(seat.seat, seat.name), muted: false, shown: [], staff: false,
    }));
    const you = {
      cards: [], to_show: [], decision: null, offers: [], last_action_id: 0, wait_for_big_blind: false, auto_muck: false, straddle: false,
    };
    return {
      info, seq: 0, paused: false, seats, hand: null, you: this.own === null ? null : { seat: this.own, ...you },
      buy_in: { min: 0, max: 0 }, hybrid: null,
    };
  }
}
