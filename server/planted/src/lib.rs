//! Faults that a simulation plants into the room, to see whether it would find them. A program that
//! is not built for that has none of them: [`is_planted`] is `false` when it is compiled, and what
//! stands behind it is gone.
#![forbid(unsafe_code)]

macro_rules! faults {
    ($($(#[$doc:meta])* $name:ident => $text:literal,)*) => {
        /// A fault, as somebody might make it.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Fault {
            $($(#[$doc])* $name,)*
        }

        impl Fault {
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// What is wrong with it, in words.
            #[must_use]
            pub fn text(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}

faults! {
    /// Steps are told before they are stored.
    ToldBeforeStored => "a step is told before it is stored",
    /// The writer answers before it has written.
    AnsweredBeforeStored => "the journal answers before the store has",
    /// A failed unit of a group is reported as stored.
    FailedUnitPasses => "a unit of a failed group is said to be stored",
    /// A table keeps what could not be stored.
    MemoryKept => "a table goes on with a step that could not be stored",
    /// A repeated action is judged anew.
    AnswerForgotten => "a repeated action does not get the same answer again",
    /// A click for the last decision acts on the next one.
    OldTurnTaken => "an answer to an earlier turn counts for this one",
    /// Chips on a table stay in the wallet too.
    HoldNotSettled => "a buy-in stays in the wallet as well",
    /// Chips that come back are credited twice.
    CreditedTwice => "chips that come back are credited twice",
    /// A lost connection does not return what it held.
    HoldKept => "chips of a refused request are held for ever",
    /// The cards of a folded or hidden hand are in the full view.
    ViewLeaks => "a full view shows cards that were not turned over",
    /// The next seat gets a player's cards.
    CardsToNeighbour => "own cards go to another player",
    /// The older connection of an account goes on hearing.
    NotFenced => "the connection that an account had before is not closed",
    /// Whoever has just been shown the table hears the last step again.
    StepTwice => "a step is sent again to who was shown it",
    /// An interrupted hand goes on with the deck of another one.
    OtherDeck => "an interrupted hand goes on with another deck",
    /// The odd chip vanishes.
    OddChipLost => "the odd chip of a divided pot is lost",
    /// The odd chip goes to the last seat.
    OddChipToLast => "the odd chip goes to the last seat from the button",
    /// The button passes the dead seat.
    ButtonOffByOne => "a dead button is one seat too far",
    /// A short all-in opens the betting again.
    Reopened => "a short all-in opens the betting again",
    /// A short all-in makes the next raise smaller.
    SmallerRaise => "a short all-in makes the least raise smaller",
    /// The big blind has no option.
    NoOption => "the big blind has no option when everybody calls",
    /// The one after the next acts.
    SeatPassed => "the turn passes a player over",
    /// The side pots are one.
    OnePot => "an all-in player plays for the whole pot",
    /// The uncalled bet stays in the pot.
    UncalledKept => "an uncalled bet stays in the pot",
    /// The worst hand wins.
    WorstWins => "the worst hand wins the pot",
    /// A table forgets what it was ordered when a step cannot be stored.
    OrderLost => "orders that wait at a table are lost with a step that could not be stored",
    /// A tournament forgets what it was told when a step cannot be stored.
    ReportLost => "a report to a tournament is lost with a step that could not be stored",
    /// A commit whose answer was lost counts as failed.
    AnswerBelieved => "a commit whose answer was lost counts as failed, and is stored",
    /// Time passes for the room while its process is stopped.
    StopCounted => "a stopped process lets deadlines pass",
    /// The snapshot says it has more than it has.
    SnapshotAhead => "a snapshot stands for a step that it does not contain",
}

#[cfg(feature = "on")]
mod planted {
    use super::Fault;
    use std::cell::Cell;

    thread_local! {
        static PLANTED: Cell<Option<Fault>> = const { Cell::new(None) };
    }

    /// Whether this fault is there, on this thread.
    #[must_use]
    pub fn is_planted(fault: Fault) -> bool {
        PLANTED.get() == Some(fault)
    }

    /// Plants a fault on this thread in place of the one before.
    pub fn plant(fault: Option<Fault>) {
        PLANTED.set(fault);
    }
}

#[cfg(feature = "on")]
pub use planted::{is_planted, plant};

/// Whether this fault is there: never.
#[cfg(not(feature = "on"))]
#[inline(always)]
#[must_use]
pub const fn is_planted(_: Fault) -> bool {
    false
}
