//! Undoing actions that rested on a premature card (WPTAPL 14). The betting of the street returns
//! to a mark that was set before each action. Only hybrid tables set marks.

use super::{Step, Table};
use crate::adjudicate::Level;
use crate::deal_error::{DealClause, DealError, NewStub, Remedy};
use crate::floor::{FloorEvent, Ground};
use crate::hand::{LastWager, Phase, Round};
use crate::refusal::RefusalKind;
use crate::substantial::Tally;
use cardroom_rules::{Chips, MAX_SEATS, SeatNo, SeatSet};

/// The betting of a street before one of its actions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BettingMark {
    round: Round,
    pointer: Option<SeatNo>,
    folded: SeatSet,
    acted: SeatSet,
    tally: Tally,
    volunteers: SeatSet,
    wager: Option<LastWager>,
    bets: [Chips; MAX_SEATS],
    levels: Vec<Level>,
}

impl Step<'_> {
    /// Returns the bets to return with the actions that followed a premature card, if
    /// the rulebook undoes them.
    pub(super) fn rescinded_by(
        &self,
        error: DealError,
        remedy: &Remedy,
    ) -> Result<Vec<(SeatNo, Chips)>, RefusalKind> {
        let DealError::Premature { acted } = error else { return Ok(Vec::new()) };
        if acted == 0 || !matches!(remedy, Remedy::Stub { how: NewStub::BurnGoesBack, .. }) {
            return Ok(Vec::new());
        }
        let hand = self.hand();
        let mark = self.table.mark_before(acted).ok_or(RefusalKind::NoSuchError)?;
        let back = hand.dealt.iter().map(|seat| {
            let now = hand.players[seat.index()].bet;
            (seat, now.saturating_sub(mark.bets[seat.index()]))
        });
        Ok(back.filter(|(_, chips)| !chips.is_zero()).collect())
    }

    pub(super) fn rescind(
        &mut self,
        error: DealError,
        clause: DealClause,
        returned: Vec<(SeatNo, Chips)>,
    ) {
        let DealError::Premature { acted: actions } = error else { return };
        if actions > 0 {
            let Some(mark) = self.table.mark_before(actions) else { return };
            let back = self.hand().folded.difference(mark.folded);
            let current_bet = mark.round.current_bet;
            let what = FloorEvent::ActionsRescinded { actions, returned, back, current_bet };
            self.rule(Ground::Deal(clause), what);
        }
    }
}

impl Table {
    fn mark_before(&self, actions: u8) -> Option<&BettingMark> {
        let marks = &self.declared.as_deref()?.marks;
        marks.get(marks.len().checked_sub(usize::from(actions))?)
    }

    /// Records the betting before an action.
    pub(super) fn mark_betting(&mut self) {
        let (Some(declared), Some(hand)) = (self.declared.as_deref_mut(), &self.hand) else {
            return;
        };
        let acted = hand.dealt.iter().filter(|seat| hand.players[seat.index()].acted);
        declared.marks.push(BettingMark {
            round: hand.round,
            pointer: hand.pointer,
            folded: hand.folded,
            acted: acted.collect(),
            tally: hand.tally,
            volunteers: hand.volunteers,
            wager: hand.wager,
            bets: hand.bets(),
            levels: declared.levels.clone(),
        });
    }

    pub(super) fn apply_rescinded(&mut self, actions: u8, returned: &[(SeatNo, Chips)]) {
        for (seat, chips) in returned {
            self.seat_in_hand(*seat).stack += *chips;
            let hand = self.hand_mut();
            hand.players[seat.index()].bet -= *chips;
            hand.all_in.remove(*seat);
        }
        let Some(mark) = self.mark_before(actions).cloned() else { return };
        let hand = self.hand_mut();
        hand.round = mark.round;
        hand.pointer = mark.pointer;
        hand.folded = mark.folded;
        hand.tally = mark.tally;
        hand.volunteers = mark.volunteers;
        hand.wager = mark.wager;
        for (index, player) in hand.players.iter_mut().enumerate() {
            player.acted = mark.acted.contains(SeatNo::from_index(index));
        }
        // The first player whose action was undone is on turn again.
        hand.phase = Phase::Open;
        let declared = self.declared_mut();
        let left = declared.marks.len().saturating_sub(usize::from(actions));
        declared.marks.truncate(left);
        declared.levels = mark.levels;
        declared.seats = Default::default();
        declared.short_call = None;
        declared.undercall = None;
    }
}
