// Plays in a room: one account over one connection after another, with a bot at each of its
// tables.
import type { Bot } from "./bot.ts";
import { type Answer, Connection, Refusal, type Requests } from "./connection.ts";
import type { EntryResult } from "./entry.ts";
import { Login } from "./login.ts";
import { BUSY_MS, type Totals, noTotals, pause } from "./place.ts";
import { type Account, type Outcome, Player } from "./player.ts";
import type { LoggedIn, ServerMessage, ServerMessageBodies, TableInfo, TournamentInfo } from "./protocol.ts";
import { CannotPlay, type Complete, type Settings, complete } from "./settings.ts";

/** What bots did in a room, and why they stopped. */
export interface Summary {
  totals: Totals;
  /** One for each bot. */
  outcomes: Outcome[];
  /** The entries in tournaments that ended. */
  results: EntryResult[];
}

/** Makes a bot for a seat. */
export type BotMaker = () => Bot;

/** Plays in a room until every bot is done. Rejects with `CannotPlay` if a setting is wrong. */
export const play = (make: BotMaker, settings: Settings = {}, signal?: AbortSignal): Promise<Summary> =>
  new Promise((resolve) => new Guest(make, complete(settings), resolve).open(signal));

/** The account of some bots. */
class Guest implements Account {
  readonly settings: Complete;
  readonly totals = noTotals();
  readonly line: Connection;
  readonly players: Player[];
  balance = 0;
  era = 0;
  matchMs: number | null = null;
  private readonly login: Login;
  private readonly resolve: (summary: Summary) => void;
  private isOpen = false;
  private isOver = false;
  /** The parts of lists that have arrived, by their requests. */
  private readonly lists = new Map<number, { tables: TableInfo[]; tournaments: TournamentInfo[] }>();

  constructor(make: BotMaker, settings: Complete, resolve: (summary: Summary) => void) {
    this.settings = settings;
    this.resolve = resolve;
    this.login = new Login(settings);
    this.line = new Connection(
      {
        url: settings.url, client: "cardroom-bot/0.2 (TypeScript)",
        sentences: {
          noConnection: () => "There is no connection to the room.", noAnswer: () => "The connection was lost before the room answered.",
          refusal: (_, sentence) => sentence,
        },
        ...(settings.WebSocket && { WebSocket: settings.WebSocket }),
      },
      {
        opened: () => void this.logIn(),
        message: (message) => this.take(message),
        frameEnded: () => this.line.sits(this.matchMs === null && this.players.some((player) => player.mayBeDealtIn)),
        changed: () => this.changed(),
        show: (text) => settings.log(text),
        failed: (times, error) => this.failed(times, error),
      },
    );
    const count = settings.tournament === undefined && settings.code === undefined ? settings.tablesAtOnce : 1;
    this.players = Array.from({ length: Math.max(1, count) }, () => new Player(make(), this));
  }

  open(signal?: AbortSignal): void {
    const stop = (sentence: string) => (): void => this.stop({ ok: true, sentence });
    signal?.addEventListener("abort", stop("The bot was stopped."), { once: true });
    const { seconds } = this.settings;
    if (seconds !== undefined) setTimeout(stop("The bot's time is up."), seconds * 1_000);
    this.line.open();
  }

  get name(): string {
    return this.login.name;
  }
  get bot(): Bot {
    return this.first.bot;
  }
  get table(): null {
    return null;
  }
  get isBot(): boolean {
    return this.settings.token !== undefined;
  }
  private get first(): Player {
    const [first] = this.players;
    if (!first) throw new Error("An account has at least one player.");
    return first;
  }
  isHeld(table: number): boolean {
    return this.players.some(({ tableId }) => tableId === table);
  }

  async ask<K extends keyof Requests>(name: K, body: Requests[K]): Promise<Answer | null> {
    const { era } = this;
    try {
      const answer = await this.line.ask(name, body);
      return this.era === era ? answer : null;
    } catch (error) {
      if (error instanceof Refusal && this.era !== era) return null;
      throw error;
    }
  }
  tell<K extends keyof Requests>(name: K, body: Requests[K]): void {
    void this.line.ask(name, body).catch(() => undefined);
  }
  async listTables(): Promise<TableInfo[] | null> {
    const { tables, waitsInLine } = this.settings;
    const none = { game: null, plays: null, betting: null, min_big_blind: null, max_big_blind: null };
    const filter = { ...none, open_seats: !waitsInLine, ...(Array.isArray(tables) ? {} : tables) };
    const answer = await this.ask("ListTables", { filter });
    return answer?.TableList ? (this.listed(answer.TableList.request)?.tables ?? null) : null;
  }
  async listTournaments(): Promise<TournamentInfo[] | null> {
    const answer = await this.ask("ListTournaments", { past: false });
    return answer?.TournamentList ? (this.listed(answer.TournamentList.request)?.tournaments ?? null) : null;
  }
  private listed(request: number): { tables: TableInfo[]; tournaments: TournamentInfo[] } | undefined {
    const list = this.lists.get(request);
    this.lists.delete(request);
    return list;
  }

  private async logIn(): Promise<void> {
    this.isOpen = true;
    const { era } = this;
    while (this.era === era && !this.isOver) {
      try {
        await this.login.send(this);
        return;
      } catch (error) {
        if (error instanceof CannotPlay) return this.stop({ ok: false, sentence: error.message });
        if (!(error instanceof Refusal)) throw error;
        await pause(BUSY_MS);
      }
    }
  }

  private loggedIn(login: LoggedIn): void {
    this.login.accepted(login);
    this.balance = login.balance;
    if (this.era > 0) this.totals.reconnects += 1;
    const free = login.tables.filter((table) => !this.players.some(({ tableId }) => tableId === table));
    // First those who have a table, so that the others find the rest.
    for (const player of this.players) {
      const own = player.tableId !== null && login.tables.includes(player.tableId) ? player.tableId : null;
      player.loggedIn(own ?? (player.phase === "done" ? null : (free.shift() ?? null)), login.tournaments);
    }
  }

  private changed(): void {
    if (this.isOver || !this.isOpen) return;
    if (this.line.standing === "replaced") return this.stop({ ok: false, sentence: "The account logged in elsewhere." });
    if (this.line.standing === "open") return;
    this.isOpen = false;
    this.era += 1;
    for (const player of this.players) player.disconnected();
    if (this.matchMs !== null) this.stop({ ok: false, sentence: "The connection to the match was lost." });
  }

  private failed(times: number, error: string): void {
    // Many short waits would be over before another machine plays.
    if (times < this.settings.attempts || this.line.isSoonAfterLoss || this.isOver) return;
    const hint = this.era > 0 ? "The room does not come back" : "No room answers";
    const detail = error ? ` (${error})` : "";
    this.stop({ ok: false, sentence: `${hint} at ${this.settings.url}${detail}. Check the address; a room's looks like ws://127.0.0.1:7777/ws.` });
  }

  /** Stops all bots. */
  private stop(outcome: Outcome): void {
    for (const player of this.players) {
      if (outcome.ok) player.stop(outcome);
      else player.finish(outcome);
    }
  }
  done(): void {
    if (this.isOver || !this.players.every(({ phase }) => phase === "done")) return;
    this.isOver = true;
    void this.end();
  }
  private async end(): Promise<void> {
    const isGuest = this.settings.token === undefined && this.settings.password === undefined;
    // Logging out loses nothing: the account of a guest ends with its token.
    if (isGuest && this.isOpen && this.matchMs === null) await Promise.race([this.ask("Logout", {}).catch(() => null), pause(BUSY_MS)]);
    this.line.close();
    const [outcomes, results] = [this.players.map(({ outcome }) => outcome), this.players.flatMap((player) => player.results)];
    this.resolve({ totals: this.totals, outcomes: outcomes.filter((outcome) => outcome !== null), results });
  }

  private take(message: ServerMessage): void {
    if (this.isOver) return;
    if ("LoggedIn" in message) return this.loggedIn(message.LoggedIn);
    if ("Balance" in message) this.balance = message.Balance.balance;
    if ("TableList" in message || "TournamentList" in message) return this.list(message);
    if ("MatchSeat" in message) {
      this.matchMs = message.MatchSeat.turn_ms;
      return this.line.relies(false);
    }
    if ("Goodbye" in message) return this.goodbye(message.Goodbye);
    this.deliver(message);
  }
  private list(message: ServerMessage): void {
    const of = "TableList" in message ? message.TableList : "TournamentList" in message ? message.TournamentList : null;
    if (!of) return;
    const list = this.lists.get(of.request) ?? { tables: [], tournaments: [] };
    if ("tables" in of) list.tables.push(...of.tables);
    else list.tournaments.push(...of.tournaments);
    this.lists.set(of.request, list);
  }
  private goodbye({ code, message }: ServerMessageBodies["Goodbye"]): void {
    if (this.matchMs !== null) return this.stop({ ok: true, sentence: "The match is over." });
    if (code === "replaced" || code === "shutting_down") return;
    if (code === "unsupported_version" || code === "suspended") return this.stop({ ok: false, sentence: message });
    this.settings.log(`The room closes the connection: ${message}`);
  }

  /** Hands a message to the player at its table, or to the one in the tournament. */
  private deliver(message: ServerMessage): void {
    const [[name, body] = ["", {}]] = Object.entries(message) as [string, { table?: number; tournament?: number }][];
    const { table } = body;
    if (this.first.entry) {
      const { tournament } = this.first.entry;
      if (body.tournament !== undefined && tournament !== null && body.tournament !== tournament) return;
    }
    for (const player of this.players) {
      const isOthers = !player.entry && table !== undefined && player.tableId !== table;
      if (!isOthers) (player.on[name as keyof ServerMessageBodies] as ((body: unknown) => void) | undefined)?.(body);
    }
  }
}
