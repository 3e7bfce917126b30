// A line of a hand's log: a text of the catalog and its arguments. It is formatted when it is
// shown, so it follows the language and the unit of amounts.
import type { Card } from "cardroom-bot/protocol";
import { language, t } from "../words/words";
import { withMade } from "./hand-words";
import type { Value } from "./money";
import { settings } from "./settings";
import { cardNames, inUnit, rankWord } from "./words";

/** Chips, in the unit that the player chose. */
export class Amount {
  constructor(readonly chips: number) {}
}
/** Cards, which a line shows as cards. A line has at most one such group. */
export class Cards {
  constructor(readonly cards: Card[]) {}
}
/** A hand that the server named, and the rank of the kicker that decided. */
export class Named {
  constructor(
    readonly hand: string,
    readonly kicker: string | null = null,
  ) {}
}
/** A part of a sentence that is itself a text of the catalog. */
export class Phrase {
  constructor(
    readonly message: string,
    readonly args: Arguments = {},
  ) {}
}

/** A text that is written when the line is shown, with amounts in the line's unit. */
type Written = (inUnit: (chips: number) => string) => string;
type Argument = string | number | Amount | Cards | Named | Phrase | Written;
export type Arguments = Record<string, Argument>;

/** A part of a line: words, or cards. */
export type Part = string | Card[];

export type LineKind = "deal" | "action" | "result" | "table" | "floor";

/** A placeholder for the cards in a text. */
const CARDS = "\u0001";

let count = 0;

export class Line {
  readonly id = ++count;
  /** The step of the table that the line belongs to. In a replay, the step of the replay. */
  step = 0;
  private shown: { stamp: string; parts: Part[]; text: string } | null = null;

  constructor(
    /** The number of the hand, if the line belongs to one. */
    readonly hand: number | null,
    readonly kind: LineKind,
    private readonly bigBlind: number,
    private readonly value: Value,
    private readonly message: string,
    private readonly args: Arguments,
  ) {}

  /** Changes with the language and the unit. */
  static get stamp(): string {
    return `${language()} ${settings.bigBlinds} ${settings.money}`;
  }

  get parts(): Part[] {
    return this.show().parts;
  }
  /** The line as plain text. */
  get text(): string {
    return this.show().text;
  }

  private show(): { parts: Part[]; text: string } {
    if (this.shown?.stamp === Line.stamp) return this.shown;
    const written = this.write(this.message, this.args);
    const cards = cardsIn(this.args);
    const parts = written.split(CARDS).flatMap((part, index): Part[] => (index ? [cards, part] : [part])).filter((part) => part.length > 0);
    const text = written.replaceAll(CARDS, cardNames(cards));
    this.shown = { stamp: Line.stamp, parts, text };
    return this.shown;
  }

  private write(message: string, args: Arguments): string {
    const amount = (chips: number): string => inUnit(chips, this.bigBlind, this.value);
    const words = Object.entries(args).map(([name, value]): [string, string | number] => {
      if (value instanceof Amount) return [name, amount(value.chips)];
      if (value instanceof Cards) return [name, CARDS];
      if (value instanceof Named) return [name, named(value)];
      if (value instanceof Phrase) return [name, this.write(value.message, value.args)];
      if (typeof value === "function") return [name, value(amount)];
      return [name, value];
    });
    return t(message, Object.fromEntries(words));
  }
}

const named = ({ hand, kicker }: Named): string =>
  kicker ? t("word-with-kicker", { hand: withMade(hand), rank: rankWord(kicker) }) : withMade(hand);

const cardsIn = (args: Arguments): Card[] => {
  for (const value of Object.values(args)) {
    if (value instanceof Cards) return value.cards;
    if (value instanceof Phrase) {
      const within = cardsIn(value.args);
      if (within.length) return within;
    }
  }
  return [];
};
