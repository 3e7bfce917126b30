//! The places that an event opens, and the viewers who may see them.

use crate::Hash;
use crate::deck::Place;
use crate::proof::{Skip, Toss};

/// The cards that a player gave away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Picks {
    pub seat: u8,
    /// Number of the toss in the hand, from 0.
    pub toss: u8,
    /// A bit for each place of the holding.
    pub picks: u8,
    pub salt: Hash,
}

/// The places that an event opens.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Opens {
    /// Places whose cards all viewers may see.
    pub public: Vec<Place>,
    /// Places whose cards only the owner of a seat may see.
    pub own: Vec<(u8, Place)>,
    pub skips: Vec<Skip>,
    pub tosses: Vec<Toss>,
    /// The cards given away by players who have shown their hands.
    pub picks: Vec<Picks>,
    /// The cards that a player gave away, for that player alone.
    pub own_picks: Vec<Picks>,
}

impl Opens {
    /// Adds what a later event opens.
    pub fn add(&mut self, later: Self) {
        let Self { public, own, skips, tosses, picks, own_picks } = later;
        self.public.extend(public);
        self.own.extend(own);
        self.skips.extend(skips);
        self.tosses.extend(tosses);
        self.picks.extend(picks);
        self.own_picks.extend(own_picks);
    }

    /// Returns `true` if all viewers learn something.
    #[must_use]
    pub fn is_public(&self) -> bool {
        let Self { public, skips, tosses, picks, .. } = self;
        !public.is_empty() || !skips.is_empty() || !tosses.is_empty() || !picks.is_empty()
    }
}
