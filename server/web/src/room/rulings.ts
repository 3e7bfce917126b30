// Rulings as a player would say them at the table.
import type { DealRemedy, Matter, Ruled, RulingOption, TableCommand } from "../protocol";
import { hasText, t } from "../words/words";
import { cardNames, chips, choice, kebab, spaced } from "./words";

/** Returns the name of a choice, and its contents. */
const taken = (value: string | object): [name: string, held: unknown] =>
  typeof value === "string" ? [value, null] : (Object.entries(value)[0] as [string, unknown]);

/** Returns a function that names the identifiers with a text, and spells out any other. */
const named = (id: (name: string) => string) => (name: string, args?: Record<string, string | number>): string =>
  hasText(id(kebab(name))) ? t(id(kebab(name)), args) : spaced(name);

const remedyNamed = named((name) => `ruling-remedy-${name}`);

/** Describes the remedy for an error of the deal. */
export const remedySentence = (remedy: DealRemedy, name: (seat: number) => string): string => {
  if (typeof remedy === "string") return remedyNamed(remedy);
  if ("Dead" in remedy) return t("ruling-remedy-dead", { names: remedy.Dead.map(name).join(", ") });
  if ("Shown" in remedy) return t("ruling-remedy-shown", { cards: cardNames([remedy.Shown]) });
  if ("Replaced" in remedy) return t("ruling-remedy-replaced", { cards: cardNames([remedy.Replaced]) });
  if ("UpCard" in remedy) return t("ruling-remedy-up-card", { cards: cardNames([remedy.UpCard]) });
  if ("Scrapped" in remedy) return t("ruling-remedy-scrapped");
  if ("Board" in remedy) return t("ruling-remedy-board", { cards: cardNames(remedy.Board.cards) });
  const { back } = remedy.Stub;
  return back.length ? t("ruling-remedy-stub-back", { cards: cardNames(back) }) : t("ruling-remedy-stub");
};

const kindNamed = named((name) => `ruling-kind-${name}`);

/** Describes a ruling as a player would say it at the table. */
export const rulingSentence = (ruled: Ruled): string => {
  const sum = ruled.wager_to === null ? "none" : "some";
  const ruling = kindNamed(ruled.kind, { sum, to: chips(ruled.wager_to ?? 0) });
  const back = ruled.returned ? [t("ruling-returned", { amount: chips(ruled.returned) })] : [];
  const more = ruled.adds ? [t("ruling-adds", { amount: chips(ruled.adds) })] : [];
  return [ruling, ...back, ...more].join(", ");
};

/**
 * Returns whether a question is about the whole table. An error of the deal is, and any other
 * question is about one player.
 */
export const isOfAll = (matter: Matter): boolean => typeof matter === "object" && "Deal" in matter;

const errorNamed = named((name) => `ruling-error-${name}`);
const matterNamed = named((name) => `ruling-matter-${name}`);

/** Describes a question to the floor. */
export const matterText = (matter: Matter): string => {
  if (typeof matter === "object" && "Deal" in matter) return t("ruling-matter-deal", { error: errorNamed(taken(matter.Deal)[0]) });
  return matterNamed(taken(matter)[0]);
};

const optionNamed = named((name) => `ruling-option-${name}`);

/** Describes an option for a ruling. */
export const optionText = (option: RulingOption): string => {
  const [name, held] = taken(option);
  return optionNamed(name, { amount: chips(typeof held === "number" ? held : 0) });
};

const commandNamed = named((name) => `ruling-command-${name}`);

/** Describes a command of the floor. */
export const commandText = (command: TableCommand): string => {
  const [name] = taken(command);
  const text = commandNamed(name);
  return text === spaced(name) ? choice(command) : text;
};
