//! How sites move button and blinds into, through and out of heads-up hands, where this server does
//! it differently. Each named rule leads to one place for each position.

use super::super::peculiar::Peculiarity;
use super::{Circle, Positions, Shown};

/// The players around a transition to or from a heads-up hand, and the last positions.
pub(super) struct HeadsUp<'a> {
    pub(super) circle: &'a Circle,
    /// The positions in the hand before.
    pub(super) last: Positions,
    /// The players dealt in, clockwise.
    pub(super) dealt: Vec<u64>,
    /// Those of them who were in the hand before.
    pub(super) established: Vec<u64>,
    /// The site has a dead button, rather than a moving one.
    pub(super) dead: bool,
}

impl HeadsUp<'_> {
    /// Returns the next hand's positions by each rule that the site may have.
    pub(super) fn rules(&self) -> Vec<(Peculiarity, Positions, Shown)> {
        let buttons =
            [self.next(self.last.button), self.next_of(&self.established, self.last.button)];
        let moves = buttons.into_iter().flatten().filter_map(|button| self.button_on(button));
        let moves = moves.map(|places| (Peculiarity::ButtonMovesOn, places));
        let other = if self.dead {
            self.button_stays_dead().map(|places| (Peculiarity::ButtonStaysDead, places))
        } else {
            self.button_has_big_blind().map(|places| (Peculiarity::ButtonHasBigBlind, places))
        };
        let all = moves.chain(other);
        all.map(|(rule, places)| (rule, places, self.shown(places))).collect()
    }

    /// Moves the button to the next player, or to the next one who is not a newcomer. Heads-up, the
    /// button has the small blind. Otherwise the two players after it have the blinds.
    fn button_on(&self, button: u64) -> Option<Positions> {
        let small = if self.dealt.len() == 2 { button } else { self.next(button)? };
        Some(Positions { button, small, big: self.next(small)? })
    }

    /// Moves the button to the next player. Heads-up too, the two players after it have the blinds,
    /// so the second of them has the button.
    fn button_has_big_blind(&self) -> Option<Positions> {
        let button = self.next(self.last.button).filter(|_| self.dealt.len() == 2)?;
        let small = self.next(button)?;
        Some(Positions { button, small, big: self.next(small)? })
    }

    /// Moves the big blind to the next player, the small blind to the last big blind, and the
    /// button to the last small blind, occupied or not.
    fn button_stays_dead(&self) -> Option<Positions> {
        let Positions { small: button, big: small, .. } = self.last;
        let big = self.next(small).filter(|big| self.dealt.len() == 2 || *big != button)?;
        Some(Positions { button, small, big })
    }

    /// Returns the next player in the hand after a place.
    fn next(&self, place: u64) -> Option<u64> {
        self.next_of(&self.dealt, place)
    }

    fn next_of(&self, players: &[u64], place: u64) -> Option<u64> {
        let Circle(places) = self.circle;
        let from = places.iter().position(|other| *other == place)?;
        let after = places.iter().cycle().skip(from + 1).take(places.len());
        after.copied().find(|place| players.contains(place))
    }

    /// Returns these positions as a record shows them.
    fn shown(&self, places: Positions) -> Shown {
        let sits = |place: u64| Some(place).filter(|place| self.dealt.contains(place));
        Shown { button: sits(places.button), small: sits(places.small), big: Some(places.big) }
    }
}
