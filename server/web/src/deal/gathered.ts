// Everything that the page saw of one round: the room's messages about its deal, and the events of
// its hand. At the end it becomes a proof file, which every verifier reads.

import type { Card, CardsOpened, DealBound, DealGivenUp, DealOpened, OwnCardsOpened, TableEvent } from "cardroom-bot/protocol";
import { FORMAT, type Hash, stream, below, tagged } from "./hash.ts";
import type { Opening } from "./opening.ts";
import { compareCode } from "./verify.ts";

type Opened = CardsOpened["cards"][number];
type Toss = CardsOpened["tosses"][number] & { picks?: number; salt?: string };

const bytes = (hex: string): Hash => Uint8Array.from({ length: hex.length / 2 }, (_, at) => parseInt(hex.slice(2 * at, 2 * at + 2), 16));

export class Gathered {
  private bound: DealBound | null = null;
  private readonly cards = new Map<string, Opened>();
  private readonly skips: CardsOpened["skips"] = [];
  private readonly tosses: Toss[] = [];
  /** The last step whose cards are here. */
  private openedUntil = -1;
  /** The events since the hand has started. `null` before, and after a step was missed. */
  private events: TableEvent[] | null = null;
  /** The viewer's cards, as the room said them last. */
  private held: readonly Card[] = [];
  /** Every card that the viewer had in this hand. */
  readonly own = new Set<Card>();

  constructor(
    readonly opening: Opening,
    readonly opened: DealOpened,
  ) {}

  /** The code that players compare, and the pack that is dealt. `null` before all links are there. */
  get code(): string | null {
    return this.bound && compareCode(this.joint(this.bound));
  }

  private joint({ links }: DealBound): Hash {
    const { digest, roster } = this.opening;
    return tagged(0x06, digest, [roster.length], ...roster.flatMap(({ seat }, at) => [[seat], bytes(links[at]?.link ?? "00".repeat(32))]));
  }

  bind(bound: DealBound): void {
    this.bound = bound;
  }

  /** Forgets what the room opened so far, because it sends all of it again. */
  beginAgain(): void {
    this.openedUntil = -1;
    this.cards.clear();
    this.skips.length = 0;
    this.tosses.length = 0;
  }

  /** Takes the cards that the room opened. */
  open({ seq, cards, skips, tosses, picks }: CardsOpened | OwnCardsOpened, isOwn: boolean): void {
    for (const card of cards) this.cards.set(`${card.deck} ${card.place}`, card);
    // A line may deliver a frame twice.
    if (!isOwn && seq > this.openedUntil) {
      this.openedUntil = seq;
      this.skips.push(...skips);
      this.tosses.push(...tosses.map((toss) => ({ ...toss })));
    }
    for (const { toss, picks: picked, salt } of picks) Object.assign(this.tosses[toss] ?? {}, { picks: picked, salt });
  }

  happen(event: TableEvent): void {
    if ("HandStarted" in event) this.events = [event];
    else this.events?.push(event);
  }
  /** Gives the hand up, because a step was missed. */
  lose(): void {
    this.events = null;
  }
  hold(cards: readonly Card[]): void {
    this.held = cards;
    for (const card of cards) this.own.add(card);
  }

  /** Returns the proof of the hand, as the viewer in this seat saw it. `null` if a part is missing. */
  proof(seal: string, seat: number | null): object | null {
    const { bound, events, opening, opened } = this;
    if (!bound || !events) return null;
    const pick = below(opening.roots.length, stream(0x04, this.joint(bound), 0xff));
    const others = [...opening.roots.keys()].filter((pack) => pack !== pick);
    // Where cards are given away, the messages do not say in which draw each card came.
    const isPlain = this.held.length > 0 && seat !== null && !events.some((event) => "Discarded" in event);
    const record = {
      table: Number(opening.table), hand: Number(opening.hand), viewer: isPlain ? seat : null,
      steps: [{ after_ms: 0, events }], cards: isPlain ? [{ seat, dealt: this.held, draws: [] }] : [],
    };
    const deal = {
      open: opened.opening, signature: opened.signature, links: bound.links.map(({ link }) => link), acks: bound.links.map(({ ack }) => ack),
      spares: others.map((pack, at) => ({ pack, seed: bound.spares[at] ?? "" })),
      cards: [...this.cards.values()], skips: this.skips, tosses: this.tosses, seal,
    };
    return { format: FORMAT, record, deal };
  }

  /** Returns the proof of the round that was given up. */
  givenUp({ seal, links, seeds }: DealGivenUp): object {
    const { opening: open, signature } = this.opened;
    const deal = { open, signature, links: links.map((lent) => lent?.link ?? null), acks: links.map((lent) => lent?.ack ?? null), seeds, seal };
    return { format: FORMAT, record: null, deal };
  }
}
