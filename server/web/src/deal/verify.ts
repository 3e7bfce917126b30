// The verification of proofs, in the order of the specification. It needs neither a network nor a
// secure context.

import { Fraud, check } from "./fraud.ts";
import { type Hash, type Head, NULL, below, cardNode, extendsHead, hex, joined, logNode, permutation, prefix, rootOver, same, stream, tagged, text, u32, u64 } from "./hash.ts";
import { keyOf, placesOf } from "./hands.ts";
import { NOBODY, type Opening, isPack, leafOf, parseOpening, secretOrder } from "./opening.ts";
import { CARDS, type Card, type Dealing, type Heads, type Proof } from "./proof.ts";
import { sha256 } from "./sha2.ts";
import { isSigned } from "./signature.ts";
import { Walk } from "./walk.ts";

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** What a verifier knows beside the proof. Without keys it believes every room. */
export type Known = Readonly<{ keys?: readonly Uint8Array[]; receipt?: Hash; seat?: number }>;

/** The cards that an audit found: what each seat held last, and what was burned. */
export type Audit = Readonly<{ held: ReadonlyMap<number, readonly string[]>; burned: readonly string[] }>;

/** A round that is verified. `compare` is the code that players compare. */
export type Verified = Readonly<{
  opening: Opening;
  deal: Dealing;
  outcome: "played" | "void" | "given up";
  blame: number | undefined;
  seal: Hash;
  compare: string | undefined;
  isLogged: boolean;
  audit: Audit | undefined;
  /** All cards that each seat got, as far as they are opened, in the order of the deal. */
  held: ReadonlyMap<number, readonly (Card | undefined)[]>;
}>;

/** Returns the code of a joint seed that players compare. */
export const compareCode = (joint: Hash): string =>
  [15, 10, 5, 0].map((shift) => LETTERS[(((joint[0]! << 12) | (joint[1]! << 4) | (joint[2]! >> 4)) >> shift) & 31]).join("");

/** Verifies the proof of one round. With `prev`, its opening must name one of these seals. */
export const verify = (proof: Proof, known: Known = {}, prev?: readonly Hash[]): Verified => {
  const { record, deal } = proof;
  const opening = parseOpening(deal.open);
  const keys = known.keys ?? [];
  check(keys.length === 0 || keys.some((key) => same(key, opening.key)), "KEY", "Another key than the room's signed the opening.");
  check(isSigned(opening.key, tagged(0x11, opening.digest), deal.signature), "SIGNATURE", "The signature of the opening is wrong.");
  const receipts = [known.receipt, proof.receipt].filter((receipt) => receipt !== undefined);
  check(receipts.every((receipt) => same(receipt, opening.digest)), "RECEIPT", "The player answered another opening of this round.");
  check(prev === undefined || prev.some((seal) => same(seal, opening.prev)), "CHAIN", "The opening does not follow the seal before.");
  checkLinks(opening, deal, record === undefined);
  if (record) {
    const isSame = BigInt(record.table) === opening.table && BigInt(record.hand) === opening.hand;
    check(isSame, "BIND", "The record is of another table or hand.");
  }
  const isMine = known.seat === undefined || opening.roster.some(({ seat }) => seat === known.seat);
  check(isMine, "NOT_MINE", `Seat ${known.seat} is not in the roster.`);
  const joint = record ? jointSeed(opening, deal) : NULL;
  const pick = record && below(opening.roots.length, stream(0x04, joint, 0xff));
  checkPacks(opening, deal, pick);
  const opened = record && pick !== undefined ? openedCards(opening, pick, joint, deal) : new Map<number, Card>();
  const walk = record && new Walk({ opening, joint, deal, opened }).follow(record);
  if (!record) check(deal.cards.length + deal.skips.length + deal.tosses.length === 0, "OPENING", "A round that was given up opens no card.");
  const { outcome, blame } = checkSeal(opening, deal, joint, walk);
  if (deal.log) checkLog(opening, deal, deal.log, [opening.key, ...keys]);
  const audit = deal.seed && auditHand(opening, pick, joint, proof, deal.seed);
  const compare = record && compareCode(joint);
  const held = new Map([...(walk?.hands ?? [])].map(([seat, hand]) => [seat, placesOf(hand).map((place) => opened.get(keyOf(place)))] as const));
  return { opening, deal, outcome, blame, seal: sha256(deal.seal), compare, isLogged: deal.log !== undefined, audit, held };
};

const checkLinks = (opening: Opening, { links, acks }: Dealing, isGivenUp: boolean): void => {
  const { roster } = opening;
  check(links.length === roster.length && acks.length === roster.length, "LINK", "The links and vouchers are not those of the roster.");
  roster.forEach(({ seat, index, below: under }, at) => {
    const [link, ack] = [links[at], acks[at]];
    const isThere = link !== undefined && ack !== undefined;
    check(isThere || (isGivenUp && link === ack), "LINK", `The link or voucher of seat ${seat} is not there.`);
    check(link === undefined || same(tagged(0x05, u32(index), link), under), "LINK", `The link of seat ${seat} is not of its chain.`);
  });
};

const jointSeed = (opening: Opening, { links }: Dealing): Hash => {
  const entries = opening.roster.flatMap(({ seat }, at) => [[seat], links[at] ?? NULL]);
  return tagged(0x06, opening.digest, [opening.roster.length], ...entries);
};

/** Checks that exactly the packs that were not picked are open. Of a round that was given up, all are. */
const checkPacks = (opening: Opening, { seeds, spares }: Dealing, pick: number | undefined): void => {
  const isRight = pick === undefined ? spares.length === 0 : seeds.length === 0;
  check(isRight, "SPARE", "The seeds of other packs are published than of those that were not dealt.");
  const packs = pick === undefined ? seeds.map((seed, pack) => ({ pack, seed })) : spares;
  const others = [...Array(opening.roots.length).keys()].filter((pack) => pack !== pick);
  const open = packs.map(({ pack }) => pack).sort((one, two) => one - two);
  check(same(open, others), "SPARE", "Not exactly the packs that were not picked are open.");
  for (const { pack, seed } of packs) check(isPack(opening, pack, seed), "SPARE", `Pack ${pack} is not what was committed to.`);
};

/** Returns the opened cards, each of which the room committed to at its place. */
const openedCards = (opening: Opening, pick: number, joint: Hash, deal: Dealing): Map<number, Card> => {
  const [size, leaves, opened] = [opening.faces.length, new Map<number, number[]>(), new Map<number, Card>()];
  for (const { deck, place, card, salt, path } of deal.cards) {
    const root = opening.roots[pick]![deck];
    if (root && !leaves.has(deck)) leaves.set(deck, permutation(joint, deck, size));
    const leaf = leaves.get(deck)?.[place];
    const over = leaf === undefined ? undefined : rootOver(leafOf(salt, deck, leaf, card), leaf, size, path, cardNode);
    check(root !== undefined && over !== undefined && same(over, root), "OPENING", `The card of deck ${deck}, place ${place}, is not what was committed to.`);
    opened.set(keyOf({ deck, place }), card);
  }
  check(opened.size === deal.cards.length, "DOUBLE", "A place is opened twice.");
  for (const { deck, card } of deal.cards) {
    const count = deal.cards.filter((other) => other.deck === deck && other.card === card).length;
    check(count <= opening.faces.filter((face) => face === card).length, "DOUBLE", `${CARDS[card]} is twice in deck ${deck}.`);
  }
  return opened;
};

const checkSeal = (opening: Opening, deal: Dealing, joint: Hash, walk: Walk | undefined): Pick<Verified, "outcome" | "blame"> => {
  const { seal } = deal;
  check(seal.length === 154 && same(seal.slice(0, 16), prefix(0x12)), "SEAL", "The seal is no seal.");
  check(same(seal.slice(16, 48), opening.digest), "SEAL", "The seal is of another opening.");
  check(seal[48] === (walk ? walk.outcome : 2), "SEAL", "The seal has another outcome than the record.");
  const blame = seal[49] === NOBODY ? undefined : seal[49];
  const isSilent = opening.roster.some(({ seat }, at) => seat === blame && deal.links[at] === undefined);
  check(blame === undefined || isSilent, "SEAL", "The seal blames a seat that did not withhold its link.");
  const entries = opening.roster.flatMap(({ seat }, at) => [[seat], deal.links[at] ?? NULL, deal.acks[at] ?? NULL]);
  check(same(seal.slice(50, 82), tagged(0x14, [opening.roster.length], ...entries)), "SEAL", "The seal has other contributions.");
  check(same(seal.slice(82, 114), joint), "SEAL", "The seal has another joint seed.");
  check(same(seal.slice(114, 146), walk?.digest ?? NULL), "COURSE", "The seal has another course of the hand.");
  return { outcome: walk ? (walk.outcome === 0 ? "played" : "void") : "given up", blame };
};

/** Fills in every card from the seed, and plays the hand again with nothing hidden. */
const auditHand = (opening: Opening, pick: number | undefined, joint: Hash, { record, deal }: Proof, seed: Hash): Audit => {
  check(record !== undefined && pick !== undefined, "AUDIT", "A round that was given up needs no seed.");
  check(isPack(opening, pick, seed), "AUDIT", "The seed is not that of the pack that was dealt.");
  const opened = new Map<number, Card>();
  for (let deck = 0; deck <= opening.shuffles; deck += 1) {
    const order = secretOrder(opening.faces, seed, deck);
    permutation(joint, deck, order.length).forEach((leaf, place) => opened.set(keyOf({ deck, place }), order[leaf]!));
  }
  try {
    const walk = new Walk({ opening, joint, deal, opened, seed }).follow(record);
    const named = (places: readonly { deck: number; place: number }[]): string[] => places.map((place) => CARDS[opened.get(keyOf(place))!]!);
    return { held: new Map(walk.order.map((seat) => [seat, named(walk.hands.get(seat)!.held ?? [])])), burned: named(walk.burned) };
  } catch (error) {
    throw error instanceof Fraud ? new Fraud("AUDIT", error.message) : error;
  }
};

const decoded = (base64: string | undefined): Uint8Array | undefined => {
  if (base64 === undefined || !/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64)) return undefined;
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
};

/** Reads a tree head that one of these keys must have signed. Without keys its signature is not checked. */
const signedHead = (checkpoint: string, keys: readonly Uint8Array[]): Head & Readonly<{ origin: string }> => {
  const blank = checkpoint.indexOf("\n\n");
  const [note, signatures] = [checkpoint.slice(0, blank + 1), checkpoint.slice(blank + 2)];
  const [origin, size, root64] = note.split("\n");
  check(blank > 0 && Boolean(origin) && signatures.endsWith("\n") && size !== undefined && root64 !== undefined, "LOG", "The tree head is no signed note.");
  const root = decoded(root64);
  check(/^(?:0|[1-9]\d{0,18})$/.test(size) && Number.isSafeInteger(Number(size)), "LOG", "The tree head has no size.");
  check(root?.length === 32, "LOG", "The tree head has no root.");
  const begins = `\u2014 ${origin} `;
  const isOurs = keys.some((key) => {
    const id = sha256(joined(text(origin!), [0x0a, 0x01], key)).slice(0, 4);
    const lines = signatures.split("\n").filter((line) => line.startsWith(begins));
    return lines.some((line) => {
      const signature = decoded(line.slice(begins.length));
      return signature?.length === 68 && same(signature.slice(0, 4), id) && isSigned(key, text(note), signature.slice(4));
    });
  });
  check(keys.length === 0 || isOurs, "LOG", "The room's key did not sign the tree head.");
  return { origin: origin!, size: Number(size), root };
};

const checkLog = (opening: Opening, { seal }: Dealing, { checkpoint, index, path }: NonNullable<Dealing["log"]>, keys: readonly Uint8Array[]): void => {
  const head = signedHead(checkpoint, keys);
  const entry = joined(prefix(0x20), u64(opening.table), u64(opening.hand), [opening.round, seal[48]!], sha256(seal));
  const over = rootOver(sha256(joined([0], entry)), index, head.size, path, logNode);
  check(over !== undefined && same(over, head.root), "LOG", "The round is not in the log of this tree head.");
};

/** Verifies that one tree head extends another. */
export const verifyHeads = (heads: Heads, keys: readonly Uint8Array[]): void => {
  const [old, now] = [signedHead(heads.old, keys), signedHead(heads.new, keys)];
  check(old.origin === now.origin && extendsHead(old, now, heads.proof), "SPLIT", "The two tree heads are of two histories.");
};

type Shown = Readonly<{ index: number; below: Hash; link: Hash; ack: Hash; digest: Hash }>;

/**
 * Verifies the proofs of a table in a row, rounds that were given up included. Fills `done` with
 * the rounds before the first fraud.
 */
export const verifySession = (proofs: readonly Proof[], known: Known = {}, done: Verified[] = []): Verified[] => {
  const [roots, shown]: [Set<string>, Map<number, Shown>] = [new Set(), new Map()];
  const { receipt, ...others } = known;
  let keys = known.keys ?? [];
  for (const proof of proofs) {
    const before = done.at(-1);
    const now = verify(proof, { ...others, keys, ...(receipt && proofs.length === 1 ? { receipt } : {}) }, before && sealsBefore(before, proof));
    if (keys.length === 0) keys = [now.opening.key];
    if (before) checkFollows(before, now.opening);
    for (const root of now.opening.roots.flat()) {
      check(!roots.has(hex(root)), "OPEN", "A root is named in two openings.");
      roots.add(hex(root));
    }
    checkVouchers(now, shown);
    done.push(now);
  }
  check(!receipt || done.some(({ opening }) => same(opening.digest, receipt)), "RECEIPT", "The player answered another opening.");
  return done;
};

/** Returns the seals that the next opening may name. A room with a new key may begin a new history. */
const sealsBefore = (before: Verified, next: Proof): Hash[] => (same(next.deal.open.slice(16, 48), before.opening.key) ? [before.seal] : [before.seal, NULL]);

const checkFollows = (before: Verified, next: Opening): void => {
  const last = before.opening;
  check(last.table === next.table, "CHAIN", "The rounds are of two tables.");
  if (!same(next.prev, before.seal)) return;
  const isNextHand = next.hand === last.hand + 1n && next.round === 0;
  const isNextRound = next.hand === last.hand && next.round === last.round + 1;
  const follows = before.outcome === "given up" ? isNextRound || (before.blame === undefined && isNextHand) : isNextHand;
  check(follows, "CHAIN", "The hand and round do not follow on the last ones.");
};

/** Checks that a link vouches for the opening that its owner answered before. */
const checkVouchers = ({ opening, deal }: Verified, shown: Map<number, Shown>): void => {
  opening.roster.forEach(({ seat, index, below: under }, at) => {
    const [last, link, ack] = [shown.get(seat), deal.links[at], deal.acks[at]];
    check(!(last?.index === index && same(last.below, under)), "LINK", `The link of seat ${seat} was known before the opening.`);
    const goesOn = last !== undefined && index === last.index + 1 && same(under, last.link);
    check(!goesOn || link === undefined || same(tagged(0x15, link, last.digest), last.ack), "ACK", `Seat ${seat} answered another opening before.`);
    if (link && ack) shown.set(seat, { index, below: under, link, ack, digest: opening.digest });
  });
};
