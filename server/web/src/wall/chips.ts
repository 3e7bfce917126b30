// The chips in play, from the smallest one up, in the colors that most clubs use.

export interface Chip {
  value: number;
  /** The name of its color in the style sheet. */
  color: string;
}

/** Values of chips and their usual colors. */
const SETS: [value: number, color: string][] = [
  [1, "white"], [5, "red"], [25, "green"], [100, "black"], [500, "purple"], [1_000, "yellow"], [5_000, "orange"],
  [25_000, "blue"], [100_000, "pink"], [500_000, "gray"], [1_000_000, "white"], [5_000_000, "red"],
];

/** The most chips that a wall lists. */
const MOST = 6;

/** Returns the chips from the smallest one in play to the largest that an average stack has. */
export const chipsInPlay = (unit: number, averageStack: number): Chip[] => {
  const usual = SETS.filter(([value]) => value >= unit && value % unit === 0 && value <= Math.max(averageStack, unit));
  const smallest: typeof SETS = usual.some(([value]) => value === unit) ? [] : [[unit, "gray"]];
  return [...smallest, ...usual].slice(0, MOST).map(([value, color]) => ({ value, color }));
};
