//! Players who are skipped and do not speak up (TDA 53-B, 36; TNPL H2-ii; TFPL 3d-8).

use super::answers;
use super::facing::{Facing, Question};
use crate::memory::Memory;
use crate::step::Step;
use cardroom_engine::{
    Adjudicated, Clause, Commitment, Matter, Ruling, RulingKind, RulingOption, Table, Ticket,
};
use cardroom_rules::rulebook::SkippedThreshold;
use cardroom_rules::{Chips, Millis, SeatNo};

/// An action out of turn behind the player on turn.
struct Behind {
    seat: SeatNo,
    at: Millis,
    /// Whether it puts chips in the pot.
    wagers: bool,
    folded: bool,
}

/// Returns the actions out of turn behind the player on turn.
fn behind(memory: &Memory) -> Vec<Behind> {
    let behind = memory.seats().filter_map(|(seat, of_seat)| {
        let held = of_seat.held().map(|held| (held.at, held.wagers, false));
        let folded = of_seat.folded_out_of_turn().map(|at| (at, false, true));
        let (at, wagers, folded) = held.or(folded)?;
        Some(Behind { seat, at, wagers, folded })
    });
    behind.collect()
}

/// Returns `true` if these actions cost a skipped player the full right to act.
fn is_enough(threshold: SkippedThreshold, behind: &[Behind], turn_began: Millis) -> bool {
    match threshold {
        // TDA 36: two actions of which one puts chips in, or any three.
        SkippedThreshold::SubstantialAction => {
            let chips = behind.iter().any(|action| action.wagers);
            behind.len() >= 3 || behind.len() == 2 && chips
        }
        // TFPL 3d-8: only actions during the player's turn count.
        SkippedThreshold::ThreePlayers => {
            behind.iter().filter(|action| action.at >= turn_began).count() >= 3
        }
    }
}

pub(crate) fn out_of_turn_is_substantial(memory: &Memory, table: &Table) -> bool {
    let threshold = table.setup().rulebook.turn.skipped_threshold;
    let mut held = memory.seats().filter_map(|(_, seat)| seat.held());
    held.any(|held| held.bound)
        || table.ticket().is_some_and(|ticket| ticket.matter == Matter::Skipped)
        || is_enough(threshold, &behind(memory), memory.turn_began())
}

/// Returns when a skipped player loses the full right to act.
pub(crate) fn skipped_from(memory: &Memory, table: &Table) -> Option<Millis> {
    let hand = table.in_play()?;
    let on_turn = hand.on_turn()?;
    let is_bound = hand.bound(on_turn).is_some();
    if memory.seat(on_turn).spoke_up() || is_bound || table.waiting_until().is_some() {
        return None;
    }
    let book = &table.setup().rulebook;
    let (behind, began) = (behind(memory), memory.turn_began());
    if !is_enough(book.turn.skipped_threshold, &behind, began) {
        return None;
    }
    match book.turn.skipped_threshold {
        SkippedThreshold::SubstantialAction => {
            let first = behind.iter().map(|action| action.at).min()?;
            Some(first.max(began) + book.hybrid.skipped_ms)
        }
        // TFPL 3d-8 grants no further time once the third player has acted.
        SkippedThreshold::ThreePlayers => Some(began),
    }
}

/// Binds the actions behind a player who had time to speak up and did not, and asks the floor
/// about that player's hand.
pub(crate) fn check(step: &mut Step<'_>) {
    if skipped_from(step.memory(), step.table()).is_none_or(|from| step.now() < from) {
        return;
    }
    let Some((skipped, ..)) = step.table().turn() else { return };
    for action in behind(step.memory()).iter().filter(|action| !action.folded) {
        bind_behind(step, action.seat, action.wagers);
    }
    let facing = Facing::of(step, skipped);
    let question = Question {
        matter: Matter::Skipped,
        clause: Clause::Skipped,
        options: vec![RulingOption::Dead, RulingOption::NonAggressive],
        default: RulingOption::NonAggressive,
        forfeit: None,
    };
    answers::ask_floor(step, skipped, &facing, question, None);
}

/// Binds an action out of turn. A check facing a bet cannot bind and leaves call
/// or fold (TDA 55).
fn bind_behind(step: &mut Step<'_>, seat: SeatNo, wagers: bool) {
    let facing = Facing::of(step, seat);
    if !wagers && facing.is_facing() {
        step.note(Adjudicated::HeldSettled { seat });
        let commitment = Commitment::CallOrFold;
        step.note(Adjudicated::Committed { seat, commitment, chips: Chips::ZERO });
        return super::rule_commit(step, seat, Clause::InvalidDeclaration, None);
    }
    step.note(Adjudicated::HeldBound { seat });
    let mut ruling = Ruling::new(seat, RulingKind::Bound, Clause::Skipped);
    ruling.wager_to = step.memory().seat(seat).held().map(|held| held.to);
    step.announce(ruling);
}

/// Applies the floor's ruling on a skipped hand.
pub(super) fn settle(step: &mut Step<'_>, ticket: &Ticket, option: RulingOption) {
    let seat = ticket.seat;
    if option == RulingOption::Dead {
        let mut ruling = Ruling::new(seat, RulingKind::Dead, Clause::Skipped);
        ruling.ticket = Some(ticket.ticket);
        step.announce(ruling);
        return answers::fold_by_ruling(step, seat);
    }
    let commitment = Commitment::CallOrFold;
    let chips = Chips::ZERO;
    step.note(Adjudicated::Committed { seat, commitment, chips });
    super::rule_commit(step, seat, Clause::Skipped, None);
}
