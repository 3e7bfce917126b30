//! The button between two hands: where the last one had it, and where the next one gets it.

use crate::button::Positions;
use crate::event::HandStart;
use crate::hand::Before;
use cardroom_rules::SeatNo;

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Button {
    /// The positions of the last hand.
    pub(super) positions: Option<Positions>,
    /// The button's seat while games without blinds are played.
    pub(super) frozen: Option<SeatNo>,
    /// The seat that gets the button in the next hand, set by the floor.
    pub(super) next: Option<SeatNo>,
}

impl Button {
    /// Returns the positions of the last hand with blinds, if the next one follows from them.
    pub(crate) fn positions(&self) -> Option<Positions> {
        self.positions
    }

    /// Returns the button's seat while games without blinds are played.
    pub(crate) fn frozen(&self) -> Option<SeatNo> {
        self.frozen
    }

    /// Returns the seat in which the floor has set the next hand's button.
    pub(crate) fn set_by_floor(&self) -> Option<SeatNo> {
        self.next
    }

    /// Returns `true` if a hand has had a button.
    pub(crate) fn has_begun(&self) -> bool {
        self.positions.is_some() || self.frozen.is_some()
    }

    /// Returns the seat that gets the button wherever the blinds were. The floor set it there, or
    /// it was frozen there before the first hand with blinds (TDA 11-B).
    pub(crate) fn placed(&self) -> Option<SeatNo> {
        let had_blinds = self.positions.is_some();
        self.next.or(self.frozen.filter(|_| !had_blinds))
    }

    /// Returns the button of a hand without blinds: where the floor set it, or where it was frozen
    /// and `moves` from there. Returns `None` if the last hand had blinds.
    pub(crate) fn without_blinds(&self, moves: impl FnOnce(SeatNo) -> SeatNo) -> Option<SeatNo> {
        self.next.or(self.frozen.map(moves))
    }

    /// Sets the next hand's button.
    pub(crate) fn place(&mut self, seat: SeatNo) {
        self.next = Some(seat);
    }

    pub(crate) fn begin_hand(&mut self, start: &HandStart) {
        match start.big_blind {
            Some(big) => {
                let (button, small) = (start.button, start.small_position);
                self.positions = Some(Positions { button, small, big });
                self.frozen = None;
            }
            // Without blinds the button does not move (TDA 11-B), nor in a bomb pot.
            None => {
                self.frozen = Some(start.button);
                // The next blinds begin from a button that the floor has set.
                if self.next.is_some() {
                    self.positions = None;
                }
            }
        }
        self.next = None;
    }

    /// Restores the positions before a hand, so that the next one has the same (TDA 35-C). A
    /// table's first button is not drawn again. Where the floor has set the button since, it stays.
    /// `used_up` is where it had set the button of that hand.
    pub(crate) fn restore(&mut self, before: Before, button: SeatNo, used_up: Option<SeatNo>) {
        self.positions = before.positions;
        self.frozen = before.frozen_button;
        let is_first = !self.has_begun();
        let before = used_up.or(is_first.then_some(button));
        self.next = self.next.or(before);
    }

    /// Forgets the positions. The next hand draws its button as in a new game.
    pub(crate) fn draw_anew(&mut self) {
        *self = Self::default();
    }
}
