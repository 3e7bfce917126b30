//! Undoing actions that rested on a premature card (WPTAPL 14). The betting of the street returns
//! to a mark that was set before each action. Only tables where people deal set marks.

use crate::deal_error::{DealError, NewStub, Remedy};
use crate::floor::FloorEvent;
use crate::hand::Hand;
use crate::refusal::RefusalKind;
use cardroom_rules::{Chips, SeatNo};

/// Returns the bets to return with the actions that followed a premature card, if
/// the rulebook undoes them.
pub(super) fn rescinded_by(
    hand: &Hand,
    error: DealError,
    remedy: &Remedy,
) -> Result<Vec<(SeatNo, Chips)>, RefusalKind> {
    let DealError::Premature { acted } = error else { return Ok(Vec::new()) };
    if acted == 0 || !matches!(remedy, Remedy::Stub { how: NewStub::BurnGoesBack, .. }) {
        return Ok(Vec::new());
    }
    let (bets, ..) = hand.betting_before(acted).ok_or(RefusalKind::NoSuchError)?;
    let back = hand.players.dealt().iter().map(|seat| {
        let now = hand.players[seat].bet;
        (seat, now.saturating_sub(bets[seat.index()]))
    });
    Ok(back.filter(|(_, chips)| !chips.is_zero()).collect())
}

/// Undoes the actions that followed a premature card, with these bets.
pub(super) fn undone(
    hand: &Hand,
    error: DealError,
    returned: Vec<(SeatNo, Chips)>,
) -> Option<FloorEvent> {
    let DealError::Premature { acted: actions } = error else { return None };
    if actions == 0 {
        return None;
    }
    let (_, folded, current_bet) = hand.betting_before(actions)?;
    let back = hand.players.folded().difference(folded);
    Some(FloorEvent::ActionsRescinded { actions, returned, back, current_bet })
}
