//! Programs that speak the room's protocol, and those that run already.

use super::{library, parse, play};
use crate::cli::matches::running::Guests;
use cardroom_match::reduce::Reduction;
use cardroom_match::schedule::Seatings;
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
fn a_program_that_runs_already_plays_tournaments_without_a_reduction() {
    let prepared = |arguments: &str| {
        let (bots, settings) = parse(arguments).prepare(library(), &Guests::default()).unwrap();
        (bots.len(), settings.seatings, settings.reduction, settings.conduct.finds_luck)
    };
    let hands = prepared("--a room: --b brain:tag");
    assert_eq!(hands, (2, Seatings::One, Some(Reduction::Chance), true));
    let tournament = prepared("--a room: --b brain:tag --tournament heads-up-sit-and-go");
    assert_eq!(tournament, (2, Seatings::One, None, false));
}

#[test]
fn a_program_that_does_not_connect_plays_no_match() {
    let (code, out, error) = play("--a room:false --b brain:tag --deals 5");
    assert_eq!((code, &*out), (ExitCode::FAILURE, ""));
    assert!(error.contains("false: It was gone before it was ready: exit code 1."), "{error}");
}
