//! The calling station.

use crate::{Action, Brain, Choices, LegalActions, Table};

/// Checks or calls with any hand. Every hand among callers goes to a showdown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Caller;

impl Brain for Caller {
    fn act(&mut self, _table: &Table, legal: &LegalActions) -> Action {
        legal.check_or_call()
    }
}
