//! Operators: permission to attend and rule, refusals, announcements, and records.

use crate::hybrid::felt::{Felt, acted, push, say_amount};
use crate::support::client::{Client, LONG};
use cardroom_protocol::client::{Observe, Sit, Unobserve};
use cardroom_protocol::hybrid::{
    AttendTable, AuditPage, CallClock, DirectTable, FloorOrdered, ListAudit, RuledBy, RulingOption,
    TableCommand, TicketOpened, TicketRuling, WagerOrder, Words,
};
use cardroom_protocol::server::{Role, ServerMessage, Step};
use cardroom_protocol::table::{Action, TableEvent, TableView};
use cardroom_protocol::{Chips, ErrorCode, RequestId, Seq, TableId, TicketNo};
use std::time::{Duration, Instant};

/// The number of an operator's request.
const REQUEST: RequestId = RequestId(77);

pub(crate) fn order(felt: &Felt, seq: u64, command: TableCommand) -> DirectTable {
    DirectTable {
        request: REQUEST,
        table: felt.play.table,
        seq: Seq(seq),
        reason: "it was said aloud".to_owned(),
        rule: Some("TDA 1".to_owned()),
        command,
    }
}

/// Watches the table, and returns its view.
pub(crate) async fn watch(client: &mut Client, table: TableId) -> Box<TableView> {
    client.send([Observe { request: RequestId(2), table }.into()]).await;
    loop {
        // Earlier steps come first.
        if let ServerMessage::TableSnapshot(snapshot) = client.receive().await {
            return snapshot.view;
        }
    }
}

/// Sends a request and reads to the answer. Returns the steps before it, and the answer.
pub(crate) async fn ask(
    client: &mut Client,
    message: cardroom_protocol::ClientMessage,
) -> (Vec<Step>, Result<(), ErrorCode>) {
    client.send([message]).await;
    let mut steps = Vec::new();
    loop {
        match client.receive().await {
            ServerMessage::Step(step) => steps.push(step),
            ServerMessage::Done(done) if done.request == REQUEST => return (steps, Ok(())),
            ServerMessage::Refused(refused) if refused.request == REQUEST => {
                return (steps, Err(refused.code));
            }
            _ => {}
        }
    }
}

async fn attend(client: &mut Client, table: TableId, on: bool) -> Result<(), ErrorCode> {
    ask(client, AttendTable { request: REQUEST, table, on }.into()).await.1
}

/// Connects an operator who attends the table.
pub(crate) async fn cleo(felt: &mut Felt) -> Client {
    let mut cleo = felt.with_role("Cleo", Role::Floor).await;
    watch(&mut cleo, felt.play.table).await;
    assert_eq!(attend(&mut cleo, felt.play.table, true).await, Ok(()));
    felt.play.settle().await;
    cleo
}

async fn audit(client: &mut Client, table: Option<TableId>) -> AuditPage {
    client.send([ListAudit { request: REQUEST, table, from: 0 }.into()]).await;
    loop {
        match client.receive().await {
            ServerMessage::AuditPage(page) => return page,
            ServerMessage::Refused(refused) => panic!("{refused:?}"),
            _ => {}
        }
    }
}

fn opened(events: &[TableEvent]) -> TicketOpened {
    let opened = events.iter().find_map(|event| match event {
        TableEvent::TicketOpened(ticket) => Some(ticket.clone()),
        _ => None,
    });
    opened.expect("a ticket")
}

/// Makes a raise to 100, with 50 put in against it: a question to the floor.
async fn undercall(felt: &mut Felt) -> (usize, TicketOpened) {
    felt.act(Action::RaiseTo(Chips(100))).await;
    let who = felt.on_turn();
    let events = felt.gesture(who, push(&[(25, 2)])).await;
    (who, opened(&events))
}

/// Gives a command based on the table's current step.
async fn command(
    felt: &Felt,
    operator: &mut Client,
    command: TableCommand,
) -> Result<Vec<Step>, ErrorCode> {
    let seq = watch(operator, felt.play.table).await.seq.0;
    let (steps, answer) = ask(operator, order(felt, seq, command).into()).await;
    answer.map(|()| steps)
}

/// Returns two operators who attend, and a ticket.
async fn two_operators(book: &str) -> (Felt, [Client; 2], TableCommand, TableCommand) {
    let mut felt = Felt::deal_by(book, |_| {}).await;
    let cleo = cleo(&mut felt).await;
    let mut dora = felt.with_role("Dora", Role::Floor).await;
    watch(&mut dora, felt.play.table).await;
    let ticket = undercall(&mut felt).await.1.ticket;
    let claim = TableCommand::ClaimTicket(ticket);
    let late = command(&felt, &mut dora, claim.clone()).await;
    assert_eq!(late, Err(ErrorCode::NotAllowedNow), "who does not attend takes nothing");
    assert_eq!(attend(&mut dora, felt.play.table, true).await, Ok(()));
    let option = RulingOption::FullCall;
    let rule = TableCommand::RuleTicket(TicketRuling { ticket, option });
    (felt, [cleo, dora], claim, rule)
}

/// GAPS G-03: for the minute that the rulebook sets.
#[tokio::test]
async fn a_ticket_that_an_operator_has_taken_is_nobody_elses() {
    let (mut felt, [mut cleo, mut dora], claim, rule) = two_operators("slow").await;
    let unknown = TableCommand::ClaimTicket(TicketNo(99));
    assert_eq!(command(&felt, &mut cleo, unknown).await, Err(ErrorCode::NoTicket));
    let steps = command(&felt, &mut cleo, claim.clone()).await.unwrap();
    let told = &steps.last().expect("everybody is told").events.0;
    assert!(
        matches!(&told[..], [TableEvent::FloorOrdered(told)] if told.operator == "Cleo"),
        "{told:?}"
    );
    for wanted in [&claim, &rule] {
        let refused = command(&felt, &mut dora, wanted.clone()).await;
        assert_eq!(refused, Err(ErrorCode::TicketClaimed), "{wanted:?}");
    }
    // An operator who leaves releases the ticket to the others.
    let table = felt.play.table;
    assert_eq!(attend(&mut cleo, table, false).await, Ok(()));
    command(&felt, &mut dora, claim).await.unwrap();
    assert_eq!(attend(&mut cleo, table, true).await, Ok(()));
    assert_eq!(command(&felt, &mut cleo, rule.clone()).await, Err(ErrorCode::TicketClaimed));
    command(&felt, &mut dora, rule).await.unwrap();
    felt.play.settle().await;
    assert!(felt.play.views[0].hybrid.as_ref().is_some_and(|view| view.ticket.is_none()));
}

/// The rulebook of this table sets one second.
#[tokio::test]
async fn who_took_a_ticket_and_does_not_rule_loses_it_but_may_take_it_again() {
    let (felt, [mut cleo, mut dora], claim, rule) = two_operators("brisk").await;
    command(&felt, &mut cleo, claim.clone()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(500)).await;
    let again = Instant::now();
    command(&felt, &mut cleo, claim.clone()).await.unwrap();
    loop {
        match command(&felt, &mut dora, rule.clone()).await {
            Ok(_) => break,
            Err(refused) => assert_eq!(refused, ErrorCode::TicketClaimed),
        }
        assert!(again.elapsed() < LONG, "it is never free");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(again.elapsed() >= Duration::from_secs(1), "{:?}", again.elapsed());
}

#[tokio::test]
async fn a_ticket_waits_for_the_operator_and_stops_play() {
    let mut felt = Felt::deal().await;
    let mut cleo = cleo(&mut felt).await;
    assert!(felt.play.views[0].hybrid.as_ref().is_some_and(|view| view.attended));
    let (who, ticket) = undercall(&mut felt).await;
    assert!(ticket.time_ms > 100_000, "{ticket:?}");
    let stack = felt.stack(who);

    // No player can act meanwhile, and a client that joins sees why.
    let (on_turn, decision) = felt.play.turn();
    assert_eq!(on_turn, who);
    let act = felt.play.act(who, decision.turn, Action::Fold);
    felt.play.client(who).send([act.into()]).await;
    match felt.play.client(who).receive().await {
        ServerMessage::ActionRefused(refused) => assert_eq!(refused.code, ErrorCode::FloorCalled),
        other => panic!("{other:?}"),
    }
    let again = say_amount(Words::Raise, 300);
    assert_eq!(felt.refused(who, again).await, ErrorCode::FloorCalled);
    let view = watch(&mut cleo, felt.play.table).await;
    let pending = view.hybrid.as_ref().and_then(|view| view.ticket.clone()).expect("it is open");
    assert_eq!((pending.ticket, &pending.options), (ticket.ticket, &ticket.options));

    let not_an_option = TicketRuling { ticket: ticket.ticket, option: RulingOption::Retract };
    let seq = view.seq.0;
    let message = order(&felt, seq, TableCommand::RuleTicket(not_an_option));
    assert_eq!(ask(&mut cleo, message.into()).await.1, Err(ErrorCode::NotAnOption));
    let unknown = TicketRuling { ticket: TicketNo(99), option: RulingOption::FullCall };
    let message = order(&felt, seq, TableCommand::RuleTicket(unknown));
    assert_eq!(ask(&mut cleo, message.into()).await.1, Err(ErrorCode::NoTicket));

    let option = RulingOption::ForfeitAndFold;
    assert!(ticket.options.contains(&option), "{ticket:?}");
    let command = TableCommand::RuleTicket(TicketRuling { ticket: ticket.ticket, option });
    let message = order(&felt, seq, command.clone());
    let (steps, answer) = ask(&mut cleo, message.into()).await;
    assert_eq!(answer, Ok(()));
    let step = steps.last().expect("the step that it led to");
    assert_eq!(step.seq.0, seq + 1);
    let events = &step.events.0;
    let ordered = FloorOrdered {
        operator: "Cleo".to_owned(),
        command,
        reason: "it was said aloud".to_owned(),
        rule: Some("TDA 1".to_owned()),
    };
    assert_eq!(events[0], ordered.into(), "who and why come first");
    let closed = |event: &TableEvent| {
        matches!(event, TableEvent::TicketClosed(closed)
            if (closed.ticket, closed.option, closed.by)
                == (ticket.ticket, RulingOption::ForfeitAndFold, RuledBy::Floor))
    };
    assert!(events.iter().any(closed), "{events:?}");
    assert_eq!(acted(events).map(|(_, action, _)| action), Some(Action::Fold));
    let lost = events.iter().find_map(|event| match event {
        TableEvent::Forfeited(lost) => Some(lost.amount.0),
        _ => None,
    });
    for who in 0..felt.everybody() {
        let same = felt.play.client(who).step_after(seq).await;
        assert_eq!(&same, step, "everybody is told");
    }
    felt.play.settle().await;
    assert_eq!(felt.stack(who) + lost.unwrap_or(0), stack + lost.unwrap_or(0), "in front still");
    felt.play.assert_balanced().await;
}

#[tokio::test]
async fn a_ticket_that_nobody_answers_is_ruled_by_default() {
    let mut felt = Felt::deal_by("curt", |_| {}).await;
    let _cleo = cleo(&mut felt).await;
    let seq = |felt: &Felt| felt.play.views[0].seq.0;
    let (_, ticket) = undercall(&mut felt).await;
    assert!((1..=300).contains(&ticket.time_ms), "{ticket:?}");
    let before = seq(&felt);
    let watcher = felt.play.players.len();
    let step = felt.play.client(watcher).step_after(before).await;
    let closed = step.events.0.iter().find_map(|event| match event {
        TableEvent::TicketClosed(closed) => Some((closed.option, closed.by)),
        _ => None,
    });
    assert_eq!(closed, Some((ticket.default, RuledBy::WaitOver)));
    felt.play.settle().await;
    felt.play.assert_balanced().await;
}

#[tokio::test]
async fn only_who_is_on_the_floor_and_does_not_play_may_attend_and_order() {
    let mut felt = Felt::deal().await;
    let table = felt.play.table;
    let seq = felt.play.views[0].seq.0;
    let kill = |felt: &Felt, seq| order(felt, seq, TableCommand::Pause);

    let mut nobody = felt.with_role("Nobody", Role::Player).await;
    watch(&mut nobody, table).await;
    assert_eq!(attend(&mut nobody, table, true).await, Err(ErrorCode::Forbidden));
    let message = kill(&felt, seq);
    assert_eq!(ask(&mut nobody, message.into()).await.1, Err(ErrorCode::Forbidden));
    nobody.send([ListAudit { request: REQUEST, table: None, from: 0 }.into()]).await;
    assert_eq!(nobody.refused(REQUEST.0).await, ErrorCode::Forbidden);
    let mut host = felt.with_role("Hilda", Role::Host).await;
    assert_eq!(attend(&mut host, table, true).await, Err(ErrorCode::Forbidden));

    let mut cleo = felt.with_role("Cleo", Role::Floor).await;
    assert_eq!(attend(&mut cleo, table, true).await, Err(ErrorCode::NotAllowedNow), "not watching");
    watch(&mut cleo, table).await;
    let plain = felt.plain_table();
    assert_eq!(attend(&mut cleo, plain, true).await, Err(ErrorCode::NotHybrid));
    assert_eq!(attend(&mut cleo, table, false).await, Err(ErrorCode::NothingToDo));
    // Only an operator who attends can answer a ticket.
    let (_, ticket) = undercall(&mut felt).await;
    let seq = felt.play.views[0].seq.0;
    let ruling = TicketRuling { ticket: ticket.ticket, option: ticket.default };
    let message = order(&felt, seq, TableCommand::RuleTicket(ruling));
    assert_eq!(ask(&mut cleo, message.into()).await.1, Err(ErrorCode::NotAllowedNow));
    assert_eq!(attend(&mut cleo, table, true).await, Ok(()));
    assert_eq!(attend(&mut cleo, table, true).await, Err(ErrorCode::NothingToDo));

    // An operator who attends cannot sit down, and a seated player cannot rule.
    let sit = Sit {
        request: REQUEST,
        table,
        seat: None,
        buy_in: Chips(1_000),
        wait_for_big_blind: false,
    };
    assert_eq!(ask(&mut cleo, sit.clone().into()).await.1, Err(ErrorCode::PlaysHere));
    assert_eq!(attend(&mut cleo, table, false).await, Ok(()));
    cleo.send([sit.into()]).await;
    while !matches!(cleo.receive().await, ServerMessage::Seated(_)) {}
    assert_eq!(attend(&mut cleo, table, true).await, Err(ErrorCode::PlaysHere));
    felt.play.settle().await;
    let message = kill(&felt, felt.play.views[0].seq.0);
    assert_eq!(ask(&mut cleo, message.into()).await.1, Err(ErrorCode::PlaysHere));
    assert_eq!(audit(&mut cleo, None).await.total, 0, "nothing of it was carried out");
}

#[tokio::test]
async fn a_command_for_a_table_that_has_moved_on_is_refused() {
    let mut felt = Felt::deal().await;
    let mut cleo = cleo(&mut felt).await;
    let stale = felt.play.views[0].seq.0;
    felt.act(Action::RaiseTo(Chips(40))).await;
    let seat = felt.play.players[felt.on_turn()].seat;
    for seq in [0, stale, felt.play.views[0].seq.0 + 1, (1 << 53) - 1] {
        let message = order(&felt, seq, TableCommand::KillHand(seat));
        assert_eq!(ask(&mut cleo, message.into()).await.1, Err(ErrorCode::SeqMoved), "{seq}");
    }
    // Presence changes are not play.
    let seq = felt.play.views[0].seq.0;
    let gone = felt.play.players.pop().expect("three players");
    drop(gone);
    let watcher = felt.play.players.len();
    let step = felt.play.client(watcher).step_after(seq).await;
    assert!(matches!(step.events.0[..], [TableEvent::Presence(_)]), "{step:?}");
    let message = order(&felt, seq, TableCommand::KillHand(seat));
    assert_eq!(ask(&mut cleo, message.into()).await.1, Ok(()));
}

#[tokio::test]
async fn a_command_needs_a_reason_that_can_be_shown() {
    let mut felt = Felt::deal().await;
    let mut cleo = cleo(&mut felt).await;
    let seq = felt.play.views[0].seq.0;
    for (reason, rule) in [
        (String::new(), None),
        ("two\nlines".to_owned(), None),
        ("x".repeat(281), None),
        ("fine".to_owned(), Some("R".repeat(41))),
        ("fine".to_owned(), Some(String::new())),
    ] {
        let message = DirectTable { reason, rule, ..order(&felt, seq, TableCommand::Pause) };
        assert_eq!(ask(&mut cleo, message.into()).await.1, Err(ErrorCode::BadText));
    }
    felt.play.look().await;
    assert_eq!(felt.play.views[0].seq.0, seq);
}

#[tokio::test]
async fn a_wager_is_corrected_a_hand_killed_and_all_of_it_kept() {
    let mut felt = Felt::deal().await;
    let mut cleo = cleo(&mut felt).await;
    let raiser = felt.on_turn();
    let seat = felt.play.players[raiser].seat;
    let wager = |to| WagerOrder { seat, to: Chips(to) };
    let mut seq = felt.play.views[0].seq.0;
    let message = order(&felt, seq, TableCommand::ForceWager(wager(15)));
    assert_eq!(ask(&mut cleo, message.into()).await.1, Ok(()));
    seq += 1;
    let message = order(&felt, seq, TableCommand::CorrectWager(wager(20)));
    let (steps, answer) = ask(&mut cleo, message.into()).await;
    assert_eq!(answer, Ok(()));
    let corrected = steps.last().and_then(|step| {
        step.events.0.iter().find_map(|event| match event {
            TableEvent::WagerCorrected(wager) => Some(wager.clone()),
            _ => None,
        })
    });
    let corrected = corrected.expect("it was");
    assert_eq!((corrected.to, &*corrected.rule), (Chips(20), "TDA 52-A"));
    assert_eq!(corrected.moved[0].added, Chips(5));
    felt.play.settle().await;
    assert_eq!(felt.chips(raiser).1, 20);
    felt.play.assert_balanced().await;

    let killed = felt.play.players[felt.on_turn()].seat;
    seq += 1;
    let message = order(&felt, seq, TableCommand::KillHand(killed));
    let (steps, answer) = ask(&mut cleo, message.into()).await;
    assert_eq!(answer, Ok(()));
    let events = &steps.last().expect("a step").events.0;
    let dead = |event: &TableEvent| {
        matches!(event, TableEvent::HandKilled(hand)
            if hand.seat == killed && hand.reason == "it was said aloud")
    };
    assert!(events.iter().any(dead), "{events:?}");
    felt.play.settle().await;
    felt.play.look().await;
    felt.play.assert_balanced().await;

    let trail = audit(&mut cleo, Some(felt.play.table)).await;
    assert_eq!(trail.total, 3);
    let kept: Vec<_> = trail
        .entries
        .iter()
        .map(|entry| (&*entry.operator, entry.seq.0, &*entry.command))
        .collect();
    let kill = format!(r#"{{"KillHand":{killed}}}"#);
    let correct = format!(r#"{{"CorrectWager":{{"seat":{seat},"to":20}}}}"#);
    let force = format!(r#"{{"ForceWager":{{"seat":{seat},"to":15}}}}"#);
    let orders = [(seq + 1, &*kill), (seq, &*correct), (seq - 1, &*force)];
    assert_eq!(kept, orders.map(|(seq, order)| ("Cleo", seq, order)), "the latest first");
    assert_eq!(trail.entries[0].rule.as_deref(), Some("TDA 1"));
    assert_eq!(audit(&mut cleo, Some(TableId(999))).await.total, 0);
}

#[tokio::test]
async fn nobody_attends_who_is_gone_or_looks_away() {
    let mut felt = Felt::deal().await;
    let attended = |felt: &Felt| felt.play.views[0].hybrid.as_ref().map(|view| view.attended);
    let cleo_client = cleo(&mut felt).await;
    assert_eq!(attended(&felt), Some(true));
    let seq = felt.play.views[0].seq.0;
    drop(cleo_client);
    let watcher = felt.play.players.len();
    let step = felt.play.client(watcher).step_after(seq).await;
    assert!(matches!(&step.events.0[..], [TableEvent::FloorAttended(floor)] if !floor.attended));

    let mut dana = felt.with_role("Dana", Role::Admin).await;
    watch(&mut dana, felt.play.table).await;
    assert_eq!(attend(&mut dana, felt.play.table, true).await, Ok(()));
    let unobserve = Unobserve { request: REQUEST, table: felt.play.table };
    assert_eq!(ask(&mut dana, unobserve.into()).await.1, Ok(()));
    felt.play.settle().await;
    assert_eq!(attended(&felt), Some(false));
}

#[tokio::test]
async fn players_and_the_room_call_the_clock_and_it_runs_out() {
    let mut felt = Felt::deal_by("hasty", |_| {}).await;
    let on_turn = felt.on_turn();
    let seat = felt.play.players[on_turn].seat;
    let seq = felt.play.views[0].seq.0;
    let caller = felt.play.bystander();
    let table = felt.play.table;
    felt.play.client(caller).send([CallClock { request: REQUEST, table }.into()]).await;
    let watcher = felt.play.players.len();
    let step = felt.play.client(watcher).step_after(seq).await;
    let [TableEvent::ClockCalled(clock)] = &step.events.0[..] else { panic!("{step:?}") };
    assert_eq!((clock.seat, &*clock.rule), (seat, "TDA 29"));
    assert!(clock.time_ms <= 1_000 && clock.count_ms == 0, "{clock:?}");
    felt.play.settle().await;
    let client = felt.play.client(caller);
    client.send([CallClock { request: REQUEST, table }.into()]).await;
    assert_eq!(client.refused(REQUEST.0).await, ErrorCode::NothingToDo, "it runs already");
    let step = felt.play.client(watcher).step_after(seq + 1).await;
    let folded = |event: &TableEvent| {
        matches!(event, TableEvent::Acted(acted)
            if acted.seat == seat && acted.action == Action::Fold && acted.timed_out)
    };
    assert!(step.events.0.iter().any(folded), "{step:?}");
    // The floor is empty, and no player asks for the next hand: the room deals it.
    let step = tokio::time::timeout(
        Duration::from_secs(20),
        felt.play.client(watcher).step_after(seq + 2),
    );
    let step = step.await.expect("the room calls it");
    assert!(matches!(&step.events.0[..], [TableEvent::ClockCalled(_)]), "{step:?}");
}
