//! Floor commands. `corrections` decides those about the hand in progress, `dispute` those about
//! the last pots, `requests` those about hands at the showdown.

use super::corrections::Corrections;
use super::{LastPots, Step, Table, dispute, requests, seating, undone};
use crate::action::Action;
use crate::event::Event;
use crate::floor::{FloorCommand, FloorEvent, FloorRuled, Ground};
use crate::hand::Hand;
use crate::misdeal;
use crate::refusal::{Refusal, RefusalKind};
use arrayvec::ArrayVec;
use cardroom_rules::SeatNo;
use cardroom_rules::rulebook::MisplacedButton;

pub(super) fn command(step: &mut Step<'_>, command: FloorCommand) -> Result<(), Refusal> {
    if !step.table.state.desk.allows(&command) {
        return Err(RefusalKind::FloorCalled.into());
    }
    let hand = Corrections::of(step.table, step.now);
    let rulings = match command {
        FloorCommand::ForceWager { seat, to } => hand.force_wager(seat, to)?,
        FloorCommand::CorrectWager { seat, to } => hand.correct_wager(seat, to)?,
        FloorCommand::QuotePot { seat, amount } => hand.quote_pot(seat, amount)?,
        FloorCommand::CallClock { seat, asked_by, level } => {
            hand.call_clock(seat, asked_by, level)?
        }
        FloorCommand::RestoreHand { seat } => hand.restore(seat)?,
        FloorCommand::AddTime { seat, time } => hand.add_time(seat, time)?,
        FloorCommand::ReawardPot { about, from, to, amount } => {
            let pots = LastPots::of(step.table, step.now).ok_or(RefusalKind::WindowClosed)?;
            pots.reaward(about, from, to, amount)?
        }
        // These change more than one ruling says.
        FloorCommand::KillHand { seat, reason } => {
            hand.check_kill(seat)?;
            step.kill_with_refund(seat, Ground::DeadHand, reason);
            ArrayVec::new()
        }
        FloorCommand::SetButton { seat } => {
            set_button(step, seat)?;
            ArrayVec::new()
        }
        FloorCommand::ShowHand { seat } => {
            requests::answer(step, seat, |showing| showing.show_for_the_floor(seat).map(Some))?;
            ArrayVec::new()
        }
        FloorCommand::DealError(error) => {
            misdeal::deal_error(step, error)?;
            ArrayVec::new()
        }
    };
    for FloorRuled { ground, what } in rulings {
        step.rule(ground, what);
    }
    step.advance();
    Ok(())
}

fn set_button(step: &mut Step<'_>, seat: SeatNo) -> Result<(), RefusalKind> {
    if seat.0 >= step.table.setup.seats {
        return Err(RefusalKind::UnknownSeat);
    }
    let too_late = step.table.in_play().is_some_and(|hand| hand.substantial_action());
    // TDA 34-A, 36: after substantial action the error stands, in the next hand too. TFPL 3c-1:
    // it is corrected for the next hand.
    if too_late && step.book().dealing.misplaced_button == MisplacedButton::Stands {
        return Err(RefusalKind::SubstantialAction);
    }
    if let Some(hand) = step.table.hand_in_progress().filter(|_| !too_late) {
        let reason = "the button was in the wrong place".to_owned();
        step.emit(Event::HandVoided { hand, at: step.now, reason });
        seating::between_hands(step);
    }
    step.rule(Ground::MisplacedButton, FloorEvent::ButtonSet { seat });
    Ok(())
}

pub(super) fn apply_floor(table: &mut Table, ruled: &FloorRuled) {
    match &ruled.what {
        FloorEvent::WagerForced { seat, to, added } => {
            let bank = table.state.seats.taken(*seat).bank;
            table.felt().act(*seat, Action::RaiseTo(*to), *added, bank);
            table.state.desk.drop_of(*seat);
        }
        FloorEvent::WagerCorrected { to, moved, .. } => table.felt().correct_wager(*to, moved),
        FloorEvent::PotQuoted { .. } => {}
        FloorEvent::HandKilled { seat, .. } => {
            table.dealing().kill(*seat);
            let returned = table.hand_mut().betting.uncalled();
            let acts_again = returned.is_some_and(|(whose, _)| whose == *seat);
            let hand = table.hand_mut();
            hand.note_given_up(*seat, acts_again);
            if acts_again {
                hand.betting.set_uncalled(None);
            }
            let left = hand.players[*seat].bet;
            let wager_left = hand.betting.shrink_wager(*seat, left);
            if let Some(rulings) = &mut hand.rulings {
                rulings.note_killed(*seat, wager_left);
            }
            table.state.desk.drop_of(*seat);
        }
        FloorEvent::ButtonSet { seat } => table.state.button.place(*seat),
        FloorEvent::ClockCalled { counts_from, until, .. } => {
            table.hand_mut().betting.call_clock(*counts_from, *until);
        }
        FloorEvent::HandRestored { seat } => table.hand_mut().restore(*seat),
        FloorEvent::UncalledPutBack { seat, amount } => table.felt().put_back(*seat, *amount),
        FloorEvent::StreetReopened => table.hand_mut().reopen_street(),
        FloorEvent::PotReawarded { hand, from, to, amount } => {
            dispute::apply_reaward(table, *from, *to, *amount);
            table.last_dealt.is_reawarded(*hand, *from, *to, *amount);
        }
        FloorEvent::BetsReturned(back) => undone::apply_returned_bets(table, back),
        FloorEvent::TimeAdded { until, .. } => table.hand_mut().extend_turn(*until),
        FloorEvent::DealRuled(ruling) => misdeal::apply_deal_ruling(table, ruling),
        FloorEvent::ActionsRescinded { actions, returned, .. } => {
            table.felt().rescind(*actions, returned);
        }
    }
}

impl Hand {
    /// Returns `true` if some pot has no other contender left.
    pub(crate) fn is_last_contender(&self, seat: SeatNo) -> bool {
        let live = self.players.live();
        let in_it =
            |other: SeatNo| other != seat && live.contains(other) && !self.players[other].mucked;
        let mut pots = self.middle.filled_pots();
        pots.any(|pot| pot.eligible.contains(seat) && !pot.eligible.iter().any(in_it))
    }
}

impl Step<'_> {
    pub(crate) fn rule(&mut self, ground: Ground, what: FloorEvent) {
        self.emit(Event::Floor(Box::new(FloorRuled { ground, what })));
    }

    /// Kills a hand. The uncalled part of its player's bet or raise is returned, and the rest stays
    /// in (TDA 15-B, 65-A; TNPL I2; WPTAPL 24).
    pub fn kill_with_refund(&mut self, seat: SeatNo, ground: Ground, reason: String) {
        let amount = self.hand().uncalled_wager_of(seat);
        if !amount.is_zero() {
            self.emit(Event::UncalledReturned { seat, amount });
        }
        self.rule(ground, FloorEvent::HandKilled { seat, reason });
    }
}
