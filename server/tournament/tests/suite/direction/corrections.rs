//! Corrections of a table's last hand that the director could not store when they were reported.
//! The table repeats its report, and that includes them.

use super::*;
use cardroom_rules::{Cents, HandNo, PlayerId, Rebuy};
use cardroom_tournament::{Command, HandFinished, Place, Report};

const TABLE: TableNo = TableNo(1);

/// Finishes the hand of the first table, and returns its report.
fn finish(event: &mut Tournament) -> HandFinished {
    let now = event.now;
    event.tables.finish_with_out(TABLE, now, &[]);
    let report = event.tables.reports.iter().find_map(|report| match report {
        Report::HandFinished(finished) => Some((**finished).clone()),
        _ => None,
    });
    event.deliver();
    report.expect("the hand is reported")
}

/// A tournament of one table after a hand, and the report of that hand. If the table is halted, it
/// waits. Otherwise the next hand is in progress.
fn after_a_hand(structure: Structure, is_halted: bool) -> (Tournament, HandFinished) {
    let mut event = begun(structure, 6);
    if is_halted {
        event.order(Command::HaltTable(TABLE)).unwrap();
    }
    let report = finish(&mut event);
    assert_eq!(plays(&event, 1), !is_halted);
    (event, report)
}

/// Moves chips between two players of a report.
fn reaward(report: &mut HandFinished, from: usize, to: usize, chips: Chips) {
    report.players[from].stack -= chips;
    report.players[to].stack += chips;
}

fn repeat(event: &mut Tournament, report: &HandFinished) -> Vec<Event> {
    let report = Input::Report(Report::HandFinished(Box::new(report.clone())));
    let events = event.step(report).unwrap();
    replays(event);
    events
}

fn stack_of(event: &Tournament, player: PlayerId) -> Chips {
    stack(event, event.director.entry_of(player).unwrap())
}

fn stacks(event: &Tournament, report: &HandFinished) -> Vec<Chips> {
    report.players.iter().map(|player| stack_of(event, player.player)).collect()
}

fn reported(report: &HandFinished) -> Vec<Chips> {
    report.players.iter().map(|player| player.stack).collect()
}

// TDA 22.
#[test]
fn a_repeated_report_brings_the_corrections_that_were_missed() {
    for is_halted in [true, false] {
        let (mut event, mut report) = after_a_hand(winner_takes_all("tda-2024", 6), is_halted);
        let all = event.director.chips();
        reaward(&mut report, 0, 1, Chips(500));
        reaward(&mut report, 3, 2, Chips(200));
        reaward(&mut report, 3, 1, Chips(100));
        let events = repeat(&mut event, &report);
        assert!(!events.is_empty(), "halted: {is_halted}");
        assert_eq!(stacks(&event, &report), reported(&report));
        assert_eq!(event.director.chips(), all);
        assert_eq!(repeat(&mut event, &report), [], "once only");

        // A correction that arrived is not taken twice.
        let [from, to] = [0, 2].map(|at| report.players[at].player);
        let (hand, chips) = (report.hand, Chips(50));
        let known = cardroom_tournament::Reawarded { table: TABLE, hand, from, to, chips };
        event.step(Input::Report(Report::Reawarded(known))).unwrap();
        reaward(&mut report, 0, 2, chips);
        assert_eq!(repeat(&mut event, &report), []);
        assert_eq!(stacks(&event, &report), reported(&report));
    }
}

#[test]
fn a_correction_leaves_other_changes_of_a_stack_alone() {
    let (mut event, mut report) = after_a_hand(winner_takes_all("tda-2024", 6), true);
    let entry =
        |at: usize, event: &Tournament| event.director.entry_of(report.players[at].player).unwrap();
    let [given, fined] = [0, 1].map(|at| entry(at, &event));
    let had = stack(&event, given);
    event.order(Command::SetStack(given, had + Chips(3_000))).unwrap();
    event.order(Command::Forfeit(fined, Chips(1_000))).unwrap();
    event.deliver();
    reaward(&mut report, 0, 1, Chips(500));
    repeat(&mut event, &report);
    let mut expected = reported(&report);
    expected[0] += Chips(3_000);
    expected[1] -= Chips(1_000);
    assert_eq!(stacks(&event, &report), expected);
    assert_eq!(repeat(&mut event, &report), []);
}

#[test]
fn only_the_last_hand_is_corrected_and_not_if_it_is_void() {
    let (mut event, report) = after_a_hand(winner_takes_all("tda-2024", 6), false);
    let mut wrong = report.clone();
    reaward(&mut wrong, 0, 1, Chips(500));
    let void = HandFinished { void: true, ..wrong.clone() };
    assert_eq!(repeat(&mut event, &void), [], "that comes with a report of its own");
    let earlier = HandFinished { hand: HandNo(report.hand.0 - 1), ..wrong.clone() };
    assert_eq!(repeat(&mut event, &earlier), []);
    let mut more = report;
    more.players[0].stack += Chips(500);
    assert_eq!(repeat(&mut event, &more), [], "chips are neither made nor lost");
    finish(&mut event);
    assert_eq!(repeat(&mut event, &wrong), [], "the next hand has the result");
}

// TDA 22: as if the correction had arrived at once.
#[test]
fn whoever_has_nothing_left_after_a_missed_correction_is_out() {
    let (mut event, mut report) = after_a_hand(winner_takes_all("tda-2024", 6), true);
    let had = report.players[0].stack;
    reaward(&mut report, 0, 1, had);
    let [out, getter] = [0, 1].map(|at| report.players[at].player);
    let out = event.director.entry_of(out).unwrap();
    repeat(&mut event, &report);
    assert_eq!(event.director.place(out), Some(6));
    assert_eq!(stack_of(&event, getter), report.players[1].stack);
    event.deliver();
    assert_eq!(repeat(&mut event, &report), [], "a player who is out");

    // With a rebuy to decide on.
    let mut structure = winner_takes_all("tda-2024", 6);
    let chips = structure.entry.starting_stack;
    let cost = Cents(1_000);
    structure.entry.rebuy = Some(Rebuy { cost, chips, most: 1, until_level: 3, at_most: chips });
    let (mut event, mut report) = after_a_hand(structure, true);
    reaward(&mut report, 0, 1, had);
    let out = event.director.entry_of(report.players[0].player).unwrap();
    repeat(&mut event, &report);
    assert!(event.director.bust(out).is_some_and(|bust| bust.rebuy_until.is_some()));
    assert_eq!(event.director.players_left(), 6);
    assert_eq!(repeat(&mut event, &report), []);
}

#[test]
fn a_player_who_sits_at_another_table_now_keeps_the_stack() {
    let mut event = begun(winner_takes_all("tda-2024", 6), 10);
    event.order(Command::HaltTable(TABLE)).unwrap();
    let mut report = finish(&mut event);
    let [moved, other] = [0, 1].map(|at| event.director.entry_of(report.players[at].player));
    let (entry, table, seat) = (moved.unwrap(), TableNo(2), None);
    event.order(Command::Move(Place { entry, table, seat })).unwrap();
    event.deliver();
    hand(&mut event, 2, &[]);
    assert!(seats(&event, 2).iter().any(|(_, there)| *there == entry));
    let before = [moved, other].map(|entry| stack(&event, entry.unwrap()));
    reaward(&mut report, 0, 1, Chips(500));
    assert_eq!(repeat(&mut event, &report), []);
    assert_eq!([moved, other].map(|entry| stack(&event, entry.unwrap())), before);
}

// TDA 35-E.
#[test]
fn a_hand_that_is_undone_already_is_not_undone_again() {
    for is_halted in [true, false] {
        let (mut event, mut report) = after_a_hand(winner_takes_all("tnpl", 6), is_halted);
        report.void = true;
        reaward(&mut report, 0, 1, Chips(500));
        let undone = Input::Report(Report::HandUndone(Box::new(report.clone())));
        assert!(!event.step(undone.clone()).unwrap().is_empty());
        assert_eq!(stacks(&event, &report), reported(&report));
        assert_eq!(repeat(&mut event, &report), []);
        assert_eq!(event.step(undone), Ok(Vec::new()));
        replays(&event);
    }
}

#[test]
fn a_snapshot_keeps_the_stacks_that_were_reported() {
    let (mut event, mut report) = after_a_hand(winner_takes_all("tda-2024", 6), true);
    let entry = event.director.entry_of(report.players[0].player).unwrap();
    let had = stack(&event, entry);
    event.order(Command::SetStack(entry, had + Chips(3_000))).unwrap();
    event.deliver();
    let stored = postcard::to_stdvec(&event.director.snapshot()).unwrap();
    let restored = |stored: &[u8]| {
        let setup = event.director.setup().clone();
        Director::restore(setup, &mut postcard::Deserializer::from_bytes(stored)).unwrap()
    };
    assert_eq!(restored(&stored), event.director);
    reaward(&mut report, 0, 1, Chips(500));
    let input = || Input::Report(Report::HandFinished(Box::new(report.clone())));
    let corrected = |mut director: Director| director.step(event.now, 1, input()).unwrap().len();
    assert!(corrected(restored(&stored)) > 0);

    // Each of the six entries of a program that stored no reports is missing, and so is what comes
    // behind them. The last parts are the six who sat, an empty list of disqualified players, and
    // nothing about real cards.
    let (each, behind) = (1 + 1 + 2, 2 * (1 + 1) + (1 + 1 + 1));
    let attendance = (1 + 1 + 6) + (1 + 1);
    let real_cards = 1 + (1 + 1 + 1);
    let older = &stored[..stored.len() - (1 + 1 + 6 * each) - behind - attendance - real_cards];
    assert_eq!(corrected(restored(older)), 0);
}
