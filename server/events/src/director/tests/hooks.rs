//! A small night, as other programs hear of it.

use super::*;
use cardroom_hooks::Subject;

/// Makes a step, and returns what it means to other programs.
fn subjects(night: &mut Night, input: CoreInput) -> Vec<Subject> {
    let outputs = night.on(input);
    night.core.subjects(night.now, &outputs)
}

fn kinds(subjects: &[Subject]) -> Vec<&'static str> {
    subjects.iter().map(|subject| subject.kind().name()).collect()
}

fn order(night: &Night, command: TournamentCommand) -> CoreInput {
    night.order(command, None)
}

/// Reports a hand in which the last player wins everything, until the tables are closed.
fn end(night: &mut Night) -> Vec<Subject> {
    let mut finished = night.finished(TableNo(1));
    let winner = finished.players[2].player;
    for (rank, out) in (1..).zip(&mut finished.players[..2]) {
        (out.stack, out.hand_rank) = (Chips(0), Some(rank));
        out.eliminated_by = std::iter::once(winner).collect();
    }
    finished.players[2].stack = Chips(3_000);
    finished.upcoming = None;
    let mut all = subjects(night, CoreInput::Report(Report::HandFinished(Box::new(finished))));
    while !night.core.is_done() {
        let next = night.core.director.outstanding().next().cloned().expect("the table closes");
        let (table, order, outcome) = (next.table, next.number, Outcome::Done);
        all.extend(subjects(night, CoreInput::Report(Report::Done { table, order, outcome })));
    }
    all
}

#[test]
fn a_night_is_heard_from_its_start_to_its_places() {
    let mut night = Night::entered(3);
    night.now = START;
    let begins = subjects(&mut night, CoreInput::Tick);
    assert_eq!(kinds(&begins)[..2], ["tournament.started", "tournament.level"]);
    let Subject::Level { level, small_blind, big_blind, players, .. } = &begins[1] else {
        panic!("{begins:?}")
    };
    assert_eq!((*level, *small_blind, *big_blind, *players), (1, 25, 50, 3));
    night.carry_out();
    let ends = end(&mut night);
    let outs: Vec<(&str, u32)> = ends
        .iter()
        .filter_map(|subject| match subject {
            Subject::PlayerOut { name, place, .. } => Some((&**name, *place)),
            _ => None,
        })
        .collect();
    assert_eq!(outs.len(), 2, "{ends:?}");
    // Both had the same stack, so they share the second place.
    assert!(outs.iter().all(|(_, place)| *place == 2), "{outs:?}");
    assert!(outs.iter().all(|(name, _)| name.starts_with("Player ")), "{outs:?}");
    let Some(Subject::TournamentEnded { tournament, places }) = ends.last() else {
        panic!("{ends:?}")
    };
    assert_eq!((tournament.id, &tournament.league), (ID.0, &None));
    let order: Vec<u32> = places.iter().map(|place| place.place).collect();
    assert_eq!(order, [1, 2, 2]);
    assert_eq!(places.iter().map(|place| place.prize).sum::<u64>(), 300, "the prize pool");
}

#[test]
fn what_the_floor_orders_is_heard_with_its_reason_and_undone_once() {
    let mut night = Night::entered(3);
    let announce = order(&night, TournamentCommand::Announce("Dinner at eight.".to_owned()));
    let heard = subjects(&mut night, announce);
    assert_eq!(kinds(&heard), ["ruling.made", "announcement"], "{heard:?}");
    let Subject::RulingMade { operator, reason, text, .. } = &heard[0] else { panic!("{heard:?}") };
    assert_eq!((operator.as_str(), reason.as_str()), ("Player 20", "it was said aloud"));
    assert!(text.contains("Dinner at eight."), "{text}");
    night.begin();
    let pause = order(&night, TournamentCommand::Pause);
    let heard = subjects(&mut night, pause);
    assert!(kinds(&heard).contains(&"tournament.paused"), "{heard:?}");
    let resume = order(&night, TournamentCommand::Resume);
    let heard = subjects(&mut night, resume);
    assert!(kinds(&heard).contains(&"tournament.resumed"), "{heard:?}");
}

#[test]
fn a_canceled_tournament_has_no_end() {
    let mut night = Night::entered(3);
    let cancel = order(&night, TournamentCommand::Cancel(Refund::Everything));
    let heard = subjects(&mut night, cancel);
    assert!(kinds(&heard).contains(&"tournament.canceled"), "{heard:?}");
    assert!(!kinds(&heard).contains(&"tournament.ended"), "{heard:?}");
}

#[test]
fn a_refused_request_means_nothing_to_other_programs() {
    let mut night = Night::entered(3);
    let pause = order(&night, TournamentCommand::Resume);
    assert_eq!(subjects(&mut night, pause), []);
}
