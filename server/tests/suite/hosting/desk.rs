//! The host's desk: terms that change at an open table, people who need the host's word, and the
//! table in other hands.

use crate::support::Server;
use crate::support::house::{Person, open, open_on, soon, terms};
use cardroom::ids::TableId as RoomTableId;
use cardroom::store::MemoryStore;
use cardroom::wiring::OpenRoom;
use cardroom_protocol::client::{Act, Observe, Sit, TopUp};
use cardroom_protocol::hosting::{
    BuyInAnswer, BuyInAsked, ChangeTable, GetTableLedger, HandOver, HostOrder, HostedTerms,
    SeatChips, SeatedPlayer, TableTerms, Term,
};
use cardroom_protocol::hybrid::{DirectTable, TableCommand};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::{Action, TableEvent};
use cardroom_protocol::{ActionId, Chips, ErrorCode, RequestId, TableId};
use std::collections::BTreeMap;
use std::time::Duration;

const BUY_IN: u64 = 500;

async fn change(person: &mut Person, table: TableId, terms: TableTerms) -> Result<(), ErrorCode> {
    person.done(|request| ChangeTable { request, table, terms }.into()).await
}

/// Gives an order and answers with the code of a refusal.
async fn order(person: &mut Person, table: TableId, order: HostOrder) -> Result<(), ErrorCode> {
    let seq = person.observe(table).await?.seq;
    let (reason, command) = ("As agreed.".to_owned(), TableCommand::Host(order));
    person
        .done(|request| DirectTable { request, table, seq, reason, rule: None, command }.into())
        .await
}

/// Reads the terms that come with a view of the table.
async fn shown(person: &mut Person, table: TableId) -> HostedTerms {
    person.client.send([Observe { request: RequestId(9), table }.into()]).await;
    let terms = |message| match message {
        ServerMessage::HostedTerms(terms) => Some(terms),
        _ => None,
    };
    person.until("the terms", terms).await
}

/// Opens a private table with two players, and waits for a hand.
async fn two_at_a_table(open: &OpenRoom, terms: TableTerms) -> (Person, Person, TableId, String) {
    let mut ada = Person::new(open, "Ada").await;
    let mut bob = Person::new(open, "Bob").await;
    let hosted = ada.host(terms).await.unwrap();
    bob.use_code(&hosted.code).await.unwrap();
    ada.sit(hosted.table, BUY_IN).await.unwrap();
    bob.sit(hosted.table, BUY_IN).await.unwrap();
    bob.until_event("a hand", |event| matches!(event, TableEvent::HandStarted(_))).await;
    (ada, bob, hosted.table, hosted.code)
}

/// Lets the player on turn fold.
async fn fold(people: [&mut Person; 2], table: TableId, action_id: u64) {
    for person in people {
        let view = person.observe(table).await.unwrap();
        if let Some(decision) = view.you.and_then(|you| you.decision) {
            let (turn, action_id, action) = (decision.turn, ActionId(action_id), Action::Fold);
            person.client.send([Act { table, turn, action_id, action }.into()]).await;
            return;
        }
    }
    panic!("nobody is on turn");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn terms_change_from_the_next_hand_and_everyone_reads_it() {
    let store = MemoryStore::new();
    let open = open_on(&store, |_| {}).await;
    let (mut ada, mut bob, table, code) = two_at_a_table(&open, terms()).await;
    let new = TableTerms {
        small_blind: Chips(10),
        big_blind: Chips(20),
        act_seconds: 60,
        note: "Call: meet.example/thursday".to_owned(),
        ..terms()
    };
    assert_eq!(change(&mut bob, table, new.clone()).await, Err(ErrorCode::UnknownTable));
    let fewer = ada.ask_terms(table, TableTerms { seats: 2, ..new.clone() }).await;
    assert_eq!(fewer, Term::Seats);
    change(&mut ada, table, new.clone()).await.unwrap();
    let told = |event: &TableEvent| match event {
        TableEvent::FloorOrdered(ordered) => {
            let what = vec![Term::Blinds, Term::ActTime, Term::Note];
            ordered.operator == "Ada"
                && ordered.command == TableCommand::Host(HostOrder::ChangeTerms(what))
        }
        _ => false,
    };
    bob.until_event("the announcement", told).await;
    let now = shown(&mut bob, table).await;
    assert_eq!((now.terms, now.waits), (new.clone(), true));
    let view = bob.observe(table).await.unwrap();
    assert_eq!(view.info.big_blind, Chips(10), "the hand is played as it was dealt");

    fold([&mut ada, &mut bob], table, 1).await;
    bob.until_event("the next hand", |event| matches!(event, TableEvent::HandStarted(_))).await;
    let now = shown(&mut bob, table).await;
    assert_eq!((now.terms, now.waits), (new, false));
    assert_eq!(bob.use_code(&code).await.unwrap().big_blind, Chips(20));
    use cardroom::store::prelude::*;
    assert_eq!(store.ledger_audit().await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interrupted_hand_is_played_as_it_was_dealt_and_the_next_one_on_the_new_terms() {
    let directory = tempfile::tempdir().unwrap();
    let server = Server::start(directory.path(), "sqlite");
    let mut ada = Person::guest_at(server.address(), "Ada").await;
    let mut bob = Person::guest_at(server.address(), "Bob").await;
    let hosted = ada.host(terms()).await.unwrap();
    let table = hosted.table;
    bob.use_code(&hosted.code).await.unwrap();
    ada.sit(table, BUY_IN).await.unwrap();
    bob.sit(table, BUY_IN).await.unwrap();
    bob.until_event("a hand", |event| matches!(event, TableEvent::HandStarted(_))).await;
    let new = TableTerms { small_blind: Chips(10), big_blind: Chips(20), ..terms() };
    change(&mut ada, table, new.clone()).await.unwrap();
    let before = bob.observe(table).await.unwrap().hand.unwrap().hand;
    let tokens = [&ada, &bob].map(|person| person.logged_in.resume_token.clone().unwrap());
    server.kill();
    drop((ada, bob));

    let server = Server::start(directory.path(), "sqlite");
    let [ada, bob] = tokens;
    let mut ada = Person::with_token(server.address(), ada).await;
    let mut bob = Person::with_token(server.address(), bob).await;
    let view = ada.observe(table).await.unwrap();
    assert_eq!(view.hand.map(|hand| hand.hand), Some(before), "the same hand goes on");
    assert_eq!(view.info.big_blind, Chips(10));
    fold([&mut ada, &mut bob], table, 1).await;
    bob.until_event("the next hand", |event| matches!(event, TableEvent::HandStarted(_))).await;
    let now = shown(&mut bob, table).await;
    assert_eq!((now.terms, now.waits), (new, false));
    assert_eq!(bob.observe(table).await.unwrap().info.big_blind, Chips(20));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn buy_ins_wait_for_the_hosts_approval() {
    let open = open(|_| {}).await;
    let mut ada = Person::new(&open, "Ada").await;
    let mut bob = Person::new(&open, "Bob").await;
    let approved = TableTerms { approve_buy_ins: true, ..terms() };
    let hosted = ada.host(approved).await.unwrap();
    let table = hosted.table;
    ada.observe(table).await.unwrap();
    ada.sit(table, BUY_IN).await.unwrap();
    bob.use_code(&hosted.code).await.unwrap();
    bob.observe(table).await.unwrap();

    let ask = |amount| Sit {
        request: RequestId(1),
        table,
        seat: Some(2),
        buy_in: Chips(amount),
        wait_for_big_blind: false,
    };
    let asked = |message| match message {
        ServerMessage::BuyInAsked(asked) => Some(asked),
        _ => None,
    };
    let answer = |asked: &BuyInAsked| BuyInAnswer {
        ask: asked.ask,
        player: asked.player.clone(),
        amount: asked.amount,
    };
    bob.client.send([ask(BUY_IN).into()]).await;
    let waits = |message| matches!(message, ServerMessage::BuyInWaits(_)).then_some(());
    bob.until("the note that it waits", waits).await;
    let first = ada.until("the question", asked).await;
    assert_eq!((&*first.player, first.seat, first.amount), ("Bob", Some(2), Chips(BUY_IN)));
    // Nobody else answers it.
    let own = order(&mut bob, table, HostOrder::Admit(answer(&first))).await;
    assert_eq!(own, Err(ErrorCode::Forbidden));
    // The host who comes back sees it again.
    ada.client.send([Observe { request: RequestId(9), table }.into()]).await;
    assert_eq!(ada.until("the question again", asked).await, first);
    order(&mut ada, table, HostOrder::Decline(answer(&first))).await.unwrap();
    let refused = |message| match message {
        ServerMessage::Refused(refused) => Some((refused.request, refused.code)),
        _ => None,
    };
    assert_eq!(bob.until("no", refused).await, (RequestId(1), ErrorCode::Forbidden));

    bob.client.send([ask(BUY_IN + 100).into()]).await;
    let second = ada.until("the question", asked).await;
    order(&mut ada, table, HostOrder::Admit(answer(&second))).await.unwrap();
    let seated = |message| match message {
        ServerMessage::Seated(seated) => Some((seated.request, seated.seat)),
        _ => None,
    };
    assert_eq!(bob.until("yes", seated).await, (RequestId(1), 2));
    let gone = order(&mut ada, table, HostOrder::Admit(answer(&second))).await;
    assert_eq!(gone, Err(ErrorCode::SeqMoved));

    let top_up = TopUp { request: RequestId(2), table, amount: Chips(50) };
    bob.client.send([top_up.into()]).await;
    let third = ada.until("the question", asked).await;
    assert!(third.top_up);
    order(&mut ada, table, HostOrder::Admit(answer(&third))).await.unwrap();
    let done = |message| match message {
        ServerMessage::Done(done) => (done.request == RequestId(2)).then_some(()),
        _ => None,
    };
    bob.until("the chips", done).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_asks_without_watching_sees_the_table_once_admitted() {
    let open = open(|_| {}).await;
    let mut ada = Person::new(&open, "Ada").await;
    let mut bob = Person::new(&open, "Bob").await;
    let approved = TableTerms { approve_buy_ins: true, ..terms() };
    let hosted = ada.host(approved).await.unwrap();
    let table = hosted.table;
    ada.observe(table).await.unwrap();
    ada.sit(table, BUY_IN).await.unwrap();
    bob.use_code(&hosted.code).await.unwrap();
    let (request, buy_in) = (RequestId(1), Chips(BUY_IN));
    let ask = Sit { request, table, seat: None, buy_in, wait_for_big_blind: false };
    bob.client.send([ask.into()]).await;
    let asked = |message| match message {
        ServerMessage::BuyInAsked(asked) => Some(asked),
        _ => None,
    };
    let BuyInAsked { ask, player, amount, .. } = ada.until("the question", asked).await;
    order(&mut ada, table, HostOrder::Admit(BuyInAnswer { ask, player, amount })).await.unwrap();
    let (mut is_seated, mut is_shown) = (false, false);
    while !(is_seated && is_shown) {
        let news = |message| match message {
            ServerMessage::Seated(_) => Some((true, false)),
            ServerMessage::TableSnapshot(shot) if shot.view.you.is_some() => Some((false, true)),
            _ => None,
        };
        let (seated, shown) = bob.until("the seat and the table", news).await;
        (is_seated, is_shown) = (is_seated || seated, is_shown || shown);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_removes_seats_out_and_sets_stacks_and_nobody_else_does() {
    let open = open(|_| {}).await;
    let terms = TableTerms { between_hands_ms: 10_000, ..terms() };
    let (mut ada, mut bob, table, _) = two_at_a_table(&open, terms).await;
    let view = ada.observe(table).await.unwrap();
    let seat = view.seats.iter().find(|seat| seat.name == "Bob").unwrap().seat;
    let who = |name: &str| SeatedPlayer { seat, player: name.to_owned() };
    let stack = |chips| SeatChips { seat, player: "Bob".to_owned(), chips: Chips(chips) };
    let early = order(&mut ada, table, HostOrder::SetStack(stack(900))).await;
    assert_eq!(early, Err(ErrorCode::NotAllowedNow), "a hand is in progress");
    fold([&mut ada, &mut bob], table, 1).await;
    ada.until_event("the end", |event| matches!(event, TableEvent::HandEnded(_))).await;
    assert_eq!(
        order(&mut bob, table, HostOrder::SetStack(stack(900))).await,
        Err(ErrorCode::Forbidden)
    );
    let (before, wanted) = (stack_of(&mut ada, table, "Bob").await, [900, 120]);
    for chips in wanted {
        order(&mut ada, table, HostOrder::SetStack(stack(chips))).await.unwrap();
        assert_eq!(stack_of(&mut ada, table, "Bob").await, chips);
    }
    let ledger = |message| match message {
        ServerMessage::TableLedger(ledger) => Some(ledger),
        _ => None,
    };
    let ledger = ada.ask(|request| GetTableLedger { request, table }.into(), ledger).await.unwrap();
    let row = ledger.rows.iter().find(|row| row.player == "Bob").unwrap();
    assert_eq!((row.given.0, row.taken.0), (900 - before, 900 - 120));
    let sum = |part: fn(&cardroom_protocol::hosting::LedgerRow) -> Chips| -> u64 {
        ledger.rows.iter().map(|row| part(row).0).sum()
    };
    assert_eq!(sum(|row| row.won), sum(|row| row.lost));

    assert_eq!(
        order(&mut ada, table, HostOrder::SitOut(who("Cid"))).await,
        Err(ErrorCode::SeqMoved),
        "another player sits there than the host believes"
    );
    order(&mut ada, table, HostOrder::SitOut(who("Bob"))).await.unwrap();
    let view = ada.observe(table).await.unwrap();
    assert!(view.seats.iter().any(|seat| seat.name == "Bob" && seat.sitting_out));
    order(&mut ada, table, HostOrder::Remove(who("Bob"))).await.unwrap();
    let left = |message| matches!(message, ServerMessage::LeftTable(_)).then_some(());
    bob.until("the end", left).await;
    // A removed player comes back with the host's approval.
    let seat = Some(seat);
    let (request, buy_in) = (RequestId(1), Chips(BUY_IN));
    let back = Sit { request, table, seat, buy_in, wait_for_big_blind: false };
    bob.client.send([back.into()]).await;
    let waits = |message| matches!(message, ServerMessage::BuyInWaits(_)).then_some(());
    bob.until("the note that it waits", waits).await;
}

/// Returns the players of a table by seat, with their stacks.
async fn seating(person: &mut Person, table: TableId) -> BTreeMap<u8, (String, u64)> {
    let view = person.observe(table).await.unwrap();
    view.seats.into_iter().map(|seat| (seat.seat, (seat.name, seat.stack.0))).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_shuffles_the_seats_between_two_hands_and_everyone_sees_the_new_ones() {
    let store = MemoryStore::new();
    let open = open_on(&store, |_| {}).await;
    let terms = TableTerms { between_hands_ms: 10_000, ..terms() };
    let (mut ada, mut bob, table, code) = two_at_a_table(&open, terms).await;
    let mut cid = Person::new(&open, "Cid").await;
    cid.use_code(&code).await.unwrap();
    cid.sit(table, BUY_IN).await.unwrap();
    let shuffle = || HostOrder::ShuffleSeats;
    let early = order(&mut ada, table, shuffle()).await;
    assert_eq!(early, Err(ErrorCode::NotAllowedNow), "a hand is in progress");
    fold([&mut ada, &mut bob], table, 1).await;
    cid.until_event("the end", |event| matches!(event, TableEvent::HandEnded(_))).await;
    assert_eq!(order(&mut bob, table, shuffle()).await, Err(ErrorCode::Forbidden));

    let before = seating(&mut ada, table).await;
    let mut now = before.clone();
    let mut shuffles = 0;
    // One of six orders is the one before.
    while now == before && shuffles < 20 {
        shuffles += 1;
        order(&mut ada, table, shuffle()).await.unwrap();
        let told = |event: &TableEvent| match event {
            TableEvent::FloorOrdered(ordered) => {
                ordered.operator == "Ada" && ordered.command == TableCommand::Host(shuffle())
            }
            _ => false,
        };
        bob.until_event("the announcement", told).await;
        let shown = |message| match message {
            ServerMessage::TableSnapshot(shot) => Some(shot.view),
            _ => None,
        };
        let view = bob.until("the new seats", shown).await;
        let own = view.you.unwrap().seat;
        assert!(view.seats.iter().any(|seat| seat.seat == own && seat.name == "Bob"));
        let seats = view.seats.into_iter().map(|seat| (seat.seat, (seat.name, seat.stack.0)));
        now = seats.collect();
    }
    assert_ne!(now, before);
    let by_player = |seats: &BTreeMap<u8, (String, u64)>| -> BTreeMap<_, _> {
        seats.values().cloned().collect()
    };
    assert_eq!(by_player(&now), by_player(&before), "with their stacks");
    assert!(now.keys().eq(before.keys()), "in the same seats");
    assert_eq!(seating(&mut cid, table).await, now);

    let token = ada.logged_in.resume_token.clone().unwrap();
    drop((ada, bob, cid));
    open.close(Duration::from_secs(1)).await;
    let open = open_on(&store, |_| {}).await;
    let mut ada = Person::with_token(open.address, token).await;
    assert_eq!(seating(&mut ada, table).await, now, "after a restart");
    use cardroom::store::prelude::*;
    assert_eq!(store.ledger_audit().await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_player_has_no_seat_to_change() {
    let open = open(|_| {}).await;
    let mut ada = Person::new(&open, "Ada").await;
    let hosted = ada.host(terms()).await.unwrap();
    ada.sit(hosted.table, BUY_IN).await.unwrap();
    let alone = order(&mut ada, hosted.table, HostOrder::ShuffleSeats).await;
    assert_eq!(alone, Err(ErrorCode::NotAllowedNow));
}

async fn stack_of(person: &mut Person, table: TableId, name: &str) -> u64 {
    let view = person.observe(table).await.unwrap();
    view.seats.iter().find(|seat| seat.name == name).unwrap().stack.0
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_handed_over_and_its_new_host_stays_host_after_a_restart() {
    let store = MemoryStore::new();
    let open = open_on(&store, |_| {}).await;
    let (mut ada, mut bob, table, _) = two_at_a_table(&open, terms()).await;
    let hand_over = |to: Option<&str>| {
        let to = to.map(str::to_owned);
        move |request| HandOver { request, table, to }.into()
    };
    assert_eq!(bob.done(hand_over(Some("Bob"))).await, Err(ErrorCode::Forbidden));
    assert_eq!(bob.done(hand_over(None)).await, Err(ErrorCode::NotAllowedNow), "the host is here");
    assert_eq!(ada.done(hand_over(Some("Cid"))).await, Err(ErrorCode::NotSeated));
    ada.done(hand_over(Some("Bob"))).await.unwrap();
    let view = ada.observe(table).await.unwrap();
    assert_eq!(view.info.host.as_deref(), Some("Bob"));
    assert_eq!(ada.close(table).await, Err(ErrorCode::UnknownTable));
    let token = bob.logged_in.resume_token.clone().unwrap();
    drop((ada, bob));
    open.close(Duration::from_secs(1)).await;
    let open = open_on(&store, |_| {}).await;
    let mut bob = Person::with_token(open.address, token).await;
    bob.close(table).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_closes_at_its_time() {
    let open = open(|_| {}).await;
    let (mut ada, mut bob, table, _) = two_at_a_table(&open, terms()).await;
    let now = open.room.clock.now().0;
    change(&mut ada, table, TableTerms { ends_at_ms: now + 1_000, ..terms() }).await.unwrap();
    let id = RoomTableId(table.0);
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    assert!(open.room.registry.table(id).is_some(), "the hand is played to its end");
    fold([&mut ada, &mut bob], table, 1).await;
    soon("the table is gone", || open.room.registry.table(id).is_none()).await;
}
