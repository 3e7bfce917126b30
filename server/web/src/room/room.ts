// The state of the server as the page knows it. Handles every incoming message, updates the state,
// and notifies subscribers. Requests are in `requests.ts`.
import { useLayoutEffect, useState } from "preact/hooks";
import { inviteCode } from "../parts/linked";
import type { Goodbye, LoggedIn, RematchOffered, ServerMessage, Step, TournamentStep, Welcome } from "../protocol";
import { Connection, type Refusal } from "./connection";
import { rememberName } from "./names";
import { hasPlayed } from "./newcomer";
import { typedReason } from "./host-orders";
import { Requests, TOKEN } from "./requests";
import { settings } from "./settings";
import { type Sound, play } from "./sounds";
import { Table } from "./table";
import { Tournament } from "./tournament";
import { eventName, tableName } from "./words";
import { vibrateForTurn } from "./vibration";
import { ordinal, refusalText, t } from "../words/words";

/**
 * Messages about the lobby. A page without a lobby is not rendered again if a frame contains
 * nothing else.
 */
const LOBBY_NEWS = ["TableChanged", "TournamentChanged", "TournamentGone"];

/** The delay before a login that the server was too busy for is tried again. */
const SIGN_IN_RETRY_MS = 5_000;

class Room extends Requests {
  /** Whether the current frame has contained only lobby messages so far. */
  private onlyLobby = true;
  private signInRetry: number | undefined;
  /** Whether the current connection has logged in. */
  private signedIn = false;
  protected readonly line = new Connection(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`, {
    opened: (welcome) => this.opened(welcome),
    message: (message) => {
      this.onlyLobby &&= LOBBY_NEWS.some((name) => name in message);
      this.take(message);
    },
    frameEnded: () => {
      this.line.sits([...this.tables.values()].some((table) => table.you));
      this.changed(this.onlyLobby);
      this.onlyLobby = true;
    },
    standingChanged: () => this.changed(),
  });

  override start(): void {
    super.start();
    document.addEventListener("visibilitychange", () => this.showVisible());
  }

  private opened(welcome: Welcome): void {
    this.signedIn = false;
    this.name = welcome.room;
    this.handOffers = { shareLinks: welcome.share_links, pokerStars: welcome.pokerstars_text };
    document.title = welcome.room;
    this.clockAhead = welcome.time_ms - Date.now();
    this.signIn();
    this.desk.clear();
    this.lobby.clear();
    this.lobbyKnown = false;
    this.tournaments.clear();
    this.bringEventCodes();
    void this.line.ask("WatchLobby", { on: true }).catch(() => undefined);
    void this.line.ask("ListTournaments", { past: true }).catch(() => undefined);
    for (const table of this.tables.values()) if (table.watched) this.bringCode(table.id);
    for (const { id, watched } of this.tables.values()) {
      if (!watched) continue;
      this.line.ask("Observe", { table: id }).catch(({ code }: Refusal) => {
        if (code !== "unknown_table") return;
        this.closed(id);
        this.changed();
      });
    }
    for (const event of this.watchedEvents) this.follow(event);
  }

  /** Signs in on a new connection: by the password that was just changed, or by the token. */
  private signIn(): void {
    clearTimeout(this.signInRetry);
    const again = this.signInAgain;
    const renamed = this.enterAgain;
    const token = localStorage.getItem(TOKEN);
    if (again) {
      const { name, password, done } = again;
      const signedIn = (): void => {
        this.signInAgain = null;
        done();
      };
      this.line.ask("Login", { name, password }).then(signedIn, (refusal: Refusal) => {
        if (refusal.passes) return this.signInLater();
        this.askSignIn(refusal);
        signedIn();
      });
    } else if (renamed) {
      this.enterAgain = null;
      this.line.ask("LoginGuest", { nickname: renamed.nickname }).then(renamed.done, (refusal: Refusal) => {
        renamed.refused(refusal);
        this.signIn();
      });
    } else if (token) {
      this.line.ask("LoginToken", { token }).catch((refusal: Refusal) => {
        if (refusal.code !== "bad_token" && refusal.code !== "suspended") return this.signInLater();
        if (refusal.code === "bad_token") localStorage.removeItem(TOKEN);
        this.session = null;
        this.arriving = false;
        this.changed();
      });
    }
  }

  /** Tries again on this connection. On a new one the page signs in by itself. */
  private signInLater(): void {
    if (this.standing === "open") this.signInRetry = window.setTimeout(() => this.signIn(), SIGN_IN_RETRY_MS);
  }

  /** Ends the session of this page, and lets the player sign in again. */
  private askSignIn({ message }: Refusal): void {
    localStorage.removeItem(TOKEN);
    this.session = null;
    this.asksSignIn = true;
    this.toast(message, true);
  }

  private take(message: ServerMessage): void {
    if (this.desk.take(message)) this.sound("turn");
    if ("Step" in message) this.step(message);
    else if ("LoggedIn" in message) this.came(message.LoggedIn);
    else if ("SignInOffered" in message) this.provider = message.SignInOffered;
    else if ("Balance" in message && this.session) this.session.balance = message.Balance.balance;
    else if ("Tickets" in message) this.tickets = message.Tickets.tickets;
    else if ("TableList" in message) {
      for (const info of message.TableList.tables) this.lobby.set(info.table, info);
      this.lobbyKnown ||= message.TableList.last;
    } else if ("TableChanged" in message) this.lobby.set(message.TableChanged.info.table, message.TableChanged.info);
    else if ("TableClosed" in message) this.closed(message.TableClosed.table);
    else if ("LeagueList" in message) this.leaguesTold.push(...message.LeagueList.leagues);
    else if ("TournamentList" in message) {
      for (const info of message.TournamentList.tournaments) this.tournaments.set(info.tournament, info);
    } else if ("TournamentChanged" in message) {
      this.tournaments.set(message.TournamentChanged.info.tournament, message.TournamentChanged.info);
    } else if ("TournamentGone" in message) this.tournaments.delete(message.TournamentGone.tournament);
    else if ("HandLooks" in message) this.looks = message.HandLooks.looks;
    else if ("Goodbye" in message) this.parted(message.Goodbye);
    else this.ofLine(message) || this.ofTable(message) || this.ofTournament(message);
  }

  /** Shows why the room ends the connection, unless the line about the connection says it. */
  private parted({ code, message }: Goodbye): void {
    if (code !== "replaced" && code !== "shutting_down") this.toast(refusalText(code, message), true);
  }

  private closed(table: number): void {
    this.lobby.delete(table);
    const known = this.tables.get(table);
    if (!known) return;
    this.tables.delete(table);
    this.codes.forget(table);
    const { name, tournament } = known.info;
    const isShown = location.hash === `#/table/${table}`;
    // A tournament closes its tables one after the other.
    if (isShown || tournament === null) this.toast(t("room-table-closed", { table: tableName(name) }));
    if (isShown) location.hash = tournament === null ? "#/" : `#/tournament/${tournament}`;
  }

  /** Forgets a seat, and the table with it unless the viewer also watches it. */
  private leftSeat(table: Table): void {
    Object.assign(table, { you: null, offers: {}, intent: null });
    if (!table.watched) this.tables.delete(table.id);
  }

  private came({ request: _, resume_token, ...session }: LoggedIn): void {
    const upgraded = this.session?.guest && !session.guest && this.session.account === session.account;
    clearTimeout(this.signInRetry);
    this.session = session;
    this.signedIn = true;
    this.arriving = false;
    if (!upgraded) {
      // The server sends the waiting lists and tickets of a new session again.
      this.lines.clear();
      this.tickets = [];
    }
    // Seats that were lost while the page was offline.
    for (const table of [...this.tables.values()]) if (table.you && !session.tables.includes(table.id)) this.leftSeat(table);
    if (resume_token) localStorage.setItem(TOKEN, resume_token);
    if (session.guest) rememberName(session.name);
    if (document.hidden) this.showVisible();
    this.keepNotifications();
    for (const tournament of session.tournaments) if (!this.watchedEvents.has(tournament)) this.follow(tournament);
    this.line.giveUpLater();
  }

  private step({ Step: step }: { Step: Step }): void {
    const table = this.tables.get(step.table);
    if (!table) return;
    const mine = table.you?.seat;
    if (!table.step(step)) {
      void this.line.ask("Observe", { table: table.id }).catch(() => undefined);
      return;
    }
    for (const event of step.events) {
      if ("HandStarted" in event) this.sound("deal");
      else if ("BoardDealt" in event) this.sound("card");
      else if ("PotAwarded" in event) this.sound(event.PotAwarded.shares.some((share) => share.seat === mine) ? "win" : "chips");
      else if ("Acted" in event) this.sound(event.Acted.added ? "chips" : event.Acted.action === "Check" ? "check" : "card");
    }
    this.rebuyIfChosen(table);
  }

  private sound(sound: Sound): void {
    if (settings.sounds && !document.hidden) play(sound);
  }

  private ofLine(message: ServerMessage): boolean {
    if ("WaitListPlace" in message) {
      const { table, place, waiting } = message.WaitListPlace;
      this.lines.set(table, { place, waiting, offered: this.lines.get(table)?.offered ?? null });
    } else if ("SeatOffered" in message) {
      const { table, time_ms } = message.SeatOffered;
      const known = this.lines.get(table) ?? { place: 1, waiting: 1 };
      this.lines.set(table, { ...known, offered: performance.now() + time_ms });
      this.sound("turn");
    } else if ("WaitListLeft" in message) {
      const { table, reason } = message.WaitListLeft;
      this.lines.delete(table);
      const text = {
        Seated: null, Left: "room-waiting-left", OfferOver: "room-waiting-offer-over",
        Away: "room-waiting-away", SeatedElsewhere: null, Closed: "room-waiting-closed",
      }[reason];
      if (text) this.toast(t(text));
    } else return false;
    return true;
  }

  private ofTable(message: ServerMessage): boolean {
    if ("TableSnapshot" in message) {
      const { table, view } = message.TableSnapshot;
      const known = this.tables.get(table);
      const now = known ?? new Table(view);
      if (known) known.take(view);
      else this.tables.set(table, now);
      if (now.lacksBeginning) void this.catchUp(now);
      if (this.signedIn) this.sendAgain(now);
      // The turn for which the player has chosen an action came while there was no connection.
      if (now.intent && now.legal && now.sent === null) this.yourTurn(now);
      return true;
    }
    if ("Seated" in message) {
      // A client that already watches gets no new snapshot, so this fills in the defaults of a new
      // seat.
      hasPlayed();
      const table = this.tables.get(message.Seated.table);
      if (table && !table.you) {
        table.you = {
          seat: message.Seated.seat, cards: [], to_show: [], decision: null, offers: [], last_action_id: 0, wait_for_big_blind: false, auto_muck: true, straddle: false,
        };
      }
      return true;
    }
    if ("LeftTable" in message) {
      const table = this.tables.get(message.LeftTable.table);
      if (table) this.leftSeat(table);
      this.toast(t(table?.hasOwnChips ? "room-left-private-table" : "room-left-table", { chips: message.LeftTable.cashed_out }));
      if (message.LeftTable.stayed > 0) this.toast(t("room-chips-stayed", { chips: message.LeftTable.stayed }));
      return true;
    }
    const [body] = Object.values(message) as { table?: number }[];
    const table = this.tables.get(body?.table ?? -1);
    if (!table) return "HoleCards" in message || "YourTurn" in message;
    if ("HoleCards" in message) table.hole(message.HoleCards.hand, message.HoleCards.cards);
    else if ("YourTurn" in message) {
      const isNew = table.you?.decision?.turn !== message.YourTurn.turn;
      table.decide(message.YourTurn);
      // A turn that comes again may have its answer on the way.
      table.sent = isNew ? null : this.line.actionAt(table.id);
      if (table.sent === null) this.yourTurn(table);
    } else if ("ActionAccepted" in message) table.sent = null;
    else if ("ActionRefused" in message) {
      table.sent = null;
      table.notice = refusalText(message.ActionRefused.code, message.ActionRefused.message);
      if (table.you?.decision && message.ActionRefused.legal) table.you.decision.legal = message.ActionRefused.legal;
    } else if ("PlayerChanged" in message) {
      const { seat, name, avatar, color } = message.PlayerChanged;
      const taken = table.seats[seat];
      if (taken) table.seats[seat] = { ...taken, name, avatar, color };
    } else if ("ChatLine" in message) {
      if (this.muted.has(message.ChatLine.name)) return true;
      table.chat = [...table.chat.slice(-99), { id: ++this.toastCount, ...message.ChatLine }];
      table.unread += 1;
      table.speak(message.ChatLine.name, message.ChatLine.text);
    } else if ("TablePaused" in message) {
      Object.assign(table, { pauseReason: typedReason(message.TablePaused.reason), pausedBy: message.TablePaused.operator });
    } else if ("HostedTerms" in message) {
      const { name, free_chat } = message.HostedTerms.terms;
      table.info = { ...table.info, name, free_chat };
    } else if ("TimeUse" in message) {
      table.timeUse = new Map(message.TimeUse.seats.map((used) => [used.seat, used]));
    } else if ("Emoted" in message) {
      table.emote(message.Emoted.seat, message.Emoted.emote);
    } else return false;
    return true;
  }

  /** Carries out the action chosen in advance, or alerts the player. */
  private yourTurn(table: Table): void {
    const { intent, legal } = table;
    table.intent = null;
    if (intent && legal) {
      if (legal.check && intent.kind !== "call") return this.act(table, "Check");
      if (intent.kind === "fold" && legal.fold) return this.act(table, "Fold");
      if (intent.kind === "call" && legal.call === intent.price) return this.act(table, "Call");
    }
    this.sound("turn");
    if (settings.sounds && document.hidden) play("turn");
    vibrateForTurn();
  }

  /** Remembers the code that the host of a private tournament announces: it leads to the next one. */
  private takeInvites({ view }: Tournament, { events }: TournamentStep): void {
    if (view.info.host === null) return;
    for (const event of events) {
      const code = "Announcement" in event ? inviteCode(event.Announcement.text) : null;
      if (code) void this.invited(code).then(() => this.changed());
    }
  }

  /**
   * Returns whether a tournament may open a page: in place of the lobby, or of a page of its own.
   * Elsewhere the player may have a turn.
   */
  private leads(tournament: number): boolean {
    const [, page = "", id] = location.hash.split("/");
    if (page === "table") return this.tables.get(Number(id))?.info.tournament === tournament;
    return page === "" || (page === "tournament" && Number(id) === tournament);
  }

  /** Somebody wants to play a tournament again. Its page has a button for that, other pages a link there. */
  private rematch(offered: RematchOffered): void {
    const { tournament, next, name, code } = offered;
    const known = this.rematches.get(tournament);
    this.rematches.set(tournament, offered);
    if (known?.next === next) return;
    if (code) void this.invited(code).then(() => this.changed());
    const address = `#/tournament/${tournament}`;
    if (name !== this.session?.name && location.hash !== address) this.toast(t("room-rematch", { name }), false, address);
  }

  private ofTournament(message: ServerMessage): void {
    const now = performance.now();
    if ("TournamentSnapshot" in message) {
      const { tournament, view } = message.TournamentSnapshot;
      const known = this.events.get(tournament);
      if (known) known.take(view);
      else this.events.set(tournament, new Tournament(view));
      return;
    }
    if ("TournamentPaused" in message) {
      const known = this.events.get(message.TournamentPaused.tournament);
      if (known) known.pauseReason = message.TournamentPaused.reason;
      return;
    }
    if ("TournamentPots" in message) {
      const known = this.events.get(message.TournamentPots.tournament);
      if (known) known.pots = message.TournamentPots.pots;
      return;
    }
    if ("NewSeat" in message) {
      const { tournament, table, reason } = message.NewSeat;
      const isNew = reason !== "Unchanged";
      const address = `#/table/${table}`;
      const goes = location.hash === `#/tournament/${tournament}` || (isNew && this.leads(tournament));
      if (isNew) this.toast(t("room-new-seat"), false, goes ? null : address);
      if (goes) location.hash = address;
      return;
    }
    if ("Finished" in message) {
      const { place, prize, tournament } = message.Finished;
      const text = place === 1 ? t("room-won", { prize }) : t("room-finished", { prize, place: t("room-place", { place: ordinal(place) }) });
      const address = `#/tournament/${tournament}`;
      const goes = this.leads(tournament);
      this.toast(text, false, goes ? null : address);
      if (goes) location.hash = address;
      return;
    }
    if ("RematchOffered" in message) return this.rematch(message.RematchOffered);
    if ("ChipsBagged" in message) {
      const { chips, name } = message.ChipsBagged;
      return this.toast(t("room-bagged", { chips, tournament: eventName(name) }));
    }
    if ("EntryReturned" in message) return this.toast(message.EntryReturned.reason, true);
    const [body] = Object.values(message) as { tournament?: number }[];
    const event = this.events.get(body?.tournament ?? -1);
    if (!event) return;
    if ("TournamentStep" in message) {
      if (!event.step(message.TournamentStep)) this.follow(event.id);
      this.takeInvites(event, message.TournamentStep);
    }
    else if ("StructureSheet" in message) event.structure = message.StructureSheet;
    else if ("HouseRules" in message) event.houseRules = [...event.houseRules, ...message.HouseRules.rules].slice(-200);
    else if ("RebuyOffered" in message && this.answerAgain("RebuyOffered", event.id, null)) event.rebuy = null;
    else if ("RebuyOffered" in message) event.rebuy = { ...message.RebuyOffered, ends: now + message.RebuyOffered.time_ms };
    else if ("DealOffered" in message && this.answerAgain("DealOffered", event.id, message.DealOffered.deal)) event.deal = null;
    else if ("DealOffered" in message) event.deal = { ...message.DealOffered, ends: now + message.DealOffered.time_ms };
  }
}

export const room = new Room();

const useChanges = (lobbyToo: boolean): Room => {
  const [, draw] = useState(0);
  // Before anything else can happen: after a painted frame, an answer of the server may be over.
  useLayoutEffect(() => room.subscribe((onlyLobby) => (lobbyToo || !onlyLobby) && draw((count) => count + 1)), []);
  return room;
};

/** Renders the component again whenever the state has changed. */
export const useRoom = (): Room => useChanges(true);

/**
 * Renders the component again whenever something other than the lobby has changed. On a busy server
 * half of all frames are only for the lobby, and a table shows none of that.
 */
export const useRoomBesidesLobby = (): Room => useChanges(false);
