// Finished hands: the list of them, one to replay, and links to it.
import type { HandFilter, HandPage, SeatLook } from "cardroom-bot/protocol";
import { t } from "../../words/words";
import type { Connection } from "cardroom-bot/connection";
import type { Messages } from "../reactions";
import type { SeenHand } from "../replay";

/** The search that finds every hand. */
export const ANY_HAND: HandFilter = { player: null, table: null, tournament: null, game: null, least_pot: null, since: null, until: null };

export class FinishedHands {
  /** How the players of the last requested hand look. */
  private looks: SeatLook[] = [];

  constructor(private readonly line: Connection) {}

  async list(filter: HandFilter, everybody: boolean, from: number): Promise<HandPage | null> {
    return (await this.line.try("ListHands", { filter, everybody, from }))?.HandPage ?? null;
  }
  async get(table: number, hand: number, inspect: string | null): Promise<SeenHand | null> {
    const answer = await this.line.ask("GetHand", { table, hand, inspect });
    return answer.HandShown ? { ...answer.HandShown.record, looks: this.looks } : null;
  }
  /** Returns a link to the viewer's own version of a hand. */
  async share(table: number, hand: number): Promise<string | null> {
    const answer = await this.line.try("ShareHand", { table, hand });
    return answer?.HandShared ? `${location.origin}${answer.HandShared.path}` : null;
  }
  /** Revokes every link to the viewer's own version of a hand. */
  async revokeLink(table: number, hand: number): Promise<void> {
    await this.line.try("RevokeHandLink", { table, hand }, t("hands-link-revoked"));
  }

  readonly on: Messages = {
    HandLooks: ({ looks }) => {
      this.looks = looks;
    },
  };
}
