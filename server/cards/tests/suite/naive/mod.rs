//! Slow evaluators that follow the rulebook.

pub(crate) mod every_ranking;
pub(crate) mod high;
