//! Seats: which of four stories a case tells.

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

/// The kind of seating case: an event begins, cards are dealt for seats, or somebody comes to a
/// table.
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

/// Who posted a big blind.
fn big_blinds(log: &[Event]) -> SeatSet {
    let mut seats = SeatSet::EMPTY;
    for event in log {
        if let Event::Posted { seat, post: PostKind::BigBlind, .. } = event {
            seats.insert(*seat);
        }
    }
    seats
}
