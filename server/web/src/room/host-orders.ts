// Decisions of a private table's host in words, for the log of everyone there.
import type { HostOrder, TableCommand, Term } from "cardroom-bot/protocol";
import { type Language, language, t } from "../words/words";
import type { InUnit } from "./rulings";
import { kebab } from "./words";

/** The reason that goes with a command if the host gives none. The server has a sentence of its own for what it announces. */
const NO_REASON: Record<Language, string> = { en: "The host decides.", de: "Der Gastgeber entscheidet." };

/** Returns the reason to send if the host typed none. */
export const noReason = (): string => NO_REASON[language()];

/** Returns the reason that the operator typed, or null if there was none. */
export const typedReason = (reason: string): string | null => (Object.values(NO_REASON).includes(reason) ? null : reason);

/** Terms that apply at once. The others apply from the next hand. */
const AT_ONCE: readonly Term[] = ["Name", "Chat", "Approval", "End", "Note"];

const termsText = (terms: Term[]): string => {
  const list = new Intl.ListFormat(language()).format(terms.map((term) => t(`ruling-term-${kebab(term)}`)));
  const when = terms.every((term) => AT_ONCE.includes(term)) ? "now" : "next";
  return t("ruling-host-change-terms", { terms: list, when });
};

/** Describes an order of the host, to follow the host's name. `called` says what a player is called at the table. */
export const hostOrderText = (order: HostOrder, operator: string, called: (name: string) => string, inUnit: InUnit): string => {
  if (order === "ShuffleSeats") return t("ruling-host-shuffle-seats");
  if ("ChangeTerms" in order) return termsText(order.ChangeTerms);
  if ("HandOver" in order) return t("ruling-host-hand-over", { name: called(order.HandOver), self: order.HandOver === operator ? "yes" : "no" });
  const [[name, held]] = Object.entries(order) as [[string, { player: string; chips?: number; amount?: number }]];
  return t(`ruling-host-${kebab(name)}`, { name: called(held.player), amount: inUnit(held.chips ?? held.amount ?? 0) });
};

/** Returns true for a command that only the host of a private table can give. */
export const isOfHost = (command: TableCommand): boolean =>
  typeof command === "object" && ("Host" in command || "GiveChips" in command || "TakeBackChips" in command);
