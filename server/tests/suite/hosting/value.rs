//! Guests who lose everything to an account, which cannot keep any of it.

use crate::hosting::evening::{Seen, Style, play};
use crate::support::house::{Person, open, terms, wallet};
use cardroom::config::FreeChips;
use cardroom_protocol::client::Leave;
use cardroom_protocol::hosting::TableTerms;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::{HandNo, RequestId};
use std::time::{Duration, Instant};

const BUY_IN: u64 = 1_000;

/// Plays some hands at a private table in which everyone goes all-in. Returns the gains of the
/// host's account, then of three guests.
async fn gains(free_chips: FreeChips, new_account_hours: u64) -> Vec<i128> {
    let open = open(|config| {
        config.accounts.free_chips = free_chips;
        config.accounts.new_account_hours = new_account_hours;
    })
    .await;
    let mut people = vec![Person::with_password(open.address, "Ann").await];
    let terms = TableTerms { between_hands_ms: 1_000, ..terms() };
    let hosted = people[0].host(terms).await.unwrap();
    for name in ["Gus", "Gil", "Gay"] {
        let mut guest = Person::new(&open, name).await;
        guest.use_code(&hosted.code).await.unwrap();
        people.push(guest);
    }
    let before: Vec<u64> = people.iter().map(|person| wallet(&open, person)).collect();
    for person in &mut people {
        person.sit(hosted.table, BUY_IN).await.unwrap();
    }
    let playing = people.iter_mut().map(async |person| {
        play(person, hosted.table, Style::AllIn, &mut Seen::default(), HandNo(3)).await;
        // Between two hands the answer comes after the goodbye.
        person.client.send([Leave { request: RequestId(1), table: hosted.table }.into()]).await;
        let left = |message| matches!(message, ServerMessage::LeftTable(_)).then_some(());
        person.until("the end", left).await;
    });
    futures_util::future::join_all(playing).await;
    let after = people.iter().map(|person| wallet(&open, person));
    after.zip(before).map(|(after, before)| i128::from(after) - i128::from(before)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_takes_chips_of_guests_away() {
    // An established account, and a new one.
    let rounds = [0, 24].map(async |hours| (hours, gains(FreeChips::Table, hours).await));
    for (hours, gains) in futures_util::future::join_all(rounds).await {
        // Guests may win what an established account brought.
        let won = if hours == 0 { -gains[0].min(0) } else { 0 };
        assert!(gains[0] <= 0, "{gains:?}");
        assert!(gains[1..].iter().map(|gain| gain.max(&0)).sum::<i128>() <= won, "{gains:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_the_operator_wants_it_chips_of_guests_are_like_all_chips() {
    let gains = gains(FreeChips::Everywhere, 24).await;
    assert_eq!(gains.iter().sum::<i128>(), 0, "{gains:?}");
    assert!(gains.iter().any(|gain| *gain > 0), "somebody won: {gains:?}");
}

/// `cargo test -p cardroom --test suite -- --ignored --nocapture fifty_guests`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes ten minutes"]
async fn fifty_guests_in_ten_minutes_move_no_value_to_an_account() {
    let begun = Instant::now();
    let (mut guests, mut rounds, mut gained) = (0, 0, 0);
    while guests < 50 || begun.elapsed() < Duration::from_secs(600) {
        // A new account, which is what a farm would have.
        let gains = gains(FreeChips::Table, 24).await;
        gained += gains[0].max(0);
        guests += gains.len() - 1;
        rounds += 1;
        assert!(gains[0] <= 0, "round {rounds}: {gains:?}");
    }
    println!(
        "{guests} guests lost all-in to accounts in {rounds} rounds; accounts gained {gained}"
    );
}
