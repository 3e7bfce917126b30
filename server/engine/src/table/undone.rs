//! Voiding a finished hand whose deck turns out to be fouled. While its result may be disputed, all
//! players get back the chips they put in (TDA 35-E with 22; TFPL 3c-3, 3c-4). `misdeal` decides
//! whether the deck is fouled.

use super::last_award::Played;
use super::{LastAward, LastPots, Step, Table};
use crate::deal_error::{DealClause, DealError, Remedy};
use crate::event::Event;
use crate::floor::{FloorEvent, Ground, Moved, ReturnedBets};
use crate::occupancy::Occupancy;
use crate::refusal::RefusalKind;
use crate::seat::Seats;
use cardroom_rules::rulebook::DisputeReading;
use cardroom_rules::{Chips, PlayerId, SeatNo};

/// The chip moves of a void.
#[derive(Default)]
struct Back {
    moved: Vec<Moved>,
    gone: Vec<(PlayerId, Chips)>,
    all: Chips,
}

impl LastPots<'_> {
    /// Checks that a fouled deck still voids the hand: until the next hand begins or, in a break,
    /// while the rulebook still allows disputes.
    pub(crate) fn check_undoable(&self) -> Result<(), RefusalKind> {
        let book = &self.setup.rulebook;
        let table_broke = match book.showdown.dispute_reading {
            DisputeReading::NextHand => false,
            DisputeReading::NextHandOrTableBreaks => self.table_broke(),
        };
        let is_over = self.next_began || table_broke || self.award.is_break_over(book, self.now);
        if is_over || self.award.played.is_none() {
            return Err(RefusalKind::ResultStands);
        }
        Ok(())
    }
}

/// Returns the chip moves that void the last hand.
fn back_from(
    award: &LastAward,
    played: &Played,
    seats: &Seats,
    occupancy: Occupancy,
) -> Result<Back, RefusalKind> {
    let mut back = Back::default();
    for (seat, put_in, _) in &played.put_in {
        let mut won = award.won.iter();
        let Some((_, player, won)) = won.find(|(at, ..)| at == seat) else { continue };
        let (returned, added) = (put_in.saturating_sub(*won), won.saturating_sub(*put_in));
        back.all += *put_in;
        let taken = seats.get(*seat).filter(|taken| taken.player == *player);
        match taken {
            // The tournament has already counted a player without chips as eliminated.
            Some(taken) if occupancy.eliminates() && taken.chips().is_zero() => {
                return Err(RefusalKind::PlayerOut);
            }
            Some(taken) if added > taken.stack => return Err(RefusalKind::ChipsGone),
            Some(_) if returned == added => {}
            Some(_) => back.moved.push(Moved { seat: *seat, returned, added }),
            None if !added.is_zero() => return Err(RefusalKind::ChipsGone),
            None if returned.is_zero() => {}
            None if occupancy.eliminates() => return Err(RefusalKind::PlayerOut),
            None => back.gone.push((*player, returned)),
        }
    }
    Ok(back)
}

pub(super) fn apply_returned_bets(table: &mut Table, back: &ReturnedBets) {
    for Moved { seat, returned, added } in &back.moved {
        let taken = table.state.seats.taken(*seat);
        taken.stack += *returned;
        taken.stack -= *added;
    }
    let award = table.state.award.take().expect("the bets of a hand that is over go back");
    let played = award.played.expect("what was put in is known");
    for (seat, _, owed_before) in &played.put_in {
        let mut won = award.won.iter();
        let player = won.find(|(at, ..)| at == seat).map(|(_, player, _)| *player);
        let place = table.state.seats.get_mut(*seat);
        if let Some(taken) = place.filter(|taken| Some(taken.player) == player) {
            taken.owes = *owed_before;
            let mut entering = table.state.schedule.entered_with_it().iter();
            taken.entering = entering.find(|(at, _)| at == seat).map(|(_, entering)| *entering);
        }
    }
    let state = &mut table.state;
    let gone: Chips = back.gone.iter().map(|(_, chips)| *chips).sum();
    state.till.unsweep_rake(back.from_house);
    state.till.take_away(gone + played.entered);
    state.till.give_back_rake(played.rake);
    state.rotation.go_back_to(played.play, played.before.hands_of_play);
    state.schedule.wait_until(back.at + table.setup.ring.between_hands_ms);
    let used_button = state.schedule.take_used_button();
    state.button.restore(played.before, played.button, used_button);
    table.hunt = None;
    table.last_dealt.ends_as_it_began();
}

/// Applies the ruling on the deck of a finished hand.
pub(crate) fn put_right_after(
    step: &mut Step<'_>,
    error: DealError,
    clause: DealClause,
    remedy: Remedy,
) -> Result<(), RefusalKind> {
    if remedy != Remedy::Void {
        step.announce_deal(error, clause, remedy, Chips::ZERO);
        return Ok(());
    }
    let table = &*step.table;
    let award = table.state.award.as_ref().ok_or(RefusalKind::ResultStands)?;
    let played = award.played.as_ref().ok_or(RefusalKind::ResultStands)?;
    let (hand, rake) = (award.hand, played.rake);
    let Back { moved, gone, all } =
        back_from(award, played, &table.state.seats, table.setup.occupancy)?;
    // Rake that was already swept comes back from the house account.
    let from_house = rake.saturating_sub(table.house().0);
    let broke: Vec<SeatNo> = moved
        .iter()
        .filter(|moved| table.state.seats.get(moved.seat).is_some_and(|seat| award.broke(seat)))
        .map(|moved| moved.seat)
        .collect();
    step.announce_deal(error, clause, remedy, all);
    let back = ReturnedBets { hand, at: step.now, moved, gone, rake, from_house };
    step.rule(Ground::Deal(clause), FloorEvent::BetsReturned(Box::new(back)));
    for seat in broke {
        step.emit(Event::SatIn { seat });
    }
    Ok(())
}
