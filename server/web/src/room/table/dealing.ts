// The dealing: cards to seats and boards, draws, and boards that are run more than once.
import type { TableEventBodies } from "cardroom-bot/protocol";
import { Cards } from "../line";
import type { Reactions } from "../reactions";
import type { Hand } from "./hand";
import type { Log } from "./log";
import type { Seats } from "./seats";

/** The street of a board of five, by the number of cards before it and its own. */
const STREETS: Record<string, string> = { "0 3": "log-flop", "3 1": "log-turn", "4 1": "log-river" };

/** Returns the name of a draw: the only one, or its number and the total. */
export const drawName = (number: number, draws: number): [message: string, args: Record<string, number>] =>
  draws > 1 && number > 0 ? ["log-draw-of", { number, draws }] : ["log-draw-only", {}];

export const dealing: Reactions<TableEventBodies, [hand: Hand, seats: Seats, log: Log], number | void> = {
  CardsDealt({ each }, _hand, seats) {
    for (const seat of seats.live) seat.hand.cards += each;
  },
  UpCardsDealt({ cards }, _hand, seats, log) {
    for (const { seat, card } of cards) {
      const at = seats.at(seat);
      if (!at) continue;
      at.hand.cards += 1;
      at.hand.up = [...at.hand.up, card];
      log.say("log-up-card", { ...seats.who(seat), cards: new Cards([card]) }, "deal");
    }
  },
  StreetBegan({ street }, hand, seats) {
    hand.street = street;
    hand.drawing = null;
    seats.nextStreet();
  },
  BoardDealt({ board, cards }, { boards, game }, _seats, log) {
    const before = boards[board] ?? [];
    boards[board] = [...before, ...cards];
    const street = game.board_cards === 5 && before.length + cards.length <= 5 ? STREETS[`${before.length} ${cards.length}`] : undefined;
    const message = boards.length > 1 ? "log-board-of" : (street ?? "log-board");
    log.say(message, { number: board + 1, cards: new Cards(cards) }, "deal");
  },
  DrawBegan({ least, most }, hand, seats, log) {
    hand.draw += 1;
    hand.drawing = { least, most };
    seats.nextStreet();
    log.say(...drawName(hand.draw, hand.game.draws), "deal");
  },
  Discarded({ seat, count, timed_out }, hand, seats, log) {
    const at = seats.at(seat);
    if (at) Object.assign(at.hand, { cards: at.hand.cards - count, did: count ? "draw" : "stand-pat", drew: count });
    if (timed_out) seats.late = seat;
    seats.nobodysTurn(hand);
    log.say(count ? "log-draws" : "log-stands-pat", { ...seats.who(seat), count });
  },
  Drawn({ seat, count }, _hand, seats) {
    const at = seats.at(seat);
    if (at) at.hand.cards += count;
  },
  RunItAgreed({ boards }, hand, _seats, log) {
    hand.boards = Array.from({ length: boards }, () => [...(hand.boards[0] ?? [])]);
    if (boards > 1) log.say("log-boards-agreed", { count: boards }, "deal");
  },
};
