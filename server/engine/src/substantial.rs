//! Substantial action: the point after which an error in the deal or the positions stands.

use cardroom_rules::{SeatNo, SeatSet};

/// The actions in turn since some moment of a hand. Posted blinds and antes do not count.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Tally {
    actions: u16,
    with_chips: u16,
    players: SeatSet,
}

impl Tally {
    pub(crate) fn note(&mut self, seat: SeatNo, puts_in_chips: bool) {
        self.actions = self.actions.saturating_add(1);
        self.with_chips = self.with_chips.saturating_add(u16::from(puts_in_chips));
        self.players.insert(seat);
    }

    /// Returns `true` for two actions of which at least one puts in chips, or any three (TDA 36).
    pub(crate) fn is_substantial(self) -> bool {
        self.actions >= 3 || self.actions == 2 && self.with_chips > 0
    }

    pub(crate) fn has_acted(self, seat: SeatNo) -> bool {
        self.players.contains(seat)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.actions == 0
    }

    /// Returns `true` if two players after the blinds have acted (TFPL and Spotlight 3a-0).
    pub(crate) fn two_players_acted(self) -> bool {
        self.players.len() >= 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(actions: &[bool]) -> Tally {
        let mut tally = Tally::default();
        for (seat, chips) in (0..).zip(actions) {
            tally.note(SeatNo(seat), *chips);
        }
        tally
    }

    #[test]
    fn two_folds_or_checks_are_not_substantial_and_three_are() {
        assert!(!tally(&[false, false]).is_substantial());
        assert!(tally(&[false, false, false]).is_substantial());
        assert!(tally(&[false, true]).is_substantial());
        assert!(!tally(&[true]).is_substantial());
    }

    #[test]
    fn the_same_player_twice_is_one_player() {
        let mut tally = tally(&[true]);
        tally.note(SeatNo(0), true);
        assert!(tally.is_substantial() && !tally.two_players_acted());
    }
}
