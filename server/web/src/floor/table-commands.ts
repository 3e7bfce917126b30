// The floor's commands at a table, with the inputs of each.
import type { TableCommand } from "../protocol";
import type { Command, Field } from "./form";

const seat = (label = "floor-seat"): Field => ({ kind: "pick", label, from: "seats" });
const chips = (label: string): Field => ({ kind: "number", label });

/** The commands at tables where the server deals and counts. */
const ANYWHERE: Command<TableCommand>[] = [
  { group: "floor-group-table", name: "floor-pause", rule: "GAPS G-04", back: "floor-until-resumed", make: () => "Pause" },
  { group: "floor-group-table", name: "floor-resume", rule: "GAPS G-04", make: () => "Resume" },
  {
    group: "floor-group-table", name: "floor-set-button", rule: "TDA 35", fields: { seat: seat("floor-button-at") },
    make: (given) => ({ SetButton: given.number("seat") }),
  },
  { group: "floor-group-hand", name: "floor-void-hand", make: () => "VoidHand" },
  {
    group: "floor-group-hand", name: "floor-kill-hand", rule: "GAPS G-04", back: "floor-until-next-card", fields: { seat: seat() },
    make: (given) => ({ KillHand: given.number("seat") }),
  },
  {
    group: "floor-group-hand", name: "floor-restore-hand", rule: "GAPS G-04", fields: { seat: seat() },
    make: (given) => ({ RestoreHand: given.number("seat") }),
  },
  {
    group: "floor-group-hand", name: "floor-show-hand", rule: "TDA 18", fields: { seat: seat() },
    make: (given) => ({ ShowHand: given.number("seat") }),
  },
  {
    group: "floor-group-hand", name: "floor-reaward-pot", rule: "TDA 22", back: "floor-until-dispute-over",
    fields: {
      from: seat("floor-went-to"), to: seat("floor-belongs-to"), amount: chips("floor-chips"),
      about: { kind: "choice", label: "floor-dispute", options: [["Accounting", "floor-dispute-accounting"], ["Reading", "floor-dispute-reading"]] },
    },
    make: (given) => ({
      ReawardPot: {
        about: given.text("about") === "Reading" ? "Reading" : "Accounting",
        from: given.number("from"), to: given.number("to"), amount: given.number("amount"),
      },
    }),
  },
  { group: "floor-group-talk", name: "floor-mute", fields: { seat: seat() }, make: (given) => ({ Mute: given.number("seat") }) },
  { group: "floor-group-talk", name: "floor-unmute", fields: { seat: seat() }, make: (given) => ({ Unmute: given.number("seat") }) },
  {
    group: "floor-group-turn", name: "floor-add-turn-time", rule: "TDA 1", fields: { seat: seat("floor-to-act"), seconds: { kind: "number", label: "floor-seconds", initial: 30, least: 1 } },
    make: (given) => ({ AddTime: { seat: given.number("seat"), time_ms: given.number("seconds") * 1000 } }),
  },
  {
    group: "floor-group-turn", name: "floor-quote-pot", rule: "TDA 54-A", fields: { seat: seat("floor-asked-by"), amount: chips("floor-count-given") },
    make: (given) => ({ QuotePot: { seat: given.number("seat"), amount: given.number("amount") } }),
  },
];

/** Returns the seat and the name of a player, as stored in the list of players. */
const ofPlayer = (picked: string): { seat: number; player: string } => {
  const [, seat = "", player = ""] = /^(\d+) (.*)$/.exec(picked) ?? [];
  return { seat: Number(seat), player };
};
const player: Field = { kind: "pick", label: "floor-player", from: "players" };

/** The commands of a private table's host, who owns the chips. */
const HOSTED: Command<TableCommand>[] = [
  {
    group: "floor-group-chips", name: "floor-give-chips", fields: { player, amount: { kind: "number", label: "floor-chips", least: 1 } },
    make: (given) => ({ GiveChips: { ...ofPlayer(given.text("player")), amount: given.number("amount") } }),
  },
  {
    group: "floor-group-chips", name: "floor-take-back-chips", fields: { player, amount: { kind: "number", label: "floor-chips", least: 1 } },
    make: (given) => ({ TakeBackChips: { ...ofPlayer(given.text("player")), amount: given.number("amount") } }),
  },
];

/** The commands at tables where people deal, speak and push chips. */
const HYBRID: Command<TableCommand>[] = [
  {
    group: "floor-group-turn", name: "floor-call-clock", rule: "TDA 29", fields: { seat: seat("floor-clock-on") },
    make: (given) => ({ CallClock: given.number("seat") }),
  },
  {
    group: "floor-group-wager", name: "floor-force-wager", rule: "TDA 1", fields: { seat: seat("floor-wager-of"), to: chips("floor-wager-to") },
    make: (given) => ({ ForceWager: { seat: given.number("seat"), to: given.number("to") } }),
  },
  {
    group: "floor-group-wager", name: "floor-correct-wager", rule: "TDA 52-A", fields: { seat: seat("floor-wager-of"), to: chips("floor-wager-to") },
    make: (given) => ({ CorrectWager: { seat: given.number("seat"), to: given.number("to") } }),
  },
  {
    group: "floor-group-wager", name: "floor-misquote", rule: "TDA 49", fields: { amount: chips("floor-count-given") },
    make: (given) => ({ Misquote: given.number("amount") }),
  },
  { group: "floor-group-hand", name: "floor-deal-street", make: () => "DealStreet" },
];

export const atTable = (hybrid: boolean, hosts: boolean): Command<TableCommand>[] => [
  ...ANYWHERE,
  ...(hosts ? HOSTED : []),
  ...(hybrid ? HYBRID : []),
];
