// The opening of a round, which the room signs before it knows a link, and the packs that it
// commits to.

import { check } from "./fraud.ts";
import { type Hash, cardNode, hex, prefix, same, shuffled, stream, tagged, treeRoot, u16 } from "./hash.ts";
import { sha256 } from "./sha2.ts";

const MOST_BYTES = 16384;
export const NOBODY = 0xff;
const LAST_WITNESS = 0x83;

export type Contributor = Readonly<{ seat: number; index: number; below: Hash }>;

export type Opening = Readonly<{
  digest: Hash;
  key: Uint8Array;
  table: bigint;
  hand: bigint;
  round: number;
  /** Milliseconds since 1970. Nothing rests on it. */
  time: bigint;
  prev: Hash;
  shufflesAgain: boolean;
  isStud: boolean;
  faces: readonly number[];
  shuffles: number;
  roots: readonly (readonly Hash[])[];
  script: readonly number[];
  button: number;
  dealt: readonly number[];
  roster: readonly Contributor[];
}>;

const from = (first: number): number[] => Array.from({ length: 52 - first }, (_, at) => first + at);
const FACES: readonly (readonly number[])[] = [[], from(0), from(16), [...from(0), ...from(0)]];

const isDeal = (op: number): boolean => op === 0 || op === 0x20 || op === 0x40 || ([1, 3, 5, 6].includes(op >> 4) && (op & 15) > 0);
const rises = (numbers: readonly number[]): boolean => numbers.every((number, at) => at === 0 || number > numbers[at - 1]!);

/** Reads an opening. */
export const parseOpening = (bytes: Uint8Array): Opening => {
  check(bytes.length <= MOST_BYTES, "OPEN", "The opening is longer than 16,384 bytes.");
  let at = 0;
  const take = (count: number): Uint8Array => {
    check(at + count <= bytes.length, "OPEN", "The opening ends too early.");
    at += count;
    return bytes.slice(at - count, at);
  };
  const number = (count: number): number => take(count).reduce((sum, byte) => sum * 256 + byte, 0);
  const long = (): bigint => BigInt(`0x${hex(take(8))}`);
  check(same(take(16), prefix(0x10)), "OPEN", "The opening begins with other bytes.");
  const [key, table, hand, round] = [take(32), long(), long(), number(1)];
  const [time, prev] = [long(), take(32)];
  const [flags, kind, shuffles, packs] = [number(1), number(1), number(1), number(1)];
  check(flags < 4 && kind < 4 && shuffles < 128 && packs >= 1 && packs <= 8, "OPEN", "The opening has an unknown flag, kind of deck or number of packs.");
  const faces = kind === 0 ? [...take(number(2))] : FACES[kind]!;
  check(faces.length >= 2 && faces.length <= 1024 && faces.every((face) => face < 52), "OPEN", "The opening lists faces of no deck.");
  const roots = Array.from({ length: packs }, () => Array.from({ length: 1 + shuffles }, () => take(32)));
  check(new Set(roots.flat().map(hex)).size === packs * (1 + shuffles), "OPEN", "The opening names a root twice.");
  const script = [...take(number(1))];
  check(script.every(isDeal), "OPEN", "The script of the opening has an unknown deal.");
  const button = number(1);
  const dealt = [...take(number(1))];
  const roster = Array.from({ length: number(1) }, () => ({ seat: number(1), index: number(4), below: take(32) }));
  check(rises(dealt) && rises(roster.map((entry) => entry.seat)), "OPEN", "The seats of the opening are not in ascending order.");
  const isPossible = roster.every(({ seat, index }) => seat <= LAST_WITNESS && index >= 1 && index <= 65536);
  check(isPossible, "OPEN", "The opening asks for a link that no chain has.");
  check(at === bytes.length, "OPEN", "Bytes follow the opening.");
  const [shufflesAgain, isStud] = [(flags & 1) !== 0, (flags & 2) !== 0];
  return { digest: sha256(bytes), key, table, hand, round, time, prev, shufflesAgain, isStud, faces, shuffles, roots, script, button, dealt, roster };
};

/** Returns the hash of a card, which is a leaf of its deck's tree. */
export const leafOf = (salt: Hash, deck: number, leaf: number, card: number): Hash => tagged(0x00, salt, [deck], u16(leaf), [card]);

/** Returns the secret order of a deck: the card of each leaf. */
export const secretOrder = (faces: readonly number[], seed: Hash, deck: number): number[] => shuffled(faces, stream(0x03, seed, deck));

const deckRoot = (faces: readonly number[], seed: Hash, deck: number): Hash => {
  const leaves = secretOrder(faces, seed, deck).map((card, leaf) => leafOf(tagged(0x02, seed, [deck], u16(leaf)), deck, leaf, card));
  return treeRoot(leaves, cardNode);
};

/** Tells whether a seed makes the decks that the opening commits to for a pack. */
export const isPack = (opening: Opening, pack: number, seed: Hash): boolean =>
  opening.roots[pack]?.every((root, deck) => same(deckRoot(opening.faces, seed, deck), root)) ?? false;
