// The numbers beside a curve.

/** Returns round values for a scale of at least this range: 1, 2 or 5 times a power of ten apart. */
export const scaleOf = (least: number, most: number, steps: number): number[] => {
  const raw = Math.max(1, (most - least) / steps);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5, 10].find((times) => times * power >= raw) ?? 10);
  const first = Math.floor(least / step);
  const count = Math.max(1, Math.ceil(most / step) - first);
  return Array.from({ length: count + 1 }, (_, index) => (first + index) * step);
};
