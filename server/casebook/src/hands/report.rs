//! The results of a check: the hands that agree, those that do not, and the peculiarities.

use super::peculiar::Peculiarity;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

/// The results of a check of hands, vectors or sequences.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Report {
    pub passed: usize,
    pub failed: Vec<Failure>,
    /// The number of agreeing hands by peculiarity.
    pub peculiar: BTreeMap<Peculiarity, usize>,
    /// The number of hands left out, by reason.
    pub left_out: BTreeMap<String, usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub place: String,
    pub expected: String,
    pub actual: String,
}

impl Report {
    pub(super) fn pass(&mut self, peculiar: &[Peculiarity]) {
        self.passed += 1;
        for peculiarity in peculiar {
            *self.peculiar.entry(*peculiarity).or_default() += 1;
        }
    }

    pub(super) fn fail(&mut self, place: &str, expected: &str, actual: &str) {
        self.failed.push(Failure {
            place: place.to_owned(),
            expected: expected.to_owned(),
            actual: actual.to_owned(),
        });
    }

    pub(super) fn leave_out(&mut self, why: impl Into<String>) {
        *self.left_out.entry(why.into()).or_default() += 1;
    }

    /// Adds the results of another check.
    pub fn absorb(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed.extend(other.failed);
        for (peculiarity, count) in other.peculiar {
            *self.peculiar.entry(peculiarity).or_default() += count;
        }
        for (why, count) in other.left_out {
            *self.left_out.entry(why).or_default() += count;
        }
    }
}

impl Display for Failure {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Self { place, expected, actual } = self;
        writeln!(formatter, "FAILED {place}")?;
        writeln!(formatter, "  expected {expected}")?;
        writeln!(formatter, "  actual   {actual}")
    }
}

/// Writes the failures, the peculiarities, what was left out, and a closing line with the counts.
impl Display for Report {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        for failure in &self.failed {
            failure.fmt(formatter)?;
        }
        for (peculiarity, count) in &self.peculiar {
            writeln!(formatter, "{count} of those that passed: {peculiarity:?}: {peculiarity}")?;
        }
        for (why, count) in &self.left_out {
            writeln!(formatter, "{count} left out: {why}")?;
        }
        writeln!(formatter, "{} passed, {} failed", self.passed, self.failed.len())
    }
}
