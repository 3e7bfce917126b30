//! A player in its turn: when to act, with which answer, and what to send after a refusal.

use super::turns::{Answer, Due, Refusal, time_of_turn};
use super::{Phase, Player};
use crate::choices::Choices as _;
use crate::model::{Seat, Table};
use crate::probe::{ActionKey, ActionSeen, ActionTiming};
use cardroom_cards::CardSet;
use cardroom_protocol::hybrid::MakeGesture;
use cardroom_protocol::server::{ActionAccepted, ActionRefused, YourTurn};
use cardroom_protocol::table::{Acted, LegalActions};
use cardroom_protocol::{HandNo, TableId, TurnToken};
use std::time::Duration;

/// The part of the time limit reserved for the way to the server.
const TIME_MARGIN: Duration = Duration::from_millis(500);

pub(super) fn your_turn(player: &mut Player, now: Duration, turn: &YourTurn) {
    if !player.view.is_at(turn.table) {
        return;
    }
    if let Some(table) = player.view.synced_mut() {
        table.take_turn(turn);
        consider(player, now);
    }
}

/// Considers the pending decision: repeats an action that may have been lost, or
/// schedules a new one.
pub(super) fn consider(player: &mut Player, now: Duration) {
    let Some(table) = player.view.table() else { return };
    let Some(decision) = &table.decision else { return };
    let turn = decision.turn;
    // Only the floor's question can be answered now. The turn comes again after the ruling.
    let asked = table.hybrid.as_ref().is_some_and(|hybrid| hybrid.ticket.is_some());
    // The turn comes again after a pause, too.
    if player.turns.has_given_up(turn) || asked || table.paused {
        return;
    }
    if let Some(message) = player.turns.repeat(turn) {
        return player.outbox.send(message);
    }
    let limit = time_to_act(player.in_match, table);
    let think = if matches!(player.phase, Phase::Leaving { .. }) {
        Duration::ZERO
    } else {
        match player.brain.think_time(table, &decision.legal) {
            Some(time) => time.min(limit),
            None => player.shared.settings.think_time.sample(&mut player.think_rng, limit),
        }
    };
    let at = now.saturating_add(think);
    player.turns.schedule(Due { turn, received: now, at, is_asked: false });
    act_when_due(player, now);
}

/// Returns how long a decision may take, without the way to the server. In a match, its limit
/// replaces the clock of the table.
fn time_to_act(in_match: Option<Duration>, table: &Table) -> Duration {
    in_match.unwrap_or_else(|| time_of_turn(table)).saturating_sub(TIME_MARGIN)
}

/// Acts if the think time of the turn has passed.
pub(super) fn act_when_due(player: &mut Player, now: Duration) {
    let Some(due) = player.turns.take_due(now) else { return };
    let Some(table) = player.view.table().filter(|table| !table.paused) else { return };
    let Some(decision) = table.decision.as_ref().filter(|open| open.turn == due.turn) else {
        return;
    };
    if let Some(message) = player.turns.repeat(due.turn) {
        return player.outbox.send(message);
    }
    let (brain, legal) = (&mut player.brain, decision.legal);
    let limit = time_to_act(player.in_match, table);
    let last = due.received.saturating_add(limit);
    if !brain.is_decided(table, &legal) && now < last {
        return player.turns.schedule(Due { at: last, is_asked: true, ..due });
    }
    let may_gesture = table.hybrid.is_some() && legal.discard.is_none();
    let gesture = if may_gesture && player.turns.take_gesture(due.turn) {
        brain.gesture(table, &legal)
    } else {
        None
    };
    let mut answer = match (legal.discard, gesture) {
        (Some(range), _) => Answer::Discard(brain.discard(table, range)),
        (None, Some(gesture)) => Answer::Gesture(Box::new(gesture)),
        (None, None) => Answer::Action(brain.act(table, &legal)),
    };
    if !is_legal(table, &legal, &answer) {
        player.shared.counters.illegal_choices.count();
        tracing::warn!(bot = player.bot, ?answer, ?legal, "the brain's action is not legal");
        answer = safe_answer(table, &legal);
    }
    let timing = ActionTiming { turn_received: due.received, intended: due.at, sent: now };
    send(player, due.turn, answer, timing, false);
}

fn send(
    player: &mut Player,
    turn: TurnToken,
    answer: Answer,
    timing: ActionTiming,
    fallback: bool,
) {
    let Some(table) = player.view.table() else { return };
    let sent = player.turns.answer(table, turn, answer, timing, fallback);
    player.outbox.send(sent.message());
    player.shared.counters.actions.count();
    if let Some(reported) = &sent.reported {
        player.shared.observe(|probe| probe.action_sent(player.bot, reported));
    }
}

pub(super) fn accepted(player: &mut Player, now: Duration, accepted: &ActionAccepted) {
    let Some(sent) = player.turns.accepted(accepted.action_id) else { return };
    player.shared.counters.actions_accepted.count();
    if let Some(reported) = &sent.reported {
        player.shared.observe(|probe| probe.action_accepted(player.bot, now, reported));
    }
}

/// Handles a refused action. If the room does not accept the answer, the player checks or folds
/// once, and then leaves the turn to the clock.
pub(super) fn refused(player: &mut Player, now: Duration, refused: &ActionRefused) {
    let shared = &player.shared;
    shared.notices.count_if_limit("action", refused.code);
    let Some(refusal) = player.turns.refused(now, refused.action_id, refused.code) else { return };
    shared.observe(|probe| probe.action_refused(player.bot, now, refused.code));
    let sent = match refusal {
        Refusal::Passing => return,
        Refusal::Late => return shared.counters.actions_late.count(),
        Refusal::Illegal(sent) => sent,
    };
    shared.counters.actions_refused.count();
    let table = player.view.table();
    let open = table.and_then(|table| table.decision.as_ref());
    let open = open.filter(|open| open.turn == sent.turn).map(|open| open.legal);
    let safe = refused.legal.or(open).zip(table);
    match safe.map(|(legal, table)| safe_answer(table, &legal)) {
        Some(safe) if !sent.fallback => {
            tracing::warn!(
                bot = player.bot, answer = ?sent.answer, code = %refused.code, refused.message,
                "the server refused an action"
            );
            send(player, sent.turn, safe, sent.timing, true);
        }
        _ => {
            player.turns.give_up(sent.turn);
            let what = format!("refused twice: {}: {}", refused.code, refused.message);
            shared.protocol_error(player.bot, now, &what);
        }
    }
}

/// Offers the brain to act out of turn, because another player's turn has begun.
pub(super) fn interject(player: &mut Player) {
    let Some(table) = player.view.table().filter(|table| table.hybrid.is_some()) else {
        return;
    };
    let can_act = table.hero().is_some_and(Seat::can_act);
    if !can_act
        || table.paused
        || player.turns.unaccepted().is_some()
        || player.phase != Phase::Playing
    {
        return;
    }
    let Some(gesture) = player.brain.interject(table) else { return };
    let (table, gesture) = (table.info.table, Box::new(gesture));
    let action_id = player.turns.next_action_id();
    player.outbox.send(MakeGesture { table, turn: None, action_id, gesture });
}

/// Handles an action by any player, perhaps this one.
pub(super) fn action_seen(
    player: &Player,
    now: Duration,
    table: TableId,
    index: Option<(HandNo, u32)>,
    acted: &Acted,
    is_hero: bool,
) {
    if is_hero && acted.timed_out {
        player.shared.counters.timeouts.count();
    }
    let Some(probe) = &player.shared.probe else { return };
    let open = player.view.table().and_then(|table| table.decision.as_ref());
    let own = if is_hero && !acted.timed_out {
        player.turns.timing(open.map(|open| open.turn))
    } else {
        None
    };
    probe.action_seen(&ActionSeen {
        bot: player.bot,
        key: index.map(|(hand, index)| ActionKey { table, hand, index }),
        table,
        seat: acted.seat,
        received: now,
        own,
    });
}

/// Returns `true` if the room accepts an answer. Only the room can judge a gesture.
fn is_legal(table: &Table, legal: &LegalActions, answer: &Answer) -> bool {
    match (answer, legal.discard) {
        (Answer::Gesture(_), None) => true,
        (Answer::Action(action), None) => legal.allows(*action),
        (Answer::Discard(cards), Some(range)) => {
            let held: CardSet = table.cards.iter().collect();
            let fits = |count: usize| {
                (usize::from(range.least)..=usize::from(range.most)).contains(&count)
            };
            cards.difference(held).is_empty() && fits(cards.len())
        }
        _ => false,
    }
}

/// Returns an answer that is always legal: check or fold, and in a draw stand pat or discard as
/// few cards as allowed.
fn safe_answer(table: &Table, legal: &LegalActions) -> Answer {
    match legal.discard {
        None => Answer::Action(legal.check_or_fold()),
        Some(range) => Answer::Discard(table.cards.iter().take(usize::from(range.least)).collect()),
    }
}
