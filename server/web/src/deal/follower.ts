// The player's part in the deals of one table: answers openings with links, and checks every round
// from the room's messages alone. It knows neither a socket nor the page.

import type { DealGivenUp, DealJoined, DealOpened, DealSealed, LendLink, ServerMessage } from "cardroom-bot/protocol";
import { Chain } from "./chain.ts";
import { type Evidence, ofHand, ofOpenings } from "./evidence.ts";
import { Fraud, check } from "./fraud.ts";
import { Gathered } from "./gathered.ts";
import { type Hash, hex, same, tagged } from "./hash.ts";
import { verifyFile } from "./index.ts";
import { type Opening, parseOpening } from "./opening.ts";
import { CARDS } from "./proof.ts";
import { sha256 } from "./sha2.ts";
import { isSigned } from "./signature.ts";

/** What a follower does and asks outside. */
export interface Outside {
  /** The viewer's seat. `null` for a watcher. */
  seat(): number | null;
  /**
   * Whether the table is a tournament's, where a hand may be dealt without the link of a player who
   * let rounds of it down. The player may have joined anew since.
   */
  isOfTournament(): boolean;
  /** Whether the viewer is signed in, and so may contribute. */
  mayContribute(): boolean;
  /** Returns 32 random bytes. */
  random(): Hash;
  /** The room's clock, in milliseconds since 1970. */
  roomTime(): number;
  /** The time that a message takes to the room and back. `null` if it is not known. */
  latency(): number | null;
  /** The room's key, as this browser saw it first. */
  key: { get(): string | null; set(key: string): void };
  join(anchor: string | null): void;
  lend(link: LendLink): void;
  /** Runs a check after the frame is shown. */
  later(work: () => void): void;
  changed(): void;
}

/** A hand that was checked. */
export type Checked = Readonly<{ hand: number; contributed: boolean; contributors: number; packs: number; cards: number; code: string; isVoid: boolean }>;

export type Failure = Readonly<{ code: string; sentence: string; hand: number | null; evidence: Evidence }>;

/** How many of the last rounds are counted, and how many of them may be given up. */
const COUNTED = 200;
const MANY = 2;
/** On a line that is slower than this, in milliseconds, nobody knows whether a link came in time. */
const SLOW_MS = 500;
/** The most openings that are kept to be compared with later ones. */
const MOST_SEEN = 500;
/** The place of the blamed seat in a seal. */
const BLAME = 49;

const bytes = (text: string): Hash => Uint8Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));

export class Follower {
  /** The first thing that was wrong. It stays. */
  failure: Failure | null = null;
  /** The last hand that was checked. */
  checked: Checked | null = null;
  /** How many hands were checked. */
  count = 0;
  /** Whether each of the last rounds was given up. */
  private rounds: boolean[] = [];
  /** Rounds of the current hand that were given up. */
  private givenUpNow = 0;
  /** The room asked for a link that it had. */
  askedTwice = false;
  /** The digest of each opening that this player answered, by hand. */
  readonly receipts = new Map<number, Hash>();
  /** A key of the room that is not the one this browser knows. */
  newKey: string | null = null;

  private chain: Chain | null = null;
  /** Where joining stands. The first opening after it may have been made before. */
  private place: "out" | "asked" | "joined" | "in" = "out";
  /** The hand of the first opening since the viewer joined. */
  private countsFrom: bigint | null = null;
  private key: Hash | null = null;
  private prev: Hash | null = null;
  private last: { opening: Opening; opened: DealOpened; end: "open" | "sealed" | "blamed" | "free" } | null = null;
  /** What lies between the last round that was seen and now is not known. */
  private isGap = true;
  private readonly seen = new Map<string, DealOpened>();
  private readonly roots = new Set<string>();
  private hand: Gathered | null = null;
  /** When the viewer lent a link to the round: milliseconds of the room's clock after the opening. */
  private lentAfter: number | null = null;
  private seq = 0;

  constructor(
    readonly table: number,
    private readonly outside: Outside,
  ) {}

  /** What the mark at the table says. */
  get mark(): "verified" | "watching" | "out" | "failed" {
    if (this.failure) return "failed";
    if (this.place === "out") return "out";
    return this.checked?.contributed ? "verified" : "watching";
  }
  /** Whether it takes part on this connection. */
  get isIn(): boolean {
    return this.place !== "out";
  }
  /** The code of the round in progress, or of the last one, which players compare. */
  get code(): { hand: number; code: string } | null {
    const code = this.hand?.code;
    if (code && this.hand) return { hand: Number(this.hand.opening.hand), code };
    return this.checked && { hand: this.checked.hand, code: this.checked.code };
  }
  /** Whether rounds are given up so often that the player should know. */
  get isGivenUpOften(): boolean {
    return this.givenUpNow > 1 || this.rounds.filter((isGivenUp) => isGivenUp).length > MANY;
  }
  get givenUp(): number {
    return this.rounds.filter((isGivenUp) => isGivenUp).length;
  }

  /** Joins the deals with a new chain, from the table's state after this step. */
  join(seq: number): void {
    this.seq = seq;
    this.isGap = true;
    this.hand = null;
    this.begin();
  }
  private begin(): void {
    this.chain = this.outside.mayContribute() ? new Chain(this.outside.random()) : null;
    this.place = "asked";
    this.outside.join(this.chain && hex(this.chain.anchor));
  }
  /** Believes the room's new key, as the player says. */
  believe(): void {
    const { newKey, failure } = this;
    if (newKey === null || failure?.code !== "KEY") return;
    this.outside.key.set(newKey);
    [this.newKey, this.failure, this.prev, this.last] = [null, null, null, null];
    this.seen.clear();
    this.join(this.seq);
  }
  /** The connection is lost, or the viewer does not take part any more. The chain is not used again. */
  leave(): void {
    this.chain = null;
    this.place = "out";
    this.hand = null;
    this.isGap = true;
  }

  take(message: ServerMessage): void {
    if ("Step" in message) {
      const { seq, events } = message.Step;
      if (seq <= this.seq) return;
      if (seq !== this.seq + 1) this.hand?.lose();
      this.seq = seq;
      for (const event of events) this.hand?.happen(event);
    } else if ("HoleCards" in message) this.hold(message.HoleCards.hand, message.HoleCards.cards);
    else if ("DealJoined" in message) this.try(() => this.joined(message.DealJoined));
    else if ("DealOpened" in message) this.try(() => this.opened(message.DealOpened), message.DealOpened);
    else if ("DealBound" in message) this.hand?.bind(message.DealBound);
    else if ("CardsOpened" in message) this.hand?.open(message.CardsOpened, false);
    else if ("OwnCardsOpened" in message) this.hand?.open(message.OwnCardsOpened, true);
    else if ("DealSealed" in message) this.sealed(message.DealSealed);
    else if ("DealGivenUp" in message) this.gaveUp(message.DealGivenUp);
  }

  private hold(hand: number, cards: readonly string[]): void {
    if (this.hand && Number(this.hand.opening.hand) === hand) this.hand.hold(cards);
  }

  /** Keeps the first fault, with what proves it. */
  private try(work: () => void, ...openings: DealOpened[]): void {
    const before = this.last ? [this.last.opened] : [];
    try {
      work();
    } catch (error) {
      if (!(error instanceof Fraud)) throw error;
      this.fail(error, this.about(error, ...new Set([...before, ...openings])));
    }
  }
  private about(fraud: Fraud, ...openings: DealOpened[]): Evidence {
    return ofOpenings(fraud, this.table, this.outside.key.get(), openings);
  }
  private fail({ code, message }: Fraud, evidence: Evidence, hand: number | null = this.hand ? Number(this.hand.opening.hand) : null): void {
    this.failure ??= { code, sentence: message, hand, evidence };
    this.outside.changed();
  }

  private joined({ key, prev }: DealJoined): void {
    if (this.place !== "asked") return;
    this.place = "joined";
    const [pinned, before] = [this.outside.key.get(), this.prev];
    if (pinned === null) this.outside.key.set(key);
    else if (pinned !== key) this.newKey = key;
    this.key = bytes(pinned ?? key);
    this.prev = bytes(prev);
    const isSame = this.isGap || before === null || same(before, this.prev);
    this.isGap = false;
    check(pinned === null || pinned === key, "KEY", "The room signs with another key than this browser has seen before.");
    check(isSame, "CHAIN", "The table names another last seal than it sent.");
  }

  /** Checks an opening, and lends the link that it asks for. */
  private opened(opened: DealOpened): void {
    const [open, last] = [bytes(opened.opening), this.last];
    const digest = sha256(open);
    // A client that joins anew gets the round so far once more. Steps may have come in between.
    if (last && same(last.opening.digest, digest)) return this.hand?.beginAgain();
    this.lentAfter = null;
    this.hand = null;
    const opening = parseOpening(open);
    check(this.key === null || same(this.key, opening.key), "KEY", "Another key than the room's signed an opening.");
    check(isSigned(opening.key, tagged(0x11, digest), bytes(opened.signature)), "SIGNATURE", "The signature of an opening is wrong.");
    check(opening.table === BigInt(this.table), "BIND", "An opening is of another table.");
    const name = `${opening.hand} ${opening.round}`;
    const other = this.seen.get(name);
    if (other) {
      const fraud = new Fraud("RECEIPT", "The room signed two openings for one round.");
      return this.fail(fraud, this.about(fraud, other, opened), Number(opening.hand));
    }
    this.seen.set(name, opened);
    for (const [oldest] of this.seen) if (this.seen.size > MOST_SEEN) this.seen.delete(oldest);
    if (last) this.checkFollows(last.opening, last.end, opening);
    this.last = { opening, opened, end: "open" };
    check(this.prev === null || same(this.prev, opening.prev), "CHAIN", "An opening does not follow the last seal.");
    const roots = opening.roots.flat().map(hex);
    check(roots.every((root) => !this.roots.has(root)), "OPEN", "A deck is laid for the second time.");
    for (const root of roots) this.roots.add(root);
    this.hand = new Gathered(opening, opened);
    const mayBeLeftOut = !this.mustCount(opening.hand);
    if (this.place === "joined") [this.place, this.countsFrom] = ["in", opening.hand];
    this.answer(opening, opened, mayBeLeftOut);
  }

  /** Whether an opening of this hand must ask for the viewer's link. */
  private mustCount(hand: bigint): boolean {
    if (this.place !== "in") return false;
    return !this.outside.isOfTournament() || this.countsFrom === null || hand > this.countsFrom;
  }

  private checkFollows(last: Opening, end: "open" | "sealed" | "blamed" | "free", next: Opening): void {
    const isLater = next.hand > last.hand || (next.hand === last.hand && next.round > last.round);
    check(isLater, "CHAIN", "An opening is of a round that is over.");
    if (this.isGap || end === "open" || this.prev === null || !same(next.prev, this.prev)) return;
    const isNextHand = next.hand === last.hand + 1n && next.round === 0;
    const isNextRound = next.hand === last.hand && next.round === last.round + 1;
    check(end === "sealed" ? isNextHand : isNextRound || (end === "free" && isNextHand), "CHAIN", "A round is left out.");
  }

  private answer(opening: Opening, { answer_ms }: DealOpened, mayBeLeftOut: boolean): void {
    const { chain } = this;
    const seat = this.outside.seat();
    const entry = opening.roster.find((each) => each.seat === seat);
    if (!entry) {
      // A player who is not dealt in may have left the table.
      check(mayBeLeftOut || !chain || seat === null || !opening.dealt.includes(seat), "NOT_MINE", "You take part, and the room left you out of the deal.");
      return;
    }
    if (answer_ms === 0) return;
    if (chain && entry.index < chain.next) this.askedTwice = true;
    const isNext = chain !== null && entry.index === chain.next && same(entry.below, chain.below);
    const lent = isNext ? chain.lend(opening.digest) : null;
    // The room asks for a link that was sent, or of an older chain, or this chain is at its end.
    if (!lent) return this.begin();
    this.lentAfter = this.outside.roomTime() - Number(opening.time);
    this.receipts.set(Number(opening.hand), opening.digest);
    this.outside.lend({ table: this.table, opening: hex(opening.digest), link: hex(lent.link), ack: hex(lent.ack) });
  }

  private sealed({ seal }: DealSealed): void {
    const { hand } = this;
    this.prev = sha256(bytes(seal));
    this.hand = null;
    this.givenUpNow = 0;
    this.note(false);
    if (this.last) this.last.end = "sealed";
    if (!hand) return;
    const [seat, isMine] = [this.outside.seat(), this.lentAfter !== null];
    const proof = hand.proof(seal, seat);
    if (proof) this.outside.later(() => this.check(hand, proof, seat, isMine));
  }

  /** Verifies a whole hand. */
  private check(hand: Gathered, proof: object, seat: number | null, isMine: boolean): void {
    const { opening } = hand;
    const number = Number(opening.hand);
    try {
      const [round] = this.verified(proof, isMine ? opening.digest : undefined);
      if (!round) return;
      const own = seat === null ? undefined : round.held.get(seat);
      if (own && hand.own.size > 0) {
        check(!own.includes(undefined), "MISSING", "A card of yours is not opened.");
        const known = own.map((card) => CARDS[card!]);
        check([...hand.own].every((card) => known.includes(card)), "CARD", "You hold another card than the one that is opened.");
      }
      this.count += 1;
      const contributed = isMine && opening.roster.some((entry) => entry.seat === seat);
      this.checked = {
        hand: number, contributed, contributors: opening.roster.length, packs: opening.roots.length, cards: round.deal.cards.length,
        code: round.compare ?? "", isVoid: round.outcome === "void",
      };
    } catch (error) {
      if (!(error instanceof Fraud)) throw error;
      this.fail(error, ofHand(error, this.table, number, proof), number);
    }
    this.outside.changed();
  }

  private verified(proof: object, receipt?: Hash): ReturnType<typeof verifyFile> {
    return verifyFile(new TextEncoder().encode(JSON.stringify(proof)), { ...(this.key && { keys: [this.key] }), ...(receipt && { receipt }) });
  }

  private gaveUp(ended: DealGivenUp): void {
    const { hand } = this;
    const seal = bytes(ended.seal);
    const [blame, seat, lentAfter] = [seal[BLAME], this.outside.seat(), this.lentAfter];
    this.prev = sha256(seal);
    this.hand = null;
    this.lentAfter = null;
    this.givenUpNow += 1;
    this.note(true);
    if (this.last) this.last.end = blame === 0xff ? "free" : "blamed";
    if (hand) {
      const proof = hand.givenUp(ended);
      this.outside.later(() => {
        try {
          this.verified(proof);
        } catch (error) {
          if (!(error instanceof Fraud)) throw error;
          this.fail(error, ofHand(error, this.table, Number(hand.opening.hand), proof), Number(hand.opening.hand));
        }
      });
      if (blame === seat && lentAfter !== null && this.cameInTime(hand, lentAfter)) {
        const fraud = new Fraud("LINK", "The room says that you sent no link. You did, and in time.");
        this.fail(fraud, ofOpenings(fraud, this.table, this.outside.key.get(), [hand.opened], ended.seal), Number(hand.opening.hand));
      }
    }
    // The room deals the player in again once the client has joined anew.
    if (seat !== null && blame === seat && this.place !== "out") this.begin();
  }

  /**
   * Whether the link of a round surely came in time. A device that slept answers late, and must
   * not accuse the room. An end that arrives late proves nothing: the room may store slowly.
   */
  private cameInTime({ opened }: Gathered, lentAfter: number): boolean {
    const [half, latency] = [opened.answer_ms / 2, this.outside.latency()];
    if (latency === null || latency > SLOW_MS || half < 2 * SLOW_MS) return false;
    return Math.abs(lentAfter) < half;
  }

  private note(isGivenUp: boolean): void {
    this.rounds = [...this.rounds.slice(1 - COUNTED), isGivenUp];
  }
}
