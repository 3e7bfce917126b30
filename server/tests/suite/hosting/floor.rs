//! The host is the floor of their own table, seated or not, and of no other.

use crate::support::house::{Person, open, terms};
use cardroom_protocol::hosting::TableTerms;
use cardroom_protocol::hybrid::{AttendTable, AuditPage, DirectTable, ListAudit, TableCommand};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::{SeatView, TableEvent};
use cardroom_protocol::{ErrorCode, Seq, TableId};

const BUY_IN: u64 = 500;

async fn order(
    person: &mut Person,
    table: TableId,
    command: TableCommand,
) -> Result<(), ErrorCode> {
    let seq = person.observe(table).await?.seq;
    let reason = "the kettle boils".to_owned();
    let order = |request| DirectTable { request, table, seq, reason, rule: None, command }.into();
    person.done(order).await
}

async fn audit(person: &mut Person, table: Option<TableId>) -> Result<AuditPage, ErrorCode> {
    let answer = |message| match message {
        ServerMessage::AuditPage(page) => Some(page),
        _ => None,
    };
    person.ask(|request| ListAudit { request, table, from: 0 }.into(), answer).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_rules_at_the_own_table_alone_and_everything_is_told_and_kept() {
    let open = open(|_| {}).await;
    let mut ada = Person::new(&open, "Ada").await;
    let mut bob = Person::new(&open, "Bob").await;
    let hosted = ada.host(terms()).await.unwrap();
    let public = TableId(open.room.registry.public_tables()[0].id.0);
    bob.use_code(&hosted.code).await.unwrap();
    let of_bob = bob.host(terms()).await.unwrap();
    ada.use_code(&of_bob.code).await.unwrap();
    let view = bob.observe(hosted.table).await.unwrap();
    assert_eq!(view.info.host.as_deref(), Some("Ada"), "everybody sees who rules here");
    ada.sit(hosted.table, BUY_IN).await.unwrap();
    bob.sit(hosted.table, BUY_IN).await.unwrap();
    bob.until_event("a hand", |event| matches!(event, TableEvent::HandStarted(_))).await;

    // At one table she is only a player, and at the other he is.
    for table in [public, of_bob.table] {
        let answer = order(&mut ada, table, TableCommand::Pause).await;
        assert_eq!(answer, Err(ErrorCode::Forbidden), "{table}");
        assert_eq!(audit(&mut ada, Some(table)).await, Err(ErrorCode::Forbidden));
    }
    assert_eq!(audit(&mut ada, None).await, Err(ErrorCode::Forbidden));
    let answer = order(&mut bob, hosted.table, TableCommand::VoidHand).await;
    assert_eq!(answer, Err(ErrorCode::Forbidden));
    assert_eq!(audit(&mut bob, Some(hosted.table)).await, Err(ErrorCode::Forbidden));

    order(&mut ada, hosted.table, TableCommand::Pause).await.unwrap();
    let told = |event: &TableEvent| match event {
        TableEvent::FloorOrdered(ordered) => {
            assert_eq!((&*ordered.operator, &*ordered.reason), ("Ada", "the kettle boils"));
            true
        }
        _ => false,
    };
    bob.until_event("the order", told).await;
    order(&mut ada, hosted.table, TableCommand::Resume).await.unwrap();
    order(&mut ada, hosted.table, TableCommand::VoidHand).await.unwrap();
    bob.until_event("the void", |event| matches!(event, TableEvent::HandVoided(_))).await;
    let kept = audit(&mut ada, Some(hosted.table)).await.unwrap();
    assert_eq!(kept.total, 3);
    assert!(kept.entries.iter().all(|entry| entry.operator == "Ada"));

    // She sees no cards but her own.
    bob.until_event("a hand", |event| matches!(event, TableEvent::HandStarted(_))).await;
    let view = ada.observe(hosted.table).await.unwrap();
    let hand = |seat: &SeatView| seat.in_hand.clone().unwrap();
    assert_eq!(view.seats.len(), 2);
    assert!(view.seats.iter().all(|seat| hand(seat).card_count == 2));
    assert!(view.seats.iter().all(|seat| hand(seat).tabled.is_none()));
    assert_eq!(view.you.unwrap().cards.len(), 2);
}

/// The end of the attendance and the end of the player's presence are two
/// steps of one disconnection.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_who_plays_and_attends_is_told_to_be_gone_from_both() {
    let open = open(|_| {}).await;
    let mut ada = Person::new(&open, "Ada").await;
    let mut bob = Person::new(&open, "Bob").await;
    let hosted = ada.host(TableTerms { hybrid: true, ..terms() }).await.unwrap();
    let table = hosted.table;
    bob.use_code(&hosted.code).await.unwrap();
    let before = bob.observe(table).await.unwrap();
    let seat = ada.sit(table, BUY_IN).await.unwrap();
    ada.done(|request| AttendTable { request, table, on: true }.into()).await.unwrap();
    drop(ada);

    let (mut seq, mut told) = (before.seq, Vec::new());
    let both = |message| {
        let ServerMessage::Step(step) = message else { return None };
        seq = Seq(seq.0 + 1);
        assert_eq!(step.seq, seq, "no step is left out");
        for event in step.events.0 {
            match event {
                TableEvent::FloorAttended(now) => told.push(("attended", now.attended)),
                TableEvent::Presence(now) if now.seat == seat => {
                    told.push(("connected", now.connected));
                }
                _ => {}
            }
        }
        told.ends_with(&[("attended", false), ("connected", false)]).then_some(())
    };
    bob.until("that she is gone", both).await;
}
