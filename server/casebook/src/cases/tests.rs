use super::*;

const GAMES: &[(&str, &str)] = &[("holdem", include_str!("../../../../config/games/holdem.toml"))];
const RULEBOOKS: &[(&str, &str)] =
    &[("tda-2024", include_str!("../../../../config/rulebooks/tda-2024.toml"))];

fn library() -> Library {
    Library::parse(GAMES.iter().copied(), RULEBOOKS.iter().copied()).unwrap()
}

fn case(step: &str) -> String {
    format!(
        r#"
        schema = 1
        [[case]]
        id = "house-1"
        title = "A short all-in under the flop bet"
        origin = "derived"
        book = "tda"
        rules = ["43-A"]
        kind = "betting"
        class = "E"
        verdict = "clear"
        game = {{ sb = 50, bb = 100, street = "flop", pot = 300 }}
        table = {{ button = 2 }}
        seats = [ {{ seat = 1, stack = 5000 }}, {{ seat = 2, stack = 5000 }} ]
        steps = [ {step} ]
        "#
    )
}

fn failure(step: &str) -> Failure {
    let report = run(&case(step), &library(), &[]).unwrap();
    assert!(report.passed.is_empty());
    report.failed[0].clone()
}

#[test]
fn a_case_that_holds_passes() {
    let steps = r#"{ op = "act", seat = 1, move = "bet", to = 200 },
        { op = "expect", to_act = 2, call_to = 200, min_raise_to = 400 },
        { op = "act", seat = 2, move = "raise", to = 350, reject = "below_minimum" }"#;
    let report = run(&case(steps), &library(), &[]).unwrap();
    assert!(report.holds(), "{report}");
    assert_eq!(report.to_string(), "1 passed, 0 failed");
}

#[test]
fn a_failure_says_what_was_expected_and_what_came() {
    let steps = r#"{ op = "act", seat = 1, move = "bet", to = 200 },
        { op = "expect", to_act = 2, min_raise_to = 300 }"#;
    let expected = "house-1, step 2: expected min_raise_to = 300, got min_raise_to = 400";
    assert_eq!(failure(steps).to_string(), expected);
}

#[test]
fn a_refusal_for_another_reason_is_a_failure() {
    let failure = failure(r#"{ op = "act", seat = 2, move = "check", reject = "below_minimum" }"#);
    assert_eq!(failure.expected, "refused: below_minimum");
    assert!(failure.actual.starts_with("refused: not_your_turn"), "{failure}");
}

#[test]
fn an_action_that_should_be_refused_and_is_not_is_a_failure() {
    let failure = failure(r#"{ op = "act", seat = 1, move = "check", reject = "not_your_turn" }"#);
    assert_eq!(failure.actual, "accepted");
}

#[test]
fn what_nobody_understands_is_a_failure() {
    for (step, says) in [
        (r#"{ op = "shout" }"#, "unknown op \"shout\""),
        (r#"{ op = "event", name = "rain" }"#, "unknown event \"rain\""),
        (r#"{ op = "expect", weather = 1 }"#, "unknown key of expect \"weather\""),
        (r#"{ op = "act", seat = 1, move = "check", loud = true }"#, "unknown key of act \"loud\""),
        (r#"{ op = "act", seat = 1, move = "pray" }"#, "unknown move \"pray\""),
    ] {
        assert_eq!(failure(step).actual, says);
    }
    let kind = case("").replace("\"betting\"", "\"cooking\"");
    let report = run(&kind, &library(), &[]).unwrap();
    assert_eq!(report.failed[0].actual, "unknown kind \"cooking\"");
}

#[test]
fn a_file_that_is_not_cases_says_so() {
    assert!(run("schema = 2", &library(), &[]).is_err());
    assert!(run("schema = 1\n[[rule]]\n", &library(), &[]).is_err());
    let report = run(&case("").replace("title", "titel"), &library(), &[]).unwrap();
    assert!(report.failed[0].actual.contains("titel"), "{report}");
}

#[test]
fn only_the_kinds_that_were_asked_for_are_played() {
    let report = run(&case(""), &library(), &["gesture"]).unwrap();
    assert_eq!(report.to_string(), "not played: 1 of kind betting\n0 passed, 0 failed");
}

/// Returns the case with other texts at some places.
fn with(changes: &[(&str, &str)]) -> String {
    let check = r#"{ op = "act", seat = 1, move = "check" }"#;
    changes.iter().fold(case(check), |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replace(old, new)
    })
}

fn refused(changes: &[(&str, &str)]) -> String {
    let report = run(&with(changes), &library(), &[]).unwrap();
    assert!(report.passed.is_empty(), "{changes:?}");
    report.failed[0].actual.clone()
}

#[test]
fn a_case_without_steps_is_refused() {
    assert_eq!(failure("").actual, "a case has 1 to 200 steps, not 0");
    assert_eq!(failure(r#"{ op = "expect" }"#).actual, "nothing is expected");
}

#[test]
fn a_card_is_there_once() {
    let first = ("seat = 1, stack = 5000", "seat = 1, hole = [\"As\", \"Kh\"]");
    let second = ("seat = 2, stack = 5000", "seat = 2, hole = [\"As\", \"2c\"]");
    assert_eq!(refused(&[first, second]), "the card As is there twice");
    let board = ("button = 2", "button = 2, board = [\"Kh\"]");
    assert_eq!(refused(&[first, board]), "the card Kh is there twice");
    let draw = r#"{ op = "event", name = "high_card", cards = { 1 = "Ah", 2 = "Ah" } }"#;
    assert_eq!(failure(draw).actual, "the card Ah is there twice");
    let three = ("seat = 1, stack = 5000", "seat = 1, hole = [\"As\", \"Kh\", \"2c\"]");
    assert_eq!(refused(&[three]), "hole: 3 cards for 2");
}

#[test]
fn a_board_may_name_cards_to_come() {
    let hole = ("seat = 1, stack = 5000", "seat = 1, stack = 200, hole = [\"As\", \"Ah\"]");
    let board = ("button = 2", "button = 2, board = [\"Ad\", \"Ac\", \"7h\", \"2s\", \"9d\"]");
    let steps = (
        r#"{ op = "act", seat = 1, move = "check" }"#,
        r#"{ op = "act", seat = 1, move = "all_in" }, { op = "act", seat = 2, move = "call" },
           { op = "expect", winner = 1, won = 700 }, { op = "expect", won = { 1 = 700 } }"#,
    );
    let report = run(&with(&[hole, board, steps]), &library(), &[]).unwrap();
    assert!(report.holds(), "{report}");
    let wrong = (steps.0, &*steps.1.replace("{ 1 = 700 }", "{ 2 = 700 }"));
    let says = "won by seat = { 1 = 700 }";
    assert_eq!(refused(&[hole, board, wrong]), says.replace(" by seat", ""));
}

#[test]
fn seats_are_those_of_a_table() {
    let twice = ("seat = 2, stack", "seat = 1, stack");
    assert_eq!(refused(&[twice]), "two players have seat 1");
    for seat in ["0", "11", "255", "-1"] {
        let there = format!("seat = {seat}, stack");
        let says = format!("seat = {seat}: 1 to 10 is wanted");
        assert_eq!(refused(&[("seat = 2, stack", &there)]), says);
    }
    for seats in ["1", "12", "255"] {
        let there = format!("button = 2, seats_max = {seats}");
        let says = format!("seats_max = {seats}: 2 to 10 is wanted");
        assert_eq!(refused(&[("button = 2", &there)]), says);
    }
}

/// Returns a tournament case with this kind, table and steps.
fn tournament(kind: &str, table: &str, steps: &str) -> String {
    let text = with(&[
        ("\"betting\"", &format!("\"{kind}\"")),
        ("{ button = 2 }", &format!("{{ {table} }}")),
        (r#"{ op = "act", seat = 1, move = "check" }"#, steps),
    ]);
    let seats = text.find("seats = [ {").unwrap();
    let end = text[seats..].find('\n').unwrap() + seats;
    let report = run(&[&text[..seats], &text[end..]].concat(), &library(), &[]).unwrap();
    report.failed.first().map(ToString::to_string).unwrap_or_default()
}

#[test]
fn numbers_that_no_tournament_has_are_refused() {
    let bust = r#"{ op = "event", name = "bust", count = 1 }"#;
    for (kind, table, steps, says) in [
        ("h4h", "tables_in_play = 0", bust, "tables_in_play = 0: 1 to 50"),
        ("h4h", "tables_in_play = 4000000000", bust, "tables_in_play = 4000000000: 1 to 50"),
        ("h4h", "remaining = 99999", bust, "remaining = 99999: 2 to 450"),
        ("h4h", "remaining = 100, tables_in_play = 3", bust, "100 players do not play at 3 tables"),
        ("h4h", "paid = 4294967296", bust, "paid = 4294967296: 1 to 1000"),
        (
            "h4h",
            "tables_in_play = 2",
            r#"{ op = "event", name = "h4h_hand_complete", times = 100000 }"#,
            "times = 100000: 1 to 100",
        ),
        (
            "late",
            "late_levels = 3",
            r#"{ op = "event", name = "late_entry", level = 9999999 }"#,
            "level = 9999999: 1 to 100",
        ),
        ("balance", "tables = { A = 12, B = 9 }", bust, "1 to 9 players at each"),
        ("finaltable", "tables = [255, 1]", bust, "1 to 9 players at each"),
        ("balance", "seats_max = 12, tables = [9]", bust, "seats_max = 12: 2 to 10"),
        (
            "balance",
            "seats_max = 2, from = { button = 1, occupied = [1, 2] }, \
             to = { button = 1, occupied = [1, 3] }",
            bust,
            "seat 3 of a table with 2 seats",
        ),
        ("penalty", "players = 255", bust, "players = 255: 3 to 10"),
        ("deal", "remaining_pool = 1, players = 0", bust, "players = 0: 2 to 9"),
        ("finish", "remaining = 0", bust, "remaining = 0: 2 to 1000000"),
    ] {
        let failure = tournament(kind, table, steps);
        assert!(failure.starts_with("house-1"), "{kind} {table}: {failure}");
        assert!(failure.contains(says), "{kind} {table}: {failure}");
    }
}

#[test]
fn a_pot_has_a_winner() {
    for event in [
        r#"name = "split", pot = 100, winners = []"#,
        r#"name = "split_pots", pots = [{ amount = 100, winners = [] }]"#,
        r#"name = "split_hilo", pot = 100, high = []"#,
        r#"name = "split_stud", pot = 100, hands = {}"#,
    ] {
        let failure = failure(&format!("{{ op = \"event\", {event} }}"));
        assert!(failure.actual.ends_with(" = []: a pot has a winner"), "{failure}");
    }
}

#[test]
fn an_id_is_there_once() {
    let check = r#"{ op = "act", seat = 1, move = "check" }"#;
    let twice = case(check) + &case(check).replace("schema = 1", "");
    let report = run(&twice, &library(), &[]).unwrap();
    let says = "house-1: expected an id that no other case has, got another case with it";
    assert_eq!(report.failed[0].to_string(), says);
    let mut files = run(&case(check), &library(), &[]).unwrap();
    assert!(files.holds());
    files.add(run(&case(check), &library(), &[]).unwrap());
    assert_eq!(files.failed[0].to_string(), says);
}

#[test]
fn the_player_who_would_move_can_be_asked_for() {
    let steps = r#"{ op = "expect", mover_if_balancing = 2 }"#;
    assert!(run(&case(steps), &library(), &[]).unwrap().holds());
    let from = "{ button = 1, bb_seat = 3, sb_seat = 2, occupied = [1, 2, 3, 4, 5, 6, 7, 8] }";
    let to = "{ button = 7, sb_seat = 8, bb_seat = 1, occupied = [1, 2, 7, 8] }";
    let table = format!("from = {from}, to = {to}");
    let steps = r#"{ op = "expect", mover_if_balancing = 4 },
        { op = "event", name = "balance_after_hand" },
        { op = "expect", mover_seat = 4, target_seat = 3, target_position = "utg" }"#;
    assert_eq!(tournament("balance", &table, steps), "");
    let other = steps.replace("\"utg\"", "\"other\"");
    assert_eq!(tournament("balance", &table, &other), "");
    let wrong = steps.replace("\"utg\"", "\"utg1\"");
    assert!(tournament("balance", &table, &wrong).contains("target_position = \"utg\""));
}

#[test]
fn a_case_over_which_the_engine_stops_is_a_failure() {
    let stopped = guarded::<()>(|| panic!("chips are taken only from where they are"));
    let Err(Trouble::Differs { actual, .. }) = stopped else { panic!("{stopped:?}") };
    assert_eq!(actual, format!("{STOPPED}chips are taken only from where they are"));
}
