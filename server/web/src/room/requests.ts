// The page's requests to the server, and its current state. `room.ts` handles incoming messages.
import { rebuyDue } from "./auto-rebuy";
import type {
  AccountKind, AccountOrder, AccountPage, AccountShown, Action, ApiTokenInfo, AuditEntry, BanRow, Card, ChatPage, CreateApiToken, DealProposal, EmoteKind, ErrorCode, Gesture, GetIntegrityReport, HandFilter, HandPage, HostedTournaments, Hosting, IntegrityReport, LeagueCommand, LeagueInfo, LoggedIn, Note, OpenableStructure, OperationPage, PastEventPage, PushChange, PushOffered, ReportPage, ResetCode, SeatLook, SecondFactorKey, RematchOffered, ResultPage, SignInOffered, SignInTicket,
  RosterReport, StandingPage, Statistics, TableCommand, TableInfo, TableLedger, TableTerms, TicketHeld, TournamentCommand, TournamentInfo,
  TournamentTerms,
} from "../protocol";
import { type Moment, atOffer, atTable } from "./again";
import { Codes } from "./codes";
import { Desk } from "./desk";
import { type Answer, type Connection, Refusal, type Standing } from "./connection";
import type { Health } from "./line-watch";
import { arrived, hasPlayed, madeUpName } from "./newcomer";
import { noReason } from "./host-orders";
import type { SeenHand } from "./replay";
import { save } from "./save";
import type { Table } from "./table";
import type { Tournament } from "./tournament";
import { inUnit } from "./words";
import { t } from "../words/words";

export const TOKEN = "cardroom.token";
/** How many characters of a roster fit into one message. */
const ROSTER_PART = 2500;
/** The search that finds every hand. */
export const ANY_HAND: HandFilter = { player: null, table: null, tournament: null, game: null, least_pot: null, since: null, until: null };

/** The viewer's place on a waiting list. */
export interface Line {
  place: number;
  waiting: number;
  /** The end of a seat offer, on the page's own clock. */
  offered: number | null;
}
export type Session = Omit<LoggedIn, "request" | "resume_token">;
interface Toast {
  id: number;
  text: string;
  bad: boolean;
  /** The address that it leads to. */
  href: string | null;
}

/** How many made-up names are tried for a newcomer. */
const PROPOSALS = 5;
const TOAST_MS = 5_000;
/** A message that leads somewhere stays longer. */
const LINK_TOAST_MS = 15_000;

/** The moment of a request that depends on no table. */
const NOWHERE: Moment = { seated: false, sittingOut: false, broke: false, hand: null, offers: [] };

/** Called when the state has changed, with `true` if only the lobby did. */
type Subscriber = (onlyLobby: boolean) => void;

/** Whether this browser may show notifications. Most browsers were never asked. */
const hasNotifications = (): boolean => "Notification" in window && Notification.permission === "granted";

export abstract class Requests {
  name = "Cardroom";
  /** How the players of the last requested hand look. */
  protected looks: SeatLook[] = [];
  /** The options that the server offers for finished hands. */
  handOffers = { shareLinks: false, pokerStars: false };
  /** The sign-in provider, if the server has one. */
  provider: SignInOffered | null = null;
  session: Session | null = null;
  /** Entries into tournaments that were won in others. */
  tickets: TicketHeld[] = [];
  /** True until it is known whether the browser is logged in already. */
  arriving = localStorage.getItem(TOKEN) !== null;
  /** The player must sign in again, so that dialog is open. */
  asksSignIn = false;
  lobby = new Map<number, TableInfo>();
  tournaments = new Map<number, TournamentInfo>();
  lobbyKnown = false;
  /** The tables where the viewer waits for a seat. */
  lines = new Map<number, Line>();
  /** The tables that this account may host, and hosts. */
  hosting: Hosting | null = null;
  /** The tournaments that this account may host, and hosts. */
  hostedEvents: HostedTournaments | null = null;
  /** The codes of private tables and tournaments. */
  codes = new Codes("cardroom.codes");
  eventCodes = new Codes("cardroom.event-codes");
  tables = new Map<number, Table>();
  readonly desk = new Desk();
  events = new Map<number, Tournament>();
  /** The rematch that was offered last after a tournament. */
  rematches = new Map<number, RematchOffered>();
  audit: AuditEntry[] = [];
  auditTotal = 0;
  toasts: Toast[] = [];
  muted = new Set<string>(JSON.parse(localStorage.getItem("cardroom.muted") ?? "[]") as string[]);
  /** Books known not to allow rabbit hunting. */
  noRabbits = new Set<string>(["online"]);
  /** The server's clock minus the page's own. */
  protected clockAhead = 0;
  protected leaguesTold: LeagueInfo[] = [];
  /** The tables that a page asked to watch. */
  private toWatch = new Set<number>();
  protected watchedEvents = new Set<number>();
  /** The credentials for the next connection, after a change of the password. */
  protected signInAgain: { name: string; password: string; done(): void } | null = null;
  /** The name for the next connection of a guest. */
  protected enterAgain: { nickname: string; done(): void; refused(refusal: Refusal): void } | null = null;
  protected subscribers = new Set<Subscriber>();
  protected toastCount = 0;
  protected abstract readonly line: Connection;

  get standing(): Standing {
    return this.line.standing;
  }
  /** Whether the room is closing, so that no new hand begins. */
  get closing(): boolean {
    return this.line.closing;
  }
  get latency(): number | null {
    return this.line.latency;
  }
  /** What the player should know about the open connection. */
  get health(): Health {
    return this.line.health;
  }
  /** Returns whether an action or answer at a table has waited for long. */
  isSending(table: number): boolean {
    return this.line.isSending(table);
  }
  /** Returns the server's current time. */
  now(): number {
    return Date.now() + this.clockAhead;
  }
  /** Returns the milliseconds from now until a date of the server. */
  until(date: number): number {
    return date - this.now();
  }
  /** Converts a date of the server to the page's own clock. */
  moment(date: number): number {
    return performance.now() + this.until(date);
  }
  /** Whether the viewer may rule at every table. */
  get rulesEverywhere(): boolean {
    return this.session?.role === "Floor" || this.session?.role === "Admin";
  }
  /** Returns whether the viewer hosts the table or tournament, and so is its floor. */
  hosts(info: TableInfo | TournamentInfo): boolean {
    return info.host !== null && info.host === this.session?.name;
  }
  /** The tables where it is the viewer's turn. */
  get toAct(): Table[] {
    return [...this.tables.values()].filter((table) => table.legal && table.sent === null);
  }
  get rules(): boolean {
    return this.session?.role === "Floor" || this.session?.role === "Admin" || this.session?.role === "Host";
  }

  start(): void {
    this.line.open();
  }
  reopen(): void {
    this.line.open();
  }

  subscribe(subscriber: Subscriber): () => void {
    this.subscribers.add(subscriber);
    return () => this.subscribers.delete(subscriber);
  }
  changed(onlyLobby = false): void {
    for (const subscriber of this.subscribers) subscriber(onlyLobby);
  }

  toast(text: string, bad = false, href: string | null = null): void {
    const id = ++this.toastCount;
    this.toasts = [...this.toasts.slice(-2), { id, text, bad, href }];
    setTimeout(() => {
      this.toasts = this.toasts.filter((toast) => toast.id !== id);
      this.changed();
    }, href ? LINK_TOAST_MS : TOAST_MS);
    this.changed();
  }

  /** Carries out a request, and shows the reason if it is refused. */
  async try(request: Promise<Answer>, done?: string): Promise<Answer | null> {
    try {
      const answer = await request;
      if (done) this.toast(done);
      return answer;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.toast(error.message, true);
      return null;
    } finally {
      this.changed();
    }
  }

  // Permanent records: leagues, standings, past events and their results.

  async leagues(): Promise<LeagueInfo[]> {
    // A long list comes in several messages, each handled as it arrives.
    this.leaguesTold = [];
    await this.try(this.line.ask("ListLeagues", {}));
    // Two parts of a page may ask at once, and each answer is in the list.
    return [...new Map(this.leaguesTold.map((league) => [league.league, league])).values()];
  }
  /** The structures by which a tournament can be opened. */
  async structures(): Promise<OpenableStructure[]> {
    const all: OpenableStructure[] = [];
    for (;;) {
      const page = (await this.try(this.line.ask("ListStructures", { from: all.length })))?.StructurePage;
      all.push(...(page?.structures ?? []));
      if (!page?.structures.length || all.length >= page.total) return all;
    }
  }
  async standings(league: string, season: string, from: number): Promise<StandingPage | null> {
    return (await this.try(this.line.ask("GetStandings", { league, season, from })))?.StandingPage ?? null;
  }
  async pastEvents(from: number): Promise<PastEventPage | null> {
    return (await this.try(this.line.ask("ListPastEvents", { league: null, season: null, from })))?.PastEventPage ?? null;
  }
  async results(tournament: number, from: number): Promise<ResultPage | null> {
    return (await this.try(this.line.ask("GetResults", { tournament, from })))?.ResultPage ?? null;
  }

  // Signing in and out.

  enterAsGuest(nickname: string | null): Promise<Answer> {
    return this.line.ask("LoginGuest", { nickname });
  }
  /**
   * Enters as a guest under a made-up name. If it is taken, tries others, and at last lets the
   * server make one up.
   */
  async enterAsNewcomer(first: string): Promise<Answer> {
    let name = first;
    for (let tries = 0; tries < PROPOSALS; tries++) {
      try {
        const answer = await this.enterAsGuest(name);
        if (this.session) arrived(this.session.account);
        this.changed();
        return answer;
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== "name_taken") throw error;
        name = madeUpName();
      }
    }
    return this.enterAsGuest(null);
  }
  /** Enters anew under another name, for a guest who has not played yet. A refusal leaves the guest as before. */
  async enterUnderAnotherName(nickname: string): Promise<void> {
    const look = this.session && { avatar: this.session.avatar, color: this.session.color };
    await new Promise<void>((done, refused) => {
      this.enterAgain = { nickname, done, refused };
      this.line.again();
    });
    if (look) await this.setAppearance(look.avatar, look.color);
  }
  register(name: string, password: string): Promise<Answer> {
    return this.line.ask("Register", { name, password });
  }
  login(name: string, password: string, code: string | null): Promise<Answer> {
    return code ? this.line.ask("LoginWithCode", { name, password, code }) : this.line.ask("Login", { name, password });
  }
  /** Signs in with a ticket of the provider, or opens an account under a name. */
  loginWithTicket(ticket: SignInTicket, name: string | null, code: string | null): Promise<Answer> {
    return this.line.ask("LoginWithTicket", { ticket, name, code });
  }
  /** Links the account to the provider. A guest becomes an account under a name. */
  async linkSignIn(ticket: SignInTicket, password: string | null, name: string | null): Promise<void> {
    await this.line.ask("LinkSignIn", { ticket, password, name });
    if (this.provider) this.provider = { ...this.provider, linked: true };
    this.changed();
  }
  async unlinkSignIn(password: string): Promise<void> {
    await this.line.ask("UnlinkSignIn", { password });
    if (this.provider) this.provider = { ...this.provider, linked: false };
    this.changed();
  }
  /** Sets a password with an operator's code, and signs in. */
  useResetCode(code: string, password: string): Promise<Answer> {
    return this.line.ask("UseResetCode", { code, password });
  }
  async logout(): Promise<void> {
    // The next player of this browser must not get this one's notifications.
    if (hasNotifications()) await (await import("./push")).unsubscribe().catch(() => undefined);
    localStorage.removeItem(TOKEN);
    this.session = null;
    for (const known of [this.tables, this.events, this.lines, this.watchedEvents]) known.clear();
    // The server then closes the connection. On the next one, an open page of a table or a
    // tournament watches it again.
    await this.try(this.line.ask("Logout", {}));
  }
  /**
   * Changes the password. The server ends every session of the account, and its API tokens if
   * asked, so this page signs in again at once.
   */
  async changePassword(old: string, password: string, endTokens: boolean): Promise<void> {
    await this.line.ask("ChangePassword", { old, new: password, end_tokens: endTokens });
    const name = this.session?.name;
    if (!name) return;
    await new Promise<void>((done) => {
      this.signInAgain = { name, password, done };
      this.line.again();
    });
  }
  async createApiToken(token: Omit<CreateApiToken, "request">): Promise<{ label: string; token: string } | null> {
    const { ApiToken } = await this.line.ask("CreateApiToken", token);
    return ApiToken ?? null;
  }
  /** Proves the second factor again, which orders of administrators need now and then. */
  proveFactor(code: string): Promise<Answer> {
    return this.line.ask("ProveFactor", { code });
  }
  /** Returns the notifications that the room offers. Null if it does not answer. */
  async push(): Promise<PushOffered | null> {
    return (await this.try(this.line.ask("GetPush", {})))?.PushOffered ?? null;
  }
  setPush(change: PushChange): Promise<Answer> {
    return this.line.ask("SetPush", { change });
  }
  /** Subscribes this browser again, if it has notifications. */
  protected keepNotifications(): void {
    if (hasNotifications()) void import("./push").then(({ refresh }) => refresh()).catch(() => undefined);
  }
  /** Tells the server whether the page is visible. It sends notifications only if it is not. */
  protected showVisible(): void {
    if (this.session) void this.line.ask("SetVisible", { visible: !document.hidden }).catch(() => undefined);
  }
  async apiTokens(): Promise<ApiTokenInfo[]> {
    return (await this.try(this.line.ask("ListApiTokens", {})))?.ApiTokenList?.tokens ?? [];
  }
  async hasSecondFactor(): Promise<boolean> {
    return (await this.try(this.line.ask("ListApiTokens", {})))?.ApiTokenList?.second_factor ?? false;
  }
  /** Requests the key of a second factor. */
  async beginSecondFactor(password: string): Promise<SecondFactorKey | null> {
    return (await this.line.ask("SetSecondFactor", { step: { Begin: password } })).SecondFactorKey ?? null;
  }
  /** Confirms the key with a code of it. Returns the recovery codes. */
  async confirmSecondFactor(code: string): Promise<string[]> {
    return (await this.line.ask("SetSecondFactor", { step: { Confirm: code } })).RecoveryCodes?.codes ?? [];
  }
  removeSecondFactor(code: string): Promise<Answer> {
    return this.line.ask("SetSecondFactor", { step: { Remove: code } });
  }

  // Accounts, for operators.

  async findAccounts(text: string, which: AccountKind, from: number): Promise<AccountPage | null> {
    return (await this.try(this.line.ask("FindAccounts", { text, which, from })))?.AccountPage ?? null;
  }
  async getAccount(account: string): Promise<AccountShown | null> {
    return (await this.try(this.line.ask("GetAccount", { account })))?.AccountShown ?? null;
  }
  async listOperations(account: string | null, from: number): Promise<OperationPage | null> {
    return (await this.try(this.line.ask("ListOperations", { account, from })))?.OperationPage ?? null;
  }
  /** Gives an order about an account. Returns the code for a password, if the order makes one. */
  async administer(order: AccountOrder, reason: string): Promise<ResetCode | null> {
    return (await this.line.ask("Administer", { reason, order })).ResetCode ?? null;
  }

  reportPlayer(table: number, player: string, hand: number | null, text: string): Promise<Answer> {
    return this.line.ask("ReportPlayer", { table, player, hand, text });
  }
  async listReports(open: boolean, from: number): Promise<ReportPage | null> {
    return (await this.try(this.line.ask("ListReports", { open, from })))?.ReportPage ?? null;
  }
  async searchChat(text: string, account: string | null, from: number): Promise<ChatPage | null> {
    return (await this.try(this.line.ask("SearchChat", { text, account, table: null, from })))?.ChatPage ?? null;
  }

  async revokeApiToken(id: number): Promise<void> {
    await this.try(this.line.ask("RevokeApiToken", { id }), t("room-token-revoked"));
  }
  /** Ends every other sign-in and token of the account. */
  async signOutEverywhere(): Promise<void> {
    await this.try(this.line.ask("SignOutEverywhere", {}), t("room-signed-out-everywhere"));
    this.keepNotifications();
  }
  /** Turns the guest into an account. Everything stays: chips, seats, tickets. */
  upgradeGuest(name: string, password: string): Promise<Answer> {
    return this.line.ask("UpgradeGuest", { name, password });
  }
  async setAppearance(avatar: number, color: number): Promise<void> {
    const session = this.session;
    if (!session) return;
    const before = { avatar: session.avatar, color: session.color };
    // Shown at once: the next choice keeps the half that it does not change.
    Object.assign(session, { avatar, color });
    this.changed();
    const done = await this.try(this.line.ask("SetAppearance", { avatar, color }));
    if (done || session.avatar !== avatar || session.color !== color) return;
    Object.assign(session, before);
    this.changed();
  }
  refill(): void {
    void this.try(this.line.ask("Refill", {}), t("room-chips-granted"));
  }

  // Private tables and tournaments.

  async askHosting(): Promise<void> {
    const hosting = (await this.try(this.line.ask("GetHosting", {})))?.Hosting;
    if (hosting) this.hosting = hosting;
    for (const { info, code } of hosting?.tables ?? []) this.codes.remember(info.table, code);
    this.changed();
  }
  async askHostedEvents(): Promise<void> {
    const hosted = (await this.try(this.line.ask("GetHostedTournaments", {})))?.HostedTournaments;
    if (hosted) this.hostedEvents = hosted;
    for (const { info, code } of hosted?.tournaments ?? []) this.eventCodes.remember(info.tournament, code);
    this.changed();
  }
  async host(terms: TableTerms): Promise<Answer | null> {
    hasPlayed();
    const answer = await this.try(this.line.ask("HostTable", { terms }));
    if (answer?.Hosted) this.codes.remember(answer.Hosted.table, answer.Hosted.code);
    return answer;
  }
  async hostTournament(terms: TournamentTerms): Promise<Answer | null> {
    hasPlayed();
    const answer = await this.try(this.line.ask("HostTournament", { terms }));
    const hosted = answer?.TournamentHosted;
    if (hosted) this.eventCodes.remember(hosted.tournament, hosted.code);
    return answer;
  }
  /** Announces the next tournament of a host to everybody in this one. The server takes no announcement after the end. */
  async announceNext(event: Tournament, code: string): Promise<void> {
    const text = t("tournament-next-announced", { link: `${location.origin}/#/join/${code}` });
    const body = { tournament: event.id, seq: event.view.seq, reason: t("tournament-next-reason"), rule: null, command: { Announce: text } };
    await this.line.ask("DirectTournament", body).catch(() => undefined);
  }
  /** The open tournament that the same host opened after this one, if its code is known here. */
  async nextOf({ tournament, host }: TournamentInfo): Promise<TournamentInfo | null> {
    for (const [id, code] of this.eventCodes.all().reverse()) {
      if (id <= tournament) continue;
      const found = await this.invited(code);
      if ("event" in found && found.event.host === host && found.event.open) return found.event;
    }
    return null;
  }
  /** Tells everyone who played in a tournament which one a rematch is played in. */
  async offerRematch(tournament: number, next: number): Promise<void> {
    await this.line.ask("OfferRematch", { tournament, next }).catch(() => undefined);
  }
  /** Enters the rematch that somebody offers, and shows it. An age limit is asked for there. */
  async joinRematch({ next, code }: RematchOffered): Promise<void> {
    const found = code === null ? null : await this.invited(code);
    const info = found && "event" in found ? found.event : this.tournaments.get(next);
    if (!info || info.min_age === null) await this.enter(next, false);
    location.hash = `#/tournament/${next}`;
  }
  async closeHosted(table: number): Promise<void> {
    await this.try(this.line.ask("CloseHosted", { table }), t("room-table-closes"));
    await this.askHosting();
  }
  /** Changes the terms of a table that the viewer hosts. */
  changeTable(table: number, terms: TableTerms): Promise<Answer> {
    return this.line.ask("ChangeTable", { table, terms });
  }
  /** Makes a player the host of a table, or the viewer, who follows a host who is gone. */
  handOver(table: number, to: string | null): Promise<Answer> {
    return this.line.ask("HandOver", { table, to });
  }
  /** Gives a command as the host of a table. */
  async orderAsHost(table: number, command: TableCommand, reason: string): Promise<Answer> {
    const send = (): Promise<Answer> =>
      this.line.ask("DirectTable", { table, seq: this.tables.get(table)?.seq ?? 0, reason: reason.trim() || noReason(), rule: null, command });
    // None of these commands depends on the action that came in between.
    return send().catch((refusal: Refusal) => (refusal.code === "seq_moved" && typeof command === "string" ? send() : Promise.reject(refusal)));
  }
  /**
   * Uses a code. Returns the table or the tournament that it opens, or the reason why it opens
   * none.
   */
  async invited(code: string): Promise<{ table: TableInfo } | { event: TournamentInfo } | { refused: string }> {
    try {
      const { Invited, InvitedToTournament } = await this.line.ask("UseInvitation", { code });
      if (InvitedToTournament) {
        this.eventCodes.remember(InvitedToTournament.info.tournament, code);
        return { event: InvitedToTournament.info };
      }
      if (!Invited) return { refused: t("room-code-unknown") };
      this.codes.remember(Invited.info.table, code);
      return { table: Invited.info };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { refused: error.message };
    }
  }
  /** Sends the code of a watched table again, on a new connection. */
  protected bringCode(table: number): void {
    this.bringAgain(this.codes, table, this.codes.get(table));
  }
  /** Sends the codes of all tournaments again, because their tables have no codes of their own. */
  protected bringEventCodes(): void {
    for (const [event, code] of this.eventCodes.all()) this.bringAgain(this.eventCodes, event, code);
  }
  private bringAgain(codes: Codes, to: number, code: string | undefined): void {
    if (!code) return;
    this.line.ask("UseInvitation", { code }).catch((refusal: Refusal) => {
      if (refusal.code === "unknown_code") codes.forget(to);
    });
  }

  /** Returns the ledger of a private table. Sends the table's code first. */
  async ledger(table: number): Promise<TableLedger | undefined> {
    const code = this.codes.get(table);
    if (code) await this.line.ask("UseInvitation", { code }).catch(() => undefined);
    return (await this.line.ask("GetTableLedger", { table })).TableLedger;
  }

  // Tables.

  watch(table: number): void {
    const known = this.tables.get(table);
    if (known?.watched) return;
    if (known) known.watched = true;
    this.toWatch.add(table);
    this.bringCode(table);
    void this.try(
      this.line.ask("Observe", { table }).then((answer) => {
        const shown = this.tables.get(table);
        // The page may have closed before the answer came.
        if (shown && this.toWatch.has(table)) shown.watched = true;
        else if (!shown?.you) this.tables.delete(table);
        return answer;
      }),
    );
  }
  unwatch(table: number): void {
    this.toWatch.delete(table);
    const known = this.tables.get(table);
    if (!known?.you) this.tables.delete(table);
    else known.watched = false;
    void this.line.ask("Unobserve", { table }).catch(() => undefined);
    this.changed();
  }
  /** Requests the view of a watched table again. Only it contains the viewer's least buy-in, which depends on the chips that the viewer took from the table. */
  async viewAgain(table: number): Promise<void> {
    await this.line.ask("Observe", { table }).catch(() => undefined);
    this.changed();
  }
  /** What a request at a table depends on now, so that a lost connection does not lose it. */
  private at(table: number): Moment {
    return this.tables.get(table)?.moment() ?? NOWHERE;
  }
  sit(table: number, seat: number | null, buy_in: number, wait_for_big_blind: boolean): Promise<Answer | null> {
    return this.try(this.line.ask("Sit", { table, seat, buy_in, wait_for_big_blind }, this.at(table)));
  }
  joinLine(table: number): void {
    void this.try(this.line.ask("JoinWaitList", { table }), t("room-on-waiting-list"));
  }
  leaveLine(table: number): void {
    void this.try(this.line.ask("LeaveWaitList", { table }));
  }
  topUp(table: number, amount: number): void {
    const known = this.tables.get(table);
    const bigBlind = known?.hand?.game.big_blind ?? known?.info.big_blind ?? 0;
    void this.try(this.line.ask("TopUp", { table, amount }, this.at(table)), t("room-top-up", { amount: inUnit(amount, bigBlind, known?.info.chip_value) }));
  }
  /** Buys chips for the seat and sits in, in one request. */
  rebuy(table: number, amount: number): Promise<Answer | null> {
    return this.try(this.line.ask("Rebuy", { table, amount }, this.at(table)));
  }
  /** The chips that the viewer can bring to a table: any number to one with chips of its own, which no wallet pays for. */
  budgetAt(table: Table): number {
    return table.hasOwnChips ? Infinity : (this.session?.balance ?? 0);
  }
  /** Buys chips again once after each hand that took the last of them, if the player chose so. */
  rebuyIfChosen(table: Table): void {
    const hand = table.hand?.number ?? table.played ?? 0;
    const amount = table.rebuyAsked === hand ? null : rebuyDue(table, this.budgetAt(table));
    if (amount === null) return;
    table.rebuyAsked = hand;
    if (amount) void this.rebuy(table.id, amount);
    else this.toast(t("room-no-auto-rebuy", { amount: inUnit(table.info.min_buy_in, table.info.big_blind, table.info.chip_value) }), true);
  }
  sitOut(table: number, out: boolean): void {
    const known = this.tables.get(table);
    if (known && out) known.outBecause = "asked";
    void this.try(this.line.ask(out ? "SitOut" : "SitIn", { table }, this.at(table)));
  }
  leave(table: number): Promise<Answer | null> {
    return this.try(this.line.ask("Leave", { table }, this.at(table)));
  }
  prefer(table: Table, change: Partial<{ wait_for_big_blind: boolean; auto_muck: boolean; straddle: boolean }>): void {
    const { you } = table;
    if (!you) return;
    Object.assign(you, change);
    const { wait_for_big_blind, auto_muck, straddle } = you;
    void this.try(this.line.ask("SetPreferences", { table: table.id, wait_for_big_blind, auto_muck, straddle }, table.moment()));
  }
  say(table: number, text: string): Promise<Answer | null> {
    return this.try(this.line.ask("Chat", { table, text }));
  }
  emote(table: number, emote: EmoteKind): void {
    void this.try(this.line.ask("Emote", { table, emote }));
  }
  /** Requests the part of the hand in progress before the page followed it. */
  protected async catchUp(table: Table): Promise<void> {
    const answer = await this.line.ask("GetHandSoFar", { table: table.id }).catch(() => null);
    if (!answer?.HandSoFar) return;
    table.catchUp(answer.HandSoFar);
    this.changed();
  }
  mute(name: string): void {
    if (!this.muted.delete(name)) this.muted.add(name);
    localStorage.setItem("cardroom.muted", JSON.stringify([...this.muted]));
    this.changed();
  }
  show(table: Table, show: boolean): void {
    const then = table.moment();
    delete table.offers.show;
    delete table.offers.showdown;
    void this.try(this.line.ask("ShowOrMuck", { table: table.id, show }, then));
  }
  /** Shows cards of the last hand to the whole table. */
  showCards(table: Table, cards: Card[]): void {
    void this.try(this.line.ask("ShowCards", { table: table.id, cards }, table.moment()));
  }
  runIt(table: Table, boards: number): void {
    const then = table.moment();
    delete table.offers.runIt;
    void this.try(this.line.ask("RunIt", { table: table.id, boards }, then));
  }
  choose(table: Table, game: number): void {
    const then = table.moment();
    delete table.offers.choose;
    void this.try(this.line.ask("ChooseGame", { table: table.id, game }, then));
  }
  callClock(table: number): void {
    void this.try(this.line.ask("CallClock", { table }));
  }
  /**
   * Requests the cards that would have come. If the book does not allow it, the page does not offer
   * it again.
   */
  async rabbitHunt(table: Table): Promise<void> {
    const refused = await this.line.ask("RabbitHunt", { table: table.id }).then(() => null, (error: unknown) => error);
    if (refused instanceof Refusal) {
      if (refused.code === "no_rabbit_hunt") this.noRabbits.add(table.info.rulebook);
      this.toast(refused.message, true);
    } else if (refused) throw refused;
    this.changed();
  }
  rabbitConsent(table: Table, agrees: boolean): void {
    const then = table.moment();
    delete table.offers.rabbit;
    void this.try(this.line.ask("RabbitConsent", { table: table.id, agrees }, then));
  }
  askToSee(table: number, seat: number): void {
    void this.try(this.line.ask("AskToSee", { table, seat }, this.at(table)));
  }

  act(table: Table, action: Action): void {
    this.answer(table, (turn, action_id) => this.line.act("Act", { table: table.id, turn, action_id, action }));
  }
  discard(table: Table, cards: Card[]): void {
    this.answer(table, (turn, action_id) => this.line.act("Discard", { table: table.id, turn, action_id, cards }));
  }
  gesture(table: Table, gesture: Gesture): void {
    const { you } = table;
    if (!you) return;
    const action_id = ++you.last_action_id;
    table.notice = null;
    this.line.act("MakeGesture", { table: table.id, turn: you.decision?.turn ?? null, action_id, gesture });
  }
  /** Answers a turn, once. An answer without a connection goes out with the next one. */
  private answer(table: Table, send: (turn: number, actionId: number) => void): void {
    const { you } = table;
    if (!you?.decision || table.sent !== null) return;
    table.sent = ++you.last_action_id;
    table.intent = null;
    table.notice = null;
    send(you.decision.turn, table.sent);
    this.changed();
  }
  /** Sends again what a lost connection left without an answer at a table, judged by its new view. */
  protected sendAgain(table: Table): void {
    const now = table.moment();
    this.line.judge((name, body, then) => {
      if (body.table !== table.id) return null;
      if (body.action_id !== undefined) return table.you ? "send" : "drop";
      return then && atTable(name, then, now);
    });
    table.sent = this.line.actionAt(table.id);
  }

  // Tournaments.

  /** Watches a tournament. Returns false if there is no such tournament for the viewer. */
  async follow(tournament: number): Promise<boolean> {
    this.watchedEvents.add(tournament);
    let exists = true;
    const watched = this.line.ask("WatchTournament", { tournament, on: true }).catch((refusal: Refusal) => {
      exists = refusal.passes;
      throw refusal;
    });
    await this.try(watched);
    await this.pages(tournament, true);
    return exists;
  }
  follows(tournament: number): boolean {
    return this.watchedEvents.has(tournament);
  }
  /**
   * Stops watching a tournament. A player keeps following, for the table's strip and an invitation
   * to the next tournament.
   */
  unfollow(tournament: number): void {
    if (this.events.get(tournament)?.view.you || this.session?.tournaments.includes(tournament)) return;
    this.watchedEvents.delete(tournament);
    void this.line.ask("WatchTournament", { tournament, on: false }).catch(() => undefined);
  }
  /** Reloads players, tables and rulings. */
  async pages(tournament: number, all = false): Promise<void> {
    const event = this.events.get(tournament);
    if (!event || (!event.stale && !all)) return;
    event.stale = false;
    // Average stack, payouts and the viewer's own entry come only with the whole view.
    if (!all) {
      await this.line.ask("WatchTournament", { tournament, on: true }).catch(() => undefined);
      event.stale = false;
    }
    if (all || event.structureChanged) {
      event.structureChanged = false;
      void this.try(this.line.ask("GetStructure", { tournament }));
    }
    if (all) {
      event.houseRules = [];
      void this.try(this.line.ask("GetHouseRules", { tournament }));
    }
    event.players = await this.all(event.id, "ListPlayers", (answer) => answer.PlayerPage?.players ?? []);
    event.tables = await this.all(event.id, "ListTournamentTables", (answer) => answer.TablePage?.tables ?? []);
    const rulings = await this.line.ask("ListRulings", { tournament, from: 0 }).catch(() => null);
    event.rulings = rulings?.RulingPage?.rulings ?? event.rulings;
    this.changed();
  }
  private async all<T>(
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
  enter(tournament: number, of_age: boolean): Promise<Answer | null> {
    hasPlayed();
    return this.try(this.line.ask("EnterTournament", { tournament, of_age }), t("room-entered"));
  }
  withdraw(tournament: number): void {
    void this.try(this.line.ask("WithdrawEntry", { tournament }), t("room-withdrawn"));
  }
  quit(tournament: number): void {
    void this.try(this.line.ask("QuitTournament", { tournament }), t("room-has-quit"));
  }
  checkIn(tournament: number): void {
    void this.try(this.line.ask("CheckIn", { tournament }), t("room-checked-in"));
  }
  buy(tournament: number, what: "Rebuy" | "AddOn"): void {
    const event = this.events.get(tournament);
    if (event) event.rebuy = null;
    void this.try(this.line.ask("BuyChips", { tournament, what }, NOWHERE), t("room-bought"));
  }
  declineRebuy(tournament: number): void {
    const event = this.events.get(tournament);
    if (event) event.rebuy = null;
    void this.try(this.line.ask("DeclineRebuy", { tournament }, NOWHERE));
  }
  proposeDeal(tournament: number, proposal: DealProposal, for_winner: number): Promise<Answer | null> {
    return this.try(this.line.ask("ProposeDeal", { tournament, proposal, for_winner }), t("room-deal-asked"));
  }
  vote(event: Tournament, accept: boolean): void {
    const { deal } = event;
    event.deal = null;
    if (deal) void this.try(this.line.ask("VoteOnDeal", { tournament: event.id, deal: deal.deal, accept }, NOWHERE));
  }

  /**
   * Sends an answer again that a lost connection left without one, because the server has repeated
   * the offer. Returns whether there was one.
   */
  protected answerAgain(offer: "RebuyOffered" | "DealOffered", tournament: number, deal: number | null): boolean {
    let answered = false;
    this.line.judge((name, body) => {
      const isIt = body.tournament === tournament && (deal === null || body.deal === deal) ? atOffer(name, offer) : null;
      answered ||= isIt !== null;
      return isIt;
    });
    return answered;
  }

  /** Reloads the list of tournaments. */
  refreshTournaments(): void {
    void this.line.ask("ListTournaments", { past: true }).catch(() => undefined);
  }

  // The floor.

  attend(table: number, on: boolean): void {
    void this.try(this.line.ask("AttendTable", { table, on }));
  }
  async direct(table: Table, command: TableCommand, reason: string, rule: string | null): Promise<Answer | null> {
    const answer = await this.try(this.line.ask("DirectTable", { table: table.id, seq: table.seq, reason, rule, command }), t("room-applied"));
    if (answer) await this.listAudit(this.rulesEverywhere ? null : table.id);
    return answer;
  }
  directTournament(event: Tournament, command: TournamentCommand, reason: string, rule: string | null): Promise<Answer | null> {
    const body = { tournament: event.id, seq: event.view.seq, reason, rule, command };
    return this.try(this.line.ask("DirectTournament", body), t("room-applied"));
  }
  async listAudit(table: number | null, from = 0): Promise<void> {
    const page = (await this.try(this.line.ask("ListAudit", { table, from })))?.AuditPage;
    if (page) this.audit = from ? [...this.audit, ...page.entries] : page.entries;
    if (page) this.auditTotal = page.total;
    this.changed();
  }
  directLeague(command: LeagueCommand, reason: string, rule: string | null): Promise<Answer | null> {
    return this.try(this.line.ask("DirectLeague", { reason, rule, command }), t("room-applied"));
  }
  async listBans(): Promise<BanRow[]> {
    return (await this.try(this.line.ask("ListBans", { from: 0 })))?.BanPage?.bans ?? [];
  }
  /** Opens a tournament and returns its number. */
  async openTournament(structure: string, name: string | null, starts_at: number | null, self_run: boolean, league: string | null): Promise<number | null> {
    const answer = await this.try(this.line.ask("OpenTournament", { structure, name, starts_at, self_run, league }), t("room-tournament-opened"));
    return answer?.TournamentOpened?.tournament ?? null;
  }
  /** Enters all players of a list, or none. A long list goes in parts. */
  async importRoster(event: Tournament, text: string, reason: string): Promise<RosterReport | null> {
    let answer: Answer | null = null;
    for (let at = 0; at === 0 || at < text.length; at += ROSTER_PART) {
      const more = at + ROSTER_PART < text.length;
      const part = { tournament: event.id, seq: event.view.seq, reason, rule: null, text: text.slice(at, at + ROSTER_PART), more };
      answer = await this.try(this.line.ask("ImportRoster", part));
      if (!answer) return null;
    }
    return answer?.RosterReport ?? null;
  }

  // Finished hands.

  async listHands(filter: HandFilter, everybody: boolean, from: number): Promise<HandPage | null> {
    const answer = await this.try(this.line.ask("ListHands", { filter, everybody, from }));
    return answer?.HandPage ?? null;
  }
  async getHand(table: number, hand: number, inspect: string | null): Promise<SeenHand | null> {
    const answer = await this.line.ask("GetHand", { table, hand, inspect });
    return answer.HandShown ? { ...answer.HandShown.record, looks: this.looks } : null;
  }
  /** Returns a link to the viewer's own version of a hand. */
  async shareHand(table: number, hand: number): Promise<string | null> {
    const answer = await this.try(this.line.ask("ShareHand", { table, hand }));
    return answer?.HandShared ? `${location.origin}${answer.HandShared.path}` : null;
  }
  /** Revokes every link to the viewer's own version of a hand. */
  async revokeHandLink(table: number, hand: number): Promise<void> {
    await this.try(this.line.ask("RevokeHandLink", { table, hand }), t("hands-link-revoked"));
  }
  /** Returns the viewer's statistics since a date, or of all time. */
  async statistics(from: number | null): Promise<Statistics | null> {
    return (await this.try(this.line.ask("GetStatistics", { from, to: null })))?.Statistics ?? null;
  }
  /** Returns a page of the integrity report: five pairs. */
  async integrityReport(asked: Omit<GetIntegrityReport, "request">): Promise<IntegrityReport | null> {
    return (await this.try(this.line.ask("GetIntegrityReport", asked)))?.IntegrityReport ?? null;
  }
  /** Returns every note that the viewer wrote. */
  async listNotes(): Promise<Note[]> {
    const notes: Note[] = [];
    for (;;) {
      const page = (await this.line.ask("ListNotes", { from: notes.length }).catch(() => null))?.NotePage;
      notes.push(...(page?.notes ?? []));
      if (!page || page.notes.length === 0 || notes.length >= page.total) return notes;
    }
  }
  /** Writes a note about a player. Without text and color it deletes the note. */
  async setNote(player: string, text: string, color: number): Promise<boolean> {
    return (await this.try(this.line.ask("SetNote", { player, text, color }))) !== null;
  }
  /** Downloads a file of hands. A page cannot send its token with a link. */
  /** Saves everything that is stored about another account. The room notes the reason. */
  async exportAccount(name: string, reason: string): Promise<void> {
    const file = `${encodeURIComponent(name)}.jsonl`;
    const answer = await fetch(`/accounts/${file}?${new URLSearchParams({ reason })}`, {
      headers: { authorization: `Bearer ${localStorage.getItem(TOKEN) ?? ""}` },
    }).catch(() => null);
    if (!answer?.ok) {
      const code = (answer?.headers.get("x-refusal") ?? "internal") as ErrorCode;
      throw new Refusal(code, (await answer?.text())?.trim() || t("room-no-connection"));
    }
    save(await answer.blob(), file);
  }
  async download(path: string, filter: HandFilter | null): Promise<void> {
    const wanted = new URLSearchParams();
    for (const [key, value] of Object.entries(filter ?? {})) if (value !== null) wanted.set(key, String(value));
    const answer = await fetch(`${path}${wanted.size ? `?${wanted}` : ""}`, {
      headers: { authorization: `Bearer ${localStorage.getItem(TOKEN) ?? ""}` },
    }).catch(() => null);
    if (!answer?.ok) return this.toast((await answer?.text())?.trim() || t("room-no-connection"), true);
    save(await answer.blob(), path.split("/").at(-1) ?? "hands");
  }
}
