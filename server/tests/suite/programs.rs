//! Programs that speak lines, in a live room: ring games, a private table and a tournament, over
//! real sockets and real pipes.

use crate::hosting::tournaments;
use crate::support::house::{Person, open, terms};
use cardroom::config::Config;
use cardroom::store::MemoryStore;
use cardroom::wiring::{self, OpenRoom};
use cardroom_bot::brains::Caller;
use cardroom_bot::exec::Programs;
use cardroom_bot::swarm::{Bot, Summary};
use cardroom_bot::{Brain, BuyIn, Outcome, Settings, Swarm, TableChoice, TableId, TournamentPlan};
use cardroom_protocol::hosting::TableTerms;
use metrics_exporter_prometheus::PrometheusBuilder;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

const LONG: Duration = Duration::from_secs(120);

/// The bot of LINES.md, which plays everything.
const FIVE_LINES: &str = r#"
import json, sys
for line in sys.stdin:
    ask = json.loads(line).get("act")
    if ask:
        print(json.dumps({"id": ask["id"], "action": "Check" if ask["legal"]["check"] else "Call"}), flush=True)
"#;

/// Checks every line for itself, raises by a policy, notes its number and the lines it got, and
/// plays until `end`.
const CAREFUL: &str = r#"
import json, os, sys, time
print('{"ready":{"events":true,"offers":true}}', flush=True)
seen = {}
for line in sys.stdin:
    (kind, body), = json.loads(line).items()
    seen[kind] = seen.get(kind, 0) + 1
    if kind == "hello":
        seat = body["seat"]
        assert body["protocol"] == "cardroom.lines.v1"
    elif kind == "act":
        assert body["seat"] == seat and len(body["cards"]) == 2 and body["time_ms"] > 0
        assert sum(s["bet"] for s in body["seats"]) <= body["pot"]
        assert all(not s["open"] for s in body["seats"])
        time.sleep(0.02)
        wager = body["legal"]["wager"]
        passive = "Check" if body["legal"]["check"] else "Call"
        if wager:
            key = "RaiseTo" if wager["raise"] else "Bet"
            policy = [[passive, 0.75], [{key: wager["min_to"]}, 0.25]]
        else:
            policy = [[passive, 1]]
        print(json.dumps({"id": body["id"], "policy": policy}), flush=True)
    elif kind == "offer":
        print(json.dumps({"id": body["id"], "show": True}), flush=True)
with open(sys.argv[1] + str(os.getpid()), "w") as file:
    json.dump(seen, file)
"#;

/// Plays three decisions and goes.
const GOES: &str = r#"
import json, sys
for line in sys.stdin:
    ask = json.loads(line).get("act")
    if ask:
        if ask["id"] == 4:
            sys.exit(3)
        print(json.dumps({"id": ask["id"], "action": "Check" if ask["legal"]["check"] else "Call"}), flush=True)
"#;

/// A program in a folder of its own.
struct Code {
    folder: tempfile::TempDir,
    python: String,
}

impl Code {
    /// Writes a program. Returns `None` if there is no Python, which is printed.
    #[expect(clippy::print_stderr, reason = "a test that was not run must be seen")]
    fn python(code: &str) -> Option<Self> {
        let asked = ["-c", "import sys; print(sys.executable)"];
        let Ok(found) = Command::new("python3").args(asked).output() else {
            eprintln!("SKIPPED: python3 is not installed, and no program was tried in a room");
            return None;
        };
        let python = String::from_utf8(found.stdout).unwrap().trim().to_owned();
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("bot.py"), code).unwrap();
        Some(Self { folder, python })
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn programs(&self) -> Arc<Programs> {
        let words = [self.python.clone().into(), self.file("bot.py"), self.file("seen-")];
        let command = words.map(|word| word.to_str().unwrap().to_owned());
        Programs::new(command.into(), 10).unwrap()
    }
}

/// Opens a room with two tables, and no pause between hands.
async fn room() -> (OpenRoom, Vec<TableId>) {
    let text = "[server]\nlisten = \"127.0.0.1:0\"\nadmin_listen = \"127.0.0.1:0\"\n\
         [accounts]\nfree_chips = \"everywhere\"\n[house_bots]\nenabled = false\n\
         [[tables]]\nname = \"Lines\"\ncopies = 2\nseats = 2\nsmall_blind = 5\nbig_blind = 10\n\
         min_buy_in = 400\nmax_buy_in = 1000\nbetween_hands_ms = 0\nrun_out_ms = 0\n";
    let config = Config::load_text("test", text, [], &Default::default()).unwrap();
    let figures = PrometheusBuilder::new().build_recorder().handle();
    let room = wiring::open(&config, Arc::new(MemoryStore::new()), figures).await.unwrap();
    let tables = room.room.registry.tables();
    let ids = tables.iter().map(|table| TableId(table.id.0)).collect();
    (room, ids)
}

/// Lets bots play to their end.
async fn play(
    open: &OpenRoom,
    bots: usize,
    settings: Settings,
    brain: impl Fn(Bot) -> Box<dyn Brain> + Send + Sync + 'static,
) -> Summary {
    let swarm = Swarm::builder(&format!("ws://{}/ws", open.address))
        .bots(bots)
        .seed(7)
        .settings(settings)
        .boxed_brain(brain)
        .run();
    tokio::time::timeout(LONG, swarm).await.expect("they end in time").unwrap()
}

/// Lets callers wait at tables until the swarm is dropped.
async fn callers(open: &OpenRoom, settings: Settings, bots: usize) -> Swarm {
    let settings = Settings { name_prefix: "caller".to_owned(), buy_in: BuyIn::Max, ..settings };
    let swarm = Swarm::builder(&format!("ws://{}/ws", open.address)).bots(bots);
    swarm.settings(settings).brain(|_| Caller).start().await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_plays_at_two_tables_over_one_connection() {
    let Some(code) = Code::python(CAREFUL) else { return };
    let (room, ids) = room().await;
    let tables = TableChoice::Ids(ids.into());
    let at = Settings { tables: tables.clone(), ..Settings::default() };
    let callers = callers(&room, at, 2).await;
    let programs = code.programs();
    let settings = Settings {
        tables,
        tables_per_connection: 2,
        hands: Some(10),
        drop_every: Some(Duration::from_secs(2)),
        ..Settings::default()
    };
    let brains = Arc::clone(&programs);
    let summary = play(&room, 2, settings, move |bot| Box::new(brains.brain(bot))).await;
    programs.ended().await;
    assert!(summary.is_success(), "{:?} {}", summary.outcomes, summary.totals);
    let totals = summary.totals;
    assert!(totals.actions_accepted >= 20, "{totals}");
    assert_eq!((totals.illegal_choices, totals.actions_refused), (0, 0));
    assert_eq!(totals.connects, 1 + totals.reconnects);
    let files = fs::read_dir(code.folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let seen: Vec<String> = files
        .filter(|path| path.to_string_lossy().contains("seen-"))
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    assert_eq!(seen.len(), 2, "one process for each table, which ended by itself: {seen:?}");
    for kinds in &seen {
        for kind in ["hello", "hand", "act", "event", "result", "end"] {
            assert!(kinds.contains(&format!("\"{kind}\"")), "no {kind} in {kinds}");
        }
    }
    callers.stop().await;
    room.close(Duration::from_secs(20)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_leaves_when_its_program_has_ended() {
    let Some(code) = Code::python(GOES) else { return };
    let (room, ids) = room().await;
    let at = Settings { tables: TableChoice::Ids(ids[..1].into()), ..Settings::default() };
    let callers = callers(&room, at.clone(), 1).await;
    let programs = code.programs();
    let brains = Arc::clone(&programs);
    let summary = play(&room, 1, at, move |bot| Box::new(brains.brain(bot))).await;
    programs.ended().await;
    let why = "exited, exit code 3".to_owned();
    assert_eq!(summary.outcomes, [Outcome::BrainEnded(why)]);
    assert_eq!(summary.totals.actions_refused, 0);
    callers.stop().await;
    room.close(Duration::from_secs(20)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_that_does_not_exist_plays_no_hand() {
    let (room, ids) = room().await;
    let at = Settings { tables: TableChoice::Ids(ids[..1].into()), ..Settings::default() };
    let programs = Programs::new(vec!["no-such-bot".to_owned()], 10).unwrap();
    let brains = Arc::clone(&programs);
    let summary = play(&room, 1, at, move |bot| Box::new(brains.brain(bot))).await;
    programs.ended().await;
    let [Outcome::BrainEnded(why)] = &*summary.outcomes else { panic!("{:?}", summary.outcomes) };
    assert!(why.contains("exit code 127"), "{why}");
    room.close(Duration::from_secs(20)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_five_lines_play_at_a_private_table() {
    let Some(code) = Code::python(FIVE_LINES) else { return };
    let open = open(|_| {}).await;
    let programs = code.programs();
    let mut ada = Person::new(&open, "Ada").await;
    let terms = TableTerms { seats: 2, bots_allowed: true, ..terms() };
    let hosted = ada.host(terms).await.unwrap();
    let settings = Settings {
        code: Some(hosted.code.clone()),
        hands: Some(5),
        buy_in: BuyIn::Min,
        ..Settings::default()
    };
    let brains = Arc::clone(&programs);
    let summary = play(&open, 2, settings, move |bot| Box::new(brains.brain(bot))).await;
    programs.ended().await;
    assert_eq!(summary.outcomes, [Outcome::HandsPlayed, Outcome::HandsPlayed]);
    assert_eq!(summary.totals.illegal_choices, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_five_lines_play_a_tournament() {
    let Some(code) = Code::python(FIVE_LINES) else { return };
    let open = open(|_| {}).await;
    let programs = code.programs();
    let mut ada = Person::new(&open, "Ada").await;
    let mut terms = tournaments::terms();
    (terms.max_entrants, terms.level_minutes, terms.bots_allowed) = (3, 1, true);
    (terms.seats, terms.starting_stack) = (3, cardroom_protocol::Chips(20));
    let hosted = tournaments::host(&mut ada, terms).await.unwrap();
    let plan = Some(TournamentPlan::by_code(&hosted.code));
    let settings = Settings { tournament: plan, ..Settings::default() };
    let brains = Arc::clone(&programs);
    let summary = play(&open, 3, settings, move |bot| Box::new(brains.brain(bot))).await;
    programs.ended().await;
    assert!(summary.is_success(), "{:?}", summary.outcomes);
    assert_eq!((summary.results.len(), summary.totals.illegal_choices), (3, 0));
}
