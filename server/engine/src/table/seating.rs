//! Sitting down, leaving and other requests of players and the house outside of play.

use super::{MOST_CHIPS, Step, Table, pauses, turn};
use crate::event::Event;
use crate::refusal::{Refusal, RefusalKind};
use crate::seat::NEVER_THERE;
use cardroom_rules::{Chips, Millis, PlayerId, SeatNo};

pub(super) fn sit(
    step: &mut Step<'_>,
    seat: SeatNo,
    player: PlayerId,
    buy_in: Chips,
    owed: Chips,
    wait_for_big_blind: bool,
) -> Result<(), Refusal> {
    let table = &*step.table;
    table.setup.occupancy.check_players_decide()?;
    check_free(table, seat, player)?;
    // A player who left with more than the largest buy-in brings all of it back.
    let (min, max) = (table.setup.ring.min_buy_in, table.setup.ring.max_buy_in.max(owed));
    let max = max.min(room_for_chips(table));
    if buy_in < min || buy_in > max {
        return Err(RefusalKind::BuyInOutOfRange { min, max }.into());
    }
    if buy_in < owed {
        return Err(RefusalKind::Rathole { owed }.into());
    }
    step.emit(Event::SeatTaken { seat, player, stack: buy_in, wait_for_big_blind });
    Ok(())
}

/// Adds chips to a stack, now or after the hand that the seat is dealt into.
pub(super) fn top_up(
    step: &mut Step<'_>,
    seat: SeatNo,
    amount: Chips,
    is_gift: bool,
) -> Result<(), Refusal> {
    let table = &*step.table;
    table.setup.occupancy.check_players_decide()?;
    let taken = table.checked_seat(seat)?;
    if taken.leaving {
        return Err(RefusalKind::Leaving.into());
    }
    if amount.is_zero() {
        return Err(RefusalKind::NothingToDo.into());
    }
    let max = table.setup.ring.max_buy_in;
    let fits = taken.chips().checked_add(amount).is_some_and(|sum| sum <= max);
    if !fits || amount > room_for_chips(table) {
        return Err(RefusalKind::TopUpTooLarge { max }.into());
    }
    step.emit(match table.is_dealt_in(seat) {
        true if is_gift => Event::GiftPending { seat, amount },
        true => Event::TopUpPending { seat, amount },
        false => Event::ToppedUp { seat, amount, was_pending: false },
    });
    Ok(())
}

/// Adds chips to a stack and deals the player in again. Both happen or neither.
pub(super) fn rebuy(step: &mut Step<'_>, seat: SeatNo, amount: Chips) -> Result<(), Refusal> {
    top_up(step, seat, amount, false)?;
    // Where a top-up is legal, so is sitting in.
    let sits_out = step.table.state.seats.get(seat).is_some_and(|seat| seat.sat_out_at.is_some());
    if sits_out {
        step.emit(Event::SatIn { seat });
    }
    Ok(())
}

/// Takes chips off a stack, now or after the hand that the seat is dealt into.
pub(super) fn take_back(step: &mut Step<'_>, seat: SeatNo, amount: Chips) -> Result<(), Refusal> {
    let table = &*step.table;
    table.setup.occupancy.check_players_decide()?;
    let taken = table.checked_seat(seat)?;
    let (player, stack) = (taken.player, taken.stack);
    if amount.is_zero() {
        return Err(RefusalKind::NothingToDo.into());
    }
    if table.is_dealt_in(seat) {
        step.emit(Event::TakeBackPending { seat, amount });
        return Ok(());
    }
    if amount > stack {
        return Err(RefusalKind::AboveMaximum { max_to: stack }.into());
    }
    step.emit(Event::TakenBack { seat, player, amount });
    let is_broke = step.table.state.seats.get(seat).is_some_and(|seat| seat.chips().is_zero());
    let sits_out = step.table.state.seats.get(seat).is_some_and(|seat| seat.sat_out_at.is_some());
    if is_broke && !sits_out {
        step.emit(Event::SatOut { seat, at: step.now });
    }
    Ok(())
}

/// Takes back the chips that are due, before anything else happens to a stack. A gift that has not
/// joined the stack comes first.
fn take_back_what_waits(step: &mut Step<'_>, number: SeatNo) {
    let Some(seat) = step.table.state.seats.get(number) else { return };
    let (player, amount) = (seat.player, seat.to_take_back.min(seat.pending_gift));
    if !amount.is_zero() {
        step.emit(Event::GiftReturned { seat: number, player, amount });
    }
    let Some(seat) = step.table.state.seats.get(number) else { return };
    let (player, amount) = (seat.player, seat.to_take_back.min(seat.stack));
    if !seat.to_take_back.is_zero() {
        step.emit(Event::TakenBack { seat: number, player, amount });
    }
}

pub(super) fn sit_out(step: &mut Step<'_>, seat: SeatNo) -> Result<(), Refusal> {
    let taken = step.table.checked_seat(seat)?;
    if taken.sat_out_at.is_some() {
        return Err(RefusalKind::NothingToDo.into());
    }
    step.emit(Event::SatOut { seat, at: step.now });
    Ok(())
}

pub(super) fn count_sit_outs_anew(step: &mut Step<'_>) -> Result<(), Refusal> {
    let mut counted = step.table.is_paused();
    if counted {
        pauses::pause_anew(step);
    }
    for index in 0..usize::from(step.table.setup.seats) {
        let seat = SeatNo::from_index(index);
        let out_at = step.table.state.seats.get(seat).and_then(|taken| taken.sat_out_at);
        if out_at.is_some_and(|at| at != step.now) {
            step.emit(Event::SatOut { seat, at: step.now });
            counted = true;
        }
    }
    if counted { Ok(()) } else { Err(RefusalKind::NothingToDo.into()) }
}

pub(super) fn sit_in(step: &mut Step<'_>, seat: SeatNo) -> Result<(), Refusal> {
    let taken = step.table.checked_seat(seat)?;
    if taken.sat_out_at.is_none() {
        return Err(RefusalKind::NothingToDo.into());
    }
    if taken.leaving {
        return Err(RefusalKind::Leaving.into());
    }
    // An all-in player may still win the hand and be dealt in again.
    if taken.chips().is_zero() && !step.table.is_dealt_in(seat) {
        return Err(RefusalKind::NoChips.into());
    }
    step.emit(Event::SatIn { seat });
    Ok(())
}

pub(super) fn leave(step: &mut Step<'_>, seat: SeatNo) -> Result<(), Refusal> {
    step.table.setup.occupancy.check_players_decide()?;
    let taken = step.table.checked_seat(seat)?;
    if taken.leaving {
        return Err(RefusalKind::NothingToDo.into());
    }
    if step.table.is_dealt_in(seat) {
        leave_pending(step, seat);
    } else {
        let_go(step, seat);
    }
    Ok(())
}

/// Handles a player who has left a tournament for good (GAPS G-14). The player counts as absent.
pub(super) fn quit(step: &mut Step<'_>, seat: SeatNo) -> Result<(), Refusal> {
    let taken = step.table.checked_seat(seat)?;
    // Players of a ring game leave at once, or after the hand.
    let keeps_seat = !step.table.setup.occupancy.frees_seats();
    if !keeps_seat || taken.leaving {
        return Err(RefusalKind::NothingToDo.into());
    }
    if taken.sat_out_at.is_none() {
        step.emit(Event::SatOut { seat, at: step.now });
    }
    leave_pending(step, seat);
    Ok(())
}

/// Waits no longer for a player who does not come back.
fn leave_pending(step: &mut Step<'_>, seat: SeatNo) {
    step.emit(Event::LeavePending { seat });
    let on_turn = step.table.turn().is_some_and(|(turn, ..)| turn == seat);
    if on_turn && !step.table.is_paused() {
        turn::act_for_leaving(step, seat);
    }
}

pub(super) fn prefer(
    step: &mut Step<'_>,
    seat: SeatNo,
    wait_for_big_blind: bool,
    auto_muck: bool,
    straddle: bool,
) -> Result<(), Refusal> {
    let taken = step.table.checked_seat(seat)?;
    let now = (taken.wait_for_big_blind, taken.auto_muck, taken.straddle);
    if now == (wait_for_big_blind, auto_muck, straddle) {
        return Err(RefusalKind::NothingToDo.into());
    }
    step.emit(Event::Preferred { seat, wait_for_big_blind, auto_muck, straddle });
    Ok(())
}

pub(super) fn presence(step: &mut Step<'_>, seat: SeatNo, connected: bool) -> Result<(), Refusal> {
    if step.table.checked_seat(seat)?.is_connected() == connected {
        return Err(RefusalKind::NothingToDo.into());
    }
    step.emit(Event::PresenceChanged { seat, connected, at: step.now });
    Ok(())
}

/// Notes that a player was not connected when placed.
pub(super) fn not_there(step: &mut Step<'_>, seat: SeatNo) -> Result<(), Refusal> {
    let is_connected = step.table.checked_seat(seat)?.is_connected();
    if !step.table.setup.occupancy.deals_in_absent_players() || !is_connected {
        return Err(RefusalKind::NothingToDo.into());
    }
    step.emit(Event::PresenceChanged { seat, connected: false, at: NEVER_THERE });
    Ok(())
}

pub(super) fn sweep_house(step: &mut Step<'_>) -> Result<(), Refusal> {
    let (rake, time) = step.table.house();
    if rake.is_zero() && time.is_zero() {
        return Err(RefusalKind::NothingToDo.into());
    }
    if step.table.hand.is_some() {
        return Err(RefusalKind::HandInProgress.into());
    }
    step.emit(Event::HouseSwept { rake, time });
    Ok(())
}

/// Frees seats whose players sat out, or were disconnected and not dealt in, for too long.
/// Seats in a hand are exempt.
pub(super) fn evict(step: &mut Step<'_>) {
    if !step.table.setup.occupancy.frees_seats() {
        return;
    }
    for index in 0..usize::from(step.table.setup.seats) {
        let number = SeatNo::from_index(index);
        let Some(seat) = step.table.state.seats.get(number) else { continue };
        let ends = seat.away_since().and_then(|since| step.table.setup.ring.frees_seat_at(since));
        let over = ends.is_some_and(|ends| step.now >= ends);
        if over && !step.table.is_dealt_in(number) {
            let_go(step, number);
        }
    }
}

/// Does what waited for the end of the hand: chips to take off stacks, departures, top-ups,
/// empty stacks, time charges.
pub(crate) fn between_hands(step: &mut Step<'_>) {
    charge_time(step);
    for index in 0..usize::from(step.table.setup.seats) {
        let number = SeatNo::from_index(index);
        take_back_what_waits(step, number);
        let Some(seat) = step.table.state.seats.get(number) else { continue };
        if seat.leaving && step.table.setup.occupancy.frees_seats() {
            let_go(step, number);
            continue;
        }
        let (pending, out) = (seat.pending, seat.sat_out_at.is_some());
        let broke = seat.chips().is_zero();
        let (player, stack, gift) = (seat.player, seat.stack, seat.pending_gift);
        let joins = joins(step, pending, stack);
        if !joins.is_zero() {
            step.emit(Event::ToppedUp { seat: number, amount: joins, was_pending: true });
        }
        // The player's own chips join first, so that a gift is the first to go back.
        let rest = pending - joins;
        let gift = gift.min(rest);
        if !gift.is_zero() {
            step.emit(Event::GiftReturned { seat: number, player, amount: gift });
        }
        if rest > gift {
            let amount = rest - gift;
            step.emit(Event::TopUpReturned { seat: number, player, amount });
        }
        if broke && !out && !step.table.setup.occupancy.eliminates() {
            step.emit(Event::SatOut { seat: number, at: step.now });
        }
    }
    evict(step);
}

fn charge_time(step: &mut Step<'_>) {
    let Some(charge) = step.table.setup.ring.time_charge.clone() else { return };
    if step.table.state.charge_until.is_none_or(|until| step.now < until) {
        return;
    }
    for index in 0..usize::from(step.table.setup.seats) {
        let number = SeatNo::from_index(index);
        let Some(seat) = step.table.state.seats.get(number) else { continue };
        let amount = seat.stack.min(charge.amount);
        if seat.played_this_period && !amount.is_zero() {
            step.emit(Event::TimeCharged { seat: number, amount });
        }
    }
    let until = step.now + charge.every_ms;
    step.emit(Event::ChargePeriodBegan { until });
}

/// Begins the first time charge period with the first hand of a game.
pub(super) fn begin_charge_period(step: &mut Step<'_>) {
    let Some(charge) = &step.table.setup.ring.time_charge else { return };
    if step.table.state.charge_until.is_none() {
        let until: Millis = step.now + charge.every_ms;
        step.emit(Event::ChargePeriodBegan { until });
    }
}

pub(super) fn let_go(step: &mut Step<'_>, number: SeatNo) {
    let Some(seat) = step.table.state.seats.get(number) else { return };
    let (player, cashed_out) = (seat.player, seat.chips());
    step.emit(Event::SeatLeft { seat: number, player, cashed_out });
}

pub(super) fn next_eviction(table: &Table) -> Option<Millis> {
    if !table.setup.occupancy.frees_seats() {
        return None;
    }
    let out = table.state.seats.occupied().filter(|(number, _)| !table.is_dealt_in(*number));
    let ends = out.filter_map(|(_, seat)| table.setup.ring.frees_seat_at(seat.away_since()?));
    ends.min()
}

/// Returns the number of chips that may still come to the table.
pub(crate) fn room_for_chips(table: &Table) -> Chips {
    MOST_CHIPS.saturating_sub(table.state.total)
}

/// Returns an error unless the seat is free for this player.
pub(super) fn check_free(table: &Table, seat: SeatNo, player: PlayerId) -> Result<(), RefusalKind> {
    match table.checked_seat(seat) {
        Err(RefusalKind::SeatEmpty) => {}
        Err(other) => return Err(other),
        Ok(_) => return Err(RefusalKind::SeatTaken),
    }
    // A dealt-in seat stays reserved for the hand.
    if table.is_dealt_in(seat) {
        return Err(RefusalKind::SeatTaken);
    }
    if table.state.seats.occupied().any(|(_, other)| other.player == player) {
        return Err(RefusalKind::AlreadySeated);
    }
    Ok(())
}

/// Returns the part of the pending chips that joins the stack, within the table's limit.
fn joins(step: &Step<'_>, pending: Chips, stack: Chips) -> Chips {
    if !step.table.setup.occupancy.limits_stacks() {
        return pending;
    }
    pending.min(step.table.setup.ring.max_buy_in.saturating_sub(stack))
}
