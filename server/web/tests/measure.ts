// The figures of the page: the lobby from a cold start, and the main thread's work for an event at
// a table of ten seats. Each page is a new one with empty caches.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { ServerMessage } from "cardroom-bot/protocol";
import { comeIn, expect, sitAt, test } from "./room";

const ROUNDS = 7;
const EVENTS = Number(process.env.CARDROOM_EVENTS ?? 400);

const at = (sorted: number[], part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;

const say = (what: string, values: number[]): void => {
  const sorted = [...values].sort((one, other) => one - other);
  const [median, p99, most] = [at(sorted, 0.5), at(sorted, 0.99), sorted[sorted.length - 1] ?? NaN];
  console.log(`${what}: median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, most ${most.toFixed(1)} ms (${sorted.length})`);
};

/** An entry of Chromium's trace. Times are in microseconds. */
interface Task {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  tdur?: number;
  pid: number;
  tid: number;
  args: { name?: string; data?: { dataLength?: number } };
}

/** A frame from the server as it arrived: its length, and the number of table events in it. */
interface Frame {
  length: number;
  events: number;
}

/** The cost of a frame from the server. */
interface Cost {
  ms: number;
  events: number;
}

/** The target for a frame's cost to the main thread. */
const AIM_MS = 8;
/** A task longer than this is broken down by stages. */
const SLOW_MS = 5;
const STAGES = ["FunctionCall", "RunMicrotasks", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit", "HitTest", "MinorGC", "MajorGC"];

/** Prints the time of the slow tasks of a thread by the stages that Chromium reports. */
const sayWhatIsSlow = (slow: Task[], all: Task[]): void => {
  const spent = new Map<string, number>();
  for (const task of slow) {
    const inside = all.filter((part) => part.ph === "X" && isWithin(part, task));
    for (const { name, tdur = 0 } of inside) if (STAGES.includes(name)) spent.set(name, (spent.get(name) ?? 0) + tdur / 1000);
  }
  const parts = [...spent].sort(([, one], [, other]) => other - one).map(([name, ms]) => `${name} ${(ms / slow.length).toFixed(1)} ms`);
  console.log(`${slow.length} tasks above ${SLOW_MS} ms; on average in each: ${parts.join(", ")}`);
};

const isWithin = (one: Task, other: Task): boolean =>
  one.pid === other.pid && one.tid === other.tid && one.ts >= other.ts && one.ts + (one.dur ?? 0) <= other.ts + (other.dur ?? 0);

/**
 * Returns how many of the network's frames came before the first frame of the trace. Both are in
 * order. The trace has the length of the last read of each frame, which is most often all of it.
 */
const missedByTrace = (arrivals: Task[], frames: Frame[]): number => {
  const same = (missed: number): number => arrivals.filter(({ args }, place) => args.data?.dataLength === frames[place + missed]?.length).length;
  const best = frames.reduce((best, _, place) => (same(place) > same(best) ? place : best), 0);
  expect(same(best) / arrivals.length, "the trace and the network tell the same frames").toBeGreaterThan(0.7);
  return best;
};

/**
 * Returns the cost of each frame to a thread, in milliseconds: its work from the frame's arrival
 * until the next rendered picture or the next frame. Later pictures of the same animation are not
 * included.
 */
const costsOfFrames = (ran: Task[], all: Task[], frames: Frame[]): Cost[] => {
  const marks = ["WebSocketReceive", "Commit"].map((name) => all.filter((task) => task.name === name));
  const [arrivals = [], pictures = []] = marks;
  const costs: Cost[] = [];
  const missed = missedByTrace(arrivals, frames);
  let counting = false;
  for (const task of [...ran].sort((one, other) => one.ts - other.ts)) {
    const arrived = arrivals.filter((arrival) => isWithin(arrival, task));
    if (arrived.length > 0) {
      counting = true;
      const told = arrived.map((arrival) => frames[arrivals.indexOf(arrival) + missed]?.events ?? 0);
      costs.push({ ms: 0, events: told.reduce((sum, count) => sum + count, 0) });
    }
    const last = costs[costs.length - 1];
    if (!counting || !last) continue;
    last.ms += (task.tdur ?? 0) / 1000;
    counting = !pictures.some((picture) => isWithin(picture, task));
  }
  return costs;
};

/**
 * Plays in the page itself, because looking for its buttons from outside would dominate the
 * measurement. Calling everything would soon lose all chips.
 */
const checkOrFold = (): void => {
  setInterval(() => {
    const check = document.querySelector<HTMLElement>(".actions.turn .act.check");
    const free = check?.textContent?.startsWith("Check") ? check : document.querySelector<HTMLElement>(".actions.turn .act.fold");
    free?.click();
  }, 300);
};

test("the lobby from a cold start", async ({ stranger }) => {
  const painted: number[] = [];
  const filled: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await stranger();
    await page.goto("/", { waitUntil: "commit" });
    await page.locator(".table-card").first().waitFor();
    const times = await page.evaluate(async () => {
      const paint = (): PerformanceEntry | undefined => performance.getEntriesByName("first-contentful-paint")[0];
      while (!paint()) await new Promise(requestAnimationFrame);
      return [paint()?.startTime ?? NaN, performance.now()];
    });
    painted.push(times[0] ?? NaN);
    filled.push(times[1] ?? NaN);
    await page.close();
  }
  say("first contentful paint of the lobby", painted);
  say("the lobby with its tables", filled);
  expect(filled).toHaveLength(ROUNDS);
  expect(at([...painted].sort((one, other) => one - other), 0.5), "the first paint").toBeLessThan(1000);
});

test("an event at a table of ten seats", async ({ page, context }) => {
  await comeIn(page, "Wilma");
  await sitAt(page, "Sirius");
  const frames: Frame[] = [];
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  line.on("Network.webSocketFrameReceived", ({ response }) => {
    const messages = JSON.parse(response.payloadData) as ServerMessage[];
    const events = messages.reduce((sum, message) => sum + ("Step" in message ? message.Step.events.length : 0), 0);
    frames.push({ length: new TextEncoder().encode(response.payloadData).length, events });
  });
  const tasks: Task[] = [];
  line.on("Tracing.dataCollected", ({ value }) => tasks.push(...(value as unknown as typeof tasks)));
  await line.send("Tracing.start", { traceConfig: { includedCategories: ["toplevel", "__metadata", "disabled-by-default-devtools.timeline", "devtools.timeline"] }, transferMode: "ReportEvents" });
  const before = frames.length;
  await page.evaluate(checkOrFold);
  while (frames.length - before < EVENTS) await new Promise((resolve) => setTimeout(resolve, 250));
  const complete = new Promise((resolve) => line.once("Tracing.tracingComplete", resolve));
  await line.send("Tracing.end");
  await complete;
  const main = tasks.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const threads = new Set(main.map(({ pid, tid }) => `${pid}/${tid}`));
  const ofMain = tasks.filter(({ ph, pid, tid }) => ph === "X" && threads.has(`${pid}/${tid}`));
  // Chromium reports a task under two nested names. The difference is the overhead of tracing.
  const [inner, outer] = ["ThreadControllerImpl::RunTask", "RunTask"].map((told) => ofMain.filter(({ name }) => name === told));
  const ran = inner?.length ? inner : (outer ?? []);
  const run = ran.map(({ tdur }) => (tdur ?? 0) / 1000);
  const spent = run.reduce((sum, time) => sum + time, 0);
  expect(run.length).toBeGreaterThan(0);
  const costs = costsOfFrames(ran, tasks, frames.slice(before));
  expect(costs.length).toBeGreaterThan(0);
  const ofFrames = costs.map(({ ms }) => ms);
  // A frame without a table event counts as one: it has lobby messages, or the whole view of a
  // table.
  const ofEvents = costs.map(({ ms, events }) => ms / Math.max(events, 1));
  say("the main thread's work for a frame of the room, until the picture that shows it", ofFrames);
  say("the same by the events in it", ofEvents);
  const mean = ofFrames.reduce((sum, cost) => sum + cost, 0) / costs.length;
  const within = [ofFrames, ofEvents].map((values) => values.filter((cost) => cost < AIM_MS).length);
  console.log(`${mean.toFixed(1)} ms on average; below ${AIM_MS} ms: ${within[0]} of ${costs.length} frames, and ${within[1]} by the event`);
  const received = frames.slice(before);
  const events = received.reduce((sum, frame) => sum + frame.events, 0);
  const [eachFrame, eachEvent] = [received.length, events].map((count) => `${count}: ${(spent / count).toFixed(2)} ms each`);
  console.log(`the main thread used the processor ${spent.toFixed(0)} ms in all, clocks and animations included. Frames of the room ${eachFrame}. Events in them ${eachEvent}`);
  say("its single tasks above a tenth of a millisecond", run.filter((time) => time > 0.1));
  sayWhatIsSlow(ran.filter(({ tdur }) => (tdur ?? 0) > SLOW_MS * 1000), tasks);
});

test("the script, compressed", () => {
  const built = process.env.CARDROOM_DIST ?? join(import.meta.dirname, "../dist");
  const sizeOf = (scripts: string[]): number => scripts.reduce((sum, name) => sum + gzipSync(readFileSync(join(built, "assets", name))).length, 0);
  const scripts = readdirSync(join(built, "assets")).filter((name) => name.endsWith(".js"));
  // The pages are read in one language. English comes with them, except on the pages of operators,
  // and every other language has scripts of its own.
  const isGerman = (name: string): boolean => /^(german|de)-/.test(name);
  const isForOperators = (name: string): boolean => /^(accounts|floor-page|integrity|(de|en)-(?!desk|push|proof|wall)\w+)-/.test(name);
  expect(scripts.filter(isGerman)).toHaveLength(10);
  expect(scripts.filter(isForOperators)).toHaveLength(13);
  const all = sizeOf(scripts.filter((name) => !isGerman(name)));
  const german = sizeOf(scripts.filter((name) => !isForOperators(name)));
  // The lobby and the tables load the scripts that the front page names. Every other page has its
  // own script.
  const front = readFileSync(join(built, "index.html"), "utf8");
  const first = sizeOf([...front.matchAll(/\/assets\/([^"]+\.js)/g)].map(([, name = ""]) => name));
  const kib = (size: number): string => `${(size / 1024).toFixed(1)} KiB`;
  console.log(`script, compressed: ${kib(first)} for the lobby and the tables, ${kib(all)} for every page; ${kib(german)} for every page of a player in German`);
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(100 * 1024);
  expect(all).toBeLessThan(215 * 1024);
  expect(german).toBeLessThan(215 * 1024);
});
