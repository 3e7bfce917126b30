//! Integrity reports of hands dealt by the engine and stored. Tests the flow of chips in every
//! game, a planted pair, permissions to read a report, and sign-in addresses.

use super::dealt::{LIBRARY, dumped, hands};
use cardroom::config::{IntegritySettings, Synchronous};
use cardroom::history::{HistoryError, PlayedHand, Viewer, to_store};
use cardroom::ids::AccountId;
use cardroom::integrity::Integrity;
use cardroom::store::prelude::*;
use cardroom::store::{HandSearch, MemoryStore, SqliteStore, StoredAccount, StoredHand, Unit};
use cardroom::vault::Vault;
use cardroom_history::integrity::flows;
use cardroom_protocol::history::HandShown;
use cardroom_protocol::integrity::{GetIntegrityReport, IntegrityMeasure, IntegrityReport};
use cardroom_protocol::limits::MAX_INTEGRITY_HANDS;
use cardroom_protocol::server::Role;
use cardroom_protocol::table::TableEvent;
use cardroom_protocol::{Encoding, HandNo, RequestId, ServerMessage, TableId, TimeMs};
use cardroom_rules::Betting;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

const NOW_MS: u64 = 1_795_600_000_000;
const DAY_MS: u64 = 86_400_000;
const FLOOR: Viewer = Viewer { account: AccountId(77), role: Role::Floor };

#[test]
fn what_a_player_wins_is_what_the_others_lose_in_every_game() {
    let (mut checked, mut by_side_pots) = (0, 0);
    for game in LIBRARY.games() {
        for betting in &game.betting {
            for seed in 0..12 {
                for hand in hands(game, *betting, seed) {
                    let record = &hand.record;
                    let flows = flows(record);
                    let raked = |event: &TableEvent| match event {
                        TableEvent::RakeTaken(rake) => rake.amount.0,
                        _ => 0,
                    };
                    let rake: u64 = record.events().map(raked).sum();
                    let pots = record.events().filter_map(|event| match event {
                        TableEvent::PotAwarded(award) => Some(award.pot),
                        _ => None,
                    });
                    by_side_pots += u32::from(pots.max() > Some(0));
                    let mut missing = 0;
                    for player in &record.seats {
                        let sum = |is: &dyn Fn(&cardroom_history::integrity::Flow) -> bool| {
                            let chips = flows.iter().filter(|flow| is(flow)).map(|flow| flow.chips);
                            i128::from(chips.sum::<u64>())
                        };
                        let net = sum(&|flow| flow.to == player.seat)
                            - sum(&|flow| flow.from == player.seat);
                        let result =
                            i128::from(player.ended_with.0) - i128::from(player.began_with.0);
                        // Rake comes out of each player's part of the pot. Single chips are
                        // rounded.
                        let name = format!("{} {betting:?}, seed {seed}: {flows:?}", game.id);
                        let off = net - result;
                        assert!(off >= -16 && off <= i128::from(rake) + 16, "{off}, {name}");
                        missing += off;
                    }
                    // The nets sum to zero, and the results to the rake.
                    assert_eq!(missing, i128::from(rake), "{} {betting:?}, seed {seed}", game.id);
                    checked += 1;
                }
            }
        }
    }
    assert!(
        checked > 1_000 && by_side_pots > 100,
        "{checked} hands, {by_side_pots} with side pots"
    );
}

/// Returns hands of six players with random actions. If planted, adds twenty hands in which
/// two share their money.
fn an_evening(planted: bool) -> Vec<PlayedHand> {
    let game = LIBRARY.games().find(|game| game.id == "holdem").unwrap();
    let honest = (0..200).flat_map(|seed| {
        let moved = move |mut hand: PlayedHand| {
            hand.record.table = TableId(1_000 + seed);
            hand
        };
        hands(game, Betting::NoLimit, seed).into_iter().map(moved)
    });
    let dumps = (0..20).map(|seed| {
        let mut hand = dumped(seed);
        hand.record.table = TableId(5_000 + seed);
        hand
    });
    honest.chain(dumps.filter(|_| planted)).collect()
}

async fn keep(store: &dyn Store, vault: &Vault, hands: Vec<PlayedHand>) {
    for hands in hands.chunks(100) {
        let hands = hands.iter().filter_map(|hand| to_store(vault, hand.clone())).collect();
        store.commit(&[Unit { hands, ..Unit::default() }]).await.unwrap();
    }
}

async fn accounts(store: &dyn Store) {
    for seat in 0..6 {
        let account = StoredAccount {
            id: AccountId(0),
            name: format!("player {seat}"),
            password_hash: None,
            role: Role::Player,
            bot: false,
            last_grant_ms: 0,
            look: None,
            opened_ms: 0,
            suspended_until_ms: None,
            muted_until_ms: None,
            erased_ms: None,
            used: true,
        };
        let id = store.create_account(&account).await.unwrap();
        assert_eq!(id, AccountId(seat + 1), "as the hands know it");
    }
}

fn asked(player: Option<&str>, from: u32) -> GetIntegrityReport {
    let player = player.map(str::to_owned);
    GetIntegrityReport { request: RequestId(1), since: None, until: None, player, from }
}

fn measure<'a>(report: &'a IntegrityReport, id: &str) -> Option<&'a IntegrityMeasure> {
    report.pairs[0].measures.iter().find(|measure| measure.measure == id)
}

fn open(store: &Arc<dyn Store>, vault: &Arc<Vault>, addresses_days: u32) -> Integrity {
    Integrity::new(Arc::clone(store), Arc::clone(vault), IntegritySettings { addresses_days })
}

#[tokio::test]
async fn a_planted_pair_comes_first_and_the_others_do_not_stand_out() {
    for planted in [false, true] {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let vault = Arc::new(Vault::in_memory());
        accounts(store.as_ref()).await;
        keep(store.as_ref(), &vault, an_evening(planted)).await;
        let integrity = open(&store, &vault, 30);
        let page = integrity.page(FLOOR, &asked(None, 0), NOW_MS, || true).await.unwrap();
        assert!(page.hands > 400 && page.compared == 15 && !page.partial, "{page:?}");
        assert_eq!((page.total, page.pairs.len()), (15, 5));
        let marked: Vec<_> = page.pairs.iter().filter(|pair| pair.stands_out).collect();
        if planted {
            let first = &page.pairs[0];
            assert_eq!((&*first.payer, &*first.receiver), ("player 2", "player 3"));
            let folds = measure(&page, "large_folds").unwrap();
            assert!(folds.stands_out && folds.player.as_deref() == Some("player 2"), "{folds:?}");
            assert!(folds.hands.iter().all(|hand| hand.table.0 >= 5_000), "{folds:?}");
            assert_eq!(marked.len(), 1, "{marked:?}");
        } else {
            assert!(marked.is_empty(), "{marked:?}");
        }
    }
}

#[tokio::test]
async fn the_floor_reads_a_report_page_by_page_from_one_count() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let vault = Arc::new(Vault::in_memory());
    accounts(store.as_ref()).await;
    keep(store.as_ref(), &vault, an_evening(false)).await;
    let integrity = open(&store, &vault, 30);
    for role in [Role::Player, Role::Host] {
        let viewer = Viewer { role, ..FLOOR };
        let refused = integrity.page(viewer, &asked(None, 0), NOW_MS, || true).await;
        assert_eq!(refused, Err(HistoryError::NoReport));
    }
    let too_often = integrity.page(FLOOR, &asked(None, 0), NOW_MS, || false).await;
    assert_eq!(too_often, Err(HistoryError::TooOften));

    let first = integrity.page(FLOOR, &asked(None, 0), NOW_MS, || true).await.unwrap();
    // Hands that end meanwhile do not change the following pages, which need no new count.
    keep(store.as_ref(), &vault, an_evening(true)).await;
    let later = NOW_MS + 60_000;
    let second = integrity.page(FLOOR, &asked(None, 5), later, || false).await.unwrap();
    assert_eq!((second.hands, second.from, second.pairs.len()), (first.hands, 5, 5));
    assert!(second.pairs.iter().all(|pair| !first.pairs.contains(pair)));
    let anew = integrity.page(FLOOR, &asked(None, 0), later, || true).await.unwrap();
    assert_eq!(anew.hands, first.hands + 20);

    let of_one = integrity.page(FLOOR, &asked(Some("PLAYER 4"), 0), later, || false).await.unwrap();
    assert_eq!((of_one.total, of_one.hands), (5, anew.hands));
    let is_of_one = |name: &str| name == "player 4";
    assert!(of_one.pairs.iter().all(|pair| is_of_one(&pair.payer) || is_of_one(&pair.receiver)));
    let unknown = integrity.page(FLOOR, &asked(Some("nobody"), 0), later, || false).await.unwrap();
    assert_eq!(unknown.total, 0);

    let before = GetIntegrityReport { until: Some(TimeMs(1)), ..asked(None, 0) };
    let before = integrity.page(FLOOR, &before, later, || true).await.unwrap();
    assert_eq!((before.hands, before.total), (0, 0));
}

#[tokio::test]
async fn a_report_says_that_it_was_cut_short() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let vault = Arc::new(Vault::in_memory());
    accounts(store.as_ref()).await;
    let hand = to_store(&vault, dumped(1)).unwrap();
    let mut record = dumped(1).record;
    let more = u64::from(MAX_INTEGRITY_HANDS) + 100;
    let hands = (1..=more).map(|number| {
        record.hand = HandNo(number);
        let shown = HandShown { request: RequestId(0), record: Box::new(record.clone()) };
        let mut encoded = Vec::new();
        Encoding::Binary.append(&ServerMessage::from(shown), &mut encoded).unwrap();
        let ended_ms = NOW_MS + number;
        StoredHand { hand: number, ended_ms, record: encoded.into(), ..hand.clone() }
    });
    let unit = Unit { hands: hands.collect(), ..Unit::default() };
    store.commit(&[unit]).await.unwrap();
    let integrity = open(&store, &vault, 30);
    let page = integrity.page(FLOOR, &asked(None, 0), NOW_MS, || true).await.unwrap();
    assert_eq!((page.hands, page.partial), (MAX_INTEGRITY_HANDS, true));
    let few = GetIntegrityReport { since: Some(TimeMs(NOW_MS + more - 50)), ..asked(None, 0) };
    let page = integrity.page(FLOOR, &few, NOW_MS, || true).await.unwrap();
    assert_eq!((page.hands, page.partial), (51, false));
}

#[tokio::test]
async fn accounts_that_sign_in_from_one_address_share_it_and_no_address_is_kept() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let vault = Arc::new(Vault::in_memory());
    accounts(store.as_ref()).await;
    keep(store.as_ref(), &vault, an_evening(false)).await;
    let integrity = open(&store, &vault, 30);
    let sign_in = async |account: u64, from: &str, now_ms| {
        integrity.note_sign_in(AccountId(account), from.parse().unwrap(), now_ms).await;
    };
    sign_in(1, "2001:db8:1:2::1", NOW_MS).await;
    sign_in(2, "2001:db8:1:2::9", NOW_MS).await;
    sign_in(2, "2001:db8:1:2::8", NOW_MS).await;
    sign_in(3, "2001:db8:1:3::1", NOW_MS).await;
    sign_in(4, "192.0.2.1", NOW_MS).await;
    sign_in(5, "127.0.0.1", NOW_MS).await;
    sign_in(6, "::ffff:192.0.2.1", NOW_MS + DAY_MS).await;
    let kept = store.sign_ins((0, u32::MAX), 100).await.unwrap();
    assert_eq!(kept.len(), 5, "one a day and network, none of this machine");
    assert_eq!(kept[0].account, AccountId(6));
    let of_the_other_day = kept.iter().find(|it| it.account == AccountId(4)).unwrap();
    assert_ne!(kept[0].address, of_the_other_day.address, "another code each day");

    let shared = async |one: &str, other: &str, id: &str| {
        let all = integrity.page(FLOOR, &asked(Some(one), 0), NOW_MS, || true).await.unwrap();
        let pair = all.pairs.iter().find(|pair| pair.payer == other || pair.receiver == other);
        let measures = pair.unwrap().measures.iter();
        measures.clone().find(|measure| measure.measure == id).map(|measure| measure.value)
    };
    assert_eq!(shared("player 0", "player 1", "shared_address").await, Some(1_000));
    assert_eq!(shared("player 0", "player 2", "shared_address").await, Some(0));
    assert_eq!(shared("player 0", "player 2", "shared_network").await, Some(1_000));
    assert_eq!(shared("player 3", "player 5", "shared_address").await, None, "on no common day");

    // 30 days later the first day is gone. With 0 days all are.
    assert_eq!(integrity.forget_old(NOW_MS + 30 * DAY_MS).await, Ok(4));
    let off = open(&store, &vault, 0);
    off.note_sign_in(AccountId(1), "192.0.2.7".parse().unwrap(), NOW_MS).await;
    assert_eq!(off.forget_old(NOW_MS).await, Ok(1));
    assert_eq!(store.sign_ins((0, u32::MAX), 100).await.unwrap(), []);
}

fn cardroom(folder: &Path, arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .arg("--data-dir")
        .arg(folder)
        .args(arguments)
        .env_remove("CARDROOM_CONFIG")
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).unwrap())
}

#[tokio::test]
async fn the_operator_prints_a_report_and_writes_it_as_csv() {
    let folder = tempfile::tempdir().unwrap();
    {
        let vault = Vault::open(&folder.path().join("keys")).unwrap();
        let path = folder.path().join("cardroom.sqlite");
        let store = SqliteStore::open(&path, Synchronous::Normal, 0).await.unwrap();
        accounts(&store).await;
        keep(&store, &vault, an_evening(true)).await;
        store.set_role(AccountId(1), Role::Floor).await.unwrap();
        store.close().await.unwrap();
    }
    let (is_well, printed) = cardroom(folder.path(), &["integrity"]);
    assert!(is_well, "{printed}");
    assert!(printed.starts_with("player 2 -> player 3: "), "{printed}");
    assert!(printed.contains("15 pairs. A measure is no verdict: look at the hands."), "{printed}");

    let (is_well, file) =
        cardroom(folder.path(), &["integrity", "--csv", "-", "--player", "Player 3"]);
    assert!(is_well, "{file}");
    let rows: Vec<Vec<&str>> = file.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0][..3], ["payer", "receiver", "hands"]);
    assert!(rows[1..].iter().all(|row| row.len() == 15 && row[..2].contains(&"player 3")));
    let folds = rows.iter().find(|row| row[6..8] == ["large_folds", "player 2"]).unwrap();
    assert!(folds[13] == "true" && folds[14].starts_with("50"), "{folds:?}");
    assert!(!file.contains("better_hands_given_up"), "no card that was hidden");

    let all =
        ["integrity", "--all-cards", "--user", "player 0", "--reason", "a complaint", "--csv", "-"];
    let (is_well, file) = cardroom(folder.path(), &all);
    assert!(is_well && file.contains("better_hands_given_up"), "{file}");
    let path = folder.path().join("cardroom.sqlite");
    let store = SqliteStore::open(&path, Synchronous::Normal, 0).await.unwrap();
    let audit = store.audit_trail(None, 0, 10).await.unwrap();
    assert_eq!(audit.entries.len(), 1, "who compared hidden cards is kept");
    store.close().await.unwrap();

    let (is_well, printed) = cardroom(folder.path(), &["integrity", "--until", "1970-01-01"]);
    assert!(is_well && printed.starts_with("0 hands of 0 players"), "{printed}");
    let (is_well, said) = cardroom(folder.path(), &["integrity", "--since", "yesterday"]);
    assert!(!is_well && said.contains("Write a day like 2026-12-01"), "{said}");

    let hands = |since: &str| {
        let export = ["hands", "export", "--format", "text", "--since", since];
        cardroom(folder.path(), &export)
    };
    let (is_well, text) = hands("1970-01-01");
    assert!(is_well && !text.is_empty());
    assert_eq!(hands("2900-01-01T00:00Z"), (true, String::new()));
    let (is_well, said) = hands("1796083200000");
    assert!(!is_well && said.contains("is not a date"), "{said}");
}

#[tokio::test]
async fn an_operator_who_prints_every_card_of_a_hand_is_noted_with_its_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cardroom.sqlite");
    let open = async || SqliteStore::open(&path, Synchronous::Normal, 0).await.unwrap();
    let vault = Vault::open(&folder.path().join("keys")).unwrap();
    let store = open().await;
    accounts(&store).await;
    keep(&store, &vault, an_evening(true)).await;
    store.set_role(AccountId(1), Role::Floor).await.unwrap();
    let search = HandSearch { at_most: 1, ..HandSearch::default() };
    let hand = store.find_hands(&search).await.unwrap().hands.remove(0);
    store.close().await.unwrap();
    drop((store, vault));

    let name = format!("{}-{}", hand.table, hand.hand);
    let why = ["--all-cards", "--user", "player 0", "--reason", "a complaint"];
    let (is_well, text) = cardroom(folder.path(), &[&["hands", "show", &name][..], &why].concat());
    assert!(is_well, "{text}");
    let table = hand.table.to_string();
    let export = ["hands", "export", "--table", &table];
    let (is_well, text) = cardroom(folder.path(), &[&export[..], &why].concat());
    assert!(is_well, "{text}");
    let store = open().await;
    let audit = store.audit_trail(Some(hand.table), 0, 10).await.unwrap();
    let commands: Vec<&str> = audit.entries.iter().map(|(entry, _)| &*entry.command).collect();
    let inspected = format!("{{\"InspectHand\":{}}}", hand.hand);
    assert_eq!(commands, ["{\"ExportHands\":\"all cards\"}", &*inspected]);
    store.close().await.unwrap();
}
