//! The showdown at which the room shows the hands: who tables, and who may muck.

use super::Step;
use crate::event::Event;
use crate::hand::Hand;
use crate::showdown;
use cardroom_rules::rulebook::ShowOrder;
use cardroom_rules::{Game, SeatNo};

pub(super) fn table_everybody(step: &mut Step<'_>) {
    let hand = step.hand();
    // A card dealt after the hand was tabled is also shown.
    let hides = |seat: &SeatNo| {
        let player = &hand.players[*seat];
        !player.tabled || player.up.len() < player.held()
    };
    if !hand.players.live().iter().any(|seat| hides(&seat)) {
        return;
    }
    let rule = step.book().showdown.show_order;
    let mut order = showdown::show_order(hand, step.table.game(), rule);
    order.retain(|seat| hides(seat));
    for seat in order {
        table_hand(step, seat);
    }
}

/// Tables the hand if it is first to show or could win. A beaten hand may be mucked
/// (TDA 17; GAPS G-47).
pub(super) fn show(step: &mut Step<'_>, seat: SeatNo) {
    let hand = step.hand();
    let first = !hand.players.live().iter().any(|seat| hand.players[seat].tabled);
    if first || !showdown::is_beaten(hand, step.table.game(), seat) {
        return table_hand(step, seat);
    }
    let auto_muck =
        step.table.state.seats.get(seat).is_none_or(|seat| seat.auto_muck || seat.leaving);
    if auto_muck {
        step.emit(Event::Mucked { seat });
    } else {
        let until = step.now + step.book().showdown.times.show_ms;
        step.emit(Event::ShowOffered { seat, until });
    }
}

pub(super) fn table_hand(step: &mut Step<'_>, seat: SeatNo) {
    let cards = step.hand().open_hole(seat);
    step.emit(Event::Tabled { seat, cards });
}

impl Hand {
    /// TDA 16: with a player all-in, all hands are tabled once no more betting is possible. No
    /// player may muck, in side pots either. Cards stay hidden while draws are still to come.
    pub(super) fn is_all_in_and_done(&self, game: &Game) -> bool {
        let (live, can_bet) = (self.players.live().len(), self.players.behind().len());
        can_bet < live
            && (can_bet < 2 || self.street.is_last(game))
            && !self.street.draws_to_come(game)
    }

    /// Returns the next player to table a hand or to muck it.
    pub(super) fn next_to_show(&self, game: &Game, rule: ShowOrder) -> Option<SeatNo> {
        if self.players.holding().len() < 2 {
            return None;
        }
        showdown::show_order(self, game, rule).into_iter().find(|seat| {
            let player = &self.players[*seat];
            !player.tabled && !player.mucked
        })
    }
}
