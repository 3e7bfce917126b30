// Plays by lines, in a match or for `cardroom-bot exec`: one JSON object a line, in both
// directions.
import { decide, doing, safeAnswer, sentenceOf, within } from "./answers.ts";
import type { Bot } from "./bot.ts";
import type { ActLine, AnswerLine, OfferLine, ToBot } from "./line-protocol.ts";
import { begin, decided, end, follow, offeredAt, tableOf } from "./seen.ts";
import type { Table } from "./table.ts";

/** The part of the time of a decision that is left for the way of the answer. */
const MARGIN_MS = 50;

/** What a bot did in a match, for a summary. */
export interface LineTotals {
  hands: number;
  net: number;
  /** Answers that were not legal. Each became a check or a fold. */
  illegal: number;
}

export interface LineSettings {
  write(line: string): void;
  log(sentence: string): void;
}

type Answer = Partial<Omit<AnswerLine, "id" | "ready">>;

/** Plays until the line `end`, or until nothing comes any more. */
export const playLines = async (bot: Bot, input: AsyncIterable<string>, settings: LineSettings): Promise<LineTotals> => {
  const seat = new LineSeat(bot, settings);
  for await (const line of splitLines(input)) if (await seat.take(line)) break;
  return seat.totals;
};

class LineSeat {
  readonly totals: LineTotals = { hands: 0, net: 0, illegal: 0 };
  private readonly bot: Bot;
  private readonly settings: LineSettings;
  private table: Table | null = null;
  private isReady = false;

  constructor(bot: Bot, settings: LineSettings) {
    this.bot = bot;
    this.settings = settings;
  }

  /** Takes a line. Returns whether it was the last. A line of a later version changes nothing. */
  async take(text: string): Promise<boolean> {
    const line = JSON.parse(text) as ToBot;
    if ("end" in line) return true;
    if ("hello" in line) {
      this.table = tableOf(line.hello);
      if (!this.isReady) this.settings.write(JSON.stringify({ ready: { events: true, offers: true } }));
      this.isReady = true;
    }
    const { table } = this;
    if (!table) return false;
    if ("hand" in line) begin(table, line.hand);
    else if ("event" in line) this.event(table, line.event);
    else if ("act" in line) await this.act(table, line.act);
    else if ("offer" in line) this.answer(line.offer.id, await this.offer(table, line.offer));
    else if ("result" in line) this.result(table, line.result);
    return false;
  }

  private event(table: Table, event: Extract<ToBot, { event: unknown }>["event"]): void {
    follow(table, event);
    this.bot.saw(table, event);
    if ("HandStarted" in event) this.bot.handStarted(table);
  }

  private async act(table: Table, act: ActLine): Promise<void> {
    decided(table, act);
    const legal = table.decision?.legal;
    if (!legal) return;
    const until = act.time_ms === null ? Infinity : performance.now() + act.time_ms - MARGIN_MS;
    const late = { answer: safeAnswer(table, legal), policy: null, mistake: `${this.bot.name} did not answer in time, and ${sentenceOf(legal)} were legal.` };
    const { answer, policy, mistake } = await within(decide(this.bot, table, legal, Math.random()), until, () => late);
    if (mistake) {
      this.totals.illegal += 1;
      this.settings.log(`${mistake} The bot ${doing(answer)} instead.`);
    }
    if (policy) this.answer(act.id, { policy });
    else if ("action" in answer) this.answer(act.id, { action: answer.action });
    else if ("discard" in answer) this.answer(act.id, { discard: answer.discard });
  }

  private async offer(table: Table, offer: OfferLine): Promise<Answer> {
    offeredAt(table, offer);
    const { question } = offer;
    try {
      if (question === "show") return { show: (await this.bot.show(table)) === true };
      if ("run_it" in question) {
        const boards = Math.trunc(await this.bot.runIt(table, question.run_it)) || 1;
        return { run_it: Math.min(Math.max(boards, 1), question.run_it) };
      }
      const chosen = await this.bot.chooseGame(table);
      const current = Math.max(0, question.choose_game.indexOf(table.info.game));
      return { choose_game: chosen !== null && question.choose_game[chosen] !== undefined ? chosen : current };
    } catch (error) {
      this.settings.log(`${this.bot.name} failed at an offer: ${String(error)}. The bot declines.`);
      if (question === "show") return { show: false };
      return "run_it" in question ? { run_it: 1 } : { choose_game: 0 };
    }
  }

  private result(table: Table, line: Extract<ToBot, { result: unknown }>["result"]): void {
    end(table, line);
    const result = table.lastResult;
    if (!result) return;
    this.bot.handEnded(table, result);
    if (!result.dealtIn || result.voided) return;
    this.totals.hands += 1;
    this.totals.net += result.net ?? 0;
  }

  private answer(id: number, answer: Answer): void {
    this.settings.write(JSON.stringify({ id, ...answer }));
  }
}

/** Splits pieces of text into lines, without empty ones. */
export async function* splitLines(input: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of input) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim()) yield line;
  }
  if (rest.trim()) yield rest;
}
