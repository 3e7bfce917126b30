//! A room whose deals can be verified, with bots of the library over real sockets: the bots lend
//! links and verify each hand, and the verifier in Python, which shares no code with the room,
//! accepts every exported proof of every game.

mod tournaments;

use cardroom::config::Config;
use cardroom::history::Viewer;
use cardroom::ids::{AccountId, TableId as RoomTableId};
use cardroom::store::prelude::*;
use cardroom::store::{MemoryStore, StoredHand};
use cardroom::wiring::{self, OpenRoom};
use cardroom_bot::brains::RandomLegal;
use cardroom_bot::{BuyIn, Settings, Swarm, TableChoice, TableId};
use cardroom_deal::{Document, Known, Proof, verify_session};
use cardroom_protocol::server::Role;
use cardroom_rules::{Betting, Forced, Library};
use metrics_exporter_prometheus::PrometheusBuilder;
use std::fmt::Write as _;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

const PLAYERS: usize = 3;
const HANDS: u64 = 4;
/// The timeout, longer than all of it takes.
const LONG: Duration = Duration::from_secs(300);
const PYTHON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../bot-client/examples/verify_deal.py");

/// Returns one table for every game, one for two rotations, and one with options.
fn tables(library: &Library) -> (String, usize) {
    let (mut text, mut count) = (String::new(), 0);
    let mut table = |game: &str, betting: &str, more: &str| {
        count += 1;
        write!(
            text,
            "[[tables]]\nname = \"T{count}\"\ngame = \"{game}\"\nbetting = \"{betting}\"\n\
             small_blind = 5\nbig_blind = 10\nseats = {PLAYERS}\nmin_buy_in = 100\n\
             max_buy_in = 400\nbetween_hands_ms = 0\nrun_out_ms = 0\nrun_it_ms = 200\n{more}"
        )
        .unwrap();
    };
    for game in library.games() {
        let word = match game.betting[0] {
            Betting::NoLimit => "no_limit",
            Betting::PotLimit => "pot_limit",
            Betting::FixedLimit => "fixed_limit",
        };
        let stakes = match game.forced {
            Forced::Blinds => "",
            Forced::BringIn => "bring_in = 3\nante = 1\nante_kind = \"each\"\n",
        };
        table(&game.id, word, stakes);
    }
    table("horse", "no_limit", "");
    table("dealers-choice", "no_limit", "");
    table("omaha8", "pot_limit", "run_it = 2\nbomb_pot = { every_hands = 3, ante = 20 }\n");
    (text, count)
}

async fn open_room(tables: &str, store: &MemoryStore) -> OpenRoom {
    let text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\nadmin_listen = \"127.0.0.1:0\"\n\
         [limits]\nguests_per_hour = 1000000\nguests_per_network_hour = 1000000\nseats_per_network = 1000000\n\
         connections_per_address = 10000\nlogins_per_minute = 100000\n\
         messages_per_second = 1000\nmessage_burst = 2000\n\
         [accounts]\nsignup_grant = 1000000\nfree_chips = \"everywhere\"\n[house_bots]\nenabled = false\n\
         [deal]\nverifiable = true\nwindow_ms = 20000\n{tables}"
    );
    let config = Config::load_text("test", &text, [], &Default::default()).unwrap();
    let figures = PrometheusBuilder::new().build_recorder().handle();
    wiring::open(&config, Arc::new(store.clone()), figures).await.unwrap()
}

async fn hands_of(store: &dyn Store, table: u64) -> Vec<StoredHand> {
    let mut hands = Vec::new();
    for number in 1.. {
        match store.hand(RoomTableId(table), number).await.unwrap() {
            Some(hand) => hands.push(hand),
            None => break,
        }
    }
    hands
}

/// Lets the verifier in Python accept a file. Says so and goes on if there is no Python here.
#[expect(clippy::print_stderr, reason = "a check that was not made must be seen")]
fn python_accepts(file: &std::path::Path, key: &str) {
    let Ok(output) = Command::new("python3").arg(PYTHON).arg(file).args(["--key", key]).output()
    else {
        eprintln!("SKIPPED: there is no python3 here");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let failed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{}: {said}{failed}", file.display());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn python_accepts_every_proof_of_every_game_that_bots_play_over_sockets() {
    let (text, count) = tables(&Config::default().library().unwrap());
    let store = MemoryStore::new();
    let room = open_room(&text, &store).await;
    let ids: Vec<TableId> = (1..=count as u64).map(TableId).collect();
    let settings = Settings {
        tables: TableChoice::Ids(ids.iter().copied().collect()),
        buy_in: BuyIn::BigBlinds(20),
        leave_patience: Duration::from_secs(30),
        ..Settings::default()
    };
    let swarm = Swarm::builder(&format!("ws://{}/ws", room.address))
        .settings(settings)
        .bots(PLAYERS * count)
        .seed(7)
        .brain(|bot| RandomLegal::new(bot.seed))
        .start()
        .await
        .unwrap();
    let deadline = Instant::now() + LONG;
    loop {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let mut least = u64::MAX;
        for table in &ids {
            let number =
                store.hand(RoomTableId(table.0), HANDS).await.unwrap().map(|hand| hand.hand);
            least = least.min(number.unwrap_or_default());
        }
        if least >= HANDS {
            break;
        }
        assert!(Instant::now() < deadline, "{}", swarm.totals());
    }
    let totals = swarm.stop().await.totals;
    assert_eq!(totals.protocol_errors, 0, "{totals}");
    assert!(totals.deals_verified >= HANDS * count as u64, "{}", totals.deals_verified);

    let histories = room.room.histories().unwrap().clone();
    let folder = tempfile::tempdir().unwrap();
    let (mut proofs, mut contributions) = (0, 0);
    for table in &ids {
        let mut session: Vec<String> = Vec::new();
        for hand in hands_of(&store, table.0).await {
            let (owner, _) = hand.players[0];
            for (account, role) in [(owner, Role::Player), (AccountId(u64::MAX), Role::Floor)] {
                let viewer = Viewer { account, role };
                let table = RoomTableId(table.0);
                let of_hand = histories.proofs(viewer, table, hand.hand).await.unwrap();
                proofs += of_hand.len();
                if account == owner {
                    let file = folder.path().join(format!("{table}-{}.deal.json", hand.hand));
                    std::fs::write(&file, of_hand.last().unwrap()).unwrap();
                } else {
                    session.extend(of_hand);
                }
            }
        }
        let read = |text: &String| match Document::read(text.as_bytes()).unwrap().0 {
            Document::Proofs(proofs) => proofs,
            Document::History(_) => panic!("a proof is no history"),
        };
        let all: Vec<Proof> = session.iter().flat_map(read).collect();
        let verified = verify_session(&all, &Known::default())
            .unwrap_or_else(|fraud| panic!("table {table:?}: {fraud:?}"));
        contributions += verified.iter().map(|round| round.opening.roster.len()).sum::<usize>();
        let key = data_encoding::HEXLOWER.encode(&verified[0].opening.key);
        let file = folder.path().join(format!("{}.json", table.0));
        std::fs::write(&file, format!("[{}]", session.join(","))).unwrap();
        let own = folder.path().join(format!("{}-{HANDS}.deal.json", table.0));
        python_accepts(&file, &key);
        python_accepts(&own, &key);
    }
    assert!(proofs > 2 * count && contributions > 2 * count, "{proofs}, {contributions}");
    room.close(Duration::from_secs(20)).await;
}
