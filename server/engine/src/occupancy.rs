//! How players come to a table and leave it: as they like, or by order of a tournament. Everything
//! that depends on it is decided here.

use crate::refusal::RefusalKind;
use serde::{Deserialize, Serialize};

/// How the seats of a table are filled. Stored as the flag `ordered`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(from = "bool", into = "bool")]
pub enum Occupancy {
    /// Players sit down, buy in and leave on their own.
    #[default]
    Ring,
    /// A tournament places players, sets stacks and orders hands. Players cannot sit down or leave
    /// on their own, and every player with chips is dealt in.
    ByOrder,
}

impl From<bool> for Occupancy {
    fn from(ordered: bool) -> Self {
        if ordered { Self::ByOrder } else { Self::Ring }
    }
}

impl From<Occupancy> for bool {
    fn from(occupancy: Occupancy) -> Self {
        occupancy == Occupancy::ByOrder
    }
}

impl Occupancy {
    #[inline]
    fn is_by_order(self) -> bool {
        self == Self::ByOrder
    }

    /// Returns an error unless players sit down, change their stacks and leave as they like.
    pub(crate) fn check_players_decide(self) -> Result<(), RefusalKind> {
        if self.is_by_order() { Err(RefusalKind::ByOrderOnly) } else { Ok(()) }
    }

    /// Returns an error unless the table takes orders of a tournament.
    pub(crate) fn check_takes_orders(self) -> Result<(), RefusalKind> {
        if self.is_by_order() { Ok(()) } else { Err(RefusalKind::NotByOrder) }
    }

    /// Returns `true` if no hand begins before it is ordered.
    #[inline]
    pub(crate) fn waits_for_orders(self) -> bool {
        self.is_by_order()
    }

    /// Returns `true` if every player with chips is dealt in, present or not, and an absence is
    /// counted.
    #[inline]
    pub(crate) fn deals_in_absent_players(self) -> bool {
        self.is_by_order()
    }

    /// Returns `true` if the rulebook decides in which hand a newcomer is dealt in.
    #[inline]
    pub(crate) fn lets_newcomers_wait(self) -> bool {
        self.is_by_order()
    }

    /// Returns `true` if a player without chips is out, and cannot get chips again at this table.
    #[inline]
    pub(crate) fn eliminates(self) -> bool {
        self.is_by_order()
    }

    /// Returns `true` if the table frees the seats of players who leave or are away for too long.
    #[inline]
    pub(crate) fn frees_seats(self) -> bool {
        !self.is_by_order()
    }

    /// Returns `true` if players who are not dealt in owe the blinds that pass them.
    #[inline]
    pub(crate) fn charges_missed_blinds(self) -> bool {
        !self.is_by_order()
    }

    /// Returns `true` if the largest buy-in limits what may be added to a stack.
    #[inline]
    pub(crate) fn limits_stacks(self) -> bool {
        !self.is_by_order()
    }
}

#[cfg(test)]
mod tests {
    use super::Occupancy;

    #[test]
    fn it_is_stored_as_a_flag() {
        for (occupancy, flag) in [(Occupancy::Ring, false), (Occupancy::ByOrder, true)] {
            let stored = serde_json::to_string(&occupancy).unwrap();
            assert_eq!(stored, flag.to_string());
            assert_eq!(serde_json::from_str::<Occupancy>(&stored).unwrap(), occupancy);
            assert_eq!(postcard::to_allocvec(&occupancy).unwrap(), [u8::from(flag)]);
        }
    }
}
