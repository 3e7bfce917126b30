// The codes of private tables and tournaments: using one, and sending it again on a new connection.
import type { TableInfo, TournamentInfo } from "cardroom-bot/protocol";
import { t } from "../../words/words";
import { Codes } from "../codes";
import { type Connection, Refusal } from "cardroom-bot/connection";

/** What a code opens, or the reason why it opens nothing. */
type Opened = { table: TableInfo } | { event: TournamentInfo } | { refused: string };

export class Invitations {
  readonly tables = new Codes("cardroom.codes");
  readonly tournaments = new Codes("cardroom.event-codes");

  constructor(private readonly line: Connection) {}

  async use(code: string): Promise<Opened> {
    try {
      const { Invited, InvitedToTournament } = await this.line.ask("UseInvitation", { code });
      if (InvitedToTournament) {
        this.tournaments.remember(InvitedToTournament.info.tournament, code);
        return { event: InvitedToTournament.info };
      }
      if (!Invited) return { refused: t("room-code-unknown") };
      this.tables.remember(Invited.info.table, code);
      return { table: Invited.info };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { refused: error.message };
    }
  }
  /** Sends the code of a watched table again, on a new connection. */
  bringTable(table: number): void {
    this.bring(this.tables, table, this.tables.get(table));
  }
  /** Sends the codes of all tournaments again, because their tables have no codes of their own. */
  bringTournaments(): void {
    for (const [event, code] of this.tournaments.all()) this.bring(this.tournaments, event, code);
  }
  private bring(codes: Codes, to: number, code: string | undefined): void {
    if (!code) return;
    this.line.ask("UseInvitation", { code }).catch((refusal: Refusal) => {
      if (refusal.code === "unknown_code") codes.forget(to);
    });
  }
}
