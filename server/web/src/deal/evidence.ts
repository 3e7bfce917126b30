// The evidence that something is wrong with a deal, as a file to save.

import type { DealOpened } from "cardroom-bot/protocol";
import type { Fraud } from "./fraud.ts";

/** A file: its name, and its content as JSON. */
export type Evidence = Readonly<{ name: string; text: string }>;

const file = (name: string, content: object): Evidence => ({ name, text: `${JSON.stringify(content, null, 1)}\n` });

/** Returns the proof of a hand that failed, with its code. Every verifier reads it, and finds the same. */
export const ofHand = ({ code }: Fraud, table: number, hand: number, proof: object): Evidence =>
  file(`${table}-${hand}.fraud.json`, { code, options: {}, proof });

/** Returns signed openings that should not be there, or that the room broke. */
export const ofOpenings = ({ code, message }: Fraud, table: number, key: string | null, openings: readonly DealOpened[], seal?: string): Evidence => {
  const signed = openings.map(({ opening, signature }) => ({ opening, signature }));
  return file(`table-${table}.evidence.json`, { code, sentence: message, table, key, openings: signed, ...(seal && { seal }) });
};
