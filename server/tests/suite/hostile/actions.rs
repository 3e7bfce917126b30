//! Actions that are not due: out of turn, twice, too late, for another table, from a stranger.

use crate::support::playing::{BIG_BLIND, Play};
use cardroom_protocol::client::{Act, Leave, ShowOrMuck, SitIn};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::{Action, TableEvent};
use cardroom_protocol::{
    ActionId, ClientMessage, Encoding, ErrorCode, RequestId, TableId, TurnToken,
};
use std::time::Duration;

const MOST: u64 = (1 << 53) - 1;
const THREE: [Encoding; 3] = [Encoding::Json, Encoding::Binary, Encoding::Json];

#[tokio::test]
async fn an_action_that_is_not_due_changes_nothing() {
    let mut play = Play::begin(&THREE, |_| {}).await;
    play.deal().await;
    // Twice, so that both encodings come to act.
    for _ in 0..2 {
        let (who, decision) = play.turn();
        let turn = decision.turn;
        for (token, other) in [(turn, 1), (turn, 2), (TurnToken(0), 1), (TurnToken(MOST), 2)] {
            let other = (who + other) % THREE.len();
            let act = play.act(other, token, Action::Fold);
            play.refused(other, act, ErrorCode::NotYourTurn).await;
        }
        for token in [0, turn.0 - 1, turn.0 + 1, MOST] {
            let act = play.act(who, TurnToken(token), Action::Fold);
            play.refused(who, act, ErrorCode::StaleTurn).await;
        }
        for (watcher, code) in [(3, ErrorCode::NotLoggedIn), (4, ErrorCode::NotSeated)] {
            let act = play.act(watcher, turn, Action::Fold);
            play.refused(watcher, act, code).await;
        }
        let elsewhere = play.elsewhere;
        for (table, code) in [
            (elsewhere, ErrorCode::NotSeated),
            (TableId(0), ErrorCode::UnknownTable),
            (TableId(999), ErrorCode::UnknownTable),
            (TableId(MOST), ErrorCode::UnknownTable),
        ] {
            let act = Act { table, ..play.act(who, turn, Action::Fold) };
            play.refused(who, act, code).await;
        }
        play.play(Action::Call).await;
    }
    play.assert_balanced().await;
}

#[tokio::test]
async fn an_action_counts_once_however_often_it_is_sent() {
    let mut play = Play::begin(&THREE, |_| {}).await;
    play.deal().await;
    for _ in 0..2 {
        let (who, decision) = play.turn();
        let seat = usize::from(play.players[who].seat);
        let stack = play.views[0].seats[seat].stack.0;
        let (seq, call) = (play.views[0].seq, decision.legal.call.unwrap().0);
        play.act(who, decision.turn, Action::Call);
        let act = play.act(who, decision.turn, Action::Call);
        let client = play.client(who);
        client.send([act.clone().into(), act.clone().into(), act.clone().into()]).await;
        let (mut answers, mut actions) = (0, 0);
        while answers < 3 {
            match client.receive().await {
                ServerMessage::ActionAccepted(accepted) => {
                    assert_eq!(accepted.action_id, act.action_id);
                    answers += 1;
                }
                ServerMessage::Step(step) => {
                    let acted = |event: &&TableEvent| matches!(event, TableEvent::Acted(_));
                    actions += step.events.0.iter().filter(acted).count();
                }
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(actions, 1);
        play.settle().await;
        assert_eq!(play.views[0].seq.0, seq.0 + 1);
        assert_eq!(play.views[0].seats[seat].stack.0, stack - call);

        // The same id gets the same answer, whatever comes with it. An older id gets none.
        let before = play.views.clone();
        let (_, next) = play.turn();
        let other = Act { turn: next.turn, action: Action::RaiseTo(50.into()), ..act.clone() };
        play.accepted(who, other).await;
        play.look().await;
        assert_eq!(play.views, before);
        let older = Act { action_id: ActionId(act.action_id.0 - 1), ..act };
        play.refused(who, older, ErrorCode::StaleActionId).await;
    }
    play.assert_balanced().await;
}

#[tokio::test]
async fn a_refusal_is_remembered_like_any_answer() {
    let mut play = Play::begin(&THREE, |_| {}).await;
    play.deal().await;
    let (who, decision) = play.turn();
    play.act(who, decision.turn, Action::Call);
    let act = play.act(who, decision.turn, Action::RaiseTo(1.into()));
    play.refused(who, act.clone(), ErrorCode::BelowMinimum).await;
    let legal_now = Act { action: Action::Call, ..act.clone() };
    play.refused(who, legal_now, ErrorCode::BelowMinimum).await;
    // On the player's own turn, this refusal also contains the legal actions.
    let older = Act { action_id: ActionId(act.action_id.0 - 1), action: Action::Call, ..act };
    play.refused(who, older, ErrorCode::StaleActionId).await;
    play.play(Action::Call).await;
    play.assert_balanced().await;
}

#[tokio::test]
async fn two_actions_at_once_are_not_two_turns() {
    let mut play = Play::begin(&THREE, |_| {}).await;
    play.deal().await;
    let (who, decision) = play.turn();
    let first = play.act(who, decision.turn, Action::Call);
    let second = play.act(who, decision.turn, Action::RaiseTo(100.into()));
    let client = play.client(who);
    client.send([first.into(), second.clone().into()]).await;
    let refused = loop {
        if let ServerMessage::ActionRefused(refused) = client.receive().await {
            break refused;
        }
    };
    assert_eq!((refused.action_id, refused.code), (second.action_id, ErrorCode::NotYourTurn));
    play.settle().await;
    assert_eq!(play.views[0].hand.as_ref().unwrap().current_bet.0, BIG_BLIND);
    assert_ne!(play.turn().0, who);
    play.assert_balanced().await;
}

#[tokio::test]
async fn an_action_for_the_hand_before_is_stale() {
    let mut play = Play::begin(&THREE, |_| {}).await;
    play.deal().await;
    let mut old = vec![None; THREE.len()];
    for _ in 0..2 {
        let (who, decision) = play.turn();
        old[who] = Some(decision.turn);
        play.play(Action::Fold).await;
    }
    play.deal().await;
    let mut tried = 0;
    for _ in 0..2 {
        let (who, _) = play.turn();
        if let Some(token) = old[who] {
            let act = play.act(who, token, Action::Fold);
            play.refused(who, act, ErrorCode::StaleTurn).await;
            tried += 1;
        }
        let bystander = play.bystander();
        if let Some(token) = old[bystander] {
            let act = play.act(bystander, token, Action::Fold);
            play.refused(bystander, act, ErrorCode::NotYourTurn).await;
            tried += 1;
        }
        play.play(Action::Call).await;
    }
    assert!(tried >= 2);
    play.assert_balanced().await;
}

#[tokio::test]
async fn an_action_after_the_time_is_up_is_too_late() {
    let mut play = Play::begin(&[Encoding::Json, Encoding::Binary], |config| {
        config.tables[0].rulebook = "brisk".to_owned();
        config.tables[0].between_hands_ms = 3_600_000;
    })
    .await;
    let (who, decision) = play.turn();
    let acted = loop {
        let ServerMessage::Step(step) = play.watchers[0].receive().await else { continue };
        let acted = step.events.0.into_iter().find_map(|event| match event {
            TableEvent::Acted(acted) => Some(acted),
            _ => None,
        });
        if let Some(acted) = acted {
            break acted;
        }
    };
    assert_eq!(
        (acted.seat, acted.action, acted.timed_out),
        (play.players[who].seat, Action::Fold, true)
    );
    play.settle().await;
    let act = play.act(who, decision.turn, Action::Call);
    play.refused(who, act, ErrorCode::NoHand).await;
    play.assert_balanced().await;
}

#[tokio::test]
async fn what_a_seat_cannot_want_now_is_refused() {
    let mut play = Play::begin(&THREE, |_| {}).await;
    play.deal().await;
    let (who, _) = play.turn();
    let before = play.views.clone();
    let (table, request) = (play.table, RequestId(9));
    let show: ClientMessage = ShowOrMuck { request, table, show: true }.into();
    let sit_in: ClientMessage = SitIn { request, table }.into();
    let leave: ClientMessage = Leave { request, table }.into();
    for (who, message, code) in [
        (who, &show, ErrorCode::NothingToShow),
        (who, &sit_in, ErrorCode::NothingToDo),
        (3, &leave, ErrorCode::NotLoggedIn),
        (4, &show, ErrorCode::NotSeated),
        (4, &sit_in, ErrorCode::NotSeated),
        (4, &leave, ErrorCode::NotSeated),
    ] {
        let client = play.client(who);
        client.send([message.clone()]).await;
        assert_eq!(client.refused(9).await, code, "{message:?}");
        play.look().await;
        assert_eq!(play.views, before);
    }
    play.play(Action::Call).await;
    play.assert_balanced().await;
}

#[tokio::test]
async fn a_flood_of_actions_holds_nobody_up() {
    let mut play = Play::begin(&THREE, |config| {
        config.limits.messages_per_second = 20;
        config.limits.message_burst = 150;
    })
    .await;
    play.deal().await;
    let (flooder, turn) = (play.bystander(), play.turn().1.turn);
    let before = play.views.clone();
    let flood: [ClientMessage; 200] =
        std::array::from_fn(|_| play.act(flooder, turn, Action::Fold).into());
    play.client(flooder).send(flood).await;
    let mut codes = Vec::new();
    while codes.len() < 200 {
        match play.client(flooder).receive().await {
            ServerMessage::ActionRefused(refused) => {
                assert_eq!(refused.legal, None);
                codes.push(refused.code);
            }
            other => panic!("{other:?}"),
        }
    }
    let out_of_turn = codes.iter().filter(|code| **code == ErrorCode::NotYourTurn).count();
    let over_rate = codes.iter().filter(|code| **code == ErrorCode::RateLimited).count();
    assert_eq!(out_of_turn + over_rate, codes.len(), "{codes:?}");
    assert!(out_of_turn > 0 && over_rate > 0, "{out_of_turn} and {over_rate}");
    // Until the flooder may send requests again.
    tokio::time::sleep(Duration::from_millis(300)).await;
    play.look().await;
    assert_eq!(play.views, before);
    play.play(Action::Call).await;
    play.assert_balanced().await;
}
