// What the floor can command at a table, and what each command needs.
import type { TableCommand } from "../protocol";
import type { Command, Field } from "./form";

const seat = (label = "Seat"): Field => ({ kind: "pick", label, from: "seats" });
const chips = (label: string): Field => ({ kind: "number", label });

/** Where the room deals and counts. */
const ANYWHERE: Command<TableCommand>[] = [
  { group: "The table", name: "Pause", rule: "GAPS G-04", back: "it goes on", make: () => "Pause" },
  { group: "The table", name: "Resume", rule: "GAPS G-04", make: () => "Resume" },
  {
    group: "The table", name: "Mute a player", fields: { seat: seat() },
    make: (given) => ({ Mute: given.number("seat") }),
  },
  {
    group: "The table", name: "Unmute a player", fields: { seat: seat() },
    make: (given) => ({ Unmute: given.number("seat") }),
  },
  {
    group: "The table", name: "Set the button", rule: "TDA 35", fields: { seat: seat("The button is at") },
    make: (given) => ({ SetButton: given.number("seat") }),
  },
  { group: "The hand", name: "Void the hand", make: () => "VoidHand" },
  {
    group: "The hand", name: "Kill a hand", rule: "GAPS G-04", back: "the next card", fields: { seat: seat() },
    make: (given) => ({ KillHand: given.number("seat") }),
  },
  {
    group: "The hand", name: "Make a killed hand live again", rule: "GAPS G-04", fields: { seat: seat() },
    make: (given) => ({ RestoreHand: given.number("seat") }),
  },
  {
    group: "The hand", name: "Show a hand", rule: "TDA 18", fields: { seat: seat() },
    make: (given) => ({ ShowHand: given.number("seat") }),
  },
  {
    group: "The hand", name: "Award a pot again", rule: "TDA 22", back: "the dispute is over",
    fields: {
      from: seat("It went to"), to: seat("It belongs to"), amount: chips("Chips"),
      about: { kind: "choice", label: "What was wrong", options: [["Accounting", "the counting of chips"], ["Reading", "the reading of hands"]] },
    },
    make: (given) => ({
      ReawardPot: {
        about: given.text("about") === "Reading" ? "Reading" : "Accounting",
        from: given.number("from"), to: given.number("to"), amount: given.number("amount"),
      },
    }),
  },
  {
    group: "The turn", name: "Give more time", rule: "TDA 1", fields: { seat: seat("To act"), seconds: { kind: "number", label: "Seconds", initial: 30, least: 1 } },
    make: (given) => ({ AddTime: { seat: given.number("seat"), time_ms: given.number("seconds") * 1000 } }),
  },
  {
    group: "The turn", name: "Count the pot for a player", rule: "TDA 54-A", fields: { seat: seat("Asked by"), amount: chips("The count given") },
    make: (given) => ({ QuotePot: { seat: given.number("seat"), amount: given.number("amount") } }),
  },
];

/** Where people deal, speak and push chips. */
const HYBRID: Command<TableCommand>[] = [
  {
    group: "The turn", name: "Call the clock", rule: "TDA 29", fields: { seat: seat("On") },
    make: (given) => ({ CallClock: given.number("seat") }),
  },
  {
    group: "The wager", name: "Let a wager stand", rule: "TDA 1", fields: { seat: seat("Of"), to: chips("To") },
    make: (given) => ({ ForceWager: { seat: given.number("seat"), to: given.number("to") } }),
  },
  {
    group: "The wager", name: "Correct the last wager", rule: "TDA 52-A", fields: { seat: seat("Of"), to: chips("To") },
    make: (given) => ({ CorrectWager: { seat: given.number("seat"), to: given.number("to") } }),
  },
  {
    group: "The wager", name: "A wrong count was given", rule: "TDA 49", fields: { amount: chips("The count given") },
    make: (given) => ({ Misquote: given.number("amount") }),
  },
  { group: "The hand", name: "Deal the next street", make: () => "DealStreet" },
];

export const atTable = (hybrid: boolean): Command<TableCommand>[] => (hybrid ? [...ANYWHERE, ...HYBRID] : ANYWHERE);
