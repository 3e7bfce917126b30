// The figures of the page: the lobby from a cold start, and the main thread's work for an event at a table of
// ten seats. Each page is a new one with empty caches.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { acting, comeIn, expect, myTurn, sitAt, test } from "./room";

const ROUNDS = 7;
const EVENTS = Number(process.env.CARDROOM_EVENTS ?? 400);

const at = (sorted: number[], part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;

const say = (what: string, values: number[]): void => {
  const sorted = [...values].sort((one, other) => one - other);
  const [median, p99, most] = [at(sorted, 0.5), at(sorted, 0.99), sorted[sorted.length - 1] ?? NaN];
  console.log(`${what}: median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, most ${most.toFixed(1)} ms (${sorted.length})`);
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
  const tasks: { name: string; ph: string; tdur?: number; pid: number; tid: number; args: { name?: string } }[] = [];
  line.on("Tracing.dataCollected", ({ value }) => tasks.push(...(value as unknown as typeof tasks)));
  await line.send("Tracing.start", { traceConfig: { includedCategories: ["toplevel", "__metadata", "disabled-by-default-devtools.timeline", "devtools.timeline"] }, transferMode: "ReportEvents" });
  const before = frames;
  while (frames - before < EVENTS) {
    await myTurn(page);
    // Who called everything would soon have nothing left to look on with.
    const free = (await page.locator(".act.check").innerText()).startsWith("Check");
    await acting(page, () => page.locator(free ? ".act.check" : ".act.fold").click());
  }
  const complete = new Promise((resolve) => line.once("Tracing.tracingComplete", resolve));
  await line.send("Tracing.end");
  await complete;
  const main = tasks.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const threads = new Set(main.map(({ pid, tid }) => `${pid}/${tid}`));
  const run = tasks
    .filter(({ name, ph, pid, tid }) => ph === "X" && /^(RunTask|ThreadControllerImpl::RunTask)$/.test(name) && threads.has(`${pid}/${tid}`))
    .map(({ tdur }) => (tdur ?? 0) / 1000);
  const spent = run.reduce((sum, time) => sum + time, 0);
  expect(run.length).toBeGreaterThan(0);
  console.log(`the main thread used the processor ${spent.toFixed(0)} ms for ${frames - before} frames of the room: ${(spent / (frames - before)).toFixed(2)} ms each, timers and animations included`);
  say("its single tasks above a tenth of a millisecond", run.filter((time) => time > 0.1));
});

test("the script, compressed", () => {
  const assets = join(import.meta.dirname, "../dist/assets");
  const scripts = readdirSync(assets).filter((name) => name.endsWith(".js"));
  const size = scripts.reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name))).length, 0);
  console.log(`script: ${(size / 1024).toFixed(1)} KiB compressed`);
  expect(size).toBeLessThan(150 * 1024);
});
