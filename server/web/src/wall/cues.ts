// When a wall makes a sound: at the last minute of a level, at a new level, at the end of a break.
import { useEffect, useRef } from "preact/hooks";
import type { Face } from "./face";
import { type Cue, playCue } from "./sounds";

const MINUTE_MS = 60_000;

/** What a wall showed a moment ago. */
export type Moment = Pick<Face, "phase" | "level"> & { left: number };

/** Returns the sound that belongs to the change from one moment to the next. */
export const cueOf = (before: Moment, now: Moment): Cue | null => {
  if (now.phase !== "Level") return null;
  if (before.phase === "Break") return "over";
  if (before.phase !== "Paused" && now.level > before.level) return "level";
  return before.level === now.level && before.left > MINUTE_MS && now.left <= MINUTE_MS && now.left > 0 ? "minute" : null;
};

/** Plays the sounds of a clock as it runs. */
export const useCues = ({ phase, level }: Face, left: number): void => {
  const before = useRef<Moment>({ phase, level, left });
  useEffect(() => {
    const cue = cueOf(before.current, { phase, level, left });
    before.current = { phase, level, left };
    if (cue) playCue(cue);
  }, [phase, level, Math.ceil(left / 1000)]);
};
