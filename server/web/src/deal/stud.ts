// The last street of stud, if the deck is too short for it.

import { type Hash, permutation } from "./hash.ts";

/** How the last street is dealt. */
export type Measures = Readonly<{ scrambles: boolean; isForTheBoard: boolean }>;

/** Decides how the last street is dealt with these many cards left, cards burned and players. */
export const measuresFor = (left: number, burned: number, players: number): Measures => {
  const needed = players + 2;
  if (left >= needed) return { scrambles: false, isForTheBoard: false };
  if (left + burned >= needed) return { scrambles: true, isForTheBoard: false };
  return { scrambles: left < 3, isForTheBoard: true };
};

/** Returns the places of stub and burns, in the order of the second permutation. */
export const scrambledPlaces = (joint: Hash, cards: number, next: number, burned: readonly number[]): number[] => {
  const placeOf = new Map(permutation(joint, 0, cards).map((leaf, place) => [leaf, place]));
  const order = permutation(joint, 1, cards).map((leaf) => placeOf.get(leaf)!);
  return order.filter((place) => place >= next || burned.includes(place));
};
