// Errors of the deal at a real table, as the floor reports them. The server decides the outcome.
import type { DealError } from "../protocol";
import type { Command, Field } from "./form";

const seat = (label = "floor-whose-cards"): Field => ({ kind: "pick", label, from: "seats" });
const card = (label = "floor-which-card"): Field => ({ kind: "pick", label, from: "cards" });
const count = (label: string, initial = 1): Field => ({ kind: "number", label, initial });
const known: Field = { kind: "check", label: "floor-cards-known" };

const KINDS: Command<DealError>[] = [
  {
    group: "floor-group-card", name: "floor-error-exposed", rule: "TDA 35", fields: { seat: seat(), card: card() },
    make: (given) => ({ Exposed: { seat: given.number("seat"), place: given.number("card") } }),
  },
  {
    group: "floor-group-card", name: "floor-error-off-table", rule: "TDA 35", fields: { seat: seat(), card: card() },
    make: (given) => ({ OffTable: { seat: given.number("seat"), place: given.number("card") } }),
  },
  {
    group: "floor-group-card", name: "floor-error-foreign", fields: { seat: { kind: "pick", label: "floor-found-at", from: "seats", optional: "floor-in-stub" } },
    make: (given) => ({ NonStandard: given.maybe("seat") }),
  },
  {
    group: "floor-group-boxed", name: "floor-error-boxed-hand", fields: { seat: seat(), card: card("floor-lay-at"), cards: count("floor-how-many") },
    make: (given) => ({ Boxed: { cards: given.number("cards"), at: { Hand: { seat: given.number("seat"), place: given.number("card") } } } }),
  },
  {
    group: "floor-group-boxed", name: "floor-error-boxed-board", fields: { card: { kind: "pick", label: "floor-board-card", from: "board" }, cards: count("floor-how-many") },
    make: (given) => ({ Boxed: { cards: given.number("cards"), at: { Board: given.number("card") } } }),
  },
  {
    group: "floor-group-boxed", name: "floor-error-boxed-stub", fields: { cards: count("floor-how-many") },
    make: (given) => ({ Boxed: { cards: given.number("cards"), at: "Stub" } }),
  },
  {
    group: "floor-group-boxed", name: "floor-error-boxed-burn", fields: { cards: count("floor-how-many") },
    make: (given) => ({ Boxed: { cards: given.number("cards"), at: "Burn" } }),
  },
  { group: "floor-group-deal", name: "floor-error-order", rule: "TDA 35", make: () => "OutOfSequence" },
  {
    group: "floor-group-deal", name: "floor-error-not-entitled", rule: "TDA 35", fields: { seat: { kind: "pick", label: "floor-which-seat", from: "places" } },
    make: (given) => ({ NotEntitled: given.number("seat") }),
  },
  {
    group: "floor-group-deal", name: "floor-error-left-out", rule: "TDA 35", fields: { seat: { kind: "pick", label: "floor-which-seat", from: "places" } },
    make: (given) => ({ LeftOut: given.number("seat") }),
  },
  {
    group: "floor-group-deal", name: "floor-error-card-count", rule: "TDA 35", fields: { seat: seat(), cards: count("floor-cards-held", 3) },
    make: (given) => ({ CardCount: { seat: given.number("seat"), cards: given.number("cards") } }),
  },
  { group: "floor-group-deck", name: "floor-error-two-equal", make: () => ({ FouledDeck: "TwoEqual" }) },
  { group: "floor-group-deck", name: "floor-error-other-back", make: () => ({ FouledDeck: "OtherBack" }) },
  { group: "floor-group-deck", name: "floor-error-other-back-stub", make: () => ({ FouledDeck: "OtherBackInStub" }) },
  { group: "floor-group-deck", name: "floor-error-missing", make: () => ({ FouledDeck: "Missing" }) },
  {
    group: "floor-group-board", name: "floor-error-four-card-flop", rule: "TDA 37", fields: { known: { kind: "check", label: "floor-burn-known" } },
    make: (given) => ({ FourCardFlop: given.is("known") }),
  },
  {
    group: "floor-group-board", name: "floor-error-no-burn", rule: "TDA 37", fields: { turned: { kind: "check", label: "floor-flop-turned" } },
    make: (given) => ({ NoBurn: given.is("turned") }),
  },
  {
    group: "floor-group-board", name: "floor-error-burns", fields: { burned: count("floor-burned", 2), turned: { kind: "check", label: "floor-cards-turned" } },
    make: (given) => ({ Burns: { burned: given.number("burned"), exposed: given.is("turned") } }),
  },
  {
    group: "floor-group-board", name: "floor-error-premature", rule: "TDA 38", fields: { since: count("floor-actions-since", 0) },
    make: (given) => ({ Premature: given.number("since") }),
  },
  {
    group: "floor-group-stub", name: "floor-error-stub",
    fields: { now: { kind: "choice", label: "floor-stub-now", options: [["Rebuilt", "floor-stub-rebuilt"], ["Disordered", "floor-stub-disordered"], ["Mixed", "floor-stub-mixed"]] } },
    make: (given) => {
      const now = given.text("now");
      return { DroppedStub: now === "Mixed" || now === "Disordered" ? now : "Rebuilt" };
    },
  },
  {
    group: "floor-group-hand", name: "floor-error-touched",
    fields: { seat: seat(), other: { kind: "pick", label: "floor-touched-by", from: "seats", optional: "floor-the-muck" }, known },
    make: (given) => ({ Touched: { seat: given.number("seat"), other: given.maybe("other"), identified: given.is("known") } }),
  },
  {
    group: "floor-group-hand", name: "floor-error-taken", rule: "TDA 65", fields: { seat: seat(), known },
    make: (given) => ({ TakenByDealer: { seat: given.number("seat"), identified: given.is("known") } }),
  },
];

/** At a plain table the server deals, so nothing else can go wrong. */
const AT_ANY_TABLE = KINDS.filter((kind) => kind.name === "floor-error-two-equal");

export const dealErrors = (hybrid: boolean): Command<DealError>[] => (hybrid ? KINDS : AT_ANY_TABLE);
