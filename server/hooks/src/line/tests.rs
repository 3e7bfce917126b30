//! Lines of events against receivers that answer, fail, and come back.

use super::*;
use crate::ATTEMPTS;
use proptest::prelude::*;

const START: u64 = 1_798_741_800_000;
const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const DAY: u64 = 24 * 60 * MINUTE;
const MIDDLE: fn() -> Draw = || Draw::new(500);
const SEND: fn(u64) -> Output = |event| Output::Send { event };

fn added(event: u64) -> Input {
    Input::Added { event, kind: EventKind::Level }
}

fn answered(answer: Answer) -> Input {
    Input::Answered { answer, draw: MIDDLE() }
}

fn ended(event: u64, number: u32, answer: Answer, again_ms: Option<u64>) -> Output {
    Output::Ended(Attempt { event, number, answer, again_ms })
}

#[test]
fn events_go_one_at_a_time_in_their_order() {
    let mut line = Line::default();
    assert_eq!(line.on(START, added(5)), [SEND(5)]);
    assert_eq!(line.on(START, added(7)), []);
    assert_eq!(line.on(START, added(6)), []);
    assert_eq!(line.deadline(), None, "one is under way");
    for (event, next) in [(5, Some(6)), (6, Some(7)), (7, None)] {
        let done = ended(event, 1, Answer::Success, None);
        let expected: Vec<_> = [done].into_iter().chain(next.map(SEND)).collect();
        assert_eq!(line.on(START + event, answered(Answer::Success)), expected);
    }
    assert!(line.waiting().is_empty());
    assert_eq!(line.deadline(), None);
}

#[test]
fn an_event_that_fails_is_tried_ten_times_and_then_given_up() {
    let (mut line, mut now) = (Line::default(), START);
    let mut outputs = line.on(now, added(1));
    let mut delays = Vec::new();
    for number in 1_u32.. {
        assert_eq!(outputs.pop(), Some(SEND(1)), "attempt {number}");
        outputs = line.on(now, answered(Answer::Failed));
        let Some(Output::Ended(attempt)) = outputs.first().copied() else { panic!("{outputs:?}") };
        assert_eq!((attempt.event, attempt.number), (1, number));
        let Some(again_ms) = attempt.again_ms else { break };
        assert_eq!(line.deadline(), Some(again_ms));
        assert_eq!(line.on(again_ms - 1, Input::Tick), []);
        delays.push((again_ms - now) / SECOND);
        now = again_ms;
        outputs = line.on(now, Input::Tick);
    }
    assert_eq!(delays.len(), ATTEMPTS - 1);
    assert_eq!(delays[..3], [5, 300, 1_800]);
    assert!(line.waiting().is_empty());
    assert_eq!(line.off(), None, "three days of failure do not turn it off");
}

#[test]
fn later_events_wait_five_minutes_for_an_earlier_one_and_no_longer() {
    let mut line = Line::default();
    line.on(START, added(1));
    line.on(START + SECOND, added(2));
    line.on(START, answered(Answer::Failed));
    let second = START + 5 * SECOND;
    assert_eq!(line.on(second, Input::Tick), [SEND(1)]);
    line.on(second, answered(Answer::Failed));
    // The third attempt is due after five minutes and five seconds, and the other event before.
    let patience_ends = START + SECOND + 5 * MINUTE;
    assert_eq!(line.deadline(), Some(patience_ends));
    assert_eq!(line.on(patience_ends - 1, Input::Tick), []);
    assert_eq!(line.on(patience_ends, Input::Tick), [SEND(2)]);
    let done = ended(2, 1, Answer::Success, None);
    assert_eq!(line.on(patience_ends, answered(Answer::Success)), [done]);
    assert_eq!(line.on(second + 5 * MINUTE, Input::Tick), [SEND(1)]);
}

#[test]
fn an_earlier_event_that_arrives_lets_the_later_ones_follow_at_once() {
    let mut line = Line::default();
    for event in 1..=3 {
        line.on(START, added(event));
    }
    line.on(START, answered(Answer::Failed));
    assert_eq!(line.on(START + 5 * SECOND, Input::Tick), [SEND(1)]);
    let outputs = line.on(START + 6 * SECOND, answered(Answer::Success));
    assert_eq!(outputs, [ended(1, 2, Answer::Success, None), SEND(2)]);
}

#[test]
fn a_busy_receiver_is_asked_when_it_says_and_that_uses_no_attempt_up() {
    let (mut line, mut now) = (Line::default(), START);
    line.on(now, added(1));
    for number in 1..=50 {
        let busy = Answer::Busy { wait_ms: 2_500 };
        let outputs = line.on(now, answered(busy));
        assert_eq!(outputs, [ended(1, number, busy, Some(now + 2_500))]);
        now += 2_500;
        assert_eq!(line.on(now, Input::Tick), [SEND(1)]);
    }
    let outputs = line.on(now, answered(Answer::Failed));
    assert_eq!(outputs, [ended(1, 51, Answer::Failed, Some(now + 5 * SECOND))]);
}

#[test]
fn a_receiver_that_is_gone_turns_the_hook_off_until_an_operator_turns_it_on() {
    let mut line = Line::default();
    line.on(START, added(1));
    line.on(START, added(2));
    let outputs = line.on(START, answered(Answer::Gone));
    assert_eq!(outputs, [ended(1, 1, Answer::Gone, Some(START)), Output::Off(OffReason::Gone)]);
    assert_eq!(line.on(START + DAY, Input::Tick), []);
    assert_eq!((line.deadline(), line.off()), (None, Some(OffReason::Gone)));
    assert_eq!(line.on(START + DAY, Input::TurnedOn), [SEND(1)]);
    let outputs = line.on(START + DAY, answered(Answer::Success));
    assert_eq!(outputs, [ended(1, 2, Answer::Success, None), SEND(2)]);
}

#[test]
fn five_days_without_success_turn_the_hook_off() {
    let mut line = Line::default();
    let fail = |line: &mut Line, event, at| {
        line.on(at, added(event));
        line.on(at, answered(Answer::Failed))
    };
    fail(&mut line, 1, START);
    assert_eq!(line.failing_since_ms(), Some(START));
    let restored = Line::restored(line.waiting().clone(), line.failing_since_ms(), line.off());
    let mut too_late = restored.clone();
    too_late.on(START + 5 * DAY, Input::Tick);
    let outputs = too_late.on(START + 5 * DAY, answered(Answer::Failed));
    assert_eq!(outputs[1..], [Output::Off(OffReason::Failing)]);
    // One millisecond less is not enough, and success begins the count again.
    let mut line = restored;
    line.on(START + 5 * DAY - 1, Input::Tick);
    assert_eq!(line.on(START + 5 * DAY - 1, answered(Answer::Failed)).len(), 1);
    line.on(START + 5 * DAY + MINUTE * 6, Input::Tick);
    line.on(START + 5 * DAY + MINUTE * 6, answered(Answer::Success));
    assert_eq!(line.failing_since_ms(), None);
    fail(&mut line, 9, START + 6 * DAY);
    assert_eq!(line.off(), None);
}

#[test]
fn an_operator_who_turns_a_hook_off_stops_what_waits_and_not_what_is_under_way() {
    let mut line = Line::default();
    line.on(START, added(1));
    line.on(START, added(2));
    assert_eq!(line.on(START, Input::TurnedOff), []);
    let outputs = line.on(START, answered(Answer::Success));
    assert_eq!(outputs, [ended(1, 1, Answer::Success, None)]);
    assert_eq!(line.off(), Some(OffReason::Operator));
    assert_eq!(line.on(START + DAY, Input::TurnedOn), [SEND(2)]);
}

#[test]
fn what_was_under_way_at_a_crash_is_sent_again() {
    let mut line = Line::default();
    line.on(START, added(1));
    let mut restored = Line::restored(line.waiting().clone(), None, None);
    assert_eq!(restored.on(START, Input::Tick), [SEND(1)]);
    let outputs = restored.on(START, answered(Answer::Success));
    assert_eq!(outputs, [ended(1, 2, Answer::Success, None)]);
}

#[test]
fn an_event_that_arrived_can_be_sent_again() {
    let mut line = Line::default();
    line.on(START, added(1));
    assert_eq!(line.on(START, added(1)), [], "it is under way already");
    line.on(START, answered(Answer::Success));
    assert!(line.waiting().is_empty());
    assert_eq!(line.on(START + DAY, added(1)), [SEND(1)]);
}

#[test]
fn a_hook_makes_sixty_attempts_at_once_and_then_twenty_a_second() {
    let mut line = Line::default();
    let mut sent_at = Vec::new();
    let mut outputs: Vec<Output> =
        (1..=200).flat_map(|event| line.on(START, added(event))).collect();
    let mut now = START;
    while !line.waiting().is_empty() {
        match outputs.pop() {
            Some(Output::Send { .. }) => {
                sent_at.push(now);
                outputs = line.on(now, answered(Answer::Success));
            }
            _ => {
                now = line.deadline().expect("one waits for its turn");
                assert_eq!(line.on(now - 1, Input::Tick), []);
                outputs = line.on(now, Input::Tick);
            }
        }
    }
    assert_eq!(sent_at.iter().filter(|at| **at == START).count(), 60);
    let later: Vec<u64> = (1..=140).map(|number| START + 50 * number).collect();
    assert_eq!(sent_at[60..], later);
}

#[test]
fn a_hand_has_no_place_behind_ten_thousand_events_and_others_have() {
    let most = u64::try_from(MAX_WAITING).unwrap();
    assert!(has_place(EventKind::HandEnded, most - 1));
    assert!(!has_place(EventKind::HandEnded, most));
    assert!(has_place(EventKind::Level, most + 1));
}

#[test]
fn ten_thousand_wait_and_hands_are_dropped_first() {
    let mut line = Line::default();
    line.on(START, added(0));
    let most = u64::try_from(MAX_WAITING).unwrap();
    for event in 1..most {
        let kind = if event % 2 == 0 { EventKind::HandEnded } else { EventKind::Level };
        assert_eq!(line.on(START, Input::Added { event, kind }), []);
    }
    let hands = most / 2 - 1;
    for number in 0..hands {
        let event = 2 + 2 * number;
        let dropped = Output::Dropped { event, kind: EventKind::HandEnded };
        assert_eq!(line.on(START, added(most + number)), [dropped]);
    }
    // No hand waits any more: a new one is dropped itself, and another event drops the oldest.
    let hand = Input::Added { event: 3 * most, kind: EventKind::HandEnded };
    let dropped = Output::Dropped { event: 3 * most, kind: EventKind::HandEnded };
    assert_eq!(line.on(START, hand), [dropped]);
    let dropped = Output::Dropped { event: 1, kind: EventKind::Level };
    assert_eq!(line.on(START, added(3 * most + 1)), [dropped], "0 is under way");
    assert_eq!(line.waiting().len(), MAX_WAITING);
}

#[test]
fn an_answer_without_a_request_changes_nothing() {
    let mut line = Line::default();
    assert_eq!(line.on(START, answered(Answer::Gone)), []);
    assert_eq!(line, Line::default());
}

proptest! {
    /// Whatever a receiver answers, every event is received, given up or waits, and each attempt
    /// ends before the next one begins.
    #[test]
    fn no_event_is_lost_and_none_is_invented(
        steps in prop::collection::vec((0_u8..6, 0_u64..400_000, any::<u64>()), 1..300),
    ) {
        let (mut line, mut now, mut next) = (Line::default(), START, 1);
        let (mut under_way, mut over) = (None, std::collections::BTreeSet::new());
        for (what, pause, random) in steps {
            now += pause;
            let answer = |answer| Input::Answered { answer, draw: Draw::new(random) };
            let input = match what {
                0 | 1 => {
                    next += 1;
                    added(next)
                }
                2 => answer(Answer::Success),
                3 => answer(Answer::Failed),
                4 => answer(Answer::Busy { wait_ms: random % 10_000 }),
                _ => Input::Tick,
            };
            for output in line.on(now, input) {
                match output {
                    Output::Send { event } => {
                        prop_assert_eq!(under_way.replace(event), None);
                        prop_assert!(line.waiting().contains_key(&event));
                    }
                    Output::Ended(attempt) => {
                        prop_assert_eq!(under_way.take(), Some(attempt.event));
                        if attempt.again_ms.is_none() {
                            prop_assert!(over.insert(attempt.event), "it ends once");
                        }
                    }
                    Output::Off(_) => prop_assert_eq!(line.off(), Some(OffReason::Failing)),
                    Output::Dropped { .. } => prop_assert!(false, "few wait"),
                }
            }
            let known: std::collections::BTreeSet<u64> =
                over.iter().chain(line.waiting().keys()).copied().collect();
            prop_assert_eq!(known, (2..=next).collect());
        }
    }
}
