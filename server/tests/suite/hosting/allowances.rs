//! What one network may take of what everyone shares: private tables and tournaments, seats in the
//! lobby, accounts, chat, notes and files.

use super::limits::is_used;
use super::tournaments;
use crate::support::client::get_with;
use crate::support::house::{Person, open, soon, terms};
use cardroom::config::Config;
use cardroom::wiring::OpenRoom;
use cardroom_protocol::client::{Chat, Register};
use cardroom_protocol::hosting::CloseHosted;
use cardroom_protocol::notes::SetNote;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::waiting::JoinWaitList;
use cardroom_protocol::{ErrorCode, Secret, TableId};

/// Opens a room behind a proxy, which reports the addresses of the players.
async fn room(change: impl FnOnce(&mut Config)) -> OpenRoom {
    open(|config| {
        config.server.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        change(config);
    })
    .await
}

fn is_open(open: &OpenRoom, table: TableId) -> bool {
    open.room.registry.table(cardroom::ids::TableId(table.0)).is_some()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_network_does_not_close_private_tables_for_others() {
    let open = room(|config| (config.hosting.per_network, config.hosting.in_all) = (3, 4)).await;
    let mut tables = Vec::new();
    for (name, allowed) in [("Ann", 2), ("Anna", 1), ("Anne", 0)] {
        let mut guest = Person::guest_from(&open, name, "2001:db8:1:1::1").await;
        for _ in 0..allowed {
            tables.push(guest.host(terms()).await.unwrap().table);
        }
        let code = if allowed == 2 { ErrorCode::TooManyHosted } else { ErrorCode::NetworkFull };
        assert_eq!(guest.host(terms()).await.unwrap_err(), code, "{name}");
    }
    let mut far = Person::guest_from(&open, "Far", "2001:db8:2::1").await;
    let last = far.host(terms()).await.unwrap();
    far.use_code(&last.code).await.unwrap();
    far.sit(last.table, 400).await.unwrap();
    soon("the seat is known", || is_used(&open, last.table)).await;
    // The room is full. The oldest table where nobody ever sat gives way.
    let mut other = Person::guest_from(&open, "Other", "192.0.2.1").await;
    let new = other.host(terms()).await.unwrap();
    soon("the oldest table closes", || !is_open(&open, tables[0])).await;
    assert!(is_open(&open, last.table) && is_open(&open, new.table) && is_open(&open, tables[1]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_where_somebody_sat_gives_way_to_nobody() {
    let open = room(|config| config.hosting.in_all = 1).await;
    let mut ann = Person::guest_from(&open, "Ann", "192.0.2.1").await;
    let hosted = ann.host(terms()).await.unwrap();
    ann.use_code(&hosted.code).await.unwrap();
    ann.sit(hosted.table, 400).await.unwrap();
    soon("the seat is known", || is_used(&open, hosted.table)).await;
    let mut bob = Person::guest_from(&open, "Bob", "192.0.2.2").await;
    assert_eq!(bob.host(terms()).await.unwrap_err(), ErrorCode::TooManyHosted);
    assert!(is_open(&open, hosted.table));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_network_does_not_close_private_tournaments_for_others() {
    let open = room(|config| {
        let limits = &mut config.hosting.tournaments;
        (limits.per_network, limits.in_all) = (2, 2);
    })
    .await;
    let mut ann = Person::guest_from(&open, "Ann", "192.0.2.1").await;
    let mut anna = Person::guest_from(&open, "Anna", "192.0.2.1").await;
    let first = tournaments::host(&mut ann, tournaments::terms()).await.unwrap();
    let entered = tournaments::host(&mut ann, tournaments::terms()).await.unwrap();
    tournaments::enter(&mut ann, entered.tournament).await.unwrap();
    let refused = tournaments::host(&mut anna, tournaments::terms()).await.unwrap_err();
    assert_eq!(refused, ErrorCode::NetworkFull);
    let mut bob = Person::guest_from(&open, "Bob", "192.0.2.2").await;
    tournaments::host(&mut bob, tournaments::terms()).await.unwrap();
    let is_over = |tournament: cardroom_protocol::TournamentId| {
        let found = open.room.registry.tournament(cardroom::ids::TournamentId(tournament.0));
        found.is_none_or(|handle| handle.is_over())
    };
    soon("the one without entries goes", || is_over(first.tournament)).await;
    assert!(!is_over(entered.tournament));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_network_does_not_take_every_seat_of_the_lobby() {
    let open = room(|config| config.limits.seats_per_network = 2).await;
    let lobby = open.room.registry.public_tables();
    let table = TableId(lobby[0].id.0);
    let mut here = Vec::new();
    for name in ["Ann", "Bob", "Cleo"] {
        here.push(Person::guest_from(&open, name, "2001:db8:1::1").await);
    }
    here[0].sit(table, 100).await.unwrap();
    here[1].sit(table, 100).await.unwrap();
    assert_eq!(here[2].sit(table, 100).await, Err(ErrorCode::NetworkFull));
    let in_line = here[2].done(|request| JoinWaitList { request, table }.into()).await;
    assert_eq!(in_line, Err(ErrorCode::NetworkFull), "a place in line counts, too");
    // A lost connection keeps the seat, and the seat keeps counting.
    let away = here.remove(0);
    let account = cardroom::ids::AccountId(away.logged_in.account.parse().unwrap());
    drop(away);
    soon("the connection is gone", || open.room.registry.live(account).is_none()).await;
    assert_eq!(here[1].sit(table, 100).await, Err(ErrorCode::NetworkFull));
    let mut far = Person::guest_from(&open, "Far", "2001:db8:2::1").await;
    far.sit(table, 100).await.unwrap();
    // Private tables have room for all of them.
    let hosted = far.host(terms()).await.unwrap();
    here[1].use_code(&hosted.code).await.unwrap();
    here[1].sit(hosted.table, 400).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_network_opens_only_so_many_accounts_a_day() {
    let open = room(|config| config.limits.accounts_per_network_day = 2).await;
    let register = async |name: &str, address: &str| {
        let mut client = crate::support::client::Client::connect_from(
            open.address,
            cardroom_protocol::Encoding::Binary,
            address,
        )
        .await;
        let (request, name) = (cardroom_protocol::RequestId(1), name.to_owned());
        let password = Secret::from("a long password");
        let register = Register { request, name, password };
        client.send([crate::support::client::hello(), register.into()]).await;
        loop {
            match client.receive().await {
                ServerMessage::LoggedIn(_) => return Ok(()),
                ServerMessage::Refused(refused) => return Err(refused.code),
                _ => {}
            }
        }
    };
    register("Ann", "192.0.2.1").await.unwrap();
    assert_eq!(register("Ann", "192.0.2.1").await, Err(ErrorCode::NameTaken), "this one is free");
    register("Bob", "192.0.2.1").await.unwrap();
    assert_eq!(register("Cleo", "192.0.2.1").await, Err(ErrorCode::RateLimited));
    register("Cleo", "192.0.2.2").await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_writes_only_so_many_lines_a_minute() {
    let open = room(|config| config.limits.chat_lines_per_minute = 3).await;
    let mut ann = Person::guest_from(&open, "Ann", "192.0.2.1").await;
    let mut bob = Person::guest_from(&open, "Bob", "192.0.2.1").await;
    let hosted = ann.host(terms()).await.unwrap();
    ann.use_code(&hosted.code).await.unwrap();
    bob.use_code(&hosted.code).await.unwrap();
    for person in [&mut ann, &mut bob] {
        person.sit(hosted.table, 400).await.unwrap();
    }
    let line = |request| Chat { request, table: hosted.table, text: "Nice hand".to_owned() }.into();
    let mut said = 0;
    while said < 10 && ann.done(line).await.is_ok() {
        said += 1;
    }
    assert_eq!(said, 3);
    assert_eq!(ann.done(line).await, Err(ErrorCode::RateLimited));
    assert_eq!(bob.done(line).await, Ok(()), "others behind the address may go on");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_opens_only_so_many_tables_and_tournaments_an_hour() {
    let open = room(|config| config.limits.openings_per_hour = 3).await;
    let mut ann = Person::guest_from(&open, "Ann", "192.0.2.1").await;
    for _ in 0..3 {
        let table = ann.host(terms()).await.unwrap().table;
        ann.done(|request| CloseHosted { request, table }.into()).await.unwrap();
    }
    assert_eq!(ann.host(terms()).await.unwrap_err(), ErrorCode::RateLimited);
    let mut bob = Person::guest_from(&open, "Bob", "192.0.2.1").await;
    bob.host(terms()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_writes_only_so_many_notes_an_hour() {
    let open = room(|config| config.limits.rows_per_hour = 3).await;
    let mut ann = Person::guest_from(&open, "Ann", "192.0.2.1").await;
    let mut bob = Person::guest_from(&open, "Bob", "192.0.2.1").await;
    let note = |player: &'static str, text: &'static str| {
        let (player, text) = (player.to_owned(), text.to_owned());
        move |request| SetNote { request, player, text, color: 0 }.into()
    };
    for _ in 0..3 {
        ann.done(note("Bob", "Calls too much.")).await.unwrap();
    }
    assert_eq!(ann.done(note("Bob", "Folds.")).await, Err(ErrorCode::RateLimited));
    assert_eq!(ann.done(note("Bob", "")).await, Ok(()), "a note can be deleted at any time");
    assert_eq!(bob.done(note("Ann", "Writes too much.")).await, Ok(()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_and_a_network_download_only_so_many_files() {
    let open = room(|config| {
        (config.limits.exports_per_hour, config.limits.files_per_minute) = (2, 3);
    })
    .await;
    let get = async |path: &str, person: Option<&Person>, address: &str| {
        let token = person.map(|person| &person.logged_in.resume_token.as_ref().unwrap().0);
        let bearer = token.map(|token| format!("Bearer {token}")).unwrap_or_default();
        let headers = [("x-forwarded-for", address), ("authorization", &*bearer)];
        let headers = if token.is_some() { &headers[..] } else { &headers[..1] };
        get_with(open.address, path, headers).await.0
    };
    let (here, there) = ("192.0.2.1", "192.0.2.2");
    let ann = Person::guest_from(&open, "Ann", here).await;
    let bob = Person::guest_from(&open, "Bob", here).await;
    for status in [200, 200, 429] {
        // One export may still be under way, and the next one is refused for that.
        let mut found = get("/account.jsonl", Some(&ann), here).await;
        for _ in 0..20 {
            if found == status {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            found = get("/account.jsonl", Some(&ann), here).await;
        }
        assert_eq!(found, status);
    }
    for status in [200, 200, 200, 429] {
        assert_eq!(get("/hands.phhs", Some(&bob), here).await, status);
    }
    assert_eq!(get("/hands.phhs", Some(&ann), here).await, 200, "an account has its own count");
    // A visitor counts for the network alone.
    let mut files = 0;
    while files < 100 && get("/results/1.csv", None, here).await == 404 {
        files += 1;
    }
    assert_eq!(files, 30 - 5, "the network has had ten times as many");
    assert_eq!(get("/results/1.csv", None, there).await, 404);
}
