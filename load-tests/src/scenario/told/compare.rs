//! Compares a hand as the players received it with the record that the room stored.
//!
//! Players may have missed the steps that were stored when the room died. The record must contain
//! all steps that they read.

use super::{Answers, HandTold};
use cardroom_bot::{Action, TableEvent};
use cardroom_protocol::history::HandRecord;
use cardroom_protocol::table::Acted;
use std::collections::BTreeMap;

/// Lists what the record lacks or has in excess.
pub(super) fn differences(told: &HandTold, record: &HandRecord) -> Vec<String> {
    let recorded: Vec<&TableEvent> =
        record.steps.iter().flat_map(|step| &step.events.0).filter(|it| is_play(it)).collect();
    let mut differences = Vec::new();
    let heard = told.steps.values().flatten().filter(|event| is_play(event));
    if let Some(lost) = first_missing(heard, &recorded) {
        differences.push(format!("it was told and is not kept: {lost:?}"));
    }
    let mut acted: BTreeMap<u8, Vec<&Acted>> = BTreeMap::new();
    for event in &recorded {
        if let TableEvent::Acted(action) = event {
            acted.entry(action.seat).or_default().push(action);
        }
    }
    let none = Vec::new();
    for (bot, answers) in &told.answers {
        let of_seat = acted.get(&answers.seat).unwrap_or(&none);
        differences.extend(answer_differences(*bot, answers, of_seat));
    }
    if recorded.iter().any(|event| matches!(event, TableEvent::HandVoided(_))) {
        differences.push("it was taken back".to_owned());
    }
    differences
}

/// Returns how often the room acted for a player in a hand, although that player does not take long
/// to decide. In a tournament it acts at once for players who are away (GAPS G-08), such as those
/// who are not back yet when a hand begins.
pub(super) fn timed_out(told: &HandTold, record: &HandRecord) -> usize {
    let events = record.steps.iter().flat_map(|step| &step.events.0);
    let was_there = |acted: &Acted| told.is_ring || told.present.contains(&acted.seat);
    let acted_for = |event: &&TableEvent| matches!(event, TableEvent::Acted(acted) if acted.timed_out && was_there(acted));
    events.filter(acted_for).count()
}

fn answer_differences(bot: usize, answers: &Answers, acted: &[&Acted]) -> Vec<String> {
    let mut differences = Vec::new();
    let own: Vec<&Action> =
        acted.iter().filter(|acted| !acted.timed_out).map(|acted| &acted.action).collect();
    if let Some(lost) = first_missing(answers.accepted.values(), &own) {
        differences.push(format!("bot {bot}'s {lost:?} was acknowledged and is not kept: {own:?}"));
    }
    if own.len() > answers.sent.len() {
        differences.push(format!(
            "bot {bot} sent {:?}, and the record has {own:?}: something counted twice",
            answers.sent.values().collect::<Vec<_>>()
        ));
    }
    differences
}

/// Returns the first of `parts` that does not occur in `whole` in this order.
fn first_missing<'a, T: PartialEq>(
    parts: impl IntoIterator<Item = &'a T>,
    whole: &[&T],
) -> Option<&'a T> {
    let mut rest = whole.iter();
    parts.into_iter().find(|part| !rest.any(|event| event == part))
}

/// Returns `true` for events of the hand itself. Turns, arrivals and departures do not count.
fn is_play(event: &TableEvent) -> bool {
    use TableEvent as E;
    matches!(
        event,
        E::HandStarted(_)
            | E::Posted(_)
            | E::CardsDealt(_)
            | E::Acted(_)
            | E::UncalledReturned(_)
            | E::BetsCollected(_)
            | E::BoardDealt(_)
            | E::HandTabled(_)
            | E::HandMucked(_)
            | E::PotAwarded(_)
            | E::RakeTaken(_)
            | E::HandEnded(_)
            | E::HandVoided(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_bot::{Chips, TableId};
    use cardroom_protocol::history::RecordedStep;
    use cardroom_protocol::items::Items;
    use cardroom_protocol::table::HandVoided;
    use cardroom_protocol::{ActionId, HandNo, Seq, TimeMs};

    fn acted(seat: u8, action: Action, timed_out: bool) -> TableEvent {
        Acted { seat, action, added: Chips(0), timed_out }.into()
    }

    fn record(events: Vec<TableEvent>) -> HandRecord {
        HandRecord {
            table: TableId(1),
            hand: HandNo(1),
            table_name: "Chaos".to_owned(),
            table_seats: 2,
            tournament: None,
            rulebook: "online".to_owned(),
            hybrid: false,
            began_at: TimeMs(0),
            ended_at: TimeMs(1),
            seats: Vec::new(),
            steps: vec![RecordedStep { after_ms: 0, events: Items(events) }],
            cards: Vec::new(),
            viewer: None,
            event: None,
        }
    }

    /// Bot 7 in seat 0 checked. All players read that in step 3, and in step 5 that seat 1 bet.
    fn told() -> HandTold {
        let mut told = HandTold::default();
        told.steps.insert(Seq(3), vec![acted(0, Action::Check, false)]);
        told.steps.insert(Seq(5), vec![acted(1, Action::Bet(Chips(20)), false)]);
        let check = BTreeMap::from([(ActionId(1), Action::Check)]);
        let answers = Answers { seat: 0, sent: check.clone(), accepted: check };
        told.answers.insert(7, answers);
        told
    }

    #[test]
    fn a_record_may_know_more_than_the_players_heard() {
        let whole = record(vec![
            acted(0, Action::Check, false),
            acted(1, Action::Bet(Chips(20)), false),
            acted(0, Action::Fold, true),
        ]);
        assert_eq!(differences(&told(), &whole), Vec::<String>::new());
    }

    #[test]
    fn the_room_may_act_for_a_player_who_was_away_when_the_hand_of_a_tournament_began() {
        let whole = record(vec![acted(0, Action::Fold, true), acted(1, Action::Check, false)]);
        let of = |is_ring, present: &[u8]| HandTold {
            is_ring,
            present: present.iter().copied().collect(),
            ..told()
        };
        assert_eq!(timed_out(&of(false, &[1]), &whole), 0);
        assert_eq!(timed_out(&of(false, &[0, 1]), &whole), 1, "its time was not up");
        assert_eq!(timed_out(&of(true, &[]), &whole), 1, "ring tables deal in nobody who is away");
    }

    #[test]
    fn what_was_told_and_is_not_kept_is_found() {
        let lost = record(vec![acted(1, Action::Bet(Chips(20)), false)]);
        let differences = differences(&told(), &lost);
        assert!(differences[0].contains("is not kept: Acted"), "{differences:?}");
        assert!(differences[1].contains("acknowledged and is not kept"), "{differences:?}");
    }

    #[test]
    fn another_amount_is_another_action() {
        let changed =
            record(vec![acted(0, Action::Check, false), acted(1, Action::Bet(Chips(21)), false)]);
        assert_eq!(differences(&told(), &changed).len(), 1);
    }

    #[test]
    fn an_action_that_counted_twice_is_found() {
        let twice = record(vec![
            acted(0, Action::Check, false),
            acted(1, Action::Bet(Chips(20)), false),
            acted(0, Action::Call, false),
        ]);
        let differences = differences(&told(), &twice);
        assert!(differences[0].contains("something counted twice"), "{differences:?}");
    }

    #[test]
    fn a_hand_that_was_taken_back_is_found() {
        let events = vec![acted(0, Action::Check, false), acted(1, Action::Bet(Chips(20)), false)];
        let voided = HandVoided { hand: HandNo(1), reason: "by order".to_owned() };
        let void = record([events, vec![voided.into()]].concat());
        assert_eq!(differences(&told(), &void), ["it was taken back"]);
    }
}
