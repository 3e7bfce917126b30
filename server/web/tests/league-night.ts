// A league's night of sixty players at seven tables, for the wall and for paper. The test answers
// the page's socket.
import type { Page } from "@playwright/test";
import type { ServerMessage, StandingRow } from "cardroom-bot/protocol";
import { TABLE, TOURNAMENT, type Wall, staged, tournament } from "./staged";

const NAMES = ["Ada", "Blaise Pascal", "Émilie du Châtelet", "Maximiliane Wolkenstei", "Wilhelmina Winterbott", "Σωκράτης", "Žofie"];
/** Returns the name of a player, which is part of no other name. */
export const nameOf = (index: number): string => `${NAMES[index % NAMES.length]} ${String(index).padStart(2, "0")}`;

/** Returns the code of a player's seat. */
export const codeOf = (index: number): string => `${TOURNAMENT}-K7QX2M9R${"23456789ABCDEFGH"[Math.floor(index / 16)]}${"23456789ABCDEFGH"[index % 16]}`;

const player = (index: number) => ({
  entry: index + 1, name: nameOf(index), bot: false, state: "Playing" as const, stack: 20_000 + index, table: TABLE + Math.floor(index / 9), seat: index % 9, place: null,
  prize: 0, bounties: 0, head: 0, re_entries: 0, avatar: index, color: index % 8, staff: false,
});
const table = (number: number) => ({ table: TABLE + number - 1, number, players: 9, state: "Playing" as const, hand: 12, smallest_stack: 100, largest_stack: 90_000 });
const standing = (index: number): StandingRow => ({ rank: index + 1, name: nameOf(index), points: 9_000 - index * 70, nights: 4, counted: 4, wins: 1, best_place: 1, knocked_out: 3 });
const RULE = "A player who is not at the table when the last card of the deal is dealt has a dead hand, and may not be at the table with a live one before the next.";

/** Opens a night of 60 players that counts for a league. `paid` if it pays prizes. */
export const night = async (page: Page, wall: Wall, paid = true) => {
  const event = tournament();
  event.you = null;
  const payouts = [18_000, 11_500, 7_000, 4_000, 2_500, 2_000].map((prize, index) => ({ first: index + 1, last: index + 1, prize: paid ? prize : 0, ticket: null }));
  Object.assign(event, { payouts });
  event.info = { ...event.info, entries: 64, players_left: 60, open: true, prize_pool: paid ? 45_000 : 0, counts_for: { league: "House League", season: "Autumn 2026" } };
  const season = { season: "autumn", name: "Autumn 2026", from: 0, until: Date.now() * 2 };
  const league = { league: "house", name: "House League", rulebook: null, points: "1", best_nights: 0, least_nights: 0, ties: [], min_age: 0, members_only: false, seasons: [season], present: false, disqualified: null };
  const level = (number: number) => ({ Level: { level: number, seconds: 600, stakes: event.clock.stakes } });
  const answers = (name: string, body: Record<string, unknown>): ServerMessage[] | null => {
    const its = { request: body.request as number, tournament: TOURNAMENT };
    if (name === "ListPlayers") return [{ PlayerPage: { ...its, from: 0, total: 60, players: Array.from({ length: 60 }, (_, index) => player(index)) } }];
    if (name === "ListTournamentTables") return [{ TablePage: { ...its, from: 0, total: 7, tables: [1, 2, 3, 4, 5, 6, 7].map(table) } }];
    if (name === "ListSeatCodes") return [{ SeatCodePage: { ...its, from: 0, total: 60, codes: Array.from({ length: 60 }, (_, index) => ({ entry: index + 1, code: codeOf(index) })) } }];
    if (name === "GetStructure") return [{ StructureSheet: { ...its, structure: "n", name: "N", stages: [1, 2, 3, 4, 5, 6].map(level), rebuy: null, add_on: null, early_bonus: null, re_entries: 0, alternates: false } }];
    if (name === "GetHouseRules") return [{ HouseRules: { ...its, rules: Array.from({ length: 14 }, (_, index) => ({ rule: `TDA ${index + 1}`, text: RULE })), last: true } }];
    if (name === "ListLeagues") return [{ LeagueList: { request: its.request, leagues: [league], last: true } }];
    if (name === "GetStandings") return [{ StandingPage: { request: its.request, league: "house", season: "autumn", nights: 4, from: 0, total: 40, rows: Array.from({ length: 40 }, (_, index) => standing(index)) } }];
    return null;
  };
  const stage = await staged(page, { game: "holdem", seats: 6, own: null, idle: true, tournament: event, wall, answers });
  return { ...stage, event };
};
