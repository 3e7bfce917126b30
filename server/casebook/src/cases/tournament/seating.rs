//! Seats. A case is about one of four situations.

mod beginning;
mod breaking;
mod changing;
mod newcomer;

use super::super::{Case, Trouble};
use super::Play;
use beginning::Beginning;
use breaking::Breaking;
use cardroom_engine::{Event, PostKind};
use cardroom_rules::{Library, SeatSet};
use changing::Changing;
use newcomer::Newcomer;

/// Returns the kind of seating case: a tournament begins, seat cards are dealt, or a player
/// comes to a table.
pub(super) fn begin<'a>(
    case: &'a Case,
    library: &'a Library,
) -> Result<Box<dyn Play + 'a>, Trouble> {
    if case.table.contains_key("entrants") {
        Ok(Box::new(Beginning::begin(case, library)?))
    } else if case.table.contains_key("seat_cards") {
        Ok(Box::new(Breaking::begin(case)?))
    } else if case.table.contains_key("occupied") {
        Ok(Box::new(Newcomer::begin(case, library)?))
    } else {
        Ok(Box::new(Changing::begin(case, library)?))
    }
}

/// Returns the seats that posted a big blind.
fn big_blinds(log: &[Event]) -> SeatSet {
    let mut seats = SeatSet::EMPTY;
    for event in log {
        if let Event::Posted { seat, post: PostKind::BigBlind, .. } = event {
            seats.insert(*seat);
        }
    }
    seats
}
