// The reason why no hand begins, and the sentence for a player without a decision.
import { room } from "../room/room";
import type { Table } from "../room/table";
import type { Seat } from "../room/table/seats";
import { t } from "../words/words";

/** What a ring game lacks for its next hand. */
export type Lack =
  /** Nobody else has a seat. */
  | "player"
  /** Nobody else has chips. */
  | "chips"
  /** The other players with chips sit out. */
  | "return"
  /** Only the viewer sits out or has no chips. */
  | "you";

const isReady = (seat: Seat): boolean => seat.stack > 0 && !seat.sitting_out;

/** Returns what a ring game lacks for its next hand, or null if that begins by itself. */
export const lackOf = (table: Table): Lack | null => {
  const { hand, info, seats: { mine } } = table;
  if (info.tournament !== null || table.clock.paused || (hand && !hand.over)) return null;
  const seats = table.seats.all.filter((seat): seat is Seat => seat !== null);
  const ready = seats.filter(isReady);
  if (ready.length >= 2) return null;
  if (seats.length < 2) return "player";
  if (mine && !isReady(mine) && ready.length === 1) return "you";
  return seats.some((seat) => seat !== mine && seat.stack > 0 && !isReady(seat)) ? "return" : "chips";
};

/** Returns whether a hand is in progress. */
const isOn = ({ hand }: Table): boolean => hand !== null && !hand.over;

/** Returns that the table is paused, and by whom if the page knows. */
const pauseText = ({ clock: { pausedBy } }: Table): string => (pausedBy === null ? t("felt-paused") : t("felt-paused-by", { name: pausedBy }));

/** Returns whether cards of the board or of a stud hand are still to come. */
const lacksCards = ({ hand, seats }: Table): boolean => {
  if (!hand) return false;
  const { board_cards, hole_cards, draws } = hand.game;
  if (board_cards > 0) return hand.boards.some((board) => board.length < board_cards);
  return draws === 0 && seats.live.some(({ hand: { cards } }) => cards < hole_cards);
};

/** Returns the sentence for a player in a hand whose betting has ended. */
const closedText = (table: Table): string => {
  const others = table.seats.all.some((seat) => seat && seat !== table.seats.mine && seat.hand && !seat.hand.folded);
  return others ? (lacksCards(table) ? "action-run-out" : "action-showdown") : "action-all-folded";
};

/** Returns why play stands still, for a seated player who takes part. Null if it goes on by itself. */
export const haltText = (table: Table): string | null => {
  if (table.clock.paused) return `${pauseText(table)} ${t(isOn(table) ? "action-paused-hand" : "action-paused-between")}`;
  if (room.line.closing && (!table.seats.mine?.hand || !isOn(table))) return t("action-room-closes");
  const lack = lackOf(table);
  return lack !== null && lack !== "you" ? t(`action-lacks-${lack}`) : null;
};

/** Returns the tournament that is played at a table, as far as the page knows it. */
const tournamentAt = ({ info: { tournament } }: Table) => (tournament === null ? undefined : room.tournaments.all.get(tournament));

/** Returns whether people deal real cards at a table, and the room deals nothing. */
const hasRealCards = (table: Table): boolean => (tournamentAt(table)?.moves ?? null) !== null;

/** Returns the sentence for a seated player who takes part and has nothing to decide now. */
export const seatText = (table: Table): string => {
  const { seats: { you, mine }, hand } = table;
  const own = mine?.hand;
  const halt = haltText(table);
  if (halt !== null) return halt;
  if (mine && hasRealCards(table)) return t("action-real-cards", { table: table.info.name, seat: mine.seat + 1 });
  if (!own) return t(you?.wait_for_big_blind ? "action-waits-for-big-blind" : "action-dealt-in-next");
  if (hand?.over) return t("action-hand-over");
  if (own.folded) return t(room.line.closing ? "action-folded-room-closes" : "action-folded");
  return t(own.allIn ? "action-you-are-all-in" : closedText(table));
};

/** Returns why no hand is in progress at the table of a tournament, as far as the page knows. */
const tournamentText = (table: Table): string | null => {
  const view = tournamentAt(table)?.view;
  if (view?.clock.phase === "BeforeStart") return t("felt-not-started");
  if (view?.clock.phase === "Over") return t("felt-tournament-over");
  if (hasRealCards(table)) return t("felt-real-cards");
  return view?.hand_for_hand ? t("felt-hand-for-hand") : null;
};

/** Returns what a felt without a hand waits for. */
export const feltText = (table: Table): string => {
  const lack = lackOf(table);
  if (room.line.closing) return t("action-room-closes");
  if (lack !== null) return t(`felt-lacks-${lack}`);
  return tournamentText(table) ?? t(table.info.seated < 2 ? "felt-lacks-player" : "felt-next-hand");
};
