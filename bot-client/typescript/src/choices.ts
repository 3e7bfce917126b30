// Legal actions by name, so that a bot need not compare amounts.
import type { Action, DiscardRange, LegalActions, WagerRange } from "./protocol.ts";

/** The legal actions of a turn, and ready-made ones among them. */
export class Legal implements LegalActions {
  readonly fold: boolean;
  readonly check: boolean;
  readonly call: number | null;
  readonly wager: WagerRange | null;
  readonly bring_in: number | null;
  readonly discard: DiscardRange | null;
  /** The smallest chip. Totals are multiples of it, except for the smallest and the largest. */
  readonly unit: number;

  constructor(legal: LegalActions, unit = 1) {
    this.unit = Math.max(unit, 1);
    this.fold = legal.fold;
    this.check = legal.check;
    this.call = legal.call ?? null;
    this.wager = legal.wager ?? null;
    this.bring_in = legal.bring_in ?? null;
    this.discard = legal.discard ?? null;
  }

  /** Returns whether an action is legal. */
  allows(action: Action): boolean {
    if (action === "Fold") return this.fold;
    if (action === "Check") return this.check;
    if (action === "Call") return this.call !== null;
    if (action === "BringIn") return this.bring_in !== null;
    if (typeof action !== "object" || action === null) return false;
    const { wager } = this;
    const isRaise = "RaiseTo" in action;
    const to = isRaise ? action.RaiseTo : action.Bet;
    if (!wager || wager.raise !== isRaise || !Number.isSafeInteger(to)) return false;
    const isSized = !wager.fixed || to === wager.min_to || to === wager.max_to;
    const isWhole = to === wager.min_to || to === wager.max_to || to % this.unit === 0;
    return to >= wager.min_to && to <= wager.max_to && isSized && isWhole;
  }

  /**
   * Checks if that is free, and folds otherwise. A player who owes the bring-in posts it, and one
   * who is bound to a bet or raise makes the smallest.
   */
  checkOrFold(): Action {
    if (this.check) return "Check";
    return this.fold ? "Fold" : this.checkOrCall();
  }

  /**
   * Checks if that is free, and calls otherwise. A player who owes the bring-in posts it, and one
   * who is bound to a bet or raise makes the smallest.
   */
  checkOrCall(): Action {
    if (this.check) return "Check";
    if (this.bring_in !== null) return "BringIn";
    if (this.call !== null) return "Call";
    return this.fold ? "Fold" : (this.minWager() ?? "Fold");
  }

  /**
   * Bets or raises to a total for the street, moved into the legal range and down to whole chips.
   * Returns null if neither is possible. In fixed limit the total is always the legal one.
   */
  wagerTo(to: number): Action | null {
    const { wager } = this;
    if (!wager) return null;
    const limited = to >= wager.max_to ? wager.max_to : wager.min_to;
    const whole = to >= wager.max_to ? wager.max_to : Math.floor(to / this.unit) * this.unit;
    const free = Math.min(Math.max(whole, wager.min_to), wager.max_to);
    const total = wager.fixed ? limited : free;
    return wager.raise ? { RaiseTo: total } : { Bet: total };
  }

  /** Makes the smallest bet or raise. */
  minWager(): Action | null {
    return this.wagerTo(0);
  }
  /** Bets or raises the size of the pot, or the nearest legal amount. */
  potWager(): Action | null {
    return this.wager ? this.wagerTo(this.wager.pot_to) : null;
  }
  /** Makes the largest bet or raise: all-in, the pot, or the limit. */
  maxWager(): Action | null {
    return this.wagerTo(Infinity);
  }
}
