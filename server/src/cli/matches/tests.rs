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

const DUEL: &str = "--a brain:tag --b brain:caller --tournament heads-up-sit-and-go";
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
        ("--a genius --b brain:tag", "is brain:NAME, exec:COMMAND, acpc:COMMAND, room:COMMAND or"),
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
        (&format!("{TWO} --stacks carry --equity"), "--equity has no meaning with --stacks carry"),
        (&format!("{TWO} --stacks carry --seatings rotate"), "plays each deal once"),
        (&format!("{TWO} --stacks carry --seatings all"), "plays each deal once"),
        (&format!("{TWO} --tournament midnight"), "no tournament \"midnight\". There are"),
        (&format!("{TWO} --tournament no/such/file.toml"), "cannot be read"),
        (&format!("{TWO} --tournament sit-and-go"), "starts with 6 players, not with 2"),
        (&format!("{TWO} --tournament nightly-freezeout"), "needs 10 players or more"),
        (&format!("{TWO} --tournament heads-up-bracket"), "needs 4 players or more"),
        (&format!("{TWO} --tournament main-event-2"), "played on several days"),
        (&DUEL.replace("brain:tag", "acpc:mine"), "protocol has no tournaments"),
        (&format!("{DUEL} --stacks carry"), "--stacks carry is for matches of single hands"),
        (&format!("{DUEL} --deck decks"), "--deck is for matches of single hands"),
        (&format!("{DUEL} --sessions 2"), "--sessions is for matches of single hands"),
        (&format!("{DUEL} --equity"), "--equity is for matches of single hands"),
        (&format!("{DUEL} --reduce chance"), "--reduce is for matches of single hands"),
        (&format!("{DUEL} --until 5"), "--until is for matches of single hands"),
        (&format!("{DUEL} --test 0..20"), "--test is for matches of single hands"),
        (&format!("{DUEL} --format gauntlet"), "played by all bots together"),
        (&format!("{DUEL} --deals 0"), "at least one deal"),
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
fn a_tournament_brings_its_own_game() {
    for option in ["--game omaha", "--blinds 1/2", "--stack 500", "--rulebook tda-2024"] {
        let words = format!("cardroom match {DUEL} {option}");
        let refused = Cli::try_parse_from(words.split_whitespace()).unwrap_err();
        assert_eq!(refused.kind(), clap::error::ErrorKind::ArgumentConflict, "{option}");
    }
}

#[test]
fn tournaments_are_scored_by_prizes_and_written_to_files() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (json, html, phh) = (at("match.json"), at("match.html"), at("match.phhs"));
    let files =
        format!("--json {} --html {} --phh {}", json.display(), html.display(), phh.display());
    let (code, out, error) = play(&format!("{DUEL} --deals 3 --seed 7 {files}"));
    assert_eq!((code, &*error), (ExitCode::SUCCESS, ""), "{out}");
    assert!(out.starts_with("Heads-up sit & go: No-limit Texas hold'em with 2 players"), "{out}");
    assert!(out.contains("3 tournaments, each played twice with seats exchanged"), "{out}");
    assert!(out.contains("too few tournaments for an interval"), "{out}");
    let report: serde_json::Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
    assert_eq!(report["tournament"]["unit"], "thousandths of the buy-in");
    assert_eq!(report["schedule"]["deals"], 3);
    let page = fs::read_to_string(&html).unwrap();
    assert!(page.contains("<h2>Places</h2>") && page.contains("hands-data"), "{page}");
    let replayed = replay(&phh);
    assert!(replayed.ends_with(" passed, 0 failed\n"), "{replayed}");
    // A page is replaced only with --force, and a file of a structure is as good as its id.
    let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../config/tournaments");
    let from_file = format!("--a brain:tag --b brain:caller --tournament {config}/test-turbo.toml");
    let again = format!("{from_file} --deals 1 --html {}", html.display());
    let (code, _, error) = play(&again);
    assert!(code == ExitCode::from(2) && error.contains("exists. Use --force"), "{error}");
    let (code, out, error) = play(&format!("{again} --force"));
    assert_eq!((code, &*error), (ExitCode::SUCCESS, ""), "{out}");
}

#[test]
fn the_decks_of_a_file_are_played_and_its_mistakes_are_named_with_their_lines() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("decks");
    let deck: String =
        cardroom_cards::CardSet::full52().iter().map(|card| card.to_string()).collect();
    let with = |text: &str, more: &str| {
        fs::write(&file, text).unwrap();
        play(&format!("{TWO} --deck {} {more}", file.display()))
    };
    let (code, out, error) = with(&format!("{deck}\n{deck}\n"), "");
    assert_eq!((code, &*error), (ExitCode::SUCCESS, ""));
    assert!(out.contains("every hand from full stacks, decks from a file, seed 0"), "{out}");
    assert!(out.contains("2 deals, each played twice"), "{out}");
    let doubled = format!("{}2d", &deck[2..]);
    for (text, more, reason) in [
        (&*format!("{deck}\n{}\n", &deck[2..]), "", "line 2 has 51 cards"),
        (&*format!("{deck}\n\n{doubled}\n"), "", "line 3 has 2d twice"),
        (&*format!("{deck}\nZz{}\n", &deck[2..]), "", "line 2 cannot be read"),
        (&*deck, "--game short-deck", "line 1 has 2c, which is not in the deck"),
        (&*deck, "--deals 2", "--deck has decks for 1 of 2 deals"),
        ("", "", "there is no deck in it"),
    ] {
        let (code, out, error) = with(text, more);
        assert_eq!((code, &*out), (ExitCode::from(2), ""), "{reason}: {error}");
        assert!(error.contains(reason) && error.lines().count() == 1, "{reason}: {error}");
    }
    let (code, _, error) = play(&format!("{TWO} --deck /no/such/file"));
    assert_eq!(code, ExitCode::from(2));
    assert!(error.contains("The decks in /no/such/file cannot be read"), "{error}");
}

#[test]
fn carried_stacks_are_scored_without_pairing() {
    let (code, out, error) = play(&format!("{TWO} --deals 60 --seed 7 --stacks carry"));
    assert_eq!((code, &*error), (ExitCode::SUCCESS, ""), "{out}");
    assert!(out.contains("200 big blinds, stacks carried on from hand to hand, seed 7"), "{out}");
    assert!(out.contains("60 deals, each played once: 60 hands, "), "{out}");
    assert!(out.contains(" ± ") && !out.contains("unpaired"), "{out}");
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
