// The floor's commands in a tournament, with the inputs of each.
import type { AnteKind, Betting, ChipOrder, Lot, Stage, TournamentCommand } from "../protocol";
import type { Command, Field, Given } from "./form";

const entry = (label = "floor-player"): Field => ({ kind: "pick", label, from: "entries" });
const table = (label = "floor-table"): Field => ({ kind: "pick", label, from: "tables" });
const place: Field = { kind: "pick", label: "floor-seat", from: "seats", optional: "floor-any-seat" };
const number = (label: string, initial?: number, least = 0): Field => ({ kind: "number", label, initial, least });

type EntryCommand = "RemoveEntry" | "Warn" | "LiftPenalty" | "PickUp" | "ForfeitBonus" | "Mute" | "Unmute";
/** A command about one entry and nothing else. */
const about = (group: string, name: string, kind: EntryCommand, more: Partial<Command<TournamentCommand>> = {}): Command<TournamentCommand> => ({
  group, name, fields: { entry: entry() }, make: (given) => ({ [kind]: given.number("entry") }) as TournamentCommand, ...more,
});
type TableOrder = "BreakTable" | "HaltTable" | "WaiveHalt";
const atTable = (name: string, kind: TableOrder, more: Partial<Command<TournamentCommand>> = {}): Command<TournamentCommand> => ({
  group: "floor-group-tables", name, fields: { table: table() }, make: (given) => ({ [kind]: given.number("table") }) as TournamentCommand, ...more,
});

/** Up to three players and their chips. */
const PARTS: Record<string, Field> = {
  one: entry(), oneChips: number("floor-chips", undefined, 1),
  two: { kind: "pick", label: "floor-second-player", from: "entries", optional: "floor-nobody-else" }, twoChips: number("floor-chips", 0),
  three: { kind: "pick", label: "floor-third-player", from: "entries", optional: "floor-nobody-else" }, threeChips: number("floor-chips", 0),
};
const parts = (given: Given): ChipOrder[] =>
  ["one", "two", "three"].flatMap((key) => {
    const whose = given.maybe(key);
    return whose === null ? [] : [{ entry: whose, chips: given.number(`${key}Chips`) }];
  });

/** Parses lots, one on each line: a text, or `#12` for entry 12. */
const lots = (text: string): Lot[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => (/^#\d+$/.test(line) ? { Entry: Number(line.slice(1)) } : { Text: line }));

/**
 * Parses levels and breaks, one on each line: `200/400 400 20` for blinds, ante and minutes, `break
 * 10 100` for minutes and the smallest chip from then on.
 */
const stages = (given: Given): Stage[] => {
  let unit = given.number("unit");
  const betting = given.text("betting") as Betting;
  const payer = given.text("payer") as AnteKind;
  const lines = given.text("rows").split("\n").map((line) => line.trim()).filter(Boolean);
  return lines.map((line) => {
    const pause = /^break (\d+)(?: (\d+))?$/i.exec(line);
    if (pause) {
      const new_unit = pause[2] ? Number(pause[2]) : null;
      unit = new_unit ?? unit;
      return { Break: { seconds: Number(pause[1]) * 60, new_unit } };
    }
    // Any other line becomes a level that the server rejects.
    const [, small, big, bring, ante, minutes] = /^(\d+)\/(\d+)(?:\/(\d+))?(?: (\d+))? (\d+)$/.exec(line) ?? [];
    const [small_blind, big_blind, bring_in, paid] = [small, big, bring, ante].map((amount) => Number(amount ?? 0)) as [number, number, number, number];
    return {
      Level: { level: 0, seconds: Number(minutes ?? 0) * 60, stakes: { betting, small_blind, big_blind, bring_in, ante: paid, ante_kind: paid ? payer : "None", unit } },
    };
  });
};

const CLOCK = "floor-until-clock-moves";

export const IN_A_TOURNAMENT: Command<TournamentCommand>[] = [
  { group: "floor-group-clock", name: "floor-pause", rule: "GAPS G-04", make: () => "Pause" },
  { group: "floor-group-clock", name: "floor-resume", rule: "GAPS G-04", make: () => "Resume" },
  {
    group: "floor-group-clock", name: "floor-add-time", rule: "GAPS G-04", back: CLOCK, fields: { seconds: number("floor-seconds", 60, 1) },
    make: (given) => ({ AddTime: given.number("seconds") }),
  },
  {
    group: "floor-group-clock", name: "floor-take-time", rule: "GAPS G-04", back: CLOCK, fields: { seconds: number("floor-seconds", 60, 1) },
    make: (given) => ({ TakeTime: given.number("seconds") }),
  },
  {
    group: "floor-group-clock", name: "floor-set-clock", rule: "GAPS G-04", back: CLOCK, fields: { level: number("floor-level", 1, 1), seconds: number("floor-seconds-left", 600) },
    make: (given) => ({ SetClock: { level: given.number("level"), seconds_left: given.number("seconds") } }),
  },
  {
    group: "floor-group-clock", name: "floor-change-levels", rule: "TNPL A9", back: "floor-until-next-level",
    fields: {
      rows: { kind: "lines", label: "floor-levels-rows" },
      betting: { kind: "choice", label: "floor-levels-betting", options: [["NoLimit", "floor-no-limit"], ["PotLimit", "floor-pot-limit"], ["FixedLimit", "floor-fixed-limit"]] },
      payer: { kind: "choice", label: "floor-levels-ante", options: [["BigBlind", "floor-ante-big-blind"], ["Each", "floor-ante-each"], ["Button", "floor-ante-button"]] },
      unit: number("floor-levels-unit", 1, 1),
    },
    make: (given) => ({ ChangeLevels: { stages: stages(given) } }),
  },
  {
    group: "floor-group-clock", name: "floor-change-start", rule: "GAPS G-04", back: "floor-until-start", fields: { at: { kind: "when", label: "floor-starts" } },
    make: (given) => ({ ChangeStart: given.number("at") }),
  },
  {
    group: "floor-group-entries", name: "floor-enter-player", rule: "TDA 8", back: "floor-until-start", fields: { name: { kind: "text", label: "floor-account-name" } },
    make: (given) => ({ EnterPlayer: given.text("name").trim() }),
  },
  about("floor-group-entries", "floor-remove-entry", "RemoveEntry"),
  { group: "floor-group-entries", name: "floor-close-entry", make: () => "CloseEntry" },
  {
    group: "floor-group-seats", name: "floor-pin-seat", rule: "TDA 6", back: "floor-until-end", fields: { entry: entry(), table: number("floor-table-number", 1, 1), seat: place },
    make: (given) => ({ PinSeat: { entry: given.number("entry"), table: given.number("table"), seat: given.maybe("seat") } }),
  },
  {
    group: "floor-group-seats", name: "floor-keep-apart", rule: "TDA 6", back: "floor-until-end", fields: { one: entry("floor-one"), other: entry("floor-other") },
    make: (given) => ({ KeepApart: { one: given.number("one"), other: given.number("other") } }),
  },
  {
    group: "floor-group-seats", name: "floor-extra-players", rule: "TFPL 2c-7", back: "floor-until-start", fields: { tables: number("floor-extra-tables", 1) },
    make: (given) => ({ ExtraPlayers: given.number("tables") }),
  },
  {
    group: "floor-group-seats", name: "floor-seat-player", fields: { entry: entry(), table: table(), seat: place },
    make: (given) => ({ Seat: { entry: given.number("entry"), table: given.number("table"), seat: given.maybe("seat") } }),
  },
  {
    group: "floor-group-seats", name: "floor-move-player", rule: "TDA 11", fields: { entry: entry(), table: table("floor-to-table"), seat: place },
    make: (given) => ({ Move: { entry: given.number("entry"), table: given.number("table"), seat: given.maybe("seat") } }),
  },
  { group: "floor-group-seats", name: "floor-redraw", make: () => "Redraw" },
  { group: "floor-group-tables", name: "floor-balance", rule: "TDA 11", make: () => "BalanceNow" },
  atTable("floor-break-table", "BreakTable", { rule: "TDA 10" }),
  atTable("floor-halt-table", "HaltTable", { rule: "TDA 11-D", back: "floor-until-resumed" }),
  atTable("floor-waive-halt", "WaiveHalt", { rule: "TDA 11-D" }),
  {
    group: "floor-group-tables", name: "floor-color-up", rule: "TDA 25-B",
    fields: {
      unit: number("floor-levels-unit", 100, 2), table: { kind: "pick", label: "floor-table", from: "tables", optional: "floor-all-tables" },
      method: { kind: "choice", label: "floor-color-up-how", options: [["", "floor-by-the-book"], ["Race", "floor-race"], ["RoundUp", "floor-round-up"]] },
    },
    make: (given) => {
      const method = given.text("method");
      return { ColorUp: { table: given.maybe("table"), unit: given.number("unit"), method: method === "Race" || method === "RoundUp" ? method : null } };
    },
  },
  {
    group: "floor-group-tables", name: "floor-hand-for-hand", rule: "TDA RP-8", back: "floor-until-hand-for-hand-ends", fields: { on: { kind: "choice", label: "floor-hand-for-hand-now", options: [["on", "floor-begins"], ["off", "floor-ends"]] } },
    make: (given) => ({ HandForHand: given.text("on") === "on" }),
  },
  {
    group: "floor-group-chips", name: "floor-impound", rule: "TFPL 2a-6", fields: { table: table(), ...PARTS },
    make: (given) => ({ Impound: { table: given.number("table"), parts: parts(given) } }),
  },
  {
    group: "floor-group-chips", name: "floor-release-pot", rule: "TFPL 2a-6", fields: { pot: { kind: "pick", label: "floor-pot", from: "pots" }, ...PARTS },
    make: (given) => ({ ReleasePot: { pot: given.number("pot"), parts: parts(given) } }),
  },
  {
    group: "floor-group-chips", name: "floor-give-bonus", rule: "TFPL 6-27", fields: { entry: entry(), chips: number("floor-chips", undefined, 1) },
    make: (given) => ({ GiveBonus: { entry: given.number("entry"), chips: given.number("chips") } }),
  },
  about("floor-group-chips", "floor-forfeit-bonus", "ForfeitBonus", { rule: "TFPL 6-27" }),
  about("floor-group-penalties", "floor-warn", "Warn", { rule: "TDA 71" }),
  {
    group: "floor-group-penalties", name: "floor-miss-hands", rule: "TDA 71", back: "floor-until-out", fields: { entry: entry(), hands: number("floor-hands", 1, 1) },
    make: (given) => ({ MissHands: { entry: given.number("entry"), hands: given.number("hands") } }),
  },
  {
    group: "floor-group-penalties", name: "floor-miss-rounds", rule: "TDA 71", back: "floor-until-out", fields: { entry: entry(), rounds: number("floor-rounds", 1, 1) },
    make: (given) => ({ MissRounds: { entry: given.number("entry"), rounds: given.number("rounds") } }),
  },
  about("floor-group-penalties", "floor-lift-penalty", "LiftPenalty", { rule: "TDA 71", back: "floor-until-out" }),
  {
    group: "floor-group-penalties", name: "floor-forfeit", rule: "TDA 71", back: "floor-until-out", fields: { entry: entry(), chips: number("floor-chips", undefined, 1) },
    make: (given) => ({ Forfeit: { entry: given.number("entry"), chips: given.number("chips") } }),
  },
  {
    group: "floor-group-penalties", name: "floor-set-stack", rule: "TDA 71", back: "floor-until-out-or-fewer", fields: { entry: entry(), chips: number("floor-chips") },
    make: (given) => ({ SetStack: { entry: given.number("entry"), chips: given.number("chips") } }),
  },
  about("floor-group-penalties", "floor-pick-up", "PickUp", { rule: "TDA 71-D", back: "floor-until-hand-over" }),
  {
    group: "floor-group-penalties", name: "floor-disqualify", rule: "TDA 71-D", back: "floor-until-hand-over",
    fields: { entry: entry(), keeps: { kind: "check", label: "floor-keeps-prize" } },
    make: (given) => ({ Disqualify: { entry: given.number("entry"), keeps_prize: given.is("keeps") } }),
  },
  {
    group: "floor-group-penalties", name: "floor-ban-entry", rule: "GAPS G-04", back: "floor-until-end", fields: { entry: entry(), days: number("floor-ban-days", 0) },
    make: (given) => ({ Ban: { entry: given.number("entry"), days: given.number("days") } }),
  },
  about("floor-group-talk", "floor-mute", "Mute", { rule: "GAPS G-04", back: "floor-until-end" }),
  about("floor-group-talk", "floor-unmute", "Unmute", { rule: "GAPS G-04", back: "floor-until-end" }),
  { group: "floor-group-talk", name: "floor-announce", fields: { text: { kind: "text", label: "floor-announcement", long: true } }, make: (given) => ({ Announce: given.text("text") }) },
  {
    group: "floor-group-talk", name: "floor-draw-lots", rule: "TDA RP-14",
    fields: { about: { kind: "text", label: "floor-draw-about" }, lots: { kind: "lines", label: "floor-draw-from" }, count: number("floor-draw-count", 1, 1) },
    make: (given) => ({ DrawLots: { about: given.text("about"), lots: lots(given.text("lots")), count: given.number("count"), result: null } }),
  },
  {
    group: "floor-group-end", name: "floor-allow-deals", rule: "GAPS G-44", back: "floor-until-end",
    fields: { on: { kind: "choice", label: "floor-deals-now", options: [["on", "floor-deals-on"], ["off", "floor-deals-off"]] } },
    make: (given) => ({ AllowDeals: given.text("on") === "on" }),
  },
  {
    group: "floor-group-end", name: "floor-cancel",
    fields: {
      refund: { kind: "choice", label: "floor-refund", options: [["Everything", "floor-refund-everything"], ["ByStacks", "floor-refund-by-stacks"], ["Evenly", "floor-refund-evenly"]] },
    },
    make: (given) => {
      const refund = given.text("refund");
      return { Cancel: refund === "ByStacks" || refund === "Evenly" ? refund : "Everything" };
    },
  },
];

/** The commands of a private tournament's host. Players enter it only by themselves. */
export const IN_A_PRIVATE_ONE = IN_A_TOURNAMENT.filter(({ name }) => name !== "floor-enter-player");

/** The commands that can be undone. The server has the last word. */
const TAKEN_BACK = [
  "SetClock", "AddTime", "TakeTime", "ChangeStart", "ChangeLevels", "ExtraPlayers", "EnterPlayer", "PinSeat", "KeepApart", "HaltTable", "HandForHand", "MissHands", "MissRounds",
  "LiftPenalty", "Forfeit", "SetStack", "floor-disqualify", "PickUp", "AllowDeals", "floor-mute", "Unmute", "Ban",
];
export const mayBeTakenBack = (command: TournamentCommand): boolean =>
  TAKEN_BACK.includes(typeof command === "string" ? command : (Object.keys(command)[0] ?? ""));
