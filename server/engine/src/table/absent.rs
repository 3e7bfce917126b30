//! Absent players, players who miss hands because of a penalty, and hands that wait for other
//! tables, at a tournament table. Inputs report who is away, and why.

use super::{Step, Table, turn};
use crate::action::Action;
use crate::event::{Event, HandStart, WhyDead};
use crate::hand::{Hand, Phase};
use crate::refusal::{Refusal, RefusalKind};
use crate::seat::Seat;
use cardroom_cards::HandValue;
use cardroom_rules::rulebook::{AbsentAllIn, AbsentHand, RedealAbsent};
use cardroom_rules::{Forced, Millis, Rulebook, SeatNo, SeatSet};

/// Returns `true` if a player is absent: sitting out, disconnected for longer than the grace
/// period, or not connected since they were placed (GAPS G-06, G-08, G-14).
fn is_away(table: &Table, seat: SeatNo, now: Millis) -> bool {
    let grace = table.setup.rulebook.presence.absence.grace_ms;
    let is_away = |seat: &Seat| seat.sat_out_at.is_some() || seat.is_missed(now, grace);
    table.setup.occupancy.deals_in_absent_players()
        && table.state.seats.get(seat).is_some_and(is_away)
}

/// Returns the players in `dealt` who are absent at the deal.
pub(crate) fn at_deal(table: &Table, dealt: SeatSet, now: Millis) -> SeatSet {
    let missed_first = match table.setup.rulebook.dealing.redeal_absent {
        RedealAbsent::MayPlay => SeatSet::EMPTY,
        // TNPL G1-ii: a player who was absent for a misdeal has no live hand in the next deal.
        RedealAbsent::Killed => table.state.schedule.missed_deal(),
    };
    let is_absent = |seat: &SeatNo| missed_first.contains(*seat) || is_away(table, *seat, now);
    dealt.iter().filter(is_absent).collect()
}

/// Returns the players whose hands are killed right after the deal (TDA 30, 71-C).
pub(super) fn dead_on_arrival(book: &Rulebook, start: &HandStart) -> SeatSet {
    let killed = match book.presence.absent_hand {
        AbsentHand::KilledAtDeal => start.absent,
        AbsentHand::FoldedAtTurn | AbsentHand::CheckedOrFoldedAtTurn => SeatSet::EMPTY,
    };
    start.missing.iter().chain(killed.iter()).collect()
}

/// Returns the earliest next hand if all players are absent. Such hands come no faster
/// than others (GAPS G-07).
pub(super) fn pace_of_absent(book: &Rulebook, start: &HandStart) -> Option<Millis> {
    let nobody = !start.dealt.is_empty() && start.dealt.difference(start.absent).is_empty();
    nobody.then(|| start.at + book.presence.absence.all_away_hand_ms)
}

/// Returns `true` if the room acts at once for an absent player on turn (TFPL 6-8; GAPS G-08).
pub(super) fn folds_absent_at_turn(table: &Table, seat: SeatNo, now: Millis) -> bool {
    table.setup.rulebook.presence.absent_hand != AbsentHand::KilledAtDeal
        && is_away(table, seat, now)
}

/// Kills the hands that were dealt dead, in the order of the deal, but never the last live one.
/// A player who owes the bring-in posts it first. Returns `true` if anything happened.
pub(super) fn kill_dead_hands(step: &mut Step<'_>) -> bool {
    let hand = step.hand();
    let kills_all_in = step.book().presence.absence.all_in == AbsentAllIn::DeadHand;
    if hand.players.to_kill().is_empty() && !kills_all_in {
        return false;
    }
    let mut dead = hand.players.to_kill();
    if kills_all_in {
        // A player blinded all-in while absent has a dead hand, regardless of the rule for
        // other absent hands (TNPL B7).
        let blinded =
            hand.players.all_in().iter().filter(|seat| is_away(step.table, *seat, step.now));
        dead = dead.iter().chain(blinded.filter(|_| hand.street.is_first())).collect();
    }
    let live = hand.players.live();
    dead = dead.iter().filter(|seat| live.contains(*seat)).collect();
    if dead.is_empty() || live.len() < 2 {
        return false;
    }
    if let Some(seat) = absent_bring_in(step, dead) {
        let bank = step.bank_now(seat);
        step.emit_action(seat, Action::BringIn, true, bank);
        return true;
    }
    let hand = step.hand();
    let spared = live.difference(dead).is_empty().then(|| last_hand(hand)).flatten();
    if spared.is_some() && dead.len() == 1 {
        return false;
    }
    let button = hand.positions.button();
    let missing = step.table.state.schedule.missing(hand.players.dealt());
    for seat in dead.clockwise_after(button) {
        if spared != Some(seat) {
            let penalty = missing.contains(seat);
            let why = if penalty { WhyDead::Penalty } else { WhyDead::Absent };
            step.emit(Event::DeadHand { seat, why });
        }
    }
    true
}

/// Returns the player on turn if they are about to be killed and owe the bring-in.
fn absent_bring_in(step: &Step<'_>, dead: SeatSet) -> Option<SeatNo> {
    if step.table.game().forced != Forced::BringIn || !step.hand().street.is_first() {
        return None;
    }
    let seat = step.next_to_act().filter(|seat| dead.contains(*seat))?;
    (!step.terms().spot(seat).fold()).then_some(seat)
}

/// Acts for an absent player on turn.
pub(super) fn act_for_absent(step: &mut Step<'_>, seat: SeatNo) {
    let checks = step.book().presence.absent_hand == AbsentHand::CheckedOrFoldedAtTurn;
    turn::act_in_place_of(step, seat, None, checks);
}

/// Continues a hand that waits with its cards down.
pub(super) fn release_hand(step: &mut Step<'_>) -> Result<(), Refusal> {
    let hand = step.table.hand.as_ref().ok_or(RefusalKind::NoHand)?;
    if hand.phase != Phase::Waiting {
        return Err(RefusalKind::NothingToDo.into());
    }
    step.emit(Event::HandReleased);
    step.advance();
    Ok(())
}

/// Emits the ranking of the hands of the players eliminated in this hand.
pub(super) fn rank_who_is_out(step: &mut Step<'_>) {
    if !step.table.setup.occupancy.eliminates() {
        return;
    }
    let hand = step.hand();
    let is_out = |seat: &SeatNo| {
        step.table.state.seats.get(*seat).is_some_and(|seat| seat.chips().is_zero())
    };
    let out: SeatSet = hand.players.dealt().iter().filter(is_out).collect();
    let Some(half) = step.table.game().showdown.first().filter(|_| out.len() > 1) else {
        return;
    };
    let shown = out.iter().filter(|seat| hand.players.live().contains(*seat));
    let values: Vec<(SeatNo, Option<HandValue>)> =
        shown.map(|seat| (seat, hand.value(seat, half, 0))).collect();
    let rank = |value: Option<HandValue>| {
        let better = values.iter().filter(|(_, other)| *other > value).count();
        u8::try_from(better + 1).expect("a table has at most ten players")
    };
    let ranks: Vec<(SeatNo, u8)> =
        values.iter().map(|(seat, value)| (*seat, rank(*value))).collect();
    if !ranks.is_empty() {
        step.emit(Event::OutRanked { ranks });
    }
}

/// Returns the hand to spare if all would be killed: the big blind's, or the last
/// one dealt (GAPS G-07).
fn last_hand(hand: &Hand) -> Option<SeatNo> {
    let live = hand.players.live();
    let big_blind = hand.positions.big_blind().filter(|seat| live.contains(*seat));
    big_blind.or_else(|| live.clockwise_after(hand.positions.button()).last())
}
