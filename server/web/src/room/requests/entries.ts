// The viewer's entry into a tournament: entering, checking in, buying chips, and deals about the
// prizes.
import type { DealProposal } from "cardroom-bot/protocol";
import { t } from "../../words/words";
import { NOWHERE } from "cardroom-bot/again";
import type { Answer, Connection } from "cardroom-bot/connection";
import { hasPlayed } from "../newcomer";
import type { Tournament } from "../tournament";

export class Entries {
  constructor(private readonly line: Connection) {}

  enter(tournament: number, of_age: boolean): Promise<Answer | null> {
    hasPlayed();
    return this.line.try("EnterTournament", { tournament, of_age }, t("room-entered"));
  }
  withdraw(tournament: number): void {
    void this.line.try("WithdrawEntry", { tournament }, t("room-withdrawn"));
  }
  quit(tournament: number): void {
    void this.line.try("QuitTournament", { tournament }, t("room-has-quit"));
  }
  checkIn(tournament: number): void {
    void this.line.try("CheckIn", { tournament }, t("room-checked-in"));
  }
  buy(event: Tournament, what: "Rebuy" | "AddOn"): void {
    event.rebuy = null;
    void this.line.try("BuyChips", { tournament: event.id, what }, t("room-bought"), NOWHERE);
  }
  declineRebuy(event: Tournament): void {
    event.rebuy = null;
    void this.line.try("DeclineRebuy", { tournament: event.id }, null, NOWHERE);
  }
  proposeDeal(tournament: number, proposal: DealProposal, for_winner: number): Promise<Answer | null> {
    return this.line.try("ProposeDeal", { tournament, proposal, for_winner }, t("room-deal-asked"));
  }
  vote(event: Tournament, accept: boolean): void {
    const { deal } = event;
    event.deal = null;
    if (deal) void this.line.try("VoteOnDeal", { tournament: event.id, deal: deal.deal, accept }, null, NOWHERE);
  }
}
