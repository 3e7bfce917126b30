//! The cards of a verifiable deal that a step opens.

use super::{Outputs, State, say};
use crate::rounds::{Round, Rounds, deal_event, messages};
use cardroom_deal::{Event as Told, Opens};
use cardroom_engine::Event;
use cardroom_protocol::deal::DealLevel;
use cardroom_protocol::table::TableEvent;
use cardroom_record::ids::ConnectionId;
use cardroom_rules::SeatNo;

/// The places that a step opened.
#[derive(Default)]
pub(in crate::table) struct Course {
    opens: Opens,
    pub(in crate::table) is_over: bool,
}

/// Follows the events of a step as viewers see them. `events` are the same ones of the engine.
pub(in crate::table) fn follow(
    rounds: &mut Rounds,
    told: &[TableEvent],
    events: &[Event],
) -> Course {
    let mut course = Course::default();
    let mut picks = tossed(events);
    for event in told.iter().filter_map(deal_event) {
        let is_start = matches!(event, Told::HandStarted { .. });
        if is_start {
            rounds.last = None;
        }
        rounds.state = match std::mem::replace(&mut rounds.state, State::Idle) {
            State::Bound(round) if is_start => State::Dealing(round),
            other => other,
        };
        let is_toss = matches!(event, Told::Discarded { .. });
        let picks = if is_toss { picks.next() } else { None };
        let round = match &mut rounds.state {
            State::Dealing(round) => Some(round),
            _ => rounds.last.as_mut(),
        };
        if let Some(round) = round {
            course.opens.add(round.dealing.follow(&event, picks));
        }
        course.is_over |= matches!(event, Told::Ended { .. } | Told::Voided { .. });
    }
    course
}

/// Returns what players gave away with these events, in their order.
pub(super) fn tossed<'a>(events: &'a [Event]) -> impl Iterator<Item = u8> + use<'a> {
    events.iter().filter_map(|event| match event {
        Event::Discarded { picks, .. } => Some(picks.0),
        _ => None,
    })
}

/// Sends what a step opened, to each client that follows the cards.
pub(in crate::table) fn tell(
    rounds: &Rounds,
    seq: u64,
    seat_at: impl Fn(ConnectionId) -> Option<SeatNo>,
    course: &Course,
    outputs: &mut Outputs,
) {
    let round: &Round = match (&rounds.state, &rounds.last) {
        (State::Dealing(round), _) => round,
        (_, Some(round)) => round,
        _ => return,
    };
    let Course { opens, .. } = course;
    if opens.is_public() {
        say(rounds, DealLevel::Full, messages::cards(round, seq, opens), outputs);
    }
    if opens.own.is_empty() && opens.own_picks.is_empty() {
        return;
    }
    for (connection, level) in rounds.joined.levels() {
        let seat = seat_at(connection).filter(|_| level == DealLevel::Full);
        let own = seat.and_then(|seat| messages::own_cards(round, seq, opens, seat.0));
        outputs.private.extend(own.map(|own| (connection, own.into())));
    }
}
