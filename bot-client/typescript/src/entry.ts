// A player's way through a tournament: finding it, entering, and what the room asks between hands.
import { Refusal } from "./connection.ts";
import type { Place } from "./place.ts";
import { BUSY_MS, pause } from "./place.ts";
import type {
  DealOffered, EntryReturned, Finished, NewSeat, OwnEntry, RebuyOffered, TournamentInfo, TournamentView,
} from "./protocol.ts";
import { CannotPlay } from "./settings.ts";

/** How long to wait before looking again, and how often nothing may be found. */
const LOOK_MS = 1_000;
const LOOKS = 60;
/** How long to wait for a tournament to open. */
const OPENS_MS = 5_000;

/** How an entry ended. */
export interface EntryResult {
  tournament: number;
  entry: number;
  /** The place, from 1. Null if the entry did not end with one. */
  place: number | null;
  prize: number;
  bounties: number;
  /** What happened, for people. */
  sentence: string;
}

/** What an entry needs of its player. */
export interface Entrant {
  /** An entry is over. The player enters again if `isAgain` is true. */
  over(result: EntryResult, isAgain: boolean): void;
  listTournaments(): Promise<TournamentInfo[] | null>;
  refill(): Promise<void>;
  /** Returns the name that other players see. */
  name(): string;
}

export class Entry {
  tournament: number | null = null;
  private readonly place: Place;
  private readonly entrant: Entrant;
  private entry: number | null = null;
  private entries = 0;
  private looks = 0;
  private view: TournamentView | null = null;
  /** Called when a step of the tournament arrives, which may have opened it. */
  private stepped: () => void = () => undefined;

  constructor(place: Place, entrant: Entrant) {
    this.place = place;
    this.entrant = entrant;
    const { tournament } = place.settings;
    if (typeof tournament === "number") this.tournament = tournament;
  }

  /** Returns whether the player has entered. */
  get isMade(): boolean {
    return this.entry !== null;
  }

  /** Returns whether a login lists the entry as one that goes on. */
  isIn(tournaments: readonly number[]): boolean {
    return this.entry !== null && this.tournament !== null && tournaments.includes(this.tournament);
  }

  /**
   * Finds the tournament and enters it, unless the player has an entry. Returns once a seat is all
   * there is to wait for.
   */
  async enter(goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      try {
        if (await this.attempt()) return;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (await this.refused(error)) return;
      }
    }
  }

  /** Returns whether nothing is left but to wait for a seat, or the entry is over. */
  private async attempt(): Promise<boolean> {
    this.tournament ??= await this.find();
    const { tournament } = this;
    if (tournament === null) return this.lookAgain();
    this.view = null;
    if (!(await this.place.ask("WatchTournament", { tournament, on: true }))) return false;
    const view = this.view as TournamentView | null;
    if (!view) return false;
    this.looks = 0;
    if (view.you) return this.own(view.you, view.info);
    if (view.info.state === "Finished" || view.info.state === "Cancelled") throw new CannotPlay(`${view.info.name} is over.`);
    if (!view.info.open && view.info.level > 0) throw new CannotPlay(`${view.info.name} takes no more entries.`);
    if (!view.info.open) {
      await Promise.race([new Promise<void>((resolve) => (this.stepped = resolve)), pause(OPENS_MS)]);
      return false;
    }
    const answer = await this.place.ask("EnterTournament", { tournament, of_age: true });
    if (!answer?.Entered) return false;
    this.has(answer.Entered.entry);
    if (view.info.check_in) this.place.tell("CheckIn", { tournament });
    this.unwatch();
    return true;
  }

  private async find(): Promise<number | null> {
    const { tournament, code } = this.place.settings;
    if (tournament === "code") {
      if (code === undefined) throw new CannotPlay('A tournament "code" needs the code itself.');
      const answer = await this.place.ask("UseInvitation", { code });
      return answer?.InvitedToTournament?.info.tournament ?? null;
    }
    const name = String(tournament).toLowerCase();
    const found = (await this.entrant.listTournaments()) ?? [];
    const named = found.filter((info) => info.name.toLowerCase() === name && info.state !== "Finished" && info.state !== "Cancelled");
    named.sort((a, b) => Number(b.open) - Number(a.open) || a.tournament - b.tournament);
    return named[0]?.tournament ?? null;
  }

  /** Waits a moment, up to a limit of such looks. */
  private async lookAgain(): Promise<false> {
    this.looks += 1;
    if (this.looks >= LOOKS) throw new CannotPlay(`The room has no tournament ${JSON.stringify(this.place.settings.tournament)}.`);
    await pause(LOOK_MS);
    return false;
  }

  /** Handles a refusal. Returns whether the search is over. */
  private async refused(refusal: Refusal): Promise<boolean> {
    const { code, message } = refusal;
    if (refusal.passes) await pause(BUSY_MS);
    else if (code === "insufficient_funds") {
      await this.entrant.refill();
      await pause(LOOK_MS);
    } else if (code === "unknown_tournament" && this.entry !== null) return this.askResults();
    else if (code === "unknown_tournament" && typeof this.place.settings.tournament === "string") {
      this.tournament = null;
      return this.lookAgain();
    } else if (code === "not_registering" || code === "not_allowed_now") return this.lookAgain();
    else if (code !== "already_entered") throw new CannotPlay(`The bot cannot enter the tournament: ${message}`);
    return false;
  }

  private own(you: OwnEntry, info: TournamentInfo): boolean {
    this.has(you.entry);
    if (["Out", "Through", "Withdrawn", "Disqualified"].includes(you.state)) {
      const { entry, place, prize, bounties, state } = you;
      this.over({ entry, place, prize, bounties, sentence: ended(state, place) }, you.may_re_enter);
      return true;
    }
    if (you.state === "Registered" && info.check_in) this.place.tell("CheckIn", { tournament: info.tournament });
    if (you.state === "MayRebuy") this.answerRebuy("Rebuy");
    this.unwatch();
    return true;
  }

  /**
   * Looks for the player's row in the results of a tournament that ended while the bot was away.
   */
  private async askResults(): Promise<boolean> {
    for (let from = 0, total = 1; from < total; ) {
      const answer = await this.place.ask("GetResults", { tournament: this.tournament ?? 0, from });
      const page = answer?.ResultPage;
      if (!page) return false;
      const row = page.rows.find(({ name }) => name === this.entrant.name());
      if (row) {
        const { place, prize, bounties } = row;
        this.over({ entry: this.entry ?? 0, place, prize, bounties, sentence: ended("Out", place) }, false);
        return true;
      }
      total = page.rows.length ? page.total : 0;
      from += page.rows.length;
    }
    this.over({ entry: this.entry ?? 0, place: null, prize: 0, bounties: 0, sentence: "The tournament ended while the bot was away." }, false);
    return true;
  }

  private has(entry: number): void {
    if (this.entry === entry) return;
    this.entry = entry;
    this.entries += 1;
  }
  private unwatch(): void {
    if (this.view && this.tournament !== null) this.place.tell("WatchTournament", { tournament: this.tournament, on: false });
    this.view = null;
  }

  viewed(view: TournamentView): void {
    this.view = view;
  }
  step(): void {
    this.stepped();
  }
  seated({ entry }: NewSeat): void {
    this.has(entry);
    this.unwatch();
  }

  rebuyOffered({ what }: RebuyOffered): void {
    this.answerRebuy(what);
  }
  private answerRebuy(what: RebuyOffered["what"]): void {
    const { tournament } = this;
    if (tournament === null) return;
    const decline = (): void => {
      if (what === "Rebuy") this.place.tell("DeclineRebuy", { tournament });
    };
    if (!this.place.settings.buysChips) return decline();
    // A player who cannot pay is out.
    void this.place.ask("BuyChips", { tournament, what }).catch(decline);
  }
  async dealOffered(offer: DealOffered): Promise<void> {
    const accept = (await this.place.bot.acceptDeal(offer)) === true;
    this.place.tell("VoteOnDeal", { tournament: offer.tournament, deal: offer.deal, accept });
  }

  finished({ entry, place, prize, bounties, may_re_enter }: Finished): void {
    this.over({ entry, place, prize, bounties, sentence: ended("Out", place) }, may_re_enter);
  }
  returned({ entry, reason }: EntryReturned): void {
    this.over({ entry, place: null, prize: 0, bounties: 0, sentence: `The entry was returned: ${reason}` }, false);
  }

  private over(result: Omit<EntryResult, "tournament">, mayReEnter: boolean): void {
    const isAgain = mayReEnter && this.entries <= this.place.settings.reEntries;
    this.entry = isAgain ? null : this.entry;
    this.entrant.over({ tournament: this.tournament ?? 0, ...result }, isAgain);
  }
}

const ended = (state: string, place: number | null): string => {
  if (state === "Through") return "The bot is through to the next day.";
  if (state === "Disqualified") return "The bot was disqualified.";
  if (state === "Withdrawn") return "The entry was withdrawn.";
  if (place === 1) return "The bot won the tournament.";
  return place === null ? "The bot is out of the tournament." : `The bot finished in place ${place}.`;
};
