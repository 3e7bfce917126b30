//! One small program for each fault, and for each way in which a program could outlive its match.

mod programs;
mod table;

use super::*;
use crate::samples::programs::{Script, is_gone, kill_a_match, notes_of_the_doomed, process_of};
use crate::seat::{Answer, Ask, Limits, Question, Reply, Seat};
use cardroom_protocol::table::{Action, DiscardRange};
use programs::*;
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};
use table::{dealt, legal, table};

const LIMITS: Limits =
    Limits { turn: Duration::from_millis(300), bank: None, start: Duration::from_secs(5) };

/// How long a folder may take to be gone after its match was killed.
const GONE: Duration = Duration::from_secs(2);

/// Makes a program of Python code.
fn python(code: &str) -> Option<Script> {
    Script::python(PRELUDE, code)
}

impl Script {
    fn open(&self) -> Box<dyn Seat> {
        self.open_with(LIMITS)
    }

    fn open_with(&self, limits: Limits) -> Box<dyn Seat> {
        let names = ["p1".to_owned(), "p2".to_owned()];
        let view = table();
        let opening =
            Opening { session: 3, seat: 1, brain_seed: 7, names: &names, limits, view: &view };
        ExecEntrant::new(self.options.clone(), &self.workshop).open(&opening).unwrap()
    }
}

fn ask(seat: &mut dyn Seat) -> Reply {
    ask_within(seat, LIMITS.turn, false)
}

fn ask_within(seat: &mut dyn Seat, limit: Duration, is_bank: bool) -> Reply {
    let view = dealt();
    seat.ask(&Ask { view: &view, question: Question::Act(legal()), limit, is_bank })
}

/// Returns the kind of the fault, or `None` for an answer.
fn kind(reply: &Reply) -> Option<FaultKind> {
    reply.answer.as_ref().err().map(|fault| fault.kind)
}

fn detail(reply: &Reply) -> &str {
    reply.answer.as_ref().map_or_else(|fault| &*fault.detail, |_| "")
}

/// Asks until a fault ends the session, at most 200 times, and returns all faults.
fn until_out(seat: &mut dyn Seat) -> Vec<FaultKind> {
    let mut kinds = Vec::new();
    for _ in 0..200 {
        let reply = ask(seat);
        kinds.extend(seat.take_faults().into_iter().map(|fault| fault.kind));
        kinds.extend(kind(&reply));
        if kinds.last().is_some_and(|kind| kind.ends_session()) {
            break;
        }
    }
    kinds
}

#[test]
fn the_five_lines_play() {
    let Some(bot) = python(FIVE_LINES) else { return };
    let mut seat = bot.open();
    for _ in 0..3 {
        let reply = ask(&mut *seat);
        assert_eq!(reply.answer, Ok(Answer::Act(Action::Call)));
        assert!(reply.took < LIMITS.turn && !reply.raw.is_empty());
    }
    assert_eq!(seat.take_faults(), []);
    seat.close();
}

#[test]
fn policies_and_discards_are_answers() {
    let code = r#"
for act in acts():
    if act["legal"]["discard"]:
        answer(act, discard=act["cards"][:1])
    else:
        answer(act, policy=[["Fold", 0.25], [{"RaiseTo": 50}, 0.75]])
"#;
    let Some(bot) = python(code) else { return };
    let mut seat = bot.open();
    let policy = vec![(Action::Fold, 0.25), (Action::RaiseTo(50.into()), 0.75)];
    assert_eq!(ask(&mut *seat).answer, Ok(Answer::Policy(policy)));
    let view = dealt();
    let question = Question::Discard(DiscardRange { least: 0, most: 2 });
    let reply = seat.ask(&Ask { view: &view, question, limit: LIMITS.turn, is_bank: false });
    assert_eq!(reply.answer, Ok(Answer::Discard(view.cards[..1].iter().copied().collect())));
    seat.close();
}

#[test]
fn a_slow_answer_is_late_and_dropped_and_the_next_one_counts() {
    let Some(bot) = python(SLEEPS_ONCE) else { return };
    let mut seat = bot.open();
    assert_eq!(kind(&ask(&mut *seat)), None);
    let late = ask(&mut *seat);
    assert_eq!(kind(&late), Some(FaultKind::Late));
    assert!(late.took >= LIMITS.turn && late.took < 2 * LIMITS.turn, "{:?}", late.took);
    let next = ask_within(&mut *seat, Duration::from_secs(3), false);
    assert_eq!((kind(&next), seat.take_faults()), (None, Vec::new()));
    seat.close();
}

#[test]
fn a_program_that_sleeps_forever_is_late_and_does_not_outlive_the_session() {
    let Some(bot) = python(SLEEPS_FOREVER) else { return };
    let mut seat = bot.open();
    assert_eq!(kind(&ask(&mut *seat)), None);
    assert_eq!(kind(&ask(&mut *seat)), Some(FaultKind::Late));
    assert_eq!(kind(&ask(&mut *seat)), Some(FaultKind::Late));
    let begun = Instant::now();
    seat.close();
    assert!(begun.elapsed() < Duration::from_secs(1));
}

#[test]
fn the_time_of_a_session_ends_it() {
    let Some(bot) = python(SLEEPS_FOREVER) else { return };
    let mut seat = bot.open();
    assert_eq!(kind(&ask(&mut *seat)), None);
    let reply = ask_within(&mut *seat, Duration::from_millis(50), true);
    assert_eq!(kind(&reply), Some(FaultKind::Bank));
    let again = ask(&mut *seat);
    assert_eq!((kind(&again), again.took), (Some(FaultKind::Bank), Duration::ZERO));
}

#[test]
fn a_program_that_ends_is_out() {
    for (code, how) in [(EXITS, "exit code 3"), (KILLS_ITSELF, "signal 9")] {
        let Some(bot) = python(code) else { return };
        let mut seat = bot.open();
        assert_eq!(kind(&ask(&mut *seat)), None);
        let reply = ask(&mut *seat);
        assert_eq!((kind(&reply), detail(&reply)), (Some(FaultKind::Exited), how));
        assert_eq!(kind(&ask(&mut *seat)), Some(FaultKind::Exited));
        seat.close();
    }
}

#[test]
fn a_program_that_closes_its_output_is_out() {
    let Some(bot) = python(CLOSES_OUTPUT) else { return };
    let mut seat = bot.open();
    assert_eq!(kind(&ask(&mut *seat)), None);
    let reply = ask(&mut *seat);
    assert_eq!(kind(&reply), Some(FaultKind::Closed), "{reply:?}");
}

#[test]
fn garbage_and_unknown_fields_are_malformed() {
    for line in ["garbage", r#"{"id": 2, "action": "Call", "mood": "good"}"#, "[]"] {
        let Some(bot) = python(&prints_instead(line)) else { return };
        let mut seat = bot.open();
        assert_eq!(kind(&ask(&mut *seat)), None);
        let reply = ask(&mut *seat);
        assert_eq!(kind(&reply), Some(FaultKind::Malformed));
        assert_eq!(reply.answer.unwrap_err().raw, line.as_bytes());
        assert_eq!(kind(&ask(&mut *seat)), None, "it plays on");
        seat.close();
    }
}

#[test]
fn a_line_of_a_mebibyte_is_one_fault() {
    let Some(bot) = python(ONE_LONG_LINE) else { return };
    let mut seat = bot.open();
    assert_eq!(kind(&ask(&mut *seat)), None);
    let reply = ask(&mut *seat);
    assert_eq!(kind(&reply), Some(FaultKind::Malformed));
    assert_eq!(reply.answer.unwrap_err().raw, [b'x'; 200]);
    let next = ask_within(&mut *seat, Duration::from_secs(3), false);
    assert_eq!((kind(&next), seat.take_faults()), (None, Vec::new()));
    seat.close();
}

#[test]
fn an_answer_that_nobody_asked_for_is_counted_and_costs_nothing() {
    let Some(bot) = python(ANSWERS_TWICE) else { return };
    let mut seat = bot.open();
    assert_eq!(kind(&ask(&mut *seat)), None);
    // The second answer is on its way.
    sleep(Duration::from_millis(200));
    assert_eq!(kind(&ask(&mut *seat)), None);
    let faults = seat.take_faults();
    assert_eq!(faults.iter().map(|fault| fault.kind).collect::<Vec<_>>(), [FaultKind::Unasked]);
    seat.close();
}

#[test]
fn an_old_id_answers_nothing() {
    let Some(bot) = python(OLD_ID) else { return };
    let mut seat = bot.open();
    assert_eq!(kind(&ask(&mut *seat)), None);
    for _ in 0..2 {
        assert_eq!(kind(&ask(&mut *seat)), Some(FaultKind::WrongId));
    }
    seat.close();
}

#[test]
fn a_flood_ends_the_session() {
    let Some(bot) = python(FLOODS) else { return };
    let mut seat = bot.open();
    assert_eq!(until_out(&mut *seat).last(), Some(&FaultKind::Flood));
}

#[test]
fn a_program_that_reads_nothing_is_late() {
    let Some(bot) = python(READS_NOTHING) else { return };
    let mut seat = bot.open_with(Limits { start: Duration::from_secs(2), ..LIMITS });
    // It has said that it is ready.
    assert_eq!(kind(&ask(&mut *seat)), Some(FaultKind::Late));
    let begun = Instant::now();
    assert_eq!(kind(&ask_within(&mut *seat, Duration::from_millis(20), false)), {
        Some(FaultKind::Late)
    });
    assert!(begun.elapsed() < Duration::from_secs(1));
    seat.close();
}

#[test]
fn a_program_may_write_as_much_to_standard_error_as_it_likes() {
    let Some(mut bot) = python(FILLS_ERRORS) else { return };
    let logs = bot.folder.path().join("logs");
    bot.options.logs = Some(logs.clone());
    let mut seat = bot.open();
    for _ in 0..3 {
        assert_eq!(kind(&ask_within(&mut *seat, Duration::from_secs(3), false)), None);
    }
    seat.close();
    let log = fs::read(logs.join("mine-session3-seat1.log")).unwrap();
    assert_eq!(log.len(), 512 * 1024);
}

#[test]
fn a_program_that_is_not_ready_says_why() {
    let cases = [
        ("import time; time.sleep(60)", 400, "to standard error"),
        ("raise SystemExit('no cards, please')", 5_000, "no cards, please"),
        ("import nonsense_that_is_not_there", 5_000, "exit code 1. The last lines"),
    ];
    for (code, start, why) in cases {
        let Some(bot) = python(code) else { return };
        let mut seat = bot.open_with(Limits { start: Duration::from_millis(start), ..LIMITS });
        let reply = ask(&mut *seat);
        assert_eq!(kind(&reply), Some(FaultKind::NotReady));
        assert!(detail(&reply).contains(why), "{}", detail(&reply));
    }
}

#[test]
fn a_command_that_does_not_exist_is_not_ready() {
    let Some(mut bot) = python("") else { return };
    bot.options.command = vec!["no-such-bot".to_owned()];
    let reply = ask(&mut *bot.open());
    assert_eq!(kind(&reply), Some(FaultKind::NotReady));
    assert!(detail(&reply).contains("no-such-bot"), "{}", detail(&reply));
}

#[test]
fn the_first_answer_counts_as_ready_however_long_the_start_took() {
    let Some(bot) = python(&format!("import time; time.sleep(0.6)\n{FIVE_LINES}")) else {
        return;
    };
    let mut seat = bot.open();
    let reply = ask(&mut *seat);
    assert_eq!((kind(&reply), reply.took), (None, Duration::ZERO));
    assert_eq!(kind(&ask(&mut *seat)), None);
    seat.close();
}

#[test]
fn a_session_has_an_environment_and_folders_of_its_own() {
    let Some(mut bot) = python(TELLS_ENVIRONMENT) else { return };
    let report = bot.with_file();
    bot.options.env = vec!["CARGO_PKG_NAME".to_owned(), "NOT_SET_ANYWHERE".to_owned()];
    let mut lives = Vec::new();
    for _ in 0..2 {
        let mut seat = bot.open();
        assert_eq!(kind(&ask(&mut *seat)), None);
        seat.close();
        lives.push(fs::read_to_string(&report).unwrap());
    }
    for life in &lives {
        let mut lines = life.lines();
        let names = lines.next().unwrap().replace("LC_CTYPE ", "").replace("LANG ", "");
        assert_eq!(names, "CARGO_PKG_NAME HOME PATH TMPDIR");
        assert_eq!(lines.next(), Some("notes: 0"), "it finds nothing of its other life");
        let folder = Path::new(lines.next().unwrap());
        assert!(!folder.exists(), "{folder:?} is thrown away");
        assert!(!folder.starts_with(bot.folder.path()));
    }
    assert_ne!(lives[0], lives[1]);
}

#[test]
fn the_memory_of_a_program_is_limited() {
    let Some(mut bot) = python(&format!("x = bytearray(600 << 20)\n{FIVE_LINES}")) else {
        return;
    };
    assert_eq!(kind(&ask(&mut *bot.open())), None);
    bot.options.memory = Some(256 << 20);
    let reply = ask(&mut *bot.open());
    assert_eq!(kind(&reply), Some(FaultKind::NotReady));
    assert!(detail(&reply).contains("MemoryError"), "{}", detail(&reply));
}

#[test]
fn a_child_that_ignores_signals_ends_with_the_session() {
    let Some(mut bot) = python(FORKS) else { return };
    let file = bot.with_file();
    let mut seat = bot.open();
    assert_eq!(kind(&ask(&mut *seat)), None);
    let child = process_of(&file);
    seat.close();
    assert!(is_gone(child), "process {child} is left");
}

#[test]
fn a_seat_that_is_dropped_leaves_no_process() {
    let Some(mut bot) = python(FORKS) else { return };
    let file = bot.with_file();
    let mut seat = bot.open();
    assert_eq!(kind(&ask(&mut *seat)), None);
    let child = process_of(&file);
    drop(seat);
    assert!(is_gone(child), "process {child} is left");
}

/// Plays one decision and waits to be killed, if the test below runs it.
#[test]
fn doomed() {
    let Some(file) = notes_of_the_doomed() else { return };
    let Some(mut bot) = python(FORKS) else { return };
    bot.options.command.push(file);
    let mut seat = bot.open();
    assert_eq!(kind(&ask(&mut *seat)), None);
    sleep(Duration::from_secs(60));
}

#[test]
fn a_match_that_is_killed_leaves_neither_processes_nor_folders() {
    if python("").is_none() {
        return;
    }
    for signal in ["KILL", "INT", "TERM"] {
        let place = kill_a_match("exec::tests::doomed", signal);
        let until = Instant::now() + GONE;
        let left = || {
            let names = fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().file_name());
            names.filter(|name| name.to_string_lossy().starts_with("cardroom-match-")).count()
        };
        while left() > 0 {
            assert!(Instant::now() < until, "a folder is left after {signal}");
            sleep(Duration::from_millis(10));
        }
    }
}
