// Ready-made actions: the cases of `bot-client/src/choices.rs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Legal } from "../dist/index.js";

const NONE = { fold: false, check: false, call: null, wager: null, bring_in: null, discard: null };
const range = (parts) => ({ raise: true, min_to: 20, max_to: 90, pot_to: 45, fixed: false, ...parts });

test("amounts are moved into the bounds", () => {
  const legal = new Legal({ ...NONE, fold: true, call: 10, wager: range() });
  assert.deepEqual([50, 0, 1_000].map((to) => legal.wagerTo(to)), [{ RaiseTo: 50 }, { RaiseTo: 20 }, { RaiseTo: 90 }]);
  assert.deepEqual([legal.minWager(), legal.potWager(), legal.maxWager()], [{ RaiseTo: 20 }, { RaiseTo: 45 }, { RaiseTo: 90 }]);
  assert.deepEqual([{ RaiseTo: 90 }, { RaiseTo: 91 }, { Bet: 50 }, "Check", "Fold", null].map((action) => legal.allows(action)), [true, false, false, false, true, false]);
});

test("wagers are made of whole chips, except for the smallest and the largest", () => {
  const legal = new Legal({ ...NONE, fold: true, call: 10, wager: range({ min_to: 21, max_to: 93 }) }, 5);
  assert.deepEqual([legal.wagerTo(48), legal.wagerTo(22), legal.maxWager()], [{ RaiseTo: 45 }, { RaiseTo: 21 }, { RaiseTo: 93 }]);
  assert.deepEqual([45, 48, 21, 93].map((to) => legal.allows({ RaiseTo: to })), [true, false, true, true]);
});

test("passive answers never pay for a free card", () => {
  const free = new Legal({ ...NONE, fold: true, check: true });
  assert.deepEqual([free.checkOrCall(), free.checkOrFold()], ["Check", "Check"]);
  const bet = new Legal({ ...NONE, fold: true, call: 5 });
  assert.deepEqual([bet.checkOrCall(), bet.checkOrFold(), bet.maxWager()], ["Call", "Fold", null]);
});

test("in fixed limit there is nothing between the sizes", () => {
  const legal = new Legal({ ...NONE, check: true, wager: range({ raise: false, max_to: 40, pot_to: 30, fixed: true }) });
  assert.deepEqual([legal.wagerTo(30), legal.maxWager(), legal.allows({ Bet: 30 })], [{ Bet: 20 }, { Bet: 40 }, false]);
});

test("who is bound to a raise makes the smallest, and who owes the bring-in posts it", () => {
  const promised = { ...NONE, wager: range() };
  assert.deepEqual([new Legal(promised).checkOrFold(), new Legal(promised).checkOrCall()], [{ RaiseTo: 20 }, { RaiseTo: 20 }]);
  assert.equal(new Legal({ ...promised, call: 10 }).checkOrFold(), "Call");
  const owes = new Legal({ ...promised, bring_in: 6 });
  assert.deepEqual([owes.checkOrFold(), owes.checkOrCall(), owes.allows("Fold"), owes.allows("BringIn")], ["BringIn", "BringIn", false, true]);
});
