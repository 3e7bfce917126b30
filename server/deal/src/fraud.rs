//! Faults of proofs, with their codes.

use std::fmt;

/// The code of a fraud: the step of the verification that failed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Code {
    Open,
    Key,
    Signature,
    Receipt,
    Chain,
    Link,
    Bind,
    NotMine,
    Spare,
    Opening,
    Double,
    Lineup,
    Script,
    Count,
    Toss,
    Skip,
    Missing,
    Card,
    Seal,
    Course,
    Log,
    /// A later link does not vouch for the opening that its owner answered.
    Ack,
    /// The seed that an auditor got does not explain the hand.
    Audit,
    /// Two tree heads are of two histories.
    Split,
}

impl Code {
    /// Returns the name that all verifiers print.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "OPEN",
            Self::Key => "KEY",
            Self::Signature => "SIGNATURE",
            Self::Receipt => "RECEIPT",
            Self::Chain => "CHAIN",
            Self::Link => "LINK",
            Self::Bind => "BIND",
            Self::NotMine => "NOT_MINE",
            Self::Spare => "SPARE",
            Self::Opening => "OPENING",
            Self::Double => "DOUBLE",
            Self::Lineup => "LINEUP",
            Self::Script => "SCRIPT",
            Self::Count => "COUNT",
            Self::Toss => "TOSS",
            Self::Skip => "SKIP",
            Self::Missing => "MISSING",
            Self::Card => "CARD",
            Self::Seal => "SEAL",
            Self::Course => "COURSE",
            Self::Log => "LOG",
            Self::Ack => "ACK",
            Self::Audit => "AUDIT",
            Self::Split => "SPLIT",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The first thing that is wrong with a proof.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{code}: {sentence}")]
pub struct Fraud {
    pub code: Code,
    /// One sentence for people.
    pub sentence: String,
}

impl Fraud {
    pub(crate) fn new(code: Code, sentence: impl Into<String>) -> Self {
        Self { code, sentence: sentence.into() }
    }
}

/// Returns a fraud unless the condition holds.
pub(crate) fn check(holds: bool, code: Code, sentence: &str) -> Result<(), Fraud> {
    if holds { Ok(()) } else { Err(Fraud::new(code, sentence)) }
}

/// Returns a fraud unless the condition holds, with a sentence that takes time to write.
pub(crate) fn check_with(
    holds: bool,
    code: Code,
    sentence: impl FnOnce() -> String,
) -> Result<(), Fraud> {
    if holds { Ok(()) } else { Err(Fraud::new(code, sentence())) }
}
