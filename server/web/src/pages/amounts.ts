// Results in words.
import { chips } from "../room/words";

/** A result with its sign. */
export const signed = (won: number, lost: number): string => {
  const net = won - lost;
  return net === 0 ? "0" : `${net > 0 ? "+" : "−"}${chips(Math.abs(net))}`;
};
