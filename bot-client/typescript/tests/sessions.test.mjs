// The table gives the same answers as the Rust model after every message of recorded sessions,
// which `bot-client/tests/suite/sessions.rs` follows, too.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Misfit, Table, apply, applyEvent, sensibleDiscards } from "../dist/index.js";

const SESSIONS = process.env.CARDROOM_SESSIONS ?? fileURLToPath(new URL("../../tests/sessions", import.meta.url));

const seatAnswers = (table, seat) => ({
  seat: seat.seat, name: seat.name, stack: seat.stack, bet: seat.bet, sitting_out: seat.sittingOut, connected: seat.connected,
  in_hand: seat.inHand && {
    folded: seat.inHand.folded, all_in: seat.inHand.allIn, card_count: seat.inHand.cardCount, up: seat.inHand.up,
    tabled: seat.inHand.tabled, gave_away: seat.inHand.gaveAway,
  },
  shown: seat.shown, stack_at_start: seat.stackAtStart, is_live: seat.isLive(), can_act: seat.canAct(), position: table.position(seat.seat),
});

const handAnswers = (hand) => ({
  number: hand.number, game: hand.game.id, button: hand.button, dealt: hand.dealt, street: hand.street, board: hand.board(), boards: hand.boards,
  draws: hand.draws, dead: hand.dead, current_bet: hand.currentBet, pots: hand.pots.map(({ amount }) => amount), raises: hand.raises,
  aggressor: hand.aggressor, actions: hand.actions, turn: hand.turn && [hand.turn.seat, hand.turn.time_ms, hand.turn.bank_ms],
});

const resultAnswers = ({ hand, dealtIn, players, dealtFirst, net, voided }) => ({ hand, dealt_in: dealtIn, players, dealt_first: dealtFirst, net, voided });

const discards = ({ decision, hand, cards }) => {
  const range = decision?.legal.discard;
  return range && hand ? sensibleDiscards(hand, cards, range).sort() : null;
};

const answers = (table) => ({
  seq: table.seq, paused: table.paused, cards: table.cards, hero: table.hero()?.seat ?? null, to_show: table.toShow,
  turn: table.decision?.turn ?? null, pot_total: table.potTotal(), chips: table.chips(), to_call: table.toCall(), pot_odds: table.potOdds(),
  players_in_hand: table.playersInHand().map(({ seat }) => seat), opponents: table.opponents().map(({ seat }) => seat),
  opponent_count: table.opponentCount(), effective_stack: table.effectiveStack(), big_blind: table.bigBlind(),
  pot_in_big_blinds: table.bigBlinds(table.potTotal()), hero_position: table.heroPosition(), has_position: table.hasPosition(),
  discards: discards(table), hand: table.hand && handAnswers(table.hand), last_result: table.lastResult && resultAnswers(table.lastResult),
  seat: Object.fromEntries(table.seats.map((seat) => [seat.seat, seatAnswers(table, seat)])),
});

/** Returns the parts of nested objects under names such as `hand.street`, without those that are null. */
const flat = (value, name = "") => {
  if (value === null) return {};
  if (typeof value !== "object" || Array.isArray(value)) return { [name]: value };
  return Object.assign({}, ...Object.entries(value).map(([part, inner]) => flat(inner, name ? `${name}.${part}` : part)));
};

/** Takes a message. Returns the table, or null if it is not about one. */
const take = (table, message) => {
  if (message.TableSnapshot) return Object.assign(Table.fromSnapshot(message.TableSnapshot), { lastResult: table?.lastResult ?? null });
  if (!table) return null;
  if (message.Step) apply(table, message.Step);
  else if (message.HoleCards) table.takeCards(message.HoleCards);
  else if (message.YourTurn) table.takeTurn(message.YourTurn);
  else return null;
  return table;
};

const linesOf = (path) => readFileSync(path, "utf8").split("\n").filter(Boolean);

/** Follows a session, and compares what the table answers after each message. */
const follow = (path) => {
  const recorded = linesOf(path.replace(/\.jsonl$/, ".answers.jsonl"));
  const expected = {};
  let [table, count] = [null, 0];
  for (const frame of linesOf(path)) {
    for (const message of JSON.parse(frame)) {
      const taken = take(table, message);
      if (!taken) continue;
      table = taken;
      for (const [name, value] of Object.entries(JSON.parse(recorded[count] ?? "{}"))) {
        if (value === null) delete expected[name];
        else expected[name] = value;
      }
      count += 1;
      assert.deepEqual(flat(answers(table)), expected, `after message ${count}`);
    }
  }
  assert.equal(count, recorded.length);
  assert.ok(table.strength(10) >= 0);
};

const has = existsSync(SESSIONS);
const games = has ? readdirSync(SESSIONS).filter((name) => name.endsWith(".jsonl") && !name.includes(".answers.")) : [];

test("there is a session of every game", { skip: !has && "bot-client/tests/sessions is not here" }, () => {
  assert.ok(games.length > 20, `${games.length} sessions`);
});
for (const game of games) test(`the table answers as the Rust model does: ${game}`, () => follow(join(SESSIONS, game)));

const INFO = { table: 1, unit: 1, small_blind: 1, big_blind: 2, min_buy_in: 40, max_buy_in: 200, shows_folded: false };
const seat = (number) => ({ seat: number, name: `p${number}`, bot: false, connected: true, sitting_out: false, stack: 100, in_hand: null, shown: [] });
const empty = () =>
  Table.fromSnapshot({ table: 1, view: { info: INFO, seq: 7, paused: false, seats: [seat(0), seat(3)], hand: null, you: null, buy_in: { min: 40, max: 200 }, hybrid: null } });

test("a gap and a step that does not fit are noticed", () => {
  assert.throws(() => apply(empty(), { seq: 9, events: [] }), (error) => error instanceof Misfit && error.kind === "gap");
  assert.equal(apply(empty(), { seq: 7, events: [] }), false);
  for (const [event, reason] of [
    [{ HandEnded: { hand: 1 } }, /HandEnded does not fit the table: no hand is in progress/],
    [{ Acted: { seat: 0, action: "Call", added: 1e9, timed_out: false } }, /the stack does not hold as much/],
    [{ SeatLeft: { seat: 9 } }, /the seat is empty/],
  ]) assert.throws(() => applyEvent(empty(), event), reason);
});

test("an event of a later version changes nothing", () => {
  const table = empty();
  applyEvent(table, { SomethingNew: { seat: 0 } });
  assert.deepEqual(table, empty());
});
