//! Chips on their way to a table and back: too few, too many, twice.

use crate::support::client::{Client, LONG};
use crate::support::playing::{BUY_IN, Play, assert_books_balance, open_tables, tables};
use cardroom::ids::AccountId;
use cardroom::wiring::OpenRoom;
use cardroom_protocol::client::{Leave, Ping, Refill, Sit, TopUp};
use cardroom_protocol::server::{LoggedIn, ServerMessage};
use cardroom_protocol::table::Action;
use cardroom_protocol::{Chips, ClientMessage, Encoding, ErrorCode, RequestId, TableId};
use chacha20::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use std::time::Instant;
use tokio_tungstenite::tungstenite::Message;

const MOST: u64 = (1 << 53) - 1;

fn sit(request: u32, table: TableId, seat: Option<u8>, buy_in: u64) -> ClientMessage {
    let (request, buy_in) = (RequestId(request), Chips(buy_in));
    Sit { request, table, seat, buy_in, wait_for_big_blind: true }.into()
}

fn top_up(request: u32, table: TableId, amount: u64) -> ClientMessage {
    TopUp { request: RequestId(request), table, amount: Chips(amount) }.into()
}

/// Sends the requests in one frame, numbered from 0, and returns the answer to each.
async fn answers<const N: usize>(
    client: &mut Client,
    requests: [ClientMessage; N],
) -> [Option<ErrorCode>; N] {
    client.send(requests).await;
    let mut answers = [None; N];
    let mut put = |request: RequestId, answer| {
        let place = &mut answers[usize::try_from(request.0).unwrap()];
        assert_eq!(place.replace(answer), None, "one answer each");
    };
    for _ in 0..N {
        loop {
            match client.receive().await {
                ServerMessage::Seated(seated) => put(seated.request, None),
                ServerMessage::Done(done) => put(done.request, None),
                ServerMessage::Refused(refused) => put(refused.request, Some(refused.code)),
                _ => continue,
            }
            break;
        }
    }
    answers.map(|answer| answer.expect("every request is answered"))
}

/// Returns an account's chips, in the wallet and on tables.
async fn holdings(open: &OpenRoom, logged_in: &LoggedIn) -> (u64, u64) {
    let account = AccountId(logged_in.account.parse().unwrap());
    let purse = open.room.accounts.purse(account).await.unwrap();
    (purse.available().0, open.room.registry.chips_on_tables(account).0)
}

#[tokio::test]
async fn two_buy_ins_at_once_cannot_spend_the_same_chips() {
    for encoding in Encoding::ALL {
        let open =
            open_tables(|config| config.accounts.signup_grant = cardroom_rules::Chips(300)).await;
        let [first, second] = tables(&open)[..] else { panic!() };
        let (mut ann, logged_in) = Client::guest_in(&open, encoding, "Ann").await;
        // Each is affordable, but not both.
        let codes = answers(&mut ann, [sit(0, first, None, 200), sit(1, second, None, 200)]).await;
        assert_eq!(codes, [None, Some(ErrorCode::InsufficientFunds)]);
        ann.ping().await;
        assert_eq!(holdings(&open, &logged_in).await, (100, 200));
        assert_eq!(assert_books_balance(&open).await, 200);
    }
}

#[tokio::test]
async fn a_second_buy_in_at_the_same_table_is_given_back() {
    let open = open_tables(|_| {}).await;
    let table = tables(&open)[0];
    let (mut ann, logged_in) = Client::guest(&open, "Ann").await;
    let all = logged_in.balance.0;
    let requests =
        [sit(0, table, Some(1), 300), sit(1, table, Some(2), 300), sit(2, table, None, 300)];
    let again = Some(ErrorCode::AlreadySeated);
    assert_eq!(answers(&mut ann, requests).await, [None, again, again]);
    ann.ping().await;
    assert_eq!(holdings(&open, &logged_in).await, (all - 300, 300));
    assert_eq!(assert_books_balance(&open).await, 300);
}

#[tokio::test]
async fn seats_and_buy_ins_that_are_not_to_be_had() {
    let open = open_tables(|_| {}).await;
    let table = tables(&open)[0];
    let (mut bob, _) = Client::guest(&open, "Bob").await;
    assert_eq!(answers(&mut bob, [sit(0, table, Some(3), 200)]).await, [None]);
    for encoding in Encoding::ALL {
        let name = format!("Ann {encoding:?}");
        let (mut ann, logged_in) = Client::guest_in(&open, encoding, &name).await;
        let all = logged_in.balance.0;
        for (table, seat, buy_in, code) in [
            (table, None, 0, ErrorCode::BuyInOutOfRange),
            (table, None, 199, ErrorCode::BuyInOutOfRange),
            (table, Some(0), BUY_IN + 1, ErrorCode::BuyInOutOfRange),
            (table, None, all, ErrorCode::BuyInOutOfRange),
            (table, None, all + 1, ErrorCode::InsufficientFunds),
            (table, None, MOST, ErrorCode::InsufficientFunds),
            (table, Some(3), 200, ErrorCode::SeatTaken),
            (table, Some(6), 200, ErrorCode::UnknownSeat),
            (table, Some(200), 200, ErrorCode::UnknownSeat),
            (table, Some(255), 200, ErrorCode::UnknownSeat),
            (TableId(999), None, 200, ErrorCode::UnknownTable),
            (TableId(MOST), Some(0), 200, ErrorCode::UnknownTable),
        ] {
            let code_got = answers(&mut ann, [sit(0, table, seat, buy_in)]).await;
            assert_eq!(code_got, [Some(code)], "seat {seat:?} for {buy_in}");
            assert_eq!(holdings(&open, &logged_in).await, (all, 0));
        }
    }
    assert_eq!(assert_books_balance(&open).await, 200);
}

#[tokio::test]
async fn a_stack_is_topped_up_to_the_limit_and_no_further() {
    let open = open_tables(|_| {}).await;
    let [table, elsewhere] = tables(&open)[..] else { panic!() };
    let (mut ann, logged_in) = Client::guest(&open, "Ann").await;
    let all = logged_in.balance.0;
    let requests = [
        sit(0, table, None, 400),
        top_up(1, table, 601),
        top_up(2, table, all),
        top_up(3, table, 0),
        top_up(4, elsewhere, 10),
        // Each of these fits, but not both.
        top_up(5, table, 400),
        top_up(6, table, 400),
        top_up(7, table, MOST),
    ];
    let codes = answers(&mut ann, requests).await;
    assert_eq!(
        codes,
        [
            None,
            Some(ErrorCode::BuyInOutOfRange),
            Some(ErrorCode::InsufficientFunds),
            Some(ErrorCode::NothingToDo),
            Some(ErrorCode::NotSeated),
            None,
            Some(ErrorCode::BuyInOutOfRange),
            Some(ErrorCode::InsufficientFunds),
        ]
    );
    ann.ping().await;
    assert_eq!(holdings(&open, &logged_in).await.0, all - 800);
    assert_eq!(assert_books_balance(&open).await, 800);
}

#[tokio::test]
async fn leaving_twice_pays_once_and_coming_back_brings_all() {
    let open = open_tables(|_| {}).await;
    let table = tables(&open)[0];
    let (mut ann, logged_in) = Client::guest(&open, "Ann").await;
    let all = logged_in.balance.0;
    let leave = |request| -> ClientMessage { Leave { request: RequestId(request), table }.into() };
    let codes = answers(&mut ann, [sit(0, table, None, 600), leave(1), leave(2)]).await;
    assert_eq!(codes, [None, None, Some(ErrorCode::NotSeated)]);
    ann.ping().await;
    assert_eq!(holdings(&open, &logged_in).await, (all, 0));
    let codes = answers(&mut ann, [sit(0, table, None, 400), sit(1, table, None, 600)]).await;
    assert_eq!(codes, [Some(ErrorCode::Rathole), None]);
    ann.ping().await;
    assert_eq!(holdings(&open, &logged_in).await, (all - 600, 600));
    assert_eq!(assert_books_balance(&open).await, 600);
}

#[tokio::test]
async fn in_a_hand_chips_neither_come_nor_go() {
    let encodings = [Encoding::Json, Encoding::Binary, Encoding::Json];
    let mut play = Play::begin(&encodings, |_| {}).await;
    play.deal().await;
    let (table, who) = (play.table, play.bystander());
    let before = play.views.clone();
    let requests = [top_up(0, table, BUY_IN), sit(1, table, Some(5), 200)];
    let codes = answers(play.client(who), requests).await;
    assert_eq!(codes, [Some(ErrorCode::BuyInOutOfRange), Some(ErrorCode::AlreadySeated)]);
    let (stranger, taken) = (play.players.len() + 1, play.players[who].seat);
    let codes = answers(play.client(stranger), [sit(0, table, Some(taken), 200)]).await;
    assert_eq!(codes, [Some(ErrorCode::SeatTaken)]);
    play.look().await;
    assert_eq!(play.views, before);

    // Leaving waits for the end of the hand. A second request changes nothing, and neither does a
    // top-up.
    let leave = |request| -> ClientMessage { Leave { request: RequestId(request), table }.into() };
    let requests = [leave(0), leave(1), top_up(2, table, 10)];
    let codes = answers(play.client(who), requests).await;
    assert_eq!(codes, [None, Some(ErrorCode::NothingToDo), Some(ErrorCode::Leaving)]);
    play.settle().await;
    let seat = |play: &Play| {
        play.views[0].seats.iter().find(|seat| seat.seat == taken).map(|seat| seat.stack.0)
    };
    let old = before[0].seats.iter().find(|seat| seat.seat == taken).map(|seat| seat.stack.0);
    assert_eq!(seat(&play), old, "the stack stays in the hand");
    play.play(Action::Call).await;
    play.assert_balanced().await;
}

/// Sends a burst of requests in one frame, and returns the last balance that came before the
/// answers to all of them.
async fn burst(client: &mut Client, requests: Vec<ClientMessage>, told: u64) -> u64 {
    let mut told = told;
    let mut open = requests.len();
    let payload = client.encoding.encode(&requests).unwrap();
    client.send_raw(Message::Binary(payload)).await;
    while open > 0 {
        match client.receive().await {
            ServerMessage::Balance(balance) => told = balance.balance.0,
            ServerMessage::Seated(_) | ServerMessage::Done(_) | ServerMessage::Refused(_) => {
                open -= 1;
            }
            _ => {}
        }
    }
    told
}

#[tokio::test]
async fn after_any_burst_of_requests_the_last_balance_is_the_truth() {
    for seed in 0..12 {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let open = open_tables(|config| {
            config.accounts.signup_grant = cardroom_rules::Chips(1_000);
            config.limits.messages_per_second = 10_000;
            config.limits.message_burst = 10_000;
        })
        .await;
        let tables = tables(&open);
        let (mut bob, _) = Client::guest(&open, "Bob").await;
        assert_eq!(answers(&mut bob, [sit(0, tables[0], Some(3), 200)]).await, [None]);
        let (mut ann, logged_in) = Client::guest(&open, "Ann").await;
        let mut told = logged_in.balance.0;
        for number in 0..15 {
            let requests = (0..chance.random_range(1..9)).map(|request| {
                let table = tables[chance.random_range(0..2)];
                match chance.random_range(0..8) {
                    0 => Leave { request: RequestId(request), table }.into(),
                    1 => Refill { request: RequestId(request) }.into(),
                    2..=4 => top_up(request, table, chance.random_range(1..400)),
                    _ => {
                        let seat = chance.random_bool(0.7).then(|| chance.random_range(0..5));
                        sit(request, table, seat, chance.random_range(150..450))
                    }
                }
            });
            let requests: Vec<_> = requests.collect();
            told = burst(&mut ann, requests, told).await;
            // Chips that were held for a refused request come back a moment after its answer.
            let deadline = Instant::now() + LONG;
            loop {
                let (wallet, _) = holdings(&open, &logged_in).await;
                if told == wallet {
                    break;
                }
                assert!(Instant::now() < deadline, "{seed}, {number}: told {told} of {wallet}");
                ann.send([Ping { nonce: 0 }.into()]).await;
                loop {
                    match ann.receive().await {
                        ServerMessage::Balance(balance) => told = balance.balance.0,
                        ServerMessage::Pong(_) => break,
                        _ => {}
                    }
                }
            }
        }
    }
}
