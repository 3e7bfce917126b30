//! A private tournament survives the kill of the room's process: on SQLite, and on PostgreSQL if it
//! is installed.

use crate::hosting::tournaments::{
    BUY_IN, assert_both_are_nothing, direct, enter, host, terms, use_code, watch,
};
use crate::support::house::Person;
use crate::support::{Postgres, Server};
use cardroom_protocol::tournament::{Refund, TournamentCommand};
use cardroom_protocol::{ErrorCode, Money};
use std::path::Path;

/// Logs in a person with a password at a server, and creates the account if necessary.
async fn person(server: &Server, name: &str) -> Person {
    Person::with_password(server.address(), name).await
}

async fn outlives_the_process(directory: &Path, url: &str) {
    let server = Server::start(directory, url);
    let mut ada = person(&server, "Ada").await;
    let mut bob = person(&server, "Bob").await;
    let hosted = host(&mut ada, terms()).await.unwrap();
    let id = hosted.tournament;
    use_code(&mut bob, &hosted.code).await.unwrap();
    let granted = bob.logged_in.balance.0;
    enter(&mut bob, id).await.unwrap();
    let before = watch(&mut bob, id).await.unwrap().info;
    assert_eq!((before.entries, before.prize_pool), (1, Money(BUY_IN)));
    assert_eq!(before.host.as_deref(), Some("Ada"));
    server.kill();

    let server = Server::start(directory, url);
    let mut eve = person(&server, "Eve").await;
    assert_both_are_nothing(&mut eve.client, id).await;
    assert_eq!(use_code(&mut eve, "22222-22222").await.err(), Some(ErrorCode::UnknownCode));
    assert_eq!(use_code(&mut eve, &hosted.code).await.unwrap(), before);
    // The entrant needs no code, and the host is still the host.
    let mut bob = person(&server, "Bob").await;
    assert_eq!(bob.logged_in.balance.0, granted - BUY_IN);
    assert_eq!(bob.logged_in.tournaments, [id]);
    assert_eq!(watch(&mut bob, id).await.unwrap().info, before);
    let cancel = TournamentCommand::Cancel(Refund::Everything);
    assert_eq!(direct(&mut bob, id, cancel.clone()).await, Err(ErrorCode::Forbidden));
    let mut ada = person(&server, "Ada").await;
    direct(&mut ada, id, cancel).await.unwrap();
    server.kill();

    // A finished tournament stays finished, is refunded, and stays hidden from others.
    let server = Server::start(directory, url);
    let bob = person(&server, "Bob").await;
    assert_eq!(bob.logged_in.balance.0, granted);
    let mut dan = person(&server, "Dan").await;
    assert_eq!(use_code(&mut dan, &hosted.code).await.err(), Some(ErrorCode::UnknownCode));
    assert_both_are_nothing(&mut dan.client, id).await;
    server.kill();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_outlives_the_process_on_sqlite() {
    let directory = tempfile::tempdir().unwrap();
    outlives_the_process(directory.path(), "sqlite").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_outlives_the_process_on_postgres() {
    let Some(database) = Postgres::database().await else { return };
    let directory = tempfile::tempdir().unwrap();
    outlives_the_process(directory.path(), &database.url()).await;
}
