//! Bots that declare and push chips at hybrid tables of several games and books, with an operator
//! on the floor of one table. They play hundreds of hands with every kind of ruling, and in the end
//! every chip is back where it came from.

use crate::support::client::{Client, LONG};
use cardroom::config::Config;
use cardroom::store::prelude::*;
use cardroom::store::{LedgerAccount, MemoryStore};
use cardroom::wiring::{self, OpenRoom};
use cardroom_bot::brains::Gestures;
use cardroom_bot::{
    Action, Brain, BuyIn, Gesture, LegalActions, Settings, Swarm, Table, TableChoice, TableEvent,
};
use cardroom_protocol::client::{Login, Observe};
use cardroom_protocol::hybrid::{
    AttendTable, DirectTable, RuledBy, RulingKind, TableCommand, TicketOpened, TicketRuling,
};
use cardroom_protocol::server::{Role, ServerMessage};
use cardroom_protocol::{ClientMessage, Encoding, ErrorCode, RequestId, Secret, Seq, TableId};
use metrics_exporter_prometheus::PrometheusBuilder;
use std::collections::{BTreeMap, BTreeSet};
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The least number of hands in total.
const HANDS: u64 = 400;
/// The timeout, longer than all of it takes.
const TOO_LONG: Duration = Duration::from_secs(180);
/// The chips that every account begins with.
const GRANT: u64 = 1_000_000;
/// The operator's table is the first.
const TABLES: &str = r#"
[[tables]]
name = "Attended"
rulebook = "tda-2024"
[[tables]]
name = "Unattended"
rulebook = "tda-2024"
[[tables]]
name = "Pot-limit"
rulebook = "tnpl"
game = "omaha"
betting = "pot_limit"
[[tables]]
name = "Players show"
rulebook = "tfpl"
players_show = true
[[tables]]
name = "Stud"
rulebook = "tda-2024"
game = "stud"
betting = "fixed_limit"
small_blind = 0
bring_in = 30
ante = 10
ante_kind = "each"
[[tables]]
name = "Draw"
rulebook = "tda-2024"
game = "deuce-seven-triple"
betting = "fixed_limit"
"#;

/// The record of all tables.
#[derive(Default, Debug)]
struct Seen {
    hands: BTreeMap<u64, u64>,
    kinds: BTreeSet<RulingKind>,
    rules: BTreeSet<String>,
    answers: BTreeMap<&'static str, u64>,
    rulings: u64,
    /// How often a player showed their own hand.
    shown: u64,
}

/// A brain that records what it sees.
struct Watching {
    brain: Gestures,
    seen: Arc<Mutex<Seen>>,
    /// The first bot of each table records for all.
    notes: bool,
    /// The chips when the hand began.
    chips: Option<u64>,
}

impl Brain for Watching {
    fn act(&mut self, table: &Table, legal: &LegalActions) -> Action {
        self.brain.act(table, legal)
    }

    fn gesture(&mut self, table: &Table, legal: &LegalActions) -> Option<Gesture> {
        self.brain.gesture(table, legal)
    }

    fn interject(&mut self, table: &Table) -> Option<Gesture> {
        self.brain.interject(table)
    }

    fn saw(&mut self, table: &Table, event: &TableEvent) {
        match event {
            TableEvent::HandStarted(_) => self.chips = Some(table.chips().0),
            TableEvent::SeatTaken(_) | TableEvent::SeatLeft(_) | TableEvent::ToppedUp(_) => {
                self.chips = None;
            }
            _ => {
                let before = self.chips.unwrap_or(table.chips().0);
                assert_eq!(table.chips().0, before, "{event:?} makes or loses chips");
            }
        }
        if !self.notes {
            return;
        }
        let mut seen = self.seen.lock().unwrap();
        match event {
            TableEvent::HandEnded(_) => *seen.hands.entry(table.info.table.0).or_default() += 1,
            TableEvent::Ruled(ruled) => {
                seen.rulings += 1;
                seen.kinds.insert(ruled.kind);
                seen.rules.insert(ruled.rule.clone());
            }
            TableEvent::TicketClosed(closed) => {
                let by = match closed.by {
                    RuledBy::Floor => "floor",
                    RuledBy::Claim => "claim",
                    RuledBy::WaitOver => "wait over",
                    RuledBy::Unattended => "unattended",
                };
                *seen.answers.entry(by).or_default() += 1;
            }
            TableEvent::ShowdownOpened(_) => seen.shown += 1,
            _ => {}
        }
    }
}

async fn open_room(store: Arc<dyn Store>) -> OpenRoom {
    let mut text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\nadmin_listen = \"127.0.0.1:0\"\n\
         [limits]\nguests_per_hour = 1000000\nguests_per_network_hour = 1000000\nseats_per_network = 1000000\n\
         connections_per_address = 1000\nlogins_per_minute = 10000\n\
         messages_per_second = 10000\nmessage_burst = 10000\n\
         [accounts]\nsignup_grant = {GRANT}\nrefill_amount = 0\nfree_chips = \"everywhere\"\n[house_bots]\nenabled = false\n"
    );
    for entry in TABLES.split("[[tables]]").skip(1) {
        let common = [
            ("hybrid", "true"),
            ("small_blind", "50"),
            ("big_blind", "100"),
            ("unit", "5"),
            ("seats", "4"),
            ("min_buy_in", "1000"),
            ("max_buy_in", "10000"),
            ("between_hands_ms", "0"),
            ("run_out_ms", "0"),
        ];
        text.push_str("[[tables]]");
        text.push_str(entry);
        for (key, value) in common {
            if !entry.contains(&format!("\n{key} = ")) {
                text.push_str(&format!("{key} = {value}\n"));
            }
        }
    }
    let config = Config::load_text("test", &text, [], &Default::default()).unwrap();
    let figures = PrometheusBuilder::new().build_recorder().handle();
    wiring::open(&config, store, figures).await.unwrap()
}

/// Rules on every ticket at a table, using each of the options in turn.
async fn on_the_floor(mut cleo: Client, table: TableId, stop: Arc<tokio::sync::Notify>) -> u64 {
    let request = RequestId(1);
    cleo.send([Observe { request, table }.into(), AttendTable { request, table, on: true }.into()])
        .await;
    let mut ruled = 0_usize;
    // The last ruling, and the last step seen.
    let mut given: Option<TicketRuling> = None;
    let mut seen = Seq(0);
    loop {
        let message = tokio::select! {
            message = cleo.receive() => message,
            () = stop.notified() => return ruled as u64,
        };
        match message {
            ServerMessage::Step(step) => {
                seen = Seq(step.seq.0);
                let opened = step.events.0.iter().find_map(|event| match event {
                    TableEvent::TicketOpened(ticket) => Some(ticket.clone()),
                    _ => None,
                });
                if let Some(TicketOpened { ticket, options, time_ms: 1.., .. }) = opened {
                    let option = options[ruled % options.len()];
                    let ruling = TicketRuling { ticket, option };
                    cleo.send([ruling_at(table, seen, ruling)]).await;
                    given = Some(ruling);
                    ruled += 1;
                }
            }
            // A player came or went at the same moment, so this rules again.
            ServerMessage::Refused(refused) if refused.code == ErrorCode::SeqMoved => {
                let ruling = given.expect("only a ruling has a step it was seen at");
                cleo.send([ruling_at(table, seen, ruling)]).await;
            }
            // The ticket had already timed out.
            ServerMessage::Refused(refused) if refused.code == ErrorCode::NoTicket => {}
            ServerMessage::Refused(refused) => panic!("{refused:?}"),
            _ => {}
        }
    }
}

fn ruling_at(table: TableId, seq: Seq, ruling: TicketRuling) -> ClientMessage {
    let (request, reason) = (RequestId(1), "as it was seen".to_owned());
    let command = TableCommand::RuleTicket(ruling);
    DirectTable { request, table, seq, reason, rule: None, command }.into()
}

async fn operator(room: &OpenRoom) -> Client {
    let (name, password) = ("Cleo".to_owned(), Secret("eight or more".to_owned()));
    room.room.accounts.register(&name, &password, Ipv4Addr::LOCALHOST.into()).await.unwrap();
    room.room.accounts.set_role(&name, Role::Floor).await.unwrap();
    let mut cleo = Client::welcome(room, Encoding::Binary).await;
    cleo.send([Login { request: RequestId(1), name, password, browser: None }.into()]).await;
    while !matches!(cleo.receive().await, ServerMessage::LoggedIn(_)) {}
    cleo
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_that_talk_play_hundreds_of_hands_and_no_chip_is_lost() {
    let store = Arc::new(MemoryStore::new());
    let room = open_room(Arc::clone(&store) as Arc<dyn Store>).await;
    let tables: Vec<TableId> =
        room.room.registry.tables().iter().map(|table| TableId(table.id.0)).collect();
    let names = ["Attended"];
    let attended = room
        .room
        .registry
        .tables()
        .into_iter()
        .find(|table| names.contains(&table.info.borrow().name.as_str()));
    let attended = TableId(attended.unwrap().id.0);
    let stop = Arc::new(tokio::sync::Notify::new());
    let cleo = operator(&room).await;
    let floor = tokio::spawn(on_the_floor(cleo, attended, Arc::clone(&stop)));

    let (seen, count) = (Arc::new(Mutex::new(Seen::default())), tables.len());
    let settings = Settings {
        tables: TableChoice::Ids(tables.iter().copied().collect()),
        buy_in: BuyIn::BigBlinds(40),
        leave_patience: Duration::from_secs(30),
        ..Settings::default()
    };
    let sightings = Arc::clone(&seen);
    let swarm = Swarm::builder(&format!("ws://{}/ws", room.address))
        .settings(settings)
        .bots(3 * count)
        .seed(11)
        .boxed_brain(move |bot| {
            let (brain, seen) = (Gestures::new(bot.seed), Arc::clone(&sightings));
            Box::new(Watching { brain, seen, notes: bot.number / count == 0, chips: None })
        })
        .start()
        .await
        .unwrap();

    let all_kinds = [
        RulingKind::Check,
        RulingKind::Call,
        RulingKind::Bet,
        RulingKind::Raise,
        RulingKind::AllIn,
        RulingKind::Fold,
        RulingKind::Floor,
        RulingKind::Held,
        RulingKind::Bound,
        RulingKind::Released,
        RulingKind::Commit,
    ];
    let before = Instant::now();
    loop {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let seen = seen.lock().unwrap();
        let hands: u64 = seen.hands.values().sum();
        let everywhere = tables.iter().all(|table| seen.hands.contains_key(&table.0));
        let every_kind = all_kinds.iter().all(|kind| seen.kinds.contains(kind));
        let answered = ["floor", "unattended"].iter().all(|by| seen.answers.contains_key(by));
        if hands >= HANDS && everywhere && every_kind && answered && seen.shown > 0 {
            break;
        }
        assert!(before.elapsed() < TOO_LONG, "{}: {seen:?}", swarm.totals());
    }
    let summary = swarm.stop().await;
    let totals = summary.totals;
    assert_eq!(totals.protocol_errors, 0, "{totals}");
    assert_eq!(totals.resyncs, 0, "every event fits what bots know: {totals}");
    stop.notify_one();
    let ruled = tokio::time::timeout(LONG, floor).await.unwrap().unwrap();
    assert!(ruled > 0, "the operator was asked");
    {
        let seen = seen.lock().unwrap();
        assert!(seen.rulings >= HANDS, "{seen:?}");
        for book in ["TDA ", "TNPL ", "TFPL "] {
            assert!(seen.rules.iter().any(|rule| rule.starts_with(book)), "{book}: {seen:?}");
        }
        assert!(seen.rules.len() >= 12, "{seen:?}");
    }

    room.close(Duration::from_secs(20)).await;
    assert!(store.ledger_audit().await.unwrap().is_empty());
    let trail = store.audit_trail(None, 0, u32::MAX).await.unwrap();
    assert!(u64::from(trail.total) <= ruled && trail.total > 0, "{trail:?}");
    let balances = store.load_balances().await.unwrap();
    let in_wallets: i64 = balances
        .iter()
        .filter(|(name, _)| matches!(LedgerAccount::parse(name), Some(LedgerAccount::Wallet(_))))
        .map(|(_, balance)| *balance)
        .sum();
    let accounts = u64::try_from(3 * count + 1).unwrap();
    assert_eq!(in_wallets, i64::try_from(accounts * GRANT).unwrap(), "every chip is back");
}
