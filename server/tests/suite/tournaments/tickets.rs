//! From a satellite to its target tournament: the prize is an entry, not money. A ticket survives a
//! restart, is used before the wallet, comes back with a refund, and every cent of it is in the
//! ledger.

use crate::tournaments::people::{LEVELS, Line, Person, open_event, people, play};
use crate::tournaments::winners::{open_room_with, standings};
use cardroom::store::MemoryStore;
use cardroom::store::prelude::*;
use cardroom::verify;
use cardroom::wiring::OpenRoom;
use cardroom_bot::TournamentId;
use cardroom_protocol::Money;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::tournament::{TicketHeld, TournamentState};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Six pay 100: two tickets for 210, and 180 for the third.
const SATELLITE: &str = r#"
id = "qualifier"
name = "Qualifier"
rulebook = "online"
game = "holdem"
seats = 6
format = "sit_and_go"
[entry]
buy_in = 100
fee = 5
starting_stack = 1500
min_entrants = 6
max_entrants = 6
[prizes]
shares.tickets = { structure = "main", worth = 210 }
"#;

const MAIN: &str = r#"
id = "main"
name = "The main one"
rulebook = "online"
game = "holdem"
seats = 6
format = "sit_and_go"
[entry]
buy_in = 200
fee = 10
starting_stack = 1500
min_entrants = 4
max_entrants = 4
[prizes]
shares = "winner_takes_all"
"#;

async fn open(directory: &Path, store: &Arc<MemoryStore>) -> OpenRoom {
    let folder = directory.join("tournaments");
    std::fs::create_dir_all(&folder).unwrap();
    for (id, text) in [("qualifier", SATELLITE), ("main", MAIN)] {
        std::fs::write(folder.join(format!("{id}.toml")), format!("{text}{LEVELS}")).unwrap();
    }
    open_room_with(Arc::clone(store) as Arc<dyn Store>, directory).await
}

/// Reads the next message about a player's tickets.
async fn tickets(line: &mut Line) -> Vec<TicketHeld> {
    line.told(|message| match message {
        ServerMessage::Tickets(held) => Some(held.tickets.clone()),
        _ => None,
    })
    .await
}

fn one_ticket() -> Vec<TicketHeld> {
    let (structure, name) = ("main".to_owned(), "The main one".to_owned());
    vec![TicketHeld { structure, name, worth: Money(210), count: 1 }]
}

async fn balance(store: &MemoryStore, prefix: &str) -> i64 {
    let balances = store.load_balances().await.unwrap();
    let these = balances.iter().filter(|(name, _)| name.starts_with(prefix));
    these.map(|(_, balance)| *balance).sum()
}

async fn assert_honest(store: &MemoryStore) {
    let findings = verify::ledger(store).await.unwrap();
    assert_eq!(findings.wrong, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ticket_that_was_won_is_an_entry_into_the_tournament_it_is_for() {
    let directory = tempfile::tempdir().unwrap();
    let store = Arc::new(MemoryStore::new());
    let room = open(directory.path(), &store).await;
    let all = people(&room, ["Ada", "Bea", "Cem", "Dan", "Eva", "Fay"]).await;

    let satellite = open_event(&room, "qualifier", None, |_| {}).await;
    let tournament = TournamentId(satellite.id.0);
    play(&room, tournament, &all).await;
    let end = standings(&room, tournament).await;
    assert_eq!(end.problems(), Vec::<String>::new());
    let winners: Vec<&Person> = end.players[..2]
        .iter()
        .map(|row| all.iter().find(|person| person.name == row.name).unwrap())
        .collect();
    let prizes: Vec<u64> = end.players.iter().map(|row| row.prize.0).collect();
    assert_eq!(prizes, [210, 210, 180, 0, 0, 0]);
    assert_eq!(balance(&store, "ticket:").await, 420, "two tickets");
    for winner in &winners {
        let purse = room.room.accounts.purse(winner.account).await.unwrap();
        assert_eq!(purse.available().0, 100_000 - 105, "a ticket is no money");
    }
    assert_honest(&store).await;
    drop(satellite);
    room.close(Duration::from_secs(20)).await;

    // Another day.
    let room = open(directory.path(), &store).await;
    let mut line = Line::open(&room, winners[0]).await;
    assert_eq!(tickets(&mut line).await, one_ticket(), "told after the login");
    let first = open_event(&room, "main", None, |_| {}).await;
    let tournament = TournamentId(first.id.0);
    line.enter(tournament).await.unwrap();
    let purse = room.room.accounts.purse(winners[0].account).await.unwrap();
    assert_eq!(purse.tickets(), []);
    line.withdraw(tournament).await.unwrap();
    let returned = line.told(|message| match message {
        ServerMessage::EntryReturned(returned) => Some((returned.refund, returned.ticket)),
        ServerMessage::Tickets(held) => Some((Money(0), held.tickets == one_ticket())),
        _ => None,
    });
    assert!(returned.await.1, "the ticket is there again");
    assert_eq!(purse.tickets().len(), 1);
    assert_eq!(balance(&store, "ticket:").await, 420);
    assert_eq!(purse.available().0, 100_000 - 105, "and no money");
    drop((line, first, purse));

    let main = open_event(&room, "main", None, |_| {}).await;
    let tournament = TournamentId(main.id.0);
    let losers = all.iter().filter(|person| winners.iter().all(|one| one.name != person.name));
    let players: Vec<Person> = winners.iter().copied().chain(losers.take(2)).cloned().collect();
    let mut before = Vec::new();
    for person in &players {
        before.push(room.room.accounts.purse(person.account).await.unwrap().available().0);
    }
    play(&room, tournament, &players).await;
    let end = standings(&room, tournament).await;
    assert_eq!(end.problems(), Vec::<String>::new());
    assert_eq!(end.info.state, TournamentState::Finished);
    for (index, person) in players.iter().enumerate() {
        let paid = if index < 2 { 0 } else { 210 };
        let won = if end.players[0].name == person.name { 800 } else { 0 };
        let wallet = room.room.accounts.purse(person.account).await.unwrap().available().0;
        assert_eq!(wallet, before[index] - paid + won, "{}", person.name);
    }
    drop(main);
    room.close(Duration::from_secs(20)).await;
    assert_eq!(balance(&store, "ticket:").await, 0, "both were used");
    assert_eq!(balance(&store, "tournament:").await, 0);
    assert_eq!(balance(&store, "house:fees").await, 6 * 5 + 4 * 10);
    assert_honest(&store).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ticket_comes_back_when_the_tournament_does_not_take_place() {
    let directory = tempfile::tempdir().unwrap();
    let store = Arc::new(MemoryStore::new());
    let room = open(directory.path(), &store).await;
    let all = people(&room, ["Ada", "Bea", "Cem", "Dan", "Eva", "Fay"]).await;
    let satellite = open_event(&room, "qualifier", None, |_| {}).await;
    play(&room, TournamentId(satellite.id.0), &all).await;
    let end = standings(&room, TournamentId(satellite.id.0)).await;
    let winner = all.iter().find(|person| person.name == end.players[0].name).unwrap();

    // Too few enter, so it is canceled at its start.
    let main = open_event(&room, "main", Some(1_500), |structure| {
        structure.format = cardroom_rules::Format::Open;
        structure.entry.fee = cardroom_rules::Cents(15);
    })
    .await;
    let mut line = Line::open(&room, winner).await;
    assert_eq!(tickets(&mut line).await, one_ticket());
    let purse = room.room.accounts.purse(winner.account).await.unwrap();
    let before = purse.available().0;
    line.enter(TournamentId(main.id.0)).await.unwrap();
    assert_eq!(purse.available().0, before - 5, "it costs more than the ticket was won for");
    assert_eq!(purse.tickets(), []);
    assert_eq!(tickets(&mut line).await, one_ticket(), "it is called off");
    assert_eq!(purse.available().0, before);
    assert_eq!(balance(&store, "ticket:").await, 420);
    assert_eq!(balance(&store, "tournament:").await, 0);
    assert_honest(&store).await;
    drop((satellite, main));
    room.close(Duration::from_secs(20)).await;
}
