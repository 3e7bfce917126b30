//! Faults that are planted into the process and the database of this simulation, to check that it
//! finds them.

use super::{Script, run};

/// A fault that a developer could plausibly introduce.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    LeaseNotWaitedFor,
    FirstAfterLoss,
    SleeperAccepted,
    ToldAfterTakeOver,
    LostAnswerBelieved,
    MarkNotWaitedFor,
    EpochNotCompared,
    OtherLifesKey,
    BeatBehindWriter,
}

/// All faults that can be planted.
pub const FLAWS: [Flaw; 9] = [
    Flaw::LeaseNotWaitedFor,
    Flaw::FirstAfterLoss,
    Flaw::SleeperAccepted,
    Flaw::ToldAfterTakeOver,
    Flaw::LostAnswerBelieved,
    Flaw::MarkNotWaitedFor,
    Flaw::EpochNotCompared,
    Flaw::OtherLifesKey,
    Flaw::BeatBehindWriter,
];

impl Flaw {
    /// Returns a description of the fault.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::LeaseNotWaitedFor => {
                "a process takes the lease without having watched for the limit"
            }
            Self::FirstAfterLoss => {
                "a process that waits takes a free lock as soon as the database is back"
            }
            Self::SleeperAccepted => {
                "a silent room loses the lock, and its session may go on committing"
            }
            Self::ToldAfterTakeOver => "a room sends steps that it could not store any more",
            Self::LostAnswerBelieved => "a commit whose answer was lost counts as stored",
            Self::MarkNotWaitedFor => "a new connection believes what it reads without a mark",
            Self::EpochNotCompared => {
                "a room that connects again does not ask whether another one was open"
            }
            Self::OtherLifesKey => "a deck is opened with the key of another life",
            Self::BeatBehindWriter => "the beat goes over the connection of the writer",
        }
    }
}

/// How a fault was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hit {
    /// The number of seeds played until the fault was found.
    pub seeds: u64,
    /// The check that failed.
    pub why: String,
}

/// Plays seeds with a fault until one fails. Returns `None` if none fails.
#[must_use]
pub fn hunt(flaw: Flaw, first: u64, seeds: u64) -> Option<Hit> {
    (0..seeds).find_map(|number| {
        let seed = first.wrapping_add(number);
        let outcome = run(&Script { flaw: Some(flaw), ..Script::of(seed) });
        outcome.failure.map(|why| Hit { seeds: number + 1, why })
    })
}
