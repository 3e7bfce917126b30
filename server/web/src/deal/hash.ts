// Tagged hashes, streams of numbers, shuffles and Merkle trees of a deal.

import { sha256 } from "./sha2.ts";

export type Hash = Uint8Array;

const TEXT = new TextEncoder();
export const FORMAT = "cardroom-deal-1";
export const NULL = new Uint8Array(32);

/** Returns parts one behind the other. */
export const joined = (...parts: readonly ArrayLike<number>[]): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};

export const text = (words: string): Uint8Array => TEXT.encode(words);
export const u16 = (number: number): number[] => [number >>> 8, number & 255];
export const u32 = (number: number): number[] => [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255];
export const u64 = (number: bigint): number[] => [...u32(Number(number >> 32n)), ...u32(Number(number & 0xffff_ffffn))];

export const same = (one: ArrayLike<number>, two: ArrayLike<number>): boolean =>
  one.length === two.length && Array.prototype.every.call(one, (byte, at) => byte === two[at]);

export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Returns the format and a tag, with which a message begins. */
export const prefix = (tag: number): Uint8Array => joined(text(FORMAT), [tag]);

export const tagged = (tag: number, ...parts: readonly ArrayLike<number>[]): Hash => sha256(joined(prefix(tag), ...parts));

/** Returns a source of 32-bit numbers. */
export const stream = (tag: number, key: Hash, label: number): (() => number) => {
  let [block, used] = [0, 8];
  let numbers: DataView = new DataView(new ArrayBuffer(32));
  return () => {
    if (used === 8) {
      numbers = new DataView(tagged(tag, key, [label], u32(block)).buffer);
      block += 1;
      used = 0;
    }
    used += 1;
    return numbers.getUint32(4 * (used - 1));
  };
};

/** Returns a uniform number below a bound. */
export const below = (bound: number, next: () => number): number => {
  const limit = 2 ** 32 - (2 ** 32 % bound);
  let number = next();
  while (number >= limit) number = next();
  return number % bound;
};

/** Returns the items in the order of a stream. */
export const shuffled = (items: Iterable<number>, next: () => number): number[] => {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = below(last + 1, next);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
};

/** Returns the public permutation of a deck: the leaf that lies at each place. */
export const permutation = (joint: Hash, deck: number, cards: number): number[] => shuffled(Array(cards).keys(), stream(0x04, joint, deck));

export type Node = (left: Hash, right: Hash) => Hash;
export const cardNode: Node = (left, right) => tagged(0x01, left, right);
export const logNode: Node = (left, right) => sha256(joined([1], left, right));

/** Returns the root of a tree with at least one leaf, in the shape of RFC 6962. */
export const treeRoot = (leaves: readonly Hash[], node: Node): Hash => {
  if (leaves.length === 1) return leaves[0]!;
  const half = 2 ** (31 - Math.clz32(leaves.length - 1));
  return node(treeRoot(leaves.slice(0, half), node), treeRoot(leaves.slice(half), node));
};

/** Returns the root to which a path leads, or `undefined` if the path is too long or too short. */
export const rootOver = (leaf: Hash, index: number, leaves: number, path: readonly Hash[], node: Node): Hash | undefined => {
  let [at, last, hash] = [index, leaves - 1, leaf];
  if (at > last) return undefined;
  for (const sibling of path) {
    if (last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      hash = node(sibling, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else hash = node(hash, sibling);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hash : undefined;
};

/** A tree of the log: its size and root. */
export type Head = Readonly<{ size: number; root: Hash }>;

/** Tells whether a proof shows that one log is the beginning of another (RFC 9162, section 2.1.4.2). */
export const extendsHead = (old: Head, now: Head, proof: readonly Hash[]): boolean => {
  if (old.size > now.size) return false;
  if (old.size === 0 || old.size === now.size) return proof.length === 0 && (old.size === 0 || same(old.root, now.root));
  let isPower = old.size;
  while (isPower % 2 === 0) isPower /= 2;
  const [first, ...rest] = isPower === 1 ? [old.root, ...proof] : proof;
  if (first === undefined || rest.length === 0) return false;
  let [at, last, older, newer] = [old.size - 1, now.size - 1, first, first];
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      [older, newer] = [logNode(sibling, older), logNode(sibling, newer)];
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else newer = logNode(newer, sibling);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && same(older, old.root) && same(newer, now.root);
};
