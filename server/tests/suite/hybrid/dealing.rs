//! Errors of the deal over the wire: reports of the floor, announcements, and changed cards.

use crate::hybrid::felt::Felt;
use crate::hybrid::floor::{ask, cleo, order, watch};
use crate::support::client::Client;
use cardroom_protocol::history::{GetHand, HandRecord};
use cardroom_protocol::hybrid::{
    BoardRemedy, DealError, DealRemedy, DealRuled, DeckFault, HeldCard, Matter, NewBoard,
    RulingOption, StubRemedy, TableCommand, TicketRuling,
};
use cardroom_protocol::server::{ServerMessage, Step};
use cardroom_protocol::table::{Action, SeatView, TableEvent};
use cardroom_protocol::{Chips, ErrorCode, HandNo, RequestId, TableId};
use cardroom_rules::Rake;
use std::time::Duration;

/// Reports an error based on the table's current step. Returns the step it led to.
async fn report(felt: &mut Felt, cleo: &mut Client, error: DealError) -> Result<Step, ErrorCode> {
    command(felt, cleo, TableCommand::DealError(error)).await
}

async fn command(
    felt: &mut Felt,
    cleo: &mut Client,
    command: TableCommand,
) -> Result<Step, ErrorCode> {
    let seq = watch(cleo, felt.play.table).await.seq.0;
    let message = order(felt, seq, command);
    let (steps, answer) = ask(cleo, message.into()).await;
    answer?;
    let step = steps.last().expect("the step that it led to").clone();
    for who in 0..felt.everybody() {
        let same = felt.play.client(who).step_after(step.seq.0 - 1).await;
        assert_eq!(same, step, "{who} is told the same");
    }
    felt.play.settle().await;
    Ok(step)
}

fn ruled(step: &Step) -> &DealRuled {
    let ruled = step.events.0.iter().find_map(|event| match event {
        TableEvent::DealRuled(ruled) => Some(ruled),
        _ => None,
    });
    ruled.expect("it was ruled on")
}

fn exposed(seat: u8, place: u8) -> DealError {
    DealError::Exposed(HeldCard { seat, place })
}

/// Calls and checks until this street is over and the next one is dealt.
async fn to_the_flop(felt: &mut Felt) {
    loop {
        let views = &felt.play.views;
        // Between two streets the table pauses for a moment, in which views may be of either.
        let held = views.iter().any(|view| view.seq != views[0].seq)
            || !views
                .iter()
                .any(|view| view.you.as_ref().is_some_and(|you| you.decision.is_some()));
        if held {
            tokio::time::sleep(Duration::from_millis(5)).await;
            felt.play.settle().await;
        } else if views[0].hand.as_ref().is_some_and(|hand| hand.boards[0].is_empty()) {
            let (_, decision) = felt.play.turn();
            let action = if decision.legal.check { Action::Check } else { Action::Call };
            felt.act(action).await;
        } else {
            return;
        }
    }
}

/// Returns the seat on the button, the last of three to get cards. The other two get the first
/// cards off the deck.
fn on_the_button(felt: &Felt) -> u8 {
    felt.play.views[0].hand.as_ref().expect("a hand").button
}

#[tokio::test]
async fn one_exposed_card_is_shown_to_all_and_two_are_a_misdeal() {
    let mut felt = Felt::deal().await;
    let mut cleo = cleo(&mut felt).await;
    let before: u64 = (0..3).map(|seat| felt.stack(seat)).sum();
    let button = on_the_button(&felt);
    let step = report(&mut felt, &mut cleo, exposed(button, 1)).await.unwrap();
    let DealRuled { remedy, rule, returned, .. } = ruled(&step);
    let DealRemedy::Shown(card) = remedy else { panic!("{remedy:?}") };
    assert_eq!((rule.as_str(), returned.0), ("TDA 35-A(7)", 0));
    for (who, view) in felt.play.views.iter().enumerate() {
        let part = view.seats.iter().find(|seat| seat.seat == button).unwrap();
        assert_eq!(part.in_hand.as_ref().unwrap().up, [*card], "{who} sees it");
    }

    let again = report(&mut felt, &mut cleo, exposed(button, 1)).await;
    assert_eq!(again, Err(ErrorCode::NothingToDo));
    let step = report(&mut felt, &mut cleo, exposed(button, 0)).await.unwrap();
    assert_eq!((&ruled(&step).remedy, ruled(&step).returned.0), (&DealRemedy::Misdeal, 15));
    assert!(step.events.0.iter().any(|event| matches!(event, TableEvent::HandVoided(_))));
    let after: u64 = (0..3).map(|seat| felt.stack(seat)).sum();
    assert_eq!(before, after, "everybody has the blinds back");
    felt.play.assert_balanced().await;
}

#[tokio::test]
async fn a_replaced_card_reaches_its_player_alone() {
    let mut felt = Felt::deal_by("tfpl", |_| {}).await;
    let mut cleo = cleo(&mut felt).await;
    let button = usize::from(on_the_button(&felt));
    let own =
        |felt: &Felt, who: usize| felt.play.views[who].you.as_ref().map(|you| you.cards.clone());
    let before: Vec<_> = (0..3).map(|who| own(&felt, who)).collect();
    let step =
        report(&mut felt, &mut cleo, exposed(u8::try_from(button).unwrap(), 1)).await.unwrap();
    let DealRuled { remedy: DealRemedy::Replaced(card), rule, .. } = ruled(&step) else {
        panic!("{step:?}")
    };
    assert_eq!(rule, "TFPL 5a-2, 3c-12");
    for (who, before) in before.iter().enumerate() {
        let now = own(&felt, who);
        if who == button {
            let (before, now) = (before.clone().unwrap(), now.unwrap());
            assert_eq!((before[0], before[1]), (now[0], *card), "{now:?}");
            assert_ne!(now[1], *card);
            let bytes = serde_json::to_string(&step).unwrap();
            assert!(
                !bytes.contains(&format!("\"{}\"", now[1])),
                "the new card is nobody's business"
            );
        } else {
            assert_eq!(&now, before, "{who} keeps the cards");
        }
    }
}

#[tokio::test]
async fn a_board_that_is_put_right_is_the_board_for_everybody() {
    let mut felt = Felt::deal().await;
    let mut cleo = cleo(&mut felt).await;
    to_the_flop(&mut felt).await;
    let step = report(&mut felt, &mut cleo, DealError::FourCardFlop(false)).await.unwrap();
    let DealRuled { remedy, rule, .. } = ruled(&step);
    let DealRemedy::Board(NewBoard { how: BoardRemedy::FourScrambled, cards }) = remedy else {
        panic!("{remedy:?}")
    };
    assert_eq!(rule, "TDA 39-A");
    for view in &felt.play.views {
        assert_eq!(&view.hand.as_ref().unwrap().boards[0], cards);
    }
    let step = report(&mut felt, &mut cleo, DealError::Premature(0)).await.unwrap();
    let DealRemedy::Stub(stub) = &ruled(&step).remedy else { panic!("{step:?}") };
    assert_eq!((stub.how, stub.back.len()), (StubRemedy::BurnStays, 1));
    assert!(!cards.contains(&stub.back[0]));
    assert_eq!(
        report(&mut felt, &mut cleo, exposed(0, 7)).await,
        Err(ErrorCode::NoSuchCard),
        "nobody holds so many"
    );
}

#[tokio::test]
async fn what_the_book_leaves_open_is_a_ticket_that_the_floor_answers() {
    let mut felt = Felt::deal().await;
    let mut cleo = cleo(&mut felt).await;
    let fault = DealError::FouledDeck(DeckFault::OtherBack);
    let step = report(&mut felt, &mut cleo, fault).await.unwrap();
    assert_eq!(ruled(&step).remedy, DealRemedy::Floor);
    let ticket = felt.play.views[0].hybrid.as_ref().and_then(|view| view.ticket.clone()).unwrap();
    assert_eq!((ticket.matter, ticket.rule.as_str()), (Matter::Deal(fault), "TDA 35-E"));
    assert_eq!(ticket.options, [RulingOption::PlaysOn, RulingOption::Void]);
    assert_eq!(report(&mut felt, &mut cleo, fault).await, Err(ErrorCode::FloorCalled));
    let ruling = TicketRuling { ticket: ticket.ticket, option: RulingOption::Void };
    let step = command(&mut felt, &mut cleo, TableCommand::RuleTicket(ruling)).await.unwrap();
    assert_eq!((&ruled(&step).remedy, ruled(&step).returned), (&DealRemedy::Void, Chips(15)));
    felt.play.assert_balanced().await;
}

/// Returns a hand from the history, as a player who was dealt in reads it.
async fn history(client: &mut Client, table: TableId, hand: HandNo) -> HandRecord {
    client.send([GetHand { request: RequestId(5), table, hand, inspect: None }.into()]).await;
    loop {
        if let ServerMessage::HandShown(shown) = client.receive().await {
            return *shown.record;
        }
    }
}

#[tokio::test]
async fn a_finished_hand_with_a_fouled_deck_is_void_until_the_next_one_begins() {
    let mut felt = Felt::deal_by("slow", |config| {
        // The time for the report.
        config.tables[0].between_hands_ms = 3_000;
        config.tables[0].rake = Some(Rake {
            basis_points: 500,
            cap: cardroom_rules::Chips(5),
            no_flop_no_drop: false,
            account: "house:rake".to_owned(),
        });
    })
    .await;
    let mut cleo = cleo(&mut felt).await;
    let hand = felt.play.views[0].hand.as_ref().unwrap().hand;
    let view = &felt.play.views[0];
    let start = |seat: &SeatView| seat.stack.0 + seat.in_hand.as_ref().map_or(0, |part| part.bet.0);
    let before: Vec<u64> = view.seats.iter().map(start).collect();
    felt.act(Action::RaiseTo(Chips(100))).await;
    felt.act(Action::Call).await;
    felt.act(Action::Fold).await;
    to_the_flop(&mut felt).await;
    felt.act(Action::Bet(Chips(50))).await;
    felt.act(Action::Fold).await;
    assert!(felt.play.views[0].hand.is_none(), "the hand is over");
    let after: Vec<u64> = (0..3).map(|seat| felt.stack(seat)).collect();
    assert_eq!(after.iter().sum::<u64>(), before.iter().sum::<u64>() - 5, "the house has its part");
    let table = felt.play.table;
    let told = history(felt.play.client(0), table, hand).await;
    assert!(told.events().any(|event| matches!(event, TableEvent::HandEnded(_))));

    let fault = DealError::FouledDeck(DeckFault::TwoEqual);
    let step = report(&mut felt, &mut cleo, fault).await.unwrap();
    let DealRuled { remedy, rule, returned, .. } = ruled(&step);
    assert_eq!((remedy, rule.as_str(), returned.0), (&DealRemedy::Void, "TDA 35-E", 210));
    let again: Vec<u64> = (0..3).map(|seat| felt.stack(seat)).collect();
    assert_eq!(again, before);
    felt.play.assert_balanced().await;

    // The record of the hand shows that it was voided.
    let told = history(felt.play.client(0), table, hand).await;
    assert!(told.events().any(|event| matches!(event, TableEvent::HandVoided(_))));
    assert!(!told.events().any(|event| matches!(event, TableEvent::HandEnded(_))));
    assert!(told.seats.iter().all(|seat| seat.began_with == seat.ended_with));
    assert_eq!(report(&mut felt, &mut cleo, fault).await, Err(ErrorCode::NoHand), "it is done");

    // The next hand has the same button.
    felt.play.deal().await;
    assert_eq!(felt.play.views[0].hand.as_ref().unwrap().hand.0, hand.0 + 1);
}

#[tokio::test]
async fn a_plain_table_has_no_errors_of_the_deal() {
    let mut felt = Felt::deal().await;
    let mut cleo = cleo(&mut felt).await;
    let plain = felt.plain_table();
    let seq = watch(&mut cleo, plain).await.seq.0;
    let mut message = order(&felt, seq, TableCommand::DealError(exposed(0, 0)));
    message.table = plain;
    assert_eq!(ask(&mut cleo, message.into()).await.1, Err(ErrorCode::NotHybrid));
}
