// The face of a clock at a moment, as far as the structure says it. A wall begins a level when its
// time comes, before it hears of it, so all walls of a room change together.
import type { ClockView, LevelSheet, Stage, StructureSheet } from "cardroom-bot/protocol";

/** A clock as the server described it, on the page's own time. */
export interface Told {
  clock: Pick<ClockView, "phase" | "level" | "stakes" | "next">;
  /** When the level or break ends. Null while the clock stands still. */
  ends: number | null;
  breakAt: number | null;
  /** The level ends by hands and not by time. */
  byHand: boolean;
  structure: Pick<StructureSheet, "stages"> | null;
}

export type Face = Pick<Told["clock"], "phase" | "level" | "stakes" | "next"> & { ends: number | null };

/** A break that begins this soon after a level follows it. */
const NEAR_MS = 500;

const secondsOf = (stage: Stage): number => ("Level" in stage ? stage.Level.seconds : stage.Break.seconds);

/** Returns the stages after a level. */
const after = (structure: Told["structure"], level: number): Stage[] => {
  const stages = structure?.stages ?? [];
  const at = stages.findIndex((stage) => "Level" in stage && stage.Level.level === level);
  return at < 0 ? [] : stages.slice(at + 1);
};

const levelIn = (stages: Stage[]): LevelSheet | null => {
  const found = stages.find((stage) => "Level" in stage);
  return found && "Level" in found ? found.Level : null;
};

/** Returns whether a break follows the level that ends now. */
const breakFollows = ({ breakAt, structure }: Told, level: number, ends: number): boolean => {
  const [next] = after(structure, level);
  return (next !== undefined && "Break" in next) || (breakAt !== null && Math.abs(breakAt - ends) < NEAR_MS);
};

/** Returns what the clock shows at this moment. */
export const faceAt = (told: Told, now: number): Face => {
  let { phase, level, stakes, next } = told.clock;
  let { ends } = told;
  while (ends !== null && now >= ends && next !== null && !told.byHand && (phase === "Level" || phase === "Break")) {
    if (phase === "Level" && breakFollows(told, level, ends)) return { phase: "BreakDue", level, stakes, next, ends: null };
    ({ level, stakes } = next);
    ends += next.seconds * 1000;
    phase = "Level";
    next = levelIn(after(told.structure, level));
  }
  return { phase, level, stakes, next, ends };
};

/** Returns when late entry ends, which is with the end of a level. Null if that is not known, or over. */
export const lateEntryEnds = (face: Face, structure: Told["structure"], lateLevel: number): number | null => {
  const { phase, level, ends } = face;
  if (ends === null || lateLevel < 1 || (phase !== "Level" && phase !== "Break")) return null;
  const playing = phase === "Level" ? level : level + 1;
  if (playing > lateLevel) return null;
  const coming = after(structure, level);
  let at = ends;
  if (phase === "Level" && level === lateLevel) return at;
  const from = phase === "Break" ? coming.findIndex((stage) => "Level" in stage) : 0;
  for (const stage of coming.slice(Math.max(0, from))) {
    at += secondsOf(stage) * 1000;
    if ("Level" in stage && stage.Level.level === lateLevel) return at;
  }
  return null;
};
