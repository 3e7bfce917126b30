// Names of players, as the page shows them. The server's names are unique in the room: guests who
// share one have a number behind it, as in `Anna#2`. The page leaves the number out until another
// Anna comes to the table. Messages to the server have the whole name.

const TAG = /#\d+$/;
const LAST = "cardroom.name";

/** Returns a guest's name without the number that tells namesakes apart. */
export const untagged = (name: string): string => name.replace(TAG, "");

/** Returns the name that a player is called by among these others, by their whole names. */
export const calledAmong = (name: string, others: Iterable<string>): string => {
  const short = untagged(name);
  if (short === name || !short) return name;
  const same = short.toLowerCase();
  for (const other of others) if (other !== name && untagged(other).toLowerCase() === same) return name;
  return short;
};

/** Returns `true` for a name that the room made up. */
export const isMadeUp = (name: string): boolean => /^guest-/i.test(name);

/** Returns the name that a player of this browser had last, to offer it again; empty if there is none. */
export const lastName = (): string => localStorage.getItem(LAST) ?? "";
export const rememberName = (name: string): void => {
  if (!isMadeUp(name)) localStorage.setItem(LAST, untagged(name));
};

/** Letters of the scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Isolates a text from the sentence around it, so that a name from right to left does not reorder
 * the rest.
 */
export const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);

const MARKS = "cardroom.marks";
/** The most accounts whose marks a browser keeps. */
const MOST_MARKS = 4;
/** How much of a resume token tells the room that it gave the token to the account. */
const MARK_LENGTH = 35;

/**
 * Keeps the mark of an account's token. It is no credential, and outlives the token: a login that
 * shows it does not wait while strangers guess the account's password.
 */
export const rememberMark = (name: string, token: string): void => {
  const key = name.toLowerCase();
  const others = marks().filter(([known]) => known !== key);
  localStorage.setItem(MARKS, JSON.stringify([...others, [key, token.slice(0, MARK_LENGTH)]].slice(-MOST_MARKS)));
};

/** Returns the mark of an account that has been signed in to in this browser. */
export const markOf = (name: string): string | null => marks().find(([known]) => known === name.toLowerCase())?.[1] ?? null;

const marks = (): [string, string][] => JSON.parse(localStorage.getItem(MARKS) ?? "[]") as [string, string][];
