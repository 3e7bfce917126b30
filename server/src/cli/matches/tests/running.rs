//! Programs that speak the room's protocol, and those that run already.

use super::play;
use std::process::ExitCode;

#[test]
fn a_program_that_runs_already_meets_no_deck_twice() {
    let three = "--bot one=room: --bot two=brain:tag --bot three=brain:caller";
    for (arguments, reason) in [
        ("--a room: --b brain:tag --seatings rotate".to_owned(), "room runs already"),
        ("--a room: --b brain:tag --seatings all".to_owned(), "Use --seatings one"),
        (three.to_owned(), "one runs already"),
        (format!("{three} --format gauntlet"), "Use --format table"),
        ("--a room:'mine --b brain:tag".to_owned(), "A quote is not closed"),
    ] {
        let (code, out, error) = play(&arguments);
        assert_eq!((code, &*out), (ExitCode::from(2), ""), "{arguments}: {error}");
        assert!(error.contains(reason) && error.lines().count() == 1, "{arguments}: {error}");
    }
}

#[test]
fn a_program_that_does_not_connect_plays_no_match() {
    let (code, out, error) = play("--a room:false --b brain:tag --deals 5");
    assert_eq!((code, &*out), (ExitCode::FAILURE, ""));
    assert!(error.contains("false: It was gone before it was ready: exit code 1."), "{error}");
}
