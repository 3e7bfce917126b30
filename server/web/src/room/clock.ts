// The page's own clock, for everything that changes as time passes. A component renders only when
// something it shows has changed: every rendering costs a frame, and battery on a phone.
import { useEffect, useState } from "preact/hooks";

/** A moment on the page's own clock (`performance.now()`), if there is one. */
type Moment = number | null | undefined;

const SECOND_MS = 1000;

/** Returns the first of these moments that is still ahead. */
const first = (now: number, moments: Moment[]): number | null => {
  const ahead = moments.filter((moment): moment is number => typeof moment === "number" && moment > now);
  return ahead.length ? Math.min(...ahead) : null;
};

/** Returns when the time left, as `clock` shows it, drops by another second. */
const nextSecond = (now: number, end: Moment): Moment =>
  typeof end === "number" && end > now ? end - (Math.ceil((end - now) / SECOND_MS) - 1) * SECOND_MS : null;

/**
 * Returns the current time. The component renders again at the next of the moments that `next`
 * names.
 */
const useWaking = (next: (now: number) => number | null): number => {
  const [woken, wake] = useState(0);
  const now = performance.now();
  const at = next(now);
  useEffect(() => {
    if (at === null) return;
    const timer = setTimeout(() => wake((count) => count + 1), Math.ceil(at - performance.now()));
    return () => clearTimeout(timer);
  }, [at, woken]);
  return now;
};

/** Returns the current time. The component renders again at each of these moments. */
export const useMoments = (...moments: Moment[]): number => useWaking((now) => first(now, moments));

/**
 * Returns the current time. The component renders again whenever the time left until one of these
 * moments drops by a second.
 */
export const useCountdown = (...ends: Moment[]): number =>
  useWaking((now) => first(now, ends.map((end) => nextSecond(now, end))));
