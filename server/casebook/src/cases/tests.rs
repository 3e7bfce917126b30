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
