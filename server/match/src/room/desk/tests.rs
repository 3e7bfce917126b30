//! Questions and answers without a socket.

use super::*;
use cardroom_protocol::Seq;
use cardroom_protocol::client::Leave;
use cardroom_protocol::table::Action;

const TABLE: TableId = TableId(1);

fn turn(number: u64) -> YourTurn {
    let legal = LegalActions { fold: true, check: true, ..LegalActions::default() };
    YourTurn { table: TABLE, seq: Seq(1), turn: TurnToken(number), legal }
}

fn act(turn: u64, action_id: u64) -> ClientMessage {
    let (turn, action_id) = (TurnToken(turn), ActionId(action_id));
    Act { table: TABLE, turn, action_id, action: Action::Check }.into()
}

fn show(request: u32) -> ClientMessage {
    ShowOrMuck { request: RequestId(request), table: TABLE, show: true }.into()
}

/// Returns the code of a refusal.
fn code(answer: Option<ServerMessage>) -> ErrorCode {
    match answer {
        Some(ServerMessage::Refused(refused)) => refused.code,
        Some(ServerMessage::ActionRefused(refused)) => refused.code,
        other => panic!("no refusal: {other:?}"),
    }
}

fn answer(desk: &mut Desk) -> Option<Answer> {
    desk.take_verdict().map(|verdict| verdict.unwrap().0)
}

fn kinds(faults: Vec<Told>) -> Vec<LineFault> {
    faults.into_iter().map(|told| told.fault).collect()
}

#[test]
fn the_table_s_answers_have_the_client_s_numbers() {
    let mut desk = Desk::default();
    desk.turn_begins(&turn(4));
    assert_eq!(desk.hear(act(4, 90), b""), None);
    assert_eq!(answer(&mut desk), Some(Answer::Act(Action::Check)));
    let accepted = |action_id| ActionAccepted { table: TABLE, action_id: ActionId(action_id) };
    let of_match = ServerMessage::from(accepted(1));
    assert_eq!(desk.translated(&of_match), Some(accepted(90).into()));
    assert_eq!(desk.translated(&of_match), None, "the match acted in its place");
    // The same action once more gets the same answer.
    assert_eq!(desk.hear(act(4, 90), b""), Some(accepted(90).into()));
    assert_eq!(code(desk.hear(act(4, 91), b"")), ErrorCode::StaleTurn);
    assert_eq!(kinds(desk.take_faults()), [LineFault::Unasked]);
}

#[test]
fn an_answer_that_comes_too_late_is_dropped_and_the_next_turn_goes_on() {
    let mut desk = Desk::default();
    desk.turn_begins(&turn(4));
    desk.give_up();
    desk.turn_begins(&turn(5));
    assert_eq!(code(desk.hear(act(4, 1), b"")), ErrorCode::StaleTurn);
    assert!(!desk.has_verdict());
    assert_eq!(code(desk.hear(act(99, 2), b"")), ErrorCode::NotYourTurn);
    let fault = desk.take_verdict().unwrap().unwrap_err();
    assert_eq!((fault.fault, kinds(desk.take_faults())), (LineFault::WrongId, Vec::new()));
    assert_eq!(code(desk.hear(act(5, 3), b"")), ErrorCode::StaleTurn, "it took the turn's place");
}

#[test]
fn an_answer_to_an_offer_may_come_before_the_match_asks_for_it() {
    let mut desk = Desk::default();
    assert_eq!(desk.hear(show(8), b""), None);
    desk.offer_begins(Question::RunIt { most: 2 });
    assert!(!desk.has_verdict(), "it answers another offer");
    desk.offer_begins(Question::Show);
    assert_eq!(answer(&mut desk), Some(Answer::Show(true)));
    let done = ServerMessage::from(Done { request: RequestId(1) });
    assert_eq!(desk.translated(&done), Some(Done { request: RequestId(8) }.into()));
    // Without an offer, it is refused when another one comes, or with the next hand.
    assert_eq!(desk.hear(show(9), b""), None);
    assert_eq!(code(desk.hear(show(10), b"")), ErrorCode::NothingToDo);
    assert_eq!(code(desk.hand_begins()), ErrorCode::NoHand);
    assert_eq!((desk.hand_begins(), kinds(desk.take_faults())), (None, Vec::new()));
}

#[test]
fn other_requests_are_refused_and_are_no_faults() {
    let mut desk = Desk::default();
    desk.turn_begins(&turn(4));
    let leave = Leave { request: RequestId(3), table: TABLE };
    assert_eq!(code(desk.hear(leave.into(), b"")), ErrorCode::MatchTable);
    assert!(!desk.has_verdict() && desk.take_faults().is_empty());
}

#[test]
fn a_late_answer_to_the_table_before_does_not_answer_the_same_number_at_the_next_one() {
    let mut desk = Desk::default();
    desk.turn_begins(&turn(4));
    desk.give_up();
    desk.turn_begins(&YourTurn { table: TableId(2), ..turn(4) });
    assert_eq!(code(desk.hear(act(4, 1), b"")), ErrorCode::StaleTurn);
    assert!(!desk.has_verdict() && desk.take_faults().is_empty());
    let next = Act {
        table: TableId(2),
        turn: TurnToken(4),
        action_id: ActionId(2),
        action: Action::Check,
    };
    assert_eq!(desk.hear(next.into(), b""), None);
    assert_eq!(answer(&mut desk), Some(Answer::Act(Action::Check)));
}
