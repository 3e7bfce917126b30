// The verification of deals: a file in, and what is verified or the first fraud out.

import { readFile } from "./proof.ts";
import { type Known, type Verified, verifyHeads, verifySession } from "./verify.ts";

export { Fraud, Unreadable } from "./fraud.ts";
export { readFile } from "./proof.ts";
export { type Audit, type Known, type Verified, verify, verifyHeads, verifySession } from "./verify.ts";

/** Verifies a file. Throws a fraud, or that the file is no proof. Of two tree heads nothing is returned. */
export const verifyFile = (file: Uint8Array, known: Known = {}): Verified[] => {
  const { proofs, heads, seat } = readFile(file);
  if (heads) {
    verifyHeads(heads, known.keys ?? []);
    return [];
  }
  return verifySession(proofs ?? [], { ...(seat === undefined ? {} : { seat }), ...known });
};
