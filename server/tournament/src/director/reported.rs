//! What reports of a hand and their corrections have in common: the players whom they name, and the
//! next positions.

use super::state::Entries;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::report::{HandFinished, Standing, Upcoming};
use crate::seating::FloorPlan;
use crate::table::Table;
use cardroom_rules::{Chips, EntryNo, TableNo};

/// Returns the next positions of a table, if they are news. With `real` cards the table does not
/// know where people put the button.
pub(super) fn note_positions(
    floor: &FloorPlan,
    table: TableNo,
    upcoming: Option<Upcoming>,
    real: bool,
) -> Option<Event> {
    let upcoming = upcoming.filter(|_| !real);
    let is_news = floor.table(table).is_some_and(|known| known.upcoming != upcoming);
    is_news.then_some(Event::PositionsChanged { table, upcoming })
}

/// Returns the entries of the players whom a report names.
///
/// # Errors
/// The report creates or loses chips, or names a player who does not sit there.
pub(super) fn check_players<'r>(
    known: &Table,
    entries: &Entries,
    report: &'r HandFinished,
) -> Result<Vec<(EntryNo, &'r Standing)>, Refusal> {
    let (table, hand) = (report.table, report.hand);
    let bad = |reason| Refusal::BadReport { table, hand, reason };
    let mut players = Vec::with_capacity(report.players.len());
    for player in &report.players {
        let entry = known.players.get(player.seat.index()).copied().flatten();
        let entry = entry.filter(|entry| entries.player(*entry) == player.player);
        players.push((entry.ok_or_else(|| bad("somebody sits there who should not"))?, player));
    }
    let before: Chips = players.iter().map(|(entry, _)| entries.stack(*entry)).sum();
    let after: Chips = report.players.iter().map(|player| player.stack).sum();
    if before != after {
        return Err(bad("chips were made or lost"));
    }
    Ok(players)
}
