// When a line is taken for dead, without sockets and clocks: the rules of `line-watch.ts` and of
// `again.ts` in `bot-client/typescript/src`.
import { expect, test } from "@playwright/test";
import { type Moment, atOffer, atTable, isKept } from "cardroom-bot/again";
import { DEAD_MS, DEAF_MS, DOUBT_MS, LineWatch, OPEN_LONGEST_MS, OPEN_MS, type Output, QUIET_MS, QUIET_SEATED_MS, SLOW_MS } from "cardroom-bot/line-watch";

/** A watch of a line that was welcomed at 0 and has answered its first ping. */
const open = (): LineWatch => {
  const watch = new LineWatch();
  watch.opening(0);
  expect(watch.welcomed(0)).toEqual(["ping"]);
  watch.heard(0);
  watch.ponged();
  return watch;
};

/** Lets time pass as the page does, and returns what came out and when. */
const pass = (watch: LineWatch, from: number, to: number): [number, Output][] => {
  const came: [number, Output][] = [];
  for (let now = from; now <= to; now += 100) for (const output of watch.tick(now)) {
    came.push([now, output]);
    if (output === "replace") {
      watch.closed();
      return came;
    }
  }
  return came;
};

test("an action without an answer for two seconds sends a ping, and three silent seconds later a new connection", () => {
  const watch = open();
  watch.asked(1_000, 7);
  expect(watch.isSlow(1_000 + SLOW_MS - 1, 7)).toBe(false);
  expect(watch.next(1_000)).toBe(1_000 + SLOW_MS);
  expect(pass(watch, 1_000, 20_000)).toEqual([[1_000 + SLOW_MS, "ping"], [1_000 + SLOW_MS + DEAD_MS, "replace"]]);
  expect(watch.isSlow(1_000 + SLOW_MS, 7)).toBe(true);
});

test("an action that is sent again on a new connection is still shown as being sent", () => {
  const watch = open();
  watch.asked(1_000, 7);
  watch.closed();
  watch.opening(6_000);
  watch.welcomed(6_100);
  watch.asked(6_200, 7);
  watch.heard(6_300);
  watch.ponged();
  expect(watch.health(6_300)).toBe("sending");
  expect(pass(watch, 6_300, 8_100), "it is tested two seconds after it was sent").toEqual([]);
  expect(pass(watch, 8_100, 8_200)).toEqual([[8_200, "ping"]]);
  watch.settled(7);
  watch.heard(8_300);
  watch.ponged();
  expect(watch.health(8_300)).toBe("good");
});

test("a slow server on a living line is asked again and not left", () => {
  const watch = open();
  watch.asked(0, 7);
  for (let now = 0; now <= 20_000; now += 100) for (const output of watch.tick(now)) {
    expect(output).toBe("ping");
    watch.heard(now + 50);
    watch.ponged();
  }
  expect(watch.health(20_000)).toBe("sending");
});

test("bytes of others do not keep a line on which nothing of the player arrives", () => {
  const watch = open();
  watch.asked(0, 7);
  let replaced = 0;
  for (let now = 0; now <= 20_000 && !replaced; now += 100) {
    watch.heard(now);
    if (watch.tick(now).includes("replace")) replaced = now;
  }
  expect(replaced).toBe(SLOW_MS + DEAF_MS);
});

test("a silent line is tested, sooner with a seat, and is in doubt until it answers", () => {
  const watch = open();
  expect(watch.next(0)).toBe(QUIET_MS);
  watch.sits(true);
  expect(watch.next(0)).toBe(QUIET_SEATED_MS);
  expect(watch.tick(QUIET_SEATED_MS)).toEqual(["ping"]);
  expect(watch.health(QUIET_SEATED_MS + DOUBT_MS - 1)).toBe("good");
  expect(watch.health(QUIET_SEATED_MS + DOUBT_MS)).toBe("doubtful");
  expect(pass(watch, QUIET_SEATED_MS, 20_000)).toEqual([[QUIET_SEATED_MS + DEAD_MS, "replace"]]);
});

test("a page that slept or changed networks is in doubt at once", () => {
  const watch = open();
  expect(watch.suspected(400)).toEqual(["ping"]);
  expect(watch.health(400)).toBe("doubtful");
  watch.heard(500);
  expect(watch.health(500), "only the answer counts").toBe("doubtful");
  watch.ponged();
  expect(watch.health(500)).toBe("good");
  watch.closed();
  expect(watch.suspected(600), "a lost line needs no test").toEqual([]);
});

test("a connection that gets no welcome is given up, later each time", () => {
  const watch = new LineWatch();
  for (const patience of [OPEN_MS, 2 * OPEN_MS, OPEN_LONGEST_MS, OPEN_LONGEST_MS]) {
    watch.opening(0);
    expect(watch.next(0)).toBe(patience);
    expect(pass(watch, 0, 60_000)).toEqual([[patience, "replace"]]);
  }
});

const SEATED: Moment = { seated: true, sittingOut: false, broke: false, hand: 12, offers: [] };

test("an answer is sent again only while its own question is open", () => {
  const asked = { ...SEATED, offers: ["ShowOffered"] };
  expect(atTable("ShowOrMuck", asked, asked)).toBe("send");
  expect(atTable("ShowOrMuck", asked, SEATED), "it was answered, or its time is up").toBe("drop");
  expect(atTable("ShowOrMuck", asked, { ...asked, hand: 13 }), "another hand's showdown").toBe("drop");
  expect(atTable("RunIt", { ...SEATED, offers: ["RunItOffered"] }, asked)).toBe("drop");
  expect(atTable("ChooseGame", SEATED, { ...SEATED, hand: null, offers: ["ChoiceOffered"] })).toBe("send");
});

test("a request about the seat is sent again only if it has not been carried out", () => {
  expect(atTable("SitIn", { ...SEATED, sittingOut: true }, SEATED)).toBe("done");
  expect(atTable("SitIn", { ...SEATED, sittingOut: true }, { ...SEATED, sittingOut: true })).toBe("send");
  expect(atTable("Sit", { ...SEATED, seated: false }, SEATED)).toBe("done");
  expect(atTable("Leave", SEATED, { ...SEATED, seated: false })).toBe("done");
  expect(atTable("TopUp", { ...SEATED, broke: true }, { ...SEATED, broke: true })).toBe("send");
  expect(atTable("TopUp", SEATED, SEATED), "chips may wait for the end of the hand").toBe("drop");
  expect(atTable("Rebuy", { ...SEATED, broke: true }, { ...SEATED, broke: true })).toBe("send");
  expect(atTable("Rebuy", { ...SEATED, broke: true }, SEATED), "it was carried out").toBe("drop");
  expect(atTable("ShowCards", SEATED, { ...SEATED, hand: null })).toBe("send");
  expect(atTable("ShowCards", SEATED, { ...SEATED, hand: 13 }), "the next hand has begun").toBe("drop");
  expect(atOffer("BuyChips", "RebuyOffered")).toBe("send");
  expect(atOffer("BuyChips", "DealOffered")).toBe(null);
  expect(isKept("Chat")).toBe(false);
});
