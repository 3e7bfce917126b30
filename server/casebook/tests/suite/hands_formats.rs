//! Made-up hands in each format. They agree as they stand, and if one thing in them is changed, the
//! report says what.
use crate::hands_room::{checked, library};

use cardroom_casebook::hands::{Expectations, Peculiarity, Source, check};

/// Asserts that one hand agrees, without a peculiarity.
fn agrees(path: &str, text: &str) {
    let report = checked(path, text);
    assert_eq!(report.to_string(), "1 passed, 0 failed\n");
}

/// Asserts that one hand does not agree, and returns the engine's result from the report.
fn parts(path: &str, text: &str) -> String {
    let report = checked(path, text);
    assert_eq!((report.passed, report.failed.len()), (0, 1), "{report}");
    assert!(report.to_string().ends_with("0 passed, 1 failed\n"));
    report.failed[0].actual.clone()
}

/// The small blind is all-in for less than the others bet: a main pot for the pair of aces, a side
/// pot for the kings.
const SIDE_POT: &str = "
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [40, 200, 300]
actions = ['d dh p1 AsAd', 'd dh p2 KsKd', 'd dh p3 QsQd', 'p3 cbr 30', 'p1 cbr 40', 'p2 cc',
  'p3 cc', 'd db 2c7d9h', 'p2 cbr 50', 'p3 cc', 'd db 3c', 'p2 cc', 'p3 cc', 'd db 4h',
  'p2 cc', 'p3 cc', 'p2 sm KsKd', 'p3 sm QsQd', 'p1 sm AsAd']
finishing_stacks = [120, 210, 210]
";

/// A newcomer in the third place posts a big blind and a dead small blind.
const DEAD_BLIND: &str = "
variant = 'NT'
antes = [2, 2, 7, 2]
blinds_or_straddles = [5, 10, -10, 0]
min_bet = 10
starting_stacks = [200, 200, 200, 200]
actions = ['d dh p1 AsAd', 'd dh p2 KsKd', 'd dh p3 QsQd', 'd dh p4 JsJd', 'p3 cc', 'p4 f', 'p1 f',
  'p2 cc', 'd db 2c7d9h', 'p2 cbr 20', 'p3 f']
finishing_stacks = [193, 226, 183, 198]
";

#[test]
fn a_dead_blind_is_told_from_the_antes() {
    agrees("antes.phh", DEAD_BLIND);
    let stacks = |antes: &str, stacks: &str| {
        DEAD_BLIND.replace("[2, 2, 7, 2]", antes).replace("[193, 226, 183, 198]", stacks)
    };
    agrees("no-antes.phh", &stacks("[0, 0, 5, 0]", "[195, 220, 185, 200]"));
    agrees("big-blind-ante.phh", &stacks("[0, 10, 5, 0]", "[195, 220, 185, 200]"));
    let unlike = stacks("[2, 2, 7, 50]", "[193, 226, 183, 198]");
    assert!(checked("unlike.phh", &unlike).to_string().contains("antes of different size"));
}

#[test]
fn a_hand_agrees_or_the_report_says_where_it_parts() {
    agrees("side-pot.phh", SIDE_POT);
    let other_stacks = SIDE_POT.replace("[120, 210, 210]", "[220, 110, 210]");
    assert_eq!(parts("stacks.phh", &other_stacks), "final stacks 120 210 210");
    let other_turn = SIDE_POT.replace("'d db 2c7d9h', 'p2", "'d db 2c7d9h', 'p3");
    assert_eq!(parts("turn.phh", &other_turn), "move 5: p2 has the turn, in the record it was p3");
    let small_raise = SIDE_POT.replace("p3 cbr 30", "p3 cbr 15");
    assert!(
        parts("raise.phh", &small_raise).starts_with("move 1, p3 RaiseTo(15c): The minimum is 20")
    );
    let stops_early = SIDE_POT.replace("'d db 4h',\n  'p2 cc', 'p3 cc',", "'d db 4h',");
    assert_eq!(parts("early.phh", &stops_early), "p2 still has a turn after the last move");
    let twice = SIDE_POT.replace("d db 4h", "d db As");
    assert_eq!(parts("twice.phh", &twice), "no deck deals this hand: As is dealt twice");
    let unread = SIDE_POT.replace("p3 cbr 30", "p9 cbr 30");
    assert_eq!(parts("unread.phh", &unread), "the record does not read: action \"p9 cbr 30\"");
}

#[test]
fn a_chip_that_a_record_halves_goes_to_one_winner() {
    let split = SIDE_POT
        .replace("AsAd", "KhKc")
        .replace("40, 200, 300", "41, 200, 300")
        .replace("p1 cbr 40", "p1 cbr 41")
        .replace("[120, 210, 210]", "[61.5, 270.5, 209]");
    let report = checked("split.phh", &split);
    assert_eq!((report.passed, report.failed.len()), (1, 0), "{report}");
    assert_eq!(report.peculiar.get(&Peculiarity::HalfChip), Some(&1));
}

/// Heads-up for money: the button posts a quarter.
const MONEY: &str = "
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [0.25, 0.5]
min_bet = 0.50
starting_stacks = [10.75, 20.5]
actions = ['d dh p1 AsAd', 'd dh p2 ????', 'p2 cbr 1.5', 'p1 cc', 'd db 2c7d9h', 'p1 cbr 9.25', 'p2 f']
finishing_stacks = [12.25, 19.0]
";

#[test]
fn amounts_may_have_a_decimal_point() {
    agrees("money.phh", MONEY);
    let less = MONEY.replace("12.25, 19.0", "12.2475, 19.0025");
    assert!(parts("money.phh", &less).starts_with("the record does not read: a final stack"));
    let rounded = MONEY.replace("12.25, 19.0", "12.0, 19.25");
    assert_eq!(parts("money.phh", &rounded), "final stacks 1225 1900");
}

#[test]
fn hands_of_a_collection_are_compared_with_the_file_beside_it() {
    let collection = format!("[7]\n{SIDE_POT}").replace("finishing_stacks", "ignored");
    let report = checked("some/where/night.phhs", &collection);
    assert_eq!(report.failed[0].actual, "nothing to compare with: the record has no final stacks");
    let beside = |stacks: &str| {
        let line = format!("{{\"path\": \"data/night/7.phh\", \"final_stacks\": {stacks}}}\n");
        let expected = Expectations::parse(&line).unwrap();
        let path = "some/where/night.phhs";
        let source = Source { path, text: &collection, expected: Some(&expected), most_boards: 0 };
        check(&library(), source, None)
    };
    assert_eq!(beside("[120, 210, 210]").to_string(), "1 passed, 0 failed\n");
    assert_eq!(beside("[121, 209, 210]").failed[0].place, "some/where/night/7.phh");
}

/// Eight players see the last street of stud. After 48 cards and three burns a single card is left.
/// It is shuffled with the burns, and one common card is dealt (TDA RP-10-H).
const SHORT_STUB: &str = "
variant = 'F7S'
antes = [1, 1, 1, 1, 1, 1, 1, 1]
bring_in = 2
small_bet = 5
big_bet = 10
starting_stacks = [100, 100, 100, 100, 100, 100, 100, 100]
actions = ['d dh p1 AcAdAh', 'd dh p2 9d8dJc', 'd dh p3 Qh9hTh', 'd dh p4 3sJd3c',
  'd dh p5 6cTd2c', 'd dh p6 7c6sJs', 'd dh p7 Qs2s2h', 'd dh p8 KsJhKh',
  'p5 pb', 'p6 cc', 'p7 cc', 'p8 cc', 'p1 cc', 'p2 cc', 'p3 cc', 'p4 cc',
  'd dh p1 As', 'd dh p2 6h', 'd dh p3 5c', 'd dh p4 Ts', 'd dh p5 8h', 'd dh p6 9c',
  'd dh p7 Tc', 'd dh p8 4c',
  'p1 cc', 'p2 cc', 'p3 cc', 'p4 cc', 'p5 cc', 'p6 cc', 'p7 cc', 'p8 cc',
  'd dh p1 Kc', 'd dh p2 8c', 'd dh p3 5s', 'd dh p4 Qd', 'd dh p5 4h', 'd dh p6 7s',
  'd dh p7 6d', 'd dh p8 5h',
  'p1 cc', 'p2 cc', 'p3 cc', 'p4 cc', 'p5 cc', 'p6 cc', 'p7 cc', 'p8 cc',
  'd dh p1 Kd', 'd dh p2 3h', 'd dh p3 4s', 'd dh p4 Qc', 'd dh p5 9s', 'd dh p6 8s',
  'd dh p7 7h', 'd dh p8 7d',
  'p1 cc', 'p2 cc', 'p3 cc', 'p4 cc', 'p5 cc', 'p6 cc', 'p7 cc', 'p8 cc',
  'd db 2d', 'p1 cc', 'p2 cc', 'p3 cc', 'p4 cc', 'p5 cc', 'p6 cc', 'p7 cc', 'p8 cc']
finishing_stacks = [121, 97, 97, 97, 97, 97, 97, 97]
";

#[test]
fn the_last_card_of_stud_may_lie_for_all() {
    agrees("short-stub.phh", SHORT_STUB);
    let held = SHORT_STUB.replace("'d db 2d'", "'d db 2h'");
    assert_eq!(
        parts("held.phh", &held),
        "no deck deals this hand: 2h comes again without having been given away"
    );
}

/// Six players draw until the deck runs out in the second draw. The last player gets a card that
/// the first one discarded.
const RESHUFFLE: &str = "
variant = 'F2L3D'
antes = [0, 0, 0, 0, 0, 0]
blinds_or_straddles = [1, 2, 0, 0, 0, 0]
small_bet = 2
big_bet = 4
starting_stacks = [50, 50, 50, 50, 50, 50]
actions = ['d dh p1 7h5dAsKsQs', 'd dh p2 ??????????', 'd dh p3 ??????????',
  'd dh p4 ??????????', 'd dh p5 ??????????', 'd dh p6 ??????????',
  'p3 cc', 'p4 cc', 'p5 cc', 'p6 cc', 'p1 cc', 'p2 cc',
  'p1 sd AsKsQs', 'd dh p1 4c3c2h', 'p2 sd ??????', 'd dh p2 ??????', 'p3 sd ??????',
  'd dh p3 ??????', 'p4 sd ??????', 'd dh p4 ??????', 'p5 sd ??????', 'd dh p5 ??????',
  'p6 sd ??????', 'd dh p6 ??????',
  'p1 cbr 2', 'p2 cc', 'p3 cc', 'p4 cc', 'p5 cc', 'p6 cc',
  'p1 sd', 'p2 sd ??', 'd dh p2 ??', 'p3 sd ??', 'd dh p3 ??', 'p4 sd ??', 'd dh p4 ??',
  'p5 sd ??', 'd dh p5 ??', 'p6 sd ??', 'd dh p6 As',
  'p1 cbr 4', 'p2 f', 'p3 f', 'p4 f', 'p5 f', 'p6 cc',
  'p1 sd', 'p6 sd', 'p1 cbr 4', 'p6 cc', 'p1 sm 7h5d4c3c2h', 'p6 sm']
finishing_stacks = [82, 46, 46, 46, 46, 34]
";

#[test]
fn a_card_given_away_comes_back_when_the_deck_has_run_out() {
    // 6 * 2 + 6 * 2 + 2 * 4 + 2 * 4 = 40 in the pot; the winner put in 12 of it.
    let text = RESHUFFLE.replace("[82, 46, 46, 46, 46, 34]", "[78, 46, 46, 46, 46, 38]");
    agrees("reshuffle.phh", &text);
    let too_early = text.replace("'d dh p2 ??', 'p3 sd ??'", "'d dh p2 Ks', 'p3 sd ??'");
    assert!(parts("early.phh", &too_early).ends_with("Ks is dealt twice"));
    let never_given = text.replace("'d dh p6 As'", "'d dh p6 7h'");
    assert_eq!(
        parts("never.phh", &never_given),
        "no deck deals this hand: 7h comes again without having been given away"
    );
}

const LOG: &str = "\
# name/game/hands/seed made.up holdem.nolimit.2p.reverse_blinds.game 1 0
STATE:0:r300c/cr600c/cc/cr1500f:KcQd|9hAs/Tc5h4s/2h/6d:-600|600:one|other
";

#[test]
fn a_line_of_a_log_is_a_hand() {
    agrees("made-up.log", LOG);
    let lost_more = LOG.replace("-600|600", "-650|650");
    assert_eq!(parts("made-up.log", &lost_more), "final stacks 19400 20600");
    assert!(parts("made-up.log", &LOG.replace("r300c", "r300x")).contains("does not read"));
}

/// The seat of the small blind is empty. Seat 7 enters with a dead small blind and a big blind.
/// The house takes 2.
const SITE_HAND: &str = r#"{"site":"made-up","hand_id":"1","game":"NLHE","stakes":[5,10],
"button_seat":2,"seats":[{"seat":2,"stack":500},{"seat":4,"stack":300},{"seat":5,"stack":400},
{"seat":7,"stack":200},{"seat":8,"stack":900}],
"posts":[{"seat":4,"type":"bb","amount":10},{"seat":7,"type":"dead_sb_plus_bb","amount":15}],
"streets":[{"name":"hole cards","actions":[{"seat":5,"type":"fold"},
{"seat":7,"type":"raise","to":30,"amount":20},{"seat":2,"type":"fold"},
{"seat":4,"type":"call","amount":20}]},
{"name":"flop","board_new":["2c","7d","9h"],"actions":[{"seat":4,"type":"check"},
{"seat":7,"type":"bet","amount":40,"street_total":40},{"seat":4,"type":"fold"}]}],
"summary":{"total_pot":65,"rake":2,"boards":[["2c","7d","9h"]]},
"expected":{"final_stacks":{"2":500,"4":270,"5":400,"7":228,"8":900}}}"#;

#[test]
fn a_line_of_a_site_is_a_hand() {
    let line = SITE_HAND.replace('\n', "");
    agrees("made-up.jsonl", &line);
    let no_rake = line.replace("\"rake\":2", "\"rake\":0");
    assert_eq!(parts("made-up.jsonl", &no_rake), "final stacks 270 400 230 500");
    let other_seat = line.replace("\"seat\":5,\"type\":\"fold\"", "\"seat\":7,\"type\":\"fold\"");
    assert_eq!(
        parts("made-up.jsonl", &other_seat),
        "move 2: seat 2 has the turn, in the record it was seat 7"
    );
}

#[test]
fn a_table_says_where_the_button_goes() {
    let sequence = |then: &str| {
        format!(
            r#"{{"rule":"dead button","hands":[{{"hand_id":"1","clockwise":[1,3,5,6],"button":6,"sb":1,"bb":3}},{then}]}}"#
        )
    };
    let gone = r#"{"hand_id":"2","clockwise":[1,5,6],"button":1,"sb":null,"bb":5}"#;
    agrees("made-up.jsonl", &sequence(gone));
    let moved = r#"{"hand_id":"2","clockwise":[1,5,6],"button":1,"sb":5,"bb":6}"#;
    assert_eq!(
        parts("made-up.jsonl", &sequence(moved)),
        "button 1, small blind nobody, big blind 5"
    );
}

#[test]
fn the_better_hand_is_the_better_one() {
    let better = r#"{"type":"razz7","a":"Ac2d3h4s5cKdKh","b":"Ad2c3s4h6cQdQh","board":"","cmp":1,"a_best":"5c4s3h2dAc","b_best":"6c4h3s2cAd"}"#;
    agrees("made-up.jsonl", better);
    let worse = better.replace("\"cmp\":1", "\"cmp\":-1");
    assert_eq!(parts("made-up.jsonl", &worse), "the first hand is better");
    let other_five = better.replace("5c4s3h2dAc", "Kd4s3h2dAc");
    assert!(parts("made-up.jsonl", &other_five).contains("5-4-3-2-A"));
}

#[test]
fn what_is_no_hand_is_left_out_and_what_does_not_read_fails() {
    assert!(checked("notes.txt", "a night to remember").to_string().contains("1 left out: files"));
    let unknown = SIDE_POT.replace("'NT'", "'Guts'");
    assert!(checked("guts.phh", &unknown).to_string().contains("1 left out: the game Guts"));
    assert!(parts("broken.phh", "variant = ").starts_with("the record does not read"));
    assert_eq!(checked("broken.jsonl", "{\"hand_id\":\"1\",\"streets\":[]}").failed.len(), 1);
}

#[test]
fn a_hand_is_told_as_a_person_would_read_it() {
    let mut told = String::new();
    let source = Source { path: "side-pot.phh", text: SIDE_POT, expected: None, most_boards: 0 };
    check(&library(), source, Some(&mut |hand: &str| told.push_str(hand)));
    for line in [
        "p1 posts the small blind 5",
        "p3 raises to 30",
        "p1 raises to 40",
        "board: 2c 7d 9h",
        "p2 bets 50",
        "p1 shows As Ad",
        "pot 2: p2 100",
        "pot 1: p1 120",
    ] {
        assert!(told.contains(line), "{line:?} is missing in\n{told}");
    }
}
