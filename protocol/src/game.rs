//! What is played at a table: games with their stakes, rotations, and the options of a ring game.

use crate::ids::Chips;
use serde::{Deserialize, Serialize};

/// How bets are bounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Betting {
    /// Any amount from the minimum up to the whole stack.
    NoLimit,
    /// Any amount from the minimum up to the pot.
    PotLimit,
    /// One size per street.
    FixedLimit,
}

/// The payer of an ante.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AnteKind {
    /// Nobody.
    None,
    /// Everybody dealt in.
    Each,
    /// The big blind, for the table.
    BigBlind,
    /// The button, for the table.
    Button,
}

/// The cards a game is played with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Deck {
    /// All 52 cards.
    Standard52,
    /// Sixes to aces: 36 cards.
    Short36,
}

/// How hands compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ranking {
    /// Royal flush down to seven high.
    High,
    /// Sixes to aces: a flush beats a full house, and 9-8-7-6-A is a straight.
    ShortDeckHigh,
    /// As `ShortDeckHigh`, and three of a kind beats a straight.
    ShortDeckTripsHigh,
    /// The lowest five cards, aces low; straights and flushes do not count.
    AceFiveLow,
    /// As `AceFiveLow`, for five different ranks of eight or lower; others have no hand.
    EightOrBetter,
    /// The lowest five cards, aces high; straights and flushes count against.
    DeuceSevenLow,
    /// Up to four cards of different ranks and suits: more are better, then the lowest, aces low.
    Badugi,
    /// As `Badugi`, aces high.
    AceHighBadugi,
}

/// How a hand is made of hole cards and board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum HoleUse {
    /// The best of all, with any number of hole cards.
    Any,
    /// Exactly two hole cards and three of the board.
    ExactlyTwo,
}

/// How one part of every pot is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Half {
    /// How hands compare.
    pub ranking: Ranking,
    /// How a hand is made.
    pub hole: HoleUse,
}

/// A game and what it is played for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Game {
    /// Its id, such as `holdem`.
    pub id: String,
    /// Its name, such as "Texas hold'em".
    pub name: String,
    /// The betting structure.
    pub betting: Betting,
    /// The small blind; 0 in a game with a bring-in.
    pub small_blind: Chips,
    /// The big blind. In fixed limit and in a game with a bring-in it is the small bet, and the big
    /// bet is twice as much.
    pub big_blind: Chips,
    /// The bring-in; 0 in a game with blinds.
    pub bring_in: Chips,
    /// The ante; 0 where there is none.
    pub ante: Chips,
    /// Who pays it.
    pub ante_kind: AnteKind,
    /// The cards it is played with.
    pub deck: Deck,
    /// How many cards a player holds at the showdown.
    pub hole_cards: u8,
    /// How many cards the board has at the end; 0 where there is none.
    pub board_cards: u8,
    /// How often players may draw new cards for old ones.
    pub draws: u8,
    /// How the pot is won: one entry, or two halves.
    pub showdown: Vec<Half>,
}

/// When the next game of a rotation comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Switch {
    /// There is one game only.
    Never,
    /// After so many hands.
    Hands(u32),
    /// After as many hands as players were dealt in.
    Orbit,
    /// With the next level.
    Level,
    /// The player on the button chooses before each hand.
    DealersChoice,
}

/// The players who may post twice the big blind before the cards, for the last word before the
/// flop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Straddle {
    /// The player left of the big blind.
    Utg,
    /// The player on the button.
    Button,
    /// Anybody but the blinds, the button before the player on its right and so on.
    Mississippi,
}

/// Hands that begin with an ante of each player and the board, without blinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BombPot {
    /// Every so many hands.
    #[serde(with = "crate::ids::safe_u64")]
    pub every_hands: u64,
    /// What everybody posts.
    pub ante: Chips,
}

impl From<Ranking> for cardroom_cards::Ranking {
    fn from(ranking: Ranking) -> Self {
        match ranking {
            Ranking::High => Self::High,
            Ranking::ShortDeckHigh => Self::ShortDeckHigh,
            Ranking::ShortDeckTripsHigh => Self::ShortDeckTripsHigh,
            Ranking::AceFiveLow => Self::AceFiveLow,
            Ranking::EightOrBetter => Self::EightOrBetter,
            Ranking::DeuceSevenLow => Self::DeuceSevenLow,
            Ranking::Badugi => Self::Badugi,
            Ranking::AceHighBadugi => Self::AceHighBadugi,
        }
    }
}

impl From<cardroom_cards::Ranking> for Ranking {
    fn from(ranking: cardroom_cards::Ranking) -> Self {
        use cardroom_cards::Ranking as Cards;
        match ranking {
            Cards::High => Self::High,
            Cards::ShortDeckHigh => Self::ShortDeckHigh,
            Cards::ShortDeckTripsHigh => Self::ShortDeckTripsHigh,
            Cards::AceFiveLow => Self::AceFiveLow,
            Cards::EightOrBetter => Self::EightOrBetter,
            Cards::DeuceSevenLow => Self::DeuceSevenLow,
            Cards::Badugi => Self::Badugi,
            Cards::AceHighBadugi => Self::AceHighBadugi,
        }
    }
}

impl From<HoleUse> for cardroom_cards::HoleUse {
    fn from(hole: HoleUse) -> Self {
        match hole {
            HoleUse::Any => Self::Any,
            HoleUse::ExactlyTwo => Self::ExactlyTwo,
        }
    }
}

impl From<cardroom_cards::HoleUse> for HoleUse {
    fn from(hole: cardroom_cards::HoleUse) -> Self {
        match hole {
            cardroom_cards::HoleUse::Any => Self::Any,
            cardroom_cards::HoleUse::ExactlyTwo => Self::ExactlyTwo,
        }
    }
}
