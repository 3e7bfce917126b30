// Private tables and tournaments, for their hosts: opening, changing and closing them.
import type { HostedTournaments, Hosting as HostedTables, TableCommand, TableLedger, TableTerms, TournamentTerms } from "cardroom-bot/protocol";
import { t } from "../../words/words";
import type { Answer, Connection, Refusal } from "cardroom-bot/connection";
import { noReason } from "../host-orders";
import { hasPlayed } from "../newcomer";
import type { Screen } from "../screen";
import type { Tournament } from "../tournament";
import type { Invitations } from "./invitations";
import type { Tables } from "./tables";

export class Hosting {
  /** The tables that this account may host, and hosts. */
  tables: HostedTables | null = null;
  /** The tournaments that this account may host, and hosts. */
  tournaments: HostedTournaments | null = null;

  constructor(
    private readonly line: Connection,
    private readonly screen: Screen,
    private readonly invitations: Invitations,
    private readonly followed: Tables,
  ) {}

  async askTables(): Promise<void> {
    const hosting = (await this.line.try("GetHosting", {}))?.Hosting;
    if (hosting) this.tables = hosting;
    for (const { info, code } of hosting?.tables ?? []) this.invitations.tables.remember(info.table, code);
    this.screen.changed();
  }
  async askTournaments(): Promise<void> {
    const hosted = (await this.line.try("GetHostedTournaments", {}))?.HostedTournaments;
    if (hosted) this.tournaments = hosted;
    for (const { info, code } of hosted?.tournaments ?? []) this.invitations.tournaments.remember(info.tournament, code);
    this.screen.changed();
  }

  async host(terms: TableTerms): Promise<Answer | null> {
    hasPlayed();
    const answer = await this.line.try("HostTable", { terms });
    if (answer?.Hosted) this.invitations.tables.remember(answer.Hosted.table, answer.Hosted.code);
    return answer;
  }
  async hostTournament(terms: TournamentTerms): Promise<Answer | null> {
    hasPlayed();
    const answer = await this.line.try("HostTournament", { terms });
    const hosted = answer?.TournamentHosted;
    if (hosted) this.invitations.tournaments.remember(hosted.tournament, hosted.code);
    return answer;
  }
  /**
   * Announces the next tournament of a host to the players of this one. The server takes no
   * announcement after the end.
   */
  async announceNext(event: Tournament, code: string): Promise<void> {
    const text = t("tournament-next-announced", { link: `${location.origin}/#/join/${code}` });
    const body = { tournament: event.id, seq: event.view.seq, reason: t("tournament-next-reason"), rule: null, command: { Announce: text } };
    await this.line.ask("DirectTournament", body).catch(() => undefined);
  }

  /** Changes the terms of a table that the viewer hosts. */
  change(table: number, terms: TableTerms): Promise<Answer> {
    return this.line.ask("ChangeTable", { table, terms });
  }
  async close(table: number): Promise<void> {
    await this.line.try("CloseHosted", { table }, t("room-table-closes"));
    await this.askTables();
  }
  /** Makes a player the host of a table, or the viewer, who follows a host who is gone. */
  handOver(table: number, to: string | null): Promise<Answer> {
    return this.line.ask("HandOver", { table, to });
  }
  /** Gives a command as the host of a table. */
  async order(table: number, command: TableCommand, reason: string): Promise<Answer> {
    const send = (): Promise<Answer> => {
      const seq = this.followed.all.get(table)?.seq ?? 0;
      return this.line.ask("DirectTable", { table, seq, reason: reason.trim() || noReason(), rule: null, command });
    };
    // None of these commands depends on the action that came in between.
    return send().catch((refusal: Refusal) => {
      if (refusal.code === "seq_moved" && typeof command === "string") return send();
      throw refusal;
    });
  }
  /** Returns the ledger of a private table. Sends the table's code first. */
  async ledger(table: number): Promise<TableLedger | undefined> {
    const code = this.invitations.tables.get(table);
    if (code) await this.line.ask("UseInvitation", { code }).catch(() => undefined);
    return (await this.line.ask("GetTableLedger", { table })).TableLedger;
  }
}
