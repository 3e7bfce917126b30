//! Players who are skipped and do not speak up (TDA 53-B, 36; TNPL H2-ii; TFPL 3d-8).

use super::facing::{Facing, Question};
use super::state::Declared;
use crate::hand::Phase;
use crate::ruling::{
    Adjudicated, Clause, Commitment, Matter, Ruling, RulingKind, RulingOption, Ticket,
};
use crate::table::{Step, Table};
use cardroom_rules::rulebook::SkippedThreshold;
use cardroom_rules::{Millis, SeatNo};

/// An action out of turn behind the player on turn.
struct Behind {
    seat: SeatNo,
    at: Millis,
    /// Whether it puts chips in the pot.
    wagers: bool,
    folded: bool,
}

/// Returns the actions out of turn behind the player on turn.
fn behind(declared: &Declared) -> Vec<Behind> {
    let seats = declared.seats.iter().enumerate();
    let behind = seats.filter_map(|(index, of_seat)| {
        let seat = SeatNo::from_index(index);
        let held = of_seat.held.as_ref().map(|held| (held.at, held.wagers, false));
        let folded = of_seat.folded_out_of_turn.map(|at| (at, false, true));
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

pub(super) fn out_of_turn_is_substantial(table: &Table) -> bool {
    let Some(declared) = table.declared.as_deref() else { return false };
    let threshold = table.setup.rulebook.turn.skipped_threshold;
    let asked = |ticket: &Ticket| ticket.matter == Matter::Skipped;
    let mut held = declared.seats.iter().filter_map(|seat| seat.held.as_ref());
    held.any(|held| held.bound)
        || declared.ticket.as_ref().is_some_and(asked)
        || is_enough(threshold, &behind(declared), declared.turn_began)
}

/// Returns when a skipped player loses the full right to act.
pub(crate) fn skipped_from(table: &Table) -> Option<Millis> {
    let declared = table.declared.as_deref()?;
    let Phase::Turn(turn) = table.hand.as_ref()?.phase else { return None };
    let of_turn = declared.seat(turn.seat);
    if of_turn.spoke_up || of_turn.commitment.is_some() || declared.is_waiting() {
        return None;
    }
    let book = &table.setup.rulebook;
    let behind = behind(declared);
    if !is_enough(book.turn.skipped_threshold, &behind, declared.turn_began) {
        return None;
    }
    let began = declared.turn_began;
    match book.turn.skipped_threshold {
        SkippedThreshold::SubstantialAction => {
            let first = behind.iter().map(|action| action.at).min()?;
            Some(first.max(began) + book.hybrid.skipped_ms)
        }
        // TFPL 3d-8 grants no further time once the third player has acted.
        SkippedThreshold::ThreePlayers => Some(began),
    }
}

/// Returns when an open question about a declaration is settled without an answer.
pub(crate) fn declaration_due(table: &Table) -> Option<Millis> {
    table.declared.as_deref()?.waiting_until()
}

/// Binds the actions behind a player who had time to speak up and did not, and asks the floor
/// about that player's hand.
pub(super) fn check(step: &mut Step<'_>) {
    if skipped_from(step.table).is_none_or(|from| step.now < from) {
        return;
    }
    let Some((skipped, ..)) = step.table.turn() else { return };
    for action in behind(step.declared()).iter().filter(|action| !action.folded) {
        bind_behind(step, action.seat, action.wagers);
    }
    let facing = Facing::of(step.table, skipped, step.now);
    let question = Question {
        matter: Matter::Skipped,
        clause: Clause::Skipped,
        options: vec![RulingOption::Dead, RulingOption::NonAggressive],
        default: RulingOption::NonAggressive,
        forfeit: None,
    };
    step.ask_floor(skipped, &facing, question, None);
}

/// Binds an action out of turn. A check facing a bet cannot bind and leaves call
/// or fold (TDA 55).
fn bind_behind(step: &mut Step<'_>, seat: SeatNo, wagers: bool) {
    let facing = Facing::of(step.table, seat, step.now);
    if !wagers && facing.is_facing() {
        step.note(Adjudicated::HeldSettled { seat });
        let commitment = Commitment::CallOrFold;
        step.note(Adjudicated::Committed { seat, commitment, chips: cardroom_rules::Chips::ZERO });
        return super::rule_commit(step, seat, Clause::InvalidDeclaration, None);
    }
    step.note(Adjudicated::HeldBound { seat });
    let mut ruling = Ruling::new(seat, RulingKind::Bound, Clause::Skipped);
    ruling.wager_to = step.declared().seat(seat).held.as_ref().map(|held| held.to);
    step.announce(ruling);
}

/// Applies the floor's ruling on a skipped hand.
pub(super) fn settle(step: &mut Step<'_>, ticket: &Ticket, option: RulingOption) {
    let seat = ticket.seat;
    if option == RulingOption::Dead {
        let mut ruling = Ruling::new(seat, RulingKind::Dead, Clause::Skipped);
        ruling.ticket = Some(ticket.ticket);
        step.announce(ruling);
        return step.fold_by_ruling(seat);
    }
    let commitment = Commitment::CallOrFold;
    let chips = cardroom_rules::Chips::ZERO;
    step.note(Adjudicated::Committed { seat, commitment, chips });
    super::rule_commit(step, seat, Clause::Skipped, None);
}
