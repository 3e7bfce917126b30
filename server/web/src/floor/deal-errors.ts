// What can go wrong with the cards of a real table, as the floor reports it. What it comes to is the server's to
// say.
import type { DealError } from "../protocol";
import type { Command, Field } from "./form";

const seat = (label = "Whose cards"): Field => ({ kind: "pick", label, from: "seats" });
const card = (label = "Which card"): Field => ({ kind: "pick", label, from: "cards" });
const count = (label: string, initial = 1): Field => ({ kind: "number", label, initial });
const known: Field = { kind: "check", label: "Its cards are known for certain" };

const KINDS: Command<DealError>[] = [
  {
    group: "A card", name: "A card was exposed", rule: "TDA 35", fields: { seat: seat(), card: card() },
    make: (given) => ({ Exposed: { seat: given.number("seat"), place: given.number("card") } }),
  },
  {
    group: "A card", name: "A card went off the table", rule: "TDA 35", fields: { seat: seat(), card: card() },
    make: (given) => ({ OffTable: { seat: given.number("seat"), place: given.number("card") } }),
  },
  {
    group: "A card", name: "A card of another game", fields: { seat: { kind: "pick", label: "Found", from: "seats", optional: "in the stub" } },
    make: (given) => ({ NonStandard: given.maybe("seat") }),
  },
  {
    group: "A boxed card", name: "Boxed cards, the last in a hand", fields: { seat: seat(), card: card("Where it lay"), cards: count("How many") },
    make: (given) => ({ Boxed: { cards: given.number("cards"), at: { Hand: { seat: given.number("seat"), place: given.number("card") } } } }),
  },
  {
    group: "A boxed card", name: "Boxed cards, the last on the board", fields: { card: { kind: "pick", label: "Which of the board", from: "board" }, cards: count("How many") },
    make: (given) => ({ Boxed: { cards: given.number("cards"), at: { Board: given.number("card") } } }),
  },
  {
    group: "A boxed card", name: "Boxed cards, the last in the stub", fields: { cards: count("How many") },
    make: (given) => ({ Boxed: { cards: given.number("cards"), at: "Stub" } }),
  },
  {
    group: "A boxed card", name: "Boxed cards, the last was burned", fields: { cards: count("How many") },
    make: (given) => ({ Boxed: { cards: given.number("cards"), at: "Burn" } }),
  },
  { group: "The deal", name: "Dealt out of order", rule: "TDA 35", make: () => "OutOfSequence" },
  {
    group: "The deal", name: "Cards to a seat without a hand", rule: "TDA 35", fields: { seat: { kind: "pick", label: "Which seat", from: "places" } },
    make: (given) => ({ NotEntitled: given.number("seat") }),
  },
  {
    group: "The deal", name: "A seat was left out", rule: "TDA 35", fields: { seat: { kind: "pick", label: "Which seat", from: "places" } },
    make: (given) => ({ LeftOut: given.number("seat") }),
  },
  {
    group: "The deal", name: "Too many or too few cards", rule: "TDA 35", fields: { seat: seat(), cards: count("How many there are", 3) },
    make: (given) => ({ CardCount: { seat: given.number("seat"), cards: given.number("cards") } }),
  },
  { group: "The deck", name: "Two equal cards", make: () => ({ FouledDeck: "TwoEqual" }) },
  { group: "The deck", name: "A card with another back", make: () => ({ FouledDeck: "OtherBack" }) },
  { group: "The deck", name: "Another back, in the stub", make: () => ({ FouledDeck: "OtherBackInStub" }) },
  { group: "The deck", name: "A card is missing", make: () => ({ FouledDeck: "Missing" }) },
  {
    group: "The board", name: "A flop of four cards", rule: "TDA 37", fields: { known: { kind: "check", label: "The burn is known" } },
    make: (given) => ({ FourCardFlop: given.is("known") }),
  },
  {
    group: "The board", name: "A flop without a burn", rule: "TDA 37", fields: { turned: { kind: "check", label: "Its cards were turned over" } },
    make: (given) => ({ NoBurn: given.is("turned") }),
  },
  {
    group: "The board", name: "A wrong number of burns", fields: { burned: count("Cards burned", 2), turned: { kind: "check", label: "Cards were turned over" } },
    make: (given) => ({ Burns: { burned: given.number("burned"), exposed: given.is("turned") } }),
  },
  {
    group: "The board", name: "Cards came too early", rule: "TDA 38", fields: { since: count("Actions since", 0) },
    make: (given) => ({ Premature: given.number("since") }),
  },
  {
    group: "The stub", name: "The stub was dropped",
    fields: { now: { kind: "choice", label: "It", options: [["Rebuilt", "was put together in its order"], ["Disordered", "lost its order"], ["Mixed", "is mixed with the muck"]] } },
    make: (given) => {
      const now = given.text("now");
      return { DroppedStub: now === "Mixed" || now === "Disordered" ? now : "Rebuilt" };
    },
  },
  {
    group: "A hand", name: "A hand was touched by other cards",
    fields: { seat: seat(), other: { kind: "pick", label: "It came into", from: "seats", optional: "the muck" }, known },
    make: (given) => ({ Touched: { seat: given.number("seat"), other: given.maybe("other"), identified: given.is("known") } }),
  },
  {
    group: "A hand", name: "The dealer took a hand", rule: "TDA 65", fields: { seat: seat(), known },
    make: (given) => ({ TakenByDealer: { seat: given.number("seat"), identified: given.is("known") } }),
  },
];

/** At a plain table the room deals: nothing else can be wrong. */
const AT_ANY_TABLE = KINDS.filter((kind) => kind.name === "Two equal cards");

export const dealErrors = (hybrid: boolean): Command<DealError>[] => (hybrid ? KINDS : AT_ANY_TABLE);
