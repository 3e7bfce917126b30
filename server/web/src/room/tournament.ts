// A tournament as this viewer follows it: the snapshot and its pages, and the changes of each step.
import type {
  DealOffered, HouseRule, ImpoundedPot, PlayerRow, RebuyOffered, Ruling, StructureSheet, TableRow, TournamentEvent, TournamentStep, TournamentView,
} from "../protocol";
import { ordinal, t } from "../words/words";
import { type Named, eventCommandText } from "./rulings";
import { clock } from "./words";

interface TournamentLine {
  id: number;
  readonly text: string;
}

let lines = 0;

export class Tournament {
  view: TournamentView;
  /** When the clock's count ends, on the page's own clock. Null while it is paused. */
  ends: number | null = null;
  breakAt: number | null = null;
  /** The reason for a pause as announced. Null after a reload. */
  pauseReason: string | null = null;
  /** Pots about which the floor has not decided. */
  pots: ImpoundedPot[] = [];
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
    this.view = view;
    this.pots = [];
    this.stale = true;
    this.count(view.clock.remaining_ms, view.clock.next_break_ms);
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
      this.happen(event);
      this.tell(event);
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

  private phase(phase: TournamentView["clock"]["phase"], state: TournamentView["info"]["state"]): void {
    this.view.clock.phase = phase;
    this.view.info.state = state;
  }

  private happen(event: TournamentEvent): void {
    const { view } = this;
    const { info } = view;
    if ("EntryMade" in event) {
      Object.assign(info, { entries: event.EntryMade.entries, prize_pool: event.EntryMade.prize_pool });
      info.players_left += 1;
    } else if ("EntryWithdrawn" in event) {
      Object.assign(info, { entries: event.EntryWithdrawn.entries, prize_pool: event.EntryWithdrawn.prize_pool });
      info.players_left = Math.max(0, info.players_left - 1);
    } else if ("StartChanged" in event) Object.assign(info, event.StartChanged);
    else if ("TournamentBegan" in event) {
      this.phase("Level", "Running");
      info.players_left = event.TournamentBegan.players;
      view.tables = event.TournamentBegan.tables;
    } else if ("LevelBegan" in event) {
      const { level, remaining_ms, next, next_break_ms } = event.LevelBegan;
      this.phase("Level", "Running");
      Object.assign(view.clock, { level: level.level, stakes: level.stakes, next });
      info.level = level.level;
      this.count(remaining_ms, next_break_ms);
    } else if ("LevelsChanged" in event) {
      const { stakes, next, remaining_ms, next_break_ms } = event.LevelsChanged;
      Object.assign(view.clock, { stakes, next });
      this.count(remaining_ms, next_break_ms);
      this.structureChanged = true;
    } else if ("BreakDue" in event) {
      this.phase("BreakDue", "Running");
      this.count(0, null);
    } else if ("BreakBegan" in event) {
      this.phase("Break", "OnBreak");
      view.clock.next = event.BreakBegan.next;
      this.count(event.BreakBegan.remaining_ms, null);
    } else if ("BreakEnded" in event) this.phase("Level", "Running");
    else if ("ClockPaused" in event) {
      this.phase("Paused", "Paused");
      this.pauseReason = event.ClockPaused.reason;
      this.count(event.ClockPaused.remaining_ms, null);
    } else if ("ClockResumed" in event) {
      this.phase("Level", "Running");
      this.count(event.ClockResumed.remaining_ms, null);
    } else if ("ClockSet" in event) this.count(event.ClockSet.remaining_ms, event.ClockSet.next_break_ms);
    else if ("EntryClosed" in event) {
      const { entries, prize_pool, places_paid, payouts } = event.EntryClosed;
      Object.assign(info, { entries, prize_pool, open: false });
      Object.assign(view, { places_paid, payouts });
    } else if ("EntryOpened" in event) {
      info.open = true;
      if (info.state === "Announced") info.state = "Registering";
    } else if ("TableOpened" in event) view.tables += 1;
    else if ("TableBroken" in event) view.tables = Math.max(0, view.tables - 1);
    else if ("ChipsBought" in event) info.prize_pool = event.ChipsBought.prize_pool;
    else if ("PlayerOut" in event) info.players_left = event.PlayerOut.players_left;
    else if ("PotsChanged" in event) this.pots = event.PotsChanged.pots;
    else if ("HandForHandBegan" in event) view.hand_for_hand = true;
    else if ("HandForHandEnded" in event) view.hand_for_hand = false;
    else if ("DealAsked" in event) view.deals_allowed = false;
    else if ("DealDropped" in event) view.deals_allowed = true;
    else if ("DealProposed" in event) view.deal = event.DealProposed.deal;
    else if ("DealAgreed" in event || "DealRejected" in event) {
      view.deals_allowed = true;
      view.deal = null;
      this.deal = null;
    } else if ("TournamentEnded" in event) {
      this.phase("Over", "Finished");
      // The tournament has no players any more.
      Object.assign(view, { average_stack: 0, largest_stack: 0 });
      this.count(0, null);
    } else if ("TournamentCancelled" in event) {
      this.phase("Over", "Cancelled");
      this.count(0, null);
    }
  }

  /** The names of the players and the numbers of the tables, for sentences. */
  readonly named: Named = {
    player: (entry) => this.players.find((row) => row.entry === entry)?.name ?? t("ruling-event-entry", { entry }),
    table: (id) => this.tables.find((row) => row.table === id)?.number ?? id,
  };

  private tell(event: TournamentEvent): void {
    const { named } = this;
    if (sentence(event, named) === null) return;
    // Put into words when it is shown: the names come with the lists of players and tables.
    const line = {
      id: ++lines,
      get text() {
        return sentence(event, named) ?? "";
      },
    };
    this.news = [line, ...this.news].slice(0, 60);
  }
}

const sentence = (event: TournamentEvent, named: Named): string | null => {
  if ("EntryMade" in event) return t("room-news-enters", { name: event.EntryMade.name });
  if ("TournamentBegan" in event) return t("room-news-began", { players: event.TournamentBegan.players });
  if ("StartChanged" in event) {
    const counts = event.StartChanged.counts_for;
    return counts && counts.season === null ? t("tournament-counts-for-none", { league: counts.league }) : null;
  }
  if ("LevelBegan" in event) return t("room-news-level", { level: event.LevelBegan.level.level });
  if ("LevelsChanged" in event) return t("room-news-levels-changed");
  if ("BreakBegan" in event) return t("room-news-break", { time: clock(event.BreakBegan.remaining_ms) });
  if ("BreakEnded" in event) return t("room-news-break-over");
  if ("ClockPaused" in event) return t("room-news-paused", { reason: event.ClockPaused.reason });
  if ("ClockResumed" in event) return t("room-news-resumed");
  if ("EntryClosed" in event) return t("room-news-entries-closed", { entries: event.EntryClosed.entries });
  if ("PlayerOut" in event) {
    const { name, place, prize } = event.PlayerOut;
    return t("room-news-out", { name, prize, place: t("room-place", { place: ordinal(place) }) });
  }
  if ("HandForHandBegan" in event) return t("room-news-hand-for-hand");
  if ("HandForHandEnded" in event) return t("room-news-hand-for-hand-over");
  if ("Announcement" in event) return event.Announcement.text;
  if ("FloorRuled" in event) {
    const { operator, command, reason, rule } = event.FloorRuled;
    const args = { operator: operator ?? t("room-news-floor"), command: eventCommandText(command, named), reason };
    return rule ? t("room-news-ruled-by-rule", { ...args, rule }) : t("room-news-ruled", args);
  }
  if ("DealAsked" in event) return t("room-news-deal-asked");
  if ("DealDropped" in event) return t("room-news-deal-dropped");
  if ("DealProposed" in event) return t("room-news-deal-proposed");
  if ("DealAgreed" in event) return t("room-news-deal-agreed");
  if ("DealRejected" in event) return t("room-news-deal-rejected");
  if ("TournamentEnded" in event) {
    const { name } = event.TournamentEnded;
    return name ? t("room-news-winner", { name }) : t("room-news-over");
  }
  if ("TournamentCancelled" in event) return t("room-news-canceled", { reason: event.TournamentCancelled.reason });
  return null;
};
