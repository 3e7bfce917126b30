// Proof files: one proof, all proofs of a table in a row, or two tree heads. Every other shape is
// refused with its line.

import { Unreadable } from "./fraud.ts";
import { FORMAT, type Hash } from "./hash.ts";
import { type Fields, type Value, isFields, isList, parse } from "./json.ts";

const MOST_BYTES = 1024 * 1024;
export const CARDS: readonly string[] = Array.from("23456789TJQKA").flatMap((rank) => Array.from("cdhs", (suit) => rank + suit));

export type Card = number;
export type At = Readonly<{ deck: number; place: number }>;
export type OpenedCard = At & Readonly<{ card: Card; salt: Hash; path: readonly Hash[] }>;
export type Skip = At & Readonly<{ seat: number }>;
export type Toss = Readonly<{ seat: number; count: number; commitment: Hash; open?: Readonly<{ picks: number; salt: Hash }> }>;
export type SeatCards = Readonly<{ seat: number; dealt: readonly Card[]; draws: readonly Readonly<{ gave: readonly Card[]; got: readonly Card[] }>[] }>;

/** An event that a verifier needs. */
export type Event =
  | Readonly<{ kind: "started"; hand: number; button: number; dealt: readonly number[] }>
  | Readonly<{ kind: "down"; each: number }>
  | Readonly<{ kind: "up"; cards: readonly Readonly<{ seat: number; card: Card }>[] }>
  | Readonly<{ kind: "board"; board: number; cards: readonly Card[] }>
  | Readonly<{ kind: "boards"; boards: number }>
  | Readonly<{ kind: "folded" | "restored"; seat: number }>
  | Readonly<{ kind: "began"; least: number; most: number; replaced: boolean }>
  | Readonly<{ kind: "discarded" | "drawn"; seat: number; count: number }>
  | Readonly<{ kind: "shuffled"; seat: number | undefined; cards: number }>
  | Readonly<{ kind: "shown"; seat: number; cards: readonly Card[] }>
  | Readonly<{ kind: "ended" | "voided"; hand: number }>
  | Readonly<{ kind: "rabbit"; cards: readonly Card[] }>
  | Readonly<{ kind: "after"; hand: number; seat: number; cards: readonly Card[] }>;

/** The part of a hand's record that a verifier needs. Without a viewer it may be for nobody, or not say for whom it is. */
export type HandRecord = Readonly<{ table: number; hand: number; viewer: number | undefined; namesViewer: boolean; events: readonly Event[]; cards: readonly SeatCards[] }>;

export type Dealing = Readonly<{
  open: Uint8Array;
  signature: Uint8Array;
  links: readonly (Hash | undefined)[];
  acks: readonly (Hash | undefined)[];
  spares: readonly Readonly<{ pack: number; seed: Hash }>[];
  seeds: readonly Hash[];
  cards: readonly OpenedCard[];
  skips: readonly Skip[];
  tosses: readonly Toss[];
  seal: Uint8Array;
  log: Readonly<{ checkpoint: string; index: number; path: readonly Hash[] }> | undefined;
  seed: Hash | undefined;
}>;

/** The proof of one round. A round that was given up has no record. */
export type Proof = Readonly<{ record: HandRecord | undefined; deal: Dealing; receipt: Hash | undefined }>;
export type Heads = Readonly<{ old: string; new: string; proof: readonly Hash[] }>;
export type ProofFile = Readonly<{ proofs?: readonly Proof[]; heads?: Heads; seat?: number }>;

/** Reads one part of a file. `line` is where the part is named. */
type Read<T> = (value: Value | undefined, name: string, line: number) => T;

const fail = (line: number, sentence: string): never => {
  throw new Unreadable(line, sentence);
};

const words: Read<string> = (value, name, line) => (typeof value === "string" ? value : fail(line, `${name} is no text.`));

const hexOf =
  (size?: number): Read<Uint8Array> =>
  (value, name, line) => {
    const isHex = typeof value === "string" && /^(?:[0-9a-f]{2})*$/.test(value) && (size === undefined || value.length === 2 * size);
    if (!isHex) return fail(line, `${name} is no lower-case hex of its length.`);
    return Uint8Array.from({ length: value.length / 2 }, (_, at) => parseInt(value.slice(2 * at, 2 * at + 2), 16));
  };
const hash = hexOf(32);

const upTo =
  (most: number): Read<number> =>
  (value, name, line) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most ? (value as number) : fail(line, `${name} is no number from 0 to ${most}.`);
const byte = upTo(255);
const long = upTo(Number.MAX_SAFE_INTEGER);

const flag: Read<boolean> = (value, name, line) => (typeof value === "boolean" ? value : fail(line, `${name} is neither true nor false.`));
const card: Read<Card> = (value, name, line) => (CARDS.includes(value as string) ? CARDS.indexOf(value as string) : fail(line, `${name} has a card that is no card.`));

const maybe =
  <T>(read: Read<T>): Read<T | undefined> =>
  (value, name, line) =>
    value === null || value === undefined ? undefined : read(value, name, line);

const list =
  <T>(read: Read<T>, most: number): Read<T[]> =>
  (value, name, line) => {
    if (!isList(value)) return fail(line, `${name} is no list.`);
    if (value.items.length > most) return fail(value.line, `${name} is too long.`);
    return value.items.map((item) => read(item, name, isList(item) || isFields(item) ? item.line : value.line));
  };
const cards = list(card, 255);
const lists = <T>(read: Read<T>, most: number): Read<T[]> => (value, name, line) => (value === undefined ? [] : list(read, most)(value, name, line));

/** Reads an object with these fields. Others are refused, unless the object is part of the record. */
const object =
  <T>(reads: { [K in keyof T]-?: Read<T[K]> }, isStrict: boolean, optional: readonly string[] = []): Read<T> =>
  (value, name, line) => {
    if (!isFields(value)) return fail(line, `${name} is no object.`);
    if (isStrict) for (const [field, at] of value.lines) if (!(field in reads)) return fail(at, `${name} has the unknown field ${field}.`);
    const read: Partial<T> = {};
    for (const field of Object.keys(reads) as (keyof T & string)[]) {
      if (!value.names.has(field) && !optional.includes(field)) return fail(value.line, `${name} lacks the field ${field}.`);
      read[field] = reads[field](value.names.get(field), field, value.lines.get(field) ?? value.line);
    }
    return read as T;
  };

const inRecord = <T>(reads: { [K in keyof T]-?: Read<T[K]> }, optional: readonly string[] = []): Read<T> => object(reads, false, optional);

/** Returns an action or a command, which is a text or an object with its name. */
const named: Read<string | Fields> = (value, name, line) => (typeof value === "string" || isFields(value) ? value : fail(line, `${name} has another type.`));
const fold: Read<boolean> = (value, name, line) => named(value, name, line) === "Fold";
const restored: Read<number | undefined> = (value, name, line) => {
  const command = value === undefined ? "" : named(value, name, line);
  return isFields(command) && command.names.has("RestoreHand") ? byte(command.names.get("RestoreHand"), name, line) : undefined;
};

/** Makes the reader of an event from the readers of its fields. */
const event =
  <T>(kind: string, reads: { [K in keyof T]-?: Read<T[K]> }): Read<Event | undefined> =>
  (value, name, line) => ({ kind, ...inRecord(reads)(value, name, line) }) as unknown as Event;

const EVENTS: Readonly<Record<string, Read<Event | undefined>>> = {
  HandStarted: event("started", { hand: long, button: byte, dealt: list(byte, 255) }),
  CardsDealt: event("down", { each: byte }),
  UpCardsDealt: event("up", { cards: list(inRecord<{ seat: number; card: Card }>({ seat: byte, card }), 255) }),
  BoardDealt: event("board", { board: byte, cards }),
  RunItAgreed: event("boards", { boards: byte }),
  Acted: (value, name, line) => {
    const { seat, action } = inRecord<{ seat: number; action: boolean }>({ seat: byte, action: fold })(value, name, line);
    return action ? { kind: "folded", seat } : undefined;
  },
  HandKilled: event("folded", { seat: byte }),
  FloorOrdered: (value, name, line) => {
    const seat = inRecord<{ command: number | undefined }>({ command: restored }, ["command"])(value, name, line).command;
    return seat === undefined ? undefined : { kind: "restored", seat };
  },
  DrawBegan: event("began", { least: byte, most: byte, replaced: flag }),
  Discarded: event("discarded", { seat: byte, count: byte }),
  Drawn: event("drawn", { seat: byte, count: byte }),
  Reshuffled: (value, name, line) => {
    const read = inRecord<{ seat: number | undefined; cards: number }>({ seat: maybe(byte), cards: byte }, ["seat"])(value, name, line);
    return { kind: "shuffled", ...read };
  },
  HandTabled: event("shown", { seat: byte, cards }),
  HandExposed: event("shown", { seat: byte, cards }),
  HandEnded: event("ended", { hand: long }),
  HandVoided: event("voided", { hand: long }),
  RabbitShown: event("rabbit", { cards }),
  CardsShown: event("after", { hand: long, seat: byte, cards }),
};

const anyEvent: Read<Event | undefined> = (value, _, line) => {
  if (typeof value === "string") return undefined;
  if (!isFields(value) || value.names.size !== 1) return fail(line, "An event has one name.");
  const [[named, body]] = [...value.names] as [[string, Value]];
  return Object.hasOwn(EVENTS, named) ? EVENTS[named]!(body, named, value.lines.get(named) ?? line) : undefined;
};

const readRecord: Read<HandRecord> = (value, name, line) => {
  const draw = inRecord<{ gave: Card[]; got: Card[] }>({ gave: cards, got: cards });
  const steps = list(inRecord<{ events: (Event | undefined)[] }>({ events: list(anyEvent, MOST_BYTES) }), MOST_BYTES);
  const read = inRecord<{ table: number; hand: number; viewer: number | undefined; steps: { events: (Event | undefined)[] }[]; cards: SeatCards[] }>(
    { table: long, hand: long, viewer: maybe(byte), steps, cards: list(inRecord<SeatCards>({ seat: byte, dealt: cards, draws: list(draw, 255) }), 255) },
    ["viewer"],
  )(value, name, line);
  const events = read.steps.flatMap((step) => step.events).filter((known) => known !== undefined);
  return { ...read, namesViewer: isFields(value) && value.names.has("viewer"), events };
};

const toss: Read<Toss> = (value, name, line) => {
  const read = object<{ seat: number; count: number; commitment: Hash; picks: number | undefined; salt: Hash | undefined }>(
    { seat: byte, count: byte, commitment: hash, picks: maybe(byte), salt: maybe(hash) },
    true,
    ["picks", "salt"],
  )(value, name, line);
  const { picks, salt, ...known } = read;
  if ((picks === undefined) !== (salt === undefined)) return fail(line, "A toss has picks or a salt, and not both.");
  return picks === undefined || salt === undefined ? known : { ...known, open: { picks, salt } };
};

const deal: Read<Dealing> = object<Dealing>(
  {
    open: hexOf(),
    signature: hexOf(64),
    links: list(maybe(hash), 255),
    acks: list(maybe(hash), 255),
    spares: lists(object<{ pack: number; seed: Hash }>({ pack: byte, seed: hash }, true), 255),
    seeds: lists(hash, 255),
    cards: lists(object<OpenedCard>({ deck: byte, place: upTo(65535), card, salt: hash, path: list(hash, 255) }, true), 65535),
    skips: lists(object<Skip>({ deck: byte, place: upTo(65535), seat: byte }, true), 65535),
    tosses: lists(toss, 256),
    seal: hexOf(),
    log: maybe(object<{ checkpoint: string; index: number; path: Hash[] }>({ checkpoint: words, index: long, path: list(hash, 255) }, true)),
    seed: maybe(hash),
  },
  true,
  ["spares", "seeds", "cards", "skips", "tosses", "log", "seed"],
);

const format: Read<string> = (value, _, line) => (value === FORMAT ? FORMAT : fail(line, "The format is not cardroom-deal-1."));
const proof: Read<Proof> = object<Proof & { format: string }>({ format, record: maybe(readRecord), deal, receipt: maybe(hash) }, true, ["receipt"]);

const heads: Read<Heads> = object<Heads>({ old: words, new: words, proof: list(hash, 255) }, true);

const content = (value: Value): ProofFile => {
  if (isList(value)) return value.items.length === 0 ? fail(value.line, "The session has no proof.") : { proofs: list(proof, MOST_BYTES)(value, "the session", value.line) };
  if (isFields(value) && value.names.has("old")) return { heads: heads(value, "the file", value.line) };
  return { proofs: [proof(value, "the proof", 1)] };
};

/** Tells whether an object is a published case of fraud: a proof, its code, and what it asks of a verifier. */
const isCase = (value: Value): value is Fields => isFields(value) && ["code", "options", "proof"].every((name) => value.names.has(name));

/** Reads a file. */
export const readFile = (file: Uint8Array): ProofFile => {
  if (file.length > MOST_BYTES) fail(1, "The file is longer than 1 MiB.");
  let source = "";
  try {
    source = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file);
  } catch {
    fail(1, "The file is not UTF-8.");
  }
  const value = parse(source);
  if (!isCase(value)) return content(value);
  const options = value.names.get("options");
  const seat = isFields(options) ? options.names.get("seat") : undefined;
  return { ...content(value.names.get("proof")!), ...(typeof seat === "number" ? { seat } : {}) };
};
