//! The people at a table where people deal: what their table does otherwise, and what it asks them.

use crate::action::Action;
use crate::event::Event;
use crate::gesture::Gesture;
use crate::refusal::{Refusal, RefusalKind};
use crate::ruling::{RulingOption, Ticket};
use crate::table::{Step, Table, TableSetup};
use cardroom_rules::{Chips, SeatNo};

/// The people at a table, with their words, chips and promises. The engine judges none of them. It
/// asks at the points where one may decide the play, and `cardroom-hybrid` answers.
///
/// Everything that people remember follows from the events of their table, so that a log replays.
pub trait People {
    /// Notes an event that was just applied to the table.
    fn note(&mut self, table: &Table, event: &Event);

    /// Rules on a player's words or chips.
    ///
    /// # Errors
    /// The gesture is illegal. Nothing has changed.
    fn gesture(
        &mut self,
        step: &mut Step<'_>,
        seat: SeatNo,
        gesture: Gesture,
    ) -> Result<(), Refusal>;

    /// Takes note that the player on turn received a wrong count of a bet.
    ///
    /// # Errors
    /// No player is on turn.
    fn misquote(&mut self, step: &mut Step<'_>, amount: Chips) -> Result<(), Refusal>;

    /// Returns `true` if what a player did earlier decides the turn that is about to begin.
    fn decides_turn(&mut self, step: &mut Step<'_>, seat: SeatNo) -> bool;

    /// Returns the action that a player is bound to, for whom the room acts.
    fn promised(&mut self, step: &mut Step<'_>, seat: SeatNo) -> Option<Action>;

    /// Ends the betting of a street.
    fn end_street(&mut self, step: &mut Step<'_>);

    /// Does what is due by now, while no question is open.
    fn time_passes(&mut self, step: &mut Step<'_>);

    /// Carries out the answer to a question that they asked the floor.
    fn answered(&mut self, step: &mut Step<'_>, ticket: &Ticket, option: RulingOption);
}

impl TableSetup {
    /// Returns an error unless people deal and talk here. A table that takes only exact actions has
    /// no wager of a wrong size.
    pub(crate) fn check_people_deal(&self) -> Result<(), RefusalKind> {
        if self.hybrid { Ok(()) } else { Err(RefusalKind::NotHybrid) }
    }

    /// Returns an error if hands are shown in a way that the table cannot offer.
    pub(crate) fn check_showing(&self) -> Result<(), String> {
        if self.auto_show || self.hybrid {
            return Ok(());
        }
        Err("only on a hybrid table players table their own hands".to_owned())
    }

    /// Returns `true` if a clock runs for the player on turn without being called.
    #[inline]
    pub(crate) fn times_every_turn(&self) -> bool {
        !self.hybrid
    }

    /// Returns `true` if the bets stay in front of the players after a street. The floor can
    /// correct them until the dealer deals on.
    #[inline]
    pub(crate) fn pauses_between_streets(&self) -> bool {
        self.hybrid
    }

    /// Returns `true` if a wager can have a wrong size and be corrected.
    #[inline]
    pub(crate) fn corrects_wagers(&self) -> bool {
        self.hybrid
    }

    /// Returns `true` if the floor is asked what an error of the deal means. On a plain table the
    /// floor itself makes the report.
    pub(crate) fn asks_floor_about_deal(&self) -> bool {
        self.hybrid
    }
}
