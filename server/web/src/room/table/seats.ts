// The seats of a table: players with their stacks and hands, and which of them the viewer is.
import type { Card, OwnView, SeatView, TableView } from "cardroom-bot/protocol";
import { t } from "../../words/words";
import { calledAmong } from "../names";
import { type Hand, type SeatHand, newHand } from "./hand";

export interface Seat extends Omit<SeatView, "in_hand"> {
  hand: SeatHand | null;
}

/** Chips that move across the felt: from a seat to the pot, or back. */
export interface Flight {
  id: number;
  seat: number;
  amount: number;
  toPot: boolean;
}

let flights = 0;

/** Returns what only events say of a seat's hand. */
const followedOf = (hand: SeatHand | null | undefined): Partial<SeatHand> => {
  if (!hand) return {};
  const { did, drew, won, wonWith, mucked, volunteered, shown } = hand;
  return { did, drew, won, wonWith, mucked, volunteered, shown };
};

export class Seats {
  all: (Seat | null)[] = [];
  /** The viewer's own seat. */
  you: OwnView | null = null;
  /** Why the viewer sits out, as far as this page has seen it. A stack of 0 is a reason of its own. */
  outBecause: "asked" | "late" | null = null;
  /** The seat whose time ran out in this step. */
  late: number | null = null;
  flights: Flight[] = [];
  /** Everyone who has been seen at this table, so that what a player is called stays the same. */
  private readonly known = new Set<string>();

  get mine(): Seat | null {
    return this.you ? (this.all[this.you.seat] ?? null) : null;
  }
  get stacks(): number {
    return this.all.reduce((sum, seat) => sum + (seat?.stack ?? 0), 0);
  }
  get bets(): number {
    return this.all.reduce((sum, seat) => sum + (seat?.hand?.bet ?? 0), 0);
  }
  /** The seats that can still win the hand. */
  get live(): (Seat & { hand: SeatHand })[] {
    return this.all.filter((seat): seat is Seat & { hand: SeatHand } => Boolean(seat?.hand && !seat.hand.folded));
  }
  /** Returns the cards of a seat, as far as this viewer knows them. */
  cardsOf(seat: Seat): Card[] {
    return seat.hand?.tabled ?? (seat.seat === this.you?.seat ? this.you.cards : []);
  }

  /** Returns the player at a seat: "You" for the viewer. */
  name(seat: number): string {
    return this.you?.seat === seat ? t("log-you") : this.playerName(seat);
  }
  /** Returns the name of the player at a seat, including the viewer's own. */
  playerName(seat: number): string {
    const name = this.all[seat]?.name;
    return name === undefined ? t("log-seat", { number: seat + 1 }) : this.called(name);
  }
  /** Returns what a player is called at this table. Messages to the server need the whole name. */
  called(name: string): string {
    for (const seat of this.all) if (seat) this.known.add(seat.name);
    return calledAmong(name, this.known);
  }
  /** Returns the arguments for the player that a line of the log is about. */
  who(seat: number): { you: string; name: string } {
    return { you: this.you?.seat === seat ? "yes" : "no", name: this.playerName(seat) };
  }

  /** Replaces the seats by the server's view. `isSame` says that the table has followed up to it. */
  take(view: TableView, isSame: boolean): void {
    const known = isSame ? this.all.map((seat) => seat?.hand) : [];
    // An action that is on its way has used its id already.
    const used = this.you?.last_action_id ?? 0;
    this.you = view.you && { ...view.you, last_action_id: Math.max(view.you.last_action_id, used) };
    this.all = Array.from({ length: view.info.seats }, () => null);
    for (const { in_hand: part, ...seat } of view.seats) {
      const hand = part && Object.assign(newHand(part.card_count), followedOf(known[seat.seat]), {
        folded: part.folded, allIn: part.all_in, bet: part.bet, up: part.up, tabled: part.tabled,
      });
      if (hand && part.tabled) hand.shown = true;
      this.all[seat.seat] = { ...seat, hand };
    }
    if (!this.mine?.sitting_out) this.outBecause = null;
  }
  /**
   * Gives the viewer a seat. A client that already watches gets no new snapshot, so this fills in
   * the defaults.
   */
  sit(seat: number): void {
    this.you ??= {
      seat, cards: [], to_show: [], decision: null, offers: [], last_action_id: 0, wait_for_big_blind: false, auto_muck: true, straddle: false,
    };
  }
  begin(dealt: number[]): void {
    for (const seat of this.all) if (seat) Object.assign(seat, { hand: dealt.includes(seat.seat) ? newHand() : null, shown: [] });
    if (this.you) Object.assign(this.you, { cards: [], to_show: [], decision: null });
    this.flights = [];
  }

  at(seat: number): { seat: Seat; hand: SeatHand } | null {
    const found = this.all[seat];
    if (!found) return null;
    found.hand ??= newHand();
    return { seat: found, hand: found.hand };
  }
  /** Gives chips to a stack. Returns how many it got. */
  give(seat: number, amount: number): number {
    const at = this.all[seat];
    if (!at) return 0;
    at.stack += amount;
    return amount;
  }
  /** Moves chips between a stack and the bet in front of it. */
  bet(seat: number, amount: number): void {
    const at = this.at(seat);
    if (!at) return;
    at.seat.stack -= amount;
    at.hand.bet += amount;
    at.hand.allIn = at.seat.stack === 0;
  }
  /** Shows chips that move across the felt. */
  fly(seat: number, amount: number, toPot: boolean): void {
    this.flights.push({ id: ++flights, seat, amount, toPot });
  }
  fold(seat: number): void {
    const at = this.at(seat);
    if (at) {
      const { cards, up } = at.hand;
      Object.assign(at.hand, { folded: true, cards: 0, up: [], gone: { cards, up } });
    }
    if (this.you?.seat === seat) this.you.decision = null;
  }
  /** Forgets the last moves, because another street begins. */
  nextStreet(): void {
    for (const { hand } of this.live) hand.did = null;
  }
  /** Takes all cards back. */
  endHand(): void {
    for (const seat of this.all) if (seat) seat.hand = null;
    if (this.you) Object.assign(this.you, { cards: [], decision: null });
  }
  nobodysTurn(hand: Hand | null): void {
    if (hand) hand.turn = null;
    if (this.you) this.you.decision = null;
  }
  /** Adds what this table did not see of the hand. `isAll` says that it has followed nothing since. */
  catchUp(past: Seats, isAll: boolean): void {
    for (const seat of this.all) {
      const known = past.all[seat?.seat ?? -1]?.hand;
      if (!seat?.hand || !known) continue;
      const { did, drew, won, wonWith, mucked, volunteered, shown } = known;
      // Values that the table has followed since are newer.
      const { hand } = seat;
      Object.assign(hand, { did: hand.did ?? did, drew: hand.drew || drew, mucked: hand.mucked || mucked, volunteered, shown: hand.shown || shown });
      if (isAll) Object.assign(hand, { did, drew, won, wonWith });
    }
  }
}
