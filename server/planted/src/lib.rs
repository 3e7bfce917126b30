//! Faults that a simulation plants into the server, to check that it finds them. A program built
//! without the feature has none of them: [`is_planted`] is then a constant `false`, and the
//! compiler removes the code behind it.
#![forbid(unsafe_code)]

macro_rules! faults {
    ($($(#[$doc:meta])* $name:ident => $text:literal,)*) => {
        /// A fault that a developer could plausibly introduce.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Fault {
            $($(#[$doc])* $name,)*
        }

        impl Fault {
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Returns a description of the fault.
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
    /// Steps are sent before they are stored.
    ToldBeforeStored => "a step is told before it is stored",
    /// The writer answers before it has written.
    AnsweredBeforeStored => "the journal answers before the store has",
    /// A failed unit of a group is reported as stored.
    FailedUnitPasses => "a unit of a failed group is said to be stored",
    /// A table keeps a step that could not be stored.
    MemoryKept => "a table goes on with a step that could not be stored",
    /// A repeated action is judged anew.
    AnswerForgotten => "a repeated action does not get the same answer again",
    /// A click for the last decision acts on the next one.
    OldTurnTaken => "an answer to an earlier turn counts for this one",
    /// Chips on a table also stay in the wallet.
    HoldNotSettled => "a buy-in stays in the wallet as well",
    /// Returned chips are credited twice.
    CreditedTwice => "chips that come back are credited twice",
    /// A lost connection does not release its held chips.
    HoldKept => "chips of a refused request are held for ever",
    /// The full view contains the cards of a folded or hidden hand.
    ViewLeaks => "a full view shows cards that were not turned over",
    /// The next seat gets a player's cards.
    CardsToNeighbour => "own cards go to another player",
    /// The older connection of an account still gets frames.
    NotFenced => "the connection that an account had before is not closed",
    /// A connection gets the last step again right after the full view.
    StepTwice => "a step is sent again to who was shown it",
    /// An interrupted hand continues with another hand's deck.
    OtherDeck => "an interrupted hand goes on with another deck",
    /// The odd chip vanishes.
    OddChipLost => "the odd chip of a divided pot is lost",
    /// The odd chip goes to the last seat.
    OddChipToLast => "the odd chip goes to the last seat from the button",
    /// The button passes the dead seat.
    ButtonOffByOne => "a dead button is one seat too far",
    /// A short all-in reopens the betting.
    Reopened => "a short all-in opens the betting again",
    /// A short all-in makes the next raise smaller.
    SmallerRaise => "a short all-in makes the least raise smaller",
    /// The big blind has no option.
    NoOption => "the big blind has no option when everybody calls",
    /// The turn skips a player.
    SeatPassed => "the turn passes a player over",
    /// All side pots are merged into one.
    OnePot => "an all-in player plays for the whole pot",
    /// The uncalled bet stays in the pot.
    UncalledKept => "an uncalled bet stays in the pot",
    /// The worst hand wins.
    WorstWins => "the worst hand wins the pot",
    /// A table forgets its instructions when a step cannot be stored.
    OrderLost => "orders that wait at a table are lost with a step that could not be stored",
    /// A tournament forgets a report when a step cannot be stored.
    ReportLost => "a report to a tournament is lost with a step that could not be stored",
    /// A commit whose answer was lost counts as failed.
    AnswerBelieved => "a commit whose answer was lost counts as failed, and is stored",
    /// Time passes for the server while its process is stopped.
    StopCounted => "a stopped process lets deadlines pass",
    /// The snapshot claims a later step than it contains.
    SnapshotAhead => "a snapshot stands for a step that it does not contain",
    /// A projection that reported a failure had stored rows, which are projected again.
    ProjectedTwice => "a frame of the redo log is projected twice",
    /// The projection stores its position first, and its data in another transaction.
    PositionBeforeData => "the position of the projection is stored before its data",
    /// A segment is written over although the projection has not reached its end.
    SegmentReusedTooEarly => "a segment of the redo log is reused before it is projected",
    /// Frames behind a damaged one are replayed.
    TailBehindHole => "frames of the redo log behind a damaged one are replayed",
    /// A room that opens again forgets an interrupted round, and signs another opening for it.
    OpenedAgain => "a round that was interrupted has a second opening",
    /// The opening of a round is sent before it is stored.
    OpeningToldEarly => "the opening of a deal is told before it is stored",
    /// The joint seed is made without the last link.
    LinkIgnored => "a link is left out of the joint seed of a deal",
    /// The pack after the picked one is dealt.
    PackExchanged => "another pack is dealt than the one that the joint seed picks",
    /// Requests that change the lineup do not wait for the hand of an opening.
    SeatMoved => "who is dealt in changes after the opening of the deal",
    /// The seeds of spare packs stay secret.
    SpareNotOpened => "the seeds of the packs that are not dealt are not published",
    /// The places of a deck come from another permutation.
    OtherLabel => "the places of a deal are those of another deck",
    /// The first burn is not made.
    BurnSkipped => "the first burn of a deal is left out",
    /// All rounds have packs from the same seeds.
    SeedTwice => "the packs of a deal are laid for the second time",
}

#[cfg(feature = "on")]
mod planted {
    use super::Fault;
    use std::cell::Cell;

    thread_local! {
        static PLANTED: Cell<Option<Fault>> = const { Cell::new(None) };
    }

    /// Returns `true` if this fault is planted on this thread.
    #[must_use]
    pub fn is_planted(fault: Fault) -> bool {
        PLANTED.get() == Some(fault)
    }

    /// Plants a fault on this thread, replacing the last one.
    pub fn plant(fault: Option<Fault>) {
        PLANTED.set(fault);
    }
}

#[cfg(feature = "on")]
pub use planted::{is_planted, plant};

/// Returns `false`: without the feature no fault is ever planted.
#[cfg(not(feature = "on"))]
#[inline(always)]
#[must_use]
pub const fn is_planted(_: Fault) -> bool {
    false
}
