//! Deals every shipped game and rotation, in each of its betting structures, to bots over real
//! sockets in one room. Each table plays until it has shown everything its game has. No bot may see
//! anything inconsistent, and in the end every chip is back where it came from.

use cardroom::config::Config;
use cardroom::store::prelude::*;
use cardroom::store::{LedgerAccount, MemoryStore};
use cardroom::wiring::{self, OpenRoom};
use cardroom_bot::brains::{Caller, RandomLegal, TightAggressive};
use cardroom_bot::model::Table;
use cardroom_bot::swarm::Bot;
use cardroom_bot::{
    Action, Brain, BuyIn, DiscardRange, LegalActions, Settings, Swarm, TableChoice, TableEvent,
    TableId,
};
use cardroom_cards::CardSet;
use cardroom_protocol::table::PostKind;
use cardroom_rules::{Betting, Forced, Game, Library};
use metrics_exporter_prometheus::PrometheusBuilder;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const PLAYERS: usize = 3;
/// The least number of hands at each table.
const HANDS: u64 = 4;
/// The timeout, longer than all of it takes.
const LONG: Duration = Duration::from_secs(300);

/// The record of a table.
#[derive(Clone, Default, Debug)]
struct Seen {
    hands: u64,
    /// The number of hands of each game in each betting structure.
    games: BTreeMap<(String, String), u64>,
    /// The kinds of events and actions seen so far.
    kinds: BTreeSet<&'static str>,
}

type Sightings = Arc<Mutex<BTreeMap<u64, Seen>>>;

/// A brain that records what it sees, and chooses the game played least.
struct Watching {
    brain: Box<dyn Brain>,
    seen: Sightings,
    /// The first bot of each table records for all.
    notes: bool,
}

impl Watching {
    fn note(&self, table: &Table, note: impl FnOnce(&mut Seen)) {
        if self.notes {
            note(self.seen.lock().unwrap().entry(table.info.table.0).or_default());
        }
    }
}

impl Brain for Watching {
    fn act(&mut self, table: &Table, legal: &LegalActions) -> Action {
        self.brain.act(table, legal)
    }

    fn discard(&mut self, table: &Table, range: DiscardRange) -> CardSet {
        self.brain.discard(table, range)
    }

    fn run_it(&mut self, table: &Table, most: u8) -> u8 {
        let _ = self.brain.run_it(table, most);
        most
    }

    fn choose_game(&mut self, table: &Table) -> Option<u8> {
        let played = {
            let seen = self.seen.lock().unwrap();
            seen.get(&table.info.table.0).map(|seen| seen.games.clone()).unwrap_or_default()
        };
        let hands = |game: &cardroom_bot::Game| {
            let game = (game.id.clone(), format!("{:?}", game.betting));
            played.get(&game).copied().unwrap_or(0)
        };
        // A game may have ended before its draw or its discard, and gets another turn.
        let games = table.info.games.iter().enumerate();
        let (place, _) = games.min_by_key(|(_, game)| hands(game))?;
        u8::try_from(place).ok()
    }

    fn saw(&mut self, table: &Table, event: &TableEvent) {
        let kind = match event {
            TableEvent::HandStarted(start) => {
                let game = (start.game.id.clone(), format!("{:?}", start.game.betting));
                self.note(table, |seen| {
                    *seen.games.entry(game).or_default() += 1;
                });
                if start.bomb_pot { "bomb pot" } else { "hand" }
            }
            TableEvent::HandEnded(_) => {
                self.note(table, |seen| seen.hands += 1);
                "end"
            }
            TableEvent::HandTabled(_) => "showdown",
            TableEvent::UpCardsDealt(_) => "up cards",
            TableEvent::DrawBegan(began) if began.replaced => "draw",
            TableEvent::DrawBegan(_) => "discard",
            TableEvent::Discarded(gone) if gone.count > 0 => "cards given away",
            TableEvent::Drawn(_) => "cards drawn",
            TableEvent::Posted(posted) if posted.post == PostKind::Straddle => "straddle",
            TableEvent::Acted(acted) if acted.action == Action::BringIn => "bring-in",
            TableEvent::RunItAgreed(agreed) if agreed.boards == 2 => "two boards",
            TableEvent::PotAwarded(awarded) if awarded.half == 1 => "second half",
            TableEvent::PotAwarded(awarded) if awarded.board == 1 => "second board",
            TableEvent::PotAwarded(awarded) => {
                let named = awarded.shares.iter().all(|share| share.hand.is_some());
                if named { "named hand" } else { "award" }
            }
            _ => return,
        };
        self.note(table, |seen| {
            seen.kinds.insert(kind);
        });
    }
}

/// A table of the room, and everything that must be seen there.
struct Wanted {
    name: String,
    games: BTreeSet<(String, String)>,
    kinds: BTreeSet<&'static str>,
}

fn kinds_of(game: &Game) -> BTreeSet<&'static str> {
    use cardroom_rules::Deal;
    let mut kinds = BTreeSet::from(["hand", "end", "showdown", "named hand"]);
    if game.has_up_cards() {
        kinds.extend(["up cards", "bring-in"]);
    }
    let deals = || game.streets.iter().flat_map(|street| &street.deal);
    if deals().any(|deal| matches!(deal, Deal::Draw(_))) {
        kinds.extend(["draw", "cards given away", "cards drawn"]);
    }
    if deals().any(|deal| matches!(deal, Deal::Discard(_))) {
        kinds.extend(["discard", "cards given away"]);
    }
    kinds
}

fn structure(betting: Betting) -> (&'static str, &'static str) {
    match betting {
        Betting::NoLimit => ("no_limit", "NoLimit"),
        Betting::PotLimit => ("pot_limit", "PotLimit"),
        Betting::FixedLimit => ("fixed_limit", "FixedLimit"),
    }
}

/// Returns one table for every game in each of its betting structures, one for every rotation, and
/// one with every option of a ring game.
fn tables(library: &Library) -> (String, Vec<Wanted>) {
    let (mut text, mut wanted) = (String::new(), Vec::new());
    let mut table = |name: String, game: &str, betting: &str, more: &str| {
        write!(
            text,
            "[[tables]]\nname = \"{name}\"\ngame = \"{game}\"\nbetting = \"{betting}\"\n\
             small_blind = 5\nbig_blind = 10\nseats = {PLAYERS}\nmin_buy_in = 100\n\
             max_buy_in = 400\nbetween_hands_ms = 0\nrun_out_ms = 0\nrun_it_ms = 2000\n{more}"
        )
        .unwrap();
        name
    };
    for game in library.games() {
        for betting in &game.betting {
            let (word, name) = structure(*betting);
            let stakes = match game.forced {
                Forced::Blinds => "",
                Forced::BringIn => "bring_in = 3\nante = 1\nante_kind = \"each\"\n",
            };
            let name_of_table = table(format!("{} {word}", game.id), &game.id, word, stakes);
            let games = BTreeSet::from([(game.id.clone(), name.to_owned())]);
            wanted.push(Wanted { name: name_of_table, games, kinds: kinds_of(game) });
        }
    }
    for rotation in library.rotations() {
        let name = table(rotation.id.clone(), &rotation.id, "no_limit", "");
        let game = |id: &str| library.game(id).unwrap();
        let games = rotation.rotation.iter();
        wanted.push(Wanted {
            name,
            games: games
                .clone()
                .map(|entry| (entry.game.clone(), structure(entry.betting).1.to_owned()))
                .collect(),
            kinds: games.flat_map(|entry| kinds_of(game(&entry.game))).collect(),
        });
    }
    let options =
        "straddle = \"mississippi\"\nrun_it = 2\nbomb_pot = { every_hands = 3, ante = 20 }\n";
    let name = table("options".to_owned(), "omaha8", "pot_limit", options);
    let kinds = ["straddle", "bomb pot", "two boards", "second board", "second half", "showdown"];
    let games = BTreeSet::from([("omaha8".to_owned(), "PotLimit".to_owned())]);
    wanted.push(Wanted { name, games, kinds: kinds.into() });
    (text, wanted)
}

async fn open_room(tables: &str, store: Arc<dyn Store>) -> OpenRoom {
    let text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\nadmin_listen = \"127.0.0.1:0\"\n\
         [limits]\nguests_per_hour = 1000000\nguests_per_network_hour = 1000000\nseats_per_network = 1000000\n\
         connections_per_address = 10000\nlogins_per_minute = 100000\n\
         messages_per_second = 1000\nmessage_burst = 2000\n\
         [accounts]\nsignup_grant = 1000000\nfree_chips = \"everywhere\"\n[house_bots]\nenabled = false\n\
         [deal]\nverifiable = false\n{tables}"
    );
    let config = Config::load_text("test", &text, [], &Default::default()).unwrap();
    let figures = PrometheusBuilder::new().build_recorder().handle();
    wiring::open(&config, store, figures).await.unwrap()
}

fn brain(bot: Bot, tables: usize, seen: &Sightings) -> Watching {
    let place = bot.number / tables;
    let brain: Box<dyn Brain> = match place {
        0 => Box::new(Caller),
        1 => Box::new(RandomLegal::new(bot.seed)),
        _ => Box::new(TightAggressive::new(bot.seed)),
    };
    Watching { brain, seen: Arc::clone(seen), notes: place == 0 }
}

/// Returns everything that a table has not shown yet.
fn missing(wanted: &Wanted, seen: Option<&Seen>) -> Vec<String> {
    let seen = seen.cloned().unwrap_or_default();
    let games = wanted.games.iter().filter(|game| !seen.games.contains_key(*game));
    let games = games.map(|game| format!("{game:?}"));
    let kinds = wanted.kinds.difference(&seen.kinds).map(|kind| (*kind).to_owned());
    let mut missing: Vec<String> = games.chain(kinds).collect();
    if seen.hands < HANDS {
        missing.push(format!("{} hands of {HANDS}", seen.hands));
    }
    missing
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_is_dealt_over_the_wire_and_no_chip_is_lost() {
    let library = Config::default().library().unwrap();
    let (text, wanted) = tables(&library);
    assert!(wanted.len() > 55, "{} tables", wanted.len());
    let store = Arc::new(MemoryStore::new());
    let room = open_room(&text, Arc::clone(&store) as Arc<dyn Store>).await;
    let open = room.room.registry.tables();
    let id_of =
        |name: &str| open.iter().find(|table| table.info.borrow().name == name).unwrap().id.0;
    let ids: Vec<u64> = wanted.iter().map(|wanted| id_of(&wanted.name)).collect();
    // A table ends when it can no longer be reached.
    drop(open);

    let seen = Sightings::default();
    let (count, sightings) = (ids.len(), Arc::clone(&seen));
    let settings = Settings {
        tables: TableChoice::Ids(ids.iter().copied().map(TableId).collect()),
        buy_in: BuyIn::BigBlinds(20),
        straddle: true,
        leave_patience: Duration::from_secs(30),
        ..Settings::default()
    };
    let swarm = Swarm::builder(&format!("ws://{}/ws", room.address))
        .settings(settings)
        .bots(PLAYERS * count)
        .seed(7)
        .brain(move |bot| brain(bot, count, &sightings))
        .start()
        .await
        .unwrap();

    let deadline = Instant::now() + LONG;
    loop {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let seen = seen.lock().unwrap().clone();
        let missing: Vec<(&str, Vec<String>)> = wanted
            .iter()
            .zip(&ids)
            .map(|(wanted, id)| (wanted.name.as_str(), missing(wanted, seen.get(id))))
            .filter(|(_, missing)| !missing.is_empty())
            .collect();
        if missing.is_empty() {
            break;
        }
        assert!(Instant::now() < deadline, "{}: {missing:#?}", swarm.totals());
    }
    let summary = swarm.stop().await;
    let totals = summary.totals;
    assert_eq!(totals.protocol_errors, 0, "{totals}");
    assert_eq!(totals.resyncs, 0, "every event fits what bots know: {totals}");
    assert_eq!(totals.illegal_choices, 0, "{totals}");
    assert_eq!(totals.actions_refused, 0, "{totals}");

    room.close(Duration::from_secs(20)).await;
    assert!(store.ledger_audit().await.unwrap().is_empty());
    let balances = store.load_balances().await.unwrap();
    let in_wallets: i64 = balances
        .iter()
        .filter(|(name, _)| matches!(LedgerAccount::parse(name), Some(LedgerAccount::Wallet(_))))
        .map(|(_, balance)| *balance)
        .sum();
    let granted = i64::try_from(PLAYERS * count * 1_000_000).unwrap();
    assert_eq!(in_wallets, granted, "every chip is back in a wallet");
}
