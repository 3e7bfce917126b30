// SHA-256 and SHA-512 in plain TypeScript. `crypto.subtle` is missing where a page has no secure
// context, and awaiting it for each of a thousand short hashes takes longer than computing them.

/** Returns the first primes. */
const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let number = 2; found.length < count; number += 1) if (found.every((prime) => number % prime !== 0)) found.push(number);
  return found;
};

/** Returns the whole part of the root of `number << shift`, of degree 2 or 3. */
const root = (number: bigint, degree: bigint): bigint => {
  let [low, high] = [0n, number];
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** degree <= number) low = middle;
    else high = middle - 1n;
  }
  return low;
};

/** Returns the first 64 bits behind the point of the roots of the first primes. */
const fractions = (count: number, degree: bigint): bigint[] =>
  primes(count).map((prime) => root(BigInt(prime) << (64n * degree), degree) & 0xffff_ffff_ffff_ffffn);

const ROUNDS = fractions(80, 3n);
const START = fractions(8, 2n);
const ROUNDS_256 = Uint32Array.from(ROUNDS.slice(0, 64), (word) => Number(word >> 32n));
const START_256 = Uint32Array.from(START, (word) => Number(word >> 32n));

/** Returns a message with its padding: a one, zeros, and its length in bits. */
const padded = (message: Uint8Array, block: number, length: number): DataView => {
  const blocks = Math.ceil((message.length + 1 + length) / block);
  const bytes = new Uint8Array(blocks * block);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(message.length / 0x2000_0000));
  view.setUint32(bytes.length - 4, (message.length << 3) >>> 0);
  return view;
};

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

const WORDS = new Uint32Array(64);

/** Mixes one block of 64 bytes into the state. */
const mix = (state: Uint32Array, view: DataView, at: number): void => {
  for (let word = 0; word < 16; word += 1) WORDS[word] = view.getUint32(at + 4 * word);
  for (let word = 16; word < 64; word += 1) {
    const [early, late] = [WORDS[word - 15]!, WORDS[word - 2]!];
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    WORDS[word] = WORDS[word - 16]! + first + WORDS[word - 7]! + second;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let round = 0; round < 64; round += 1) {
    const chosen = (e & f) ^ (~e & g);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + ROUNDS_256[round]! + WORDS[round]!) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] = state[index]! + word));
};

/** Returns the SHA-256 hash of a message. */
export const sha256 = (message: Uint8Array): Uint8Array => {
  const [view, state] = [padded(message, 64, 8), START_256.slice()];
  for (let at = 0; at < view.byteLength; at += 64) mix(state, view, at);
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => hash.setUint32(4 * index, word));
  return new Uint8Array(hash.buffer);
};

const MOST = 0xffff_ffff_ffff_ffffn;
const turned64 = (word: bigint, by: bigint): bigint => ((word >> by) | (word << (64n - by))) & MOST;

/** Returns the SHA-512 hash of a message. Signatures need it once each, so that big integers are fast enough. */
export const sha512 = (message: Uint8Array): Uint8Array => {
  const view = padded(message, 128, 16);
  const state = START.slice();
  for (let at = 0; at < view.byteLength; at += 128) {
    const words = Array.from({ length: 16 }, (_, word) => view.getBigUint64(at + 8 * word));
    for (let word = 16; word < 80; word += 1) {
      const [early, late] = [words[word - 15]!, words[word - 2]!];
      const first = turned64(early, 1n) ^ turned64(early, 8n) ^ (early >> 7n);
      const second = turned64(late, 19n) ^ turned64(late, 61n) ^ (late >> 6n);
      words.push((words[word - 16]! + first + words[word - 7]! + second) & MOST);
    }
    let [a, b, c, d, e, f, g, h] = state as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
    words.forEach((word, round) => {
      const chosen = (e & f) ^ (~e & MOST & g);
      const one = h + (turned64(e, 14n) ^ turned64(e, 18n) ^ turned64(e, 41n)) + chosen + ROUNDS[round]! + word;
      const two = (turned64(a, 28n) ^ turned64(a, 34n) ^ turned64(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) & MOST, c, b, a, (one + two) & MOST];
    });
    [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] = (state[index]! + word) & MOST));
  }
  const hash = new DataView(new ArrayBuffer(64));
  state.forEach((word, index) => hash.setBigUint64(8 * index, word));
  return new Uint8Array(hash.buffer);
};
