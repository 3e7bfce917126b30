// The moves between tables that a wall shows for a minute, and the announcements and scenes that
// the floor orders while the wall is open.
import type { TournamentEvent } from "cardroom-bot/protocol";
import type { Tournament } from "../room/tournament";

/** A player's way to another seat. */
export interface Move {
  entry: number;
  /** The number of the table that the player leaves. Null for a first seat. */
  from: number | string | null;
  table: number;
  /** The number of the new table, if only that is known. */
  number?: number;
  seat: number;
  /** When it was announced, on the page's own clock. */
  at: number;
}

/** How long a wall shows moves by itself. */
export const MOVES_MS = 60_000;
/** How long it shows an announcement that names no time. */
const USUAL_MS = 5 * 60_000;

/** The moves that this page has heard of, by tournament. They outlive a visit to another page. */
const heard = new Map<number, Move[]>();

/**
 * Returns the latest move of each player, newest first. With real cards a move stays until the
 * floor confirms it, also on a screen that is opened later.
 */
export const movesOf = ({ id, moves }: Pick<Tournament, "id" | "moves">): Move[] => {
  const latest = new Map((heard.get(id) ?? []).map((move) => [move.entry, move]));
  if (moves !== null) {
    const open = new Set(moves.map(({ entry }) => entry));
    for (const { entry, from } of [...latest.values()]) if (from !== null && !open.has(entry)) latest.delete(entry);
    for (const { entry, from_table: from, table: number, seat } of moves) if (!latest.has(entry)) latest.set(entry, { entry, from, table: 0, number, seat, at: -MOVES_MS });
  }
  return [...latest.values()].sort((a, b) => b.at - a.at);
};

const add = (tournament: number, move: Move): void => {
  heard.set(tournament, [...(heard.get(tournament) ?? []), move].slice(-200));
};

/** Takes what a step says to walls. Returns whether a player must move. */
export const take = (event: Tournament, happened: TournamentEvent, now: number): boolean => {
  if ("PlayerMoved" in happened) {
    const { entry, from_table, table, seat } = happened.PlayerMoved;
    add(event.id, { entry, from: event.named.table(from_table), table, seat, at: now });
    return true;
  }
  if ("PlayerSeated" in happened && happened.PlayerSeated.reason !== "Draw") {
    const { entry, table, seat } = happened.PlayerSeated;
    add(event.id, { entry, from: null, table, seat, at: now });
    return happened.PlayerSeated.reason !== "LateEntry";
  }
  if ("FloorRuled" in happened && typeof happened.FloorRuled.command === "object") {
    const { command } = happened.FloorRuled;
    const wall = event.wall ?? { order: null, announcement: null, points: [] };
    if ("Wall" in command) event.wall = { ...wall, order: command.Wall };
    if ("Announce" in command) event.wall = { ...wall, announcement: { text: command.Announce, until: now + USUAL_MS } };
    if ("AnnounceFor" in command) {
      const { text, minutes } = command.AnnounceFor;
      event.wall = { ...wall, announcement: { text, until: now + minutes * 60_000 } };
    }
  }
  return false;
};
