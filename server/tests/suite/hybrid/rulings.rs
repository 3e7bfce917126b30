//! Declarations and chips in turn: the ruling, its rule, and the chips that move.

use crate::hybrid::felt::{Felt, acted, push, ruling, rulings, say, say_amount};
use cardroom_protocol::hybrid::{
    First, Gesture, Matter, RuledBy, RulingKind, RulingOption, Said, SpokenPush, Words,
};
use cardroom_protocol::table::{Action, TableEvent};
use cardroom_protocol::{Chips, ErrorCode};

#[tokio::test]
async fn one_large_chip_facing_a_bet_is_a_call() {
    let mut felt = Felt::deal().await;
    let who = felt.on_turn();
    let before = felt.stack(who);
    let events = felt.gesture(who, push(&[(500, 1)])).await;
    assert_eq!(ruling(&events), (RulingKind::Call, "TDA 44"));
    let ruled = rulings(&events)[0];
    assert_eq!((ruled.wager_to, ruled.returned), (Some(Chips(10)), Chips(490)));
    assert_eq!(acted(&events), Some((felt.play.players[who].seat, Action::Call, 10)));
    assert_eq!(felt.chips(who), (before - 10, 10));
    felt.play.assert_balanced().await;
}

#[tokio::test]
async fn half_of_a_raise_is_a_whole_one_and_less_is_a_call() {
    // With 10 to call and a minimum raise of 10 more, half a raise is 15.
    for (chips, kind, rule, action, added) in [
        (&[(5, 3)][..], RulingKind::Raise, "TDA 45-B", Action::RaiseTo(Chips(20)), 20),
        (&[(5, 2), (1, 4)][..], RulingKind::Call, "TDA 43-A", Action::Call, 10),
    ] {
        let mut felt = Felt::deal().await;
        let who = felt.on_turn();
        let events = felt.gesture(who, push(chips)).await;
        assert_eq!(ruling(&events), (kind, rule), "{chips:?}");
        assert_eq!(acted(&events), Some((felt.play.players[who].seat, action, added)));
        felt.play.assert_balanced().await;
    }
}

#[tokio::test]
async fn a_raise_and_an_amount_is_the_total() {
    let mut felt = Felt::deal().await;
    let who = felt.on_turn();
    let before = felt.stack(who);
    let events = felt.gesture(who, say_amount(Words::Raise, 40)).await;
    assert_eq!(ruling(&events), (RulingKind::Raise, "TDA 43-B"));
    assert_eq!(rulings(&events)[0].adds, Chips(40), "nothing was pushed yet");
    assert_eq!(felt.chips(who), (before - 40, 40));

    // The first of declaration and chips defines the bet.
    let who = felt.on_turn();
    let said = Said { words: Words::Call, amount: None, figure: None };
    let chips = match push(&[(100, 2)]) {
        Gesture::Push(push) => push.chips,
        _ => unreachable!("just made"),
    };
    let first = First::Word;
    let both = SpokenPush { first, said, chips, heard_by_all: true };
    let events = felt.gesture(who, Gesture::Both(Box::new(both))).await;
    assert_eq!(ruling(&events).0, RulingKind::Call);
    assert_eq!(felt.chips(who).1, 40, "200 were pushed, and 40 called");
    felt.play.assert_balanced().await;
}

#[tokio::test]
async fn a_raise_without_an_amount_keeps_the_turn_and_a_second_motion_is_a_string_bet() {
    let mut felt = Felt::deal().await;
    let who = felt.on_turn();
    let token = felt.play.turn().1.turn;
    let before = felt.stack(who);
    let events = felt.gesture(who, say(Words::Raise)).await;
    assert_eq!(ruling(&events), (RulingKind::Commit, "TDA 50-B"));
    let limited = |event: &TableEvent| matches!(event, TableEvent::Limited(_));
    assert!(events.iter().any(limited), "{events:?}");
    let (still, decision) = felt.play.turn();
    assert_eq!((still, decision.turn), (who, token), "the same turn goes on");
    assert!(!decision.legal.fold && decision.legal.call.is_none(), "only a raise is left");
    let view = felt.play.views[0].hybrid.clone().expect("a hybrid table");
    assert_eq!(view.limited[0].seat, felt.play.players[who].seat);

    let further = match push(&[(100, 1)]) {
        Gesture::Push(push) => Gesture::Motion(push.chips),
        _ => unreachable!("just made"),
    };
    assert_eq!(felt.refused(who, further).await, ErrorCode::StringBet);
    assert_eq!(felt.refused(who, say(Words::Fold)).await, ErrorCode::BoundToRaise);
    let events = felt.gesture(who, push(&[(100, 1)])).await;
    assert_eq!(acted(&events).map(|(_, action, _)| action), Some(Action::RaiseTo(Chips(100))));
    assert_eq!(felt.chips(who), (before - 100, 100));
    felt.play.assert_balanced().await;
}

#[tokio::test]
async fn less_than_the_call_of_a_raise_is_for_the_floor_and_by_default_a_full_call() {
    let mut felt = Felt::deal().await;
    felt.act(Action::RaiseTo(Chips(100))).await;
    let who = felt.on_turn();
    let before = felt.chips(who).1;
    let events = felt.gesture(who, push(&[(25, 2)])).await;
    let [floor, stands] = rulings(&events)[..] else { panic!("{events:?}") };
    assert_eq!((floor.kind, &*floor.rule), (RulingKind::Floor, "TDA 51-B"));
    assert_eq!(floor.default, Some(RulingOption::FullCall));
    assert_eq!((stands.kind, &*stands.rule), (RulingKind::Call, "TDA 51-B"));
    let opened = events.iter().find_map(|event| match event {
        TableEvent::TicketOpened(ticket) => Some(ticket),
        _ => None,
    });
    let opened = opened.expect("a ticket");
    assert_eq!((opened.matter, opened.time_ms), (Matter::Undercall, 0));
    let closed = events.iter().find_map(|event| match event {
        TableEvent::TicketClosed(ticket) => Some(ticket),
        _ => None,
    });
    let closed = closed.expect("nobody is there to ask");
    assert_eq!((closed.by, closed.option), (RuledBy::Unattended, RulingOption::FullCall));
    assert_eq!(closed.ticket, opened.ticket);
    assert_eq!(acted(&events), Some((felt.play.players[who].seat, Action::Call, 100 - before)));
    felt.play.assert_balanced().await;
}

#[tokio::test]
async fn a_gesture_that_is_sent_again_counts_once() {
    let mut felt = Felt::deal().await;
    let who = felt.on_turn();
    let before = felt.stack(who);
    let made = felt.make(who, say_amount(Words::Raise, 40));
    let client = felt.play.client(who);
    client.send([made.clone().into(), made.clone().into()]).await;
    let mut answers = 0;
    while answers < 2 {
        use cardroom_protocol::server::ServerMessage;
        match client.receive().await {
            ServerMessage::ActionAccepted(accepted) => {
                assert_eq!(accepted.action_id, made.action_id);
                answers += 1;
            }
            ServerMessage::ActionRefused(refused) => panic!("{refused:?}"),
            _ => {}
        }
    }
    felt.play.settle().await;
    assert_eq!(felt.chips(who), (before - 40, 40));
    assert_ne!(felt.on_turn(), who, "and it was not taken for another one out of turn");
    let view = felt.play.views[0].hybrid.as_ref().expect("a hybrid table");
    assert!(view.held.is_empty(), "{view:?}");
}

#[tokio::test]
async fn a_gesture_for_a_turn_counts_in_that_turn_only() {
    let mut felt = Felt::deal().await;
    let (who, decision) = felt.play.turn();
    felt.act(Action::Call).await;
    let mut late = felt.make(who, say(Words::Fold));
    late.turn = Some(decision.turn);
    let before = felt.play.views.clone();
    let client = felt.play.client(who);
    client.send([late.into()]).await;
    match client.receive().await {
        cardroom_protocol::server::ServerMessage::ActionRefused(refused) => {
            assert_eq!(refused.code, ErrorCode::StaleTurn);
        }
        other => panic!("{other:?}"),
    }
    felt.play.look().await;
    assert_eq!(felt.play.views, before);
}
