// An integrity report as CSV, with the columns that `cardroom integrity --csv` writes.
import type { IntegrityMeasure, IntegrityPair } from "cardroom-bot/protocol";

const COLUMNS =
  "payer,receiver,hands,paid,returned,net_big_blinds,measure,player,value,base,standard_error,observations,rarity,stands_out,look_at";

const cells = (pair: IntegrityPair, measure: IntegrityMeasure): string[] => [
  pair.payer,
  pair.receiver,
  String(pair.hands),
  String(pair.paid),
  String(pair.returned),
  (pair.net / 100).toFixed(2),
  measure.measure,
  measure.player ?? "",
  (measure.value / 1000).toFixed(3),
  (measure.base / 1000).toFixed(3),
  (measure.error / 1000).toFixed(3),
  String(measure.of),
  (measure.rarity / 100).toFixed(2),
  String(measure.stands_out),
  measure.hands.map(({ table, hand }) => `${table}-${hand}`).join(" "),
];

/**
 * Returns a cell, in quotes if necessary. An apostrophe keeps a spreadsheet from reading a name as
 * a formula.
 */
const quoted = (cell: string): string => {
  const safe = /^[=+\-@\t]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Pairs as CSV (RFC 4180): one row for each measure. */
export const csv = (pairs: IntegrityPair[]): string => {
  const rows = pairs.flatMap((pair) => pair.measures.map((measure) => cells(pair, measure).map(quoted).join(",")));
  return [COLUMNS, ...rows, ""].join("\r\n");
};
