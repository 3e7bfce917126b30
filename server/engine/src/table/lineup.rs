//! The lineup of the next hand: who is dealt in, and who has which position.

use super::{Table, absent};
use crate::button::{
    Candidates, Lineup, Positions, next_lineup, single_big_blind, strictly_between,
};
use crate::input::HandOrder;
use crate::seat::{Entering, Seat};
use cardroom_rules::rulebook::{FromBrokenTable, Newcomer};
use cardroom_rules::{Deal, Forced, HandNo, SeatNo, SeatSet};

/// Returns the lineup of the next hand. `draw` places the first button of a table.
pub(super) fn of_next_hand(table: &Table, draw: u32) -> Option<Lineup> {
    let rule = table.setup.rulebook.blinds.button;
    let candidates = candidates(table);
    let lineup = match (placed_button(table), table.state.positions) {
        (Some(button), _) => Lineup::at_button(button, candidates),
        (None, Some(last)) if table.setup.occupancy.lets_newcomers_wait() => {
            lineup_with_newcomers(table, last, candidates)
        }
        (None, last) => next_lineup(rule, last, candidates, draw),
    }?;
    let is_bomb_pot = is_bomb_pot(table, HandNo(table.state.last_hand.0 + 1));
    Some(match table.game().forced {
        Forced::Blinds if !is_bomb_pot => lineup,
        Forced::Blinds | Forced::BringIn => {
            lineup.without_blinds(kept_button(table, is_bomb_pot), ready(table))
        }
    })
}

/// Returns the button of a hand without blinds: where the floor set it, or where it was frozen.
/// Where every hand is a bomb pot, it moves on. Returns `None` if the last hand had blinds.
fn kept_button(table: &Table, is_bomb_pot: bool) -> Option<SeatNo> {
    let every_hand = table.setup.ring.bomb_pot.is_some_and(|bomb| bomb.every_hands == 1);
    let moves = |button| ready(table).next_after(button).unwrap_or(button);
    let frozen = table.state.frozen_button;
    let kept = if is_bomb_pot && every_hand { frozen.map(moves) } else { frozen };
    table.state.next_button.or(kept)
}

/// Returns the seat that gets the button wherever the blinds were. The floor set it there, or it
/// was frozen there before the first hand with blinds (TDA 11-B).
pub(super) fn placed_button(table: &Table) -> Option<SeatNo> {
    let had_blinds = table.state.positions.is_some();
    table.state.next_button.or(table.state.frozen_button.filter(|_| !had_blinds))
}

/// Returns `true` if the next hand draws its button from all seats that it deals in. Where some
/// players owe a blind after a shuffle of the seats, the draw leaves them out.
pub(super) fn draws_button(table: &Table) -> bool {
    if table.state.positions.is_some() || placed_button(table).is_some() {
        return false;
    }
    let established = candidates(table).established;
    established.len() < 2 || established == ready(table)
}

fn candidates(table: &Table) -> Candidates {
    let mut candidates = Candidates {
        established: SeatSet::EMPTY,
        entering: SeatSet::EMPTY,
        waiting: SeatSet::EMPTY,
    };
    for (number, seat) in
        table.state.seats.occupied().filter(|(number, seat)| takes_part(table, *number, seat))
    {
        let owes = seat.owes.anything() && !table.setup.ring.free_entry;
        let set = match (owes, seat.wait_for_big_blind) {
            (false, _) => &mut candidates.established,
            (true, false) => &mut candidates.entering,
            (true, true) => &mut candidates.waiting,
        };
        set.insert(number);
    }
    candidates
}

/// Returns the seats that would be dealt in.
pub(crate) fn ready(table: &Table) -> SeatSet {
    let ready =
        table.state.seats.occupied().filter(|(number, seat)| takes_part(table, *number, seat));
    ready.map(|(number, _)| number).collect()
}

/// Returns `true` if the seat is dealt in. When a hand is dealt again, only its players are,
/// unless fewer than two of them are left.
fn takes_part(table: &Table, number: SeatNo, seat: &Seat) -> bool {
    let is_left_out = table.state.redeal.is_some_and(|again| {
        let of_them = table.state.seats.occupied().filter(|(other, _)| again.contains(*other));
        let left = of_them.filter(|(other, seat)| could_take_part(table, *other, seat));
        !again.contains(number) && left.count() >= 2
    });
    !is_left_out && could_take_part(table, number, seat)
}

/// Returns `true` if the seat has chips and, at a ring game, wants cards.
fn could_take_part(table: &Table, number: SeatNo, seat: &Seat) -> bool {
    if table.setup.occupancy.deals_in_absent_players() {
        !seat.stack.is_zero() && !absent::is_dealt_out(table, number)
    } else {
        seat.is_ready()
    }
}

pub(super) fn can_start(table: &Table) -> bool {
    let waits = table.state.paused || table.ticket().is_some();
    !waits && may_deal(table) && ready(table).len() >= 2
}

/// Returns `true` if the hand with this number is a bomb pot.
pub(super) fn is_bomb_pot(table: &Table, hand: HandNo) -> bool {
    let bomb = table.setup.ring.bomb_pot;
    let is_due = bomb.is_some_and(|bomb| hand.0.is_multiple_of(bomb.every_hands));
    let board_later =
        || table.game().streets[0].deal.iter().all(|deal| !matches!(deal, Deal::Board(_)));
    is_due && board_later() && table.game().board_cards() > 0
}

/// Returns `true` if the next hand may be dealt. Only tournament tables need an order.
pub(super) fn may_deal(table: &Table) -> bool {
    let due = |order: &HandOrder| order.hand > table.state.last_hand;
    !table.setup.occupancy.waits_for_orders() || table.state.order.as_ref().is_some_and(due)
}

/// Returns the next hand's lineup, in which newcomers wait if the rulebook demands it.
fn lineup_with_newcomers(table: &Table, last: Positions, everybody: Candidates) -> Option<Lineup> {
    let entering = |seat: SeatNo| table.state.seats.get(seat).and_then(|seat| seat.entering);
    if everybody.established.contains(last.big)
        && entering(last.big) == Some(Entering::SingleBigBlind)
    {
        return Some(single_big_blind(last, everybody.established));
    }
    let rule = table.setup.rulebook.blinds.button;
    let mut let_in = everybody;
    loop {
        let lineup = next_lineup(rule, Some(last), let_in, 0)?;
        let waits = let_in.established.iter().find(|seat| {
            entering(*seat).is_some_and(|entering| is_newcomer(table, entering))
                && newcomer_waits(table, *seat, last, lineup.positions)
        });
        let Some(seat) = waits else { return Some(lineup) };
        let_in.established.remove(seat);
        if let_in.established.len() < 2 {
            // No player waits if the hand could not be dealt without them.
            return next_lineup(rule, Some(last), everybody, 0);
        }
    }
}

/// Returns `true` if the rulebook treats the player as new (TDA 10-A, TFPL 2c-9).
fn is_newcomer(table: &Table, entering: Entering) -> bool {
    match entering {
        Entering::Newcomer => true,
        Entering::FromBrokenTable => {
            table.setup.rulebook.blinds.from_broken_table == FromBrokenTable::AsNewcomer
        }
        Entering::Balanced | Entering::SingleBigBlind => false,
    }
}

/// Returns `true` if a newcomer at this seat has to wait (TDA 10-A, WPTAPL 10, TFPL 4a-6).
fn newcomer_waits(table: &Table, seat: SeatNo, last: Positions, next: Positions) -> bool {
    let behind_button = strictly_between(seat, next.button, next.small);
    match table.setup.rulebook.blinds.newcomer {
        Newcomer::NotBetweenButtonAndSmallBlind => behind_button,
        Newcomer::NotSmallBlindOrButton => {
            behind_button || seat == next.small || seat == next.button
        }
        Newcomer::BigBlindOrAfterButton => {
            let button_moves = last.button != next.button;
            let button_left = button_moves && seat == last.button;
            let button_passed = strictly_between(seat, last.button, next.button);
            seat != next.big && !button_left && !button_passed
        }
    }
}
