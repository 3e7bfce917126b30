//! Bets and raises of the wrong kind or size, under each betting structure, and invalid amounts.

use crate::support::playing::{BIG_BLIND, Play, UNIT};
use cardroom_protocol::table::{Action, LegalActions};
use cardroom_protocol::{Chips, ClientMessage, Encoding, ErrorCode};
use cardroom_rules::Betting;
use tokio_tungstenite::tungstenite::Message;

const MOST: u64 = (1 << 53) - 1;

/// An action that puts chips in, without the amount.
type Wager = fn(Chips) -> Action;

/// A turn of the script: the expected legal wager, and the action to take.
struct Turn {
    call: Option<u64>,
    /// Raise or bet, the least and the most. No most if it is the whole stack.
    wager: Option<(bool, u64, Option<u64>)>,
    then: Action,
}

fn turn(call: u64, wager: Option<(bool, u64, Option<u64>)>, then: Action) -> Turn {
    Turn { call: (call > 0).then_some(call), wager, then }
}

/// Returns the actions that must be refused if this is legal.
fn refused_actions(legal: &LegalActions, unit: u64) -> Vec<(Action, ErrorCode)> {
    let mut refused = vec![match legal.call {
        Some(_) => (Action::Check, ErrorCode::CannotCheck),
        None => (Action::Call, ErrorCode::NothingToCall),
    }];
    // In these scripts only the cap of fixed limit forbids a raise.
    let Some(wager) = legal.wager else {
        for action in [Action::RaiseTo, Action::Bet] {
            for to in [0, BIG_BLIND, 50, MOST] {
                refused.push((action(Chips(to)), ErrorCode::RaiseCapped));
            }
        }
        return refused;
    };
    let (bet, raise): (Wager, Wager) = (Action::Bet, Action::RaiseTo);
    let (right, wrong, code) = if wager.raise {
        (raise, bet, ErrorCode::CannotBet)
    } else {
        (bet, raise, ErrorCode::NothingToRaise)
    };
    let (least, most) = (wager.min_to.0, wager.max_to.0);
    for to in [0, least, most, MOST] {
        refused.push((wrong(Chips(to)), code));
    }
    for to in [0, 1, least - unit, least - 1] {
        refused.push((right(Chips(to)), ErrorCode::BelowMinimum));
    }
    for to in [most + 1, most + unit, 2 * most, 1 << 32, MOST] {
        refused.push((right(Chips(to)), ErrorCode::AboveMaximum));
    }
    if least < most {
        for to in [least + 1, most - 1] {
            refused.push((right(Chips(to)), ErrorCode::NotAUnit));
        }
    }
    refused
}

/// Deals a hand and plays the script, trying everything illegal before each action.
async fn try_everything(betting: Betting, script: Vec<Turn>) {
    let encodings = [Encoding::Json, Encoding::Binary, Encoding::Json];
    let mut play = Play::begin(&encodings, |config| config.tables[0].betting = betting).await;
    play.deal().await;
    for (number, turn) in script.into_iter().enumerate() {
        let (who, decision) = play.turn();
        let legal = decision.legal;
        let seat = play.players[who].seat;
        let own = play.views[who].seats.iter().find(|view| view.seat == seat).unwrap();
        let everything = own.stack.0 + own.in_hand.as_ref().unwrap().bet.0;
        assert_eq!(legal.call.map(|call| call.0), turn.call, "turn {number}");
        assert_eq!(legal.check, turn.call.is_none(), "turn {number}");
        let wager = legal.wager.map(|wager| (wager.raise, wager.min_to.0, wager.max_to.0));
        let expected = turn.wager.map(|(raise, min, max)| (raise, min, max.unwrap_or(everything)));
        assert_eq!(wager, expected, "turn {number}");
        let mut wrong = refused_actions(&legal, UNIT);
        if let Some((raise, _, Some(most))) = turn.wager {
            // Affordable, and still too much.
            assert!(most < everything);
            let to = Chips(everything);
            let action = if raise { Action::RaiseTo(to) } else { Action::Bet(to) };
            wrong.push((action, ErrorCode::AboveMaximum));
        }
        for (action, code) in wrong {
            let act = play.act(who, decision.turn, action);
            play.refused(who, act, code).await;
        }
        play.play(turn.then).await;
    }
    assert!(play.views[0].hand.is_none() || play.views[0].hand.as_ref().unwrap().street == 0);
    play.assert_balanced().await;
}

#[tokio::test]
async fn no_limit_takes_the_minimum_to_the_whole_stack() {
    let raise = |least| Some((true, least, None));
    let bet = Some((false, 10, None));
    try_everything(
        Betting::NoLimit,
        vec![
            turn(10, raise(20), Action::Call),
            turn(5, raise(20), Action::Call),
            turn(0, raise(20), Action::Check),
            turn(0, bet, Action::Bet(Chips(30))),
            turn(30, raise(60), Action::RaiseTo(Chips(65))),
            turn(65, raise(100), Action::Fold),
            turn(35, raise(100), Action::Fold),
        ],
    )
    .await;
}

#[tokio::test]
async fn pot_limit_takes_no_more_than_the_pot() {
    let raise = |least, most| Some((true, least, Some(most)));
    let bet = |most| Some((false, 10, Some(most)));
    try_everything(
        Betting::PotLimit,
        vec![
            turn(10, raise(20, 35), Action::Call),
            turn(5, raise(20, 40), Action::Call),
            turn(0, raise(20, 40), Action::Check),
            turn(0, bet(30), Action::Bet(Chips(30))),
            turn(30, raise(60, 120), Action::Call),
            turn(30, raise(60, 150), Action::Fold),
            turn(0, bet(90), Action::Bet(Chips(90))),
            turn(90, raise(180, 360), Action::Fold),
        ],
    )
    .await;
}

#[tokio::test]
async fn fixed_limit_takes_one_size_and_so_many_raises() {
    let raise = |to| Some((true, to, Some(to)));
    let bet = |to| Some((false, to, Some(to)));
    try_everything(
        Betting::FixedLimit,
        vec![
            turn(10, raise(20), Action::RaiseTo(Chips(20))),
            turn(15, raise(30), Action::RaiseTo(Chips(30))),
            turn(20, raise(40), Action::RaiseTo(Chips(40))),
            turn(20, None, Action::Call),
            turn(10, None, Action::Fold),
            turn(0, bet(10), Action::Bet(Chips(10))),
            turn(10, raise(20), Action::Call),
            turn(0, bet(20), Action::Bet(Chips(20))),
            turn(20, raise(40), Action::Fold),
        ],
    )
    .await;
}

/// Returns a table where a player of this encoding is to act.
async fn to_act(encoding: Encoding) -> (Play, usize) {
    let encodings = [Encoding::Json, Encoding::Binary, Encoding::Json];
    let mut play = Play::begin(&encodings, |_| {}).await;
    play.deal().await;
    while play.players[play.turn().0].client.encoding != encoding {
        play.play(Action::Call).await;
    }
    let who = play.turn().0;
    (play, who)
}

#[tokio::test]
async fn json_amounts_that_are_none_end_the_connection_and_not_the_turn() {
    let (mut play, who) = to_act(Encoding::Json).await;
    let token = play.turn().1.turn;
    let act = play.act(who, token, Action::Fold);
    let actions = [
        "-1",
        "-20",
        "1.5",
        "20.0",
        "1e3",
        "2E1",
        "\"100\"",
        "null",
        "true",
        "[20]",
        "{}",
        "",
        "020",
        "+20",
        "0x14",
        "NaN",
        "Infinity",
        "9007199254740992",
        "18446744073709551615",
        "18446744073709551616",
        "99999999999999999999999999999999",
    ];
    let actions = actions.iter().map(|amount| format!(r#"{{"RaiseTo":{amount}}}"#));
    let others =
        [r#""RaiseTo""#, r#"{"Call":20}"#, r#""AllIn""#, r#"{"RaiseTo":20,"Bet":20}"#, "3", "null"];
    let actions = actions.chain(others.iter().map(|action| (*action).to_owned()));
    let whole = |table: &str, turn: &str, id: &str, action: &str| {
        format!(
            r#"[{{"Act":{{"table":{table},"turn":{turn},"action_id":{id},"action":{action}}}}}]"#
        )
    };
    let [table, token, id] =
        [act.table.0, act.turn.0, act.action_id.0].map(|number| number.to_string());
    let (table, token, id) = (&*table, &*token, &*id);
    let mut frames: Vec<_> = actions.map(|action| whole(table, token, id, &action)).collect();
    for number in ["-1", "9007199254740992", "1.0"] {
        frames.push(whole(number, token, id, r#""Fold""#));
        frames.push(whole(table, number, id, r#""Fold""#));
        frames.push(whole(table, token, number, r#""Fold""#));
    }
    for frame in frames {
        play.malformed(who, Message::text(frame)).await;
    }
    // The frame around all of them is right.
    let legal = whole(table, token, id, r#"{"RaiseTo":20}"#);
    play.players[who].client.send_raw(Message::text(legal)).await;
    play.settle().await;
    assert_eq!(play.views[0].hand.as_ref().unwrap().current_bet.0, 20);
    play.assert_balanced().await;
}

#[tokio::test]
async fn binary_amounts_that_are_none_end_the_connection_and_not_the_turn() {
    let (mut play, who) = to_act(Encoding::Binary).await;
    let token = play.turn().1.turn;
    let act = play.act(who, token, Action::RaiseTo(Chips(20)));
    let legal = Encoding::Binary.encode(&[ClientMessage::from(act)]).unwrap();
    let [48, 5, table, turn, id, 4, 20] = *legal else { panic!("{legal:?}") };
    let with = |body: &[u8], amount: &[u8]| {
        let length = u8::try_from(body.len() + amount.len()).unwrap();
        Message::binary([&[48, length], body, amount].concat())
    };
    let wide = |amount: u64| [&[0xfd][..], &amount.to_le_bytes()].concat();
    let start = [table, turn, id];
    let raise = [table, turn, id, 4];
    let mut frames = vec![
        with(&raise, &[]),         // no amount
        with(&raise, &[20, 0]),    // a byte too many
        with(&raise, &[0xfb, 20]), // an amount that ends early
        with(&raise, &[0xfe; 17]), // 128 bits
        with(&raise, &[0xff]),     // no such length
        with(&start, &[5, 20]),    // no such action
        with(&start, &[2, 20]),    // a call with an amount
        with(&start, &[]),         // no action
    ];
    for amount in [1 << 53, 1 << 63, u64::MAX] {
        frames.push(with(&raise, &wide(amount)));
        frames.push(with(&wide(amount), &[turn, id, 0]));
        frames.push(with(&[table], &[&wide(amount)[..], &[id, 0]].concat()));
        frames.push(with(&[table, turn], &[&wide(amount)[..], &[0]].concat()));
    }
    for frame in frames {
        play.malformed(who, frame).await;
    }
    play.players[who].client.send_raw(Message::binary(legal.to_vec())).await;
    play.settle().await;
    assert_eq!(play.views[0].hand.as_ref().unwrap().current_bet.0, 20);
    play.assert_balanced().await;
}
