//! The log of the computer poker competition's dealer, and its games.

use super::{play, replay};
use std::fs;
use std::path::Path;
use std::process::ExitCode;

const TWO: &str = "--a brain:tag --b brain:random";
const THREE: &str = "--bot a=brain:tag --bot b=brain:random --bot c=brain:caller --format table";

/// Plays a match and writes the dealer's log.
fn logged(arguments: &str, log: &Path) -> String {
    let written = log.display();
    let (code, out, error) = play(&format!("{arguments} --force --acpc {written}"));
    assert_eq!((code, &*error), (ExitCode::SUCCESS, ""), "{out}");
    fs::read_to_string(log).unwrap()
}

#[test]
fn the_log_of_the_dealer_is_read_back_to_the_same_results() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("match.log");
    let limit = "--betting fixed-limit --blinds 5/10 --stack 100000";
    for (bots, game, hands) in
        [(TWO, "", 60), (THREE, "", 90), (TWO, limit, 60), (THREE, limit, 90)]
    {
        let text = logged(&format!("{bots} {game} --deals 30 --seed 7"), &log);
        assert_eq!(replay(&log), format!("{hands} passed, 0 failed\n"), "{bots} {game}");
        let count = text.lines().filter(|line| line.starts_with("STATE:")).count();
        assert_eq!(count, hands, "{text}");
        let kind = if game.is_empty() { "nolimit" } else { "limit" };
        let first = text.lines().next().unwrap();
        assert!(first.contains(&format!(" holdem.{kind}.")) && first.ends_with(" 7"), "{first}");
        // The score is the sum of the hands.
        let score: Vec<&str> = text.lines().last().unwrap().split(':').collect();
        let ["SCORE", totals, names] = score[..] else { panic!("{text}") };
        for (total, name) in totals.split('|').zip(names.split('|')) {
            let of_hand = |line: &str| {
                let fields: Vec<&str> = line.split(':').collect();
                let mut nets = fields[4].split('|').zip(fields[5].split('|'));
                nets.find(|(_, of)| *of == name).unwrap().0.parse::<i64>().unwrap()
            };
            let hands = text.lines().filter(|line| line.starts_with("STATE:"));
            assert_eq!(total.parse(), Ok(hands.map(of_hand).sum::<i64>()), "{name}");
        }
    }
}

#[test]
fn the_log_of_the_dealer_is_the_same_with_any_number_of_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (folder.path().join("one.log"), folder.path().join("other.log"));
    let text = logged(&format!("{TWO} --deals 30 --seed 7 --jobs 1"), &one);
    assert_eq!(text, logged(&format!("{TWO} --deals 30 --seed 7 --jobs 4"), &other));
    assert_ne!(text, logged(&format!("{TWO} --deals 30 --seed 8 --jobs 4"), &other));
}

#[test]
fn games_that_the_dealer_does_not_know_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("match.log");
    for (arguments, reason) in [
        (format!("{TWO} --game omaha --acpc {}", log.display()), "not Pot-limit Omaha"),
        (format!("{TWO} --betting pot-limit --acpc {}", log.display()), "not Pot-limit Texas"),
        ("--a acpc:mine --b brain:tag --game stud".to_owned(), "not Fixed-limit"),
        ("--a acpc:mine --b brain:tag --ante 10".to_owned(), "no ante"),
        ("--a acpc: --b brain:tag".to_owned(), "no command"),
    ] {
        let (code, out, error) = play(&arguments);
        assert_eq!((code, &*out), (ExitCode::from(2), ""), "{arguments}: {error}");
        assert!(error.contains(reason) && error.lines().count() == 1, "{arguments}: {error}");
        assert!(!log.exists());
    }
}
