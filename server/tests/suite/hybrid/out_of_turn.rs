//! Out-of-turn actions wait, bind or are returned, and show no player a card.

use crate::hybrid::felt::{Felt, acted, rulings, say, say_amount};
use cardroom_protocol::hybrid::{Gesture, RulingKind, Words};
use cardroom_protocol::table::{Action, TableEvent};
use cardroom_protocol::{Chips, ErrorCode};

/// Makes a gesture before the player's turn, followed by an action of the player to act.
async fn before_the_turn(felt: &mut Felt, gesture: Gesture, action: Action) -> Vec<TableEvent> {
    let early = felt.play.bystander();
    let stack = felt.chips(early);
    let events = felt.gesture(early, gesture).await;
    let [held] = rulings(&events)[..] else { panic!("{events:?}") };
    assert_eq!((held.kind, &*held.rule), (RulingKind::Held, "TDA 53-A"));
    assert!(events.iter().any(|event| matches!(event, TableEvent::ActionHeld(_))), "{events:?}");
    assert_eq!(felt.chips(early), stack, "no chip moves");
    let seat = felt.play.players[early].seat;
    for view in &felt.play.views {
        assert_eq!(view.hybrid.as_ref().map(|hybrid| hybrid.held.clone()), Some(vec![seat]));
    }
    // No player has seen another's card through it.
    felt.play.look().await;
    let (who, decision) = felt.play.turn();
    let act = felt.play.act(who, decision.turn, action);
    let seq = felt.play.views[0].seq.0;
    felt.play.accepted(who, act).await;
    let watcher = felt.play.players.len();
    let step = felt.play.client(watcher).step_after(seq).await;
    felt.play.settle().await;
    felt.play.look().await;
    step.events.0
}

#[tokio::test]
async fn a_call_out_of_turn_binds_where_nothing_has_changed() {
    let mut felt = Felt::deal().await;
    let early = felt.play.bystander();
    let before = felt.chips(early).1;
    let events = before_the_turn(&mut felt, say(Words::Call), Action::Call).await;
    let bound = rulings(&events).into_iter().find(|ruled| ruled.kind == RulingKind::Bound);
    assert_eq!(bound.map(|ruled| &*ruled.rule), Some("TDA 53-A"));
    let seat = felt.play.players[early].seat;
    let called = events.iter().any(|event| {
        matches!(event, TableEvent::Acted(acted)
            if acted.seat == seat && acted.action == Action::Call && acted.added.0 == 10 - before)
    });
    assert!(called, "{events:?}");
    felt.play.assert_balanced().await;
}

#[tokio::test]
async fn an_action_out_of_turn_goes_back_where_somebody_has_raised() {
    let mut felt = Felt::deal().await;
    let early = felt.play.bystander();
    let seat = felt.play.players[early].seat;
    let raise = say_amount(Words::Raise, 50);
    let events = before_the_turn(&mut felt, raise, Action::RaiseTo(Chips(30))).await;
    let released = rulings(&events).into_iter().find(|ruled| ruled.seat == seat);
    let released = released.expect("a ruling on it");
    assert_eq!((released.kind, &*released.rule), (RulingKind::Released, "TDA 53-A"));
    assert_eq!(acted(&events).map(|(_, action, _)| action), Some(Action::RaiseTo(Chips(30))));
    let (who, decision) = felt.play.turn();
    assert_eq!(who, early, "the turn has come, with every choice");
    assert!(decision.legal.fold && decision.legal.call.is_some());
    felt.play.assert_balanced().await;
}

#[tokio::test]
async fn a_fold_out_of_turn_is_a_fold() {
    let mut felt = Felt::deal().await;
    let early = felt.play.bystander();
    let (on_turn, seat) = (felt.on_turn(), felt.play.players[early].seat);
    let events = felt.gesture(early, say(Words::Fold)).await;
    let folded = |event: &TableEvent| matches!(event, TableEvent::FoldedOutOfTurn(folded) if folded.seat == seat);
    assert!(events.iter().any(folded), "{events:?}");
    assert_eq!(felt.on_turn(), on_turn, "the turn stays");
    let view = felt.play.views[0].seats[early].in_hand.as_ref().expect("dealt in");
    assert!(view.folded);
    assert_eq!(felt.refused(early, say(Words::Call)).await, ErrorCode::NotInHand);
    felt.play.look().await;
}

#[tokio::test]
async fn one_action_out_of_turn_is_enough() {
    let mut felt = Felt::deal().await;
    let early = felt.play.bystander();
    felt.gesture(early, say(Words::Call)).await;
    assert_eq!(felt.refused(early, say(Words::Raise)).await, ErrorCode::DeclaredAlready);
    let watcher = felt.play.players.len() + 1;
    let made = felt.make(watcher, say(Words::Call));
    felt.play.client(watcher).send([made.into()]).await;
    match felt.play.client(watcher).receive().await {
        cardroom_protocol::server::ServerMessage::ActionRefused(refused) => {
            assert_eq!(refused.code, ErrorCode::NotSeated);
        }
        other => panic!("{other:?}"),
    }
}
