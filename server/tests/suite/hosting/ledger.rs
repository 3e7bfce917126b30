//! The ledger of a night: permissions to read it, over the protocol and as a file, and for how
//! long.

use crate::support::house::{Person, open_on, soon, terms};
use cardroom::ids::TableId as RoomTableId;
use cardroom::store::MemoryStore;
use cardroom::wiring::OpenRoom;
use cardroom_protocol::client::{LoginToken, TopUp};
use cardroom_protocol::game::ChipValue;
use cardroom_protocol::hosting::{GetTableLedger, LedgerRow, TableLedger, TableTerms};
use cardroom_protocol::hybrid::{DirectTable, HostChips, TableCommand};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::{Chips, Encoding, ErrorCode, RequestId, TableId};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const BUY_IN: u64 = 500;

async fn ledger(person: &mut Person, table: TableId) -> Result<TableLedger, ErrorCode> {
    let answer = |message| match message {
        ServerMessage::TableLedger(ledger) => Some(ledger),
        _ => None,
    };
    person.ask(|request| GetTableLedger { request, table }.into(), answer).await
}

async fn give(person: &mut Person, table: TableId, to: &str, amount: u64) -> Result<(), ErrorCode> {
    let view = person.observe(table).await?;
    let seat = view.seats.iter().find(|seat| seat.name == to).map_or(0, |seat| seat.seat);
    let chips = HostChips { seat, player: to.to_owned(), amount: Chips(amount) };
    let (seq, command) = (view.seq, TableCommand::GiveChips(chips));
    let reason = "paid in cash".to_owned();
    let order = |request| DirectTable { request, table, seq, reason, rule: None, command }.into();
    person.done(order).await
}

/// Returns status, headers and body of the file.
async fn file(open: &OpenRoom, table: u64, person: Option<&Person>) -> (u16, String, String) {
    let token = person.map_or_else(String::new, |person| {
        format!("Authorization: Bearer {}\r\n", person.logged_in.resume_token.as_ref().unwrap().0)
    });
    let mut stream = TcpStream::connect(open.address).await.unwrap();
    let ask = format!("GET /tables/{table}/ledger.csv HTTP/1.0\r\nHost: room\r\n{token}\r\n");
    stream.write_all(ask.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), head.to_lowercase(), body.to_owned())
}

fn of<'a>(ledger: &'a TableLedger, player: &str) -> &'a LedgerRow {
    ledger.rows.iter().find(|row| row.player == player).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_and_the_guests_read_it_and_it_outlives_the_room() {
    let store = MemoryStore::new();
    let open = open_on(&store, |_| {}).await;
    let mut ada = Person::new(&open, "Ada").await;
    let mut bob = Person::new(&open, "Bob").await;
    let mut cid = Person::new(&open, "Cid").await;
    let mut eve = Person::new(&open, "Eve").await;
    let hosted = ada.host(terms()).await.unwrap();
    let table = hosted.table;
    for person in [&mut bob, &mut cid] {
        person.use_code(&hosted.code).await.unwrap();
    }
    assert_eq!(ledger(&mut cid, table).await.unwrap().rows, [], "nobody has sat down");
    bob.sit(table, BUY_IN).await.unwrap();
    give(&mut ada, table, "Bob", 200).await.unwrap();
    cid.sit(table, BUY_IN).await.unwrap();

    for person in [&mut ada, &mut bob, &mut cid] {
        let told = ledger(person, table).await.unwrap();
        let [one, other] = [of(&told, "Bob"), of(&told, "Cid")];
        assert_eq!((one.buy_ins, one.given, one.stack), (Chips(500), Chips(200), Chips(700)));
        assert_eq!((other.buy_ins, other.given, other.stack), (Chips(500), Chips(0), Chips(500)));
        assert_eq!((told.settle.len(), told.fewest), (0, true), "nobody is ahead yet");
    }
    assert_eq!(ledger(&mut eve, table).await, Err(ErrorCode::UnknownTable));
    let public = open.room.registry.public_tables()[0].id.0.into();
    assert_eq!(ledger(&mut ada, public).await, Err(ErrorCode::UnknownTable));

    // Only the host may give chips.
    assert_eq!(give(&mut bob, table, "Cid", 10).await, Err(ErrorCode::Forbidden));
    assert_eq!(give(&mut ada, table, "Bob", 400).await, Err(ErrorCode::BuyInOutOfRange));

    let (status, head, body) = file(&open, table.0, Some(&bob)).await;
    assert_eq!(status, 200, "{body}");
    assert!(head.contains("text/csv") && head.contains(&format!("ledger-{table}.csv")), "{head}");
    let lines: Vec<&str> = body.split("\r\n").collect();
    assert_eq!(lines[0], "player,buy_ins,top_ups,given,taken,cash_outs,stack,won,lost");
    assert_eq!(lines[1], "Bob,500,0,200,0,0,700,0,0");
    for (person, wanted) in [(Some(&ada), 200), (Some(&eve), 404), (None, 401)] {
        assert_eq!(file(&open, table.0, person).await.0, wanted);
    }
    assert_eq!(file(&open, 9_999, Some(&ada)).await.0, 404);
    let token = ada.logged_in.resume_token.clone().unwrap();
    let before = ledger(&mut bob, table).await.unwrap();
    drop((ada, bob, cid));
    open.close(Duration::from_secs(1)).await;

    let open = open_on(&store, |_| {}).await;
    let mut ada = Person::new(&open, "Somebody").await;
    ada.client = crate::support::client::Client::welcome(&open, Encoding::Binary).await;
    let (request, token_text) = (RequestId(1), token.clone());
    ada.client.send([LoginToken { request, token: token_text }.into()]).await;
    let after = ledger(&mut ada, table).await.unwrap();
    let brought = |ledger: &TableLedger| -> Vec<(String, Chips, Chips)> {
        let rows = ledger.rows.iter();
        rows.map(|row| (row.player.clone(), row.buy_ins, row.given)).collect()
    };
    assert_eq!(brought(&after), brought(&before));
    let won = |ledger: &TableLedger| ledger.rows.iter().map(|row| row.won.0).sum::<u64>();
    let lost = |ledger: &TableLedger| ledger.rows.iter().map(|row| row.lost.0).sum::<u64>();
    assert_eq!(won(&after), lost(&after));

    // After closing, every player is paid out, and only the host can read the ledger.
    ada.close(table).await.unwrap();
    let id = RoomTableId(table.0);
    soon("the table is gone", || open.room.registry.table(id).is_none()).await;
    let closed = ledger(&mut ada, table).await.unwrap();
    assert!(closed.rows.iter().all(|row| row.stack == Chips(0)), "{closed:?}");
    assert_eq!(won(&closed), lost(&closed));
    let mut fay = Person::new(&open, "Fay").await;
    assert_eq!(ledger(&mut fay, table).await, Err(ErrorCode::UnknownTable));
    open.close(Duration::from_secs(1)).await;

    // An operator may set the time to zero.
    let open = open_on(&store, |config| config.hosting.ledger_days = 0).await;
    let mut ada = Person::new(&open, "Another").await;
    ada.client = crate::support::client::Client::welcome(&open, Encoding::Binary).await;
    ada.client.send([LoginToken { request: RequestId(1), token }.into()]).await;
    assert_eq!(ledger(&mut ada, table).await, Err(ErrorCode::UnknownTable));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn top_ups_go_as_far_as_the_terms_say() {
    let open = open_on(&MemoryStore::new(), |_| {}).await;
    let mut ada = Person::new(&open, "Ada").await;
    let top_up =
        |table, amount| move |request| TopUp { request, table, amount: Chips(amount) }.into();
    for (limit, amount, answer) in [
        (700, 201, Err(ErrorCode::BuyInOutOfRange)),
        (700, 200, Ok(())),
        (0, 1, Err(ErrorCode::Forbidden)),
    ] {
        let terms = TableTerms { top_up_to: Chips(limit), ..terms() };
        let table = ada.host(terms).await.unwrap().table;
        ada.sit(table, BUY_IN).await.unwrap();
        assert_eq!(ada.done(top_up(table, amount)).await, answer, "{limit}: {amount}");
        ada.close(table).await.unwrap();
        let id = RoomTableId(table.0);
        soon("the table is gone", || open.room.registry.table(id).is_none()).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_night_with_a_value_of_chips_is_settled_in_money() {
    let store = MemoryStore::new();
    let open = open_on(&store, |_| {}).await;
    let mut ada = Person::new(&open, "Ada").await;
    let mut bob = Person::new(&open, "Bob").await;
    let value = ChipValue { currency: "€".to_owned(), chips_per_unit: 100 };
    // Blinds of 0.05 and 0.10.
    let terms = TableTerms { chip_value: Some(value.clone()), ..terms() };
    let hosted = ada.host(terms).await.unwrap();
    let table = hosted.table;
    bob.use_code(&hosted.code).await.unwrap();
    // Alone, so that no hand keeps the table from closing.
    bob.sit(table, BUY_IN).await.unwrap();
    give(&mut ada, table, "Bob", 205).await.unwrap();
    let info = bob.observe(table).await.unwrap().info;
    assert_eq!((info.chip_value.as_ref(), info.big_blind), (Some(&value), Chips(10)));

    let told = ledger(&mut bob, table).await.unwrap();
    assert_eq!((told.chip_value.as_ref(), of(&told, "Bob").buy_ins), (Some(&value), Chips(500)));
    let sums = told.rows.iter().map(|row| (row.won.0, row.lost.0));
    let (won, lost) = sums.fold((0, 0), |sum, (won, lost)| (sum.0 + won, sum.1 + lost));
    assert_eq!(won, lost, "the night adds up to zero");
    let (status, _, body) = file(&open, table.0, Some(&bob)).await;
    assert_eq!(status, 200);
    let mut lines = body.lines();
    let heading = "player,buy_ins,top_ups,given,taken,cash_outs,stack,won,lost,currency";
    assert_eq!(lines.next(), Some(heading));
    let row = lines.find(|line| line.starts_with("Bob,")).unwrap();
    assert!(row.starts_with("Bob,5,0,") && row.ends_with(",€"), "{row}");

    // The value survives a restart and the table.
    ada.close(table).await.unwrap();
    let id = RoomTableId(table.0);
    soon("the table is gone", || open.room.registry.table(id).is_none()).await;
    let token = ada.logged_in.resume_token.clone().unwrap();
    drop((ada, bob));
    open.close(Duration::ZERO).await;
    let open = open_on(&store, |_| {}).await;
    let mut ada = Person::with_token(open.address, token).await;
    let told = ledger(&mut ada, table).await.unwrap();
    assert_eq!(told.chip_value, Some(value));
    let (_, _, body) = file(&open, table.0, Some(&ada)).await;
    assert!(body.lines().any(|line| line.ends_with(",€")), "{body}");
}
