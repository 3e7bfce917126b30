//! Programs of the competition in whole matches: one that plays well, and one for each fault.

use super::*;
use crate::brains::BrainKind;
use crate::run::{End, Outcome, Settings};
use crate::samples::programs::{
    Script, against_caller, is_gone, kill_a_match, notes_of_the_doomed, play, process_of,
};
use crate::samples::{self, bot, faults, programs};
use crate::seat::{FaultKind, Limits};
use crate::session::Stopped;
use cardroom_bot::program::Guard;
use std::fs;
use std::time::Duration;

/// A player that checks and calls, and what the faulty ones are made of.
const PLAYER: &str = r##"
import os, re, signal, socket, sys, time
STACK = 20000

def connect(version="VERSION:2.0.0"):
    global sock
    sock = socket.create_connection((sys.argv[-2], int(sys.argv[-1])))
    sock.sendall((version + "\r\n").encode())
    return sock.makefile("r", newline="\r\n")

def to_act(players, betting):
    live, is_all_in = set(range(players)), False
    for number, street in enumerate(betting.split("/")):
        at = 0 if number else (1 if players == 2 else 2)
        waits = set() if is_all_in else set(live)
        for action in re.findall(r"f|c|r\d*", street):
            at = next(p % players for p in range(at, at + players) if p % players in waits)
            if action == "f":
                live.discard(at)
            if action[0] == "r":
                waits = set(live)
                is_all_in |= action == "r%d" % STACK
            waits.discard(at)
            at += 1
    if len(live) < 2 or not waits:
        return None
    return next(p % players for p in range(at, at + players) if p % players in waits)

def asks(lines):
    for line in lines:
        state = line.rstrip("\r\n")
        head, position, hand, betting, cards = state.split(":")
        assert head == "MATCHSTATE" and line.endswith("\r\n"), line
        holes = cards.split("/")[0].split("|")
        assert len(holes[int(position)]) == 4, line
        seen(state)
        if to_act(len(holes), betting) == int(position):
            yield state

def seen(state):
    pass

def answer(state, action="c"):
    sock.sendall(("%s:%s\r\n" % (state, action)).encode())

def play(lines):
    for state in asks(lines):
        answer(state)
"##;

const CALLS: &str = "play(connect())";

/// Notes every state in the file of its argument.
const NOTES: &str = r#"
notes = open(sys.argv[1], "w", buffering=1)
def seen(state):
    notes.write(state + "\n")
play(connect())
"#;

fn settings(betting: Option<Betting>, deals: u32) -> Settings {
    let choice = crate::game::GameChoice { betting, ..samples::choice("holdem") };
    programs::settings(&choice, deals)
}

fn entrant(script: &Script) -> Box<dyn Entrant> {
    Box::new(AcpcEntrant::new(script.options.clone(), &script.workshop))
}

fn hands(outcome: &Outcome) -> Vec<&crate::session::Hand> {
    assert_eq!((faults(outcome), &outcome.end), (Vec::new(), &End::Complete));
    outcome.sessions.iter().flat_map(|session| &session.hands).collect()
}

#[test]
fn a_program_plays_like_the_brain_that_decides_alike() {
    let Some(script) = Script::python(PLAYER, CALLS) else { return };
    use BrainKind::{Caller, DealersExample, TightAggressive};
    let others: [&[BrainKind]; 2] = [&[TightAggressive], &[DealersExample, TightAggressive]];
    for betting in [None, Some(Betting::FixedLimit)] {
        for others in others {
            let mut settings = settings(betting, 60);
            settings.seatings = crate::schedule::Seatings::Rotate;
            settings.conduct.limits.turn = Duration::from_secs(30);
            let rest = || others.iter().map(|kind| Box::new(*kind) as Box<dyn Entrant>);
            let with = |first: Box<dyn Entrant>| {
                play(&settings, std::iter::once(first).chain(rest()).collect())
            };
            let (program, brain) = (with(entrant(&script)), with(Box::new(Caller)));
            assert_eq!(hands(&program), hands(&brain), "{betting:?} {}", others.len());
        }
    }
}

#[test]
fn a_program_is_sent_what_the_log_has_and_no_hidden_card() {
    let Some(mut script) = Script::python(PLAYER, NOTES) else { return };
    let file = script.with_file();
    let settings = settings(None, 40);
    let outcome = play(&settings, vec![entrant(&script), Box::new(BrainKind::Random)]);
    assert_eq!(hands(&outcome).len(), 40);
    let bots = ["mine", "other"].map(|name| bot(name, Box::new(BrainKind::Caller)));
    let log = dealers_log(&settings, &outcome.sessions, &bots);
    let states = fs::read_to_string(file).unwrap();
    let mut shown = 0;
    for line in log.text.lines().filter(|line| line.starts_with("STATE:")) {
        let logged: Vec<&str> = line.split(':').collect();
        let position = logged[5].split('|').position(|name| name == "mine").unwrap();
        let start = format!("MATCHSTATE:{position}:{}:", logged[1]);
        let of_hand: Vec<&str> = states.lines().filter(|state| state.starts_with(&start)).collect();
        let (last, earlier) = of_hand.split_last().unwrap();
        // Every action and every street of the log is in the last state.
        let fields: Vec<&str> = last.split(':').collect();
        assert_eq!(fields[3], logged[2]);
        let (holes, board) = fields[4].split_once('/').unwrap_or((fields[4], ""));
        let (all, of_log) = logged[3].split_once('/').unwrap_or((logged[3], ""));
        assert_eq!(board, of_log);
        let own = |holes: &str| holes.split('|').nth(position).unwrap().to_owned();
        assert_eq!(own(holes), own(all));
        let other = holes.split('|').nth(1 - position).unwrap();
        assert!(other.is_empty() || all.contains(other));
        shown += usize::from(!other.is_empty());
        for state in earlier {
            let cards = state.rsplit(':').next().unwrap();
            let holes = cards.split('/').next().unwrap();
            assert_eq!(holes.len(), 4 + 1, "only its own cards: {state}");
        }
    }
    assert!((1..40).contains(&shown), "{shown} hands were shown");
    let score = log.text.lines().last().unwrap();
    let total: i64 = outcome.sessions[0].hands.iter().map(|hand| hand.net[0]).sum();
    assert_eq!(score, format!("SCORE:{total}|{}:mine|other", -total));
}

/// Plays a faulty program against a caller, and returns its faults.
fn faulty(code: &str, limits: Option<Limits>) -> Option<(Outcome, Vec<(FaultKind, String)>)> {
    let script = Script::python(PLAYER, code)?;
    let mut settings = settings(None, 12);
    settings.conduct.limits = limits.unwrap_or(settings.conduct.limits);
    let outcome =
        against_caller(&settings, AcpcEntrant::new(script.options.clone(), &script.workshop));
    let noted = faults(&outcome).into_iter().map(|(kind, detail)| (kind, detail.to_owned()));
    let noted = noted.collect();
    Some((outcome, noted))
}

/// Answers the third question otherwise, with `state` and `ask` known.
fn third(code: &str) -> String {
    format!(
        "first = None\nfor ask, state in enumerate(asks(connect())):\n    first = first or state\n    \
         if ask == 2:\n        {code}\n    else:\n        answer(state)\n"
    )
}

#[test]
fn each_fault_has_its_name_and_the_match_is_played_to_the_end() {
    use FaultKind::*;
    let cases: [(&str, &[FaultKind], &str); 13] = [
        ("time.sleep(2.2); answer(state)", &[Late], " ms"),
        ("time.sleep(3600)", &[Late, Late, Late], " ms"),
        ("sys.exit(3)", &[Exited], "exit code 3"),
        ("os.kill(os.getpid(), signal.SIGKILL)", &[Exited], "signal 9"),
        ("sock.shutdown(2); time.sleep(3600)", &[Closed], "closed its connection"),
        ("sock.sendall(b'garbage\\r\\n'); answer(state)", &[Malformed], "MATCHSTATE:"),
        ("answer(state, 'x')", &[Malformed], "no action"),
        ("sock.sendall(b'x' * (1 << 20) + b'\\n'); answer(state)", &[Malformed], "64 KiB"),
        ("answer(first)", &[WrongId], "another state"),
        ("answer(state); answer(state)", &[Unasked], "same state again"),
        ("answer(state, 'r99999')", &[Illegal], "not legal"),
        ("answer(state, 'r')", &[Illegal], "has a size"),
        ("while True: sock.sendall(b'#\\n' * 20000)", &[Flood], "1 MiB"),
    ];
    for (code, expected, detail) in cases {
        let Some((outcome, noted)) = faulty(&third(code), None) else { return };
        let kinds: Vec<FaultKind> = noted.iter().map(|(kind, _)| *kind).collect();
        // On a slow machine, a flood takes longer than a turn.
        let is_flood = expected == [Flood] && kinds.ends_with(expected);
        assert!(kinds == expected || is_flood, "{code}: {noted:?}");
        let last = noted.last().map(|(_, detail)| detail.as_str());
        assert!(last.is_some_and(|last| last.contains(detail)), "{code}: {noted:?}");
        let hands = &outcome.sessions[0].hands;
        assert_eq!((hands.len(), &outcome.end), (12, &End::Complete), "{code}");
        assert!(hands.iter().all(|hand| hand.net.iter().sum::<i64>() == 0), "{code}");
    }
}

#[test]
fn a_fold_without_a_bet_is_illegal_as_in_the_competition() {
    // The caller in the other seat never bets, so the big blind has nothing to fold to.
    let code = "for state in asks(connect()):\n    position = state.split(':')[1]\n    \
                answer(state, 'f' if position == '0' else 'c')\n";
    let Some((_, noted)) = faulty(code, None) else { return };
    assert_eq!(noted[0], (FaultKind::Illegal, "there is no bet to fold to".to_owned()));
}

#[test]
fn a_program_that_reads_nothing_is_late_and_one_may_print_a_lot() {
    let Some((_, noted)) = faulty("connect(); time.sleep(3600)", None) else { return };
    assert!(noted.iter().all(|(kind, _)| *kind == FaultKind::Late) && noted.len() == 3);
    let prints = "for state in asks(connect()):\n    os.write(2, b'e' * 200000)\n    \
                  os.write(1, b'o' * 200000)\n    answer(state)\n";
    let limits = Limits { turn: Duration::from_secs(30), bank: None, ..START };
    let Some((_, noted)) = faulty(prints, Some(limits)) else { return };
    assert_eq!(noted, []);
}

const START: Limits =
    Limits { turn: Duration::from_secs(5), bank: None, start: Duration::from_secs(60) };

#[test]
fn the_time_of_a_session_ends_it() {
    let limits = Limits { bank: Some(Duration::from_millis(300)), ..START };
    let Some((_, noted)) = faulty(&third("time.sleep(60)"), Some(limits)) else { return };
    assert_eq!(noted.iter().map(|(kind, _)| *kind).collect::<Vec<_>>(), [FaultKind::Bank]);
}

#[test]
fn a_program_that_does_not_connect_plays_no_match_and_says_why() {
    let short = Limits { start: Duration::from_secs(4), ..START };
    for (code, limits, why) in [
        ("time.sleep(60)", short, "It did not connect in time. It wrote nothing"),
        ("raise SystemExit('no cards, please')", START, "no cards, please"),
        ("connect('HELLO'); time.sleep(60)", START, "It began with \"HELLO\""),
        (
            "keep = socket.create_connection((sys.argv[-2], int(sys.argv[-1]))); time.sleep(60)",
            short,
            "VERSION:2.",
        ),
    ] {
        let Some((outcome, _)) = faulty(code, Some(limits)) else { return };
        let End::Stopped(Stopped::NotReady(noted)) = &outcome.end else { panic!("{code}") };
        assert!(noted.fault.detail.contains(why), "{}", noted.fault.detail);
    }
}

#[test]
fn what_the_competition_does_not_know_is_refused_in_a_sentence() {
    let terms = |choice: &crate::game::GameChoice| {
        Terms::new(samples::library(), samples::library(), choice).unwrap()
    };
    let holdem = samples::choice("holdem");
    let with = |betting| crate::game::GameChoice { betting: Some(betting), ..holdem.clone() };
    assert_eq!(check(&terms(&holdem)), Ok(()));
    assert_eq!(check(&terms(&with(Betting::FixedLimit))), Ok(()));
    for (choice, why) in [
        (with(Betting::PotLimit), "not Pot-limit Texas hold'em."),
        (samples::choice("omaha"), "not Pot-limit Omaha."),
        (samples::choice("horse"), "not HORSE."),
        (crate::game::GameChoice { ante: Some(10), ..holdem.clone() }, "no ante."),
        (crate::game::GameChoice { stack: 2_300, ..with(Betting::FixedLimit) }, "24 big blinds."),
    ] {
        let refused = check(&terms(&choice)).unwrap_err();
        assert!(refused.ends_with(why), "{refused}");
    }
}

const FORKS: &str = r#"
if os.fork() == 0:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    with open(sys.argv[1], "w") as file:
        file.write(str(os.getpid()))
    time.sleep(3600)
play(connect())
"#;

#[test]
fn no_process_is_left_after_a_match() {
    let Some(mut script) = Script::python(PLAYER, FORKS) else { return };
    let file = script.with_file();
    let outcome = play(&settings(None, 3), vec![entrant(&script), entrant(&script)]);
    assert_eq!(faults(&outcome), []);
    let child = process_of(&file);
    assert!(is_gone(child), "process {child} is left");
}

/// Plays until it is killed, if the test below runs it.
#[test]
fn doomed() {
    let Some(file) = notes_of_the_doomed() else { return };
    let Some(mut script) = Script::python(PLAYER, FORKS) else { return };
    script.options.command.push(file);
    let outcome = play(&settings(None, 1_000_000), vec![entrant(&script), entrant(&script)]);
    assert_eq!(outcome.end, End::Complete);
}

#[test]
fn a_match_that_is_killed_leaves_no_process() {
    if Script::python("", "").is_none() || Guard::start(None).is_err() {
        return;
    }
    for signal in ["KILL", "INT"] {
        kill_a_match("acpc::tests::doomed", signal);
    }
}
