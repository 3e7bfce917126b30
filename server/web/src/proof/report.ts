// The verification of a file, step by step: what holds, what fails, and what was not checked.

import { Fraud, type Known, Unreadable, type Verified, readFile, verifyHeads, verifySession } from "../deal/index.ts";
import { type Opening, parseOpening } from "../deal/opening.ts";
import type { Proof, ProofFile } from "../deal/proof.ts";

/** `open` is a step behind the one that failed, and `lacks` one for which something is not known. */
export type State = "holds" | "fails" | "open" | "lacks";
export type StepName =
  | "opening" | "key" | "signature" | "receipt" | "chain" | "links" | "record" | "mine" | "packs" | "cards" | "course" | "draws" | "shown" | "seal" | "log" | "audit" | "vouchers" | "heads";
export interface Step {
  name: StepName;
  state: State;
}

/** The steps in their order, with the codes of what fails there. */
const STEPS: readonly (readonly [name: StepName, ...codes: string[]])[] = [
  ["opening", "OPEN"], ["key", "KEY"], ["signature", "SIGNATURE"], ["receipt", "RECEIPT"], ["chain", "CHAIN"], ["links", "LINK"], ["record", "BIND"], ["mine", "NOT_MINE"],
  ["packs", "SPARE"], ["cards", "OPENING", "DOUBLE"], ["course", "LINEUP", "SCRIPT", "COUNT"], ["draws", "TOSS", "SKIP"], ["shown", "MISSING", "CARD"], ["seal", "SEAL", "COURSE"],
  ["log", "LOG"], ["audit", "AUDIT"], ["vouchers", "ACK"],
];

/** A round of a file. Of one that failed, and of those behind it, only the opening is known. */
export interface Round {
  opening: Opening | null;
  verified: Verified | null;
  steps: Step[];
}

export interface Report {
  rounds: Round[];
  /** The two tree heads of a file that has no rounds. */
  heads: Step[];
  fraud: Fraud | null;
  unreadable: Unreadable | null;
}

/** Returns the steps that a proof has, and whether a verifier who knows this can take each. */
const stepsOf = ({ record, deal, receipt }: Proof, known: Known, at: number, count: number): Map<StepName, boolean> => {
  const isHand = record !== undefined;
  const draws = deal.tosses.length + deal.skips.length > 0;
  const steps: [StepName, is: boolean, can: boolean][] = [
    ["opening", true, true],
    ["key", true, (known.keys?.length ?? 0) > 0],
    ["signature", true, true],
    ["receipt", true, (known.receipt !== undefined && count === 1) || receipt !== undefined],
    ["chain", true, at > 0],
    ["links", true, true],
    ["record", isHand, true],
    ["mine", isHand, known.seat !== undefined],
    ["packs", true, true],
    ["cards", isHand, true],
    ["course", isHand, true],
    ["draws", isHand && draws, true],
    ["shown", isHand, true],
    ["seal", true, true],
    ["log", true, deal.log !== undefined],
    ["audit", deal.seed !== undefined, true],
    ["vouchers", count > 1, at > 0],
  ];
  return new Map(steps.filter(([, is]) => is).map(([name, , can]) => [name, can]));
};

const openingOf = ({ deal }: Proof): Opening | null => {
  try {
    return parseOpening(deal.open);
  } catch {
    return null;
  }
};

const roundOf = (proof: Proof, known: Known, at: number, count: number, verified: Verified | null, fraud: Fraud | null): Round => {
  const failing = fraud && STEPS.findIndex(([, ...codes]) => codes.includes(fraud.code));
  const can = stepsOf(proof, known, at, count);
  const steps = STEPS.flatMap(([name], place): Step[] => {
    if (failing !== null && place === failing) return [{ name, state: "fails" }];
    if (!can.has(name)) return [];
    const isReached = verified !== null || (failing !== null && place < failing);
    return [{ name, state: !isReached ? "open" : can.get(name) ? "holds" : "lacks" }];
  });
  return { opening: openingOf(proof), verified, steps };
};

const roundsOf = ({ proofs = [], seat }: ProofFile, known: Known): Pick<Report, "rounds" | "fraud"> => {
  const all: Known = { ...(seat === undefined ? {} : { seat }), ...known };
  const done: Verified[] = [];
  let fraud: Fraud | null = null;
  try {
    verifySession(proofs, all, done);
  } catch (error) {
    if (!(error instanceof Fraud)) throw error;
    fraud = error;
  }
  // A fraud of the session as a whole is one of its last round.
  const failing = fraud ? Math.min(done.length, proofs.length - 1) : proofs.length;
  const rounds = proofs.map((proof, at) => {
    const isDone = at < failing;
    return roundOf(proof, all, at, proofs.length, isDone ? (done[at] ?? null) : null, at === failing ? fraud : null);
  });
  return { rounds, fraud };
};

/** Verifies a file as far as it goes. */
export const reportOn = (file: Uint8Array, known: Known = {}): Report => {
  const report: Report = { rounds: [], heads: [], fraud: null, unreadable: null };
  try {
    const read = readFile(file);
    if (!read.heads) return { ...report, ...roundsOf(read, known) };
    const [name, state] = ["heads", "holds"] as const;
    verifyHeads(read.heads, known.keys ?? []);
    return { ...report, heads: [{ name, state }] };
  } catch (error) {
    if (error instanceof Unreadable) return { ...report, unreadable: error };
    if (!(error instanceof Fraud)) throw error;
    return { ...report, heads: [{ name: "heads", state: "fails" }], fraud: error };
  }
};
