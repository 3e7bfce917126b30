// Whether the room has feeds for calendars. The page asks once, when it first shows a tournament.

let asked: Promise<boolean> | null = null;

const ask = async (): Promise<boolean> => {
  try {
    const answer = await fetch("/version");
    const { feeds } = (await answer.json()) as { feeds?: boolean };
    return feeds === true;
  } catch {
    // A later page asks again.
    asked = null;
    return false;
  }
};

/** Returns `true` if the room has feeds. */
export const haveFeeds = (): Promise<boolean> => (asked ??= ask());
