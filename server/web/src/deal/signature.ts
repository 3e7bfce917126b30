// Ed25519 signatures by the cofactorless equation, which all verifiers of deals use. The library's
// own check multiplies by the cofactor, so the equation is written out here on its points.

import { Point } from "@noble/ed25519";
import { joined, same } from "./hash.ts";
import { sha512 } from "./sha2.ts";

/** Order of the group. */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

const little = (bytes: Uint8Array): bigint => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** Tells whether a key signed a message. Points that do not decode by RFC 8032 and large scalars are refused. */
export const isSigned = (key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean => {
  const [first, scalar] = [signature.slice(0, 32), little(signature.slice(32))];
  if (signature.length !== 64 || scalar >= ORDER) return false;
  try {
    const challenge = little(sha512(joined(first, key, message))) % ORDER;
    const minus = Point.fromBytes(key, false).negate();
    const sum = Point.BASE.multiply(scalar, false).add(minus.multiply(challenge, false));
    return same(sum.toBytes(), first);
  } catch {
    return false;
  }
};
