//! The seats of a table.

use super::Seat;
use cardroom_rules::{Chips, MAX_SEATS, SeatNo};
use serde::{Deserialize, Serialize};

/// The seats of a table, free or occupied.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Seats([Option<Seat>; MAX_SEATS]);

impl Seats {
    #[inline(always)]
    pub(crate) fn get(&self, seat: SeatNo) -> Option<&Seat> {
        self.0.get(seat.index())?.as_ref()
    }

    pub(crate) fn get_mut(&mut self, seat: SeatNo) -> Option<&mut Seat> {
        self.0.get_mut(seat.index())?.as_mut()
    }

    /// Returns the seat that an event concerns. A dealt-in player keeps the seat during the hand.
    #[inline(always)]
    pub(crate) fn taken(&mut self, seat: SeatNo) -> &mut Seat {
        self.0[seat.index()].as_mut().expect("the event is of a taken seat")
    }

    pub(crate) fn occupied(&self) -> impl Iterator<Item = (SeatNo, &Seat)> {
        let seats = self.0.iter().enumerate();
        seats.filter_map(|(index, seat)| Some((SeatNo::from_index(index), seat.as_ref()?)))
    }

    /// Returns every occupied seat.
    pub(crate) fn all_taken(&mut self) -> impl Iterator<Item = &mut Seat> {
        self.0.iter_mut().flatten()
    }

    /// Seats a player on a free seat.
    pub(crate) fn take(&mut self, seat: SeatNo, player: Seat) {
        let place = &mut self.0[seat.index()];
        assert!(place.is_none(), "a taken seat is not taken again");
        *place = Some(player);
    }

    /// Moves the player of each first seat to the second. The moves name every occupied seat, and
    /// name no new seat twice.
    pub(crate) fn rearrange(&mut self, moves: &[(SeatNo, SeatNo)]) {
        let mut before = std::mem::take(self);
        for (from, to) in moves {
            self.0[to.index()] = before.0[from.index()].take();
        }
    }

    pub(crate) fn free(&mut self, seat: SeatNo) {
        self.0[seat.index()] = None;
    }

    /// Returns the chips behind at a seat; none at a free seat.
    #[inline(always)]
    pub(crate) fn stack(&self, seat: SeatNo) -> Chips {
        self.get(seat).map_or(Chips::ZERO, |seat| seat.stack)
    }

    /// Returns all chips of the first seats, of which there are `seats`.
    pub(crate) fn chips(&self, seats: u8) -> Chips {
        // Plain sums cannot overflow, because no place holds more than the whole table may.
        let of = |seat: &Seat| seat.stack.0.wrapping_add(seat.pending.0);
        let seats = self.0.iter().take(usize::from(seats));
        Chips(seats.map(|seat| seat.as_ref().map_or(0, of)).sum())
    }
}
