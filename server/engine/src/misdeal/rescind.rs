//! Undoing actions that rested on a premature card (WPTAPL 14). The betting of the street returns
//! to a mark that was set before each action. Only tables where people deal set marks.

use crate::deal_error::{DealClause, DealError, NewStub, Remedy};
use crate::floor::{FloorEvent, Ground};
use crate::hand::Hand;
use crate::refusal::RefusalKind;
use crate::table::Step;
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

pub(super) fn undo(
    step: &mut Step<'_>,
    error: DealError,
    clause: DealClause,
    returned: Vec<(SeatNo, Chips)>,
) {
    let DealError::Premature { acted: actions } = error else { return };
    if actions > 0 {
        let hand = step.hand();
        let Some((_, folded, current_bet)) = hand.betting_before(actions) else { return };
        let back = hand.players.folded().difference(folded);
        let what = FloorEvent::ActionsRescinded { actions, returned, back, current_bet };
        step.rule(Ground::Deal(clause), what);
    }
}
