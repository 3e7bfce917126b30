//! Messages about tournaments with real cards: the unconfirmed moves.

use super::id;
use cardroom_protocol::TournamentId;
use cardroom_protocol::limits::MAX_OPEN_MOVES;
use cardroom_protocol::tournament as wire;
use cardroom_record::ids::TournamentId as Id;
use cardroom_tournament::{Director, Whereabouts};

/// Returns the message that people deal real cards, or `None` if the room deals.
pub(in crate::director) fn real_cards(
    tournament: Id,
    director: &Director,
) -> Option<wire::TournamentRealCards> {
    let tournament = TournamentId(tournament.0);
    director.real_cards()?;
    Some(wire::TournamentRealCards { tournament, moves: open_moves(director) })
}

/// Returns the unconfirmed moves. A player who has no new seat yet is not listed.
pub(super) fn open_moves(director: &Director) -> Vec<wire::OpenMove> {
    let walks = director.real_cards().into_iter().flat_map(|real| real.walks());
    let moves = walks.filter_map(|(entry, walk)| {
        let Whereabouts::Seated { table, seat } = director.entry(entry)?.whereabouts else {
            return None;
        };
        Some(wire::OpenMove {
            entry: id(entry),
            from_table: walk.table.0,
            from_seat: walk.seat.0,
            table: table.0,
            seat: seat.0,
        })
    });
    moves.take(MAX_OPEN_MOVES).collect()
}
