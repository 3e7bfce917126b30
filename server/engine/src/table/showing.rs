//! The showdown at which the room shows the hands: who tables, and who may muck. `requests` has the
//! showdown at which players show.

use super::{Step, Table};
use crate::event::Event;
use crate::hand::Hand;
use crate::seat::Seats;
use crate::showdown;
use cardroom_rules::rulebook::ShowdownRule;
use cardroom_rules::{Game, Millis, SeatNo};

/// The hands of a showdown, and the rules by which they are shown. It answers with the events that
/// show them.
pub(super) struct Showing<'a> {
    pub(super) hand: &'a Hand,
    pub(super) game: &'a Game,
    pub(super) rule: &'a ShowdownRule,
    seats: &'a Seats,
    pub(super) now: Millis,
}

impl<'a> Showing<'a> {
    /// Returns the showdown of the hand in progress; `None` between hands.
    pub(super) fn of(table: &'a Table, now: Millis) -> Option<Self> {
        let hand = table.hand.as_ref()?;
        let rule = &table.setup.rulebook.showdown;
        Some(Self { hand, game: table.game(), rule, seats: &table.state.seats, now })
    }

    /// Tables a hand.
    pub(super) fn tables(&self, seat: SeatNo) -> Event {
        Event::Tabled { seat, cards: self.hand.open_hole(seat) }
    }

    /// Tables every hand of which a card is hidden, in order.
    pub(super) fn everybody(&self) -> Vec<Event> {
        let hand = self.hand;
        // A card dealt after the hand was tabled is also shown.
        let hides = |seat: &SeatNo| {
            let player = &hand.players[*seat];
            !player.tabled || player.up.len() < player.held()
        };
        if !hand.players.live().iter().any(|seat| hides(&seat)) {
            return Vec::new();
        }
        let order = showdown::show_order(hand, self.game, self.rule.show_order);
        order.into_iter().filter(hides).map(|seat| self.tables(seat)).collect()
    }

    /// Lets the next player table the hand or muck it. Returns `None` if all have.
    pub(super) fn next(&self) -> Option<Event> {
        if self.hand.players.holding().len() < 2 {
            return None;
        }
        let mut order =
            showdown::show_order(self.hand, self.game, self.rule.show_order).into_iter();
        let next = order.find(|seat| {
            let player = &self.hand.players[*seat];
            !player.tabled && !player.mucked
        });
        next.map(|seat| self.shows(seat))
    }

    /// Tables the hand if it is first to show or could win. A beaten hand may be mucked
    /// (TDA 17; GAPS G-47).
    fn shows(&self, seat: SeatNo) -> Event {
        let hand = self.hand;
        let first = !hand.players.live().iter().any(|seat| hand.players[seat].tabled);
        if first || !showdown::is_beaten(hand, self.game, seat) {
            return self.tables(seat);
        }
        let auto_muck = self.seats.get(seat).is_none_or(|seat| seat.auto_muck || seat.leaving);
        if auto_muck {
            Event::Mucked { seat }
        } else {
            Event::ShowOffered { seat, until: self.now + self.rule.times.show_ms }
        }
    }
}

impl Step<'_> {
    /// Returns the showdown of the hand in progress.
    pub(super) fn showing(&self) -> Showing<'_> {
        Showing::of(self.table, self.now).expect("only asked for in a hand")
    }
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
}
