//! A hand that its player exposes while players still act. It stays live (TDA 68), or can be called
//! dead (TFPL 3b-5), which the floor decides.

use super::facing::{Facing, Question};
use crate::floor::Ground;
use crate::ruling::{Clause, Matter, Ruling, RulingKind, RulingOption, Ticket};
use crate::table::Step;
use cardroom_rules::SeatNo;
use cardroom_rules::rulebook::ExposedHand;

/// Asks the floor whether the exposed hand is dead, if the rulebook leaves that open. With a player
/// all-in the hand stays live (TFPL 6-13).
pub(super) fn ask_whether_dead(step: &mut Step<'_>, seat: SeatNo) {
    let players = &step.hand().players;
    let is_all_in = !players.all_in().intersection(players.live()).is_empty();
    if step.book().showdown.exposed_hand == ExposedHand::Live || is_all_in {
        return;
    }
    let facing = Facing::of(step.table, seat, step.now);
    let question = Question {
        matter: Matter::ExposedHand,
        clause: Clause::ExposedHand,
        options: vec![RulingOption::PlaysOn, RulingOption::Dead],
        default: RulingOption::PlaysOn,
        forfeit: None,
    };
    step.ask_floor(seat, &facing, question, None);
}

/// Applies the floor's ruling on an exposed hand.
pub(super) fn settle(step: &mut Step<'_>, ticket: &Ticket, option: RulingOption) {
    let seat = ticket.seat;
    let hand = step.hand();
    let live = hand.players.live();
    let can_die = live.contains(seat) && live.len() > 1 && !hand.is_last_contender(seat);
    let dies = option == RulingOption::Dead && can_die;
    let kind = if dies { RulingKind::Dead } else { RulingKind::Released };
    let mut ruling = Ruling::new(seat, kind, Clause::ExposedHand);
    ruling.ticket = Some(ticket.ticket);
    step.announce(ruling);
    if dies {
        let reason = "exposed with action pending".to_owned();
        step.kill_with_refund(seat, Ground::ExposedHand, reason);
    }
}
