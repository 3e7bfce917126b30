//! Undoing actions that rested on a premature card (WPTAPL 14). The betting of the street returns
//! to a mark that was set before each action. Only hybrid tables set marks.

use super::adjudicate::{self, Level};
use crate::deal_error::{DealClause, DealError, NewStub, Remedy};
use crate::floor::{FloorEvent, Ground};
use crate::hand::{HandBetting, Phase};
use crate::refusal::RefusalKind;
use crate::table::{Step, Table};
use cardroom_rules::{Chips, MAX_SEATS, SeatNo, SeatSet};

/// The betting of a street before one of its actions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BettingMark {
    betting: HandBetting,
    folded: SeatSet,
    acted: SeatSet,
    volunteers: SeatSet,
    bets: [Chips; MAX_SEATS],
    levels: Vec<Level>,
}

/// Returns the bets to return with the actions that followed a premature card, if
/// the rulebook undoes them.
pub(super) fn rescinded_by(
    step: &Step<'_>,
    error: DealError,
    remedy: &Remedy,
) -> Result<Vec<(SeatNo, Chips)>, RefusalKind> {
    let DealError::Premature { acted } = error else { return Ok(Vec::new()) };
    if acted == 0 || !matches!(remedy, Remedy::Stub { how: NewStub::BurnGoesBack, .. }) {
        return Ok(Vec::new());
    }
    let hand = step.hand();
    let mark = mark_before(step.table, acted).ok_or(RefusalKind::NoSuchError)?;
    let back = hand.players.dealt().iter().map(|seat| {
        let now = hand.players[seat].bet;
        (seat, now.saturating_sub(mark.bets[seat.index()]))
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
        let Some(mark) = mark_before(step.table, actions) else { return };
        let back = step.hand().players.folded().difference(mark.folded);
        let current_bet = mark.betting.current_bet();
        let what = FloorEvent::ActionsRescinded { actions, returned, back, current_bet };
        step.rule(Ground::Deal(clause), what);
    }
}

fn mark_before(table: &Table, actions: u8) -> Option<&BettingMark> {
    let marks = &table.declared.as_deref()?.marks;
    marks.get(marks.len().checked_sub(usize::from(actions))?)
}

/// Records the betting before an action.
pub(crate) fn mark_betting(table: &mut Table) {
    let (Some(declared), Some(hand)) = (table.declared.as_deref_mut(), &table.hand) else {
        return;
    };
    declared.marks.push(BettingMark {
        betting: hand.betting,
        folded: hand.players.folded(),
        acted: hand.players.acted(),
        volunteers: hand.players.volunteers(),
        bets: hand.players.bets(),
        levels: declared.levels.clone(),
    });
}

pub(crate) fn apply_rescinded(table: &mut Table, actions: u8, returned: &[(SeatNo, Chips)]) {
    for (seat, chips) in returned {
        table.state.seats.taken(*seat).stack += *chips;
        let players = &mut table.hand_mut().players;
        players[*seat].bet -= *chips;
        players.set_all_in(*seat, false);
    }
    let Some(mark) = mark_before(table, actions).cloned() else { return };
    let hand = table.hand_mut();
    hand.betting.go_back_to(mark.betting);
    hand.players.go_back_to(mark.folded, mark.volunteers, mark.acted);
    // The first player whose action was undone is on turn again.
    hand.phase = Phase::Open;
    let declared = adjudicate::declared_mut(table);
    let left = declared.marks.len().saturating_sub(usize::from(actions));
    declared.marks.truncate(left);
    declared.levels = mark.levels;
    declared.seats = Default::default();
    declared.short_call = None;
    declared.undercall = None;
}
