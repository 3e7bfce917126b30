// The lobby: the lists of all tables and tournaments.
import type { ServerMessage, TableInfo, TournamentInfo } from "../../protocol";
import type { Connection } from "../connection";

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

  take(message: ServerMessage): boolean {
    if ("TableList" in message) {
      for (const info of message.TableList.tables) this.tables.set(info.table, info);
      this.known ||= message.TableList.last;
    } else if ("TableChanged" in message) this.tables.set(message.TableChanged.info.table, message.TableChanged.info);
    else if ("TournamentList" in message) {
      for (const info of message.TournamentList.tournaments) this.tournaments.set(info.tournament, info);
    } else if ("TournamentChanged" in message) {
      this.tournaments.set(message.TournamentChanged.info.tournament, message.TournamentChanged.info);
    } else if ("TournamentGone" in message) this.tournaments.delete(message.TournamentGone.tournament);
    else return false;
    return true;
  }
}
