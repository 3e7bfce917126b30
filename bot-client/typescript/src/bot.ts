// The class that a bot author extends: the only code between the table and a program.
import type { Legal } from "./choices.ts";
import { sensibleDiscards } from "./discards.ts";
import type { Action, Card, DealOffered, DiscardRange, Gesture, TableEvent } from "./protocol.ts";
import type { HandResult, Table } from "./table.ts";

type Soon<T> = T | Promise<T>;

/** An action, or a distribution over actions, from which one is drawn. */
export type Policy = [action: Action, probability: number][];

/**
 * Makes the decisions for one seat. Only `act` is required. Hooks that answer may return a
 * promise: the table and its clock go on meanwhile, so compare `table.decision` if that matters.
 */
export abstract class Bot {
  /** The name under which results are printed: by default that of the class. */
  get name(): string {
    return this.constructor.name;
  }

  /**
   * Answers a turn, in every game. Draws go to `discard`. An answer that is not legal is not sent.
   * The bot then checks or folds, and the mistake is counted.
   */
  abstract act(table: Table, legal: Legal): Soon<Action | null>;

  /**
   * Returns the distribution from which this turn is answered, in place of `act`. A match uses the
   * probabilities to measure more exactly (`--reduce aivat`). By default there is none.
   */
  policy(_table: Table, _legal: Legal): Soon<Policy | null> {
    return null;
  }

  /**
   * Answers a draw with those of `table.cards` to discard. None stands pat. By default a bot keeps
   * made hands and the best start of one, in any game.
   */
  discard(table: Table, range: DiscardRange): Soon<Card[]> {
    return table.hand ? sensibleDiscards(table.hand, table.cards, range) : [];
  }

  /** Answers a turn at a hybrid table with words and chips. Null leaves the answer to `act`. */
  gesture(_table: Table, _legal: Legal): Soon<Gesture | null> {
    return null;
  }

  /**
   * Does something out of turn at a hybrid table. Called once for each turn of another player
   * while this seat is in the hand.
   */
  interject(_table: Table): Soon<Gesture | null> {
    return null;
  }

  /**
   * Tables the hand at the showdown (true) or mucks it, at a hybrid table where players show their
   * own hands.
   */
  showDown(_table: Table): Soon<boolean> {
    return true;
  }

  /**
   * Returns the largest number of boards on which to run out an all-in hand. The lowest answer of
   * all players counts.
   */
  runIt(_table: Table, _most: number): Soon<number> {
    return 1;
  }

  /**
   * Chooses the next of `table.info.games`, from 0, if the choice is this seat's. Null keeps the
   * current game.
   */
  chooseGame(_table: Table): Soon<number | null> {
    return null;
  }

  /** Called when a hand begins, before the blinds are posted and the cards are dealt. */
  handStarted(_table: Table): void {}

  /** Called for every event, including those with their own hook. `table` already contains it. */
  saw(_table: Table, _event: TableEvent): void {}

  /** Called when a hand ends, whether or not this seat was in it. */
  handEnded(_table: Table, _result: HandResult): void {}

  /**
   * Returns how many milliseconds to think about this turn, limited by the time that the table
   * allows.
   */
  thinkTime(_table: Table, _legal: Legal): number {
    return 0;
  }

  /**
   * Returns whether to accept a deal that divides the remaining prizes of a tournament. Votes are
   * secret.
   */
  acceptDeal(_offer: DealOffered): Soon<boolean> {
    return false;
  }

  /**
   * Returns the cards to show to the whole table now that the hand is over: any of `table.toShow`.
   * By default a bot shows none.
   */
  showAfter(_table: Table, _result: HandResult): Soon<Card[]> {
    return [];
  }

  /** Returns whether to show the hand if the table offers it. */
  show(_table: Table): Soon<boolean> {
    return false;
  }
}

/** Returns the action that a point from 0 to 1 draws from a distribution. */
export const drawn = (policy: Policy, point: number): Action | null => {
  let last: Action | null = null;
  for (const [action, probability] of policy) {
    if (!(probability > 0)) continue;
    last = action;
    point -= probability;
    if (point < 0) break;
  }
  return last;
};
