//! The player that a table gives up to balance tables, and the names of positions. Both come from
//! the module that the director uses, given the engine's table.

use cardroom_engine::HandStart;
use cardroom_hybrid::HybridTable;
use cardroom_rules::{EntryNo, SeatNo, TableNo};
use cardroom_tables::upcoming;
use cardroom_tournament::seating::{self, FloorPlan};

/// The table that gives up a player, and the table that gets the player.
const FROM: TableNo = TableNo(1);
const TO: TableNo = TableNo(2);

/// Returns the player who moves if `from` gives one up now. `to` is the other table, with the seats
/// given up there, in order.
pub(in crate::cases) fn mover(
    from: &HybridTable,
    to: Option<(&HybridTable, &[SeatNo])>,
    only_stud: bool,
) -> Option<SeatNo> {
    let mut floor = FloorPlan::default();
    let entry_of = |seat: SeatNo| EntryNo(u32::from(seat.0) + 1);
    floor.open(FROM, from.setup().seats);
    for (seat, _) in from.players() {
        floor.seat(FROM, seat, entry_of(seat));
    }
    floor.set_upcoming(FROM, upcoming(from));
    floor.open(TO, to.map_or(from.setup().seats, |(table, _)| table.setup().seats));
    for seat in to.into_iter().flat_map(|(_, given_up)| given_up).copied() {
        floor.seat(TO, seat, entry_of(seat));
        floor.take_away(TO, entry_of(seat), true);
    }
    let entry = seating::mover(floor.table(FROM)?, floor.table(TO)?, only_stud)?;
    from.players().map(|(seat, _)| seat).find(|seat| entry_of(*seat) == entry)
}

/// Names a seat left of the big blind by its distance: utg, utg1, utg2 and so on.
pub(super) fn place(start: &HandStart, seat: SeatNo) -> String {
    let behind = start.big_blind.into_iter().flat_map(|bb| start.dealt.clockwise_after(bb));
    match behind.take_while(|at| *at != seat).count() {
        0 => "utg".to_owned(),
        after => format!("utg{after}"),
    }
}

/// Returns `true` for the name of a position without a blind or the button.
pub(super) fn is_other(position: &str) -> bool {
    position.starts_with("utg")
}
