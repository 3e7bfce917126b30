// The lobby: the lists of all tables and tournaments.
import type { ServerMessage, TableInfo, TournamentInfo } from "cardroom-bot/protocol";
import type { Connection } from "cardroom-bot/connection";
import type { Messages } from "../reactions";

/**
 * Messages about the lobby. A page without a lobby is not rendered again if a frame contains
 * nothing else.
 */
const NEWS = ["TableChanged", "TournamentChanged", "TournamentGone"];

/** Whether a message is about the lobby only. */
export const isLobbyNews = (message: ServerMessage): boolean => NEWS.some((name) => name in message);

export class Lobby {
  readonly tables = new Map<number, TableInfo>();
  readonly tournaments = new Map<number, TournamentInfo>();
  /** Whether the list of tables is complete. */
  known = false;

  constructor(private readonly line: Connection) {}

  /** Forgets the lists. A new connection sends them again. */
  clear(): void {
    this.tables.clear();
    this.known = false;
    this.tournaments.clear();
  }
  /** Asks for both lists, and for their changes. */
  watch(): void {
    void this.line.ask("WatchLobby", { on: true }).catch(() => undefined);
    this.refresh();
  }
  /** Reloads the list of tournaments. */
  refresh(): void {
    void this.line.ask("ListTournaments", { past: true }).catch(() => undefined);
  }

  readonly on: Messages = {
    TableList: ({ tables, last }) => {
      for (const info of tables) this.tables.set(info.table, info);
      this.known ||= last;
    },
    TableChanged: ({ info }) => this.tables.set(info.table, info),
    TournamentList: ({ tournaments }) => {
      for (const info of tournaments) this.tournaments.set(info.tournament, info);
    },
    TournamentChanged: ({ info }) => this.tournaments.set(info.tournament, info),
    TournamentGone: ({ tournament }) => this.tournaments.delete(tournament),
  };
}
