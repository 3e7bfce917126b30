// Permanent records: leagues, standings, past tournaments and their results.
import type { LeagueInfo, PastEventPage, ResultPage, StandingPage } from "cardroom-bot/protocol";
import type { Connection } from "cardroom-bot/connection";
import type { Messages } from "../reactions";

export class Records {
  private told: LeagueInfo[] = [];

  constructor(private readonly line: Connection) {}

  async leagues(): Promise<LeagueInfo[]> {
    // A long list comes in several messages, each handled as it arrives.
    this.told = [];
    await this.line.try("ListLeagues", {});
    // Two parts of a page may ask at once, and each answer is in the list.
    return [...new Map(this.told.map((league) => [league.league, league])).values()];
  }
  async standings(league: string, season: string, from: number): Promise<StandingPage | null> {
    return (await this.line.try("GetStandings", { league, season, from }))?.StandingPage ?? null;
  }
  async pastEvents(from: number): Promise<PastEventPage | null> {
    return (await this.line.try("ListPastEvents", { league: null, season: null, from }))?.PastEventPage ?? null;
  }
  async results(tournament: number, from: number): Promise<ResultPage | null> {
    return (await this.line.try("GetResults", { tournament, from }))?.ResultPage ?? null;
  }

  readonly on: Messages = {
    LeagueList: ({ leagues }) => this.told.push(...leagues),
  };
}
