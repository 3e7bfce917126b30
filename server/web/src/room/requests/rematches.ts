// The tournament after a tournament: a rematch that a player offers, or the host's next one.
import type { RematchOffered, TournamentInfo } from "cardroom-bot/protocol";
import { t } from "../../words/words";
import type { Connection } from "cardroom-bot/connection";
import type { Messages } from "../reactions";
import type { Screen } from "../screen";
import type { Account } from "./account";
import type { Entries } from "./entries";
import type { Invitations } from "./invitations";
import type { Lobby } from "./lobby";

export class Rematches {
  /** The rematch that was offered last after a tournament. */
  readonly offered = new Map<number, RematchOffered>();

  constructor(
    private readonly line: Connection,
    private readonly screen: Screen,
    private readonly account: Account,
    private readonly lobby: Lobby,
    private readonly invitations: Invitations,
    private readonly entries: Entries,
  ) {}

  /** Tells everyone who played in a tournament which one a rematch is played in. */
  async offer(tournament: number, next: number): Promise<void> {
    await this.line.ask("OfferRematch", { tournament, next }).catch(() => undefined);
  }
  /** Enters the rematch that somebody offers, and shows it. An age limit is asked for there. */
  async join({ next, code }: RematchOffered): Promise<void> {
    const found = code === null ? null : await this.invitations.use(code);
    const info = found && "event" in found ? found.event : this.lobby.tournaments.get(next);
    if (!info || info.min_age === null) await this.entries.enter(next, false);
    location.hash = `#/tournament/${next}`;
  }
  /** The open tournament that the same host opened after this one, if its code is known here. */
  async nextOf({ tournament, host }: TournamentInfo): Promise<TournamentInfo | null> {
    for (const [id, code] of this.invitations.tournaments.all().reverse()) {
      if (id <= tournament) continue;
      const found = await this.invitations.use(code);
      if ("event" in found && found.event.host === host && found.event.open) return found.event;
    }
    return null;
  }

  readonly on: Messages = {
    // The page of the tournament has a button for it, other pages show a link there.
    RematchOffered: (offered) => {
      const { tournament, next, name, code } = offered;
      const known = this.offered.get(tournament);
      this.offered.set(tournament, offered);
      if (known?.next === next) return;
      if (code) void this.invitations.use(code).then(() => this.screen.changed());
      const address = `#/tournament/${tournament}`;
      if (name !== this.account.session?.name && location.hash !== address) this.screen.toast(t("room-rematch", { name }), false, address);
    },
  };
}
