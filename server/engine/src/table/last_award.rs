//! The record of the last hand: what each player won, for disputes, and what a void returns.

use crate::hand::{Before, Hand};
use crate::seat::{Owes, Seat, Seats};
use arrayvec::ArrayVec;
use cardroom_rules::{Chips, HandNo, MAX_SEATS, Millis, PlayerId, Rulebook, SeatNo};
use serde::{Deserialize, Serialize};

/// The result of the last hand, for disputes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct LastAward {
    pub(super) hand: HandNo,
    /// When the hand was over.
    at: Millis,
    /// Whether hands were read: at least one was tabled against a live opponent.
    pub(super) read: bool,
    /// The dealt-in players and their winnings.
    pub(super) won: ArrayVec<(SeatNo, PlayerId, Chips), MAX_SEATS>,
    /// The chips put in and the table before the hand; `None` once stacks were set since.
    pub(super) played: Option<Played>,
}

impl LastAward {
    /// Returns the record of a finished hand.
    pub(super) fn of(hand: &Hand, seats: &Seats, at: Millis) -> Self {
        let won = hand
            .players
            .dealt()
            .iter()
            .filter_map(|seat| Some((seat, seats.get(seat)?.player, hand.players[seat].won)));
        let live = hand.players.live();
        let read = live.len() > 1 && live.iter().any(|seat| hand.players[seat].tabled);
        let (hand, played) = (hand.number, Some(Played::in_hand(hand, seats)));
        Self { hand, at, read, won: won.collect(), played }
    }

    /// Returns `true` if the time since the hand counts as a break. After that the hand cannot be
    /// disputed.
    pub(super) fn is_break_over(&self, book: &Rulebook, now: Millis) -> bool {
        let seconds = book.showdown.dispute_break_seconds;
        seconds > 0 && now >= self.at + Millis::seconds(seconds)
    }

    /// Returns `true` if a player sits out because they lost all chips in the hand.
    pub(super) fn broke(&self, taken: &Seat) -> bool {
        taken.stack.is_zero() && taken.sat_out_at == Some(self.at)
    }

    /// Notes that chips of the hand went to another player. Both are named with their seats.
    pub(super) fn reaward(
        &mut self,
        from: (SeatNo, PlayerId),
        to: (SeatNo, PlayerId),
        amount: Chips,
    ) {
        for (seat, player, chips) in &mut self.won {
            if (*seat, *player) == from {
                *chips -= amount;
            } else if (*seat, *player) == to {
                *chips += amount;
            }
        }
    }

    /// Leaves out the time for which the table was paused.
    pub(super) fn delay(&mut self, by: Millis) {
        self.at = self.at + by;
    }

    /// Returns the button of the hand, unless stacks were set since.
    pub(crate) fn button(&self) -> Option<SeatNo> {
        self.played.as_ref().map(|played| played.button)
    }

    pub(super) fn won_by(&self, seat: SeatNo, player: PlayerId) -> Option<Chips> {
        let mut won = self.won.iter();
        won.find(|(at, who, _)| (*at, *who) == (seat, player)).map(|(.., chips)| *chips)
    }
}

/// The data to void the last hand: the chips put in, and the table before it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Played {
    pub(super) button: SeatNo,
    /// The chips that each seat put in, and the blinds it owed before.
    pub(super) put_in: ArrayVec<(SeatNo, Chips, Owes), MAX_SEATS>,
    /// The chips that came to the table with an entered hand.
    pub(super) entered: Chips,
    pub(super) rake: Chips,
    pub(super) play: u8,
    pub(super) before: Before,
}

impl Played {
    /// Returns the data to void a hand that has just been awarded.
    pub(super) fn in_hand(hand: &Hand, seats: &Seats) -> Self {
        let put_in = hand.players.dealt().iter().filter_map(|number| {
            let player = &hand.players[number];
            // The chips missing from the stack were put in. The winnings came later.
            let in_all = player.started_with + player.won;
            Some((number, in_all.saturating_sub(seats.get(number)?.stack), player.owed_before))
        });
        Self {
            button: hand.positions.button(),
            put_in: put_in.collect(),
            entered: hand.middle.entered(),
            rake: hand.middle.rake(),
            play: hand.play,
            before: hand.before,
        }
    }
}
