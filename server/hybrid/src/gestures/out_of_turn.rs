//! Action out of turn (TDA 53-A, 50-B, 58, 59-B; TNPL H2-i; TFPL 3d-5, 3d-7). It is held until the
//! player's turn and then binds, is released, or commits the player. A fold binds at once.

use super::facing::{Facing, Judged, Prior, Pushed, Question};
use super::{answers, motions, skipped};
use crate::memory::Held;
use crate::step::Step;
use cardroom_engine::{
    Action, Adjudicated, Clause, Commitment, EtiquetteFlag, Gesture, Ground, Matter, Refusal,
    RefusalKind, Ruling, RulingKind, RulingOption, Said, Ticket, Words,
};
use cardroom_rules::rulebook::{DeadHand, IrregularFold, OotChanged};
use cardroom_rules::{Chips, SeatNo};

/// Handles a gesture of a player who is not on turn.
pub(super) fn gesture(
    step: &mut Step<'_>,
    seat: SeatNo,
    on_turn: SeatNo,
    gesture: Gesture,
) -> Result<(), Refusal> {
    let folds = is_fold(&gesture);
    match &gesture {
        _ if folds && !step.hand().uncalled_wager_of(seat).is_zero() => {
            discard_bet(step, seat);
            return Ok(());
        }
        _ if folds && binds_at_once(step, seat) => {
            fold_out_of_turn(step, seat, on_turn);
            return Ok(());
        }
        Gesture::ForwardMotion { .. } => {
            step.announce(Ruling::new(seat, RulingKind::None, Clause::Release));
            return Ok(());
        }
        Gesture::Motion { .. } | Gesture::HandsAtRest | Gesture::SpeakUp => {
            return Err(RefusalKind::NotYourTurn.into());
        }
        _ => {}
    }
    if step.hand().stack(seat).is_zero() {
        return Err(RefusalKind::NotYourTurn.into());
    }
    if step.memory().seat(seat).held().is_some() {
        return Err(RefusalKind::DeclaredAlready.into());
    }
    hold(step, seat, on_turn, gesture)?;
    motions::react_to_forward_motion(step, on_turn);
    skipped::check(step);
    Ok(())
}

/// Handles a bettor who discards although opponents are still in the hand. The dealer
/// holds the cards and calls the floor (TDA 15-B). Under a rulebook that never revives a
/// hand, it is dead.
fn discard_bet(step: &mut Step<'_>, seat: SeatNo) {
    step.flag(seat, EtiquetteFlag::NonstandardFold);
    if step.book().showdown.dead_hand == DeadHand::Final {
        step.announce(Ruling::new(seat, RulingKind::Dead, Clause::DiscardedBet));
        kill_discarded(step, seat);
        return step.advance();
    }
    let facing = Facing::of(step, seat);
    let question = Question {
        matter: Matter::DiscardedBet,
        clause: Clause::DiscardedBet,
        options: vec![RulingOption::NotBinding, RulingOption::Dead],
        default: RulingOption::NotBinding,
        forfeit: None,
    };
    answers::ask_floor(step, seat, &facing, question, None);
}

/// Applies the floor's ruling on a hand that its bettor discarded.
pub(super) fn settle_discarded_bet(step: &mut Step<'_>, ticket: &Ticket, option: RulingOption) {
    let dead = option == RulingOption::Dead;
    let kind = if dead { RulingKind::Dead } else { RulingKind::Released };
    let mut ruling = Ruling::new(ticket.seat, kind, Clause::DiscardedBet);
    ruling.ticket = Some(ticket.ticket);
    step.announce(ruling);
    if dead {
        kill_discarded(step, ticket.seat);
    }
}

fn kill_discarded(step: &mut Step<'_>, seat: SeatNo) {
    let live = step.hand().live();
    if live.contains(seat) && live.len() > 1 {
        step.kill_with_refund(seat, Ground::DeadHand, "discarded after betting");
    }
}

/// Returns `true` if a fold out of turn binds at once. Under some rulebooks it does only facing
/// a bet, and otherwise once another player has acted on it (WPTAPL 25).
fn binds_at_once(step: &Step<'_>, seat: SeatNo) -> bool {
    let at_once = step.book().turn.oot_fold == IrregularFold::Binding;
    at_once || Facing::of(step, seat).is_facing()
}

fn hold(
    step: &mut Step<'_>,
    seat: SeatNo,
    on_turn: SeatNo,
    gesture: Gesture,
) -> Result<(), Refusal> {
    let facing = Facing::of(step, seat);
    let (judged, pushed) = super::judge(step, seat, &facing, &gesture)?;
    let (to, wagers) = match &judged {
        Judged::Stands(standing) => {
            let passive = matches!(standing.action, Action::Check | Action::Fold);
            (standing.wager_to, !passive)
        }
        Judged::Commits(Commitment::CallOrFold, _) | Judged::Nothing(_) => (facing.bet, false),
        _ => (facing.bet, true),
    };
    let added = pushed.map_or(Chips::ZERO, |pushed: Pushed| pushed.added);
    let stake = added.max(to.saturating_sub(facing.bet));
    let before_amount = step.hand().bound(on_turn) == Some(Commitment::Wager);
    step.note(Adjudicated::Held {
        seat,
        gesture,
        at: step.now(),
        to,
        stake,
        wagers,
        before_amount,
    });
    let mut ruling = Ruling::new(seat, RulingKind::Held, Clause::OutOfTurn);
    ruling.wager_to = Some(to);
    step.announce(ruling);
    step.flag(seat, EtiquetteFlag::OutOfTurn);
    Ok(())
}

/// Folds the hand: a fold out of turn is a fold (TDA 53-A, 58).
fn fold_out_of_turn(step: &mut Step<'_>, seat: SeatNo, on_turn: SeatNo) {
    let mut ruling = Ruling::new(seat, RulingKind::Bound, Clause::FoldOutOfTurn);
    ruling.options = vec![RulingOption::Fold];
    step.announce(ruling);
    step.note(Adjudicated::FoldedOutOfTurn { seat, at: step.now() });
    step.flag(seat, EtiquetteFlag::NonstandardFold);
    if step.table().turn().is_some() {
        motions::react_to_forward_motion(step, on_turn);
        skipped::check(step);
    }
    step.advance();
}

/// Settles an action out of turn when the player's turn comes. Returns `true` if that decides
/// the turn, and `false` if the player gets a normal turn.
#[inline]
pub(crate) fn settle_out_of_turn(step: &mut Step<'_>, seat: SeatNo) -> bool {
    let Some(held) = step.memory().seat(seat).held().cloned() else { return false };
    let rule = step.book().turn;
    let changed = held.raised || held.called && rule.oot_call_changes_action;
    step.note(Adjudicated::HeldSettled { seat });
    // By the time its turn comes, another player has acted on a fold.
    if is_fold(&held.gesture) || !changed || held.bound && !held.raised {
        return bind(step, seat, &held);
    }
    if held.before_amount && is_call(&held.gesture) {
        ask_about_premature_call(step, seat, &held);
        return true;
    }
    match rule.oot_changed {
        // TFPL 3d-7: a player who checked out of turn may not bet or raise.
        _ if rule.oot_check_bars_raise && !held.wagers => commit_held(step, seat, &held, false),
        OotChanged::Released => release_held(step, seat, &held),
        OotChanged::CommittedCallOrFold => commit_held(step, seat, &held, true),
        OotChanged::CallOrFold => commit_held(step, seat, &held, false),
    }
    false
}

/// Binds the player, as the action would have in turn, because the action has not changed.
fn bind(step: &mut Step<'_>, seat: SeatNo, held: &Held) -> bool {
    let facing = Facing::of(step, seat);
    let Ok((judged, pushed)) = super::judge(step, seat, &facing, &held.gesture) else {
        return false;
    };
    let judged = without_raise(&facing, judged);
    if let Judged::Stands(standing) = &judged {
        let mut ruling = Ruling::new(seat, RulingKind::Bound, Clause::OutOfTurn);
        let shown = pushed.as_ref().map_or(facing.front.value, |pushed| pushed.total);
        ruling.wager_to = Some(standing.wager_to);
        ruling.returned = shown.saturating_sub(standing.wager_to);
        ruling.adds = standing.wager_to.saturating_sub(shown);
        step.announce(ruling);
        step.act(seat, standing.action);
        return true;
    }
    step.begin_turn(seat);
    super::carry_out(step, seat, &facing, judged, pushed.as_ref(), None);
    true
}

/// Turns a raise out of turn into a call under rulebooks that do not allow it (TFPL 3d-5).
fn without_raise(facing: &Facing, judged: Judged) -> Judged {
    if facing.book.turn.oot_may_raise {
        return judged;
    }
    match &judged {
        Judged::Stands(standing) if matches!(standing.action, Action::RaiseTo(_)) => {
            facing.call(Clause::OutOfTurn)
        }
        Judged::Commits(Commitment::Wager, _) | Judged::Moves(_)
            if !facing.current_bet.is_zero() =>
        {
            facing.call(Clause::OutOfTurn)
        }
        _ => judged,
    }
}

/// Returns the chips and reopens all options, because the action has changed (TDA 53-A).
fn release_held(step: &mut Step<'_>, seat: SeatNo, held: &Held) {
    let mut ruling = Ruling::new(seat, RulingKind::Released, Clause::OutOfTurn);
    let legal = step.legal(seat);
    ruling.returned = held.stake;
    ruling.options = legal.options();
    ruling.call_to = Some(Facing::of(step, seat).call_to());
    step.announce(ruling);
}

/// Limits the player to call or fold, because the action has changed. Under TNPL the chips stay
/// in, up to the call; under TFPL they go back.
fn commit_held(step: &mut Step<'_>, seat: SeatNo, held: &Held, stays: bool) {
    let facing = Facing::of(step, seat);
    let due = facing.call_to().saturating_sub(facing.bet);
    let at_stake = held.to.saturating_sub(facing.bet);
    let chips = if stays { at_stake.min(due) } else { Chips::ZERO };
    step.note(Adjudicated::Committed { seat, commitment: Commitment::CallOrFold, chips });
    let mut ruling = Ruling::new(seat, RulingKind::Commit, Clause::OutOfTurn);
    ruling.options = step.legal(seat).options();
    ruling.call_to = Some(facing.call_to());
    ruling.forfeit = stays.then_some(chips);
    ruling.returned = held.stake.saturating_sub(chips);
    step.announce(ruling);
}

/// Asks the floor whether a call before the amount was known binds to any amount (TDA 59-B).
fn ask_about_premature_call(step: &mut Step<'_>, seat: SeatNo, held: &Held) {
    step.begin_turn(seat);
    let facing = Facing::of(step, seat);
    let question = Question {
        matter: Matter::PrematureCall,
        clause: Clause::Premature,
        options: vec![RulingOption::Binding, RulingOption::NotBinding],
        default: RulingOption::NotBinding,
        forfeit: None,
    };
    let shown = facing.front.value + held.stake.min(facing.stack);
    let pushed = Pushed {
        total: shown,
        chips: Vec::new(),
        last: false,
        prior: Prior::None,
        added: shown - facing.front.value,
    };
    answers::ask_floor(step, seat, &facing, question, Some(&pushed));
}

/// Releases held actions, because the betting of the street ended before their turn.
pub(crate) fn give_back_held(step: &mut Step<'_>) {
    let held = step.memory().seats().filter_map(|(seat, of)| Some((seat, of.held()?.stake)));
    let held: Vec<(SeatNo, Chips)> = held.collect();
    for (seat, stake) in held {
        step.note(Adjudicated::HeldSettled { seat });
        let mut ruling = Ruling::new(seat, RulingKind::Released, Clause::OutOfTurn);
        ruling.returned = stake;
        step.announce(ruling);
    }
}

fn is_fold(gesture: &Gesture) -> bool {
    let (Gesture::Say(said) | Gesture::Both { said, .. }) = gesture else { return false };
    said.words == Words::Fold
}

fn is_call(gesture: &Gesture) -> bool {
    let call = |said: &Said| said.words == Words::Call;
    matches!(gesture, Gesture::Say(said) | Gesture::Both { said, .. } if call(said))
}
