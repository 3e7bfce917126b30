// What the floor can command in a tournament, and what each command needs.
import type { TournamentCommand } from "../protocol";
import type { Command, Field } from "./form";

const entry = (label = "Player"): Field => ({ kind: "pick", label, from: "entries" });
const table = (label = "Table"): Field => ({ kind: "pick", label, from: "tables" });
const place: Field = { kind: "pick", label: "Seat", from: "seats", optional: "any" };
const number = (label: string, initial?: number, least = 0): Field => ({ kind: "number", label, initial, least });

type EntryCommand = "RemoveEntry" | "Warn" | "LiftPenalty" | "PickUp" | "Mute" | "Unmute";
/** A command about one entry and nothing else. */
const about = (group: string, name: string, kind: EntryCommand, more: Partial<Command<TournamentCommand>> = {}): Command<TournamentCommand> => ({
  group, name, fields: { entry: entry() }, make: (given) => ({ [kind]: given.number("entry") }) as TournamentCommand, ...more,
});
type TableOrder = "BreakTable" | "HaltTable" | "WaiveHalt";
const atTable = (name: string, kind: TableOrder, more: Partial<Command<TournamentCommand>> = {}): Command<TournamentCommand> => ({
  group: "Tables", name, fields: { table: table() }, make: (given) => ({ [kind]: given.number("table") }) as TournamentCommand, ...more,
});

const CLOCK = "the clock goes on to something else";

export const IN_A_TOURNAMENT: Command<TournamentCommand>[] = [
  { group: "The clock", name: "Pause", rule: "GAPS G-04", make: () => "Pause" },
  { group: "The clock", name: "Resume", rule: "GAPS G-04", make: () => "Resume" },
  {
    group: "The clock", name: "Add time", rule: "GAPS G-04", back: CLOCK, fields: { seconds: number("Seconds", 60, 1) },
    make: (given) => ({ AddTime: given.number("seconds") }),
  },
  {
    group: "The clock", name: "Take time", rule: "GAPS G-04", back: CLOCK, fields: { seconds: number("Seconds", 60, 1) },
    make: (given) => ({ TakeTime: given.number("seconds") }),
  },
  {
    group: "The clock", name: "Set level and clock", rule: "GAPS G-04", back: CLOCK, fields: { level: number("Level", 1, 1), seconds: number("Seconds left", 600) },
    make: (given) => ({ SetClock: { level: given.number("level"), seconds_left: given.number("seconds") } }),
  },
  {
    group: "The clock", name: "Start at another time", rule: "GAPS G-04", back: "it begins", fields: { at: { kind: "when", label: "It starts" } },
    make: (given) => ({ ChangeStart: given.number("at") }),
  },
  {
    group: "Entries", name: "Enter a player", rule: "TDA 8", back: "it begins", fields: { name: { kind: "text", label: "Name of the account" } },
    make: (given) => ({ EnterPlayer: given.text("name").trim() }),
  },
  about("Entries", "Take an entry back", "RemoveEntry"),
  { group: "Entries", name: "Close entries", make: () => "CloseEntry" },
  {
    group: "Seats", name: "Pin to a seat before the draw", rule: "TDA 6", back: "the end", fields: { entry: entry(), table: number("Table, from 1", 1, 1), seat: place },
    make: (given) => ({ PinSeat: { entry: given.number("entry"), table: given.number("table"), seat: given.maybe("seat") } }),
  },
  {
    group: "Seats", name: "Keep two apart at the draw", rule: "TDA 6", back: "the end", fields: { one: entry("One"), other: entry("The other") },
    make: (given) => ({ KeepApart: { one: given.number("one"), other: given.number("other") } }),
  },
  {
    group: "Seats", name: "Seat somebody who waits", fields: { entry: entry(), table: table(), seat: place },
    make: (given) => ({ Seat: { entry: given.number("entry"), table: given.number("table"), seat: given.maybe("seat") } }),
  },
  {
    group: "Seats", name: "Move a player", rule: "TDA 11", fields: { entry: entry(), table: table("To table"), seat: place },
    make: (given) => ({ Move: { entry: given.number("entry"), table: given.number("table"), seat: given.maybe("seat") } }),
  },
  { group: "Seats", name: "Draw all seats anew", make: () => "Redraw" },
  { group: "Tables", name: "Balance now", rule: "TDA 11", make: () => "BalanceNow" },
  atTable("Break a table", "BreakTable", { rule: "TDA 10" }),
  atTable("Halt a table", "HaltTable", { rule: "TDA 11-D", back: "it goes on" }),
  atTable("Let a halted table go on", "WaiveHalt", { rule: "TDA 11-D" }),
  {
    group: "Tables", name: "Hand for hand", rule: "TDA RP-8", back: "it ends", fields: { on: { kind: "choice", label: "It", options: [["on", "begins"], ["off", "ends"]] } },
    make: (given) => ({ HandForHand: given.text("on") === "on" }),
  },
  about("Penalties", "Warn", "Warn", { rule: "TDA 71" }),
  {
    group: "Penalties", name: "Miss hands", rule: "TDA 71", back: "the player is out", fields: { entry: entry(), hands: number("Hands", 1, 1) },
    make: (given) => ({ MissHands: { entry: given.number("entry"), hands: given.number("hands") } }),
  },
  {
    group: "Penalties", name: "Miss rounds", rule: "TDA 71", back: "the player is out", fields: { entry: entry(), rounds: number("Rounds", 1, 1) },
    make: (given) => ({ MissRounds: { entry: given.number("entry"), rounds: given.number("rounds") } }),
  },
  about("Penalties", "Lift what is left of a penalty", "LiftPenalty", { rule: "TDA 71", back: "the player is out" }),
  {
    group: "Penalties", name: "Take chips away", rule: "TDA 71", back: "the player is out", fields: { entry: entry(), chips: number("Chips", undefined, 1) },
    make: (given) => ({ Forfeit: { entry: given.number("entry"), chips: given.number("chips") } }),
  },
  {
    group: "Penalties", name: "Set a stack", rule: "TDA 71", back: "the player is out or has fewer", fields: { entry: entry(), chips: number("Chips") },
    make: (given) => ({ SetStack: { entry: given.number("entry"), chips: given.number("chips") } }),
  },
  about("Penalties", "Pick up the stack of who is away", "PickUp", { rule: "TDA 71-D", back: "the hand in progress is over" }),
  {
    group: "Penalties", name: "Disqualify", rule: "TDA 71-D", back: "the hand in progress is over",
    fields: { entry: entry(), keeps: { kind: "check", label: "Keeps the prize of the place" } },
    make: (given) => ({ Disqualify: { entry: given.number("entry"), keeps_prize: given.is("keeps") } }),
  },
  {
    group: "Penalties", name: "Ban", rule: "GAPS G-04", back: "the end", fields: { entry: entry(), days: number("Days for others of its kind", 0) },
    make: (given) => ({ Ban: { entry: given.number("entry"), days: given.number("days") } }),
  },
  about("Talk", "Mute", "Mute", { rule: "GAPS G-04", back: "the end" }),
  about("Talk", "Let talk again", "Unmute", { rule: "GAPS G-04", back: "the end" }),
  { group: "Talk", name: "Announce", fields: { text: { kind: "text", label: "What everybody is told", long: true } }, make: (given) => ({ Announce: given.text("text") }) },
  {
    group: "The end", name: "Deals among players", rule: "GAPS G-44", back: "the end",
    fields: { on: { kind: "choice", label: "They", options: [["on", "may be proposed"], ["off", "may not be proposed"]] } },
    make: (given) => ({ AllowDeals: given.text("on") === "on" }),
  },
  {
    group: "The end", name: "Call it off",
    fields: {
      refund: { kind: "choice", label: "Returned is", options: [["Everything", "everything, to everybody"], ["ByStacks", "the pool, by stacks"], ["Evenly", "the pool, in equal parts"]] },
    },
    make: (given) => {
      const refund = given.text("refund");
      return { Cancel: refund === "ByStacks" || refund === "Evenly" ? refund : "Everything" };
    },
  },
];

/** What the host of a private one may order: nobody is entered but by themselves. */
export const IN_A_PRIVATE_ONE = IN_A_TOURNAMENT.filter(({ name }) => name !== "Enter a player");

/** What of it `Undo` takes back; the server has the last word. */
const TAKEN_BACK = [
  "SetClock", "AddTime", "TakeTime", "ChangeStart", "EnterPlayer", "PinSeat", "KeepApart", "HaltTable", "HandForHand", "MissHands", "MissRounds",
  "LiftPenalty", "Forfeit", "SetStack", "Disqualify", "PickUp", "AllowDeals", "Mute", "Unmute", "Ban",
];
export const mayBeTakenBack = (command: TournamentCommand): boolean =>
  TAKEN_BACK.includes(typeof command === "string" ? command : (Object.keys(command)[0] ?? ""));
