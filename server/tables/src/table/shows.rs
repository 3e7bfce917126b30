//! Requests to show cards, which name the cards: those held in the hand, or after it those of the
//! last one.

use super::player_id;
use crate::wire;
use cardroom_cards::Card;
use cardroom_engine::{Input, RefusalKind, Viewer};
use cardroom_hybrid::HybridTable;
use cardroom_record::ids::AccountId;
use cardroom_rules::SeatNo;

/// Converts the named cards into an input of the engine, which checks whether they may be shown.
pub(super) fn input(
    table: &HybridTable,
    seat: SeatNo,
    account: AccountId,
    cards: &[Card],
) -> Result<Input, RefusalKind> {
    let is_on = table.hand_in_progress().is_some();
    let held = if is_on { table.hole_cards(Viewer::Seat(seat)) } else { table.last_cards(seat) };
    if let Some(picks) = wire::picks_among(&held, cards) {
        return Ok(Input::ShowCards { seat, picks });
    }
    let is_late = is_on && are_of_last_hand(table, seat, account, cards);
    let kind = if is_late { RefusalKind::NextHandBegan } else { RefusalKind::NoSuchCard };
    Err(kind)
}

/// Returns `true` if the player held all these cards in the last hand that is over. Whoever took
/// the seat since learns nothing.
fn are_of_last_hand(table: &HybridTable, seat: SeatNo, account: AccountId, cards: &[Card]) -> bool {
    table.last_dealt().is_some_and(|last| {
        let was_there =
            |of: &cardroom_engine::DealtSeat| of.seat == seat && of.player == player_id(account);
        last.seats.iter().any(was_there)
            && cards.iter().all(|card| last.cards(seat).any(|(_, held)| held == *card))
    })
}
