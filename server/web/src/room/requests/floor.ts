// The floor: commands to tables and leagues, the audit of them, and opening tournaments. Only the
// floor's page needs it. `tournaments.ts` has the commands to a tournament, because its host gives
// them, too.
import type { AuditEntry, BanRow, LeagueCommand, OpenableStructure, RosterReport, ScheduleOrder, ScheduleShown, TableCommand } from "cardroom-bot/protocol";
import { t } from "../../words/words";
import type { Answer } from "cardroom-bot/connection";
import { room } from "../room";
import type { Table } from "../table";
import type { Tournament } from "../tournament";

const { line, screen, account } = room;

/** How many characters of a roster fit into one message. */
const ROSTER_PART = 2500;

/** The commands of the audit as far as they were asked for, and how many there are. */
export const audit: { entries: AuditEntry[]; total: number } = { entries: [], total: 0 };

export const listAudit = async (table: number | null, from = 0): Promise<void> => {
  const page = (await line.try("ListAudit", { table, from }))?.AuditPage;
  if (page) Object.assign(audit, { entries: from ? [...audit.entries, ...page.entries] : page.entries, total: page.total });
  screen.changed();
};

export const attend = (table: number, on: boolean): void => {
  void line.try("AttendTable", { table, on });
};

export const direct = async (table: Table, command: TableCommand, reason: string, rule: string | null): Promise<Answer | null> => {
  const answer = await line.try("DirectTable", { table: table.id, seq: table.seq, reason, rule, command }, t("room-applied"));
  if (answer) await listAudit(account.rulesEverywhere ? null : table.id);
  return answer;
};

export const directLeague = (command: LeagueCommand, reason: string, rule: string | null): Promise<Answer | null> =>
  line.try("DirectLeague", { reason, rule, command }, t("room-applied"));

export const listBans = async (): Promise<BanRow[]> => (await line.try("ListBans", { from: 0 }))?.BanPage?.bans ?? [];

/**
 * Returns a list that comes in pages. `page` asks for one, and returns its rows and how many there
 * are in all. Null if a page did not come: a part is not the list.
 */
const paged = async <Row>(page: (from: number) => Promise<{ rows: Row[]; total: number } | null>): Promise<Row[] | null> => {
  const all: Row[] = [];
  for (;;) {
    const next = await page(all.length);
    if (!next) return null;
    all.push(...next.rows);
    if (next.rows.length === 0 || all.length >= next.total) return all;
  }
};

/** The structures by which a tournament can be opened. */
export const structures = (): Promise<OpenableStructure[] | null> =>
  paged(async (from) => {
    const page = (await line.try("ListStructures", { from }))?.StructurePage;
    return page ? { rows: page.structures, total: page.total } : null;
  });

/** The schedules of the room, those of its configuration first. */
export const schedules = (): Promise<ScheduleShown[] | null> =>
  paged(async (from) => {
    const page = (await line.try("ListSchedules", { from }))?.SchedulePage;
    return page ? { rows: page.schedules, total: page.total } : null;
  });

/** Gives an order about a schedule. Rejects with the refusal, which may be about one of its terms. */
export const directSchedule = async (order: ScheduleOrder, reason: string): Promise<void> => {
  await line.ask("DirectSchedule", { reason, order });
};

/** Ends a schedule, and returns whether the room did. */
export const endSchedule = async (schedule: number, reason: string): Promise<boolean> =>
  (await line.try("DirectSchedule", { reason, order: { End: schedule } }, t("room-applied"))) !== null;

/** Opens a tournament and returns its number. */
export const openTournament = async (
  structure: string, name: string | null, starts_at: number | null, self_run: boolean, league: string | null,
): Promise<number | null> => {
  const answer = await line.try("OpenTournament", { structure, name, starts_at, self_run, league }, t("room-tournament-opened"));
  return answer?.TournamentOpened?.tournament ?? null;
};

/** Enters all players of a list, or none. A long list goes in parts. */
export const importRoster = async (event: Tournament, text: string, reason: string): Promise<RosterReport | null> => {
  let answer: Answer | null = null;
  for (let at = 0; at === 0 || at < text.length; at += ROSTER_PART) {
    const more = at + ROSTER_PART < text.length;
    const part = { tournament: event.id, seq: event.view.seq, reason, rule: null, text: text.slice(at, at + ROSTER_PART), more };
    answer = await line.try("ImportRoster", part);
    if (!answer) return null;
  }
  return answer?.RosterReport ?? null;
};
