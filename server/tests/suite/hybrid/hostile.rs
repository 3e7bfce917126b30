//! Nonsensical gestures, and tables that do not accept any. Each is refused or ruled on, and none
//! creates a chip.

use crate::hybrid::felt::{Felt, acted, push, say, say_amount};
use cardroom_protocol::client::Observe;
use cardroom_protocol::hybrid::{Gesture, MakeGesture, Said, Words};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::Action;
use cardroom_protocol::{ActionId, Chips, ErrorCode, RequestId};
use tokio_tungstenite::tungstenite::Message;

const MAX_SAFE: u64 = (1 << 53) - 1;

#[tokio::test]
async fn chips_that_are_not_there_are_no_wager() {
    let mut felt = Felt::deal().await;
    let who = felt.on_turn();
    for chips in [
        &[(0, 1)][..],
        &[(1_005, 1)],
        &[(5, 201)],
        &[(MAX_SAFE, 2)],
        &[(MAX_SAFE, 200)],
        &[(1, 255); 16],
    ] {
        assert_eq!(felt.refused(who, push(chips)).await, ErrorCode::ChipsNotThere, "{chips:?}");
        let Gesture::Push(push) = push(chips) else { unreachable!("just made") };
        for gesture in [Gesture::Gather(push.chips.clone()), Gesture::InFront(push.chips)] {
            assert_eq!(felt.refused(who, gesture).await, ErrorCode::ChipsNotThere, "{chips:?}");
        }
    }
    felt.play.assert_balanced().await;
}

#[tokio::test]
async fn a_word_for_more_than_there_is_is_everything() {
    let mut felt = Felt::deal().await;
    let who = felt.on_turn();
    let all = felt.stack(who);
    let events = felt.gesture(who, say_amount(Words::Raise, MAX_SAFE)).await;
    assert_eq!(acted(&events).map(|(_, action, _)| action), Some(Action::RaiseTo(Chips(all))));
    assert_eq!(felt.chips(who), (0, all));
    felt.play.assert_balanced().await;
}

#[tokio::test]
async fn figures_of_any_size_are_within_the_bounds() {
    for figure in [0, 1, 7, u32::MAX] {
        let mut felt = Felt::deal().await;
        let who = felt.on_turn();
        let all = felt.stack(who);
        let said = Said { words: Words::Amount, amount: None, figure: Some(figure) };
        let events = felt.gesture(who, Gesture::Say(said)).await;
        if let Some((_, _, added)) = acted(&events) {
            assert!(added <= all, "{figure}: {events:?}");
        }
        felt.play.assert_balanced().await;
    }
}

#[tokio::test]
async fn a_plain_table_takes_no_gesture() {
    let mut felt = Felt::deal().await;
    let table = felt.plain_table();
    let name = "Early";
    let (mut client, _) = crate::support::client::Client::guest(&felt.play.open, name).await;
    client.send([Observe { request: RequestId(2), table }.into()]).await;
    let before = client.observing(2).await;
    assert!(!before.info.hybrid && before.hybrid.is_none());
    let sit = cardroom_protocol::client::Sit {
        request: RequestId(3),
        table,
        seat: Some(0),
        buy_in: Chips(200),
        wait_for_big_blind: false,
    };
    client.send([sit.into()]).await;
    while !matches!(client.receive().await, ServerMessage::Seated(_)) {}
    for (number, gesture) in (1..).zip([say(Words::Call), push(&[(5, 1)]), Gesture::SpeakUp]) {
        let (action_id, gesture) = (ActionId(number), Box::new(gesture));
        client.send([MakeGesture { table, turn: None, action_id, gesture }.into()]).await;
        loop {
            match client.receive().await {
                ServerMessage::ActionRefused(refused) => {
                    assert_eq!(
                        (refused.code, refused.action_id),
                        (ErrorCode::NotHybrid, action_id)
                    );
                    assert!(refused.message.contains("exact actions"), "{}", refused.message);
                    break;
                }
                // The buy-in left the wallet.
                ServerMessage::Balance(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }
    client.send([Observe { request: RequestId(4), table }.into()]).await;
    let after = client.observing(4).await;
    assert_eq!(after.seq.0, before.seq.0 + 1, "sitting down was all that happened");
    felt.play.look().await;
}

#[tokio::test]
async fn lists_that_are_too_long_and_words_that_are_none_end_the_connection() {
    let mut felt = Felt::deal().await;
    let who = 1;
    assert!(felt.play.client(who).encoding.is_text());
    let table = felt.play.table;
    let seventeen = vec![r#"{"denomination":5,"count":1}"#; 17].join(",");
    for gesture in [
        format!(r#"{{"Push":{{"chips":[{seventeen}],"pulled":[]}}}}"#),
        r#"{"Push":{"chips":[{"denomination":9007199254740992,"count":1}],"pulled":[]}}"#
            .to_owned(),
        r#"{"Push":{"chips":[{"denomination":5,"count":256}],"pulled":[]}}"#.to_owned(),
        r#"{"Push":{"chips":[{"denomination":-5,"count":1}],"pulled":[]}}"#.to_owned(),
        r#"{"Say":{"words":"Cheat","amount":null,"figure":null}}"#.to_owned(),
        r#"{"Say":{"words":"Raise","amount":1,"figure":null,"more":1}}"#.to_owned(),
    ] {
        let text = format!(
            r#"[{{"MakeGesture":{{"table":{table},"turn":null,"action_id":1,"gesture":{gesture}}}}}]"#
        );
        felt.play.malformed(who, Message::Text(text.into())).await;
    }
    felt.play.assert_balanced().await;
}
