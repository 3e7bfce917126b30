//! A guest opens a private table and becomes an account in the middle of a hand. Nothing is lost.

use crate::support::client::Client;
use crate::support::house::{Person, open, open_on, soon, terms};
use cardroom::ids::AccountId;
use cardroom::store::MemoryStore;
use cardroom::store::prelude::*;
use cardroom_protocol::client::{ChangePassword, Login, LoginToken, UpgradeGuest};
use cardroom_protocol::hosting::{GetHosting, Hosting};
use cardroom_protocol::hybrid::{DirectTable, HostChips, TableCommand};
use cardroom_protocol::notes::{ListNotes, SetNote};
use cardroom_protocol::server::{LoggedIn, PlayerChanged, ServerMessage};
use cardroom_protocol::table::TableEvent;
use cardroom_protocol::{Chips, Encoding, ErrorCode, RequestId, Secret};
use std::time::Duration;

const BUY_IN: u64 = 500;

pub(crate) const PASSWORD: &str = "seven deuce offsuit";

pub(crate) async fn upgrade(
    person: &mut Person,
    name: &str,
    password: &str,
) -> Result<LoggedIn, ErrorCode> {
    let (name, password) = (name.to_owned(), Secret::from(password));
    let answer = |message| match message {
        ServerMessage::LoggedIn(logged_in) => Some(logged_in),
        _ => None,
    };
    person.ask(|request| UpgradeGuest { request, name, password }.into(), answer).await
}

async fn hosting(person: &mut Person) -> Hosting {
    let answer = |message| match message {
        ServerMessage::Hosting(hosting) => Some(hosting),
        _ => None,
    };
    person.ask(|request| GetHosting { request }.into(), answer).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_becomes_an_account_in_mid_hand_and_keeps_everything() {
    let store = MemoryStore::new();
    let room = open_on(&store, |_| {}).await;
    let mut ada = Person::new(&room, "Ada").await;
    let mut bob = Person::new(&room, "Bob").await;
    assert!(ada.logged_in.guest);
    let hosted = ada.host(terms()).await.unwrap();
    bob.use_code(&hosted.code).await.unwrap();
    let seat = ada.sit(hosted.table, BUY_IN).await.unwrap();
    bob.sit(hosted.table, BUY_IN).await.unwrap();
    bob.until_event("a hand", |event| matches!(event, TableEvent::HandStarted(_))).await;
    let before = ada.observe(hosted.table).await.unwrap();

    let now = upgrade(&mut ada, "Ada Lovelace", PASSWORD).await.unwrap();
    let was = ada.logged_in.clone();
    assert_eq!((&now.account, now.role), (&was.account, was.role));
    assert_eq!((&*now.name, now.guest), ("Ada Lovelace", false));
    assert_eq!((now.balance.0, &now.resume_token), (was.balance.0, &was.resume_token));
    assert_eq!(now.tables, [hosted.table]);
    let changed = |message| match message {
        ServerMessage::PlayerChanged(PlayerChanged { table, seat, name, .. }) => {
            Some((table, seat, name))
        }
        _ => None,
    };
    let told = bob.until("the new name", changed).await;
    assert_eq!(told, (hosted.table, seat, "Ada Lovelace".to_owned()));

    // The hand is the same, card for card. Only the name has changed.
    let after = ada.observe(hosted.table).await.unwrap();
    assert_eq!((after.seq, &after.seats[1]), (before.seq, &before.seats[1]));
    assert_eq!(after.seats[0].name, "Ada Lovelace");
    assert_eq!(after.seats[0].in_hand, before.seats[0].in_hand);
    let cards = |view: &cardroom_protocol::table::TableView| view.you.clone().unwrap().cards;
    assert_eq!((cards(&after).len(), cards(&after)), (2, cards(&before)));
    assert_eq!(after.info.host.as_deref(), Some("Ada Lovelace"));
    let mine = hosting(&mut ada).await;
    assert_eq!((mine.allowed, mine.tables.len()), (true, 1));
    assert_eq!(upgrade(&mut ada, "Ada", PASSWORD).await.err(), Some(ErrorCode::NothingToDo));

    // The token stays valid, and everything survives a restart of the room.
    let token = was.resume_token.clone().unwrap();
    drop((ada, bob));
    room.close(Duration::ZERO).await;
    let room = open_on(&store, |_| {}).await;
    for login in [
        LoginToken { request: RequestId(1), token }.into(),
        Login {
            request: RequestId(1),
            name: "ada lovelace".to_owned(),
            password: Secret::from(PASSWORD),
            browser: None,
        }
        .into(),
    ] {
        let mut client = Client::welcome(&room, Encoding::Binary).await;
        client.send([login]).await;
        let ServerMessage::LoggedIn(again) = client.receive().await else { panic!("no login") };
        assert_eq!((&again.account, &*again.name), (&now.account, "Ada Lovelace"));
        assert_eq!((again.guest, &again.tables[..]), (false, &[hosted.table][..]));
    }
    assert_eq!(store.ledger_audit().await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_upgrade_is_refused_with_its_code_and_changes_nothing() {
    let room = open(|_| {}).await;
    let mut ada = Person::new(&room, "Ada").await;
    let mut bob = Person::new(&room, "Bob").await;
    assert_eq!(upgrade(&mut ada, "bOB", PASSWORD).await.err(), Some(ErrorCode::NameTaken));
    assert_eq!(upgrade(&mut ada, "House", PASSWORD).await.err(), Some(ErrorCode::BadName));
    assert_eq!(upgrade(&mut ada, "Ada", "short").await.err(), Some(ErrorCode::BadPassword));
    assert!(upgrade(&mut bob, "Bob", PASSWORD).await.is_ok());
    let mut visitor = Client::welcome(&room, Encoding::Json).await;
    let (name, password) = ("Cid".to_owned(), Secret::from(PASSWORD));
    visitor.send([UpgradeGuest { request: RequestId(3), name, password }.into()]).await;
    assert_eq!(visitor.refused(3).await, ErrorCode::NotLoggedIn);
    let account = AccountId(ada.logged_in.account.parse().unwrap());
    let purse = room.room.accounts.purse(account).await.unwrap();
    assert_eq!(purse.available().0, ada.logged_in.balance.0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn upgrades_and_changes_of_password_count_towards_the_logins_of_an_address() {
    let room = open(|config| config.limits.logins_per_minute = 2).await;
    // The first of the two is Ada's own login.
    let mut ada = Person::new(&room, "Ada").await;
    assert!(upgrade(&mut ada, "Ada", PASSWORD).await.is_ok());
    let change = |request| {
        let (old, new) = (Secret::from(PASSWORD), Secret::from("pocket rockets at noon"));
        ChangePassword { request, old, new, end_tokens: false }.into()
    };
    assert_eq!(ada.done(change).await, Err(ErrorCode::RateLimited));
    assert_eq!(upgrade(&mut ada, "Ada", PASSWORD).await.err(), Some(ErrorCode::RateLimited));
    let mut bob = Client::welcome(&room, Encoding::Binary).await;
    let (name, password) = ("Ada".to_owned(), Secret::from(PASSWORD));
    bob.send([Login { request: RequestId(1), name, password, browser: None }.into()]).await;
    assert_eq!(bob.refused(1).await, ErrorCode::RateLimited, "they share one limit");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guests_table_is_there_after_a_restart() {
    let store = MemoryStore::new();
    // The default configuration, without a setting for guests.
    let default = |config: &mut cardroom::config::Config| {
        config.hosting.guests = cardroom::config::HostingSettings::default().guests;
    };
    let room = open_on(&store, default).await;
    let mut ada = Person::new(&room, "Ada").await;
    assert!(hosting(&mut ada).await.allowed);
    let hosted = ada.host(terms()).await.unwrap();
    let token = ada.logged_in.resume_token.clone().unwrap();
    drop(ada);
    room.close(Duration::ZERO).await;

    let room = open_on(&store, default).await;
    let id = cardroom::ids::TableId(hosted.table.0);
    soon("the table is back", || room.room.registry.table(id).is_some()).await;
    let mut cid = Person::new(&room, "Cid").await;
    assert_eq!(cid.use_code(&hosted.code).await.unwrap().host.as_deref(), Some("Ada"));
    let mut client = Client::welcome(&room, Encoding::Binary).await;
    client.send([LoginToken { request: RequestId(1), token }.into()]).await;
    client.send([GetHosting { request: RequestId(2) }.into()]).await;
    let mine = loop {
        if let ServerMessage::Hosting(hosting) = client.receive().await {
            break hosting;
        }
    };
    assert_eq!((mine.allowed, &mine.tables[0].code), (true, &hosted.code));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guests_of_one_name_sit_at_one_table_and_every_message_means_one_of_them() {
    let room = open(|_| {}).await;
    let mut host = Person::new(&room, "Bo").await;
    let mut first = Person::new(&room, "Anna").await;
    let mut second = Person::new(&room, "Anna").await;
    assert_eq!((&*first.logged_in.name, &*second.logged_in.name), ("Anna", "Anna#2"));
    let others = ["O'Brien", "Anna & Max", "\u{5e0}\u{5d5}\u{5e2}\u{5d4}", "Max \u{1f436}"];
    for name in others {
        assert_eq!(Person::new(&room, name).await.logged_in.name, name);
    }
    let hosted = host.host(terms()).await.unwrap();
    let table = hosted.table;
    for person in [&mut first, &mut second] {
        person.use_code(&hosted.code).await.unwrap();
        person.sit(table, BUY_IN).await.unwrap();
    }
    let view = host.observe(table).await.unwrap();
    let named = |name: &str| view.seats.iter().filter(|seat| seat.name == name).count();
    assert_eq!((named("Anna"), named("Anna#2")), (1, 1));

    // A note, and a command with the name as its guard.
    let (player, text) = ("Anna#2".to_owned(), "bluffs".to_owned());
    host.done(|request| SetNote { request, player, text, color: 1 }.into()).await.unwrap();
    let page = |message| match message {
        ServerMessage::NotePage(page) => Some(page),
        _ => None,
    };
    let notes = host.ask(|request| ListNotes { request, from: 0 }.into(), page).await.unwrap();
    assert_eq!(notes.notes[0].player, "Anna#2");
    let seat = view.seats.iter().find(|seat| seat.name == "Anna#2").unwrap().seat;
    let give = |player: &str| {
        let chips = HostChips { seat, player: player.to_owned(), amount: Chips(20) };
        let (seq, command) = (view.seq, TableCommand::GiveChips(chips));
        move |request| {
            let reason = "cash".to_owned();
            DirectTable { request, table, seq, reason, rule: None, command }.into()
        }
    };
    assert!(host.done(give("Anna")).await.is_err(), "the other one sits elsewhere");
    assert!(host.done(give("Anna#2")).await.is_ok());

    // The same browser is the same person.
    let token = second.logged_in.resume_token.clone().unwrap();
    drop(second);
    let again = Person::with_token(room.address, token).await;
    assert_eq!((&*again.logged_in.name, &again.logged_in.tables[..]), ("Anna#2", &[table][..]));
}
