//! Voiding a finished hand whose deck turns out to be fouled. While its result may be disputed, all
//! players get back the chips they put in (TDA 35-E with 22; TFPL 3c-3, 3c-4). `misdeal` decides
//! whether the deck is fouled.

use super::dispute::LastAward;
use super::{Step, Table, dispute};
use crate::deal_error::{DealClause, DealError, Remedy};
use crate::event::Event;
use crate::floor::{FloorEvent, Ground, Moved, ReturnedBets};
use crate::hand::{Before, Hand};
use crate::refusal::RefusalKind;
use crate::seat::Owes;
use arrayvec::ArrayVec;
use cardroom_rules::rulebook::DisputeReading;
use cardroom_rules::{Chips, MAX_SEATS, Millis, PlayerId, SeatNo};
use serde::{Deserialize, Serialize};

/// The data to void the last hand: the chips put in, and the table before it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Played {
    pub(super) button: SeatNo,
    /// The chips that each seat put in, and the blinds it owed before.
    put_in: ArrayVec<(SeatNo, Chips, Owes), MAX_SEATS>,
    /// The chips that came to the table with an entered hand.
    entered: Chips,
    rake: Chips,
    play: u8,
    before: Before,
}

/// The chip moves of a void.
#[derive(Default)]
struct Back {
    moved: Vec<Moved>,
    gone: Vec<(PlayerId, Chips)>,
    all: Chips,
}

/// Returns the data to void a hand that has just been awarded.
pub(super) fn played_in(table: &Table, hand: &Hand) -> Played {
    let put_in = hand.players.dealt().iter().filter_map(|number| {
        let player = &hand.players[number];
        // The chips missing from the stack were put in. The winnings came later.
        let in_all = player.started_with + player.won;
        Some((
            number,
            in_all.saturating_sub(table.state.seats.get(number)?.stack),
            player.owed_before,
        ))
    });
    Played {
        button: hand.positions.button(),
        put_in: put_in.collect(),
        entered: hand.middle.entered(),
        rake: hand.middle.rake(),
        play: hand.play,
        before: hand.before,
    }
}

/// Returns the last hand if a fouled deck still voids it: until the next hand begins or, in a
/// break, while the rulebook still allows disputes.
pub(crate) fn may_be_undone(
    table: &Table,
    now: Millis,
) -> Result<(&LastAward, &Played), RefusalKind> {
    let award = table.state.award.as_ref().ok_or(RefusalKind::NoHand)?;
    let table_broke = match table.setup.rulebook.showdown.dispute_reading {
        DisputeReading::NextHand => false,
        DisputeReading::NextHandOrTableBreaks => table.state.seats.occupied().count() < 2,
    };
    if table.state.last_hand > award.hand
        || table_broke
        || dispute::is_break_over(table, award, now)
    {
        return Err(RefusalKind::ResultStands);
    }
    let played = award.played.as_ref().ok_or(RefusalKind::ResultStands)?;
    Ok((award, played))
}

/// Returns the chip moves that void the last hand.
fn back_from(table: &Table, award: &LastAward, played: &Played) -> Result<Back, RefusalKind> {
    let mut back = Back::default();
    for (seat, put_in, _) in &played.put_in {
        let mut won = award.won.iter();
        let Some((_, player, won)) = won.find(|(at, ..)| at == seat) else { continue };
        let (returned, added) = (put_in.saturating_sub(*won), won.saturating_sub(*put_in));
        back.all += *put_in;
        let taken = table.state.seats.get(*seat).filter(|taken| taken.player == *player);
        match taken {
            // The tournament has already counted a player without chips as eliminated.
            Some(taken) if table.setup.occupancy.eliminates() && taken.chips().is_zero() => {
                return Err(RefusalKind::PlayerOut);
            }
            Some(taken) if added > taken.stack => return Err(RefusalKind::ChipsGone),
            Some(_) if returned == added => {}
            Some(_) => back.moved.push(Moved { seat: *seat, returned, added }),
            None if !added.is_zero() => return Err(RefusalKind::ChipsGone),
            None if returned.is_zero() => {}
            None if table.setup.occupancy.eliminates() => return Err(RefusalKind::PlayerOut),
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
            let mut entering = table.state.used_up.entering.iter();
            taken.entering = entering.find(|(at, _)| at == seat).map(|(_, entering)| *entering);
        }
    }
    let state = &mut table.state;
    let gone: Chips = back.gone.iter().map(|(_, chips)| *chips).sum();
    state.total += back.from_house;
    state.total -= gone + played.entered;
    state.house_rake += back.from_house;
    state.house_rake -= played.rake;
    state.play = played.play;
    state.hands_of_play = played.before.hands_of_play;
    state.choice = None;
    state.not_before = back.at + table.setup.ring.between_hands_ms;
    state.restore_positions(played.before, played.button);
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
    let Back { moved, gone, all } = back_from(table, award, played)?;
    // Rake that was already swept comes back from the house account.
    let from_house = rake.saturating_sub(table.state.house_rake);
    let broke: Vec<SeatNo> = moved
        .iter()
        .filter(|moved| dispute::sat_out_broke(table, moved.seat, award))
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
