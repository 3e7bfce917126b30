//! The control loop of a hand: it does all that follows automatically from an action or from the
//! passing of time.

use super::absent::Absence;
use super::{
    Step, absent, award, between_streets, called_clock, dealing, nuts, questions, seating, turn,
};
use crate::event::Event;
use crate::hand::Phase;
use crate::refusal::{Refusal, RefusalKind};
use crate::showdown;
use crate::showdown::Part;
use cardroom_rules::SeatSet;
use cardroom_rules::rulebook::AbsentHand;

/// The most automatic steps before a player, time or a deck is needed. It is many times the number
/// of cards dealt and players absent in any hand.
const MOST_ROUNDS: u32 = 2_000;

impl Step<'_> {
    /// Continues until a player, time or a new deck is needed.
    ///
    /// # Panics
    /// Panics if the hand never reaches such a point, which happens only if
    /// its chips are inconsistent.
    pub fn advance(&mut self) {
        let mut rounds = 0;
        while let Some(hand) = &self.table.hand {
            rounds += 1;
            assert!(rounds < MOST_ROUNDS, "a hand goes on without anybody, and does not end");
            if self.table.waiting_until().is_some() {
                return;
            }
            match hand.phase {
                Phase::Turn(_)
                | Phase::RunOut { .. }
                | Phase::Held { .. }
                | Phase::Waiting
                | Phase::Showdown { .. }
                | Phase::AwardHeld { .. }
                | Phase::RunItVote { .. }
                | Phase::Offer { .. } => return,
                Phase::Dealing => dealing::deal_next(self),
                Phase::Open => next_turn_or_close(self),
                Phase::Closed => after_street(self),
            }
        }
    }
}

pub(super) fn void_hand(step: &mut Step<'_>, reason: String) -> Result<(), Refusal> {
    let hand = step.table.hand_in_progress().ok_or(RefusalKind::NoHand)?;
    step.emit(Event::HandVoided { hand, at: step.now, reason });
    seating::between_hands(step);
    Ok(())
}

/// Does what is due by now.
pub(super) fn tick(step: &mut Step<'_>) {
    if step.table.is_paused() {
        return;
    }
    match step.table.hand.as_ref().map(|hand| hand.phase) {
        _ if questions::tick(step) => {}
        Some(Phase::Turn(turn)) if !step.table.setup.times_every_turn() => {
            called_clock::expire_called_clock(step, turn.seat);
        }
        Some(Phase::Turn(turn)) => turn::expire(step, turn),
        Some(Phase::Showdown { until } | Phase::AwardHeld { until }) if step.now >= until => {
            // The room tables every hand that could win, as at any table.
            step.emit(Event::ShowdownClosed);
            step.advance();
        }
        Some(Phase::RunOut { until }) if step.now >= until => {
            between_streets::begin_next_street(step);
            step.advance();
        }
        Some(Phase::Held { until }) if step.now >= until => {
            between_streets::close_street(step);
            step.advance();
        }
        Some(Phase::RunItVote { until, .. }) if step.now >= until => {
            // A player has not answered in time.
            step.emit(Event::RunItAgreed { boards: 1 });
            step.advance();
        }
        Some(Phase::Offer { seat, until }) if step.now >= until => {
            step.emit(Event::Mucked { seat });
            step.advance();
        }
        _ => {}
    }
    step.emit_all(step.table.outside_play(step.now).evictions());
}

#[inline(always)]
fn next_turn_or_close(step: &mut Step<'_>) {
    if absent::kill_dead_hands(step) {
        return;
    }
    let hand = step.hand();
    // A bomb pot has no betting before its board.
    let no_betting = hand.players.live().len() < 2
        || hand.positions.is_bomb_pot() && hand.boards.first().is_empty();
    let next = if no_betting { None } else { step.terms().next_to_act() };
    let Some(seat) = next else { return between_streets::end_betting(step) };
    if step.ask_people(|people, step| people.decides_turn(step, seat)) == Some(true) {
        return;
    }
    let was_away = step.hand().players[seat].timed_out;
    if step.table.state.seats.get(seat).is_some_and(|seat| seat.keeps_nobody_waiting(was_away)) {
        return turn::act_for(step, seat);
    }
    if Absence::at(step.table, step.now).folds_at_turn(seat) {
        let checks = step.book().presence.absent_hand == AbsentHand::CheckedOrFoldedAtTurn;
        return turn::act_in_place_of(step, seat, None, checks);
    }
    step.begin_turn(seat);
}

/// Decides what follows the betting of a street.
#[inline(always)]
fn after_street(step: &mut Step<'_>) {
    let hand = step.hand();
    let live = hand.players.live();
    let last_street = hand.street.is_last(step.table.game());
    if hand.middle.chips().is_zero() {
        return offer_or_end(step, live);
    }
    if live.len() == 1 {
        return award::all_pots(step, |_, _, _| {
            [Part { board: 0, half: 0, winners: live }].into_iter().collect()
        });
    }
    let can_bet = hand.players.behind().len();
    let all_in_and_done = hand.is_all_in_and_done(step.table.game());
    if all_in_and_done && hand.is_held {
        return step.emit(Event::HandHeld);
    }
    if all_in_and_done && step.book().showdown.face_up_all_in {
        step.emit_all(step.showing().everybody());
    }
    if !last_street {
        if can_bet < 2 {
            let ring = &step.table.setup.ring;
            if all_in_and_done
                && let Some(offer) = step.hand().offers_run_it(step.table.game(), ring, step.now)
            {
                return step.emit(offer);
            }
            // A table that pauses between streets has already waited.
            if !step.table.setup.pauses_between_streets() {
                let until = step.now + step.table.setup.ring.run_out_ms;
                return step.emit(Event::RunOutHeld { until });
            }
        }
        return between_streets::begin_next_street(step);
    }
    let opened = if step.table.setup.auto_show { None } else { step.showing().players_show() };
    if let Some(shown) = opened.or_else(|| step.showing().next()) {
        return step.emit(shown);
    }
    let nuts = nuts::passed_nuts(step.hand(), step.table.game(), &step.table.state.seats);
    if let Some(seat) = nuts {
        step.flag(seat, nuts::flag(step.book().betting.nuts_check));
    }
    award::all_pots(step, |hand, game, pot| showdown::parts(hand, game, &hand.middle.pots()[pot]));
}

fn offer_or_end(step: &mut Step<'_>, live: SeatSet) {
    let winner = live.iter().next().filter(|_| live.len() == 1);
    if let Some(seat) = winner {
        let player = &step.hand().players[seat];
        let decided = player.tabled || player.mucked;
        // Where the room shows the hands, the winner may show some cards once the hand is over.
        let is_asked = !step.table.setup.auto_show
            && step.table.state.seats.get(seat).is_some_and(|seat| !seat.leaving);
        if !decided && is_asked {
            let until = step.now + step.book().showdown.times.uncontested_show_ms;
            return step.emit(Event::ShowOffered { seat, until });
        }
    }
    if step.table.setup.occupancy.eliminates() {
        let seats = &step.table.state.seats;
        step.emit_all(absent::ranking(step.hand(), step.table.game(), seats));
    }
    let (hand, dealt) = (step.hand().number, step.hand().players.dealt().len());
    step.emit(Event::HandEnded { hand, at: step.now });
    seating::between_hands(step);
    step.emit_all(step.table.next_hand().game(&step.table.state.rotation, dealt, step.now));
}
