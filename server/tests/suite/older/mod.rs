//! Updates: today's room opens what older versions have written.
//!
//! Each release has a folder here, named after its version, with one fixture for each database.
//! `make.sh` makes them with the program of that release, and says how. A fixture holds:
//!
//! - a data directory with its keys, which are used for nothing else; with PostgreSQL also a dump;
//! - a room that was closed in order after bots had played ring games and a sit-and-go, two people
//!   had played at a private table, and a bot had got an API token;
//! - on top of that, hands of people at two tables, the last of which SIGKILL interrupted on their
//!   flops: one at the private table, one in the lobby;
//! - `facts.json`, which says what the old room told these people.
//!
//! A test opens a copy of it twice, asks for the same facts, plays on, and verifies the journal.

mod fixture;
mod memories;
mod playing;

use crate::support::house::wallet;
use crate::support::playing::assert_books_balance;
use fixture::{Database, Fixture, versions};
use playing::Pair;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_of_each_older_version_in_sqlite_goes_on() {
    for version in versions() {
        let fixture = Fixture::unpack(&version, Database::Sqlite).await;
        update(&fixture.expect("SQLite is always here")).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_of_each_older_version_in_postgres_goes_on() {
    for version in versions() {
        let Some(fixture) = Fixture::unpack(&version, Database::Postgres).await else { return };
        update(&fixture).await;
    }
}

/// A release gets its fixtures with its commit (CONTRIBUTING.md, "Recipe: release a version").
#[test]
fn each_release_of_the_changelog_has_fixtures() {
    let changelog = include_str!("../../../../CHANGELOG.md");
    let headings = changelog.lines().filter_map(|line| line.strip_prefix("## ["));
    let mut released: Vec<&str> = headings
        .filter_map(|rest| rest.split(']').next())
        .filter(|it| *it != "Unreleased")
        .collect();
    released.sort_unstable();
    assert_eq!(versions(), released);
}

async fn update(fixture: &Fixture) {
    let facts = &fixture.facts;
    let [private, lobby] = &facts.interrupted;
    fixture.verify_before();

    let room = fixture.open().await;
    let mut in_lobby = Pair::sign_in(&room, facts, lobby).await;
    // Private tables have chips of their own after 0.2.0: Ada's wallet gets back what it brought.
    let refund = if fixture.version == "0.2.0" { 1_000 } else { 0 };
    let balances = in_lobby.people.each_ref().map(|person| person.logged_in.balance.0);
    let ada = facts.wallets["Ada"] + refund;
    assert_eq!(balances, [ada, facts.wallets["Bob"]]);
    // In the lobby a hand is void if the rulebook has changed since, as `online` has after 0.2.0
    // (`show_after_hand`). A private table plays its hand to the end under its terms.
    in_lobby.find_voided(lobby).await;
    in_lobby.play_past(lobby.hand + 1).await;
    let mut at_home = Pair::sign_in(&room, facts, private).await;
    at_home.find(private).await;
    at_home.play_past(private.hand).await;
    let ada_now = &mut at_home.people[0];
    memories::look_back(ada_now, facts).await;
    memories::withdraw(ada_now, facts).await;
    memories::others_come_back(&room, facts).await;
    let wallets = in_lobby.people.each_ref().map(|person| wallet(&room, person));
    assert_eq!(wallets, [ada + facts.entered.price, facts.wallets["Bob"]]);
    let on_tables = assert_books_balance(&room).await;
    fixture.close(room).await;
    fixture.verify();

    // Today's program opens its own files again.
    let room = fixture.open().await;
    let mut in_lobby = Pair::sign_in(&room, facts, lobby).await;
    let balances = in_lobby.people.each_ref().map(|person| person.logged_in.balance.0);
    assert_eq!(balances, wallets);
    assert_eq!(assert_books_balance(&room).await, on_tables);
    in_lobby.play_past(lobby.hand + 2).await;
    let mut at_home = Pair::sign_in(&room, facts, private).await;
    at_home.play_past(private.hand + 1).await;
    memories::look_back(&mut at_home.people[0], facts).await;
    memories::others_come_back(&room, facts).await;
    fixture.close(room).await;
    fixture.verify();
}
