//! What a program can do wrong.

use std::fmt;

/// What a program did wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LineFault {
    /// No answer came within the time of the decision.
    Late,
    /// The action is not legal, or the cards to discard are not the bot's or not as many as
    /// allowed.
    Illegal,
    /// The line is no JSON object of this protocol: no JSON, an unknown field, or more than 64 KiB.
    Malformed,
    /// The answer has the id of another question.
    WrongId,
    /// An answer came while no question was open.
    Unasked,
    /// No time is left for the decisions of the session.
    Bank,
    /// The program ended, by itself or by a signal.
    Exited,
    /// The program closed its standard input or output, or its connection.
    Closed,
    /// More than 1 MiB waited unread, in either direction.
    Flood,
    /// The program was not ready in time.
    NotReady,
}

impl LineFault {
    /// Every fault, in the order of the page.
    pub const ALL: [Self; 10] = [
        Self::Late,
        Self::Illegal,
        Self::Malformed,
        Self::WrongId,
        Self::Unasked,
        Self::Bank,
        Self::Exited,
        Self::Closed,
        Self::Flood,
        Self::NotReady,
    ];

    /// Returns the word for the fault, as pages and reports write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Late => "late",
            Self::Illegal => "illegal",
            Self::Malformed => "malformed",
            Self::WrongId => "wrong_id",
            Self::Unasked => "unasked",
            Self::Bank => "bank",
            Self::Exited => "exited",
            Self::Closed => "closed",
            Self::Flood => "flood",
            Self::NotReady => "not_ready",
        }
    }

    /// Returns `true` if the seat is out for the rest of the session. After any other fault it
    /// checks, or folds where it cannot, and plays on.
    #[must_use]
    pub fn ends_session(self) -> bool {
        match self {
            Self::Late | Self::Illegal | Self::Malformed | Self::WrongId | Self::Unasked => false,
            Self::Bank | Self::Exited | Self::Closed | Self::Flood | Self::NotReady => true,
        }
    }
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
