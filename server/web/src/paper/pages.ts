// How rows are shared out among sheets of paper: no sheet is fuller than it can be, and none has
// one line only.

/** Returns rows in pages of at most `most`. All pages have nearly the same length. */
export const balanced = <T>(rows: T[], most: number): T[][] => {
  const count = Math.ceil(rows.length / most);
  return Array.from({ length: count }, (_, page) => rows.slice(Math.floor((page * rows.length) / count), Math.floor(((page + 1) * rows.length) / count)));
};

/** Returns blocks of rows in pages of at most `most` lines. A block is never split; each has `extra` lines of its own. */
export const packed = <T>(blocks: T[][], most: number, extra: number): T[][][] => {
  const lines = (block: T[]): number => block.length + extra;
  const all = blocks.reduce((sum, block) => sum + lines(block), 0);
  // Pages of about the same length, as `balanced` makes them.
  const target = Math.min(most, Math.ceil(all / Math.max(1, Math.ceil(all / most))) + extra);
  const pages: T[][][] = [];
  let filled = most;
  for (const block of blocks) {
    if (filled > 0 && (filled + lines(block) > most || filled >= target)) {
      pages.push([]);
      filled = 0;
    }
    pages.at(-1)?.push(block);
    filled += lines(block);
  }
  return pages;
};

/** Returns rows followed by empty ones, so that the last page is full. */
export const filled = <T>(rows: T[], most: number, more: number): (T | null)[] => {
  const total = Math.ceil((rows.length + more) / most) * most;
  return [...rows, ...Array.from({ length: total - rows.length }, () => null)];
};
