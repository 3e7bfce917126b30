//! What a bot author writes: the one trait between a program and the table.

use crate::draws::sensible_discards;
use crate::model::{HandResult, Table};
use cardroom_cards::CardSet;
use cardroom_protocol::hybrid::Gesture;
use cardroom_protocol::table::{Action, DiscardRange, LegalActions, TableEvent};
use cardroom_protocol::tournament::DealOffered;
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
    /// Answers a turn, in every game. Draws come to [`discard`](Brain::discard).
    ///
    /// `table` is what this seat sees, `legal` what it may answer. An answer that is not legal is
    /// not sent: the bot checks or folds instead, and the mistake is counted.
    fn act(&mut self, table: &Table, legal: &LegalActions) -> Action;

    /// Answers a draw: which of [`table.cards`](Table::cards) to give away, none to stand pat.
    /// Without it a bot keeps made hands and what is nearest to one, in whatever game it is.
    fn discard(&mut self, table: &Table, range: DiscardRange) -> CardSet {
        table
            .hand
            .as_ref()
            .map_or(CardSet::new(), |hand| sensible_discards(hand, &table.cards, range))
    }

    /// At a hybrid table: answers a turn by words and chips rather than by [`act`](Brain::act);
    /// `None` leaves it to that. Asked again where a ruling leaves the turn to this seat.
    fn gesture(&mut self, _table: &Table, _legal: &LegalActions) -> Option<Gesture> {
        None
    }

    /// At a hybrid table: does something out of turn. Asked once whenever another player's turn
    /// begins while this seat is in the hand.
    fn interject(&mut self, _table: &Table) -> Option<Gesture> {
        None
    }

    /// At a hybrid table where players show for themselves: tables the hand at the showdown, or
    /// gives it away.
    fn show_down(&mut self, _table: &Table) -> bool {
        true
    }

    /// On how many boards at most to run an all-in hand out, when the table offers it. The least
    /// that anybody wants counts.
    fn run_it(&mut self, _table: &Table, _most: u8) -> u8 {
        1
    }

    /// Which of [`table.info.games`](cardroom_protocol::lobby::TableInfo::games) to play next, from
    /// 0, when it is this seat's choice; `None` leaves it as it is.
    fn choose_game(&mut self, _table: &Table) -> Option<u8> {
        None
    }

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

    /// Whether to accept a deal that divides what is left to win in a tournament. Nobody learns how
    /// anybody voted. Without it everything is played for.
    fn accept_deal(&mut self, _offer: &DealOffered) -> bool {
        false
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
