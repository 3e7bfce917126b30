// The server as the page knows it, by subject. `requests/` has a file for each, with its state, its
// requests and the messages about it. Here every message finds its subject.
import { useLayoutEffect, useState } from "preact/hooks";
import type { LoggedIn, ServerMessage, Welcome } from "cardroom-bot/protocol";
import { refusalText, t } from "../words/words";
import { Connection, type Settings } from "cardroom-bot/connection";
import { Desk } from "./desk";
import { type Messages, react } from "./reactions";
import { Account } from "./requests/account";
import { Chat } from "./requests/chat";
import { Deals } from "./requests/deals";
import { Entries } from "./requests/entries";
import { FinishedHands } from "./requests/finished-hands";
import { Hosting } from "./requests/hosting";
import { Invitations } from "./requests/invitations";
import { Lobby, isLobbyNews } from "./requests/lobby";
import { Offers } from "./requests/offers";
import { Play } from "./requests/play";
import { Records } from "./requests/records";
import { Rematches } from "./requests/rematches";
import { Seats } from "./requests/seats";
import { SignIn } from "./requests/sign-in";
import { Tables } from "./requests/tables";
import { Tournaments } from "./requests/tournaments";
import { WaitingLists } from "./requests/waiting-lists";
import { Screen } from "./screen";
import { playIfVisible } from "./sounds";
import { suspectWhenAway } from "./suspicion";
import { TOKEN } from "./token";

/** The room that this page is of. */
const ROOM: Settings = {
  url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`,
  client: "cardroom-web/0.1",
  sentences: { noConnection: () => t("room-no-connection"), noAnswer: () => t("room-no-answer"), refusal: refusalText },
};

class Room {
  name = "Cardroom";
  /** The options that the server offers for finished hands. */
  handOffers = { shareLinks: false, pokerStars: false };
  /** The server's clock minus the page's own. */
  private clockAhead = 0;
  /** Whether the current frame has contained only lobby messages so far. */
  private onlyLobby = true;

  readonly line = new Connection(ROOM, {
    opened: (welcome) => this.opened(welcome),
    message: (message) => {
      this.onlyLobby &&= isLobbyNews(message);
      this.take(message);
    },
    frameEnded: () => {
      this.line.sits(this.tables.seated);
      this.screen.changed(this.onlyLobby);
      this.onlyLobby = true;
    },
    changed: () => this.screen.changed(),
    show: (text, refused) => this.screen.toast(text, refused),
  });
  readonly screen = new Screen();
  readonly desk = new Desk();
  readonly account = new Account(this.line, this.screen);
  readonly signIn = new SignIn(this.line, this.screen, this.account);
  readonly lobby = new Lobby(this.line);
  readonly waitingLists = new WaitingLists(this.line, this.screen);
  readonly invitations = new Invitations(this.line);
  readonly chat = new Chat(this.line, this.screen);
  readonly play = new Play(this.line, this.screen);
  readonly offers = new Offers(this.line, this.screen);
  readonly tables = new Tables(this.line, this.screen, this.signIn, this.invitations, this.play, this.chat);
  readonly deals = new Deals(this.line, this.screen, this.account, this.tables, () => this.now());
  readonly seats = new Seats(this.line, this.screen, this.account, this.tables);
  readonly hosting = new Hosting(this.line, this.screen, this.invitations, this.tables);
  readonly tournaments = new Tournaments(this.line, this.screen, this.account, this.invitations, this.tables);
  readonly entries = new Entries(this.line);
  readonly rematches = new Rematches(this.line, this.screen, this.account, this.lobby, this.invitations, this.entries);
  readonly records = new Records(this.line);
  readonly hands = new FinishedHands(this.line);
  readonly on: Messages = {
    Step: (step) => {
      const table = this.tables.step(step);
      if (table) this.seats.rebuyIfChosen(table);
    },
    LoggedIn: (loggedIn) => this.came(loggedIn),
    TableClosed: ({ table }) => this.closed(table),
    // The line about the connection says the other reasons.
    Goodbye: ({ code, message }) => {
      if (code !== "replaced" && code !== "shutting_down" && code !== "moved") this.screen.toast(refusalText(code, message), true);
    },
  };
  /** The subjects that messages are about. */
  private readonly subjects: readonly { readonly on: Messages }[] = [
    this, this.signIn, this.account, this.lobby, this.records, this.hands, this.waitingLists, this.tables, this.deals, this.rematches, this.tournaments,
  ];

  start(): void {
    this.line.open();
    suspectWhenAway(this.line);
    document.addEventListener("visibilitychange", () => this.account.showVisible());
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

  private opened(welcome: Welcome): void {
    this.name = welcome.room;
    this.handOffers = { shareLinks: welcome.share_links, pokerStars: welcome.pokerstars_text };
    document.title = welcome.room;
    this.clockAhead = welcome.time_ms - Date.now();
    this.signIn.opened();
    this.deals.opened(welcome.minor);
    this.desk.clear();
    this.lobby.clear();
    this.invitations.bringTournaments();
    this.lobby.watch();
    this.tables.opened((table) => {
      this.closed(table);
      this.screen.changed();
    });
    this.tournaments.opened();
  }

  private take(message: ServerMessage): void {
    if (this.desk.take(message)) playIfVisible("turn");
    for (const { on } of this.subjects) react(on, message);
    this.tables.deliver(message);
    this.deals.take(message);
  }

  private came(loggedIn: LoggedIn): void {
    const { tables, tournaments } = loggedIn;
    if (!this.signIn.came(loggedIn)) {
      // The server sends the waiting lists and tickets of a new session again.
      this.waitingLists.places.clear();
      this.account.tickets = [];
    }
    this.tables.keepSeats(tables);
    if (document.hidden) this.account.showVisible();
    this.account.keepNotifications();
    for (const tournament of tournaments) if (!this.tournaments.follows(tournament)) void this.tournaments.follow(tournament);
    this.line.giveUpLater();
  }

  async logout(): Promise<void> {
    await this.account.endNotifications();
    localStorage.removeItem(TOKEN);
    this.account.session = null;
    this.tables.all.clear();
    this.tournaments.clear();
    this.waitingLists.places.clear();
    // The server then closes the connection. On the next one, an open page of a table or a
    // tournament watches it again.
    await this.line.try("Logout", {});
  }

  private closed(table: number): void {
    this.lobby.tables.delete(table);
    this.tables.closed(table);
  }
}

export const room = new Room();

const useChanges = (lobbyToo: boolean): Room => {
  const [, draw] = useState(0);
  // Before anything else can happen: after a painted frame, an answer of the server may be over.
  useLayoutEffect(() => room.screen.subscribe((onlyLobby) => (lobbyToo || !onlyLobby) && draw((count) => count + 1)), []);
  return room;
};

/** Renders the component again whenever the state has changed. */
export const useRoom = (): Room => useChanges(true);

/**
 * Renders the component again whenever something other than the lobby has changed. On a busy server
 * half of all frames are only for the lobby, and a table shows none of that.
 */
export const useRoomBesidesLobby = (): Room => useChanges(false);
