// Faults of proofs and files.

/** The first thing that is wrong with a proof: the step of the verification that failed, and a sentence. */
export class Fraud extends Error {
  readonly code: string;

  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

/** A file that is no proof. */
export class Unreadable extends Error {
  readonly line: number;

  constructor(line: number, sentence: string) {
    super(sentence);
    this.line = line;
  }
}

/** Throws a fraud unless the condition holds. */
export function check(holds: boolean, code: string, sentence: string): asserts holds {
  if (!holds) throw new Fraud(code, sentence);
}
