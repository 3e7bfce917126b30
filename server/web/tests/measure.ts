// The figures of the page: the lobby from a cold start, and the main thread's work for an event at a table of
// ten seats. Each page is a new one with empty caches.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
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

/** A task above this is told apart into what it does. */
const SLOW_MS = 5;
const STAGES = ["FunctionCall", "RunMicrotasks", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit", "HitTest", "MinorGC", "MajorGC"];

/** What the slow tasks of a thread spend their time on, by the stages that Chromium tells. */
const sayWhatIsSlow = (slow: Task[], all: Task[]): void => {
  const spent = new Map<string, number>();
  for (const { ts, dur = 0, pid, tid } of slow) {
    const inside = all.filter((task) => task.ph === "X" && task.pid === pid && task.tid === tid && task.ts >= ts && task.ts + (task.dur ?? 0) <= ts + dur);
    for (const { name, tdur = 0 } of inside) if (STAGES.includes(name)) spent.set(name, (spent.get(name) ?? 0) + tdur / 1000);
  }
  const parts = [...spent].sort(([, one], [, other]) => other - one).map(([name, ms]) => `${name} ${(ms / slow.length).toFixed(1)} ms`);
  console.log(`${slow.length} tasks above ${SLOW_MS} ms; on average in each: ${parts.join(", ")}`);
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
  let frames = 0;
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  line.on("Network.webSocketFrameReceived", () => (frames += 1));
  const tasks: Task[] = [];
  line.on("Tracing.dataCollected", ({ value }) => tasks.push(...(value as unknown as typeof tasks)));
  await line.send("Tracing.start", { traceConfig: { includedCategories: ["toplevel", "__metadata", "disabled-by-default-devtools.timeline", "devtools.timeline"] }, transferMode: "ReportEvents" });
  const before = frames;
  await page.evaluate(checkOrFold);
  while (frames - before < EVENTS) await new Promise((resolve) => setTimeout(resolve, 250));
  const complete = new Promise((resolve) => line.once("Tracing.tracingComplete", resolve));
  await line.send("Tracing.end");
  await complete;
  const main = tasks.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const threads = new Set(main.map(({ pid, tid }) => `${pid}/${tid}`));
  const ofMain = tasks.filter(({ ph, pid, tid }) => ph === "X" && threads.has(`${pid}/${tid}`));
  // A task is told by two names, one around the other.
  const [inner, outer] = ["RunTask", "ThreadControllerImpl::RunTask"].map((told) => ofMain.filter(({ name }) => name === told));
  const ran = inner?.length ? inner : (outer ?? []);
  const run = ran.map(({ tdur }) => (tdur ?? 0) / 1000);
  const spent = run.reduce((sum, time) => sum + time, 0);
  expect(run.length).toBeGreaterThan(0);
  console.log(`the main thread used the processor ${spent.toFixed(0)} ms for ${frames - before} frames of the room: ${(spent / (frames - before)).toFixed(2)} ms each, timers and animations included`);
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
