// Newcomers: the name that the page makes up for a guest, and whether to offer another one.
import { t } from "../words/words";

const KEY = "cardroom.newcomer";

interface Newcomer {
  account: string;
  /** The guest has had a seat, so another account would lose chips. */
  played: boolean;
}

/** Returns a name such as "Amber Fox", in the language of the page. */
export const madeUpName = (): string => {
  const one = (id: string): string => {
    const words = t(id).split(" ");
    return words[Math.floor(Math.random() * words.length)] ?? "";
  };
  return t("account-made-up", { first: one("account-made-up-first"), second: one("account-made-up-second") });
};

const remember = (newcomer: Newcomer): void => localStorage.setItem(KEY, JSON.stringify(newcomer));

/** Returns the guest who plays under a made-up name and was not asked yet. */
export const newcomer = (): Newcomer | null => JSON.parse(localStorage.getItem(KEY) ?? "null") as Newcomer | null;

/** Remembers that a guest plays under a made-up name. */
export const arrived = (account: string): void => remember({ account, played: false });

/** Remembers that the guest has had a seat. */
export const hasPlayed = (): void => {
  const known = newcomer();
  if (known && !known.played) remember({ ...known, played: true });
};

/** The guest was asked. */
export const answered = (): void => localStorage.removeItem(KEY);
