//! The differences of a table where people deal and talk. Nothing else reads whether a table is
//! hybrid.

use super::Declared;
use crate::refusal::RefusalKind;
use crate::table::TableSetup;

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

    /// Returns `true` if the bets stay in front of the players after a street. The floor can correct
    /// them until the dealer deals on.
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

    /// Returns an empty memory of words and chips, where players use them.
    pub(crate) fn memory_of_words(&self) -> Option<Box<Declared>> {
        self.hybrid.then(Box::default)
    }
}
