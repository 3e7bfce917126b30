//! Applies an action of a player.

use super::{Table, rulings};
use crate::action::Action;
use crate::hand::Phase;
use cardroom_rules::{Chips, Millis, SeatNo};

#[inline(always)]
pub(super) fn apply_action(
    table: &mut Table,
    seat: SeatNo,
    action: Action,
    added: Chips,
    bank: Millis,
) {
    let wager = match action {
        Action::Bet(to) | Action::RaiseTo(to) => {
            let full_from = table.terms().map(|terms| terms.full_from());
            Some((to, full_from.unwrap_or_default()))
        }
        _ => None,
    };
    let bring_in = table.stakes().bring_in;
    if table.setup.corrects_wagers() {
        table.hand_mut().mark_betting();
    }
    table.hand_mut().note_in_turn(seat, !added.is_zero());
    if let Some((to, full_from)) = wager {
        note_wager(table, seat, to, full_from);
    }
    let taken = table.state.seats.taken(seat);
    taken.stack -= added;
    taken.bank = bank;
    let broke = taken.stack.is_zero();
    let hand = table.hand_mut();
    if broke {
        hand.players.set_all_in(seat, true);
    }
    let player = &mut hand.players[seat];
    player.bet += added;
    player.acted = true;
    hand.betting.set_pointer(Some(seat));
    hand.phase = Phase::Open;
    if let Some((to, full_from)) = wager {
        hand.betting.raise(seat, to, full_from);
    }
    match action {
        Action::Fold => {
            hand.players.fold(seat);
            hand.note_given_up(seat, true);
        }
        Action::BringIn => hand.betting.bring_in(bring_in),
        Action::Check | Action::Call | Action::Bet(_) | Action::RaiseTo(_) => {}
        Action::Discard(_) => unreachable!("cards are given away by an event of their own"),
    }
    rulings::note_bet(table, |rulings, level| rulings.note_action(seat, level));
    table.state.desk.drop_of(seat);
}

/// Records the wager for a later correction or refund.
#[inline]
fn note_wager(table: &mut Table, seat: SeatNo, to: Chips, full_from: Chips) {
    let bounds = match table.setup.corrects_wagers() {
        true => table.terms().map(|terms| terms.structure_bounds(seat)).unwrap_or_default(),
        false => (to, to),
    };
    table.hand_mut().betting.note_wager(seat, to, full_from, bounds);
}
