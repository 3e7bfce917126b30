//! What a bot author writes: the one trait between a program and the table.

use crate::model::{HandResult, Table};
use cardroom_protocol::table::{Action, LegalActions, TableEvent};
use std::time::Duration;

/// Decides for one seat.
///
/// Only [`act`](Brain::act) must be written. It runs on the thread of the bot's connection, which
/// other bots share: microseconds are fine, a search of seconds belongs on a thread of its own.
///
/// ```
/// use cardroom_bot::{Action, Brain, Choices, LegalActions, Table};
/// use cardroom_bot::model::HandResult;
///
/// /// Calls until it has lost a hand, then plays no more than it must.
/// #[derive(Default)]
/// struct SoreLoser {
///     lost: bool,
/// }
///
/// impl Brain for SoreLoser {
///     fn act(&mut self, table: &Table, legal: &LegalActions) -> Action {
///         if self.lost && table.to_call() > table.info.big_blind {
///             legal.check_or_fold()
///         } else {
///             legal.check_or_call()
///         }
///     }
///
///     fn hand_ended(&mut self, _table: &Table, result: &HandResult) {
///         self.lost |= result.net < 0;
///     }
/// }
/// ```
pub trait Brain: Send {
    /// Answers a turn.
    ///
    /// `table` is what this seat sees, `legal` what it may answer. An answer that is not legal is
    /// not sent: the bot checks or folds instead, and the mistake is counted.
    fn act(&mut self, table: &Table, legal: &LegalActions) -> Action;

    /// A hand began; the blinds are not posted and the cards not dealt yet.
    fn hand_started(&mut self, _table: &Table) {}

    /// Something happened; `table` contains it already. Called for every event, those with a hook
    /// of their own included.
    fn saw(&mut self, _table: &Table, _event: &TableEvent) {}

    /// A hand is over, whether this seat was in it or not.
    fn hand_ended(&mut self, _table: &Table, _result: &HandResult) {}

    /// How long to think about this turn; `None` leaves it to the bot's
    /// [`ThinkTime`](crate::ThinkTime). Kept below the time the table allows.
    fn think_time(&mut self, _table: &Table, _legal: &LegalActions) -> Option<Duration> {
        None
    }

    /// Whether to show the hand when the table offers it.
    fn show(&mut self, _table: &Table) -> bool {
        false
    }
}

/// A closure is a brain.
impl<F> Brain for F
where
    F: FnMut(&Table, &LegalActions) -> Action + Send,
{
    fn act(&mut self, table: &Table, legal: &LegalActions) -> Action {
        self(table, legal)
    }
}
