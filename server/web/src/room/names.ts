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
