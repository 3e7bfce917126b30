// The deals of a staged table that can be verified: real openings, links, cards and seals of
// hold'em for two, by a room that may cheat in the ways that a test asks for.
import * as ed25519 from "@noble/ed25519";
import type { Card, ClientMessageBodies, OpenedCard, ServerMessage, TableEvent } from "cardroom-bot/protocol";
import { type Hash, NULL, below, cardNode, hex, joined, permutation, prefix, stream, tagged, treeRoot, u16, u32, u64 } from "../src/deal/hash";
import { leafOf, secretOrder } from "../src/deal/opening";
import { CARDS } from "../src/deal/proof";
import { sha256, sha512 } from "../src/deal/sha2";
import { GAMES, type Stage, type Staged, TABLE, staged } from "./staged";
import type { Page } from "@playwright/test";

ed25519.hashes.sha512 = (message) => Uint8Array.from(sha512(message));

const FACES = [...Array(52).keys()];
/** Hold'em: two cards down, and streets with their burns. */
const SCRIPT = [0x12, 0x00, 0x40, 0x33, 0x00, 0x40, 0x31, 0x00, 0x40, 0x31];
export const WINDOW_MS = 3000;
const OWN = 0;

const bytes = (text: string): Hash => Uint8Array.from(Buffer.from(text, "hex"));
const seedOf = (...parts: number[]): Hash => sha256(Uint8Array.from(parts));

/** Returns the hashes beside the path of a leaf, from the bottom up. */
const pathOf = (leaves: readonly Hash[], at: number): Hash[] => {
  if (leaves.length === 1) return [];
  const half = 2 ** (31 - Math.clz32(leaves.length - 1));
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)];
  return at < half ? [...pathOf(left, at), treeRoot(right, cardNode)] : [...pathOf(right, at - half), treeRoot(left, cardNode)];
};

class Pack {
  readonly order: number[];
  private readonly leaves: Hash[];
  constructor(readonly seed: Hash) {
    this.order = secretOrder(FACES, seed, 0);
    this.leaves = this.order.map((card, leaf) => leafOf(this.salt(leaf), 0, leaf, card));
  }
  private salt(leaf: number): Hash {
    return tagged(0x02, this.seed, [0], u16(leaf));
  }
  get root(): Hash {
    return treeRoot(this.leaves, cardNode);
  }
  open(leaf: number, place: number): OpenedCard {
    return { deck: 0, place, card: CARDS[this.order[leaf]!]!, salt: hex(this.salt(leaf)), path: pathOf(this.leaves, leaf).map(hex) };
  }
}

/** How the room cheats in one hand. */
export type Cheat = "another pack" | "left out" | "another opening" | "swapped card" | "another key" | "blame" | "same deck" | "hidden round";

/** A room with one table of two seats. The viewer sits in seat 0. */
export class Dealer {
  /** Every link that came, by its opening. */
  readonly lent: ClientMessageBodies["LendLink"][] = [];
  /** How long ago, in milliseconds, the room signs its openings. */
  age = 0;
  private stage: Staged | null = null;
  private secret = seedOf(7, 7);
  private prev: Hash = NULL;
  private hand = 1234;
  private round = 0;
  private chain: { index: number; below: Hash } | null = null;
  private packs: Pack[] = [];
  private open: { digest: Hash; message: ServerMessage; entry: { index: number; below: Hash } | null } | null = null;
  private count = 0;

  get key(): string {
    return hex(ed25519.getPublicKey(this.secret));
  }

  /** Opens the page at this table. */
  async show(page: Page, stage: Partial<Stage> = {}): Promise<Staged> {
    const answers: Stage["answers"] = (name, body) => {
      if (name === "JoinDeal") return this.join(body as unknown as ClientMessageBodies["JoinDeal"]);
      if (name === "LendLink") return this.take(body as unknown as ClientMessageBodies["LendLink"]);
      return null;
    };
    this.stage = await staged(page, { game: "holdem", seats: 2, idle: true, minor: 1, answers, ...stage });
    return this.stage;
  }
  private say(message: ServerMessage): void {
    this.stage?.says(message);
  }

  private join({ request, anchor, level }: ClientMessageBodies["JoinDeal"]): ServerMessage[] {
    this.chain = anchor ? { index: 1, below: bytes(anchor) } : level === "Off" ? null : this.chain;
    return [{ DealJoined: { request, table: TABLE, key: this.key, origin: "staged", prev: hex(this.prev), index: anchor ? 1 : 0, window_ms: WINDOW_MS } }];
  }
  private take(lent: ClientMessageBodies["LendLink"]): ServerMessage[] {
    this.lent.push(lent);
    return [];
  }

  /** Whether the page has joined with a chain. */
  get isJoined(): boolean {
    return this.chain !== null;
  }

  /** Lays packs and signs an opening. */
  lay(cheat: Cheat | null = null, at = this.packs): void {
    this.count += 1;
    this.packs = cheat === "same deck" ? at : [0, 1].map((pack) => new Pack(seedOf(this.hand & 255, this.round, pack, this.count)));
    const entry = cheat === "left out" || this.stage?.view.you === null ? null : this.chain;
    const secret = cheat === "another key" ? seedOf(9) : this.secret;
    const roster = entry ? [[OWN], u32(entry.index), entry.below] : [];
    const opening = joined(
      prefix(0x10), ed25519.getPublicKey(secret), u64(BigInt(TABLE)), u64(BigInt(this.hand)), [this.round], u64(BigInt(Date.now() - this.age)), this.prev, [0, 1, 0, 2],
      ...this.packs.map((pack) => pack.root), [SCRIPT.length], SCRIPT, [1], [2, 0, 1], [entry ? 1 : 0], ...roster,
    );
    const digest = sha256(opening);
    const signature = hex(ed25519.sign(tagged(0x11, digest), secret));
    const message = { DealOpened: { table: TABLE, opening: hex(opening), signature, answer_ms: WINDOW_MS } };
    this.open = { digest, message, entry };
    this.say(message);
  }

  /** Returns the link that answers the opening, once it is there. */
  async link(): Promise<ClientMessageBodies["LendLink"] | null> {
    const { open } = this;
    if (!open?.entry) return null;
    for (let tries = 0; tries < 200; tries += 1) {
      const lent = this.lent.find(({ opening }) => opening === hex(open.digest));
      if (lent) return lent;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error("no link came");
  }

  /** Gives the round up, and blames a seat or nobody. */
  giveUp(blame = 0xff, lent: ClientMessageBodies["LendLink"] | null = null): void {
    const { open } = this;
    if (!open) return;
    const entries = open.entry ? [[OWN], bytes(lent?.link ?? hex(NULL)), bytes(lent?.ack ?? hex(NULL))] : [];
    const seal = joined(prefix(0x12), open.digest, [2, blame], tagged(0x14, [open.entry ? 1 : 0], ...entries), NULL, NULL, u64(0n));
    this.prev = sha256(seal);
    this.round += 1;
    const links = open.entry ? [lent && { link: lent.link, ack: lent.ack }] : [];
    this.say({ DealGivenUp: { table: TABLE, seal: hex(seal), links, seeds: this.packs.map((pack) => hex(pack.seed)) } });
  }

  /** Deals a hand to its flop, where the other player folds. Returns the viewer's cards. */
  async play(cheat: Cheat | null = null): Promise<Card[]> {
    this.lay(cheat);
    if (cheat === "left out" || cheat === "another key") return [];
    const lent = await this.link();
    if (cheat === "another opening") return this.lay(), [];
    if (cheat === "blame") return this.giveUp(OWN), [];
    const { open, packs, hand } = this;
    if (!open) return [];
    if (this.chain && lent) this.chain = { index: this.chain.index + 1, below: bytes(lent.link) };
    const joint = tagged(0x06, open.digest, [lent ? 1 : 0], ...(lent ? [[OWN], bytes(lent.link)] : []));
    const fair = below(2, stream(0x04, joint, 0xff));
    const pick = cheat === "another pack" ? 1 - fair : fair;
    const [pack, spare, permuted] = [packs[pick]!, packs[1 - pick]!, permutation(joint, 0, 52)];
    const card = (place: number): OpenedCard => pack.open(permuted[place]!, place);
    const links = lent ? [{ link: lent.link, ack: lent.ack }] : [];
    this.say({ DealBound: { table: TABLE, hand, links, spares: [hex(spare.seed)] } });
    // The button is on seat 1, so that seat 0 gets the first card.
    const own = [card(0), card(2)];
    const flop = [card(5), card(6), card(7)];
    const started: TableEvent = { HandStarted: { hand, game: GAMES.holdem, bomb_pot: false, button: 1, small_blind: 1, big_blind: 0, dealt: [0, 1] } };
    this.stage?.happens(started, { CardsDealt: { each: 2 } });
    const parts = { table: TABLE, seq: 0, hand, skips: [], tosses: [], picks: [] };
    if (this.stage?.view.you) {
      this.say({ HoleCards: { table: TABLE, seq: 0, hand, cards: own.map((each) => each.card) } });
      this.say({ OwnCardsOpened: { ...parts, cards: own } });
    }
    const shown = flop.map((each) => each.card);
    if (cheat === "swapped card") shown[1] = card(20).card;
    this.stage?.happens({ BoardDealt: { board: 0, cards: shown } });
    this.say({ CardsOpened: { ...parts, cards: flop } });
    this.stage?.happens({ Acted: { seat: 1, action: "Fold", added: 0, timed_out: false } }, { HandEnded: { hand } });
    const faces = shown.map((each) => CARDS.indexOf(each));
    const course = tagged(0x13, [0x01, 2, 0x04, 0x03, 0, 3, ...faces, 0x05, 1, 0x0f, 0]);
    const contributed = tagged(0x14, [lent ? 1 : 0], ...(lent ? [[OWN], bytes(lent.link), bytes(lent.ack)] : []));
    const seal = joined(prefix(0x12), open.digest, [0, 0xff], contributed, joint, course, u64(0n));
    this.say({ DealSealed: { table: TABLE, seal: hex(seal) } });
    // The next opening leaves out this hand, if the room hides it.
    if (cheat !== "hidden round") this.prev = sha256(seal);
    [this.hand, this.round] = [hand + 1, 0];
    return own.map((each) => each.card);
  }
}
