// What was ruled, as one would say it at the table.
import type { DealRemedy, Matter, Ruled } from "../protocol";
import { cardNames, chips, choice, spaced } from "./words";

/** What an error of the deal came to. */
export const remedySentence = (remedy: DealRemedy, name: (seat: number) => string): string => {
  if (typeof remedy === "string") {
    const words: Record<string, string> = {
      PlaysOn: "play goes on", Misdeal: "a misdeal, dealt again", Void: "the hand is void", SetRight: "it is set right", Floor: "the floor decides",
    };
    return words[remedy] ?? spaced(remedy);
  }
  if ("Dead" in remedy) return `the hand of ${remedy.Dead.map(name).join(" and ")} is dead`;
  if ("Shown" in remedy) return `${cardNames([remedy.Shown])} lies open and plays`;
  if ("Replaced" in remedy) return `${cardNames([remedy.Replaced])} is replaced and is the next burn`;
  if ("UpCard" in remedy) return `${cardNames([remedy.UpCard])} is the up-card`;
  if ("Scrapped" in remedy) return "the card counts for nothing, the next is in its place";
  if ("Board" in remedy) return `the board is ${cardNames(remedy.Board.cards)}`;
  const { back } = remedy.Stub;
  return back.length ? `${cardNames(back)} go back, and the stub is shuffled` : "the stub is shuffled";
};

/** A ruling as one would say it at the table. */
export const rulingSentence = (ruled: Ruled): string => {
  const to = ruled.wager_to === null ? "" : ` ${chips(ruled.wager_to)}`;
  const back = ruled.returned ? `, ${chips(ruled.returned)} go back` : "";
  const more = ruled.adds ? `, ${chips(ruled.adds)} more to come` : "";
  const words: Record<Ruled["kind"], string> = {
    Check: "a check", Call: `a call:${to}`, Bet: `a bet of${to}`, Raise: `a raise to${to}`, AllIn: `all-in for${to}`,
    Fold: "a fold", Dead: "the hand is dead", Floor: "the floor decides", Held: "out of turn, and waits",
    Bound: "out of turn, and binds", Released: "out of turn, and is released", Commit: "is committed", Nothing: "it counts for nothing",
  };
  return `${words[ruled.kind]}${back}${more}`;
};

/** Whether a question is about the table as a whole: an error of the deal; any other is about one player. */
export const isOfAll = (matter: Matter): boolean => typeof matter === "object" && "Deal" in matter;

/** What the floor is asked about. */
export const matterText = (matter: Matter): string =>
  typeof matter === "object" && "Deal" in matter ? `an error of the deal, ${spaced(choice(matter.Deal))}` : choice(matter);
