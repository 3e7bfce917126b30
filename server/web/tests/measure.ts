// The figures of the page: the lobby from a cold start, and the main thread's work for an event at a table of
// ten seats. Each page is a new one with empty caches.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { ServerMessage } from "../src/protocol";
import { comeIn, expect, sitAt, test } from "./room";

const ROUNDS = 7;
const EVENTS = Number(process.env.CARDROOM_EVENTS ?? 400);

const at = (sorted: number[], part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;

const say = (what: string, values: number[]): void => {
  const sorted = [...values].sort((one, other) => one - other);
  const [median, p99, most] = [at(sorted, 0.5), at(sorted, 0.99), sorted[sorted.length - 1] ?? NaN];
  console.log(`${what}: median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, most ${most.toFixed(1)} ms (${sorted.length})`);
};

/** An entry of Chromium's trace; times in microseconds. */
interface Task {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  tdur?: number;
  pid: number;
  tid: number;
  args: { name?: string };
}

/** What a frame of the room may cost the main thread. */
const AIM_MS = 8;
/** A task above this is told apart into what it does. */
const SLOW_MS = 5;
const STAGES = ["FunctionCall", "RunMicrotasks", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit", "HitTest", "MinorGC", "MajorGC"];

/** What the slow tasks of a thread spend their time on, by the stages that Chromium tells. */
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

/** What each frame of the room cost a thread, in milliseconds: all it did from the frame's arrival until the next picture
 * was handed over, or the next frame came. Later pictures of the same animation are not in it. */
const costsOfFrames = (ran: Task[], all: Task[]): number[] => {
  const marks = ["WebSocketReceive", "Commit"].map((name) => all.filter((task) => task.name === name));
  const [arrivals = [], pictures = []] = marks;
  const costs: number[] = [];
  let counting = false;
  for (const task of [...ran].sort((one, other) => one.ts - other.ts)) {
    if (arrivals.some((arrival) => isWithin(arrival, task))) counting = costs.push(0) > 0;
    if (!counting) continue;
    costs[costs.length - 1] = (costs[costs.length - 1] ?? 0) + (task.tdur ?? 0) / 1000;
    counting = !pictures.some((picture) => isWithin(picture, task));
  }
  return costs;
};

/** Plays on in the page itself: looking for its buttons from outside would be most of what is measured. Who called
 * everything would soon have nothing left to look on with. */
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
});

test("an event at a table of ten seats", async ({ page, context }) => {
  await comeIn(page, "Wilma");
  await sitAt(page, "Sirius");
  let [frames, events] = [0, 0];
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  line.on("Network.webSocketFrameReceived", ({ response }) => {
    frames += 1;
    for (const message of JSON.parse(response.payloadData) as ServerMessage[]) if ("Step" in message) events += message.Step.events.length;
  });
  const tasks: Task[] = [];
  line.on("Tracing.dataCollected", ({ value }) => tasks.push(...(value as unknown as typeof tasks)));
  await line.send("Tracing.start", { traceConfig: { includedCategories: ["toplevel", "__metadata", "disabled-by-default-devtools.timeline", "devtools.timeline"] }, transferMode: "ReportEvents" });
  const [before, eventsBefore] = [frames, events];
  await page.evaluate(checkOrFold);
  while (frames - before < EVENTS) await new Promise((resolve) => setTimeout(resolve, 250));
  const complete = new Promise((resolve) => line.once("Tracing.tracingComplete", resolve));
  await line.send("Tracing.end");
  await complete;
  const main = tasks.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const threads = new Set(main.map(({ pid, tid }) => `${pid}/${tid}`));
  const ofMain = tasks.filter(({ ph, pid, tid }) => ph === "X" && threads.has(`${pid}/${tid}`));
  // A task is told by two names, one around the other; what is between them is the work of telling.
  const [inner, outer] = ["ThreadControllerImpl::RunTask", "RunTask"].map((told) => ofMain.filter(({ name }) => name === told));
  const ran = inner?.length ? inner : (outer ?? []);
  const run = ran.map(({ tdur }) => (tdur ?? 0) / 1000);
  const spent = run.reduce((sum, time) => sum + time, 0);
  expect(run.length).toBeGreaterThan(0);
  const costs = costsOfFrames(ran, tasks);
  expect(costs.length).toBeGreaterThan(0);
  say("the main thread's work for a frame of the room, until the picture that shows it", costs);
  const mean = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
  const within = costs.filter((cost) => cost < AIM_MS).length;
  console.log(`${mean.toFixed(1)} ms on average; below ${AIM_MS} ms: ${within} of ${costs.length}`);
  const [ofFrames, ofEvents] = [frames - before, events - eventsBefore].map((count) => `${count}: ${(spent / count).toFixed(2)} ms each`);
  console.log(`the main thread used the processor ${spent.toFixed(0)} ms in all, clocks and animations included. Frames of the room ${ofFrames}. Events in them ${ofEvents}`);
  say("its single tasks above a tenth of a millisecond", run.filter((time) => time > 0.1));
  sayWhatIsSlow(ran.filter(({ tdur }) => (tdur ?? 0) > SLOW_MS * 1000), tasks);
});

test("the script, compressed", () => {
  const assets = join(import.meta.dirname, "../dist/assets");
  const scripts = readdirSync(assets).filter((name) => name.endsWith(".js"));
  const size = scripts.reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name))).length, 0);
  console.log(`script: ${(size / 1024).toFixed(1)} KiB compressed`);
  expect(size).toBeLessThan(150 * 1024);
});
