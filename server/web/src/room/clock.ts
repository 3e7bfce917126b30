// The page's own clock, for whatever is drawn anew as time goes by. A component is drawn when
// something it shows has changed, and not in between: every drawing costs a frame, and a phone's
// battery.
import { useEffect, useState } from "preact/hooks";

/** A moment on the page's own clock (`performance.now()`), if there is one. */
type Moment = number | null | undefined;

const SECOND_MS = 1000;

/** The first of these moments that is still to come. */
const first = (now: number, moments: Moment[]): number | null => {
  const ahead = moments.filter((moment): moment is number => typeof moment === "number" && moment > now);
  return ahead.length ? Math.min(...ahead) : null;
};

/** When what is left until a moment is a whole second less, as `clock` says it. */
const nextSecond = (now: number, end: Moment): Moment =>
  typeof end === "number" && end > now ? end - (Math.ceil((end - now) / SECOND_MS) - 1) * SECOND_MS : null;

/** The time now; the component is drawn again at the next of the moments that `next` names. */
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

/** The time now. The component is drawn again when one of these moments has come. */
export const useMoments = (...moments: Moment[]): number => useWaking((now) => first(now, moments));

/** The time now. The component is drawn again whenever another second of what is left until one of these is gone. */
export const useCountdown = (...ends: Moment[]): number =>
  useWaking((now) => first(now, ends.map((end) => nextSecond(now, end))));
