//! The contract of every store, checked by one suite. A new store gets one `#[tokio::test]` here.
use crate::support;

use bytes::Bytes;
use cardroom::config::Synchronous;
use cardroom::ids::{AccountId, TableId, TournamentId};
use cardroom::look::Look;
use cardroom::store::prelude::*;
use cardroom::store::{
    AccountEdit, AccountSearch, AuditRecord, Begun, ChatSearch, CheckedHands, CodeOf, EndedAttempt,
    FoundNotes, FoundOperations, Funds, HandSearch, HookEvent, KeyedRequest, KnownNetwork,
    LedgerAccount, LogId, LogStep, MemoryStore, PastFilter, PastPage, PostgresKeys, PublishedStart,
    Record, RoundCount, Scopes, SealedRound, SeasonId, Snapshot, SqliteStore, StoreError,
    StoredAccount, StoredBan, StoredChatLine, StoredCode, StoredDelivery, StoredHand, StoredHook,
    StoredHostedTable, StoredIdentity, StoredKeyRing, StoredNote, StoredOperation, StoredReport,
    StoredResults, StoredSecondFactor, StoredSetup, StoredSignIn, StoredStream, StoredSubscription,
    StoredTerms, StoredToken, StoredTournament, StreamId, TermsKind, Ticket, Transfer, Unit, Which,
    load_funds,
};
use cardroom_protocol::server::{Role, Scope};
use cardroom_rules::Chips;
use futures_util::future::join_all;

/// Runs every part of the suite on a fresh store, at the given place.
macro_rules! on_every_store {
    ($($part:ident),* $(,)?) => {
        mod memory {
            $(#[tokio::test]
            async fn $part() {
                super::$part(&super::MemoryStore::new()).await;
            })*
        }

        mod sqlite {
            use super::support::Sqlite;
            $(#[tokio::test]
            async fn $part() {
                let sqlite = Sqlite::new();
                super::$part(&sqlite.open().await).await;
            })*
        }

        mod postgres {
            use super::support::Postgres;
            $(#[tokio::test]
            async fn $part() {
                let Some(database) = Postgres::database().await else { return };
                super::$part(&database.open().await).await;
            })*
        }
    };
}

on_every_store!(
    records_come_back_in_order,
    a_snapshot_stands_for_the_records_before_it,
    a_snapshot_comes_back_with_its_setup,
    only_the_next_record_is_taken,
    a_unit_is_stored_whole_or_not_at_all,
    the_bank_alone_may_be_overdrawn,
    a_transfer_happens_once,
    a_balance_that_does_not_fit_is_refused,
    funds_are_those_of_whoever_is_asked_for,
    the_audit_agrees_with_the_balances,
    the_transfers_of_a_table_are_found_by_their_ids,
    names_are_unique_without_regard_to_case,
    many_accounts_are_read_at_once,
    an_account_changes_part_by_part,
    a_guest_becomes_an_account_and_keeps_everything_else,
    a_new_password_ends_resume_tokens_only,
    all_tokens_end_but_one,
    names_that_look_alike_are_one_name,
    tokens_are_kept_until_they_end,
    labels_are_unique_for_each_account,
    a_table_keeps_its_id,
    streams_of_one_number_and_different_kinds_are_apart,
    a_stream_that_is_over_is_gone_and_holds_nothing_back,
    a_tournament_is_open_until_its_results_are_kept,
    results_are_told_by_pages_and_by_season,
    the_start_that_was_published_last_stays,
    a_ban_lasts_until_it_ends_or_is_lifted,
    a_private_table_is_there_until_it_closed_long_ago_and_its_code_does_not_come_again,
    a_command_of_the_floor_is_kept_with_its_step_or_not_at_all,
    guests_without_a_token_are_forgotten_and_what_is_kept_of_them_stays,
    accounts_that_nobody_used_are_forgotten,
    a_private_tournament_that_never_began_is_forgotten,
    codes_are_listed_and_replaced_and_never_come_twice,
    links_to_a_hand_are_revoked_one_seat_at_a_time,
    hands_are_found_by_all_that_is_asked_and_forgotten_when_they_are_old,
    a_hand_is_kept_with_its_step_or_not_at_all,
    hands_are_what_was_stored_whatever_became_of_them,
    notes_are_kept_for_their_writer_alone_and_so_many_at_most,
    accounts_are_found_by_a_part_of_the_name_and_by_their_kind,
    an_order_is_stored_with_who_gave_it_or_not_at_all,
    a_reset_code_works_once_and_takes_the_place_of_the_one_before,
    a_second_factor_is_changed_by_one_request_at_a_time,
    an_identity_has_one_account_and_an_account_one_identity_at_a_provider,
    nothing_that_says_whose_it_was_is_left_of_an_erased_account,
    hands_and_notes_move_to_another_account,
    the_newest_subscriptions_of_an_account_stay_and_end_with_it,
    chat_is_found_and_forgotten,
    a_report_is_open_until_it_is_settled,
    the_transfers_of_a_wallet_come_page_by_page,
    sign_ins_are_kept_once_a_day_and_forgotten_by_days,
    an_account_keeps_its_newest_networks_for_a_while,
    a_key_stands_for_one_request_for_as_long_as_it_is_known,
    terms_change_under_their_id_until_they_end,
    a_transfer_that_is_sent_again_is_a_duplicate_whatever_is_left,
    a_stream_goes_on_after_a_snapshot_and_after_its_end,
    everything_at_the_same_time_is_stored_once,
    what_is_refused_leaves_no_gap,
    a_commit_that_is_given_up_is_stored_whole_or_not_at_all,
    sealed_rounds_are_entries_of_their_log_in_the_order_of_their_units,
    a_head_is_stored_with_its_tiles_and_counts,
    ends_of_attempts_are_stored_together,
);

const ONE: StreamId = StreamId::Table(TableId(1));
const TWO: StreamId = StreamId::Table(TableId(2));

fn record(stream: StreamId, seq: u64) -> Record {
    Record { stream, seq, payload: Bytes::from(format!("event {seq} of {stream}")) }
}

fn records(stream: StreamId, seqs: std::ops::RangeInclusive<u64>) -> Unit {
    Unit { records: seqs.map(|seq| record(stream, seq)).collect(), ..Unit::default() }
}

fn snapshot(stream: StreamId, seq: u64) -> Unit {
    let payload = Bytes::from(format!("state after {seq}"));
    Unit { snapshot: Some(Snapshot { stream, seq, payload, setup: None }), ..Unit::default() }
}

fn transfer(id: &str, from: LedgerAccount, to: LedgerAccount, amount: u64) -> Unit {
    let transfer = Transfer { id: id.to_owned(), from, to, amount: Chips(amount), at_ms: 1 };
    Unit { transfers: vec![transfer], ..Unit::default() }
}

fn ann() -> LedgerAccount {
    LedgerAccount::Wallet(AccountId(1))
}

fn table() -> LedgerAccount {
    LedgerAccount::Table(TableId(1))
}

/// Returns the snapshot's sequence number and those of the records, and checks the payloads.
fn seqs(id: StreamId, stream: &StoredStream) -> (Option<u64>, Vec<u64>) {
    for stored in &stream.records {
        assert_eq!(stored.payload, record(id, stored.seq).payload);
    }
    let snapshot = stream.snapshot.as_ref().map(|snapshot| {
        assert_eq!(snapshot.payload, format!("state after {}", snapshot.seq));
        snapshot.seq
    });
    (snapshot, stream.records.iter().map(|record| record.seq).collect())
}

/// Reads the stream alone and among all. Both must agree.
async fn read(store: &dyn Store, id: StreamId) -> (Option<u64>, Vec<u64>) {
    let alone = seqs(id, &store.load_stream(id).await.unwrap());
    let all = store.load_streams().await.unwrap();
    let among = all.iter().find(|(stream, _)| *stream == id);
    assert_eq!(among.map_or((None, vec![]), |(_, stream)| seqs(id, stream)), alone);
    alone
}

async fn balances(store: &dyn Store) -> Vec<(String, i64)> {
    let mut balances = store.load_balances().await.unwrap();
    balances.sort();
    balances
}

fn account(name: &str) -> StoredAccount {
    StoredAccount {
        id: AccountId(0),
        name: name.to_owned(),
        password_hash: None,
        role: Role::Player,
        bot: false,
        last_grant_ms: 0,
        look: None,
        opened_ms: 3,
        suspended_until_ms: None,
        muted_until_ms: None,
        erased_ms: None,
        used: true,
    }
}

fn token(byte: u8, account: AccountId, label: Option<&str>, end: Option<u64>) -> StoredToken {
    StoredToken {
        hash: [byte; 32],
        account,
        label: label.map(str::to_owned),
        expires_ms: end,
        created_ms: 7,
        last_used_ms: None,
        last_address: None,
        scopes: Scopes::from_iter([Scope::Floor, Scope::Stream]),
        factor_ms: None,
    }
}

async fn records_come_back_in_order(store: &dyn Store) {
    assert_eq!(read(store, ONE).await, (None, vec![]));
    store.commit(&[records(ONE, 1..=2), records(TWO, 1..=1), records(ONE, 3..=3)]).await.unwrap();
    store.commit(&[records(TWO, 2..=3)]).await.unwrap();
    assert_eq!(read(store, ONE).await, (None, vec![1, 2, 3]));
    assert_eq!(read(store, TWO).await, (None, vec![1, 2, 3]));
}

async fn a_snapshot_stands_for_the_records_before_it(store: &dyn Store) {
    store.commit(&[records(ONE, 1..=4), records(TWO, 1..=1)]).await.unwrap();
    store.commit(&[snapshot(ONE, 2)]).await.unwrap();
    assert_eq!(read(store, ONE).await, (Some(2), vec![3, 4]));
    let mut with_records = records(ONE, 5..=6);
    with_records.snapshot = snapshot(ONE, 6).snapshot;
    store.commit(&[with_records, records(ONE, 7..=7)]).await.unwrap();
    assert_eq!(read(store, ONE).await, (Some(6), vec![7]));
    assert_eq!(read(store, TWO).await, (None, vec![1]), "the other stream has its record");
}

/// Returns a record with a snapshot under a setup.
fn under(stream: StreamId, seq: u64, setup: &str) -> Unit {
    let mut snapshot = snapshot(stream, seq).snapshot;
    if let Some(snapshot) = &mut snapshot {
        snapshot.setup = Some(StoredSetup::new(setup));
    }
    Unit { snapshot, ..records(stream, seq..=seq) }
}

/// Returns the setup of a stream that is read alone and among all.
async fn setup(store: &dyn Store, id: StreamId) -> Option<String> {
    read(store, id).await;
    let setup = |stream: &StoredStream| {
        let setup = stream.snapshot.as_ref()?.setup.as_ref()?;
        Some(setup.text().to_owned())
    };
    let alone = setup(&store.load_stream(id).await.unwrap());
    let all = store.load_streams().await.unwrap();
    let among = all.iter().find(|(stream, _)| *stream == id).and_then(|(_, stream)| setup(stream));
    assert_eq!(among, alone);
    alone
}

async fn a_snapshot_comes_back_with_its_setup(store: &dyn Store) {
    store.commit(&[under(ONE, 1, "hold'em"), under(TWO, 1, "hold'em")]).await.unwrap();
    for stream in [ONE, TWO] {
        assert_eq!(setup(store, stream).await.unwrap(), "hold'em");
    }
    // The first of these is never stored, but its setup may be named later.
    store.commit(&[under(ONE, 2, "stud"), under(ONE, 3, "razz")]).await.unwrap();
    assert_eq!(setup(store, ONE).await.unwrap(), "razz");
    store.commit(&[under(TWO, 2, "stud")]).await.unwrap();
    assert_eq!(setup(store, TWO).await.unwrap(), "stud");
    let refused = [under(TWO, 3, "draw"), transfer("x", ann(), table(), 1)];
    store.commit(&refused).await.unwrap_err();
    assert_eq!(setup(store, TWO).await.unwrap(), "stud");
    store.commit(&[under(TWO, 3, "draw")]).await.unwrap();
    assert_eq!(setup(store, TWO).await.unwrap(), "draw");
    let mut without = records(ONE, 4..=4);
    without.snapshot = snapshot(ONE, 4).snapshot;
    store.commit(&[without]).await.unwrap();
    assert_eq!(setup(store, ONE).await, None);
    store.commit(&[Unit { ended: vec![TWO], ..Unit::default() }]).await.unwrap();
    assert_eq!(setup(store, TWO).await, None);
    store.commit(&[under(TWO, 4, "draw")]).await.unwrap();
    assert_eq!(setup(store, TWO).await.unwrap(), "draw");
}

async fn only_the_next_record_is_taken(store: &dyn Store) {
    store.commit(&[records(ONE, 1..=2), snapshot(ONE, 1)]).await.unwrap();
    for (unit, found) in [
        (records(ONE, 2..=2), 2),
        (records(ONE, 4..=4), 4),
        (snapshot(ONE, 3), 3),
        (snapshot(ONE, 0), 0),
    ] {
        let error = store.commit(&[unit]).await.unwrap_err();
        assert_eq!(error, StoreError::OutOfOrder { stream: ONE, expected: 3, found });
    }
    store.commit(&[records(ONE, 3..=3)]).await.unwrap();
    assert_eq!(read(store, ONE).await, (Some(1), vec![2, 3]));
}

async fn a_unit_is_stored_whole_or_not_at_all(store: &dyn Store) {
    store.commit(&[transfer("grant", LedgerAccount::Bank, ann(), 100)]).await.unwrap();
    let mut buy_in = records(ONE, 1..=1);
    buy_in.transfers = transfer("buy-in", ann(), table(), 60).transfers;
    let mut too_much = records(ONE, 2..=2);
    too_much.transfers = transfer("top-up", ann(), table(), 60).transfers;
    let error = store.commit(&[buy_in.clone(), too_much]).await.unwrap_err();
    assert_eq!(error, StoreError::Overdrawn { id: "top-up".to_owned() });
    assert_eq!(read(store, ONE).await, (None, vec![]), "the good unit went with the bad one");
    assert_eq!(balances(store).await, [("bank".to_owned(), -100), ("wallet:1".to_owned(), 100)]);
    store.commit(&[buy_in]).await.unwrap();
    assert_eq!(read(store, ONE).await, (None, vec![1]));
    assert_eq!(
        balances(store).await,
        [("bank".to_owned(), -100), ("table:1".to_owned(), 60), ("wallet:1".to_owned(), 40)]
    );
}

async fn the_bank_alone_may_be_overdrawn(store: &dyn Store) {
    let house = LedgerAccount::House("house:rake".to_owned());
    for from in [ann(), table(), house.clone()] {
        let error = store.commit(&[transfer("x", from, LedgerAccount::Bank, 1)]).await.unwrap_err();
        assert_eq!(error, StoreError::Overdrawn { id: "x".to_owned() });
    }
    assert_eq!(balances(store).await, []);
    store.commit(&[transfer("a", LedgerAccount::Bank, table(), 5)]).await.unwrap();
    store.commit(&[transfer("b", table(), house, 5)]).await.unwrap();
    let error = store.commit(&[transfer("c", table(), ann(), 1)]).await.unwrap_err();
    assert_eq!(error, StoreError::Overdrawn { id: "c".to_owned() });
}

async fn a_transfer_happens_once(store: &dyn Store) {
    let grant = transfer("signup:1", LedgerAccount::Bank, ann(), 10);
    store.commit(std::slice::from_ref(&grant)).await.unwrap();
    for group in [vec![grant.clone()], vec![records(ONE, 1..=1), grant]] {
        let error = store.commit(&group).await.unwrap_err();
        assert!(matches!(&error, StoreError::Duplicate { what } if what.contains("signup:1")));
    }
    assert_eq!(balances(store).await, [("bank".to_owned(), -10), ("wallet:1".to_owned(), 10)]);
    assert_eq!(read(store, ONE).await, (None, vec![]));
}

async fn a_balance_that_does_not_fit_is_refused(store: &dyn Store) {
    let most = i64::MAX.unsigned_abs();
    store.commit(&[transfer("a", LedgerAccount::Bank, ann(), most)]).await.unwrap();
    let house = || LedgerAccount::House("house:x".to_owned());
    for (id, from, to, amount) in [
        ("far too much", LedgerAccount::Bank, house(), u64::MAX),
        ("bank below the least", LedgerAccount::Bank, house(), 2),
        ("wallet above the most", LedgerAccount::Bank, ann(), 1),
        ("nothing", LedgerAccount::Bank, house(), 0),
        ("in place", ann(), ann(), 1),
    ] {
        let error = store.commit(&[transfer(id, from, to, amount)]).await.unwrap_err();
        assert_eq!(error, StoreError::Overdrawn { id: id.to_owned() });
    }
    let bank = balances(store).await[0].1;
    assert_eq!(bank, -i64::MAX);
}

async fn funds_are_those_of_whoever_is_asked_for(store: &dyn Store) {
    let tickets = |owner, worth| LedgerAccount::Tickets {
        owner: AccountId(owner),
        worth: Chips(worth),
        structure: "sunday".to_owned(),
    };
    let places = [
        LedgerAccount::Wallet(AccountId(1)),
        LedgerAccount::Wallet(AccountId(11)),
        LedgerAccount::Wallet(AccountId(2)),
        tickets(1, 5),
        tickets(1, 10),
        tickets(11, 10),
        LedgerAccount::Table(TableId(1)),
    ];
    let transfers = places.into_iter().enumerate().map(|(number, to)| Transfer {
        id: format!("gift:{number}"),
        from: LedgerAccount::Bank,
        to,
        amount: Chips(20),
        at_ms: 1,
    });
    store.commit(&[Unit { transfers: transfers.collect(), ..Unit::default() }]).await.unwrap();
    let mut found = store.load_funds(&[AccountId(1), AccountId(2), AccountId(3)]).await.unwrap();
    found.sort();
    let names = ["ticket:1:10:sunday", "ticket:1:5:sunday", "wallet:1", "wallet:2"];
    assert_eq!(found, names.map(|name| (name.to_owned(), 20)));
    let ticket = |worth| Ticket { structure: "sunday".to_owned(), worth: Chips(worth) };
    let mut funds = load_funds(store, &[AccountId(1)]).await.unwrap();
    let mut funds = funds.remove(&AccountId(1)).unwrap();
    funds.tickets.sort();
    let tickets = [5, 5, 5, 5, 10, 10].map(ticket).to_vec();
    assert_eq!(funds, Funds { chips: Chips(20), tickets });
    assert_eq!(load_funds(store, &[]).await.unwrap(), [].into());
}

async fn the_audit_agrees_with_the_balances(store: &dyn Store) {
    let house = LedgerAccount::House("house:rake".to_owned());
    let group = [
        transfer("a", LedgerAccount::Bank, ann(), 1_000),
        transfer("b", ann(), table(), 400),
        transfer("c", table(), house, 7),
        transfer("d", table(), ann(), 393),
    ];
    store.commit(&group).await.unwrap();
    assert_eq!(store.ledger_audit().await.unwrap(), []);
    let balances = balances(store).await;
    assert_eq!(balances.iter().map(|(_, balance)| balance).sum::<i64>(), 0);
    assert_eq!(balances[2], ("table:1".to_owned(), 0));
}

async fn names_are_unique_without_regard_to_case(store: &dyn Store) {
    let id = store.create_account(&account("Ægir Björn")).await.unwrap();
    for name in ["Ægir Björn", "æGIR bJÖRN"] {
        let error = store.create_account(&account(name)).await.unwrap_err();
        assert!(matches!(error, StoreError::Duplicate { .. }));
        let found = store.account_by_name(name).await.unwrap().unwrap();
        assert_eq!((found.id, found.name.as_str()), (id, "Ægir Björn"));
    }
    assert!(store.account_by_name("Aegir").await.unwrap().is_none());
    let other = store.create_account(&account("Bea")).await.unwrap();
    assert_ne!(other, id);
    assert_eq!(store.account(other).await.unwrap().unwrap().name, "Bea");
    assert!(store.account(AccountId(99)).await.unwrap().is_none());
}

async fn many_accounts_are_read_at_once(store: &dyn Store) {
    let mut ids = Vec::new();
    for number in 0..70 {
        ids.push(store.create_account(&account(&format!("Player {number}"))).await.unwrap());
    }
    let wanted: Vec<AccountId> = ids.iter().copied().skip(3).chain([ids[5]]).collect();
    let unknown = AccountId(ids[69].0 + 100);
    let mut read = store.accounts(&[&wanted[..], &[unknown]].concat()).await.unwrap();
    read.sort_by_key(|account| account.id);
    let names: Vec<&str> = read.iter().map(|account| account.name.as_str()).collect();
    let expected: Vec<String> = (3..70).map(|number| format!("Player {number}")).collect();
    assert_eq!(names, expected, "each once, whoever was asked for twice, and nobody else");
    let alone = store.account(ids[3]).await.unwrap().unwrap();
    assert_eq!((read[0].id, read[0].role, read[0].bot), (alone.id, alone.role, alone.bot));
    assert!(store.accounts(&[]).await.unwrap().is_empty());
}

async fn an_account_changes_part_by_part(store: &dyn Store) {
    let opened = StoredAccount {
        password_hash: Some("$argon2id$first".to_owned()),
        role: Role::Host,
        bot: true,
        last_grant_ms: 5,
        ..account("Ann")
    };
    let id = store.create_account(&opened).await.unwrap();
    let other = store.create_account(&account("Bea")).await.unwrap();
    store.set_role(id, Role::Floor).await.unwrap();
    store.set_last_grant(id, 77).await.unwrap();
    store.replace_password(id, "$argon2id$second", false).await.unwrap();
    let now = store.account(id).await.unwrap().unwrap();
    assert_eq!((now.id, now.name.as_str(), now.bot), (id, "Ann", true));
    assert_eq!((now.role, now.last_grant_ms), (Role::Floor, 77));
    assert_eq!(now.password_hash.as_deref(), Some("$argon2id$second"));
    assert_eq!((now.look, now.look()), (None, Look::of(id)));
    let look = Look::new(1_023, 15).unwrap();
    store.set_look(id, look).await.unwrap();
    assert_eq!(store.account(id).await.unwrap().unwrap().look, Some(look));
    let other = store.account(other).await.unwrap().unwrap();
    assert_eq!(other.look, None);
    assert_eq!((other.role, other.last_grant_ms, other.bot), (Role::Player, 0, false));
    assert_eq!(other.password_hash, None);
}

async fn a_guest_becomes_an_account_and_keeps_everything_else(store: &dyn Store) {
    let guest = StoredAccount { last_grant_ms: 5, ..account("Guest-000001") };
    let id = store.create_account(&guest).await.unwrap();
    let bea = store.create_account(&account("Bea")).await.unwrap();
    let house = StoredAccount { bot: true, ..account("Vera") };
    let house = store.create_account(&house).await.unwrap();
    store.create_token(&token(1, id, None, Some(100))).await.unwrap();
    let taken = store.upgrade_guest(id, "bEA", "$argon2id$new", 99).await.unwrap_err();
    assert!(matches!(taken, StoreError::Duplicate { .. }));
    assert_eq!(store.account(id).await.unwrap().unwrap().password_hash, None);
    assert!(store.upgrade_guest(id, "Ann", "$argon2id$new", 99).await.unwrap());
    let now = store.account_by_name("aNN").await.unwrap().unwrap();
    assert_eq!((now.id, now.name.as_str(), now.last_grant_ms), (id, "Ann", 5));
    assert_eq!((guest.opened_ms, now.opened_ms), (3, 99), "it became an account then");
    assert_eq!(now.password_hash.as_deref(), Some("$argon2id$new"));
    assert!(store.account_by_name("Guest-000001").await.unwrap().is_none());
    assert!(store.token([1; 32]).await.unwrap().is_some(), "the guest stays logged in");
    assert!(!store.upgrade_guest(id, "Anna", "$argon2id$other", 99).await.unwrap(), "once only");
    assert!(!store.upgrade_guest(house, "Vera", "$argon2id$other", 99).await.unwrap());
    assert!(!store.upgrade_guest(AccountId(99), "Nobody", "$argon2id$other", 99).await.unwrap());
    assert!(
        store.upgrade_guest(bea, "BEA", "$argon2id$bea", 99).await.unwrap(),
        "under its own name"
    );
    assert_eq!(store.account(bea).await.unwrap().unwrap().name, "BEA");
}

async fn a_new_password_ends_resume_tokens_only(store: &dyn Store) {
    let ann = store.create_account(&account("Ann")).await.unwrap();
    let bea = store.create_account(&account("Bea")).await.unwrap();
    store.create_token(&token(1, ann, None, Some(100))).await.unwrap();
    store.create_token(&token(2, ann, Some("bot"), None)).await.unwrap();
    store.create_token(&token(3, bea, None, Some(100))).await.unwrap();
    store.replace_password(ann, "$argon2id$new", false).await.unwrap();
    assert!(store.token([1; 32]).await.unwrap().is_none());
    assert!(store.token([2; 32]).await.unwrap().is_some());
    assert!(store.token([3; 32]).await.unwrap().is_some());
}

async fn all_tokens_end_but_one(store: &dyn Store) {
    let ann = store.create_account(&account("Ann")).await.unwrap();
    let bea = store.create_account(&account("Bea")).await.unwrap();
    store.create_token(&token(1, ann, None, Some(100))).await.unwrap();
    store.create_token(&token(2, ann, None, Some(100))).await.unwrap();
    store.create_token(&token(3, ann, Some("bot"), None)).await.unwrap();
    store.create_token(&token(4, bea, None, Some(100))).await.unwrap();
    store.delete_tokens(ann, Some([2; 32])).await.unwrap();
    let mut left = Vec::new();
    for byte in 1..=4 {
        left.extend(store.token([byte; 32]).await.unwrap().map(|token| token.hash[0]));
    }
    assert_eq!(left, [2, 4]);
    store.delete_tokens(ann, None).await.unwrap();
    assert!(store.token([2; 32]).await.unwrap().is_none());
}

async fn names_that_look_alike_are_one_name(store: &dyn Store) {
    store.create_account(&account("Alice A")).await.unwrap();
    let bea = store.create_account(&account("Bea")).await.unwrap();
    for name in ["AIice_A", "\u{ff21}lice-a"] {
        let error = store.create_account(&account(name)).await.unwrap_err();
        assert!(matches!(error, StoreError::Duplicate { .. }), "{error}");
        let guest = StoredAccount { password_hash: None, ..account("Guest 1") };
        let guest = match store.account_by_name(&guest.name).await.unwrap() {
            Some(known) => known.id,
            None => store.create_account(&guest).await.unwrap(),
        };
        let error = store.upgrade_guest(guest, name, "$argon2id$x", 99).await.unwrap_err();
        assert!(matches!(error, StoreError::Duplicate { .. }), "{error}");
        assert!(store.account_by_name(name).await.unwrap().is_none(), "names are found as written");
    }
    let guest = StoredAccount { password_hash: None, ..account("Cleo") };
    let guest = store.create_account(&guest).await.unwrap();
    assert!(store.upgrade_guest(guest, "CIeo", "$argon2id$x", 99).await.unwrap(), "its own look");
    assert_ne!(guest, bea);
}

async fn tokens_are_kept_until_they_end(store: &dyn Store) {
    let ann = store.create_account(&account("Ann")).await.unwrap();
    store.create_token(&token(1, ann, None, Some(100))).await.unwrap();
    store.create_token(&token(2, ann, None, Some(200))).await.unwrap();
    store.create_token(&token(3, ann, Some("bot"), None)).await.unwrap();
    let stored = store.token([1; 32]).await.unwrap().unwrap();
    assert_eq!((stored.hash, stored.account), ([1; 32], ann));
    assert_eq!((stored.label, stored.expires_ms), (None, Some(100)));
    store.extend_token([1; 32], 300).await.unwrap();
    assert_eq!(store.token([1; 32]).await.unwrap().unwrap().expires_ms, Some(300));
    assert_eq!(store.delete_ended_tokens(200).await.unwrap(), 1);
    assert!(store.token([2; 32]).await.unwrap().is_none());
    assert!(store.delete_token([1; 32]).await.unwrap());
    assert!(!store.delete_token([1; 32]).await.unwrap());
    assert_eq!(store.delete_ended_tokens(u64::MAX >> 1).await.unwrap(), 0);
    assert!(store.token([3; 32]).await.unwrap().is_some(), "an API token has no end");
    let nobody = store.create_token(&token(9, AccountId(99), None, None)).await;
    assert!(nobody.is_err(), "there is no such account");
}

async fn labels_are_unique_for_each_account(store: &dyn Store) {
    let ann = store.create_account(&account("Ann")).await.unwrap();
    let bea = store.create_account(&account("Bea")).await.unwrap();
    store.create_token(&token(1, ann, Some("bot"), None)).await.unwrap();
    store.create_token(&token(2, bea, Some("bot"), None)).await.unwrap();
    store.create_token(&token(3, ann, None, Some(5))).await.unwrap();
    store.create_token(&token(4, ann, None, Some(5))).await.unwrap();
    let again = store.create_token(&token(5, ann, Some("bot"), None)).await.unwrap_err();
    assert!(matches!(again, StoreError::Duplicate { .. }));
    assert_eq!(store.api_token_count(ann).await.unwrap(), 1);
    store.create_token(&token(6, ann, Some("art"), None)).await.unwrap();
    store.note_token_use([1; 32], 77, "192.0.2.7").await.unwrap();
    store.note_factor([3; 32], 78).await.unwrap();
    let proven = store.token([3; 32]).await.unwrap().unwrap();
    assert_eq!((proven.factor_ms, proven.last_address), (Some(78), None));
    let used = store.token([1; 32]).await.unwrap().unwrap();
    assert_eq!((used.last_address.as_deref(), used.factor_ms), (Some("192.0.2.7"), None));
    assert_eq!(used.scopes, Scopes::from_iter([Scope::Floor, Scope::Stream]));
    let listed = store.api_tokens(ann).await.unwrap();
    let listed: Vec<_> = listed
        .iter()
        .map(|token| (token.hash[0], token.label.as_deref(), token.created_ms, token.last_used_ms))
        .collect();
    assert_eq!(listed, [(6, Some("art"), 7, None), (1, Some("bot"), 7, Some(77))]);
    assert!(store.delete_token([6; 32]).await.unwrap());
    assert!(!store.delete_api_token(ann, "other").await.unwrap());
    assert!(store.delete_api_token(ann, "bot").await.unwrap());
    assert_eq!(store.api_token_count(ann).await.unwrap(), 0);
    assert_eq!(store.api_token_count(bea).await.unwrap(), 1);
}

async fn a_table_keeps_its_id(store: &dyn Store) {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let first = store.table_ids(&names(&["Altair", "Deneb"])).await.unwrap();
    let second = store.table_ids(&names(&["Deneb", "Mira", "Altair"])).await.unwrap();
    assert_eq!([second[2], second[0]], [first[0], first[1]]);
    assert!(!first.contains(&second[1]));
}

async fn streams_of_one_number_and_different_kinds_are_apart(store: &dyn Store) {
    let event = StreamId::Tournament(TournamentId(1));
    store.commit(&[records(ONE, 1..=2), records(event, 1..=3), snapshot(event, 2)]).await.unwrap();
    assert_eq!(read(store, ONE).await, (None, vec![1, 2]));
    assert_eq!(read(store, event).await, (Some(2), vec![3]));
}

async fn a_stream_that_is_over_is_gone_and_holds_nothing_back(store: &dyn Store) {
    store.commit(&[records(ONE, 1..=2), records(TWO, 1..=1)]).await.unwrap();
    store.commit(&[snapshot(ONE, 2)]).await.unwrap();
    let last = Unit { ended: vec![ONE], ..records(ONE, 3..=3) };
    store.commit(&[last, records(TWO, 2..=2)]).await.unwrap();
    assert_eq!(read(store, ONE).await, (None, vec![]));
    let open = store.load_streams().await.unwrap();
    assert_eq!(open.iter().map(|(stream, _)| *stream).collect::<Vec<_>>(), [TWO]);
    assert_eq!(read(store, TWO).await, (None, vec![1, 2]), "it shared batches with the other");
}

async fn a_tournament_is_open_until_its_results_are_kept(store: &dyn Store) {
    let host = store.create_account(&account("Ann")).await.unwrap();
    let announced = |name: &str, by| StoredTournament {
        id: TournamentId(0),
        name: name.to_owned(),
        setup: format!("the setup of {name}"),
        announced_ms: 12,
        announced_by: by,
        code: None,
        results: None,
    };
    let weekly = announced("Weekly", None);
    let first = store.create_tournament(&weekly).await.unwrap();
    let second = store.create_tournament(&announced("Nightly", Some(host))).await.unwrap();
    assert_ne!(first, second);
    let weekly = StoredTournament { id: first, ..weekly };
    assert_eq!(store.tournament(first).await.unwrap().as_ref(), Some(&weekly));
    assert_eq!(store.tournament(TournamentId(99)).await.unwrap(), None);
    assert_eq!(store.open_tournaments().await.unwrap().len(), 2);

    store.commit(&[ends(first, 40, None, "Ann won")]).await.unwrap();
    let open = store.open_tournaments().await.unwrap();
    assert_eq!(open.iter().map(|open| open.id).collect::<Vec<_>>(), [second]);
    let ended = store.tournament(first).await.unwrap().unwrap();
    assert_eq!(ended.results.as_deref(), Some("all of how Ann won"));
    let unknown = store.commit(&[ends(TournamentId(99), 41, None, "nobody")]).await;
    assert!(matches!(unknown, Err(StoreError::Damaged(_))), "{unknown:?}");

    // A private tournament keeps its code forever, and is in no list after its end.
    let private = |code: &str| StoredTournament {
        code: Some(code.to_owned()),
        ..announced("Ann's", Some(host))
    };
    let third = store.create_tournament(&private("K7QX2M9RTA")).await.unwrap();
    let open = store.open_tournaments().await.unwrap();
    assert_eq!(open.last(), Some(&StoredTournament { id: third, ..private("K7QX2M9RTA") }));
    store.commit(&[ends(third, 42, None, "Ann won again")]).await.unwrap();
    let kept = store.tournament(third).await.unwrap().unwrap();
    assert_eq!(kept.code.as_deref(), Some("K7QX2M9RTA"));
    assert!(kept.results.is_some());
    let again = store.create_tournament(&private("K7QX2M9RTA")).await;
    assert!(matches!(again, Err(StoreError::Duplicate { .. })), "{again:?}");
    let page = store.past_tournaments(&PastFilter::default(), 0, 9).await.unwrap();
    assert_eq!((page.total, page.summaries), (1, vec![(first, "Ann won".to_owned())]));
}

/// Returns a unit that ends a tournament.
fn ends(tournament: TournamentId, ended_ms: u64, season: Option<&str>, how: &str) -> Unit {
    let season =
        season.map(|season| SeasonId { league: "thursdays".to_owned(), season: season.to_owned() });
    let (summary, results) = (how.to_owned(), format!("all of how {how}"));
    let results = StoredResults { tournament, ended_ms, season, summary, results };
    Unit { results: vec![results], ..Unit::default() }
}

async fn the_start_that_was_published_last_stays(store: &dyn Store) {
    let announced = StoredTournament {
        id: TournamentId(0),
        name: "One".to_owned(),
        setup: String::new(),
        announced_ms: 1,
        announced_by: None,
        code: None,
        results: None,
    };
    let one = store.create_tournament(&announced).await.unwrap();
    let other = store.create_tournament(&announced).await.unwrap();
    assert_eq!(store.published_start(one).await, Ok(None));
    let published = PublishedStart { start_ms: 50, sequence: 1, published_ms: 7 };
    store.publish_start(one, &published).await.unwrap();
    assert_eq!(store.published_start(one).await, Ok(Some(published)));
    let again = PublishedStart { start_ms: 40, sequence: 2, published_ms: 9 };
    store.publish_start(one, &again).await.unwrap();
    assert_eq!(store.published_start(one).await, Ok(Some(again)));
    assert_eq!(store.published_start(other).await, Ok(None));
}

async fn results_are_told_by_pages_and_by_season(store: &dyn Store) {
    let mut ids = Vec::new();
    for name in ["One", "Two", "Three", "Four"] {
        let announced = StoredTournament {
            id: TournamentId(0),
            name: name.to_owned(),
            setup: String::new(),
            announced_ms: 1,
            announced_by: None,
            code: None,
            results: None,
        };
        ids.push(store.create_tournament(&announced).await.unwrap());
    }
    let [one, two, three, four] = ids[..] else { panic!("four were announced") };
    let spring = SeasonId { league: "thursdays".to_owned(), season: "spring".to_owned() };
    let nothing = store.past_tournaments(&PastFilter::default(), 0, 9).await.unwrap();
    assert_eq!(nothing, PastPage::default());
    // A tournament that ends later may have been announced earlier.
    store.commit(&[ends(two, 50, Some("spring"), "two")]).await.unwrap();
    let both = [ends(one, 60, Some("spring"), "one"), ends(three, 60, Some("autumn"), "three")];
    store.commit(&both).await.unwrap();
    // If a part of a unit cannot be stored, none of it is.
    let grant = transfer("grant", LedgerAccount::Bank, ann(), 10).transfers;
    let broken = Unit { transfers: grant, ..ends(TournamentId(99), 70, None, "none") };
    store.commit(&[broken]).await.unwrap_err();
    assert_eq!(store.load_balances().await.unwrap(), []);

    let page = |filter: PastFilter, from, at_most| async move {
        let page = store.past_tournaments(&filter, from, at_most).await.unwrap();
        let ids: Vec<TournamentId> = page.summaries.iter().map(|(id, _)| *id).collect();
        (page.total, ids)
    };
    let league = |league: &str| Some(league.to_owned());
    assert_eq!(page(PastFilter::default(), 0, 9).await, (3, vec![three, one, two]));
    assert_eq!(page(PastFilter::default(), 1, 1).await, (3, vec![one]));
    let thursdays = PastFilter { league: league("thursdays"), ..PastFilter::default() };
    assert_eq!(page(thursdays, 0, 2).await, (3, vec![three, one]));
    let autumn = PastFilter { season: league("autumn"), ..PastFilter::default() };
    assert_eq!(page(autumn, 0, 9).await, (1, vec![three]));
    let others = PastFilter { league: league("fridays"), ..PastFilter::default() };
    assert_eq!(page(others, 0, 9).await, (0, vec![]));

    let of_season = store.season_results(&spring).await.unwrap();
    let told: Vec<_> = of_season.iter().map(|of| (of.tournament, &*of.summary)).collect();
    assert_eq!(told, [(two, "two"), (one, "one")], "the first one first");
    assert_eq!(of_season[0].results, "all of how two");
    assert_eq!(store.open_tournaments().await.unwrap().len(), 1);

    // Its results can be corrected any number of times.
    for _ in 0..2 {
        store.commit(&[ends(two, 50, Some("spring"), "two, put right")]).await.unwrap();
        let again = store.season_results(&spring).await.unwrap();
        assert_eq!((again.len(), &*again[0].summary), (2, "two, put right"));
    }
    let stored = store.tournament(four).await.unwrap().unwrap();
    assert_eq!(stored.results, None);
}

async fn a_ban_lasts_until_it_ends_or_is_lifted(store: &dyn Store) {
    let cleo = store.create_account(&account("Cleo")).await.unwrap();
    let eve = store.create_account(&account("Eve")).await.unwrap();
    let ban = |league: Option<&str>, until_ms| StoredBan {
        account: eve,
        league: league.map(str::to_owned),
        until_ms,
        at_ms: 5,
        operator: cleo,
        reason: "slow play".to_owned(),
    };
    let of_league = ban(Some("thursdays"), 100);
    let of_room = ban(None, 50);
    let said = Unit { bans: vec![of_league.clone(), of_room.clone()], ..Unit::default() };
    store.commit(&[said]).await.unwrap();
    assert_eq!(store.bans(49).await.unwrap(), [of_room, of_league.clone()]);
    assert_eq!(store.bans(50).await.unwrap(), std::slice::from_ref(&of_league));
    let longer = ban(Some("thursdays"), 200);
    store.commit(&[Unit { bans: vec![longer.clone()], ..Unit::default() }]).await.unwrap();
    assert_eq!(store.bans(150).await.unwrap(), [longer]);
    let lifted = ban(Some("thursdays"), 0);
    store.commit(&[Unit { bans: vec![lifted], ..Unit::default() }]).await.unwrap();
    assert_eq!(store.bans(50).await.unwrap(), []);
}

async fn a_private_table_is_there_until_it_closed_long_ago_and_its_code_does_not_come_again(
    store: &dyn Store,
) {
    let ann = store.create_account(&account("Ann")).await.unwrap();
    let hosted = |table, code: &str| StoredHostedTable {
        table: TableId(table),
        code: code.to_owned(),
        host: ann,
        terms: r#"{"seats":6}"#.to_owned(),
        opened_ms: 1_800_000_000_000,
    };
    let (first, second) = (hosted(7, "K7QX2M9RTA"), hosted(5, "B2C3D4E5F6"));
    store.keep_hosted_table(&first).await.unwrap();
    store.keep_hosted_table(&second).await.unwrap();
    assert_eq!(store.hosted_tables().await.unwrap(), [second.clone(), first.clone()]);
    for twice in [hosted(7, "another"), hosted(8, "K7QX2M9RTA")] {
        let kept = store.keep_hosted_table(&twice).await;
        assert!(matches!(kept, Err(StoreError::Duplicate { .. })), "{kept:?}");
    }
    assert!(store.end_hosted_table(TableId(7), 1_800_000_100_000).await.unwrap());
    assert!(!store.end_hosted_table(TableId(7), 1_800_000_200_000).await.unwrap());
    assert!(!store.end_hosted_table(TableId(99), 1_800_000_200_000).await.unwrap());
    assert_eq!(store.hosted_tables().await.unwrap(), std::slice::from_ref(&second));
    let closed = store.hosted_table(TableId(7)).await.unwrap();
    assert_eq!(closed, Some((first, Some(1_800_000_100_000))));
    // Another account hosts it, on other terms.
    let bea = store.create_account(&account("Bea")).await.unwrap();
    let second = StoredHostedTable { host: bea, terms: "{}".to_owned(), ..second };
    store.change_hosted_table(TableId(5), bea, "{}").await.unwrap();
    assert_eq!(store.hosted_table(TableId(5)).await.unwrap(), Some((second, None)));
    assert_eq!(store.hosted_table(TableId(99)).await.unwrap(), None);
    let again = store.keep_hosted_table(&hosted(9, "K7QX2M9RTA")).await;
    assert!(matches!(again, Err(StoreError::Duplicate { .. })), "{again:?}");
    // Tables that closed long ago are deleted, and open ones never.
    assert_eq!(store.forget_hosted_tables(1_800_000_100_000, 10).await.unwrap(), 0);
    assert_eq!(store.forget_hosted_tables(1_800_000_100_001, 0).await.unwrap(), 0);
    let (bank, seven) = (LedgerAccount::Bank, LedgerAccount::Table(TableId(7)));
    store.commit(&[transfer("in", bank.clone(), seven.clone(), 500)]).await.unwrap();
    assert_eq!(store.forget_hosted_tables(1_800_000_100_001, 10).await.unwrap(), 0, "it has chips");
    let order = |table| AuditRecord {
        at_ms: 1,
        operator: ann,
        table: TableId(table),
        seq: 1,
        command: "Pause".to_owned(),
        reason: String::new(),
        rule: None,
    };
    let out = transfer("out", seven, bank, 500);
    store.commit(&[Unit { audit: vec![order(7), order(5)], ..out }]).await.unwrap();
    assert_eq!(store.audit_trail(None, 0, 9).await.unwrap().total, 2);
    assert_eq!(store.forget_hosted_tables(1_800_000_100_001, 10).await.unwrap(), 1);
    assert_eq!(store.audit_trail(Some(TableId(7)), 0, 9).await.unwrap().total, 0);
    assert_eq!(store.audit_trail(Some(TableId(5)), 0, 9).await.unwrap().total, 1);
    assert_eq!(store.hosted_table(TableId(7)).await.unwrap(), None);
    assert_eq!(store.hosted_tables().await.unwrap().len(), 1);
}

async fn the_transfers_of_a_table_are_found_by_their_ids(store: &dyn Store) {
    store.commit(&[transfer("grant", LedgerAccount::Bank, ann(), 500)]).await.unwrap();
    let (eight, eighty) = (LedgerAccount::Table(TableId(8)), LedgerAccount::Table(TableId(80)));
    let units = [
        transfer("table:8:1:0", ann(), eight.clone(), 100),
        transfer("table:80:1:0", ann(), eighty, 50),
        transfer("table:8:2:0:give:17", ann(), eight.clone(), 20),
        transfer("table:8:9:1", eight, ann(), 70),
    ];
    store.commit(&units).await.unwrap();
    let mut found = store.table_transfers(TableId(8)).await.unwrap();
    found.sort_by(|one, other| one.id.cmp(&other.id));
    let mut stored = [0, 2, 3].map(|place: usize| units[place].transfers[0].clone());
    stored.sort_by(|one, other| one.id.cmp(&other.id));
    assert_eq!(found, stored);
    assert_eq!(store.table_transfers(TableId(9)).await.unwrap(), []);
}

async fn a_transfer_that_is_sent_again_is_a_duplicate_whatever_is_left(store: &dyn Store) {
    let buy_in = transfer("buy-in", ann(), table(), 70);
    store.commit(&[transfer("grant", LedgerAccount::Bank, ann(), 100)]).await.unwrap();
    store.commit(std::slice::from_ref(&buy_in)).await.unwrap();
    let error = store.commit(&[buy_in]).await.unwrap_err();
    assert!(matches!(error, StoreError::Duplicate { .. }), "not {error}, although 30 are left");
    assert_eq!(store.ledger_audit().await.unwrap(), []);
}

async fn a_stream_goes_on_after_a_snapshot_and_after_its_end(store: &dyn Store) {
    store.commit(&[records(ONE, 1..=3), snapshot(ONE, 3)]).await.unwrap();
    store.commit(&[snapshot(ONE, 3)]).await.unwrap();
    assert_eq!(read(store, ONE).await, (Some(3), vec![]));
    store.commit(&[Unit { ended: vec![ONE], ..Unit::default() }]).await.unwrap();
    let again = store.commit(&[records(ONE, 3..=3)]).await.unwrap_err();
    assert_eq!(again, StoreError::OutOfOrder { stream: ONE, expected: 4, found: 3 });
    store.commit(&[records(ONE, 4..=4)]).await.unwrap();
    let stream = store.load_stream(ONE).await.unwrap();
    assert_eq!(stream.records.iter().map(|record| record.seq).collect::<Vec<_>>(), [4]);
}

/// Commits steps, accounts and grants of many tables while others read. None of
/// them waits for another.
async fn everything_at_the_same_time_is_stored_once(store: &dyn Store) {
    const TABLES: u64 = 12;
    let play = |number: u64| async move {
        let stream = StreamId::Table(TableId(number));
        for seq in 1..=10 {
            let mut step = records(stream, seq..=seq);
            if seq % 5 == 0 {
                step.snapshot = snapshot(stream, seq).snapshot;
            }
            let id = format!("table {number} step {seq}");
            let wallet = LedgerAccount::Wallet(AccountId(number));
            step.transfers = transfer(&id, LedgerAccount::Bank, wallet, seq).transfers;
            store.commit(&[step]).await.unwrap();
        }
    };
    let register = |number: u64| async move {
        let id = store.create_account(&account(&format!("Player {number}"))).await.unwrap();
        store.set_last_grant(id, number).await.unwrap();
        assert_eq!(store.account(id).await.unwrap().unwrap().last_grant_ms, number);
        id
    };
    let look = |_: u64| async move {
        for _ in 0..5 {
            for (id, stream) in store.load_streams().await.unwrap() {
                let snapshot = stream.snapshot.as_ref().map_or(0, |snapshot| snapshot.seq);
                let seqs: Vec<u64> = stream.records.iter().map(|record| record.seq).collect();
                let last = snapshot + seqs.len() as u64;
                assert_eq!(seqs, (snapshot + 1..=last).collect::<Vec<_>>(), "{id}");
            }
            let sum: i64 = balances(store).await.iter().map(|(_, balance)| balance).sum();
            assert_eq!(sum, 0, "a transfer was seen half");
        }
    };
    let (_, mut ids, _) = futures_util::join!(
        join_all((1..=TABLES).map(play)),
        join_all((1..=TABLES).map(register)),
        join_all((1..=3).map(look)),
    );
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len() as u64, TABLES, "no id was given out twice");
    for number in 1..=TABLES {
        assert_eq!(read(store, StreamId::Table(TableId(number))).await, (Some(10), vec![]));
    }
    let balances = balances(store).await;
    assert_eq!(balances[0], ("bank".to_owned(), -55 * i64::try_from(TABLES).unwrap()));
    assert_eq!(store.ledger_audit().await.unwrap(), []);
}

async fn what_is_refused_leaves_no_gap(store: &dyn Store) {
    store.commit(&[records(ONE, 1..=1)]).await.unwrap();
    let mut step = records(ONE, 2..=2);
    step.transfers = transfer("too much", ann(), table(), 1).transfers;
    step.snapshot = snapshot(ONE, 2).snapshot;
    store.commit(&[records(TWO, 1..=1), step]).await.unwrap_err();
    store.commit(&[records(ONE, 9..=9)]).await.unwrap_err();
    store.create_account(&account("Ann")).await.unwrap();
    store.create_account(&account("ann")).await.unwrap_err();
    store.create_token(&token(1, AccountId(99), None, None)).await.unwrap_err();
    store.commit(&[records(ONE, 2..=2)]).await.unwrap();
    assert_eq!(read(store, ONE).await, (None, vec![1, 2]));
    assert_eq!(read(store, TWO).await, (None, vec![]));
}

async fn a_commit_that_is_given_up_is_stored_whole_or_not_at_all(store: &dyn Store) {
    let mut stored = 0;
    for polls in 1..40_u64 {
        let mut step = records(ONE, stored + 1..=stored + 1);
        let id = format!("grant {}", stored + 1);
        step.transfers = transfer(&id, LedgerAccount::Bank, ann(), 1).transfers;
        let unit = [step];
        {
            let mut commit = std::pin::pin!(store.commit(&unit));
            for _ in 0..polls {
                if futures_util::future::poll_immediate(&mut commit).await.is_some() {
                    break;
                }
                tokio::time::sleep(std::time::Duration::from_micros(200)).await;
            }
        }
        let (_, seqs) = read(store, ONE).await;
        let now = seqs.len() as u64;
        assert!(now == stored || now == stored + 1, "{now} after {stored}");
        let wallet = balances(store).await.iter().find(|(name, _)| name == "wallet:1").cloned();
        let chips = wallet.map_or(0, |(_, chips)| chips);
        assert_eq!(u64::try_from(chips).unwrap(), now, "the record and its chips are together");
        stored = now;
    }
    store.commit(&[records(ONE, stored + 1..=stored + 1)]).await.unwrap();
}

#[tokio::test]
async fn sqlite_is_open_in_one_room_at_a_time() {
    let sqlite = support::Sqlite::new();
    let store = sqlite.open().await;
    let second = SqliteStore::open(&sqlite.path(), Synchronous::Full, 0).await.unwrap_err();
    let said = second.to_string();
    assert!(said.starts_with("Another room has ") && said.contains("server.data_dir"), "{said}");
    drop(store);
    sqlite.open().await;
}

async fn a_command_of_the_floor_is_kept_with_its_step_or_not_at_all(store: &dyn Store) {
    let cleo = store.create_account(&account("Cleo")).await.unwrap();
    let killed = |table: u64, seq: u64| AuditRecord {
        at_ms: 1_000 + seq,
        operator: cleo,
        table: TableId(table),
        seq,
        command: r#"{"KillHand":3}"#.to_owned(),
        reason: "cards in the muck".to_owned(),
        rule: seq.is_multiple_of(2).then(|| "TDA 13-C".to_owned()),
    };
    for seq in 1..=3 {
        let unit = Unit { audit: vec![killed(1, seq)], ..records(ONE, seq..=seq) };
        store.commit(&[unit]).await.unwrap();
    }
    let elsewhere = Unit { audit: vec![killed(2, 1)], ..records(TWO, 1..=1) };
    store.commit(&[elsewhere]).await.unwrap();
    let out_of_order = Unit { audit: vec![killed(1, 9)], ..records(ONE, 9..=9) };
    store.commit(&[out_of_order]).await.unwrap_err();

    let all = store.audit_trail(None, 0, 16).await.unwrap();
    assert_eq!(all.total, 4, "the step that was not stored left nothing");
    let latest: Vec<_> = all.entries.iter().map(|(one, who)| (one.clone(), &**who)).collect();
    let kept = [killed(2, 1), killed(1, 3), killed(1, 2), killed(1, 1)];
    assert_eq!(latest, kept.map(|record| (record, "Cleo")));
    let page = store.audit_trail(Some(TableId(1)), 1, 1).await.unwrap();
    assert_eq!((page.total, page.entries), (3, vec![(killed(1, 2), "Cleo".to_owned())]));
    assert_eq!(store.audit_trail(Some(TableId(3)), 0, 16).await.unwrap().total, 0);
}

fn stored_hand(table: u64, hand: u64, players: &[u64]) -> StoredHand {
    let players = (0..).zip(players).map(|(seat, account)| (AccountId(*account), seat));
    StoredHand {
        table: TableId(table),
        hand,
        tournament: (table == 2).then_some(TournamentId(5)),
        game: if hand.is_multiple_of(2) { "holdem" } else { "badugi" }.to_owned(),
        ended_ms: 1_000 * hand + table,
        pot: 100 * hand,
        people: hand != 3,
        record: Bytes::from(format!("hand {hand} at {table}")),
        cards: (hand != 1).then(|| Bytes::from_static(b"sealed")),
        players: players.collect(),
        retold: false,
    }
}

async fn guests_without_a_token_are_forgotten_and_what_is_kept_of_them_stays(store: &dyn Store) {
    let open = async |name: &str| store.create_account(&account(name)).await.unwrap();
    let [alone, played, noted, here] =
        [open("Alone").await, open("Played").await, open("Noted").await, open("Here").await];
    let bot = StoredAccount { bot: true, ..account("Bot") };
    store.create_account(&bot).await.unwrap();
    let person = StoredAccount { password_hash: Some("hash".to_owned()), ..account("Ann") };
    let ann = store.create_account(&person).await.unwrap();
    store.create_token(&token(1, here, None, Some(5))).await.unwrap();
    let late = StoredAccount { opened_ms: 50, ..account("Late") };
    store.create_account(&late).await.unwrap();
    let hand = stored_hand(1, 1, &[played.0, here.0]);
    store.commit(&[Unit { hands: vec![hand], ..Unit::default() }]).await.unwrap();
    let note = |account, about| StoredNote {
        account,
        about,
        text: "a note".to_owned(),
        color: 1,
        written_ms: 1,
    };
    store.set_note(&note(ann, noted), 9).await.unwrap();
    store.set_note(&note(noted, ann), 9).await.unwrap();

    assert_eq!(store.idle_guests(50, 10).await.unwrap(), [alone, played, noted]);
    assert_eq!(store.idle_guests(50, 1).await.unwrap(), [alone]);
    assert_eq!(store.idle_guests(3, 10).await.unwrap(), []);
    assert!(store.forget_account(alone).await.unwrap());
    assert!(!store.forget_account(played).await.unwrap(), "a hand is kept");
    assert!(!store.forget_account(noted).await.unwrap(), "somebody has a note");
    assert!(!store.forget_account(ann).await.unwrap(), "no guest");
    assert!(store.account(alone).await.unwrap().is_none());
    for (id, name) in [(played, format!("#{played}")), (noted, format!("#{noted}"))] {
        assert_eq!(store.account(id).await.unwrap().unwrap().name, name);
    }
    assert_eq!(store.account(ann).await.unwrap().unwrap().name, "Ann");
    assert_eq!(store.notes(ann, 0, 9).await.unwrap().notes[0].0, format!("#{noted}"));
    assert_eq!(store.notes(noted, 0, 9).await.unwrap().total, 0, "its own are gone");
    assert_eq!(store.idle_guests(50, 10).await.unwrap(), []);
    // Names are free again, ids never are.
    let again = open("Alone").await;
    assert!(again > ann && open("Played").await > again);
}

async fn accounts_that_nobody_used_are_forgotten(store: &dyn Store) {
    let password_hash = Some("hash".to_owned());
    let unused = |name: &str| StoredAccount {
        password_hash: password_hash.clone(),
        used: false,
        ..account(name)
    };
    let open = async |account: StoredAccount| {
        let id = store.create_account(&account).await.unwrap();
        let first =
            transfer(&format!("signup:{id}"), LedgerAccount::Bank, LedgerAccount::Wallet(id), 100);
        store.commit(&[first]).await.unwrap();
        id
    };
    let late = StoredAccount { opened_ms: 50, ..unused("Late") };
    open(late).await;
    let second = open(StoredAccount { opened_ms: 4, ..unused("Second") }).await;
    let first = open(unused("First")).await;
    open(StoredAccount { used: true, ..unused("Used") }).await;
    open(StoredAccount { bot: true, ..unused("Program") }).await;
    open(StoredAccount { role: Role::Host, ..unused("Host") }).await;
    open(StoredAccount { password_hash: None, ..unused("Guest") }).await;
    let here = open(unused("Here")).await;
    store.create_token(&token(1, here, None, Some(5))).await.unwrap();
    let back = open(unused("Back")).await;
    store.note_use(back).await.unwrap();
    let played = open(unused("Played")).await;
    let hand = stored_hand(1, 1, &[played.0, here.0]);
    store.commit(&[Unit { hands: vec![hand], ..Unit::default() }]).await.unwrap();
    for (name, pays) in [("Buyer", true), ("Winner", false)] {
        let wallet = LedgerAccount::Wallet(open(unused(name)).await);
        let other = LedgerAccount::Bank;
        let (from, to) = if pays { (wallet, other) } else { (other, wallet) };
        store.commit(&[transfer(&format!("one of {name}"), from, to, 7)]).await.unwrap();
    }
    let noted = open(unused("Noted")).await;
    let note = StoredNote {
        account: here,
        about: noted,
        text: "a note".to_owned(),
        color: 1,
        written_ms: 1,
    };
    store.set_note(&note, 9).await.unwrap();
    let listed = open(unused("Listed")).await;
    let operation = StoredOperation {
        at_ms: 1,
        operator: None,
        account: listed,
        done: "Opened the account".to_owned(),
        reason: "The club's list".to_owned(),
    };
    store.operate(&AccountEdit::Nothing, &operation).await.unwrap();

    let network = KnownNetwork { account: first, code: [1; 16], last_ms: 5 };
    store.keep_network(&network, 3).await.unwrap();

    assert_eq!(store.unused_accounts(50, 10).await.unwrap(), [first, second]);
    assert_eq!(store.unused_accounts(50, 1).await.unwrap(), [first]);
    assert_eq!(store.unused_accounts(3, 10).await.unwrap(), []);
    let code = AccountEdit::ResetCode { hash: [9; 32], expires_ms: 99 };
    let of_second = StoredOperation { account: second, ..operation };
    store.operate(&code, &of_second).await.unwrap();
    assert!(store.forget_account(first).await.unwrap());
    assert!(store.account(first).await.unwrap().is_none());
    assert_eq!(store.network_seen(first, [1; 16]).await.unwrap(), None);
    assert!(!store.forget_account(second).await.unwrap(), "an operator has dealt with it since");
    assert!(store.account(second).await.unwrap().unwrap().used, "it is not looked at again");
    assert!(store.reset_code([9; 32], 1).await.unwrap().is_some(), "and nothing of it is lost");
    assert!(!store.forget_account(back).await.unwrap());
    assert_eq!(store.unused_accounts(50, 10).await.unwrap(), []);
}

async fn a_private_tournament_that_never_began_is_forgotten(store: &dyn Store) {
    let mut ids = Vec::new();
    for (name, code, began) in [
        ("Called off", Some("a"), "null"),
        ("Played", Some("b"), "5"),
        ("Public", None, "null"),
        ("Late", Some("c"), "null"),
        ("Open", Some("d"), ""),
    ] {
        let tournament = StoredTournament {
            id: TournamentId(0),
            name: name.to_owned(),
            setup: String::new(),
            announced_ms: 1,
            announced_by: None,
            code: code.map(str::to_owned),
            results: None,
        };
        let id = store.create_tournament(&tournament).await.unwrap();
        ids.push(id);
        if !began.is_empty() {
            let results = StoredResults {
                tournament: id,
                ended_ms: if name == "Late" { 100 } else { 10 },
                season: None,
                summary: format!("{{\"began_at\":{began},\"ended_at\":10}}"),
                results: "{}".to_owned(),
            };
            let unit = Unit { results: vec![results], ..Unit::default() };
            store.commit(&[unit]).await.unwrap();
        }
    }
    assert_eq!(store.forget_unplayed_tournaments(100, 9).await.unwrap(), 1);
    assert_eq!(store.forget_unplayed_tournaments(100, 9).await.unwrap(), 0);
    let mut left = Vec::new();
    for id in &ids {
        left.push(store.tournament(*id).await.unwrap().is_some());
    }
    assert_eq!(left, [false, true, true, true, true]);
}

async fn codes_are_listed_and_replaced_and_never_come_twice(store: &dyn Store) {
    let ann = store.create_account(&account("Ann")).await.unwrap();
    for (table, code) in [(8, "eight"), (7, "seven")] {
        let (table, code, terms) = (TableId(table), code.to_owned(), "{}".to_owned());
        let hosted = StoredHostedTable { table, code, host: ann, terms, opened_ms: 1 };
        store.keep_hosted_table(&hosted).await.unwrap();
    }
    store.end_hosted_table(TableId(7), 2).await.unwrap();
    let tournament = |code: Option<&str>| StoredTournament {
        id: TournamentId(0),
        name: "Kitchen".to_owned(),
        setup: "{}".to_owned(),
        announced_ms: 1,
        announced_by: Some(ann),
        code: code.map(str::to_owned),
        results: None,
    };
    store.create_tournament(&tournament(None)).await.unwrap();
    let private = store.create_tournament(&tournament(Some("private"))).await.unwrap();
    let stored = |of, code: &str, is_open| StoredCode { of, code: code.to_owned(), is_open };
    let seven = stored(CodeOf::Table(TableId(7)), "seven", false);
    let eight = stored(CodeOf::Table(TableId(8)), "eight", true);
    let of_private = stored(CodeOf::Tournament(private), "private", true);
    let all = [seven.clone(), eight.clone(), of_private.clone()];
    assert_eq!(store.codes().await.unwrap(), all);
    let again = store.replace_code(eight.of, "seven").await;
    assert!(matches!(again, Err(StoreError::Duplicate { .. })), "{again:?}");
    store.replace_code(eight.of, "8").await.unwrap();
    store.replace_code(of_private.of, "p").await.unwrap();
    let now = [seven, stored(eight.of, "8", true), stored(of_private.of, "p", true)];
    assert_eq!(store.codes().await.unwrap(), now);
}

async fn links_to_a_hand_are_revoked_one_seat_at_a_time(store: &dyn Store) {
    let (table, other) = (TableId(1), TableId(2));
    assert_eq!(store.link_generation(table, 7, 3).await.unwrap(), 0);
    store.revoke_links(table, 7, 3).await.unwrap();
    store.revoke_links(table, 7, 3).await.unwrap();
    assert_eq!(store.link_generation(table, 7, 3).await.unwrap(), 2);
    for (table, hand, seat) in [(table, 7, 4), (table, 8, 3), (other, 7, 3)] {
        assert_eq!(store.link_generation(table, hand, seat).await.unwrap(), 0);
    }
    // It goes with its hand.
    store.revoke_links(table, 8, 0).await.unwrap();
    let hands = vec![stored_hand(1, 7, &[1, 2]), stored_hand(1, 8, &[1, 2])];
    store.commit(&[Unit { hands, ..Unit::default() }]).await.unwrap();
    assert_eq!(store.forget_hands(8_000, false, 10).await.unwrap(), 1);
    assert_eq!(store.link_generation(table, 7, 3).await.unwrap(), 0);
    assert_eq!(store.link_generation(table, 8, 0).await.unwrap(), 1);
}

async fn hands_are_found_by_all_that_is_asked_and_forgotten_when_they_are_old(store: &dyn Store) {
    let hands = vec![
        stored_hand(1, 1, &[10, 11]),
        stored_hand(1, 2, &[10, 12]),
        stored_hand(2, 3, &[11, 12]),
        stored_hand(2, 4, &[10, 11, 12]),
    ];
    store.commit(&[Unit { hands: hands.clone(), ..Unit::default() }]).await.unwrap();
    // A hand is stored once: another one with the same number changes nothing.
    let again = StoredHand { pot: 7, ..stored_hand(1, 1, &[99]) };
    store.commit(&[Unit { hands: vec![again], ..Unit::default() }]).await.unwrap();

    assert_eq!(store.hand(TableId(1), 2).await.unwrap(), Some(hands[1].clone()));
    // A hand that turns out to be void replaces the stored one.
    let record = Bytes::from_static(b"void");
    let undone = StoredHand { record: record.clone(), retold: true, ..hands[1].clone() };
    store.commit(&[Unit { hands: vec![undone], ..Unit::default() }]).await.unwrap();
    let told = StoredHand { record, ..hands[1].clone() };
    assert_eq!(store.hand(TableId(1), 2).await.unwrap(), Some(told));
    store
        .commit(&[Unit {
            hands: vec![StoredHand { retold: true, ..hands[1].clone() }],
            ..Unit::default()
        }])
        .await
        .unwrap();
    assert_eq!(store.hand(TableId(1), 4).await.unwrap(), None);

    let all = HandSearch { at_most: 10, ..HandSearch::default() };
    let who = |account| Some(AccountId(account));
    let searches: Vec<(HandSearch, &[u64])> = vec![
        (all.clone(), &[4, 3, 2, 1]),
        (HandSearch { viewer: who(10), ..all.clone() }, &[4, 2, 1]),
        (HandSearch { viewer: who(10), player: who(11), ..all.clone() }, &[4, 1]),
        (HandSearch { viewer: who(99), ..all.clone() }, &[]),
        (HandSearch { table: Some(TableId(1)), ..all.clone() }, &[2, 1]),
        (HandSearch { tournament: Some(TournamentId(5)), ..all.clone() }, &[4, 3]),
        (HandSearch { game: Some("holdem".to_owned()), ..all.clone() }, &[4, 2]),
        (HandSearch { least_pot: Some(200), ..all.clone() }, &[4, 3, 2]),
        (HandSearch { since_ms: Some(2_001), ..all.clone() }, &[4, 3, 2]),
        (HandSearch { until_ms: Some(2_001), ..all.clone() }, &[1]),
        (HandSearch { viewer: who(12), least_pot: Some(300), ..all.clone() }, &[4, 3]),
    ];
    for (search, expected) in searches {
        let found = store.find_hands(&search).await.unwrap();
        let numbers: Vec<u64> = found.hands.iter().map(|hand| hand.hand).collect();
        assert_eq!((numbers.as_slice(), found.total as usize), (expected, expected.len()));
    }
    let page = HandSearch { from: 1, at_most: 2, ..HandSearch::default() };
    let page = store.find_hands(&page).await.unwrap();
    assert_eq!((page.hands, page.total), (vec![hands[2].clone(), hands[1].clone()], 4));

    assert_eq!(store.forget_hands(4_000, true, 10).await.unwrap(), 1, "of programs alone");
    assert_eq!(store.hand(TableId(2), 3).await.unwrap(), None);
    assert_eq!(store.forget_hands(4_000, false, 1).await.unwrap(), 1, "the oldest first");
    assert_eq!(store.forget_hands(4_000, false, 10).await.unwrap(), 1);
    assert_eq!(store.forget_hands(4_000, false, 10).await.unwrap(), 0);
    let left = store.find_hands(&HandSearch { viewer: who(10), ..all }).await.unwrap();
    assert_eq!(left.hands, [hands[3].clone()]);
}

async fn a_hand_is_kept_with_its_step_or_not_at_all(store: &dyn Store) {
    let refused = Unit {
        records: vec![record(ONE, 2)],
        hands: vec![stored_hand(1, 1, &[10])],
        ..Unit::default()
    };
    store.commit(&[refused]).await.unwrap_err();
    assert_eq!(store.hand(TableId(1), 1).await.unwrap(), None);
    let taken = Unit {
        records: vec![record(ONE, 1)],
        hands: vec![stored_hand(1, 1, &[10])],
        ..Unit::default()
    };
    store.commit(&[taken]).await.unwrap();
    assert!(store.hand(TableId(1), 1).await.unwrap().is_some());
}

async fn hands_are_what_was_stored_whatever_became_of_them(store: &dyn Store) {
    let hands: Vec<_> = (1..=6).map(|hand| stored_hand(hand % 2 + 1, hand, &[10, 11])).collect();
    let commit = async |hand: StoredHand| {
        store.commit(&[Unit { hands: vec![hand], ..Unit::default() }]).await.unwrap();
    };
    let well = |covered| CheckedHands { covered, ..CheckedHands::default() };
    assert_eq!(store.check_hands().await.unwrap(), well(0));
    store.commit(&[Unit { hands: hands.clone(), ..Unit::default() }]).await.unwrap();
    // It is stored already, and changes nothing.
    commit(StoredHand { pot: 7, ..hands[0].clone() }).await;
    assert_eq!(store.check_hands().await.unwrap(), well(6));
    let record = Bytes::from_static(b"void");
    let retold = StoredHand { pot: 7, record, retold: true, ..hands[1].clone() };
    commit(retold).await;
    assert_eq!(store.check_hands().await.unwrap(), well(6));
    let another = StoredHand { retold: true, ..stored_hand(9, 9, &[10]) };
    commit(another).await;
    let is_there = store.hand(TableId(9), 9).await.unwrap().is_some();
    store.reassign_hand(&hands[2], AccountId(10), AccountId(12)).await.unwrap();
    let moved = store.hand(hands[2].table, hands[2].hand).await.unwrap().unwrap();
    assert_eq!(moved.players, [(AccountId(12), 0), (AccountId(11), 1)]);
    assert_eq!(store.check_hands().await.unwrap(), well(6 + u64::from(is_there)));
    assert_eq!(store.forget_hands(4_000, true, 10).await.unwrap(), 1, "of programs alone");
    assert_eq!(store.forget_hands(4_000, false, 1).await.unwrap(), 1);
    assert_eq!(store.check_hands().await.unwrap(), well(4 + u64::from(is_there)));
}

async fn sign_ins_are_kept_once_a_day_and_forgotten_by_days(store: &dyn Store) {
    let mut accounts = Vec::new();
    for name in ["ann", "bob"] {
        accounts.push(store.create_account(&account(name)).await.unwrap());
    }
    let sign_in = |account: AccountId, day, code: u8| StoredSignIn {
        account,
        day,
        address: [code; 16],
        network: [code / 10; 16],
    };
    let [ann, bob] = accounts[..] else { unreachable!("two were made") };
    let (one, other) = (sign_in(ann, 20_000, 7), sign_in(bob, 20_001, 7));
    for kept in [&one, &other, &one] {
        store.keep_sign_in(kept).await.unwrap();
    }
    let found = store.sign_ins((20_000, 20_001), 10).await.unwrap();
    assert_eq!(found, [other.clone(), one.clone()], "once each, the latest day first");
    assert_eq!(store.sign_ins((20_000, 20_000), 10).await.unwrap(), std::slice::from_ref(&one));
    assert_eq!(store.sign_ins((20_000, 20_001), 1).await.unwrap(), std::slice::from_ref(&other));
    for code in 100..130 {
        store.keep_sign_in(&sign_in(bob, 20_002, code)).await.unwrap();
    }
    let of_a_day = store.sign_ins((20_002, u32::MAX), 100).await.unwrap();
    assert_eq!(of_a_day.len(), 16, "an account that changes its address all day");
    assert_eq!(store.forget_sign_ins(20_001).await, Ok(1));
    assert_eq!(store.sign_ins((0, 20_001), 10).await.unwrap(), [other]);
    assert_eq!(store.forget_sign_ins(20_001).await, Ok(0));
}

async fn an_account_keeps_its_newest_networks_for_a_while(store: &dyn Store) {
    let mut accounts = Vec::new();
    for name in ["ann", "bob"] {
        accounts.push(store.create_account(&account(name)).await.unwrap());
    }
    let [ann, bob] = accounts[..] else { unreachable!("two were made") };
    let network = |account, code: u8, last_ms| KnownNetwork { account, code: [code; 16], last_ms };
    let seen = async |account, code: u8| store.network_seen(account, [code; 16]).await.unwrap();
    for (code, last_ms) in [(1, 10), (2, 20), (3, 30), (1, 40)] {
        store.keep_network(&network(ann, code, last_ms), 3).await.unwrap();
    }
    store.keep_network(&network(bob, 2, 5), 3).await.unwrap();
    assert_eq!(
        (seen(ann, 1).await, seen(ann, 2).await, seen(ann, 9).await),
        (Some(40), Some(20), None)
    );
    store.keep_network(&network(ann, 4, 50), 3).await.unwrap();
    assert_eq!(seen(ann, 2).await, None, "the oldest of four");
    assert_eq!((seen(ann, 3).await, seen(bob, 2).await), (Some(30), Some(5)));
    assert_eq!(store.forget_networks(30).await, Ok(1));
    assert_eq!((seen(ann, 3).await, seen(bob, 2).await), (Some(30), None));
    assert_eq!(store.forget_networks(51).await, Ok(3));
}

async fn notes_are_kept_for_their_writer_alone_and_so_many_at_most(store: &dyn Store) {
    let mut ids = Vec::new();
    for name in ["Ann", "Zeno", "bob", "Cleo"] {
        ids.push(store.create_account(&account(name)).await.unwrap());
    }
    let [ann, zeno, bob, cleo] = ids[..] else { unreachable!("four were made") };
    let note = |by: AccountId, about: AccountId, text: &str| StoredNote {
        account: by,
        about,
        text: text.to_owned(),
        color: 3,
        written_ms: 1_000 + about.0,
    };
    for about in [zeno, bob] {
        assert!(store.set_note(&note(ann, about, "first"), 2).await.unwrap());
    }
    assert!(!store.set_note(&note(ann, cleo, "one too many"), 2).await.unwrap());
    let changed = StoredNote { color: 0, ..note(ann, zeno, "raises\nevery button") };
    assert!(store.set_note(&changed, 2).await.unwrap(), "in place of the one before");
    assert!(store.set_note(&note(cleo, ann, "of somebody else"), 2).await.unwrap());

    let all = store.notes(ann, 0, 10).await.unwrap();
    let named = |name: &str, note: StoredNote| (name.to_owned(), note);
    let (of_bob, of_zeno) = (named("bob", note(ann, bob, "first")), named("Zeno", changed));
    assert_eq!((all.total, all.notes), (2, vec![of_bob.clone(), of_zeno.clone()]));
    let page = store.notes(ann, 1, 1).await.unwrap();
    assert_eq!((page.total, page.notes), (2, vec![of_zeno]));
    assert_eq!(store.notes(zeno, 0, 10).await.unwrap(), FoundNotes::default());

    assert!(store.delete_note(ann, zeno).await.unwrap());
    assert!(!store.delete_note(ann, zeno).await.unwrap(), "it is gone");
    assert!(!store.delete_note(ann, ann).await.unwrap(), "the note of another stays");
    assert_eq!(store.notes(ann, 0, 10).await.unwrap().notes, [of_bob]);
    assert_eq!(store.notes(cleo, 0, 10).await.unwrap().total, 1);
    assert!(store.set_note(&note(ann, cleo, "now it fits"), 2).await.unwrap());
}

async fn a_key_stands_for_one_request_for_as_long_as_it_is_known(store: &dyn Store) {
    let mut ids = Vec::new();
    for name in ["Ann", "Bob"] {
        ids.push(store.create_account(&account(name)).await.unwrap());
    }
    let [ann, bob] = ids[..] else { unreachable!("two were made") };
    let of = |account: AccountId, key: &str, hash: u8, began_ms: u64| KeyedRequest {
        account,
        key: key.to_owned(),
        hash: [hash; 32],
        began_ms,
    };
    let known = |hash: u8, answer: Option<&[u8]>| Begun::Known {
        hash: vec![hash; 32],
        answer: answer.map(<[u8]>::to_vec),
    };
    assert_eq!(store.begin_request(&of(ann, "a", 1, 100), 0, 2).await, Ok(Begun::New));
    assert_eq!(store.begin_request(&of(ann, "a", 2, 101), 0, 2).await, Ok(known(1, None)));
    assert_eq!(store.begin_request(&of(bob, "a", 3, 100), 0, 2).await, Ok(Begun::New));
    store.end_request(ann, "a", Some(b"done")).await.unwrap();
    assert_eq!(
        store.begin_request(&of(ann, "a", 2, 102), 100, 2).await,
        Ok(known(1, Some(b"done")))
    );
    assert_eq!(store.begin_request(&of(bob, "a", 3, 102), 0, 2).await, Ok(known(3, None)));

    assert_eq!(store.begin_request(&of(ann, "b", 4, 103), 0, 2).await, Ok(Begun::New));
    assert_eq!(store.begin_request(&of(ann, "c", 5, 104), 0, 2).await, Ok(Begun::TooMany));
    store.end_request(ann, "b", None).await.unwrap();
    assert_eq!(store.begin_request(&of(ann, "b", 6, 105), 0, 2).await, Ok(Begun::New), "forgotten");
    // The key of the account is old, and that of another account stays.
    assert_eq!(store.begin_request(&of(ann, "a", 7, 900), 101, 3).await, Ok(Begun::New));
    assert_eq!(store.begin_request(&of(bob, "a", 8, 900), 0, 2).await, Ok(known(3, None)));
    assert_eq!(store.forget_requests(101).await, Ok(1));
    assert_eq!(store.begin_request(&of(bob, "a", 8, 900), 0, 2).await, Ok(Begun::New));

    let erase = AccountEdit::Erase { pseudonym: format!("Erased {ann}"), at_ms: 9 };
    store.operate(&erase, &operation(ann, None, "Erased")).await.unwrap();
    assert_eq!(store.begin_request(&of(ann, "b", 9, 901), 0, 1).await, Ok(Begun::New));
}

async fn terms_change_under_their_id_until_they_end(store: &dyn Store) {
    let of = |id: u64, kind: TermsKind, name: &str, terms: &str| StoredTerms {
        id,
        kind,
        name: name.to_owned(),
        terms: terms.to_owned(),
        changed_ms: 7,
    };
    let saturday = of(0, TermsKind::Schedule, "Saturday", "{}");
    let first = store.add_terms(&saturday).await.unwrap();
    assert!(store.add_terms(&saturday).await.is_err(), "the name is taken");
    let league = store.add_terms(&of(0, TermsKind::League, "Saturday", "id")).await.unwrap();
    let second = store.add_terms(&of(0, TermsKind::Schedule, "Friday", "{}")).await.unwrap();
    assert!(first < league && league < second);
    let changed = StoredTerms { changed_ms: 9, ..of(first, TermsKind::Schedule, "Sunday", "[]") };
    assert_eq!(store.change_terms(&changed).await, Ok(true));
    let changed = StoredTerms { name: "Saturday".to_owned(), ..changed };
    let friday = of(second, TermsKind::Schedule, "Friday", "{}");
    let schedules = store.terms(TermsKind::Schedule).await.unwrap();
    assert_eq!(schedules, [changed, friday.clone()], "a name stays");
    assert_eq!(store.end_terms(first).await, Ok(true));
    assert_eq!(store.end_terms(first).await, Ok(false));
    assert_eq!(store.change_terms(&of(first, TermsKind::Schedule, "x", "")).await, Ok(false));
    assert_eq!(store.terms(TermsKind::Schedule).await.unwrap(), [friday]);
    let leagues = [of(league, TermsKind::League, "Saturday", "id")];
    assert_eq!(store.terms(TermsKind::League).await.unwrap(), leagues);
    let again = store.add_terms(&saturday).await.unwrap();
    assert!(again > second, "no id comes twice");
}

async fn the_newest_subscriptions_of_an_account_stay_and_end_with_it(store: &dyn Store) {
    let mut ids = Vec::new();
    for name in ["Ann", "Bob", "Cleo"] {
        ids.push(store.create_account(&account(name)).await.unwrap());
    }
    let [ann, bob, cleo] = ids[..] else { unreachable!("three were made") };
    let of = |account: AccountId, number: u64| StoredSubscription {
        account,
        endpoint: format!("https://push.example/{number}"),
        public_key: vec![4; 65],
        auth: vec![7; 16],
        language: "de".to_owned(),
        created_ms: number,
    };
    assert_eq!(store.subscribers().await.unwrap(), []);
    for number in [3, 1, 2] {
        store.subscribe(&of(ann, number), 3).await.unwrap();
    }
    assert_eq!(store.subscriptions(ann).await.unwrap(), [of(ann, 1), of(ann, 2), of(ann, 3)]);
    store.subscribe(&of(ann, 4), 3).await.unwrap();
    assert_eq!(store.subscriptions(ann).await.unwrap(), [of(ann, 2), of(ann, 3), of(ann, 4)]);
    // A browser subscribes again, in another language.
    let again = StoredSubscription { language: "en".to_owned(), ..of(ann, 3) };
    store.subscribe(&again, 3).await.unwrap();
    assert_eq!(store.subscriptions(ann).await.unwrap(), [of(ann, 2), again, of(ann, 4)]);
    // Another player signed in there.
    store.subscribe(&of(bob, 3), 3).await.unwrap();
    assert_eq!(store.subscriptions(ann).await.unwrap(), [of(ann, 2), of(ann, 4)]);
    assert_eq!(store.subscribers().await.unwrap(), [ann, bob]);

    assert_eq!(store.unsubscribe(bob, Some("https://push.example/2")).await, Ok(0), "of another");
    assert_eq!(store.unsubscribe(ann, Some("https://push.example/2")).await, Ok(1));
    store.move_subscriptions(bob, ann, 1).await.unwrap();
    assert_eq!(store.subscriptions(ann).await.unwrap(), [of(ann, 4)], "the newest");
    assert_eq!(store.subscribers().await.unwrap(), [ann]);

    assert_eq!(store.push_off(ann).await, Ok(0));
    store.set_push_off(ann, 5).await.unwrap();
    store.set_push_off(ann, 6).await.unwrap();
    assert_eq!(store.push_off(ann).await, Ok(6));
    store.subscribe(&of(cleo, 9), 3).await.unwrap();
    assert_eq!(store.unsubscribe(cleo, None).await, Ok(1));
    store.subscribe(&of(cleo, 9), 3).await.unwrap();
    store.set_push_off(cleo, 1).await.unwrap();

    let erase = AccountEdit::Erase { pseudonym: format!("Erased {ann}"), at_ms: 9 };
    store.operate(&erase, &operation(ann, None, "Erased")).await.unwrap();
    assert_eq!(store.subscriptions(ann).await.unwrap(), []);
    assert_eq!(store.push_off(ann).await, Ok(0));
    assert!(store.forget_account(cleo).await.unwrap(), "a subscription keeps no guest");
    assert_eq!(store.subscribers().await.unwrap(), []);
}

fn operation(account: AccountId, operator: Option<AccountId>, done: &str) -> StoredOperation {
    let (done, reason) = (done.to_owned(), "It was needed.".to_owned());
    StoredOperation { at_ms: 5, operator, account, done, reason }
}

fn search(text: &str, which: Which) -> AccountSearch {
    AccountSearch { text: text.to_owned(), which, now_ms: 100, from: 0, at_most: 10 }
}

async fn names(store: &dyn Store, search: &AccountSearch) -> Vec<String> {
    let found = store.find_accounts(search).await.unwrap();
    found.accounts.into_iter().map(|account| account.name).collect()
}

async fn accounts_are_found_by_a_part_of_the_name_and_by_their_kind(store: &dyn Store) {
    let with_password = |name: &str| StoredAccount {
        password_hash: Some("$argon2id$x".to_owned()),
        ..account(name)
    };
    let bea = store.create_account(&with_password("Bea 100%")).await.unwrap();
    let ann = store.create_account(&with_password("Ann")).await.unwrap();
    store.create_account(&account("Hannah")).await.unwrap();
    store.create_account(&StoredAccount { bot: true, ..account("Bot_1") }).await.unwrap();
    store.set_role(bea, Role::Floor).await.unwrap();
    let suspend = AccountEdit::Suspend(Some(101));
    store.operate(&suspend, &operation(ann, None, "Suspended")).await.unwrap();
    let all = search("", Which::Any);
    assert_eq!(names(store, &all).await, ["Ann", "Bea 100%", "Bot_1", "Hannah"]);
    assert_eq!(names(store, &search("aNN", Which::Any)).await, ["Ann", "Hannah"]);
    assert_eq!(names(store, &search("%", Which::Any)).await, ["Bea 100%"]);
    assert_eq!(names(store, &search("_", Which::Any)).await, ["Bot_1"]);
    assert_eq!(names(store, &search("", Which::Registered)).await, ["Ann", "Bea 100%"]);
    assert_eq!(names(store, &search("", Which::Guest)).await, ["Hannah"]);
    assert_eq!(names(store, &search("", Which::Staff)).await, ["Bea 100%"]);
    assert_eq!(names(store, &search("", Which::Suspended)).await, ["Ann"]);
    let later = AccountSearch { now_ms: 101, ..search("", Which::Suspended) };
    assert!(names(store, &later).await.is_empty());
    let page = AccountSearch { from: 1, at_most: 2, ..all };
    let found = store.find_accounts(&page).await.unwrap();
    assert_eq!((found.total, found.accounts.len()), (4, 2));
}

async fn an_order_is_stored_with_who_gave_it_or_not_at_all(store: &dyn Store) {
    let root = store.create_account(&account("Root")).await.unwrap();
    let ann = store.create_account(&account("Ann")).await.unwrap();
    store.create_account(&account("Bea")).await.unwrap();
    let rename = |name: &str| AccountEdit::Rename(name.to_owned());
    let taken = store.operate(&rename("bEA"), &operation(ann, Some(root), "Renamed")).await;
    assert!(matches!(taken, Err(StoreError::Duplicate { .. })), "{taken:?}");
    assert_eq!(store.operations(None, 0, 10).await.unwrap(), FoundOperations::default());
    store.operate(&rename("Anna"), &operation(ann, Some(root), "Renamed")).await.unwrap();
    store.operate(&AccountEdit::Mute(Some(7)), &operation(ann, None, "Muted")).await.unwrap();
    let role = AccountEdit::Role(Role::Host);
    store.operate(&role, &operation(root, None, "Host")).await.unwrap();
    let found = store.account(ann).await.unwrap().unwrap();
    assert_eq!((&*found.name, found.muted_until_ms), ("Anna", Some(7)));
    assert_eq!(store.account(root).await.unwrap().unwrap().role, Role::Host);
    assert!(store.account_by_name("Ann").await.unwrap().is_none());
    store.create_account(&account("Ann")).await.expect("the old name is free again");
    let of_ann = store.operations(Some(ann), 0, 1).await.unwrap();
    assert_eq!(of_ann.total, 2);
    let muted = (operation(ann, None, "Muted"), None, "Anna".to_owned());
    assert_eq!(of_ann.operations, [muted]);
    let first = store.operations(None, 2, 10).await.unwrap().operations;
    let by_root = Some("Root".to_owned());
    assert_eq!(first, [(operation(ann, Some(root), "Renamed"), by_root, "Anna".to_owned())]);

    // With chips, in a unit.
    let mut grant = transfer("operator:1", LedgerAccount::Bank, LedgerAccount::Wallet(ann), 5);
    grant.operations.push(operation(ann, Some(root), "Granted 5 chips"));
    store.commit(std::slice::from_ref(&grant)).await.unwrap();
    assert!(matches!(store.commit(&[grant]).await, Err(StoreError::Duplicate { .. })));
    assert_eq!(store.operations(Some(ann), 0, 10).await.unwrap().total, 3);
}

async fn a_reset_code_works_once_and_takes_the_place_of_the_one_before(store: &dyn Store) {
    let ann = store.create_account(&account("Ann")).await.unwrap();
    store.create_token(&token(1, ann, None, None)).await.unwrap();
    let code = |byte: u8| AccountEdit::ResetCode { hash: [byte; 32], expires_ms: 10 };
    for byte in [8, 9] {
        store.operate(&code(byte), &operation(ann, None, "A code")).await.unwrap();
    }
    assert_eq!(store.reset_code([8; 32], 5).await.unwrap(), None);
    assert_eq!(store.reset_code([9; 32], 10).await.unwrap(), None, "it has ended");
    assert_eq!(store.reset_code([9; 32], 9).await.unwrap(), Some(ann));
    assert!(!store.use_reset_code([9; 32], 10, "new").await.unwrap());
    assert!(store.use_reset_code([9; 32], 9, "new").await.unwrap());
    assert!(!store.use_reset_code([9; 32], 9, "newer").await.unwrap());
    let changed = store.account(ann).await.unwrap().unwrap();
    assert_eq!(changed.password_hash.as_deref(), Some("new"));
    assert!(store.token([1; 32]).await.unwrap().is_none());
}

async fn a_second_factor_is_changed_by_one_request_at_a_time(store: &dyn Store) {
    let ann = store.create_account(&account("Ann")).await.unwrap();
    let factor = |last_step: u64| StoredSecondFactor {
        account: ann,
        sealed: vec![1, 2, 3],
        confirmed: last_step > 0,
        last_step,
        recovery: vec![[7; 32], [0xab; 32]],
    };
    assert_eq!(store.second_factor(ann).await.unwrap(), None);
    assert!(!store.set_second_factor(Some(&factor(1)), &factor(2)).await.unwrap());
    assert!(store.set_second_factor(None, &factor(0)).await.unwrap());
    assert!(!store.set_second_factor(None, &factor(1)).await.unwrap());
    assert!(store.set_second_factor(Some(&factor(0)), &factor(5)).await.unwrap());
    assert_eq!(store.second_factor(ann).await.unwrap(), Some(factor(5)));
    assert!(store.delete_second_factor(ann).await.unwrap());
    assert!(!store.delete_second_factor(ann).await.unwrap());
}

async fn an_identity_has_one_account_and_an_account_one_identity_at_a_provider(store: &dyn Store) {
    let identity = |issuer: &str, subject: &str, account| StoredIdentity {
        issuer: issuer.to_owned(),
        subject: subject.to_owned(),
        account,
        linked_ms: 7,
    };
    let (club, work) = ("https://club.example", "https://work.example");
    let nobody = AccountId(0);
    let ann = store.open_with_identity(&account("Ann"), &identity(club, "a", nobody), None).await;
    let ann = ann.unwrap();
    assert_eq!(store.account(ann).await.unwrap().unwrap().name, "Ann");
    assert_eq!(store.identity(club, "a").await.unwrap(), Some(ann));
    for absent in [(work, "a"), (club, "A"), (club, "b")] {
        assert_eq!(store.identity(absent.0, absent.1).await.unwrap(), None);
    }
    for (name, subject) in [("ann", "b"), ("Bea", "a")] {
        let again =
            store.open_with_identity(&account(name), &identity(club, subject, nobody), None).await;
        assert!(matches!(again, Err(StoreError::Duplicate { .. })), "{name}: {again:?}");
    }
    assert!(store.account_by_name("Bea").await.unwrap().is_none(), "all of it or nothing");
    assert_eq!(store.identity(club, "b").await.unwrap(), None);

    let bea = store.create_account(&account("Bea")).await.unwrap();
    for (subject, account) in [("a", bea), ("b", ann)] {
        let taken = store.link_identity(&identity(club, subject, account)).await;
        assert!(matches!(taken, Err(StoreError::Duplicate { .. })), "{subject}: {taken:?}");
    }
    store.link_identity(&identity(work, "a", ann)).await.unwrap();
    store.link_identity(&identity(club, "b", bea)).await.unwrap();
    let both = [identity(club, "a", ann), identity(work, "a", ann)];
    assert_eq!(store.identities(ann).await.unwrap(), both);
    assert!(store.unlink_identities(ann).await.unwrap());
    assert!(!store.unlink_identities(ann).await.unwrap());
    assert_eq!(store.identities(ann).await.unwrap(), []);
    assert_eq!(store.identities(bea).await.unwrap(), [identity(club, "b", bea)]);
    // A deleted guest and an erased account keep none.
    let guest = StoredAccount { password_hash: None, ..account("Gus") };
    let gus = store.open_with_identity(&guest, &identity(club, "g", nobody), None).await.unwrap();
    assert!(store.forget_account(gus).await.unwrap());
    let erase = AccountEdit::Erase { pseudonym: "Erased 2".to_owned(), at_ms: 9 };
    store.operate(&erase, &operation(bea, None, "Erased")).await.unwrap();
    for subject in ["g", "b"] {
        assert_eq!(store.identity(club, subject).await.unwrap(), None);
    }
}

async fn nothing_that_says_whose_it_was_is_left_of_an_erased_account(store: &dyn Store) {
    let ann = store.create_account(&account("Ann")).await.unwrap();
    let bea = store.create_account(&account("Bea")).await.unwrap();
    store.replace_password(ann, "hash", false).await.unwrap();
    store.create_token(&token(1, ann, None, None)).await.unwrap();
    store.create_token(&token(2, bea, None, None)).await.unwrap();
    for (account, about) in [(ann, bea), (bea, ann)] {
        let note =
            StoredNote { account, about, text: "A fish.".to_owned(), color: 1, written_ms: 5 };
        assert!(store.set_note(&note, 10).await.unwrap());
    }
    let sign_in = StoredSignIn { account: ann, day: 7, address: [1; 16], network: [1; 16] };
    store.keep_sign_in(&sign_in).await.unwrap();
    let network = KnownNetwork { account: ann, code: [1; 16], last_ms: 5 };
    store.keep_network(&network, 3).await.unwrap();
    let (pseudonym, at_ms) = ("Erased 1".to_owned(), 9);
    let erase = AccountEdit::Erase { pseudonym, at_ms };
    store.operate(&erase, &operation(ann, Some(bea), "Erased")).await.unwrap();
    let left = store.account(ann).await.unwrap().unwrap();
    assert_eq!((&*left.name, left.password_hash.as_deref()), ("Erased 1", None));
    assert_eq!((left.erased_ms, left.is_guest()), (Some(9), false));
    assert!(store.token([1; 32]).await.unwrap().is_none());
    assert!(store.token([2; 32]).await.unwrap().is_some());
    assert!(store.sign_ins((0, 10), 10).await.unwrap().is_empty());
    assert_eq!(store.network_seen(ann, [1; 16]).await.unwrap(), None);
    for account in [ann, bea] {
        assert_eq!(store.notes(account, 0, 10).await.unwrap().total, 0);
    }
    assert!(!store.upgrade_guest(ann, "Ann", "hash", 10).await.unwrap());
    store.create_account(&account("Ann")).await.expect("the name is free again");
}

async fn the_transfers_of_a_wallet_come_page_by_page(store: &dyn Store) {
    for (id, from, to) in [
        ("b", LedgerAccount::Bank, ann()),
        ("a", LedgerAccount::Bank, ann()),
        ("c", LedgerAccount::Bank, LedgerAccount::Wallet(AccountId(11))),
        ("d", ann(), table()),
    ] {
        store.commit(&[transfer(id, from, to, 5)]).await.unwrap();
    }
    let ids = async |after: &str, at_most| {
        let found = store.wallet_transfers(AccountId(1), after, at_most).await.unwrap();
        found.into_iter().map(|transfer| transfer.id).collect::<Vec<_>>()
    };
    assert_eq!(ids("", 2).await, ["a", "b"]);
    assert_eq!(ids("b", 2).await, ["d"]);
    assert!(ids("d", 2).await.is_empty());
}

async fn hands_and_notes_move_to_another_account(store: &dyn Store) {
    let guest = store.create_account(&account("Guest")).await.unwrap();
    let ann = store.create_account(&account("Ann")).await.unwrap();
    let bea = store.create_account(&account("Bea")).await.unwrap();
    let hand = stored_hand(1, 1, &[guest.0, bea.0]);
    store.commit(&[Unit { hands: vec![hand.clone()], ..Unit::default() }]).await.unwrap();
    let note = |account, text: &str, about| StoredNote {
        account,
        about,
        text: text.to_owned(),
        color: 0,
        written_ms: 5,
    };
    assert!(store.set_note(&note(guest, "Bluffs.", bea), 10).await.unwrap());
    let of = |account| HandSearch { viewer: Some(account), at_most: 10, ..HandSearch::default() };
    assert_eq!(store.find_hands(&of(guest)).await.unwrap().total, 1);
    store.reassign_hand(&hand, guest, ann).await.unwrap();
    store.move_notes(guest, ann).await.unwrap();
    assert_eq!(store.find_hands(&of(guest)).await.unwrap().total, 0);
    let found = store.find_hands(&of(ann)).await.unwrap().hands;
    let players: Vec<AccountId> = found[0].players.iter().map(|(account, _)| *account).collect();
    assert_eq!(players, [ann, bea]);
    assert_eq!(store.notes(ann, 0, 10).await.unwrap().notes[0].1.text, "Bluffs.");
}

async fn chat_is_found_and_forgotten(store: &dyn Store) {
    let ann = store.create_account(&account("Ann")).await.unwrap();
    let bea = store.create_account(&account("Bea")).await.unwrap();
    let line = |at_ms, account, table, text: &str| StoredChatLine {
        at_ms,
        account,
        table: TableId(table),
        text: text.to_owned(),
    };
    let lines = [
        line(1, ann, 1, "Nice hand"),
        line(2, bea, 1, "You got 100% there"),
        line(3, ann, 2, "nice HAND again"),
    ];
    store.keep_chat(&lines).await.unwrap();
    let all = ChatSearch { at_most: 10, ..ChatSearch::default() };
    let found = async |search: &ChatSearch| {
        let found = store.find_chat(search).await.unwrap();
        found.lines.into_iter().map(|(line, name)| (line.at_ms, name)).collect::<Vec<_>>()
    };
    let [one, two, three] =
        [(1, "Ann"), (2, "Bea"), (3, "Ann")].map(|(at, name)| (at, name.to_owned()));
    let with = |text: &str| ChatSearch { text: text.to_owned(), ..all.clone() };
    assert_eq!(found(&all).await, [three.clone(), two.clone(), one.clone()]);
    assert_eq!(found(&with("Nice hand")).await, [three.clone(), one.clone()]);
    assert_eq!(found(&with("0%")).await, std::slice::from_ref(&two));
    let at = ChatSearch { table: Some(TableId(1)), account: Some(ann), ..all.clone() };
    assert_eq!(found(&at).await, [one]);
    let page = ChatSearch { from: 1, at_most: 1, ..all.clone() };
    assert_eq!(store.find_chat(&page).await.unwrap().total, 3);
    assert_eq!(found(&page).await, [two]);
    assert_eq!(store.forget_chat(3).await.unwrap(), 2);
    assert_eq!(found(&all).await, [three]);
}

async fn a_report_is_open_until_it_is_settled(store: &dyn Store) {
    let ann = store.create_account(&account("Ann")).await.unwrap();
    let bea = store.create_account(&account("Bea")).await.unwrap();
    let report = |text: &str, hand| StoredReport {
        number: 0,
        at_ms: 5,
        reporter: ann,
        account: bea,
        table: TableId(7),
        hand,
        text: text.to_owned(),
        settled_ms: None,
        outcome: String::new(),
    };
    assert!(store.keep_report(&report("Slow-rolled", Some(12)), 2).await.unwrap());
    assert!(store.keep_report(&report("Abuse", None), 2).await.unwrap());
    assert!(!store.keep_report(&report("Too much", None), 2).await.unwrap());
    let found = store.reports(true, 0, 10).await.unwrap();
    assert_eq!(found.total, 2);
    let (latest, reporter, player) = &found.reports[0];
    assert_eq!((&*latest.text, &**reporter, &**player), ("Abuse", "Ann", "Bea"));
    let number = latest.number;
    let settle = AccountEdit::SettleReport(number, 9);
    store.operate(&settle, &operation(bea, None, "Settled")).await.unwrap();
    let open = store.reports(true, 0, 10).await.unwrap();
    assert_eq!((open.total, open.reports[0].0.hand), (1, Some(12)));
    assert_eq!(store.reports(false, 0, 1).await.unwrap().total, 2);
    let (settled, ..) = store.report(number).await.unwrap().unwrap();
    assert_eq!((settled.settled_ms, &*settled.outcome), (Some(9), "It was needed."));
    assert!(store.report(number + 1).await.unwrap().is_none());
    assert!(store.keep_report(&report("Again", None), 2).await.unwrap());
    assert_eq!(store.forget_reports(5).await.unwrap(), 0);
    assert_eq!(store.forget_reports(6).await.unwrap(), 3, "settled or not");
    assert_eq!(store.reports(false, 0, 1).await.unwrap().total, 0);
}

/// The promises of a store that has a key ring. SQLite has none.
async fn a_key_ring_is_begun_once_and_takes_keys_of_its_own_file_alone(store: &dyn Store) {
    let ring = |file: u8, names: &[&str]| StoredKeyRing {
        opened_by: [file; 16],
        keys: names.iter().map(|name| ((*name).to_owned(), vec![file, 7])).collect(),
    };
    assert_eq!(store.key_ring().await.unwrap(), None);
    let early = store.add_key([1; 16], "room-1", &[1]).await;
    assert_eq!(early, Err(StoreError::OtherKeyFile));
    let first = ring(1, &["archive", "room-1"]);
    store.begin_key_ring(&first).await.unwrap();
    let twice = store.begin_key_ring(&ring(2, &["archive"])).await;
    assert!(matches!(twice, Err(StoreError::Duplicate { .. })), "{twice:?}");
    assert_eq!(store.key_ring().await.unwrap(), Some(first));
    store.add_key([1; 16], "room-2", &[1, 7]).await.unwrap();
    let twice = store.add_key([1; 16], "room-2", &[9]).await;
    assert!(matches!(twice, Err(StoreError::Duplicate { .. })), "{twice:?}");
    let other = store.add_key([2; 16], "room-3", &[1]).await;
    assert_eq!(other, Err(StoreError::OtherKeyFile));
    store.delete_keys(&["room-1".to_owned(), "room-9".to_owned()]).await.unwrap();
    assert_eq!(store.key_ring().await.unwrap(), Some(ring(1, &["archive", "room-2"])));
    store.end_key_ring().await.unwrap();
    assert_eq!(store.key_ring().await.unwrap(), None);
    store.begin_key_ring(&ring(2, &["archive"])).await.unwrap();
    assert_eq!(store.key_ring().await.unwrap(), Some(ring(2, &["archive"])));

    assert!(!store.has_sealed().await.unwrap());
    let hand = Unit { hands: vec![stored_hand(1, 1, &[10])], ..Unit::default() };
    store.commit(&[hand]).await.unwrap();
    assert!(store.has_sealed().await.unwrap());
}

#[tokio::test]
async fn a_key_ring_in_memory() {
    let store = MemoryStore::new();
    a_key_ring_is_begun_once_and_takes_keys_of_its_own_file_alone(&store).await;
}

#[tokio::test]
async fn a_key_ring_in_postgres() {
    let Some(database) = support::Postgres::database().await else { return };
    let store = database.open().await;
    a_key_ring_is_begun_once_and_takes_keys_of_its_own_file_alone(&store).await;
}

#[tokio::test]
async fn sqlite_has_no_key_ring_and_takes_none() {
    let sqlite = support::Sqlite::new();
    let store = sqlite.open().await;
    assert_eq!(store.key_ring().await.unwrap(), None);
    let ring = StoredKeyRing { opened_by: [1; 16], keys: Default::default() };
    assert_eq!(store.begin_key_ring(&ring).await, Err(StoreError::NoKeyRing));
    assert_eq!(store.add_key([1; 16], "room-1", &[1]).await, Err(StoreError::NoKeyRing));
}

#[tokio::test]
async fn a_ring_is_replaced_whole_and_only_in_the_state_that_was_read() {
    let Some(database) = support::Postgres::database().await else { return };
    let mut keys = PostgresKeys::connect(&database.url()).await.unwrap();
    assert_eq!(keys.ring().await.unwrap(), None, "no room made this database yet");
    assert!(!keys.has_sealed().await.unwrap());
    let store = database.open().await;
    let ring = |file: u8, name: &str| StoredKeyRing {
        opened_by: [file; 16],
        keys: [(name.to_owned(), vec![file])].into(),
    };
    assert!(!keys.replace(&ring(1, "archive"), &ring(2, "archive")).await.unwrap());
    store.begin_key_ring(&ring(1, "archive")).await.unwrap();
    assert_eq!(keys.ring().await.unwrap(), Some(ring(1, "archive")));
    // The room opened meanwhile.
    store.add_key([1; 16], "room-1", &[1]).await.unwrap();
    assert!(!keys.replace(&ring(1, "archive"), &ring(2, "archive")).await.unwrap());
    let before = keys.ring().await.unwrap().unwrap();
    assert!(keys.replace(&before, &ring(2, "other")).await.unwrap());
    assert_eq!(store.key_ring().await.unwrap(), Some(ring(2, "other")));
    let late = store.add_key([1; 16], "room-2", &[1]).await;
    assert_eq!(late, Err(StoreError::OtherKeyFile));
}

const LOG: LogId = LogId(9);

fn round(log: LogId, table: u64, hand: u64, round: u8) -> SealedRound {
    let seal = [u8::try_from(hand).unwrap(); 32];
    let (outcome, blame) = if round == 0 { (2, Some(4)) } else { (0, None) };
    SealedRound { log, table: TableId(table), hand, round, outcome, blame, at_ms: 7, seal }
}

fn sealing(seq: u64, sealed: Vec<SealedRound>) -> Unit {
    Unit { sealed, ..records(ONE, seq..=seq) }
}

async fn sealed_rounds_are_entries_of_their_log_in_the_order_of_their_units(store: &impl Store) {
    let (mut expected, other) = (Vec::new(), LogId(10));
    assert_eq!(store.log_size(LOG).await.unwrap(), 0);
    for seq in 1..=40 {
        let rounds = [round(LOG, 3, seq, 0), round(other, 3, seq, 0), round(LOG, 5, seq, 1)];
        expected.extend(rounds.iter().filter(|it| it.log == LOG).cloned());
        let (one, rest) = rounds.split_at(1);
        // Units of one group, of which one has no round.
        let last = sealing(3 * seq, rest.to_vec());
        let units =
            [sealing(3 * seq - 2, one.to_vec()), records(ONE, 3 * seq - 1..=3 * seq - 1), last];
        store.commit_play(&units).await.unwrap();
    }
    assert_eq!(store.log_size(LOG).await.unwrap(), 80);
    assert_eq!(store.log_size(other).await.unwrap(), 40);
    assert_eq!(store.log_entries(LOG, 0, 500).await.unwrap(), expected);
    assert_eq!(store.log_entries(LOG, 70, 4).await.unwrap(), expected[70..74]);
    assert_eq!(store.log_entries(LOG, 80, 4).await.unwrap(), []);
    assert_eq!(store.log_places(LOG, TableId(5), 40).await.unwrap(), [(1, 79)]);
    assert_eq!(store.log_places(LOG, TableId(5), 41).await.unwrap(), []);

    // A unit that is refused leaves no entry.
    let refused = store.commit(&[sealing(900, vec![round(LOG, 3, 90, 0)])]).await;
    assert!(refused.is_err());
    assert_eq!(store.log_size(LOG).await.unwrap(), 80);
}

async fn a_head_is_stored_with_its_tiles_and_counts(store: &impl Store) {
    assert_eq!(store.log_head(LOG).await.unwrap(), None);
    assert_eq!(store.log_heads().await.unwrap(), []);
    let count =
        |day, blame, rounds| RoundCount { day, table: TableId(3), outcome: 2, blame, rounds };
    let step = |size, hashes: &[u8], counts: &[RoundCount]| LogStep {
        size,
        checkpoint: format!("a head of {size}"),
        tiles: vec![(0, 0, hashes.to_vec()), (1, 0, vec![7; 32])],
        counts: counts.to_vec(),
    };
    let first = step(3, &[1; 96], &[count(8, Some(4), 2), count(8, None, 1)]);
    store.advance_log(LOG, &first).await.unwrap();
    let second = step(4, &[1; 128], &[count(8, Some(4), 1), count(9, None, 5)]);
    store.advance_log(LOG, &second).await.unwrap();
    store.advance_log(LogId(10), &step(1, &[2; 32], &[])).await.unwrap();

    let head = Some((4, "a head of 4".to_owned()));
    assert_eq!(store.log_head(LOG).await.unwrap(), head);
    let heads = [(LOG, 4, "a head of 4".to_owned()), (LogId(10), 1, "a head of 1".to_owned())];
    assert_eq!(store.log_heads().await.unwrap(), heads);
    assert_eq!(store.log_tile(LOG, 0, 0).await.unwrap(), Some(vec![1; 128]));
    assert_eq!(store.log_tile(LOG, 1, 0).await.unwrap(), Some(vec![7; 32]));
    assert_eq!(store.log_tile(LOG, 0, 1).await.unwrap(), None);
    let counts = store.log_counts(LOG, 8).await.unwrap();
    let sorted: std::collections::BTreeSet<RoundCount> = counts.iter().copied().collect();
    let expected = [count(8, None, 1), count(8, Some(4), 3), count(9, None, 5)];
    assert_eq!(sorted, expected.into_iter().collect());
    assert_eq!(store.log_counts(LOG, 9).await.unwrap(), [count(9, None, 5)]);
}

async fn ends_of_attempts_are_stored_together(store: &dyn Store) {
    let mut hooks = Vec::new();
    for terms in ["one", "two", "three"] {
        let (terms, secrets) = (terms.to_owned(), vec![7]);
        let (failing_since_ms, off) = (None, None);
        let hook =
            StoredHook { id: 0, made_ms: 1, terms, secrets, failing_since_ms, off, dropped: 0 };
        hooks.push(store.add_hook(&hook, "room").await.unwrap());
    }
    let &[one, two, three] = &*hooks else { panic!("there are three") };
    let told = |at_ms| {
        let (kind, subject) = ("announcement".to_owned(), format!("{{\"at\":{at_ms}}}"));
        HookEvent { at_ms, kind, subject, hooks: hooks.clone() }
    };
    store.commit(&[Unit { hooked: (1..=3).map(told).collect(), ..Unit::default() }]).await.unwrap();
    let waiting = async |hook| {
        let waiting = store.waiting_events(hook, 0, 100).await.unwrap();
        waiting.iter().map(|it| (it.event, it.attempts, it.failures)).collect::<Vec<_>>()
    };
    let events: Vec<u64> = waiting(one).await.iter().map(|(event, ..)| *event).collect();
    assert_eq!(events.len(), 3);
    let ended = |hook, event, again: Option<(u64, u32)>| {
        let (kind, error) = ("announcement".to_owned(), again.map(|_| "no answer".to_owned()));
        let (attempt, status) = (1, again.is_none().then_some(204));
        let (at_ms, took_ms) = (70, 9);
        let delivery =
            StoredDelivery { id: 0, hook, event, kind, attempt, at_ms, took_ms, status, error };
        let failing_since_ms = again.map(|_| 70);
        EndedAttempt { delivery, again, failing_since_ms, off: None }
    };
    assert!(store.end_hook(three).await.unwrap());
    let together = [
        ended(one, events[0], None),
        ended(two, events[0], None),
        ended(one, events[1], None),
        ended(two, events[1], Some((500, 1))),
        ended(three, events[0], None),
    ];
    store.end_attempts(&together).await.unwrap();
    assert_eq!(waiting(one).await, [(events[2], 0, 0)]);
    assert_eq!(waiting(two).await, [(events[1], 1, 1), (events[2], 0, 0)]);
    let known = store.hooks().await.unwrap();
    let failing: Vec<_> = known.iter().map(|hook| (hook.id, hook.failing_since_ms)).collect();
    assert_eq!(failing, [(one, None), (two, Some(70))]);
    let (count, deliveries) = store.deliveries(two, 0, 9).await.unwrap();
    let statuses: Vec<_> = deliveries.iter().map(|it| (it.event, it.status)).collect();
    assert_eq!((count, statuses), (2, vec![(events[1], None), (events[0], Some(204))]));
    assert_eq!(store.deliveries(three, 0, 9).await.unwrap().0, 0, "it has ended");
    store.drop_waiting(one, &[events[2], events[2] + 77], 5).await.unwrap();
    assert_eq!(waiting(one).await, []);
    assert_eq!(store.hooks().await.unwrap()[0].dropped, 6);
    store.end_attempts(&[ended(two, events[1], None)]).await.unwrap();
    assert_eq!(store.hooks().await.unwrap()[1].failing_since_ms, None);
}
