// The cards of each seat during a hand, as places of decks, and what each seat held at a shuffle.

import { NOBODY } from "./opening.ts";
import type { At } from "./proof.ts";

export const keyOf = ({ deck, place }: At): number => deck * 65536 + place;

/** The cards of a seat. `held` is missing once it is not open which cards were given away. */
export type Hand = {
  isLive: boolean;
  held: At[] | undefined;
  count: number;
  tossed: Readonly<{ places: readonly At[] | undefined; count: number }>;
  dealt: At[];
  draws: { gave: readonly At[] | undefined; got: At[] }[];
};

export const newHand = (): Hand => ({ isLive: true, held: [], count: 0, tossed: { places: [], count: 0 }, dealt: [], draws: [] });

export const give = (hand: Hand, place: At): void => {
  hand.held?.push(place);
  hand.count += 1;
};

/** Takes the picked places from a hand. Without picks they are known only if nothing or everything goes. */
export const giveAway = (hand: Hand, count: number, picks: number | undefined): void => {
  const { held } = hand;
  let gave: readonly At[] | undefined;
  if (count === 0) gave = [];
  else if (count === hand.count) [gave, hand.held] = [held, []];
  else if (held === undefined || picks === undefined) hand.held = undefined;
  else {
    const isPicked = (_: At, at: number): boolean => at < 8 && ((picks >> at) & 1) === 1;
    [gave, hand.held] = [held.filter(isPicked), held.filter((place, at) => !isPicked(place, at))];
  }
  hand.count -= count;
  hand.tossed = { places: gave, count };
  hand.draws.push({ gave, got: [] });
};

/** What a seat held when cards were shuffled again, and the number of cards that it has given away since. */
export type Holding = { readonly places: readonly At[] | undefined; readonly count: number; tossed: number };

/** A shuffle into a further deck. */
export type Shuffle = Readonly<{ inPlay: ReadonlyMap<number, Holding>; walked: (At & { seat: number })[]; taken: At[] }>;

/** Returns a shuffle of all cards but those in play. The drawer's last cards are in play too. */
export const newShuffle = (hands: ReadonlyMap<number, Hand>, board: readonly At[], drawer: number | undefined): Shuffle => {
  const inPlay = new Map<number, Holding>([[NOBODY, { places: [...board], count: board.length, tossed: 0 }]]);
  for (const [seat, hand] of hands) {
    if (!hand.isLive) continue;
    const { places, count } = seat === drawer ? hand.tossed : { places: [], count: 0 };
    const isKnown = hand.held !== undefined && places !== undefined;
    inPlay.set(seat, { places: isKnown ? [...hand.held!, ...places] : undefined, count: hand.count + count, tossed: count });
  }
  return { inPlay, walked: [], taken: [] };
};

export const skipsOf = (shuffle: Shuffle, seat: number): At[] => shuffle.walked.filter((skip) => skip.seat === seat);

/** Returns the places of all cards that a seat got, in the order of the deal. */
export const placesOf = ({ dealt, draws }: Hand): At[] => [...dealt, ...draws.flatMap(({ got }) => got)];
