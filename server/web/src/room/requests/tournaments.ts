// The tournaments that the page follows: watching them, reading their lists, and handing each
// message to its tournament.
import type { TournamentCommand } from "cardroom-bot/protocol";
import { inviteCode } from "../../parts/linked";
import { ordinal, t } from "../../words/words";
import { atOffer } from "cardroom-bot/again";
import type { Answer, Connection, Refusal } from "cardroom-bot/connection";
import type { Messages } from "../reactions";
import type { Screen } from "../screen";
import { Tournament } from "../tournament";
import { eventName } from "../words";
import type { Account } from "./account";
import type { Invitations } from "./invitations";
import type { Tables } from "./tables";

export class Tournaments {
  /** Every tournament that the page has a view of. */
  readonly all = new Map<number, Tournament>();
  private readonly watched = new Set<number>();

  constructor(
    private readonly line: Connection,
    private readonly screen: Screen,
    private readonly account: Account,
    private readonly invitations: Invitations,
    private readonly tables: Tables,
  ) {}

  /** Watches a tournament. Returns false if there is no such tournament for the viewer. */
  async follow(tournament: number): Promise<boolean> {
    this.watched.add(tournament);
    let exists = true;
    await this.line.ask("WatchTournament", { tournament, on: true }).catch((refusal: Refusal) => {
      exists = refusal.passes;
      this.screen.toast(refusal.message, true);
    });
    await this.pages(tournament, true);
    return exists;
  }
  follows(tournament: number): boolean {
    return this.watched.has(tournament);
  }
  /**
   * Stops watching a tournament. A player keeps following, for the table's strip and an invitation
   * to the next tournament.
   */
  unfollow(tournament: number): void {
    if (this.all.get(tournament)?.view.you || this.account.session?.tournaments.includes(tournament)) return;
    this.watched.delete(tournament);
    void this.line.ask("WatchTournament", { tournament, on: false }).catch(() => undefined);
  }
  /** Gives a command to a tournament, as its floor or its host. */
  direct(event: Tournament, command: TournamentCommand, reason: string, rule: string | null): Promise<Answer | null> {
    const body = { tournament: event.id, seq: event.view.seq, reason, rule, command };
    return this.line.try("DirectTournament", body, t("room-applied"));
  }
  /** Watches the same tournaments on a new connection. */
  opened(): void {
    for (const tournament of this.watched) void this.follow(tournament);
  }
  /** Forgets every tournament. */
  clear(): void {
    this.all.clear();
    this.watched.clear();
  }

  /** Reloads players, tables and rulings. */
  async pages(tournament: number, all = false): Promise<void> {
    const event = this.all.get(tournament);
    if (!event || (!event.stale && !all)) return;
    event.stale = false;
    // Average stack, payouts and the viewer's own entry come only with the whole view.
    if (!all) {
      await this.line.ask("WatchTournament", { tournament, on: true }).catch(() => undefined);
      event.stale = false;
    }
    if (all || event.structureChanged) {
      event.structureChanged = false;
      void this.line.try("GetStructure", { tournament });
    }
    if (all) {
      event.houseRules = [];
      void this.line.try("GetHouseRules", { tournament });
    }
    event.players = await this.list(event.id, "ListPlayers", (answer) => answer.PlayerPage?.players ?? []);
    event.tables = await this.list(event.id, "ListTournamentTables", (answer) => answer.TablePage?.tables ?? []);
    const rulings = await this.line.ask("ListRulings", { tournament, from: 0 }).catch(() => null);
    event.rulings = rulings?.RulingPage?.rulings ?? event.rulings;
    this.screen.changed();
  }
  private async list<T>(
    tournament: number,
    name: "ListPlayers" | "ListTournamentTables",
    rows: (answer: Answer) => T[],
  ): Promise<T[]> {
    const found: T[] = [];
    // At most ten pages, because no reader needs more on one screen.
    for (let page = 0; page < 10; page += 1) {
      const answer = await this.line.ask(name, { tournament, from: found.length }).catch(() => null);
      const next = answer ? rows(answer) : [];
      found.push(...next);
      const total = answer?.PlayerPage?.total ?? answer?.TablePage?.total ?? 0;
      if (next.length === 0 || found.length >= total) break;
    }
    return found;
  }

  /**
   * Sends an answer again that a lost connection left without one, because the server has repeated
   * the offer. Returns whether there was one.
   */
  private answerAgain(offer: "RebuyOffered" | "DealOffered", tournament: number, deal: number | null): boolean {
    let answered = false;
    this.line.judge((name, body) => {
      const isIt = body.tournament === tournament && (deal === null || body.deal === deal) ? atOffer(name, offer) : null;
      answered ||= isIt !== null;
      return isIt;
    });
    return answered;
  }
  /**
   * Returns whether a tournament may open a page: in place of the lobby, or of a page of its own.
   * Elsewhere the player may have a turn.
   */
  private leads(tournament: number): boolean {
    const [, page = "", id] = location.hash.split("/");
    if (page === "table") return this.tables.all.get(Number(id))?.info.tournament === tournament;
    return page === "" || (page === "tournament" && Number(id) === tournament);
  }
  /** Opens a page about the viewer's tournament, or shows a link to it. */
  private lead(text: string | null, goes: boolean, address: string): void {
    if (text !== null) this.screen.toast(text, false, goes ? null : address);
    if (goes) location.hash = address;
  }

  readonly on: Messages = {
    TournamentSnapshot: ({ tournament, view }) => {
      const known = this.all.get(tournament);
      if (known) known.take(view);
      else this.all.set(tournament, new Tournament(view));
    },
    TournamentStep: (step) => {
      const event = this.all.get(step.tournament);
      if (!event) return;
      if (!event.step(step)) void this.follow(event.id);
      // The code that the host of a private tournament announces leads to the next one.
      if (event.view.info.host === null) return;
      for (const happened of step.events) {
        const code = "Announcement" in happened ? inviteCode(happened.Announcement.text) : null;
        if (code) void this.invitations.use(code).then(() => this.screen.changed());
      }
    },
    TournamentPaused: ({ tournament, reason }) => this.set(tournament, { pauseReason: reason }),
    TournamentWall: ({ tournament, announcement, ...wall }) => {
      const until = performance.now() + (announcement?.remaining_ms ?? 0);
      this.set(tournament, { wall: { ...wall, announcement: announcement && { text: announcement.text, until } } });
    },
    TournamentPots: ({ tournament, pots }) => this.set(tournament, { pots }),
    TournamentRealCards: ({ tournament, moves }) => this.set(tournament, { moves }),
    StructureSheet: (structure) => this.set(structure.tournament, { structure }),
    HouseRules: ({ tournament, rules }) => {
      const known = this.all.get(tournament)?.houseRules ?? [];
      this.set(tournament, { houseRules: [...known, ...rules].slice(-200) });
    },
    RebuyOffered: (offered) => {
      const { tournament, time_ms } = offered;
      if (!this.all.has(tournament)) return;
      const again = this.answerAgain("RebuyOffered", tournament, null);
      this.set(tournament, { rebuy: again ? null : { ...offered, ends: performance.now() + time_ms } });
    },
    DealOffered: (offered) => {
      const { tournament, deal, time_ms } = offered;
      if (!this.all.has(tournament)) return;
      const again = this.answerAgain("DealOffered", tournament, deal);
      this.set(tournament, { deal: again ? null : { ...offered, ends: performance.now() + time_ms } });
    },
    NewSeat: ({ tournament, table, reason }) => {
      const isNew = reason !== "Unchanged";
      const goes = location.hash === `#/tournament/${tournament}` || (isNew && this.leads(tournament));
      this.lead(isNew ? t("room-new-seat") : null, goes, `#/table/${table}`);
    },
    Finished: ({ place, prize, tournament }) => {
      const text = place === 1 ? t("room-won", { prize }) : t("room-finished", { prize, place: t("room-place", { place: ordinal(place) }) });
      this.lead(text, this.leads(tournament), `#/tournament/${tournament}`);
    },
    ChipsBagged: ({ chips, name }) => this.screen.toast(t("room-bagged", { chips, tournament: eventName(name) })),
    EntryReturned: ({ reason }) => this.screen.toast(reason, true),
  };
  private set(tournament: number, change: Partial<Tournament>): void {
    const event = this.all.get(tournament);
    if (event) Object.assign(event, change);
  }
}
