//! Every table of the database, with who writes its rows, what bounds how many in an hour or a day,
//! and what ends them. A new table without a row here fails. Allowances and settings are those of
//! the code.

use crate::support::house::{Person, open, terms};
use crate::support::sqlite::Sqlite;
use cardroom::allowances::{
    ACCOUNTS, ALLOWANCES, Allowance, BUY_INS, CHAT_LINES, GUESTS, OPENINGS, OWN_ROWS,
    PRIVATE_TABLES, PRIVATE_TOURNAMENTS,
};
use cardroom::config::Config;
use cardroom_protocol::ErrorCode;
use cardroom_protocol::notes::SetNote;
use sqlx::{Connection as _, SqliteConnection};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A kind of sender that can have a row written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Writer {
    /// Anyone who reaches the room, without an account.
    Visitor,
    Guest,
    Player,
    /// An account that opened a private table or tournament.
    Host,
    Operator,
    /// The room itself, once for each opening or configuration.
    Room,
}
use Writer::{Guest, Host, Operator, Player, Room, Visitor};

impl Writer {
    /// Returns `true` for a sender that the operator need not know.
    fn is_stranger(self) -> bool {
        self <= Host
    }
}

/// A bound of the rows of a table.
#[derive(Clone, Copy)]
enum Bound {
    /// The numbers for an account, a network and perhaps the room.
    Allows(&'static Allowance),
    /// A setting that is a number for an address, a table or an account.
    Setting(&'static str),
    /// The most for each row of another table.
    Each(&'static str, u64),
    /// An order, which leaves a line in the security log.
    Orders,
    /// As many as the configuration and the program make.
    Fixed,
}
use Bound::{Allows, Each, Fixed, Orders, Setting};

/// The end of a row.
#[derive(Clone, Copy)]
enum End {
    /// It goes after this setting's time.
    After(&'static str),
    /// It goes with its row of another table.
    With(&'static str),
    /// It is replaced, or pruned behind the next snapshot.
    Replaced,
    /// It stays, and why.
    Stays(&'static str),
}
use End::{After, Replaced, Stays, With};

type Row = (&'static str, &'static [Writer], &'static [Bound], &'static [End]);

const BOOKS: End = Stays("the books must balance");

const LOG: End = Stays("what a log once had, everybody may ask for");

/// Hands are dealt at the pace of tables: a private one may be as fast as this.
const PLAY: &[Bound] = &[Allows(&PRIVATE_TABLES), Setting("hosting.min_between_ms")];

const ROWS: &[Row] = &[
    (
        "account",
        &[Visitor, Operator],
        &[Allows(&GUESTS), Allows(&ACCOUNTS), Orders],
        &[After("accounts.guest_days"), After("accounts.unused_days")],
    ),
    (
        "token",
        &[Guest, Player],
        &[Setting("limits.logins_per_minute"), Allows(&OWN_ROWS)],
        &[After("accounts.token_days"), With("account")],
    ),
    ("reset_code", &[Operator], &[Orders, Each("account", 1)], &[Replaced, With("account")]),
    ("second_factor", &[Player], &[Each("account", 1)], &[With("account")]),
    ("identity", &[Player], &[Each("account", 1)], &[With("account")]),
    (
        "push_subscription",
        &[Guest, Player],
        &[Allows(&OWN_ROWS), Each("account", 10)],
        &[With("account")],
    ),
    ("push_off", &[Guest, Player], &[Each("account", 1)], &[With("account")]),
    // An account has as many keys in a day, and the room forgets them after it.
    ("api_request", &[Player], &[Each("account", 10_000)], &[Replaced, With("account")]),
    ("note", &[Guest, Player], &[Allows(&OWN_ROWS), Each("account", 1_000)], &[With("account")]),
    (
        "report",
        &[Guest, Player],
        &[Allows(&OWN_ROWS), Each("account", 10)],
        &[After("moderation.report_days")],
    ),
    ("chat_line", &[Guest, Player], &[Allows(&CHAT_LINES)], &[After("moderation.chat_days")]),
    (
        "sign_in",
        &[Guest, Player],
        &[Each("account", 16)],
        &[After("integrity.addresses_days"), With("account")],
    ),
    (
        "known_network",
        &[Player],
        &[Each("account", 16)],
        &[After("accounts.network_days"), With("account")],
    ),
    (
        "hosted_table",
        &[Host],
        &[Allows(&OPENINGS), Allows(&PRIVATE_TABLES)],
        &[After("hosting.ledger_days")],
    ),
    (
        "tournament",
        &[Host, Operator],
        &[Allows(&OPENINGS), Allows(&PRIVATE_TOURNAMENTS), Orders],
        &[After("hosting.ledger_days"), Stays("results of what was played are records")],
    ),
    (
        "room_table",
        &[Host, Room],
        &[Allows(&OPENINGS), Fixed],
        &[Stays("a number is never given out twice")],
    ),
    (
        "audit",
        &[Host, Operator],
        &[Allows(&OWN_ROWS), Orders],
        &[With("hosted_table"), Stays("operators answer for what they did")],
    ),
    ("operation", &[Operator], &[Orders], &[Stays("operators answer for what they did")]),
    // Only a start that the floor moves.
    ("published_start", &[Operator], &[Orders, Each("tournament", 1)], &[Replaced]),
    ("ban", &[Operator], &[Orders, Each("account", 100)], &[Replaced]),
    ("hand", &[Guest, Player], PLAY, &[After("history.keep_days"), After("history.keep_bot_days")]),
    ("hand_player", &[Guest, Player], &[Each("hand", 10)], &[With("hand")]),
    ("hand_seal", &[Room], &[Fixed], &[Replaced]),
    ("hand_to_note", &[Room], &[Each("hand", 1)], &[Replaced]),
    ("hand_link", &[Guest, Player], &[Allows(&OWN_ROWS), Each("hand", 10)], &[With("hand")]),
    (
        "ledger_account",
        &[Guest, Player, Host],
        &[Each("account", 1), Allows(&OPENINGS), Fixed],
        &[BOOKS],
    ),
    (
        "ledger_transfer",
        &[Guest, Player],
        &[Allows(&BUY_INS), Setting("accounts.refill_wait_minutes"), Each("account", 1)],
        &[BOOKS],
    ),
    ("journal_batch", &[Guest, Player], PLAY, &[Replaced, After("store.keep_snapshots")]),
    (
        "snapshot",
        &[Host, Room],
        &[Allows(&PRIVATE_TABLES), Allows(&PRIVATE_TOURNAMENTS), Fixed],
        &[Replaced],
    ),
    ("setup", &[Host, Room], &[Each("snapshot", 1)], &[With("snapshot")]),
    ("redo_log", &[Room], &[Fixed], &[Replaced]),
    ("room_terms", &[Operator], &[Orders], &[Replaced, Stays("an operator ends them")]),
    ("hook", &[Operator], &[Orders], &[Replaced, Stays("an administrator ends it")]),
    ("hook_room", &[Room], &[Fixed], &[Replaced]),
    ("hook_event", &[Room], &[Fixed], &[Stays("30 days, or as long as it waits for a hook")]),
    ("hook_waiting", &[Room], &[Each("hook", 10_000)], &[With("hook")]),
    ("hook_delivery", &[Room], &[Each("hook_event", 200)], &[With("hook")]),
    ("deal_entry", &[Room], &[Fixed], &[LOG]),
    ("deal_tile", &[Room], &[Each("deal_entry", 2)], &[LOG]),
    ("deal_head", &[Room], &[Fixed], &[Replaced]),
    ("deal_count", &[Room], &[Each("deal_entry", 1)], &[LOG]),
    ("room_lease", &[Room], &[Fixed], &[Replaced]),
    ("key_ring", &[Room], &[Fixed], &[Replaced]),
    ("room_key", &[Room], &[Fixed], &[Replaced]),
    ("room_beat", &[Room], &[Fixed], &[Replaced]),
    ("room_waiting", &[Room], &[Fixed], &[Replaced]),
];

/// Returns the tables that the migrations of a database make and do not drop.
fn made_by(folder: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("store/migrations").join(folder);
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let mut tables = BTreeSet::new();
    for sql in files.iter().map(|file| fs::read_to_string(file).unwrap()) {
        let named = |line: &str, words: &str| {
            let rest = line.trim_start().strip_prefix(words)?.trim_start_matches("IF EXISTS ");
            Some(rest.split([' ', '(', ';']).next().unwrap().to_owned())
        };
        for line in sql.lines() {
            tables.extend(named(line, "CREATE TABLE "));
            if let Some(dropped) = named(line, "DROP TABLE ") {
                tables.remove(&dropped);
            }
        }
    }
    tables
}

#[tokio::test]
async fn every_table_has_a_row_and_every_row_a_table() {
    let rows: BTreeMap<&str, usize> =
        ROWS.iter().enumerate().map(|(at, (table, ..))| (*table, at)).collect();
    assert_eq!(rows.len(), ROWS.len(), "no table has two rows");
    let known: BTreeSet<String> = rows.keys().map(|table| (*table).to_owned()).collect();
    let (sqlite, postgres) = (made_by("sqlite"), made_by("postgres"));
    let made: BTreeSet<String> = sqlite.union(&postgres).cloned().collect();
    assert_eq!(known, made, "say in threats/rows.rs who writes a table and what ends its rows");

    // The live database has the same tables as its migrations say.
    let file = Sqlite::new();
    drop(file.open().await);
    let url = format!("sqlite:{}", file.path().display());
    let mut connection = SqliteConnection::connect(&url).await.unwrap();
    let live = "SELECT name FROM sqlite_master WHERE type = 'table'
                    AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_sqlx_%'";
    let live: Vec<String> = sqlx::query_scalar(live).fetch_all(&mut connection).await.unwrap();
    assert_eq!(live.into_iter().collect::<BTreeSet<_>>(), sqlite);
}

#[test]
fn what_strangers_write_is_bounded_and_ends() {
    let config: toml::Table = Config::default().to_toml().parse().unwrap();
    let is_set = |path: &str| {
        let (section, key) = path.rsplit_once('.').unwrap();
        let section = section.split('.').try_fold(&config, |table, key| table[key].as_table());
        section.is_some_and(|table| table.contains_key(key))
    };
    let is_table = |table: &str| ROWS.iter().any(|(known, ..)| *known == table);
    for (table, writers, bounds, ends) in ROWS {
        assert!(!writers.is_empty() && !bounds.is_empty() && !ends.is_empty(), "{table}");
        for bound in *bounds {
            match bound {
                Allows(allowance) => assert!(
                    ALLOWANCES.iter().any(|known| known == allowance),
                    "{table}: {} is not on the page of operators",
                    allowance.what
                ),
                Setting(path) => assert!(is_set(path), "{table}: there is no {path}"),
                Each(other, most) => {
                    assert!(is_table(other) && other != table && *most > 0, "{table}: {other}");
                }
                Orders => assert!(writers.contains(&Operator), "{table}: nobody orders it"),
                Fixed => {}
            }
        }
        for end in *ends {
            match end {
                After(path) => assert!(is_set(path), "{table}: there is no {path}"),
                With(other) => assert!(is_table(other) && other != table, "{table}: {other}"),
                Replaced => {}
                Stays(why) => assert!(!why.is_empty(), "{table}"),
            }
        }
        let strangers = writers.iter().any(|writer| writer.is_stranger());
        let counts = |bound: &Bound| !matches!(bound, Orders | Fixed);
        assert!(!strangers || bounds.iter().any(counts), "{table}: nothing bounds strangers");
        // Where rows stay, an allowance of the network says how many.
        let all_stay = ends.iter().all(|end| matches!(end, Stays(_)));
        let by_network = |bound: &Bound| matches!(bound, Allows(_));
        assert!(!strangers || !all_stay || bounds.iter().any(by_network), "{table} fills the disk");
    }
}

/// Each allowance that a row names has the settings that it says, and they are its numbers.
#[test]
fn an_allowance_is_what_its_settings_say() {
    let config: toml::Table = Config::default().to_toml().parse().unwrap();
    for allowance in ALLOWANCES {
        let names = allowance.settings.split('`').skip(1).step_by(2);
        let set: Vec<i64> = names
            .map(|path| {
                let mut parts = path.split('.');
                let first = &config[parts.next().unwrap()];
                parts.fold(first, |value, key| &value[key]).as_integer().unwrap()
            })
            .collect();
        let numbers = [allowance.account, Some(allowance.network), allowance.room];
        let numbers: Vec<i64> = numbers.into_iter().flatten().map(i64::from).collect();
        let of_network = allowance.settings.contains("ten times as many for a network");
        let expected = match of_network {
            true => vec![set[0], 10 * set[0]],
            false => set,
        };
        assert_eq!(numbers, expected, "{}", allowance.what);
    }
}

/// Writes as fast as the room lets a guest, until it refuses.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_who_writes_as_fast_as_possible_leaves_no_more_rows_than_allowed() {
    let open = open(|config| {
        let defaults = Config::default().limits;
        config.limits.openings_per_hour = defaults.openings_per_hour;
        config.limits.rows_per_hour = defaults.rows_per_hour;
        config.limits.buy_ins_per_hour = defaults.buy_ins_per_hour;
    })
    .await;
    let mut ann = Person::new(&open, "Ann").await;
    let _bob = Person::new(&open, "Bob").await;
    let mut openings = 0;
    let refused = loop {
        match ann.host(terms()).await {
            Ok(hosted) => {
                openings += 1;
                let table = hosted.table;
                let close =
                    |request| cardroom_protocol::hosting::CloseHosted { request, table }.into();
                ann.done(close).await.unwrap();
            }
            Err(code) => break code,
        }
    };
    assert_eq!((Some(openings), refused), (OPENINGS.account, ErrorCode::RateLimited));
    let note = |request| {
        let (player, text) = ("Bob".to_owned(), "Calls too much.".to_owned());
        SetNote { request, player, text, color: 0 }.into()
    };
    let mut notes = 0;
    let refused = loop {
        match ann.done(note).await {
            Ok(()) => notes += 1,
            Err(code) => break code,
        }
    };
    // A moment passes meanwhile, in which one more may be allowed.
    let allowed = OWN_ROWS.account.unwrap();
    assert!((allowed..allowed + 3).contains(&notes), "{notes} of {allowed}");
    assert_eq!(refused, ErrorCode::RateLimited);
}
