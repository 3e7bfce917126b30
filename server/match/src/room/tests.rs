//! Clients of the room's protocol in whole matches: the library's own, one in Python that knows
//! nothing of matches, and one for each fault.

mod clients;

use super::*;
use crate::brains::BrainKind;
use crate::run::{Bot, End, Outcome, Settings, run};
use crate::samples::programs::{
    Script, against_caller, is_gone, kill_a_match, notes_of_the_doomed, play, process_of,
};
use crate::samples::{self, Answers, bot, faults, programs};
use crate::schedule::Seatings;
use crate::seat::{Answer, FaultKind, Limits, Question};
use crate::session::{Hand, Stopped};
use FaultKind::{Closed, Exited, Flood, Illegal, Late, Malformed, Unasked, WrongId};
use cardroom_bot::Choices as _;
use cardroom_protocol::Encoding;
use clients::{InProcess, PRELUDE};
use std::fs;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicUsize;
use std::thread::sleep;
use std::time::Duration;

const PLAYS: &str = "start(); play()";

fn settings(game: &str, deals: u32) -> Settings {
    programs::settings(&samples::choice(game), deals)
}

fn patient(game: &str, deals: u32) -> Settings {
    let mut settings = settings(game, deals);
    settings.conduct.limits.turn = Duration::from_secs(30);
    settings
}

fn entrant(script: &Script) -> Box<dyn Entrant> {
    Box::new(RoomEntrant::of_command(script.options.clone(), &script.workshop))
}

fn hands(outcome: &Outcome) -> Vec<&Hand> {
    assert_eq!((faults(outcome), &outcome.end), (Vec::new(), &End::Complete));
    let hands: Vec<&Hand> = outcome.sessions.iter().flat_map(|session| &session.hands).collect();
    assert!(hands.iter().all(|hand| hand.net.iter().sum::<i64>() == 0));
    hands
}

#[test]
fn a_client_of_the_library_plays_like_the_same_brain_in_process() {
    use BrainKind::{Caller, DealersExample, Random, TightAggressive};
    for (game, kinds, encoding) in [
        ("holdem", &[DealersExample, TightAggressive][..], Encoding::Binary),
        ("holdem", &[Random, DealersExample, Caller], Encoding::Json),
        ("horse", &[TightAggressive, Random], Encoding::Binary),
        ("deuce-seven-triple", &[Random, TightAggressive], Encoding::Binary),
        ("dealers-choice", &[Random, TightAggressive], Encoding::Json),
    ] {
        let mut settings = patient(game, 25);
        settings.seatings = Seatings::Rotate;
        let boxed = |kind: &BrainKind| Box::new(*kind) as Box<dyn Entrant>;
        let brains = play(&settings, kinds.iter().map(boxed).collect());
        let over_socket =
            |kind: &BrainKind| Box::new(InProcess::new(*kind, encoding)) as Box<dyn Entrant>;
        let clients = play(&settings, kinds.iter().map(over_socket).collect());
        assert_eq!(hands(&brains), hands(&clients), "{game}");
    }
}

#[test]
fn a_client_that_knows_nothing_of_matches_plays_to_the_end() {
    let Some(script) = Script::python(PRELUDE, PLAYS) else { return };
    let mut settings = patient("holdem", 40);
    settings.seatings = Seatings::Rotate;
    let other = || Box::new(BrainKind::TightAggressive);
    let program = play(&settings, vec![entrant(&script), other()]);
    let brain = play(&settings, vec![Box::new(BrainKind::Caller), other()]);
    assert_eq!(hands(&program), hands(&brain));
}

#[test]
fn a_client_is_moved_from_table_to_table_of_a_tournament() {
    use BrainKind::{Random, TightAggressive};
    let kinds = [Random, TightAggressive, Random, Random, TightAggressive];
    let mut settings = samples::small_tables("test-turbo", 2, kinds.len(), 2);
    settings.conduct.limits.turn = Duration::from_secs(30);
    settings.seatings = Seatings::One;
    let brains = samples::play(&settings, &samples::bots(&kinds));
    let client = |kind: &BrainKind| {
        let entrant = Box::new(InProcess::new(*kind, Encoding::Binary));
        bot(kind.name(), entrant)
    };
    let clients: Vec<Bot> = kinds.iter().map(client).collect();
    let clients = run(&settings, &clients, 1, &AtomicBool::new(false));
    assert_eq!(hands(&brains), hands(&clients));
    let places = |outcome: &Outcome| -> Vec<_> {
        outcome.sessions.iter().map(|session| session.finish.clone().unwrap()).collect()
    };
    assert_eq!(places(&brains), places(&clients));
}

const NOTES: &str = r#"
notes = open(sys.argv[1], "w", buffering=1)
def seen(frame):
    notes.write(frame + "\n")
start(); play()
"#;

#[test]
fn a_client_is_sent_its_own_cards_and_no_hidden_ones() {
    let Some(mut script) = Script::python(PRELUDE, NOTES) else { return };
    let file = script.with_file();
    let settings = patient("holdem", 30);
    let outcome = play(&settings, vec![entrant(&script), Box::new(BrainKind::Random)]);
    let hands = hands(&outcome);
    let notes = fs::read_to_string(file).unwrap();
    let frames: Vec<&str> = notes.lines().collect();
    // The login, the seat and the table come first, in this order.
    let first = ["Welcome", "LoggedIn", "MatchSeat", "TableSnapshot"];
    let places: Vec<usize> = first.iter().map(|name| notes.find(name).unwrap()).collect();
    assert!(places.is_sorted() && notes.contains(r#""turn_ms":30000,"bank_ms":null"#), "{notes}");
    assert!(frames.last().unwrap().contains(r#""Goodbye":{"code":"shutting_down""#));
    // Each hand from its beginning to the first cards that are tabled.
    let parts: Vec<&str> = notes.split("\"HandStarted\"").skip(1).collect();
    assert_eq!(parts.len(), hands.len());
    for (part, hand) in parts.iter().zip(hands) {
        let played = hand.played.as_ref().unwrap();
        let cards = |seat: u8| {
            let cards = played.cards.iter().find(|cards| cards.seat == seat).unwrap();
            cards.dealt.iter().map(|card| format!("\"{card}\"")).collect::<Vec<_>>()
        };
        let before = part.split("\"HandTabled\"").next().unwrap();
        assert!(cards(0).iter().all(|card| before.contains(card)), "{part}");
        assert!(!cards(1).iter().any(|card| before.contains(card)), "{part}");
    }
    assert!(notes.contains("StackChanged"), "stacks are set between hands");
}

const ASKS_ELSE: &str = r#"
refused = []
def other(name, body):
    if name == "Refused":
        refused.append(body["code"])
start()
for number, turn in enumerate(turns()):
    if number == 1:
        send(ListTables={"request": 7, "filter": None})
        send(Leave={"request": 8, "table": turn["table"]})
        send(Chat={"request": 9, "table": turn["table"], "text": "hello"})
        send(Observe={"request": 10, "table": turn["table"]})
    act(turn)
    if number == 3:
        open(sys.argv[1], "w").write(" ".join(refused))
"#;

#[test]
fn other_requests_are_refused_in_one_way_and_cost_nothing() {
    let code = ASKS_ELSE.replace("\"filter\": None", "\"filter\": {}");
    let Some(mut script) = Script::python(PRELUDE, &code) else { return };
    let file = script.with_file();
    let outcome = play(&patient("holdem", 4), vec![entrant(&script), Box::new(BrainKind::Caller)]);
    assert_eq!(hands(&outcome).len(), 4);
    assert_eq!(fs::read_to_string(file).unwrap(), ["match_table"; 4].join(" "));
}

/// Plays a faulty program against a caller, and returns its faults.
fn faulty(code: &str, limits: Option<Limits>) -> Option<(Outcome, Vec<(FaultKind, String)>)> {
    let script = Script::python(PRELUDE, code)?;
    let mut settings = settings("holdem", 12);
    settings.conduct.limits = limits.unwrap_or(settings.conduct.limits);
    let program = RoomEntrant::of_command(script.options.clone(), &script.workshop);
    let outcome = against_caller(&settings, program);
    let noted = faults(&outcome).into_iter().map(|(kind, detail)| (kind, detail.to_owned()));
    let noted = noted.collect();
    Some((outcome, noted))
}

/// Answers the third turn otherwise.
fn third(code: &str) -> String {
    format!(
        "start()\nfirst = None\nfor ask, turn in enumerate(turns()):\n    first = first or turn\n    \
         if ask == 2:\n        {code}\n    else:\n        act(turn)\n"
    )
}

/// Mistakes of a client at its third turn, each with its faults and the detail of the last one.
const WRONGS: [(&str, &[FaultKind], &str); 15] = [
    ("time.sleep(2.2); act(turn)", &[Late], " ms"),
    ("time.sleep(3600)", &[Late, Late, Late], " ms"),
    ("sys.exit(3)", &[Exited], "exit code 3"),
    ("os.kill(os.getpid(), signal.SIGKILL)", &[Exited], "signal 9"),
    ("sock.shutdown(2); time.sleep(3600)", &[Closed], "closed its connection"),
    ("send_text('garbage'); act(turn)", &[Malformed], "does not decode"),
    ("send(Nonsense={'request': 9}); act(turn)", &[Malformed], "no message Nonsense"),
    ("send_text('x' * 100000); act(turn)", &[Malformed], "over the limit"),
    ("send_text('x', 2); act(turn)", &[Malformed], "wrong kind"),
    ("act(dict(turn, turn=turn['turn'] + 9))", &[WrongId], "another turn"),
    ("act(turn); act(turn)", &[Unasked], "same turn again"),
    ("act(turn, {'RaiseTo': 99999})", &[Illegal], "not legal"),
    ("discard(turn)", &[Illegal], "not the time"),
    ("while True: send_text('[]' + ' ' * 10000)", &[Flood], "1 MiB"),
    ("sock.sendall(b'not a frame at all'); time.sleep(3600)", &[Closed], "broke WebSocket"),
];

/// Checks the faults of a client, and that its match was played to the end.
fn check_faults(
    code: &str,
    (outcome, noted): &(Outcome, Vec<(FaultKind, String)>),
    expected: &[FaultKind],
    detail: &str,
) {
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

#[test]
fn each_fault_has_its_name_and_the_match_is_played_to_the_end() {
    for (code, expected, detail) in WRONGS {
        let Some(played) = faulty(&third(code), None) else { return };
        check_faults(code, &played, expected, detail);
    }
}

/// Plays a faulty program that runs already against a caller, and returns its faults.
fn faulty_elsewhere(code: &str) -> Option<(Outcome, Vec<(FaultKind, String)>)> {
    let script = Script::python(PRELUDE, code)?;
    let open = RoomEntrant::that_connects(Arc::new(AtomicBool::new(false))).unwrap();
    let Invitation { url, token } = open.invitation().unwrap().clone();
    let mut words = script.options.command.iter();
    let mut program = Command::new(words.next().unwrap())
        .args(words)
        .current_dir(script.options.folder.as_ref().unwrap())
        .envs([(URL, url), (TOKEN, token)])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let outcome = against_caller(&settings("holdem", 12), open);
    // The match has not started it and does not end it.
    let _ = program.kill();
    program.wait().unwrap();
    let noted = faults(&outcome).into_iter().map(|(kind, detail)| (kind, detail.to_owned()));
    let noted = noted.collect();
    Some((outcome, noted))
}

#[test]
fn a_program_that_runs_already_has_the_same_faults() {
    for (code, expected, detail) in WRONGS {
        let Some(played) = faulty_elsewhere(&third(code)) else { return };
        match expected {
            // How it ended is not the match's business.
            [Exited] => check_faults(code, &played, &[Closed], "closed its connection"),
            expected => check_faults(code, &played, expected, detail),
        }
    }
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
fn a_client_that_reads_nothing_is_late_and_one_may_print_a_lot() {
    let Some((_, noted)) = faulty("start(); time.sleep(3600)", None) else { return };
    assert!(noted.iter().all(|(kind, _)| *kind == FaultKind::Late) && noted.len() == 3);
    let prints = "start()\nfor turn in turns():\n    os.write(2, b'e' * 200000)\n    \
                  os.write(1, b'o' * 200000)\n    act(turn)\n";
    let limits = Limits { turn: Duration::from_secs(30), ..START };
    let Some((_, noted)) = faulty(prints, Some(limits)) else { return };
    assert_eq!(noted, []);
}

#[test]
fn a_client_that_does_not_log_in_plays_no_match_and_says_why() {
    let short = Limits { start: Duration::from_secs(4), ..START };
    for (code, limits, why) in [
        ("time.sleep(60)", short, "It did not log in in time. It wrote nothing"),
        ("raise SystemExit('no cards, please')", START, "no cards, please"),
        ("connect(); login('guess'); time.sleep(60)", short, "did not log in in time"),
        ("connect('chat.v1'); time.sleep(60)", START, "101"),
        ("connect(); time.sleep(60)", short, "did not log in in time"),
    ] {
        let Some((outcome, _)) = faulty(code, Some(limits)) else { return };
        let End::Stopped(Stopped::NotReady(noted)) = &outcome.end else { panic!("{code}") };
        assert!(noted.fault.detail.contains(why), "{code}: {}", noted.fault.detail);
    }
}

/// Makes a caller that takes its time at its first decision.
fn slow() -> Box<Answers> {
    let asked = AtomicUsize::new(0);
    Answers::by(move |ask| {
        if asked.fetch_add(1, Ordering::Relaxed) == 0 {
            sleep(Duration::from_secs(4));
        }
        let Question::Act(legal) = ask.question else { panic!("a decision") };
        samples::reply(Answer::Act(legal.check_or_call()))
    })
}

/// Pings behind each action, and notes how long the answers to both take.
const PINGS: &str = r#"
slowest = 0
def other(name, body):
    global slowest
    if name in ("Pong", "ActionAccepted"):
        slowest = max(slowest, time.time() - sent)
        open(sys.argv[1], "w").write(str(slowest))
start()
for turn in turns():
    sent = time.time()
    act(turn)
    send(Ping={"nonce": 5})
"#;

#[test]
fn a_client_hears_of_its_action_while_others_think() {
    let Some(mut script) = Script::python(PRELUDE, PINGS) else { return };
    let file = script.with_file();
    let outcome = play(&patient("holdem", 1), vec![entrant(&script), slow()]);
    assert_eq!(hands(&outcome).len(), 1);
    let slowest: f64 = fs::read_to_string(file).unwrap().parse().unwrap();
    assert!(slowest < 3.5, "{slowest} s");
}

const FORKS: &str = r#"
if os.fork() == 0:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    with open(sys.argv[1], "w") as file:
        file.write(str(os.getpid()))
    time.sleep(3600)
start(); play()
"#;

#[test]
fn no_process_is_left_after_a_match() {
    let Some(mut script) = Script::python(PRELUDE, FORKS) else { return };
    let file = script.with_file();
    let outcome = play(&patient("holdem", 3), vec![entrant(&script), entrant(&script)]);
    assert_eq!(faults(&outcome), []);
    let child = process_of(&file);
    assert!(is_gone(child), "process {child} is left");
}

/// Plays until it is killed, if the test below runs it.
#[test]
fn doomed() {
    let Some(file) = notes_of_the_doomed() else { return };
    let Some(mut script) = Script::python(PRELUDE, FORKS) else { return };
    script.options.command.push(file);
    let settings = patient("holdem", 1_000_000);
    let outcome = play(&settings, vec![entrant(&script), entrant(&script)]);
    assert_eq!(outcome.end, End::Complete);
}

#[test]
fn a_match_that_is_killed_leaves_no_process() {
    if Script::python("", "").is_none() {
        return;
    }
    for signal in ["KILL", "INT"] {
        kill_a_match("room::tests::doomed", signal);
    }
}

#[test]
fn a_match_that_waits_for_a_connection_ends_when_it_is_interrupted() {
    let halt = Arc::new(AtomicBool::new(false));
    let waits = Box::new(RoomEntrant::that_connects(Arc::clone(&halt)).unwrap());
    let bots = [bot("mine", waits), bot("other", Box::new(BrainKind::Caller))];
    let halted = Arc::clone(&halt);
    let interrupts = std::thread::spawn(move || {
        sleep(Duration::from_millis(300));
        halted.store(true, Ordering::Relaxed);
    });
    let outcome = run(&settings("holdem", 2), &bots, 1, &halt);
    assert_eq!(outcome.end, End::Stopped(Stopped::Interrupted));
    interrupts.join().unwrap();
}
