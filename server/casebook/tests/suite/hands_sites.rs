//! Made-up hands and sequences in which a site does something that this server does not. Each
//! agrees by the rule that names it, and does not if something else in it is changed.
use crate::hands_room::{agrees_by, parts};

use cardroom_casebook::hands::Peculiarity;

/// The big blind is away and all-in for 6 of 10. The site folds its pair of aces.
const AWAY_HOLDEM: &str = "
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [200, 6, 300]
actions = ['d dh p1 KsKd', 'd dh p2 AsAd', 'd dh p3 QsQd', 'p3 cc', 'p1 cc', 'p2 f',
  'd db 2c7d9h', 'p1 cbr 20', 'p3 cc', 'd db 3c', 'p1 cc', 'p3 cc', 'd db 4h', 'p1 cc', 'p3 cc',
  'p1 sm KsKd', 'p3 sm QsQd']
finishing_stacks = [236, 0, 270]
";

#[test]
fn a_player_who_is_away_and_all_in_is_folded() {
    let away = [(Peculiarity::AwayFolds, 1)];
    agrees_by("away.phh", AWAY_HOLDEM, &away);
    let silent = AWAY_HOLDEM.replace("'p2 f',", "");
    agrees_by("silent.phh", &silent, &away);
    let omaha = AWAY_HOLDEM
        .replace("'NT'", "'PO'")
        .replace("KsKd", "KsKd8c8h")
        .replace("AsAd", "AsAd6c6h")
        .replace("QsQd", "QsQdJcTh");
    agrees_by("omaha.phh", &omaha, &away);
    let shows = silent.replace("'p3 sm QsQd'", "'p3 sm QsQd', 'p2 sm AsAd'");
    assert_eq!(parts("shows.phh", &shows), "final stacks 218 18 270");
    let lives = AWAY_HOLDEM.replace("[236, 0, 270]", "[218, 18, 270]");
    assert!(parts("lives.phh", &lives).contains("p2"), "a folded hand wins nothing");
    let more = AWAY_HOLDEM.replace("200, 6, 300", "200, 16, 300").replace("236, 0,", "240, 6,");
    agrees_by("more.phh", &more, &[]);
}

#[test]
fn everybody_else_may_be_away() {
    let uncontested = "
variant = 'NT'
antes = [2, 2, 2]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [200, 300, 1]
actions = ['d dh p1 KsKd', 'd dh p2 8s7d', 'd dh p3 AsAd', 'p3 f', 'p1 f']
finishing_stacks = [193, 308, 0]
";
    agrees_by("ante.phh", uncontested, &[(Peculiarity::AwayFolds, 1)]);
    let silent = uncontested.replace("'p3 f', ", "");
    agrees_by("ante.phh", &silent, &[(Peculiarity::AwayFolds, 1)]);
    // The small blind gets a turn although the big blind is away and all-in, and raises.
    let raises = uncontested
        .replace("200, 300, 1", "200, 12, 300")
        .replace("'p3 f', 'p1 f'", "'p3 f', 'p1 cbr 30', 'p2 f'")
        .replace("193, 308, 0", "214, 0, 298");
    agrees_by("raise.phh", &raises, &[(Peculiarity::AwayFolds, 1)]);
    parts("raise.phh", &raises.replace("214, 0, 298", "215, 0, 297"));
}

/// The big blind and the button are all-in when the small blind raises.
const RAISES_ALL_INS: &str = "
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [200, 10, 50]
actions = ['d dh p1 KsKd', 'd dh p2 AsAd', 'd dh p3 QsQd', 'p3 cbr 50', 'p1 cbr 200',
  'p1 sm KsKd', 'p2 sm AsAd', 'p3 sm QsQd', 'd db 2c7d9h', 'd db 3c', 'd db 4h']
finishing_stacks = [230, 30, 0]
";

#[test]
fn a_raise_that_nobody_can_call_is_a_call() {
    agrees_by("all-in.phh", RAISES_ALL_INS, &[(Peculiarity::RaisesAllIns, 1)]);
    parts("less.phh", &RAISES_ALL_INS.replace("p1 cbr 200", "p1 cbr 40"));
    parts("lost.phh", &RAISES_ALL_INS.replace("[230, 30, 0]", "[80, 30, 150]"));
}

/// Badugi: the small blind is all-in for 50 of 150 and folded before the first draw.
const AWAY_DRAW: &str = "
variant = 'FB'
antes = [0, 0, 0]
blinds_or_straddles = [150, 300, 0]
small_bet = 300
big_bet = 600
starting_stacks = [50, 2000, 2000]
actions = ['d dh p1 As2d3c4h', 'd dh p2 5s6d7c8h', 'd dh p3 9sTdJcKh', 'p3 cc', 'p1 f', 'p2 cc',
  'p2 sd', 'p3 sd', 'p2 cbr 300', 'p3 cc', 'p2 sd', 'p3 sd', 'p2 cc', 'p3 cc', 'p2 sd', 'p3 sd',
  'p2 cc', 'p3 cc', 'p2 sm 5s6d7c8h', 'p3 sm']
finishing_stacks = [0, 2650, 1400]
";

/// Stud: the third player's last chip is the ante.
const AWAY_STUD: &str = "
variant = 'F7S'
antes = [5, 5, 5]
bring_in = 10
small_bet = 40
big_bet = 80
starting_stacks = [500, 500, 5]
actions = ['d dh p1 KsKd2c', 'd dh p2 QsQd3c', 'd dh p3 AsAdAc', 'p1 pb', 'p2 cc', 'p3 f',
  'd dh p1 4h', 'd dh p2 5h', 'p2 cc', 'p1 cc', 'd dh p1 6h', 'd dh p2 8h', 'p2 cc', 'p1 cc',
  'd dh p1 9h', 'd dh p2 Th', 'p2 cc', 'p1 cc', 'd dh p1 Jc', 'd dh p2 7c', 'p2 cc', 'p1 cc',
  'p1 sm KsKd2c4h6h9hJc', 'p2 sm']
finishing_stacks = [520, 485, 0]
";

#[test]
fn draw_and_stud_go_on_without_a_player_who_is_away() {
    let away = [(Peculiarity::AwayFolds, 1)];
    agrees_by("draw.phh", AWAY_DRAW, &away);
    agrees_by("draw.phh", &AWAY_DRAW.replace("'p1 f', ", ""), &away);
    agrees_by("stud.phh", AWAY_STUD, &away);
    agrees_by("stud.phh", &AWAY_STUD.replace("'p3 f',", ""), &away);
    let lowest = AWAY_STUD.replace("AsAdAc", "AsAd2c").replace("KsKd2c", "KsKd2d");
    agrees_by("lowest.phh", &lowest, &away);
    agrees_by("lowest.phh", &lowest.replace("'p3 f',", ""), &away);
    // The bring-in itself may be all-in.
    let brings_in = lowest
        .replace("500, 500, 5]", "500, 500, 12]")
        .replace("'p1 pb', 'p2 cc', 'p3 f',", "'p3 pb', 'p1 cc', 'p2 cc', 'p3 f',")
        .replace("[520, 485, 0]", "[527, 485, 0]");
    agrees_by("bring-in.phh", &brings_in, &away);
}

/// Builds a hand of fixed-limit badugi. The first player's all-in is 20 over a bet of 300, unless
/// `stack` says otherwise. The third player, who has called, completes it.
fn short_badugi(stack: u64, after: &str, finals: &str) -> String {
    format!(
        "
variant = 'FB'
antes = [0, 0, 0]
blinds_or_straddles = [150, 300, 0]
small_bet = 300
big_bet = 600
starting_stacks = [{stack}, 5000, 5000]
actions = ['d dh p1 As2d3c4h', 'd dh p2 5s6d7c8h', 'd dh p3 9sTdJcKh',
  'p3 cc', 'p1 cbr {stack}', {after}
  'p1 sd', 'p2 sd', 'p3 sd', 'p2 cc', 'p3 cc', 'p1 sd', 'p2 sd', 'p3 sd', 'p2 cc', 'p3 cc',
  'p1 sd', 'p2 sd', 'p3 sd', 'p2 cc', 'p3 cc', 'p1 sm As2d3c4h', 'p2 sm 5s6d7c8h', 'p3 sm']
finishing_stacks = {finals}
"
    )
}

#[test]
fn a_short_all_in_is_completed_in_draw_games() {
    // Under this server's own rules too, a raise completes less than half a bet.
    let third = "'p2 cbr 600', 'p3 cc',";
    agrees_by("less.phh", &short_badugi(320, third, "[960, 4960, 4400]"), &[]);
    // Half a bet or more is a full raise here. Only some sites let a raise complete it.
    let completes = [(Peculiarity::CompletesShortAllIn, 1)];
    agrees_by("more.phh", &short_badugi(550, third, "[1650, 4500, 4400]"), &completes);
    // A player who has called may not raise again here. At some sites they may.
    let acted = "'p2 cc', 'p3 cbr 600', 'p2 cc',";
    let reopens = [(Peculiarity::ReopensShortAllIn, 1)];
    agrees_by("less.phh", &short_badugi(320, acted, "[960, 4960, 4400]"), &reopens);
    agrees_by("more.phh", &short_badugi(550, acted, "[1650, 4500, 4400]"), &reopens);
    // After the completion, every other player who has called less may raise.
    let again = "'p2 cc', 'p3 cbr 600', 'p2 cbr 900', 'p3 cc',";
    agrees_by("again.phh", &short_badugi(320, again, "[960, 5260, 4100]"), &reopens);
    for to in [500, 601, 900] {
        let other = acted.replace("600", &to.to_string());
        parts("other.phh", &short_badugi(320, &other, "[960, 4960, 4400]"));
    }
}

/// Razz: after a bring-in of 10, an all-in of 25 is short of the whole bet of 40. The bring-in, who
/// has acted, completes it.
const SHORT_RAZZ: &str = "
variant = 'FR'
antes = [5, 5, 5]
bring_in = 10
small_bet = 40
big_bet = 80
starting_stacks = [500, 500, 30]
actions = ['d dh p1 AsAdKc', 'd dh p2 2s2d3c', 'd dh p3 QsQd4c', 'p1 pb', 'p2 cc', 'p3 cbr 25',
  'p1 cbr 40', 'p2 cc',
  'd dh p1 3h', 'd dh p2 5h', 'd dh p3 4h', 'p2 cc', 'p1 cbr 40', 'p2 cc',
  'd dh p1 6h', 'd dh p2 8h', 'd dh p3 Jh', 'p2 cc', 'p1 cc',
  'd dh p1 7h', 'd dh p2 Th', 'd dh p3 Jd', 'p2 cc', 'p1 cc',
  'd dh p1 8c', 'd dh p2 Kh', 'd dh p3 Jc', 'p2 cc', 'p1 cc',
  'p1 sm AsAdKc3h6h7h8c', 'p2 sm', 'p3 sm']
finishing_stacks = [615, 415, 0]
";

#[test]
fn a_short_all_in_over_the_bring_in_is_completed() {
    agrees_by("razz.phh", SHORT_RAZZ, &[(Peculiarity::ReopensShortAllIn, 1)]);
    parts(
        "razz.phh",
        &SHORT_RAZZ.replace(
            "'p1 cbr 40', 'p2 cc',\n  'd dh p1 3h'",
            "'p1 cbr 65', 'p2 cc',\n  'd dh p1 3h'",
        ),
    );
    let later =
        SHORT_RAZZ.replace("'p2 cc', 'p3 cbr 25',\n  'p1 cbr 40', 'p2 cc',", "'p2 f', 'p3 f',");
    parts("razz.phh", &later);
}

/// All-in before the turn, run out twice: the aces win one board and the set the other.
const TWICE: &str = "
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [200, 200, 300]
actions = ['d dh p1 AsAd', 'd dh p2 9s9d', 'd dh p3 QsQd', 'p3 f', 'p1 cbr 30', 'p2 cc',
  'd db Ah7d9h', 'p1 cbr 170', 'p2 cc', 'p1 sm AsAd', 'p2 sm 9s9d',
  'd db 3c', 'd db 4h', 'd db 9c', 'd db 5h']
finishing_stacks = [200, 200, 300]
";

#[test]
fn a_hand_that_was_run_out_twice_is_played_on_both_boards() {
    agrees_by("twice.phh", TWICE, &[]);
    assert_eq!(
        parts("twice.phh", &TWICE.replace("'d db 9c'", "'d db 8c'")),
        "final stacks 400 0 300"
    );
    let thrice = TWICE.replace("'d db 5h'", "'d db 5h', 'd db 3d', 'd db 4d'");
    assert!(parts("thrice.phh", &thrice).contains("final stacks 267 133 300"));
}

/// Two boards from the flop on, with betting. Each is worth half the pot.
const SPLIT: &str = "
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [200, 200, 300]
actions = ['d dh p1 AsAd', 'd dh p2 9s9d', 'd dh p3 QsQd', 'p3 cc', 'p1 cc', 'p2 cc',
  'd db 2h7d9h', 'd db 3h7c8h', 'p1 cc', 'p2 cbr 20', 'p3 f', 'p1 cc',
  'd db 3c', 'd db 4h', 'p1 cc', 'p2 cc', 'd db Kc', 'd db Jh', 'p1 cc', 'p2 cbr 30', 'p1 cc',
  'p2 sm 9s9d', 'p1 sm AsAd']
finishing_stacks = [205, 205, 290]
";

#[test]
fn a_hand_that_was_bet_on_two_boards_is_played_on_each() {
    let together = [(Peculiarity::BoardsTogether, 1)];
    agrees_by("split.phh", SPLIT, &together);
    parts("split.phh", &SPLIT.replace("[205, 205, 290]", "[206, 204, 290]"));
    parts("split.phh", &SPLIT.replace("'d db 3h7c8h'", "'d db 9c7c8h'"));
    // If the pot is odd, one board has one chip more.
    let odd = |stacks: &str| SPLIT.replace("[205, 205, 290]", stacks) + "_rake = 1\n";
    agrees_by("odd.phh", &odd("[205, 204, 290]"), &together);
    agrees_by("odd.phh", &odd("[204, 205, 290]"), &together);
    parts("odd.phh", &odd("[206, 203, 290]"));
}

/// A cash hand at a site, run out twice with a side pot. Only the streets have the boards.
const SITE_TWICE: &str = r#"{"site":"made-up","hand_id":"1","game":"NLHE","stakes":[5,10],
"button_seat":3,"seats":[{"seat":1,"stack":100},{"seat":2,"stack":300},{"seat":3,"stack":300}],
"posts":[{"seat":1,"type":"sb","amount":5},{"seat":2,"type":"bb","amount":10}],
"streets":[{"name":"hole cards","actions":[{"seat":3,"type":"raise","to":300,"amount":290},
{"seat":1,"type":"call","amount":95},{"seat":2,"type":"call","amount":290}]},
{"name":"first flop","board_new":["2c","7d","9h"]},{"name":"first turn","board_new":["4c"]},
{"name":"first river","board_new":["5d"]},{"name":"second flop","board_new":["2d","7c","9c"]},
{"name":"second turn","board_new":["4d"]},{"name":"second river","board_new":["Ah"]}],
"known_cards":{"1":["As","Ad"],"2":["Ks","Kd"],"3":["Qs","Qd"]},
"summary":{"total_pot":700,"rake":4,"boards":[]},
"expected":{"final_stacks":{"1":296,"2":400,"3":0}}}"#;

#[test]
fn the_boards_of_a_site_may_stand_in_its_streets() {
    let line = SITE_TWICE.replace('\n', "");
    agrees_by("twice.jsonl", &line, &[]);
    // On the second board the queens make a set, which wins half of both pots.
    let halved = line.replace("\"Ah\"", "\"Qh\"");
    assert_eq!(parts("twice.jsonl", &halved), "final stacks 148 200 348");
}

/// Heads-up, the button is on the big blind. The small blind acts first on both streets.
const OFF_BUTTON: &str = r#"{"site":"made-up","hand_id":"1","game":"NLHE","stakes":[5,10],
"button_seat":2,"seats":[{"seat":2,"stack":300},{"seat":8,"stack":300}],
"posts":[{"seat":8,"type":"sb","amount":5},{"seat":2,"type":"bb","amount":10}],
"streets":[{"name":"hole cards","actions":[{"seat":8,"type":"call","amount":5},
{"seat":2,"type":"check"}]},{"name":"flop","board_new":["2c","7d","9h"],"actions":[
{"seat":8,"type":"check"},{"seat":2,"type":"bet","amount":20,"street_total":20},
{"seat":8,"type":"fold"}]}],
"summary":{"total_pot":20,"boards":[["2c","7d","9h"]]},
"expected":{"final_stacks":{"2":310,"8":290}}}"#;

#[test]
fn heads_up_the_button_may_have_the_big_blind() {
    let off_button = [(Peculiarity::SmallBlindOffButton, 1)];
    let line = OFF_BUTTON.replace('\n', "");
    agrees_by("button.jsonl", &line, &off_button);
    // Other sites only show the button there: the big blind acts first on the flop.
    let shown = line.replace(
        "{\"seat\":8,\"type\":\"check\"},{\"seat\":2,\"type\":\"bet\"",
        "{\"seat\":2,\"type\":\"bet\"",
    );
    agrees_by("button.jsonl", &shown, &off_button);
    let elsewhere = line.replace("\"button_seat\":2", "\"button_seat\":5");
    agrees_by("button.jsonl", &elsewhere, &off_button);
    let antes = line
        .replace("\"posts\":[", "\"posts\":[{\"seat\":2,\"type\":\"ante\",\"amount\":1},{\"seat\":8,\"type\":\"ante\",\"amount\":1},")
        .replace("\"2\":310,\"8\":290", "\"2\":311,\"8\":289");
    agrees_by("button.jsonl", &antes, &off_button);
    let lost = line.replace("\"2\":310,\"8\":290", "\"2\":305,\"8\":295");
    parts("button.jsonl", &lost);
    let first = line.replace(
        "[{\"seat\":8,\"type\":\"call\",\"amount\":5},{\"seat\":2,\"type\":\"check\"}]",
        "[{\"seat\":2,\"type\":\"check\"},{\"seat\":8,\"type\":\"call\",\"amount\":5}]",
    );
    parts("button.jsonl", &first);
}
