// The whole program around a bot: in a match it plays by lines on standard input and output, and
// otherwise in the room that `CARDROOM_URL` names.
import type { Bot } from "./bot.ts";
import { settingsOf } from "./arguments.ts";
import { playLines } from "./lines.ts";
import { type BotMaker, type Summary, play } from "./room.ts";
import { CannotPlay, type Settings } from "./settings.ts";

/** What is used of Node. A browser has none of it. */
interface Process {
  argv: string[];
  env: Record<string, string | undefined>;
  exitCode?: number | string | null | undefined;
  stdin: AsyncIterable<string> & { isTTY?: boolean; setEncoding(encoding: "utf8"): unknown };
  stdout: { write(text: string): unknown };
  once(event: "SIGINT" | "SIGTERM", listener: () => void): unknown;
}

/** The class of a bot, or a function that makes one for each seat. */
export type Made = (new () => Bot) | BotMaker;

const isClass = (made: Made): made is new () => Bot => /^class\b/.test(Function.prototype.toString.call(made));

/**
 * Runs a bot as a program. In a match, and for `cardroom-bot exec`, it plays by lines. Otherwise
 * it plays in the room of `--url`, of `settings.url` or of `CARDROOM_URL`. Resolves when the bot
 * is done; a failure is a sentence on standard error and the exit code 1.
 */
export const main = async (made: Made, settings: Settings = {}): Promise<void> => {
  const { process } = globalThis as unknown as { process?: Process };
  const make: BotMaker = isClass(made) ? () => new made() : made;
  const log = settings.log ?? ((sentence: string) => console.error(sentence));
  const fail = (sentence: string): void => {
    log(sentence);
    if (process) process.exitCode = 1;
  };
  try {
    const said = settingsOf(process?.argv.slice(2) ?? []);
    const url = said.url ?? settings.url ?? (process?.env.CARDROOM_URL || undefined);
    if (process && url === undefined && !process.stdin.isTTY) return await lines(make, process, log, fail);
    const stop = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process?.once(signal, () => stop.abort());
    const token = settings.token ?? (process?.env.CARDROOM_TOKEN || undefined);
    const whole: Settings = { ...settings, ...said, log };
    if (url !== undefined) whole.url = url;
    if (token !== undefined) whole.token = token;
    report(await play(make, whole, stop.signal), log, fail);
  } catch (error) {
    if (!(error instanceof CannotPlay)) throw error;
    fail(error.message);
  }
};

const lines = async (make: BotMaker, process: Process, log: (sentence: string) => void, fail: (sentence: string) => void): Promise<void> => {
  process.stdin.setEncoding("utf8");
  let isAsked = false;
  const heard = async function* (): AsyncGenerator<string> {
    for await (const piece of process.stdin) {
      isAsked = true;
      yield piece;
    }
  };
  const { illegal } = await playLines(make(), heard(), { write: (line) => process.stdout.write(`${line}\n`), log });
  if (!isAsked) fail("Nothing came on standard input, where a match asks. To play in a room, set CARDROOM_URL to its address.");
  else if (illegal > 0) log(`${illegal} answers were not legal.`);
};

const report = ({ totals, outcomes, results }: Summary, log: (sentence: string) => void, fail: (sentence: string) => void): void => {
  const reasons = new Set(outcomes.filter(({ ok }) => ok).map(({ sentence }) => sentence));
  for (const { tournament, place, prize, sentence } of results) log(`Tournament ${tournament}: ${sentence}${place === null ? "" : ` The prize is ${prize}.`}`);
  const { hands, net, bigBlinds, illegal, refused, late, reconnects } = totals;
  if (hands > 0 || reasons.size) log(`${[...reasons, `${hands} hands, ${net} chips (${bigBlinds.toFixed(1)} big blinds).`].join(" ")}`);
  const counts = Object.entries({ "answers not legal": illegal, "actions refused": refused, "turns missed": late, reconnects });
  const notable = counts.filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what}`);
  if (notable.length) log(`${notable.join(", ")}.`);
  const failed = outcomes.find(({ ok }) => !ok);
  if (failed) fail(failed.sentence);
};
