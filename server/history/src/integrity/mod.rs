//! Integrity measures. They compare each pair of players in stored hands with everyone else, and
//! name hands to look at. They never judge.
//!
//! A [`Tally`] reads records as one viewer may see them. A measure that needs a hidden card has no
//! observations unless the record contains the card.

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
    /// Hands together, as a share of the hands of the player who played fewer. The base is the same
    /// share over all other pairs.
    CoSeating,
    /// Big blinds that went from the payer to the receiver in 100 hands together
    /// ([`flows`]). The base adds the payer's losses to others and the receiver's wins from
    /// others in a hand together.
    NetFlow,
    /// The share of large pots that this player lost to the other. In a large pot at least ten big
    /// blinds, and half of the shorter stack, went between the two.
    LargePotsLost,
    /// The share of hands that this player folded after putting in at least ten big blinds and half
    /// of the stack, when only the other player was left.
    LargeFolds,
    /// The share of showdowns in which this player's last chips went in with less than 20%
    /// equity. Counts showdowns between the two in which this player committed that much before
    /// the last card. Hold'em only.
    WeakAllIns,
    /// The share of folds in which the folded hand was the better one. Counts this player's folds
    /// to the other on the last street with both hands known. Hold'em only.
    BetterHandsGivenUp,
    /// The share of hands in which neither player bet, once only these two were left on a street
    /// after the first with chips behind.
    CheckedDown,
    /// The share of the same hands in which this player bet or raised at least once.
    BetsAndRaises,
    /// The interquartile range of this player's action times, divided by their median. The base is
    /// the median of this figure over players with at least 50 timed actions.
    ActionTimes,
    /// The share of days on which both signed in from the same IPv4 address, or the same /64 of
    /// IPv6, among the days on which both signed in.
    SharedAddress,
    /// The same for the same IPv4 address or /48 of IPv6. Left out if it adds nothing.
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

    /// Returns the measure's id in messages and files.
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
