//! Made-up sequences of hands in which a site moves the button through heads-up hands differently
//! from this server. Each move agrees by a named rule, and a wrong one is reported.
use crate::hands_room::{agrees_by, parts};

use cardroom_casebook::hands::Peculiarity;

/// Builds a sequence of hands: the players clockwise, then button, small and big blind. `-`
/// is a dead position.
fn sequence(rule: &str, hands: &[&str]) -> String {
    let hands = hands.iter().enumerate().map(|(number, hand)| {
        let words: Vec<&str> = hand.split(' ').collect();
        let [players, button, small, big] = words[..] else { panic!("{hand}") };
        let name = |word: &str| if word == "-" { "null".to_owned() } else { word.to_owned() };
        let (button, small, big) = (name(button), name(small), name(big));
        format!(
            r#"{{"hand_id":"{number}","clockwise":[{players}],"button":{button},"sb":{small},"bb":{big}}}"#
        )
    });
    let hands: Vec<String> = hands.collect();
    format!(r#"{{"rule":"{rule}","hands":[{}]}}"#, hands.join(","))
}

#[test]
fn a_moving_button_moves_on_through_heads_up() {
    let has_big = [(Peculiarity::ButtonHasBigBlind, 1)];
    let moves_on = [(Peculiarity::ButtonMovesOn, 1)];
    // The small blind busts: the button moves to the player who had the big blind.
    let bust = |then: &str| sequence("moving", &["2,8,9 8 9 2", then]);
    agrees_by("bust.jsonl", &bust("2,8 2 2 8"), &[]);
    agrees_by("bust.jsonl", &bust("2,8 2 8 2"), &has_big);
    for wrong in ["2,8 8 8 2", "2,8 8 2 8", "2,8 2 2 2", "2,8 - 8 2"] {
        parts("bust.jsonl", &bust(wrong));
    }
    // From then on the button alternates.
    let then = |then: &str| sequence("moving", &["2,8,9 8 9 2", "2,8 2 8 2", then]);
    agrees_by("then.jsonl", &then("2,8 8 2 8"), &[(Peculiarity::ButtonHasBigBlind, 2)]);
    agrees_by(
        "then.jsonl",
        &then("2,8 8 8 2"),
        &[(Peculiarity::ButtonMovesOn, 1), (Peculiarity::ButtonHasBigBlind, 1)],
    );
    parts("then.jsonl", &then("2,8 2 8 2"));
    // A third player joins.
    let comes = |then: &str| sequence("moving", &["2,8 2 2 8", then]);
    agrees_by("comes.jsonl", &comes("2,8,9 8 9 2"), &moves_on);
    for wrong in ["2,8,9 9 2 8", "2,8,9 8 2 9", "2,8,9 2 9 8", "2,8,9 9 8 2"] {
        parts("comes.jsonl", &comes(wrong));
    }
}

#[test]
fn a_dead_button_goes_through_heads_up_and_back() {
    let moves_on = [(Peculiarity::ButtonMovesOn, 1)];
    let stays_dead = [(Peculiarity::ButtonStaysDead, 1)];
    // The button busts: no player has the big blind twice, unless the button just moves on.
    let bust = |then: &str| sequence("dead", &["1,3,5 1 3 5", then]);
    agrees_by("bust.jsonl", &bust("3,5 5 5 3"), &[]);
    agrees_by("bust.jsonl", &bust("3,5 3 3 5"), &moves_on);
    agrees_by("bust.jsonl", &bust("3,5 3 5 3"), &stays_dead);
    for wrong in ["3,5 5 3 5", "3,5 - 5 3", "3,5 5 5 5"] {
        parts("bust.jsonl", &bust(wrong));
    }
    // The small blind busts: its seat may keep the button.
    agrees_by("small.jsonl", &sequence("dead", &["1,3,5 1 3 5", "1,5 5 5 1"]), &[]);
    agrees_by("small.jsonl", &sequence("dead", &["1,3,5 1 3 5", "1,5 - 5 1"]), &stays_dead);
    parts("small.jsonl", &sequence("dead", &["1,3,5 1 3 5", "1,5 1 1 5"]));
    // A third player joins, and three-handed the dead button goes on from there.
    let there_and_back = ["1,3,5 1 3 5", "3,5 3 3 5", "3,5,7 5 7 3", "3,5,7 7 3 5", "3,5,7 3 5 7"];
    agrees_by("back.jsonl", &sequence("dead", &there_and_back), &[(Peculiarity::ButtonMovesOn, 2)]);
    let between = |then: &str| sequence("dead", &["3,7 3 3 7", then]);
    agrees_by("between.jsonl", &between("3,5,7 5 7 3"), &moves_on);
    agrees_by("between.jsonl", &between("3,5,7 7 3 5"), &moves_on);
    for wrong in ["3,5,7 3 5 7", "3,5,7 3 7 5", "3,5,7 7 5 3", "3,5,7 5 3 7"] {
        parts("between.jsonl", &between(wrong));
    }
    // The same with numbers of players instead of seats.
    let numbered = ["31,53,75 31 53 75", "53,75 53 53 75", "53,75,97 75 97 53"];
    agrees_by("players.jsonl", &sequence("dead", &numbered), &[(Peculiarity::ButtonMovesOn, 2)]);
    let wrong = ["31,53,75 31 53 75", "53,75 53 53 75", "53,75,97 97 75 53"];
    parts("players.jsonl", &sequence("dead", &wrong));
    // With three players before and after, no such rule applies.
    parts("three.jsonl", &sequence("dead", &["3,5,7 3 5 7", "3,5,7 3 5 7"]));
}
