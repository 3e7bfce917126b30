//! The command as a user types it: what it refuses, what it writes, and what it says.

mod competition;
mod programs;
mod running;

use super::*;
use crate::cli::{Cli, Command};
use crate::config::Config;
use clap::Parser as _;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Config::default().library().unwrap())
}

fn parse(arguments: &str) -> Match {
    let words = ["cardroom", "match"].into_iter().chain(arguments.split_whitespace());
    match Cli::try_parse_from(words).unwrap().command {
        Some(Command::Match(played)) => *played,
        _ => panic!("it is that command"),
    }
}

/// Plays a match. Returns its exit code, and what it wrote to both streams.
fn play(arguments: &str) -> (ExitCode, String, String) {
    let (mut out, mut error) = (Vec::new(), Vec::new());
    let code = parse(arguments).run(library(), &mut out, &mut error).unwrap();
    (code, String::from_utf8(out).unwrap(), String::from_utf8(error).unwrap())
}

const TWO: &str = "--a brain:tag --b brain:dealers-example";

#[test]
fn what_cannot_be_played_is_said_in_a_sentence_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let (new, old) = (folder.path().join("new.json"), folder.path().join("old.json"));
    fs::write(&old, "old").unwrap();
    let into_old = format!("--json {} --phh {}", new.display(), old.display());
    let into_nowhere = format!("--json {0} --phh {1}/no/such/folder", new.display(), old.display());
    let into_one = format!("--json {0} --phh {0}", new.display());
    let many = (0..11).map(|bot| format!(" --bot b{bot}=brain:caller")).collect::<String>();
    let five = (0..5).map(|bot| format!(" --bot b{bot}=brain:caller")).collect::<String>();
    for (arguments, reason) in [
        ("--a brain:genius --b brain:tag", "no brain \"genius\""),
        ("--a genius --b brain:tag", "is brain:NAME, exec:COMMAND, acpc:COMMAND or room:COMMAND"),
        (&format!("{TWO} --game bridge"), "no game \"bridge\""),
        (&format!("{TWO} --game no/such/file.toml"), "cannot be read"),
        (&format!("{TWO} --rulebook hoyle"), "no rulebook \"hoyle\""),
        (&format!("{TWO} --game stud --betting no-limit"), "betting structure"),
        (&format!("{TWO} --game horse --betting no-limit"), "itself"),
        (&format!("{TWO} --blinds 50"), "--blinds is two numbers"),
        (&format!("{TWO} --blinds 0/0"), "big blind is at least 1"),
        ("", "2 to 10 bots, and these are 0"),
        ("--a brain:tag", "2 to 10 bots, and these are 1"),
        (&many, "2 to 10 bots, and these are 11"),
        ("--bot one=brain:tag --bot one=brain:caller", "Two bots have the name \"one\""),
        ("--bot brain:tag --bot one=brain:caller", "NAME=PLAYER"),
        (&format!("{TWO} --deals 0"), "at least one deal"),
        (&format!("{TWO} --sessions 0"), "--sessions is at least 1"),
        (&format!("{TWO} --deals 5 --sessions 6"), "--sessions is at least 1"),
        (&format!("{TWO} --stack 199"), "two big blinds"),
        (&format!("{five} --format table --seatings all"), "--seatings all is for up to 4"),
        (&format!("{many} --format table"), "2 to 10 bots"),
        (
            &format!(
                "{five} --bot b5=brain:tag --bot b6=brain:tag --bot b7=brain:tag --bot b8=brain:tag --format table --game stud"
            ),
            "2 to 8 seats",
        ),
        (&format!("{TWO} --game stud --reduce chance"), "not in Fixed-limit seven-card stud"),
        (&format!("{TWO} --game pineapple --reduce aivat"), "without discards, and not in"),
        (&format!("{TWO} --game horse --equity"), "--equity knows what hands are worth"),
        ("--a brain:caller --b brain:rollout --reduce aivat", "none of these does"),
        (&format!("{TWO} --test 20..20"), "20 is not below 20"),
        (&format!("{TWO} --test 20..0"), "20 is not below 0"),
        (&format!("{TWO} --test some"), "two rates such as 0..20"),
        (&format!("{five} --test 0..20"), "compare two bots"),
        (&format!("{TWO} --test 0..20 --sessions 2"), "one life"),
        (&format!("{TWO} --until 0"), "--until is more than 0"),
        (&format!("{TWO} --jobs 0"), "--jobs is at least 1"),
        (&format!("{TWO} {into_old}"), "exists. Use --force"),
        (&format!("{TWO} {into_nowhere}"), "cannot be written"),
        (&format!("{TWO} {into_one}"), "Two outputs"),
    ] {
        let (code, out, error) = play(arguments);
        assert_eq!(code, ExitCode::from(2), "{arguments}: {error}");
        assert!(error.contains(reason), "{arguments}: {error}");
        let is_sentence = error.starts_with("cardroom: ") && error.ends_with(".\n");
        assert!(is_sentence && error.lines().count() == 1 && out.is_empty(), "{error}");
        assert!(!new.exists() && fs::read(&old).unwrap() == b"old", "{arguments}");
    }
}

#[test]
fn the_files_of_a_match_are_the_same_with_any_number_of_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let files = |name: &str, more: &str| {
        let (json, phh) = (folder.path().join(format!("{name}.json")), folder.path().join(name));
        let phh = phh.with_extension("phhs");
        let (json_at, phh_at) = (json.display(), phh.display());
        let arguments = format!("{TWO} --deals 40 {more} --json {json_at} --phh {phh_at}");
        let (code, out, error) = play(&arguments);
        assert_eq!((code, &*error), (ExitCode::SUCCESS, ""), "{out}");
        let mut json: serde_json::Value = serde_json::from_slice(&fs::read(json).unwrap()).unwrap();
        let timing = json.as_object_mut().unwrap().remove("timing").unwrap();
        assert!(timing["seconds"].as_f64().unwrap() > 0.0);
        (json.to_string(), phh)
    };
    let (json, phh) = files("one", "--seed 7 --jobs 1");
    assert!(json.contains("\"format\":\"cardroom.match.v1\""), "{json}");
    let (again, again_phh) = files("four", "--seed 7 --jobs 4");
    assert_eq!(json, again);
    assert_eq!(fs::read(&phh).unwrap(), fs::read(&again_phh).unwrap());
    let (other, other_phh) = files("other", "--seed 8 --jobs 4");
    assert_ne!(json, other);
    assert_ne!(fs::read(&phh).unwrap(), fs::read(other_phh).unwrap());

    let text = fs::read_to_string(&phh).unwrap();
    for field in ["_deal = 40", "_seating = 2", "_session = 2", "\"tight-aggressive\""] {
        assert!(text.contains(field), "{field}");
    }
    let replayed = replay(&phh);
    assert_eq!(replayed, "80 passed, 0 failed\n");
}

/// Replays the hands of a file as `cardroom hands check` does.
fn replay(file: &Path) -> String {
    let words = ["cardroom", "hands", "check", file.to_str().unwrap()];
    let Some(Command::Hands(crate::cli::Hands::Check(check))) =
        Cli::try_parse_from(words).unwrap().command
    else {
        panic!("it is that command");
    };
    let mut out = Vec::new();
    check.run(library(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn the_hands_of_every_game_are_replayed_without_a_difference() {
    let folder = tempfile::tempdir().unwrap();
    let library = library();
    let games = library.games().map(|game| game.id.as_str());
    let games: Vec<&str> =
        games.chain(library.rotations().map(|rotation| rotation.id.as_str())).collect();
    for game in games {
        for bots in [
            "--a brain:random --b brain:caller",
            "--bot a=brain:random --bot b=brain:random --bot c=brain:caller --format table",
        ] {
            let file = folder.path().join("hands.phhs");
            let (code, out, error) = play(&format!(
                "{bots} --game {game} --deals 5 --jobs 2 --force --phh {}",
                file.display()
            ));
            assert_eq!((code, &*error), (ExitCode::SUCCESS, ""), "{game}: {out}");
            assert!(replay(&file).ends_with(" passed, 0 failed\n"), "{game}: {}", replay(&file));
        }
    }
}

#[test]
fn a_report_says_who_is_better_and_how_sure_that_is() {
    let (code, out, error) = play(&format!("{TWO} --deals 300 --seed 7"));
    assert_eq!((code, &*error), (ExitCode::SUCCESS, ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(
        lines[0],
        "No-limit Texas hold'em heads-up, blinds 50/100, 200 big blinds, every hand from full \
         stacks, seed 7"
    );
    let schedule = "300 deals, each played twice with seats exchanged: 600 hands, ";
    assert!(lines[1].starts_with(schedule), "{out}");
    let result = lines.iter().find(|line| line.starts_with("tight-aggressive")).unwrap();
    assert!(result.contains(" mbb a hand (95 %)") && result.contains(" ± "), "{out}");
    assert!(result.ends_with("better than dealers-example"), "{out}");
    assert!(out.contains("pairing was worth") && out.contains("decision time"), "{out}");
}

#[test]
fn the_luck_of_the_cards_is_taken_out_beside_the_raw_result() {
    let (code, out, error) = play(&format!("{TWO} --deals 60 --seed 7 --reduce chance --equity"));
    assert_eq!((code, &*error), (ExitCode::SUCCESS, ""));
    let has = |name: &str| out.lines().any(|line| line.starts_with(name) && line.contains(" ± "));
    assert!(has("tight-aggressive") && has("unpaired"), "{out}");
    assert!(has("equity") && has("reduced"), "{out}");
    assert!(out.contains("(value.v1)"), "{out}");
}

#[test]
fn the_luck_of_drawn_decisions_is_taken_out_in_every_kind_of_report() {
    let (code, out, error) = play(&format!("{TWO} --deals 40 --seed 7 --reduce aivat"));
    assert_eq!((code, &*error), (ExitCode::SUCCESS, ""));
    let drawn = "and of the draws of tight-aggressive, dealers-example (value.v1)";
    assert!(out.contains(drawn) && out.contains("\naivat "), "{out}");
    let three = "--bot one=brain:maniac --bot two=brain:random --bot three=brain:caller --deals 30";
    let (_, out, _) = play(&format!("{three} --reduce aivat"));
    assert!(out.contains("\nmbb a hand") && out.contains("\nreduced "), "{out}");
    let (_, out, _) = play(&format!("{three} --format table --game short-deck --reduce chance"));
    assert_eq!(out.matches("\nreduced ").count(), 3, "{out}");
}

#[test]
fn a_bot_against_itself_wins_exactly_nothing() {
    for brain in ["caller", "tight-aggressive"] {
        let (_, out, _) =
            play(&format!("--a brain:{brain} --b brain:{brain} --deals 40 --brain-seed 3"));
        assert!(out.contains(&format!("{brain}-a")), "{out}");
        assert!(out.contains("+0 ± 0 mbb a hand (95 %), +0.0 bb/100"), "{out}");
        assert!(out.contains(&format!("no difference from {brain}-b is shown")), "{out}");
    }
}

#[test]
fn a_few_deals_give_no_interval_and_many_bots_a_crosstable() {
    let (_, out, _) = play(&format!("{TWO} --deals 29"));
    assert!(out.contains("29 deals are too few for an interval (30)"), "{out}");
    let three = "--bot one=brain:tag --bot two=brain:random --bot three=brain:caller --deals 30";
    let (_, out, _) = play(three);
    assert!(out.contains("30 deals, each played twice with seats exchanged by each of 3 pairs"));
    let row = out.lines().find(|line| line.starts_with("two ")).unwrap();
    assert_eq!(row.matches(" ± ").count(), 2, "{out}");
    let (_, out, _) = play(&format!("{three} --format table"));
    assert!(out.contains("with 3 players") && out.contains("played 3 times with other seats"));
}

#[test]
fn the_command_of_a_report_has_what_decides_the_result() {
    let words = "cardroom match --a brain:tag --jobs 4 --json=x.json --phh x.phhs --force --seed 7";
    let kept = command(words.split(' ').map(str::to_owned));
    assert_eq!(kept.join(" "), "match --a brain:tag --seed 7");
}
