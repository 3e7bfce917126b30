//! Deals among those who are left, between the wire and the director: who is there, what is
//! proposed, what everybody is asked. Whether a deal may be made is the director's.

use super::host::DirectorHost;
use crate::ids::AccountId;
use cardroom_protocol::server::{Role, ServerMessage};
use cardroom_protocol::tournament::{DealOffered, DealPart, DealProposal};
use cardroom_protocol::{DealId, EntryId, Money, TournamentId};
use cardroom_rules::{Cents, EntryNo, Millis, PlayerId};
use cardroom_tournament::{DealNo, DealWish, Division, OpenDeal};

/// The number of a deal as the director counts.
pub(super) fn deal_in(deal: DealId) -> DealNo {
    // A number that is too large is of no deal.
    DealNo(u32::try_from(deal.0).unwrap_or(u32::MAX))
}

/// The number of a deal as clients see it.
pub(super) fn deal_out(deal: DealNo) -> DealId {
    DealId(deal.0.into())
}

impl DirectorHost {
    /// What a player proposes. Somebody of the floor is there while one watches; who was away when
    /// cards were dealt is not.
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
        let away = entries.filter(|(number, _)| self.director.absences().since(*number).is_some());
        let away = away.map(|(_, entry)| entry.player).collect();
        let for_winner = Cents(for_winner.0);
        DealWish { player: Some(player), division, for_winner, floor_present, away }
    }

    /// What everybody is asked who has a part in a deal.
    pub(super) fn offers(&self, deal: &OpenDeal, now: Millis) -> Vec<(AccountId, ServerMessage)> {
        let parts = self.deal_parts(deal.proposal.shares());
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
            (self.account_of(*entry), offered.into())
        };
        deal.proposal.shares().iter().map(offer).collect()
    }

    /// What everybody gets by a deal.
    pub(super) fn deal_parts(&self, shares: &[(EntryNo, Cents)]) -> Vec<DealPart> {
        let part = |(entry, share): &(EntryNo, Cents)| DealPart {
            entry: EntryId(entry.0.into()),
            name: self.name_of(*entry),
            amount: Money(share.0),
        };
        shares.iter().map(part).collect()
    }
}
