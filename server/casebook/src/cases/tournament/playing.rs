//! How a hand of a case is played: players who should bust go all-in, one player calls, the others
//! fold.

use super::super::Trouble;
use super::super::case_table::refused;
use cardroom_engine::{Action, Event, Input, Legal};
use cardroom_hybrid::HybridTable;
use cardroom_rules::{Millis, SeatNo, SeatSet};

/// The intended outcome of a hand.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// Players who lose all their chips.
    pub(super) out: SeatSet,
    pub(super) winner: Option<SeatNo>,
    /// A player who calls in addition to the winner, and has chips left.
    pub(super) caller: Option<SeatNo>,
}

/// How far a hand was played.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Over,
    /// The hand is held: no player can act, and no deadline is pending.
    Held,
}

/// Plays a hand to its end. Players who should bust go all-in, the winner calls, the others fold.
/// `watch` gets every event, with the table right after it.
pub(super) fn play_out(
    table: &mut HybridTable,
    now: Millis,
    plan: Plan,
    mut watch: impl FnMut(&Event, &HybridTable),
) -> Result<End, Trouble> {
    const MANY: usize = 1_000;
    for _ in 0..MANY {
        if table.hand_in_progress().is_none() {
            return Ok(End::Over);
        }
        if table.turn().is_none() && table.deadline().is_none() {
            return Ok(End::Held);
        }
        let late = table.deadline().is_some_and(|due| due <= now);
        let (at, input) = match table.turn().filter(|_| !late) {
            Some((seat, turn, legal)) => {
                (now, Input::Act { seat, turn, action: action(plan, seat, &legal) })
            }
            None => (now.max(table.deadline().unwrap_or(now)), Input::Tick),
        };
        let mut folded = table.clone();
        let events = table.step(at, input).map_err(|refusal| {
            Trouble::differs("the hand is played to its end", refused(&refusal))
        })?;
        for event in &events {
            folded.apply(event);
            watch(event, &folded);
        }
    }
    Err(Trouble::differs("the hand is played to its end", "it does not end"))
}

fn action(plan: Plan, seat: SeatNo, legal: &Legal) -> Action {
    if legal.discard.is_some() {
        return Action::Discard(cardroom_engine::Picks::NONE);
    }
    let pays = if legal.call.is_some() { Action::Call } else { Action::Check };
    match legal.wager {
        Some(wager) if plan.out.contains(seat) && wager.raise => Action::RaiseTo(wager.all_in_to),
        Some(wager) if plan.out.contains(seat) => Action::Bet(wager.all_in_to),
        None if plan.out.contains(seat) => pays,
        _ if plan.winner == Some(seat) || plan.caller == Some(seat) => pays,
        _ if legal.fold => Action::Fold,
        _ => Action::BringIn,
    }
}
