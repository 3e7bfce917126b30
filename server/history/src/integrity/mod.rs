//! Integrity measures: what stored hands say about each pair of players, beside what they say about
//! everyone else. This module compares and names hands to look at. It never judges.
//!
//! A [`Tally`] reads records as one viewer may see them. Measures that need a hidden card stay
//! without observations unless the record has it.

mod chance;
mod facts;
mod flow;
mod report;
mod showdown;
mod tally;
mod written;

pub use flow::{Flow, flows};
pub use report::{Report, ReportedPair};
pub use tally::{Addresses, SignIns, Tally};
pub use written::{csv, text};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Measure {
    /// Hands together, as a share of the hands of whichever player played fewer. The base is the
    /// same share over all other pairs.
    CoSeating,
    /// Big blinds that went from the payer to the receiver in 100 hands together ([`flows`]). The
    /// base adds what the payer loses to others and what the receiver wins from others in a hand
    /// together.
    NetFlow,
    /// Of the hands in which at least ten big blinds, and half of the shorter stack, went between
    /// the two: the share in which this player paid.
    LargePotsLost,
    /// Of the hands in which this player put in at least ten big blinds and half of the stack and
    /// only the other player was left: the share that this player folded.
    LargeFolds,
    /// Of the showdowns between the two in which this player put in as much before the last card:
    /// the share in which the last chips went in with less than 20% equity. Hold'em only.
    WeakAllIns,
    /// Of the hands that this player gave up to the other on the last street, with the cards of
    /// both known: the share in which the hand given up was the better one. Hold'em only.
    BetterHandsGivenUp,
    /// Of the hands in which only these two were left on a street after the first, with chips
    /// behind: the share in which neither bet from there on.
    CheckedDown,
    /// Of the same hands: the share in which this player bet or raised at least once.
    BetsAndRaises,
    /// The interquartile range of this player's action times, divided by their median. The base is
    /// the median of this figure over players with at least 50 timed actions.
    ActionTimes,
    /// Of the days on which both signed in: the share on which both did so from the same IPv4
    /// address, or the same /64 of IPv6.
    SharedAddress,
    /// The same for the same IPv4 address or /48 of IPv6; left out if it says nothing more.
    SharedNetwork,
}

impl Measure {
    /// Every measure, in the order of a report.
    pub const ALL: [Self; 11] = [
        Self::CoSeating,
        Self::NetFlow,
        Self::LargePotsLost,
        Self::LargeFolds,
        Self::WeakAllIns,
        Self::BetterHandsGivenUp,
        Self::CheckedDown,
        Self::BetsAndRaises,
        Self::ActionTimes,
        Self::SharedAddress,
        Self::SharedNetwork,
    ];

    /// The measure's id in messages and files.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::CoSeating => "co_seating",
            Self::NetFlow => "net_flow",
            Self::LargePotsLost => "large_pots_lost",
            Self::LargeFolds => "large_folds",
            Self::WeakAllIns => "weak_all_ins",
            Self::BetterHandsGivenUp => "better_hands_given_up",
            Self::CheckedDown => "checked_down",
            Self::BetsAndRaises => "bets_and_raises",
            Self::ActionTimes => "action_times",
            Self::SharedAddress => "shared_address",
            Self::SharedNetwork => "shared_network",
        }
    }
}
