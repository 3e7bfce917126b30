//! The commands of a host about the people at the table, and what each does.

use super::House;
use crate::table::audience::Audience;
use crate::table::floor::{Deed, seat_named};
use crate::table::player_id;
use crate::table::refusals::{Refused, refused};
use cardroom_engine::{Input, Table};
use cardroom_protocol::ErrorCode;
use cardroom_protocol::hosting::{HostOrder, SeatChips};
use cardroom_protocol::hybrid::HostChips;
use cardroom_record::Player;
use cardroom_rules::{Chips, SeatNo, SeatSet};

impl House {
    /// Checks that a player hosts this private table.
    pub(in crate::table) fn check_is_host(&self, player: &Player) -> Result<(), Refused> {
        match self.is_hosted_by(player) {
            true => Ok(()),
            false => {
                let text = "Only the host of a private table can do this.";
                Err(refused(ErrorCode::Forbidden, text))
            }
        }
    }

    /// Returns `true` if a player hosts this private table.
    fn is_hosted_by(&self, player: &Player) -> bool {
        self.description.is_hosted_by(player.account) && self.description.has_own_chips()
    }

    /// Returns what a command of the host does. The host's answers to buy-ins are elsewhere.
    pub(in crate::table) fn deed(
        &mut self,
        (table, audience): (&Table, &Audience),
        order: &HostOrder,
    ) -> Result<Deed, Refused> {
        match order {
            HostOrder::SetStack(chips) => set_stack((table, audience), chips),
            HostOrder::Remove(who) => {
                let (seat, account) = seat_named(table, audience, who.seat, &who.player)?;
                Ok(Deed::Remove { seat, account })
            }
            HostOrder::SitOut(who) => {
                let (seat, _) = seat_named(table, audience, who.seat, &who.player)?;
                Ok(Deed::Play(Input::SitOut { seat }))
            }
            HostOrder::ShuffleSeats => self.shuffle_seats(table),
            HostOrder::ChangeTerms(_)
            | HostOrder::HandOver(_)
            | HostOrder::Admit(_)
            | HostOrder::Decline(_) => {
                let text = "This order only announces a change. Send ChangeTable or HandOver.";
                Err(refused(ErrorCode::NotAllowedNow, text))
            }
        }
    }

    /// Returns the seat that a host's command about chips names.
    pub(in crate::table) fn seat_for_chips(
        &self,
        (table, audience): (&Table, &Audience),
        by: &Player,
        chips: &HostChips,
    ) -> Result<SeatNo, Refused> {
        if !self.is_hosted_by(by) {
            let text = "Only the host of a private table can change a stack there.";
            return Err(refused(ErrorCode::Forbidden, text));
        }
        seat_named(table, audience, chips.seat, &chips.player).map(|(seat, _)| seat)
    }

    /// Draws new seats for all players between two hands, among the seats that are taken.
    fn shuffle_seats(&mut self, table: &Table) -> Result<Deed, Refused> {
        if table.hand_in_progress().is_some() {
            let text = "Seats can be shuffled between two hands. Pause the table after this hand, \
                        then shuffle them.";
            return Err(refused(ErrorCode::NotAllowedNow, text));
        }
        let taken: SeatSet = table.players().map(|(seat, _)| seat).collect();
        let mut drawn = std::mem::take(&mut self.drawn);
        drawn.retain(|seat| taken.contains(*seat));
        let moves = taken.iter().zip(drawn).collect();
        Ok(Deed::Play(Input::ShuffleSeats { moves }))
    }
}

/// Sets a stack between two hands. The ledger notes the difference as given or taken.
fn set_stack((table, audience): (&Table, &Audience), wanted: &SeatChips) -> Result<Deed, Refused> {
    let (seat, account) = seat_named(table, audience, wanted.seat, &wanted.player)?;
    if table.hand_in_progress().is_some() {
        let text = "A stack can be set between two hands. Pause the table after this hand, or add \
                    chips and take them now: they move when the hand is over.";
        return Err(refused(ErrorCode::NotAllowedNow, text));
    }
    let who = player_id(account);
    let mut stacks = table.chips_by_player();
    let has = stacks.find(|(other, _)| *other == who).map_or(Chips::ZERO, |(_, has)| has);
    let wanted = Chips(wanted.chips.0);
    Ok(match wanted > has {
        true => Deed::Give { seat, amount: wanted - has },
        false => Deed::Play(Input::TakeBack { seat, amount: has - wanted }),
    })
}
