// A bot's answer to a turn, checked: an illegal one becomes a check or a fold, with a sentence
// that says what was wrong and what is legal.
import { type Bot, type Policy, drawn } from "./bot.ts";
import type { Legal } from "./choices.ts";
import type { Action, Card, Gesture } from "./protocol.ts";
import type { Table } from "./table.ts";

export type Answer = { action: Action } | { discard: Card[] } | { gesture: Gesture };

/**
 * The answer to send, the distribution that it was drawn from, and what was wrong with the bot's
 * own answer.
 */
export interface Decided {
  answer: Answer;
  policy: Policy | null;
  mistake: string | null;
}

/** Lists the legal actions for people. */
export const sentenceOf = (legal: Legal): string => {
  if (legal.discard) return `discarding ${legal.discard.least} to ${legal.discard.most} of your cards`;
  const words: string[] = [];
  if (legal.fold) words.push("Fold");
  if (legal.check) words.push("Check");
  if (legal.call !== null) words.push(`Call (${legal.call})`);
  if (legal.bring_in !== null) words.push(`BringIn (${legal.bring_in})`);
  if (legal.wager) {
    const { raise, min_to, max_to, fixed } = legal.wager;
    const most = min_to === max_to ? "" : `${fixed ? " or " : " to "}${max_to}`;
    words.push(`${raise ? "RaiseTo" : "Bet"} ${min_to}${most}${legal.unit > 1 ? ` in chips of ${legal.unit}` : ""}`);
  }
  return words.join(", ");
};

/** Returns an answer that is always legal: check or fold, and in a draw as few cards as allowed. */
export const safeAnswer = (table: Table, legal: Legal): Answer =>
  legal.discard ? { discard: table.cards.slice(0, legal.discard.least) } : { action: legal.checkOrFold() };

const isPolicyLegal = (policy: Policy, legal: Legal): boolean =>
  policy.every(([action, probability]) => probability >= 0 && legal.allows(action)) &&
  Math.abs(policy.reduce((sum, [, probability]) => sum + probability, 0) - 1) < 1e-6;

const isDiscardLegal = (table: Table, cards: unknown, { least, most }: { least: number; most: number }): cards is Card[] =>
  Array.isArray(cards) && new Set(cards).size === cards.length && cards.length >= least && cards.length <= most &&
  cards.every((card) => table.cards.includes(card as Card));

/**
 * Asks a bot, and checks what it answers. `random` is from 0 to 1. A thrown error counts as an
 * illegal answer, too.
 */
export const decide = async (bot: Bot, table: Table, legal: Legal, random: number, mayGesture = false): Promise<Decided> => {
  const wrong = (mistake: string): Decided => ({
    answer: safeAnswer(table, legal), policy: null, mistake: `${mistake}. Legal is ${sentenceOf(legal)}.`,
  });
  try {
    if (legal.discard) {
      const cards = await bot.discard(table, legal.discard);
      if (isDiscardLegal(table, cards, legal.discard)) return { answer: { discard: cards }, policy: null, mistake: null };
      return wrong(`${bot.name} discarded ${JSON.stringify(cards)}`);
    }
    const gesture = mayGesture ? await bot.gesture(table, legal) : null;
    if (gesture) return { answer: { gesture }, policy: null, mistake: null };
    const policy = await bot.policy(table, legal);
    if (policy && !isPolicyLegal(policy, legal)) return wrong(`${bot.name} stated the policy ${JSON.stringify(policy)}`);
    const action = policy ? drawn(policy, random) : await bot.act(table, legal);
    if (action && legal.allows(action)) return { answer: { action }, policy, mistake: null };
    return wrong(`${bot.name} answered ${JSON.stringify(action)}`);
  } catch (error) {
    return wrong(`${bot.name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
};

/** Waits for a promise until a time, and then takes something else. */
export const within = async <T>(promise: Promise<T>, until: number, otherwise: () => T): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise()), Math.max(0, until - performance.now()));
  });
  const first = await Promise.race([promise, over]);
  clearTimeout(timer);
  return first;
};

/** Says what the bot does, for people. */
export const doing = (answer: Answer): string => {
  if (!("action" in answer)) return "discards as few cards as it may";
  return answer.action === "Check" ? "checks" : answer.action === "Fold" ? "folds" : `does the least that it may (${JSON.stringify(answer.action)})`;
};
