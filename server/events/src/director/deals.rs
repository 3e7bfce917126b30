//! Deals among the remaining players, between the protocol and the director: presence, proposals,
//! and offers. The director decides whether a deal is allowed.

use super::DirectorCore;
use super::money::account_of;
use super::names::Names;
use super::wire;
use cardroom_protocol::server::{Role, ServerMessage};
use cardroom_protocol::tournament::{DealOffered, DealPart, DealProposal};
use cardroom_protocol::{DealId, EntryId, Money, TournamentId};
use cardroom_record::ids::AccountId;
use cardroom_rules::{Cents, EntryNo, Millis, PlayerId};
use cardroom_tournament::prizes::DealRefusal;
use cardroom_tournament::{DealNo, DealWish, Director, Division, OpenDeal, Refusal};

/// Converts the number of a deal for the director.
pub(super) fn deal_in(deal: DealId) -> DealNo {
    // A number that is too large belongs to no deal.
    DealNo(u32::try_from(deal.0).unwrap_or(u32::MAX))
}

/// Converts the number of a deal for clients.
pub(super) fn deal_out(deal: DealNo) -> DealId {
    DealId(deal.0.into())
}

impl DirectorCore {
    /// Builds a player's proposal. The floor counts as present while an operator watches. Players
    /// who were absent from the last deal of cards count as away.
    pub(super) fn deal_wish(
        &self,
        player: PlayerId,
        proposal: DealProposal,
        for_winner: Money,
    ) -> DealWish {
        let division = match proposal {
            DealProposal::ChipChop => Division::ByChips,
            DealProposal::Icm => Division::Icm,
            DealProposal::Shares(shares) => {
                let share = |share: &cardroom_protocol::tournament::DealShare| {
                    let entry = u32::try_from(share.entry.0).unwrap_or(u32::MAX);
                    (EntryNo(entry), Cents(share.amount.0))
                };
                Division::Shares(shares.iter().map(share).collect())
            }
        };
        let floor_present = self.watchers().any(|(_, account)| {
            let watcher = account.and_then(|account| self.player(PlayerId(account.0)));
            watcher.is_some_and(|player| matches!(player.role, Role::Floor | Role::Admin))
                || account.is_some() && account == self.announced_by
        });
        let entries = self.director.entries().filter(|(_, entry)| entry.whereabouts.is_in());
        let away = entries
            .filter(|(number, _)| self.director.discipline().absences().since(*number).is_some());
        // Whoever proposes a deal is there.
        let away = away.map(|(_, entry)| entry.player).filter(|away| *away != player).collect();
        let for_winner = Cents(for_winner.0);
        DealWish { player: Some(player), division, for_winner, floor_present, away }
    }

    /// Builds the offers to all players with a share in a deal.
    pub(super) fn offers(&self, deal: &OpenDeal, now: Millis) -> Vec<(AccountId, ServerMessage)> {
        let parts = self.names.deal_parts(&self.director, deal.proposal.shares());
        let offer = |(entry, share): &(EntryNo, Cents)| {
            let offered = DealOffered {
                tournament: TournamentId(self.id.0),
                deal: deal_out(deal.number),
                proposer: deal.proposer.map(|entry| EntryId(entry.0.into())),
                yours: Money(share.0),
                shares: parts.clone(),
                for_winner: Money(deal.proposal.for_winner().0),
                time_ms: u32::try_from(deal.until.since(now).0).unwrap_or(u32::MAX),
            };
            (account_of(&self.director, *entry), offered.into())
        };
        deal.proposal.shares().iter().map(offer).collect()
    }

    /// Returns what still waits for an answer of this player: a vote on a deal, or a rebuy.
    pub(super) fn open_offers(
        &self,
        account: AccountId,
        now: Millis,
    ) -> impl Iterator<Item = ServerMessage> {
        let entry = self.director.entry_of(PlayerId(account.0));
        let may_vote = |deal: &&OpenDeal| entry.is_some_and(|it| deal.ballot.may_vote(it).is_ok());
        let deal = self.director.deals().open().filter(may_vote);
        let asked = deal.map(|deal| self.offers(deal, now)).unwrap_or_default();
        let vote = asked.into_iter().find(|(asked, _)| *asked == account);
        let bust = entry.and_then(|entry| self.director.bust(entry));
        let rebuy = bust.and_then(|bust| wire::rebuy_offered(self.id, &self.director, bust, now));
        vote.map(|(_, offer)| offer).into_iter().chain(rebuy.map(Into::into))
    }
}

impl Names {
    /// Returns what a refusal says, with the names of players.
    pub(super) fn refusal_text(&self, director: &Director, refusal: &Refusal) -> String {
        match refusal {
            Refusal::Deal(DealRefusal::Absent(entry)) => {
                let name = self.of_entry(director, *entry);
                format!("{name} is not there. A deal needs all players left. Wait for {name}.")
            }
            refusal => refusal.to_string(),
        }
    }

    /// Lists each player's share of a deal.
    pub(super) fn deal_parts(
        &self,
        director: &Director,
        shares: &[(EntryNo, Cents)],
    ) -> Vec<DealPart> {
        let part = |(entry, share): &(EntryNo, Cents)| DealPart {
            entry: EntryId(entry.0.into()),
            name: self.of_entry(director, *entry),
            amount: Money(share.0),
        };
        shares.iter().map(part).collect()
    }
}
