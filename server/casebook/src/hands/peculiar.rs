//! Peculiarities of records and sites. Each is a named rule that makes hands agree that would not
//! agree otherwise. No rule is tied to a single hand.

use std::fmt::{self, Display, Formatter};

/// Something that a record or a site does differently, and how its hands are read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Peculiarity {
    /// A card appears twice.
    CardTwice,
    /// The same blind of the same player is listed more than once.
    BlindTwice,
    /// A final stack ends in half a chip.
    HalfChip,
    /// A missed small blind was posted live.
    LiveSmallBlind,
    /// A raise is recorded as the part that the others can still call.
    EffectiveRaise,
    /// The rake was spread differently over winners or pots.
    RakeByOwnKey,
    /// An open pair on stud's fourth street allows the larger bet.
    OpenPairDoubleBet,
    /// No card is burned.
    NoBurns,
    /// Fixed limit allows more raises than the cap.
    NoRaiseCap,
    /// A no-limit raise over a short all-in completes the bet that it fell short of.
    CompletesShortRaise,
    /// In fixed limit a raise completes a short all-in of half a bet or more.
    CompletesShortAllIn,
    /// In fixed limit a player who has acted may complete a short all-in of any size.
    ReopensShortAllIn,
    /// The site folds a player who is away and all-in on forced bets.
    AwayFolds,
    /// A player raises although every opponent is all-in.
    RaisesAllIns,
    /// Heads-up, the small blind is not on the button.
    SmallBlindOffButton,
    /// Two boards lie side by side, with betting on both.
    BoardsTogether,
    /// The button moves to the next player before or after a heads-up hand, regardless of who
    /// had the big blind.
    ButtonMovesOn,
    /// Heads-up, the button has the big blind: the blinds are the two players after it.
    ButtonHasBigBlind,
    /// Heads-up, the button stays dead: it follows the small blind, which follows the big blind.
    ButtonStaysDead,
}

impl Peculiarity {
    /// Returns a sentence that says what it is, and how such a hand is read.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::CardTwice => "the record names a card twice; a player's is taken as unknown",
            Self::BlindTwice => "the record lists the same blind twice; it is taken as one",
            Self::HalfChip => "the record halves the odd chip; one of the winners has it here",
            Self::LiveSmallBlind => {
                "a missed small blind was posted live; it is dead or a big one here"
            }
            Self::EffectiveRaise => {
                "a fixed-limit raise is written as what the others can still call of it; it is \
                 taken as a whole one"
            }
            Self::RakeByOwnKey => {
                "the site took its rake from the winners by a key of its own; what they won \
                 before the rake is compared"
            }
            Self::OpenPairDoubleBet => {
                "the site lets an open pair on stud's fourth street make the larger bet; the hand \
                 is played by that rule"
            }
            Self::NoBurns => "the site burns no cards; the hand is dealt without",
            Self::NoRaiseCap => {
                "the site caps fixed-limit raises later or not at all; the hand is played without \
                 a cap"
            }
            Self::CompletesShortRaise => {
                "the site lets a raise complete the bet that a short all-in fell short of; the \
                 hand is played by that rule"
            }
            Self::CompletesShortAllIn => {
                "the site lets a fixed-limit raise complete a short all-in of half a bet or more; \
                 the hand is played by that rule"
            }
            Self::ReopensShortAllIn => {
                "the site lets a player who has acted complete a fixed-limit short all-in; the \
                 hand is played by that rule"
            }
            Self::AwayFolds => {
                "the site folds a player who is away and all-in on forced bets; the hand is \
                 played by that rule"
            }
            Self::RaisesAllIns => {
                "the site lets a player raise although no opponent can call more; the raise is \
                 taken as a call"
            }
            Self::SmallBlindOffButton => {
                "the site has the small blind of a heads-up hand off the button; the hand is \
                 played that way"
            }
            Self::BoardsTogether => {
                "the hand was bet on two boards at once; it is played on each of them, and each \
                 wins its part of the pots"
            }
            Self::ButtonMovesOn => {
                "the site moves the button to the next player before or after a heads-up hand, \
                 whoever had the big blind"
            }
            Self::ButtonHasBigBlind => {
                "the site gives both blinds to the players after the button heads-up, so that \
                 the button has the big one"
            }
            Self::ButtonStaysDead => {
                "the site moves a dead button heads-up as at a full table: to the last small \
                 blind, and the small blind to the last big one"
            }
        }
    }
}

impl Display for Peculiarity {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.sentence())
    }
}
