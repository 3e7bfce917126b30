//! Programs at private tables and in private tournaments: by a code, on the waiting list for a
//! seat, and as hosts.

use crate::hosting::tournaments;
use crate::support::house::{Person, open, soon, terms};
use cardroom::ids::TableId as RoomTableId;
use cardroom::wiring::OpenRoom;
use cardroom_bot::brains::Caller;
use cardroom_bot::connection::Endpoint;
use cardroom_bot::hosting::{HostingError, PrivateTable};
use cardroom_bot::standings::Standings;
use cardroom_bot::swarm::Summary;
use cardroom_bot::{BuyIn, Credentials, Settings, Swarm, TournamentPlan};
use cardroom_protocol::Encoding;
use cardroom_protocol::hosting::TableTerms;
use cardroom_protocol::tournament::EntryState;
use std::time::Duration;

const LONG: Duration = Duration::from_secs(60);

async fn endpoint(open: &OpenRoom) -> Endpoint {
    Endpoint::resolve(&format!("ws://{}/ws", open.address)).await.unwrap()
}

/// Lets this many bots play to their end.
async fn play(open: &OpenRoom, bots: usize, settings: Settings) -> Summary {
    let swarm = Swarm::builder(&format!("ws://{}/ws", open.address))
        .bots(bots)
        .seed(7)
        .brain(|_| Caller)
        .settings(settings)
        .start()
        .await
        .unwrap();
    tokio::time::timeout(LONG, swarm.join()).await.expect("they end in time")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_of_two_is_hosted_played_at_by_three_in_turn_and_closed() {
    let open = open(|_| {}).await;
    let terms = TableTerms { seats: 2, bots_allowed: true, ..terms() };
    let (endpoint, guest) = (endpoint(&open).await, Credentials::Guest);
    let table = PrivateTable::open(endpoint, Encoding::Binary, (&guest, "Hal"), terms).await;
    let table = table.unwrap();
    let settings = Settings {
        code: Some(table.code.clone()),
        waits_in_line: true,
        buy_in: BuyIn::Min,
        hands: Some(1),
        ..Settings::default()
    };
    // A player leaves after a hand. The next one on the waiting list gets the seat.
    let first = play(&open, 2, settings.clone()).await;
    assert!(first.is_success(), "{:?}", first.outcomes);
    let swarm = Swarm::builder(&format!("ws://{}/ws", open.address))
        .bots(3)
        .seed(8)
        .brain(|_| Caller)
        .settings(Settings { hands: None, time: Some(LONG), ..settings })
        .start()
        .await
        .unwrap();
    let id = RoomTableId(table.table.0);
    let waiting = || open.room.registry.table(id).unwrap().info.borrow().waiting;
    soon("one is in line", || waiting() == 1).await;
    // A person gets no seat, and no place ahead of it.
    let mut ada = Person::new(&open, "Ada").await;
    ada.use_code(&table.code).await.unwrap();
    assert!(ada.sit(table.table, 400).await.is_err());
    swarm.stop_token().cancel();
    let summary = tokio::time::timeout(LONG, swarm.join()).await.expect("they end in time");
    assert!(summary.is_success(), "{:?}", summary.outcomes);
    assert_eq!(summary.totals.protocol_errors, 0);
    table.close().await.unwrap();
    soon("it is closed", || open.room.registry.table(id).is_none()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_that_frees_goes_to_the_bot_that_waits_for_it() {
    let open = open(|_| {}).await;
    let terms = TableTerms { seats: 2, bots_allowed: true, ..terms() };
    let mut ada = Person::new(&open, "Ada").await;
    let hosted = ada.host(terms).await.unwrap();
    ada.sit(hosted.table, 500).await.unwrap();
    let settings = Settings {
        code: Some(hosted.code.clone()),
        waits_in_line: true,
        buy_in: BuyIn::Min,
        time: Some(LONG),
        ..Settings::default()
    };
    let swarm = Swarm::builder(&format!("ws://{}/ws", open.address))
        .bots(2)
        .seed(9)
        .brain(|_| Caller)
        .settings(settings)
        .start()
        .await
        .unwrap();
    let id = RoomTableId(hosted.table.0);
    let info = || open.room.registry.table(id).unwrap().info.borrow().clone();
    soon("one sits, the other is in line", || (info().seated, info().waiting) == (2, 1)).await;
    ada.leave(hosted.table).await.unwrap();
    soon("both play", || swarm.totals().sits == 2 && info().waiting == 0).await;
    swarm.stop_token().cancel();
    let summary = tokio::time::timeout(LONG, swarm.join()).await.expect("they end in time");
    assert!(summary.is_success(), "{:?}", summary.outcomes);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn terms_that_a_room_does_not_take_are_said() {
    let open = open(|_| {}).await;
    let terms = TableTerms { seats: 1, ..terms() };
    let (endpoint, guest) = (endpoint(&open).await, Credentials::Guest);
    let table = PrivateTable::open(endpoint, Encoding::Json, (&guest, "Hal"), terms).await;
    assert!(matches!(table, Err(HostingError::Terms(message)) if message.contains("seats")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_play_a_private_tournament_by_its_code() {
    let open = open(|_| {}).await;
    let mut ada = Person::new(&open, "Ada").await;
    let mut terms = tournaments::terms();
    (terms.max_entrants, terms.level_minutes, terms.bots_allowed) = (3, 1, true);
    (terms.seats, terms.starting_stack) = (3, cardroom_protocol::Chips(20));
    // A stack is one big blind: nearly every hand busts a player.
    let hosted = tournaments::host(&mut ada, terms).await.unwrap();
    let plan = Some(TournamentPlan::by_code(&hosted.code));
    let summary = play(&open, 3, Settings { tournament: plan, ..Settings::default() }).await;
    assert!(summary.is_success(), "{:?}", summary.outcomes);
    let endpoint = endpoint(&open).await;
    let unknown = Standings::read(&endpoint, Encoding::Binary, hosted.tournament).await;
    assert!(unknown.is_err(), "nobody reads it without the code");
    let code = Some(&*hosted.code);
    let read = Standings::read_final(&endpoint, Encoding::Binary, hosted.tournament, code);
    let standings = read.await.unwrap();
    assert_eq!(standings.problems(), Vec::<String>::new());
    assert!(standings.players.iter().all(|row| row.state == EntryState::Out));
}
