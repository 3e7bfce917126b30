//! A hand that its player exposes while players still act. It stays live (TDA 68), or can be called
//! dead (TFPL 3b-5), which the floor decides.

use super::answers;
use super::facing::{Facing, Question};
use crate::step::Step;
use cardroom_engine::{Clause, Ground, Matter, Ruling, RulingKind, RulingOption, Ticket};
use cardroom_rules::SeatNo;
use cardroom_rules::rulebook::ExposedHand;

/// Asks the floor whether the exposed hand is dead, if the rulebook leaves that open. With a player
/// all-in the hand stays live (TFPL 6-13).
pub(super) fn ask_whether_dead(step: &mut Step<'_>, seat: SeatNo) {
    let hand = step.hand();
    let is_all_in = !hand.all_in().intersection(hand.live()).is_empty();
    if step.book().showdown.exposed_hand == ExposedHand::Live || is_all_in {
        return;
    }
    let facing = Facing::of(step, seat);
    let question = Question {
        matter: Matter::ExposedHand,
        clause: Clause::ExposedHand,
        options: vec![RulingOption::PlaysOn, RulingOption::Dead],
        default: RulingOption::PlaysOn,
        forfeit: None,
    };
    answers::ask_floor(step, seat, &facing, question, None);
}

/// Applies the floor's ruling on an exposed hand.
pub(super) fn settle(step: &mut Step<'_>, ticket: &Ticket, option: RulingOption) {
    let seat = ticket.seat;
    let hand = step.hand();
    let live = hand.live();
    let can_die = live.contains(seat) && live.len() > 1 && !hand.is_last_contender(seat);
    let dies = option == RulingOption::Dead && can_die;
    let kind = if dies { RulingKind::Dead } else { RulingKind::Released };
    let mut ruling = Ruling::new(seat, kind, Clause::ExposedHand);
    ruling.ticket = Some(ticket.ticket);
    step.announce(ruling);
    if dies {
        step.kill_with_refund(seat, Ground::ExposedHand, "exposed with action pending");
    }
}
