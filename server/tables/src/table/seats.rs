//! The seats that accounts have at a table, and the free ones.

use super::player_id;
use cardroom_engine::Table;
use cardroom_record::ids::AccountId;
use cardroom_rules::SeatNo;

/// Returns the seat of an account.
pub(super) fn seat_of(table: &Table, account: AccountId) -> Option<SeatNo> {
    let who = player_id(account);
    table.players().find(|(_, player)| *player == who).map(|(seat, _)| seat)
}

/// Returns the account in a seat.
pub(super) fn account_at(table: &Table, seat: SeatNo) -> Option<AccountId> {
    let mut players = table.players();
    players.find(|(taken, _)| *taken == seat).map(|(_, player)| AccountId(player.0))
}

/// Returns the first free seat.
pub(super) fn free_seat(table: &Table) -> Option<SeatNo> {
    let taken = |seat: &SeatNo| table.players().any(|(other, _)| other == *seat);
    (0..table.setup().seats).map(SeatNo).find(|seat| !taken(seat))
}
