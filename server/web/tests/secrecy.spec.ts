// Judges the received frames in the order of their arrival: no card of a hand may come before the
// viewer may see it. The judge knows nothing of the page, and reads only the recorded frames.
import { type Page } from "@playwright/test";
import type { Card, ServerMessage, Step, TableSnapshot } from "cardroom-bot/protocol";
import { acting, comeIn, expect, myTurn, sitAt, test } from "./room";

const CARD = /"([2-9TJQKA][cdhs])"/g;

const cardsIn = (value: unknown): Card[] => [...JSON.stringify(value ?? null).matchAll(CARD)].map(([, card]) => card as Card);

/** The hand at one table, as far as the viewer may know it. */
interface Known {
  own: Set<Card>;
  open: Set<Card>;
  /** The seat to act. */
  turn: number | null;
  /** Whether hands lie open because the betting is over. */
  tabled: boolean;
}

const nothing = (): Known => ({ own: new Set(), open: new Set(), turn: null, tabled: false });

interface Judged {
  /** Cards that came too early, or to the wrong viewer. */
  leaks: string[];
  /** The number of cards that came at the right time. */
  cards: number;
}

/** Judges frames in the order of their arrival. */
function judge(frames: ServerMessage[][]): Judged {
  const tables = new Map<number, Known>();
  const leaks: string[] = [];
  let cards = 0;
  const at = (table: number): Known => tables.get(table) ?? tables.set(table, nothing()).get(table)!;
  /** Checks that a message contains only cards that are already known. */
  const silent = (known: Known, what: unknown): void => {
    for (const card of cardsIn(what)) {
      if (!known.own.has(card) && !known.open.has(card)) leaks.push(`${card} in ${JSON.stringify(what).slice(0, 200)}`);
    }
  };
  const reveal = (known: Known, shown: Card[], from: string): void => {
    cards += shown.length;
    for (const card of shown) {
      // A second board starts with the cards of the first.
      if (known.open.has(card) && from !== "BoardDealt") leaks.push(`${card} was open before ${from}`);
      known.open.add(card);
    }
  };
  const step = ({ table, events }: Step): void => {
    for (const event of events) {
      const known = at(table);
      if ("HandStarted" in event) {
        tables.set(table, nothing());
        silent(at(table), event);
      } else if ("BoardDealt" in event) {
        if (known.turn !== null) leaks.push(`the board ${event.BoardDealt.cards.join(" ")} while seat ${known.turn} acts`);
        reveal(known, event.BoardDealt.cards, "BoardDealt");
      } else if ("UpCardsDealt" in event) {
        if (known.turn !== null) leaks.push(`up cards while seat ${known.turn} acts`);
        reveal(known, event.UpCardsDealt.cards.map(({ card }) => card), "UpCardsDealt");
      } else if ("HandTabled" in event) {
        known.tabled = true;
        if (known.turn !== null) leaks.push(`seat ${event.HandTabled.seat} lies open while seat ${known.turn} acts`);
        // Cards that lay open on the table are turned over with the rest.
        reveal(known, event.HandTabled.cards.filter((card) => !known.open.has(card)), "HandTabled");
      } else {
        if ("Turn" in event) known.turn = event.Turn.seat;
        if ("Turn" in event && known.tabled) leaks.push(`seat ${event.Turn.seat} may act after hands were turned over`);
        if ("Acted" in event || "Discarded" in event || "HandEnded" in event || "HandVoided" in event) known.turn = null;
        silent(known, event);
      }
    }
  };
  const snapshot = (view: TableSnapshot): void => {
    const known = nothing();
    tables.set(view.view.info.table, known);
    for (const card of view.view.you?.cards ?? []) known.own.add(card);
    for (const seat of view.view.seats) {
      for (const card of [...(seat.in_hand?.up ?? []), ...(seat.in_hand?.tabled ?? [])]) known.open.add(card);
    }
    for (const card of (view.view.hand?.boards ?? []).flat()) known.open.add(card);
    known.turn = view.view.hand?.turn?.seat ?? null;
    silent(known, view);
  };
  for (const message of frames.flat()) {
    if ("Step" in message) step(message.Step);
    else if ("TableSnapshot" in message) snapshot(message.TableSnapshot);
    else if ("HoleCards" in message) {
      const { table, cards: held } = message.HoleCards;
      for (const card of held) at(table).own.add(card);
      cards += held.length;
    } else if ("YourTurn" in message) silent(at(message.YourTurn.table), message);
    else if ("HandSoFar" in message) {
      // Everything that was public before the snapshot. If it contains a card still to come, that
      // card is open before its event.
      const { table, steps } = message.HandSoFar;
      leaks.push(...judge(steps.map(({ events }) => [{ Step: { table, seq: 0, events } }])).leaks);
      for (const card of cardsIn(steps)) at(table).open.add(card);
    } else if (cardsIn(message).length) leaks.push(`cards in ${JSON.stringify(message).slice(0, 200)}`);
  }
  return { leaks, cards };
}

/** Records everything that the server sends to the page from now on. */
function recorded(page: Page): { frames: ServerMessage[][]; elsewhere: string[] } {
  const record = { frames: [] as ServerMessage[][], elsewhere: [] as string[] };
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => record.frames.push(JSON.parse(payload.toString()) as ServerMessage[])),
  );
  page.on("response", async (response) => {
    if (new URL(response.url()).pathname.startsWith("/assets/")) return;
    const text = await response.text().catch(() => "");
    if (text.match(CARD)) record.elsewhere.push(response.url());
  });
  return record;
}

const ended = (frames: ServerMessage[][]): number =>
  frames.flat().filter((message) => "Step" in message && message.Step.events.some((event) => "HandEnded" in event)).length;

for (const [game, table] of [["hold'em", "Altair"], ["stud", "Bellatrix"], ["triple draw", "Mira"]]) {
  test(`nothing comes over the line before it may be seen: ${game}`, async ({ page }) => {
    test.setTimeout(180_000);
    const record = recorded(page);
    await comeIn(page, `Una ${table}`);
    await sitAt(page, table!);
    while (ended(record.frames) < 4 || judge(record.frames).cards < 12) {
      await myTurn(page);
      await acting(page, () => page.locator(".act").last().click());
    }
    expect(judge(record.frames).leaks).toEqual([]);
    expect(record.elsewhere).toEqual([]);
  });
}

/** Returns how many hands ended with cards dealt after hands were turned over. */
function runOuts(frames: ServerMessage[][]): number {
  let [count, tabled, ran] = [0, false, false];
  for (const message of frames.flat()) {
    for (const event of "Step" in message ? message.Step.events : []) {
      if ("HandStarted" in event) [tabled, ran] = [false, false];
      else if ("HandTabled" in event) tabled = true;
      else if ("BoardDealt" in event) ran ||= tabled;
      else if ("HandEnded" in event && ran) count += 1;
    }
  }
  return count;
}

test("a run-out that is watched shows each street at its time", async ({ page, stranger }) => {
  const record = recorded(page);
  await comeIn(page, "Vida");
  await sitAt(page, "Pollux");
  const other = await stranger();
  await comeIn(other, "Viggo");
  await sitAt(other, "Pollux");
  const bothAct = [page, other].map((who) => who.locator(".actions.turn"));
  const allIn = async (): Promise<void> => {
    await expect.poll(async () => (await Promise.all(bothAct.map((turn) => turn.count()))).reduce((all, one) => all + one)).toBe(1);
    const who = (await bothAct[0]!.count()) ? page : other;
    const all = who.getByRole("button", { name: "All-in", exact: true }).first();
    if (await all.isVisible()) await all.click();
    await acting(who, () => who.locator(".act").last().click());
  };
  // One moves all in, the other calls.
  await allIn();
  await allIn();
  await expect.poll(() => runOuts(record.frames), { timeout: 60_000 }).toBe(1);
  const { leaks, cards } = judge(record.frames);
  expect(leaks).toEqual([]);
  // The viewer's two cards, the two of both players at the showdown, and the board.
  expect(cards).toBeGreaterThanOrEqual(11);
});

test("the judge of the line sees what comes too early", () => {
  const started = { HandStarted: { hand: 1 } };
  const table = (...events: object[]): ServerMessage[] => [{ Step: { table: 1, seq: 1, events } } as unknown as ServerMessage];
  const held = [{ HoleCards: { table: 1, seq: 1, hand: 1, cards: ["As", "Kd"] } } as unknown as ServerMessage];
  const turn = { Turn: { seat: 2, time_ms: 1, bank_ms: 0 } };
  const acted = { Acted: { seat: 2, action: "Check", added: 0, timed_out: false } };
  const flop = { BoardDealt: { board: 0, cards: ["2c", "7d", "Jh"] } };
  expect(judge([table(started), held, table(turn), table(acted, flop)]).leaks).toEqual([]);
  expect(judge([table(started), held, table(turn, flop), table(acted)]).leaks).toHaveLength(1);
  expect(judge([table(started), held, table(turn), table({ ...acted, note: ["2c"] }, flop)]).leaks).toHaveLength(1);
  const tabled = { HandTabled: { seat: 2, cards: ["Qs", "Qc"] } };
  expect(judge([table(started), held, table(tabled), table(turn)]).leaks).toHaveLength(1);
  expect(judge([table(started), held, table(tabled), table(tabled)]).leaks).toEqual([]);
  expect(judge([[{ ChatLine: { text: ["Qs"] } } as unknown as ServerMessage]]).leaks).toHaveLength(1);
});
