//! Floor commands: wagers entered and corrected, dead hands, a misplaced button. The called clock
//! is in `called_clock`, requests at the showdown in `requests`.

use super::{Step, Table, called_clock, dispute, requests, seating, undone};
use crate::action::Action;
use crate::event::Event;
use crate::floor::{FloorCommand, FloorEvent, FloorRuled, Ground, Moved};
use crate::hand::{Hand, LastWager, Phase};
use crate::misdeal;
use crate::refusal::{Refusal, RefusalKind};
use crate::seat::Seats;
use cardroom_rules::rulebook::{CorrectedUntil, MisplacedButton};
use cardroom_rules::{Betting, Chips, SeatNo};

pub(super) fn command(step: &mut Step<'_>, command: FloorCommand) -> Result<(), Refusal> {
    if !step.table.state.desk.allows(&command) {
        return Err(RefusalKind::FloorCalled.into());
    }
    match command {
        FloorCommand::ForceWager { seat, to } => force_wager(step, seat, to)?,
        FloorCommand::CorrectWager { seat, to } => correct_wager(step, seat, to)?,
        FloorCommand::QuotePot { seat, amount } => quote_pot(step, seat, amount)?,
        FloorCommand::KillHand { seat, reason } => kill_hand(step, seat, reason)?,
        FloorCommand::SetButton { seat } => set_button(step, seat)?,
        FloorCommand::CallClock { seat, asked_by, level } => {
            called_clock::call_clock(step, seat, asked_by, level)?;
        }
        FloorCommand::ShowHand { seat } => requests::show_for_the_floor(step, seat)?,
        FloorCommand::RestoreHand { seat } => dispute::restore_hand(step, seat)?,
        FloorCommand::ReawardPot { about, from, to, amount } => {
            dispute::reaward(step, about, from, to, amount)?;
        }
        FloorCommand::AddTime { seat, time } => dispute::add_time(step, seat, time)?,
        FloorCommand::DealError(error) => misdeal::deal_error(step, error)?,
    }
    step.advance();
    Ok(())
}

fn force_wager(step: &mut Step<'_>, seat: SeatNo, to: Chips) -> Result<(), RefusalKind> {
    step.table.setup.check_people_deal()?;
    let stack = step.table.checked_seat(seat)?.stack;
    let hand = step.table.hand.as_ref().ok_or(RefusalKind::NoHand)?;
    let on_turn = matches!(hand.phase, Phase::Turn(turn) if turn.seat == seat);
    if !on_turn || hand.street.drawing().is_some() {
        return Err(RefusalKind::NotYourTurn);
    }
    let current_bet = hand.betting.current_bet();
    if to <= current_bet {
        return Err(RefusalKind::BelowMinimum { min_to: current_bet + Chips(1) });
    }
    let bet = hand.players[seat].bet;
    let added = to - bet;
    if added > stack {
        return Err(RefusalKind::AboveMaximum { max_to: bet + stack });
    }
    step.rule(Ground::AcceptedBet, FloorEvent::WagerForced { seat, to, added });
    Ok(())
}

fn correct_wager(step: &mut Step<'_>, seat: SeatNo, to: Chips) -> Result<(), RefusalKind> {
    step.table.setup.check_people_deal()?;
    step.table.checked_seat(seat)?;
    let hand = step.table.hand.as_ref().ok_or(RefusalKind::NoHand)?;
    let reopens = hand.is_before_showdown();
    let can_change = hand.still_stands() || reopens;
    let Some(wager) = hand.betting.wager().copied().filter(|_| can_change) else {
        return Err(RefusalKind::StreetClosed);
    };
    let bet = if reopens { hand.players[seat].gathered } else { hand.players[seat].bet };
    if wager.seat != seat || bet != wager.to {
        return Err(RefusalKind::NotTheLastWager);
    }
    if to == wager.to {
        return Err(RefusalKind::NothingToDo);
    }
    let pot_limit = step.table.stakes().betting == Betting::PotLimit;
    let miscount = step.book().wager.pot_limit_miscount;
    let until = match (pot_limit, to > wager.to) {
        (true, true) => miscount.too_low,
        (true, false) => miscount.too_high,
        (false, _) => step.book().wager.underbet_correction,
    };
    match until {
        CorrectedUntil::SubstantialAction if wager.is_followed_by_substantial_action() => {
            return Err(RefusalKind::SubstantialAction);
        }
        CorrectedUntil::RoundComplete if !matches!(hand.phase, Phase::Turn(_)) => {
            return Err(RefusalKind::StreetClosed);
        }
        _ => {}
    }
    let all_in = bet + step.table.state.seats.stack(seat);
    let (min_to, max_to) = wager.corrected_range(all_in, pot_limit);
    if to > max_to {
        return Err(RefusalKind::AboveMaximum { max_to });
    }
    if to < min_to {
        return Err(RefusalKind::BelowMinimum { min_to });
    }
    let ground = if pot_limit { Ground::PotMiscount } else { Ground::UnderbetCorrection };
    if reopens {
        step.rule(ground, FloorEvent::StreetReopened);
    }
    let moved = step.hand().moved_with(&step.table.state.seats, wager, to);
    step.rule(ground, FloorEvent::WagerCorrected { seat, to, moved });
    Ok(())
}

fn quote_pot(step: &mut Step<'_>, seat: SeatNo, amount: Chips) -> Result<(), RefusalKind> {
    step.table.checked_seat(seat)?;
    if step.table.hand.is_none() {
        return Err(RefusalKind::NoHand);
    }
    // The pot is counted in pot-limit only (TDA 54-A).
    if step.table.stakes().betting != Betting::PotLimit {
        return Err(RefusalKind::NoPotCount);
    }
    step.rule(Ground::PotCount, FloorEvent::PotQuoted { seat, amount });
    Ok(())
}

fn kill_hand(step: &mut Step<'_>, seat: SeatNo, reason: String) -> Result<(), RefusalKind> {
    step.table.checked_seat(seat)?;
    let hand = step.table.hand.as_ref().ok_or(RefusalKind::NoHand)?;
    let live = hand.players.live();
    if !live.contains(seat) {
        return Err(RefusalKind::NotInHand);
    }
    if live.len() == 1 || hand.is_last_contender(seat) {
        return Err(RefusalKind::LastHand);
    }
    step.kill_with_refund(seat, Ground::DeadHand, reason);
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
    /// Returns the bets that change with a wager. A player who called it now calls the corrected
    /// total, or all-in for less. No bet exceeds the corrected wager.
    fn moved_with(&self, seats: &Seats, wager: LastWager, to: Chips) -> Vec<Moved> {
        let moved = self.players.dealt().iter().filter_map(|seat| {
            let bet = self.players[seat].bet;
            let stack = seats.stack(seat);
            let called = bet == wager.to && self.players.live().contains(seat);
            let becomes = if called { to.min(bet + stack) } else { bet.min(to) };
            let returned = bet.saturating_sub(becomes);
            let added = becomes.saturating_sub(bet);
            (bet != becomes).then_some(Moved { seat, returned, added })
        });
        moved.collect()
    }

    /// Returns `true` if this street's bets are still in front of the players.
    fn still_stands(&self) -> bool {
        matches!(self.phase, Phase::Turn(_) | Phase::Held { .. })
    }

    /// Returns `true` if the bets of the last street were gathered, and no player has shown or
    /// discarded a hand since. Until then a wager of the river can be corrected (TDA 52-A).
    fn is_before_showdown(&self) -> bool {
        matches!(self.phase, Phase::Showdown { .. }) && !self.has_begun_to_show()
    }

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
