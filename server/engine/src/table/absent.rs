//! Absent players, players who miss hands because of a penalty, and hands that wait for other
//! tables, at a tournament table. Inputs report who is away, and why.

use super::state::{Schedule, TableState};
use super::{Step, Table, TableSetup};
use crate::action::Action;
use crate::event::{Event, HandStart, WhyDead};
use crate::hand::{Hand, Phase};
use crate::refusal::{Refusal, RefusalKind};
use crate::seat::{Seat, Seats};
use cardroom_cards::HandValue;
use cardroom_rules::rulebook::{AbsentAllIn, AbsentHand, RedealAbsent};
use cardroom_rules::{Game, Millis, Rulebook, SeatNo, SeatSet};

/// The absent players, and the rules for them at this table.
#[derive(Clone, Copy)]
pub(super) struct Absence<'a> {
    setup: &'a TableSetup,
    seats: &'a Seats,
    schedule: &'a Schedule,
    now: Millis,
}

impl<'a> Absence<'a> {
    pub(super) fn at(table: &'a Table, now: Millis) -> Self {
        let TableState { seats, schedule, .. } = &table.state;
        Self { setup: &table.setup, seats, schedule, now }
    }

    /// Returns `true` if a player is absent: sitting out, disconnected for longer than the grace
    /// period, or not connected since they were placed (GAPS G-06, G-08, G-14).
    fn is_away(self, seat: SeatNo) -> bool {
        let grace = self.setup.rulebook.presence.absence.grace_ms;
        let is_away = |seat: &Seat| seat.sat_out_at.is_some() || seat.is_missed(self.now, grace);
        self.setup.occupancy.deals_in_absent_players() && self.seats.get(seat).is_some_and(is_away)
    }

    /// Returns the players in `dealt` who are absent at the deal.
    pub(super) fn at_deal(self, dealt: SeatSet) -> SeatSet {
        let missed_first = match self.setup.rulebook.dealing.redeal_absent {
            RedealAbsent::MayPlay => SeatSet::EMPTY,
            // TNPL G1-ii: a player who was absent for a misdeal has no live hand in the next deal.
            RedealAbsent::Killed => self.schedule.missed_deal(),
        };
        let is_absent = |seat: &SeatNo| missed_first.contains(*seat) || self.is_away(*seat);
        dealt.iter().filter(is_absent).collect()
    }

    /// Returns `true` if the room acts at once for an absent player on turn (TFPL 6-8; GAPS G-08).
    pub(super) fn folds_at_turn(self, seat: SeatNo) -> bool {
        self.setup.rulebook.presence.absent_hand != AbsentHand::KilledAtDeal && self.is_away(seat)
    }

    /// Returns the live hands that are dead. None is unless two hands are live.
    fn dead_hands(self, hand: &Hand) -> SeatSet {
        let kills_all_in = self.setup.rulebook.presence.absence.all_in == AbsentAllIn::DeadHand;
        let mut dead = hand.players.to_kill();
        if kills_all_in && hand.street.is_first() {
            // A player blinded all-in while absent has a dead hand, regardless of the rule for
            // other absent hands (TNPL B7).
            let blinded = hand.players.all_in().iter().filter(|seat| self.is_away(*seat));
            dead = dead.iter().chain(blinded).collect();
        }
        let live = hand.players.live();
        let dead: SeatSet = dead.iter().filter(|seat| live.contains(*seat)).collect();
        if live.len() < 2 { SeatSet::EMPTY } else { dead }
    }

    /// Kills the dead hands in the order of the deal, but never the last live one.
    fn kills(self, hand: &Hand, dead: SeatSet) -> Vec<Event> {
        let live = hand.players.live();
        let spared = live.difference(dead).is_empty().then(|| last_hand(hand)).flatten();
        let missing = self.schedule.missing(hand.players.dealt());
        let killed =
            dead.clockwise_after(hand.positions.button()).filter(|seat| spared != Some(*seat));
        let events = killed.map(|seat| {
            let penalty = missing.contains(seat);
            Event::DeadHand { seat, why: if penalty { WhyDead::Penalty } else { WhyDead::Absent } }
        });
        events.collect()
    }
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

/// Kills the hands that were dealt dead. A player who owes the bring-in posts it first. Returns
/// `true` if anything happened.
pub(super) fn kill_dead_hands(step: &mut Step<'_>) -> bool {
    let absence = Absence::at(step.table, step.now);
    let dead = absence.dead_hands(step.hand());
    if dead.is_empty() {
        return false;
    }
    let bring_in = step.terms().forced_to_bring_in().filter(|seat| dead.contains(*seat));
    if let Some(seat) = bring_in {
        let bank = step.bank_now(seat);
        step.emit_action(seat, Action::BringIn, true, bank);
        return true;
    }
    let kills = absence.kills(step.hand(), dead);
    let any = !kills.is_empty();
    step.emit_all(kills);
    any
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

/// Returns the ranking of the hands of the players eliminated in this hand, if there are several.
pub(super) fn ranking(hand: &Hand, game: &Game, seats: &Seats) -> Option<Event> {
    let is_out = |seat: &SeatNo| seats.get(*seat).is_some_and(|seat| seat.chips().is_zero());
    let out: SeatSet = hand.players.dealt().iter().filter(is_out).collect();
    let half = game.showdown.first().filter(|_| out.len() > 1)?;
    let shown = out.iter().filter(|seat| hand.players.live().contains(*seat));
    let values: Vec<(SeatNo, Option<HandValue>)> =
        shown.map(|seat| (seat, hand.value(seat, half, 0))).collect();
    let rank = |value: Option<HandValue>| {
        let better = values.iter().filter(|(_, other)| *other > value).count();
        u8::try_from(better + 1).expect("a table has at most ten players")
    };
    let ranks: Vec<(SeatNo, u8)> =
        values.iter().map(|(seat, value)| (*seat, rank(*value))).collect();
    (!ranks.is_empty()).then_some(Event::OutRanked { ranks })
}

/// Returns the hand to spare if all would be killed: the big blind's, or the last
/// one dealt (GAPS G-07).
fn last_hand(hand: &Hand) -> Option<SeatNo> {
    let live = hand.players.live();
    let big_blind = hand.positions.big_blind().filter(|seat| live.contains(*seat));
    big_blind.or_else(|| live.clockwise_after(hand.positions.button()).last())
}
