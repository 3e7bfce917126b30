// A tournament as this viewer follows it: the snapshot and its pages, and the changes of each step.
import type {
  DealOffered, HouseRule, ImpoundedPot, OpenMove, PlayerRow, RebuyOffered, Ruling, StructureSheet, TableRow, TournamentEvent, TournamentEventBodies,
  TournamentStep, TournamentView, WallOrder,
} from "cardroom-bot/protocol";
import { ordinal, t } from "../words/words";
import { type Reactions, react } from "./reactions";
import { type Named, eventCommandText } from "./rulings";
import { clock } from "./words";

interface TournamentLine {
  id: number;
  readonly text: string;
}

let lines = 0;

/** A message about a new level that comes this late has been on its way. Later than that, the room was late itself. */
const LATE_MS = [150, 10_000] as const;

const earlier = (one: number | null, other: number | null | undefined): number | null => (one !== null && other != null ? Math.min(one, other) : one);

export class Tournament {
  view: TournamentView;
  /** When the clock's count ends, on the page's own clock. Null while it is paused. */
  ends: number | null = null;
  breakAt: number | null = null;
  /** The reason for a pause as announced. Null after a reload. */
  pauseReason: string | null = null;
  /** Pots about which the floor has not decided. */
  pots: ImpoundedPot[] = [];
  /** Moves that nobody has confirmed. Null if the room deals the cards. */
  moves: OpenMove[] | null = null;
  players: PlayerRow[] = [];
  tables: TableRow[] = [];
  rulings: Ruling[] = [];
  houseRules: HouseRule[] = [];
  structure: StructureSheet | null = null;
  /** True once the levels are others than those of the sheet. */
  structureChanged = false;
  rebuy: (RebuyOffered & { ends: number }) | null = null;
  deal: (DealOffered & { ends: number }) | null = null;
  news: TournamentLine[] = [];
  /** What walls show. Null if the floor has said nothing, and it pays prizes. */
  wall: { order: WallOrder | null; announcement: { text: string; until: number } | null; points: number[] } | null = null;
  /** Called with everything that happens, for a page that shows more of it than the state. */
  heard: ((event: TournamentEvent) => void) | null = null;
  /** True if the pages are older than the last events. */
  stale = true;

  constructor(view: TournamentView) {
    this.view = view;
    this.take(view);
  }

  get id(): number {
    return this.view.info.tournament;
  }

  take(view: TournamentView): void {
    const isSame = view.seq === this.view.seq && view.clock.phase === this.view.clock.phase;
    const before = isSame ? { ends: this.ends, breakAt: this.breakAt } : null;
    this.view = view;
    this.pots = [];
    this.wall = null;
    this.stale = true;
    this.count(view.clock.remaining_ms, view.clock.next_break_ms);
    // The same count again has only been longer on its way.
    this.ends = earlier(this.ends, before?.ends);
    this.breakAt = earlier(this.breakAt, before?.breakAt);
    // A screen that is opened later shows what the floor announced before.
    if (view.announcement !== null && this.news.length === 0) this.news = [{ id: ++lines, text: view.announcement }];
  }

  /** Returns the time left on the clock, in milliseconds. */
  left(now: number): number {
    return this.ends === null ? this.view.clock.remaining_ms : Math.max(0, this.ends - now);
  }

  /** Returns false if a step was missed. */
  step(step: TournamentStep): boolean {
    if (step.seq <= this.view.seq) return true;
    if (step.seq !== this.view.seq + 1) return false;
    this.view = { ...this.view, seq: step.seq, info: { ...this.view.info }, clock: { ...this.view.clock } };
    for (const event of step.events) {
      this.stale = true;
      react(this.on, event, this.view);
      this.tell(event);
      this.heard?.(event);
    }
    return true;
  }

  private count(remainingMs: number, nextBreakMs: number | null): void {
    const now = performance.now();
    const { phase } = this.view.clock;
    this.view.clock.remaining_ms = remainingMs;
    const runs = phase === "Level" || phase === "Break" || (phase === "BeforeStart" && remainingMs > 0);
    this.ends = runs ? now + remainingMs : null;
    this.breakAt = nextBreakMs === null ? null : now + nextBreakMs;
  }

  /** Lets a level follow on the one before, if the message about it has been on its way for long. */
  private followOn(expected: number | null): void {
    const late = expected === null || this.ends === null ? 0 : this.ends - expected;
    if (late < LATE_MS[0] || late > LATE_MS[1]) return;
    this.ends = expected;
    if (this.breakAt !== null) this.breakAt -= late;
  }

  private phase(phase: TournamentView["clock"]["phase"], state: TournamentView["info"]["state"]): void {
    this.view.clock.phase = phase;
    this.view.info.state = state;
  }

  private over(state: "Finished" | "Cancelled"): void {
    this.phase("Over", state);
    this.count(0, null);
  }

  private readonly on: Reactions<TournamentEventBodies, [view: TournamentView]> = {
    EntryMade: ({ entries, prize_pool }, { info }) => {
      Object.assign(info, { entries, prize_pool, players_left: info.players_left + 1 });
    },
    EntryWithdrawn: ({ entries, prize_pool }, { info }) => {
      Object.assign(info, { entries, prize_pool, players_left: Math.max(0, info.players_left - 1) });
    },
    StartChanged: (change, { info }) => Object.assign(info, change),
    TournamentBegan: ({ players, tables }, view) => {
      this.phase("Level", "Running");
      view.info.players_left = players;
      view.tables = tables;
    },
    LevelBegan: ({ level: { level, stakes }, remaining_ms, next, next_break_ms }, { clock, info }) => {
      const expected = this.ends === null || clock.phase !== "Level" ? null : this.ends + remaining_ms;
      this.phase("Level", "Running");
      Object.assign(clock, { level, stakes, next });
      info.level = level;
      this.count(remaining_ms, next_break_ms);
      this.followOn(expected);
    },
    LevelsChanged: ({ stakes, next, remaining_ms, next_break_ms }, { clock }) => {
      Object.assign(clock, { stakes, next });
      this.count(remaining_ms, next_break_ms);
      this.structureChanged = true;
    },
    BreakDue: () => {
      this.phase("BreakDue", "Running");
      this.count(0, null);
    },
    BreakBegan: ({ next, remaining_ms }, { clock }) => {
      this.phase("Break", "OnBreak");
      clock.next = next;
      this.count(remaining_ms, null);
    },
    BreakEnded: () => this.phase("Level", "Running"),
    ClockPaused: ({ reason, remaining_ms }) => {
      this.phase("Paused", "Paused");
      this.pauseReason = reason;
      this.count(remaining_ms, null);
    },
    ClockResumed: ({ remaining_ms }) => {
      this.phase("Level", "Running");
      this.count(remaining_ms, null);
    },
    ClockSet: ({ remaining_ms, next_break_ms }) => this.count(remaining_ms, next_break_ms),
    EntryClosed: ({ entries, prize_pool, places_paid, payouts }, view) => {
      Object.assign(view.info, { entries, prize_pool, open: false });
      Object.assign(view, { places_paid, payouts });
    },
    EntryOpened: (_, { info }) => {
      info.open = true;
      if (info.state === "Announced") info.state = "Registering";
    },
    TableOpened: (_, view) => {
      view.tables += 1;
    },
    TableBroken: (_, view) => {
      view.tables = Math.max(0, view.tables - 1);
    },
    ChipsBought: ({ prize_pool }, { info }) => {
      info.prize_pool = prize_pool;
    },
    PlayerOut: ({ players_left }, { info }) => {
      info.players_left = players_left;
    },
    PotsChanged: ({ pots }) => {
      this.pots = pots;
    },
    MovesChanged: ({ moves }) => {
      this.moves = moves;
    },
    HandForHandBegan: (_, view) => {
      view.hand_for_hand = true;
    },
    HandForHandEnded: (_, view) => {
      view.hand_for_hand = false;
    },
    DealAsked: (_, view) => {
      view.deals_allowed = false;
    },
    DealDropped: (_, view) => {
      view.deals_allowed = true;
    },
    DealProposed: ({ deal }, view) => {
      view.deal = deal;
    },
    DealAgreed: (_, view) => this.dealEnds(view),
    DealRejected: (_, view) => this.dealEnds(view),
    TournamentEnded: (_, view) => {
      this.over("Finished");
      // The tournament has no players any more.
      Object.assign(view, { average_stack: 0, largest_stack: 0 });
    },
    TournamentCancelled: () => this.over("Cancelled"),
  };
  private dealEnds(view: TournamentView): void {
    Object.assign(view, { deals_allowed: true, deal: null });
    this.deal = null;
  }

  /** The names of the players and the numbers of the tables, for sentences. */
  readonly named: Named = {
    player: (entry) => this.players.find((row) => row.entry === entry)?.name ?? t("ruling-event-entry", { entry }),
    table: (id) => this.tables.find((row) => row.table === id)?.number ?? id,
  };

  private tell(event: TournamentEvent): void {
    const { named } = this;
    if ((react(NEWS, event, named) ?? null) === null) return;
    // Put into words when it is shown: the names come with the lists of players and tables.
    const line = {
      id: ++lines,
      get text() {
        return react(NEWS, event, named) ?? "";
      },
    };
    this.news = [line, ...this.news].slice(0, 60);
  }
}

/** What the news say of an event. Null if nothing. */
const NEWS: Reactions<TournamentEventBodies, [named: Named], string | null> = {
  EntryMade: ({ name }) => t("room-news-enters", { name }),
  TournamentBegan: ({ players }) => t("room-news-began", { players }),
  StartChanged: ({ counts_for }) => (counts_for && counts_for.season === null ? t("tournament-counts-for-none", { league: counts_for.league }) : null),
  LevelBegan: ({ level: { level } }) => t("room-news-level", { level }),
  LevelsChanged: () => t("room-news-levels-changed"),
  BreakBegan: ({ remaining_ms }) => t("room-news-break", { time: clock(remaining_ms) }),
  BreakEnded: () => t("room-news-break-over"),
  ClockPaused: ({ reason }) => t("room-news-paused", { reason }),
  ClockResumed: () => t("room-news-resumed"),
  EntryClosed: ({ entries }) => t("room-news-entries-closed", { entries }),
  PlayerOut: ({ name, place, prize }) => t("room-news-out", { name, prize, place: t("room-place", { place: ordinal(place) }) }),
  HandForHandBegan: () => t("room-news-hand-for-hand"),
  HandForHandEnded: () => t("room-news-hand-for-hand-over"),
  Announcement: ({ text }) => text,
  FloorRuled: ({ operator, command, reason, rule }, named) => {
    const args = { operator: operator ?? t("room-news-floor"), command: eventCommandText(command, named), reason };
    return rule ? t("room-news-ruled-by-rule", { ...args, rule }) : t("room-news-ruled", args);
  },
  DealAsked: () => t("room-news-deal-asked"),
  DealDropped: () => t("room-news-deal-dropped"),
  DealProposed: () => t("room-news-deal-proposed"),
  DealAgreed: () => t("room-news-deal-agreed"),
  DealRejected: () => t("room-news-deal-rejected"),
  TournamentEnded: ({ name }) => (name ? t("room-news-winner", { name }) : t("room-news-over")),
  TournamentCancelled: ({ reason }) => t("room-news-canceled", { reason }),
};
