//! The trait that a bot author implements: the only code between the table and a program.

use crate::draws::sensible_discards;
use crate::model::{HandResult, Table};
use crate::policy::Policy;
use cardroom_cards::{Card, CardSet};
use cardroom_protocol::hybrid::Gesture;
use cardroom_protocol::table::{Action, DiscardRange, LegalActions, TableEvent};
use cardroom_protocol::tournament::DealOffered;
use std::sync::Arc;
use std::time::Duration;

/// Wakes the player of a brain that thinks elsewhere.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// Makes the decisions for one seat.
///
/// Only [`act`](Brain::act) is required. It runs on the thread of the bot's connection, which other
/// bots share. Microseconds are fine, but a search of seconds belongs on a separate thread.
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
///         self.lost |= result.net.is_some_and(|net| net < 0);
///     }
/// }
/// ```
pub trait Brain: Send {
    /// Returns the name under which results are counted: by default that of the type.
    fn name(&self) -> &'static str {
        let path = std::any::type_name::<Self>();
        let path = path.split('<').next().unwrap_or(path);
        path.rsplit("::").next().unwrap_or(path)
    }

    /// Answers a turn, in every game. Draws go to [`discard`](Brain::discard).
    ///
    /// `table` is the view of this seat, and `legal` lists its legal actions. The bot does not send
    /// an illegal answer. It checks or folds instead and counts the mistake.
    fn act(&mut self, table: &Table, legal: &LegalActions) -> Action;

    /// Returns the distribution from which [`act`](Brain::act) draws its answer to this turn, for a
    /// brain that draws one. It is called before `act`, and must contain what `act` then answers.
    /// A match uses it to take the luck of the draw out of a result (`--reduce aivat`). By
    /// default a brain states none.
    fn policy(&self, _table: &Table, _legal: &LegalActions) -> Option<Policy> {
        None
    }

    /// Answers a draw with those of [`table.cards`](Table::cards) to discard. The empty set stands
    /// pat. By default a bot keeps made hands and the best start of one, in any game.
    fn discard(&mut self, table: &Table, range: DiscardRange) -> CardSet {
        table
            .hand
            .as_ref()
            .map_or(CardSet::new(), |hand| sensible_discards(hand, &table.cards, range))
    }

    /// Answers a turn at a hybrid table with words and chips. `None` leaves the answer to
    /// [`act`](Brain::act). Called again if a ruling leaves the turn to this seat.
    fn gesture(&mut self, _table: &Table, _legal: &LegalActions) -> Option<Gesture> {
        None
    }

    /// Does something out of turn at a hybrid table. Called once for each turn of another player
    /// while this seat is in the hand.
    fn interject(&mut self, _table: &Table) -> Option<Gesture> {
        None
    }

    /// Tables the hand at the showdown (`true`) or mucks it, at a hybrid table where players
    /// show their own hands.
    fn show_down(&mut self, _table: &Table) -> bool {
        true
    }

    /// Returns the largest number of boards on which to run out an all-in hand, if the table offers
    /// it. The lowest answer of all players counts.
    fn run_it(&mut self, _table: &Table, _most: u8) -> u8 {
        1
    }

    /// Chooses the next of [`table.info.games`](cardroom_protocol::lobby::TableInfo::games), from
    /// 0, if the choice is this seat's. `None` keeps the current game.
    fn choose_game(&mut self, _table: &Table) -> Option<u8> {
        None
    }

    /// Called when a hand begins, before the blinds are posted and the cards are dealt.
    fn hand_started(&mut self, _table: &Table) {}

    /// Called for every event, including those with their own hook. `table` already contains it.
    fn saw(&mut self, _table: &Table, _event: &TableEvent) {}

    /// Called when a hand ends, whether or not this seat was in it.
    fn hand_ended(&mut self, _table: &Table, _result: &HandResult) {}

    /// Returns how long to think about this turn, limited by the time that the table allows. `None`
    /// uses the bot's [`ThinkTime`](crate::ThinkTime).
    fn think_time(&mut self, _table: &Table, _legal: &LegalActions) -> Option<Duration> {
        None
    }

    /// Returns whether to accept a deal that divides the remaining prizes of a tournament. Votes
    /// are secret. By default the bot plays on.
    fn accept_deal(&mut self, _offer: &DealOffered) -> bool {
        false
    }

    /// Returns the cards to show to the whole table now that the hand is over: any of
    /// [`table.to_show`](Table::to_show). Called after [`hand_ended`](Brain::hand_ended) if there are
    /// some. By default a bot shows none.
    fn show_after(&mut self, _table: &Table, _result: &HandResult) -> Vec<Card> {
        Vec::new()
    }

    /// Returns whether to show the hand if the table offers it.
    fn show(&mut self, _table: &Table) -> bool {
        false
    }

    /// Takes what wakes the player, for a brain that thinks elsewhere, such as in another process.
    /// Such a brain calls it when [`is_decided`](Brain::is_decided),
    /// [`is_offer_decided`](Brain::is_offer_decided) or [`has_ended`](Brain::has_ended) changes.
    fn wake_by(&mut self, _wake: Wake) {}

    /// Begins to think about a turn, unless that has happened. Returns `false` while the decision
    /// is not made. The player then goes on with other things until it is woken, or until the time
    /// of the turn is nearly over, and calls [`act`](Brain::act) or [`discard`](Brain::discard).
    fn is_decided(&mut self, _table: &Table, _legal: &LegalActions) -> bool {
        true
    }

    /// Does the same for an offer: to run it more than once, to show, or to choose a game. Without
    /// a decision the offer runs out.
    fn is_offer_decided(&mut self, _table: &Table, _offer: &TableEvent) -> bool {
        true
    }

    /// Returns why the brain decides nothing any more. The player then leaves.
    fn has_ended(&self) -> Option<String> {
        None
    }
}

/// A closure that decides every turn.
impl<F> Brain for F
where
    F: FnMut(&Table, &LegalActions) -> Action + Send,
{
    fn act(&mut self, table: &Table, legal: &LegalActions) -> Action {
        self(table, legal)
    }
}
