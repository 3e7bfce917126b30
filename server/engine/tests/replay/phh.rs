//! Reads hands in the poker hand history format (PHH).

use super::{Move, Owing, RealHand, Who, stakes, with_ante};
use cardroom_cards::{Card, parse_cards};
use cardroom_rules::{AnteKind, Betting};
use serde_json::Value;
use std::collections::BTreeMap;

/// A hand in PHH terms, from TOML or JSON read as one kind of value. `Err` names the class of hands
/// this one belongs to, when a table of this room cannot be in its situation.
pub(crate) fn read(
    name: String,
    phh: &Value,
    final_stacks: Vec<u64>,
    rake: u64,
) -> Result<RealHand, &'static str> {
    let betting = match phh["variant"].as_str().unwrap() {
        "NT" => Betting::NoLimit,
        "FT" => Betting::FixedLimit,
        "PT" | "x-PT" => Betting::PotLimit,
        _ => return Err("not hold'em"),
    };
    let stacks: Vec<u64> = integers(&phh["starting_stacks"]).map(unsigned).collect();
    let mut blinds: Vec<i64> = integers(&phh["blinds_or_straddles"]).collect();
    let mut antes: Vec<i64> = integers(&phh["antes"]).collect();
    let heads_up = stacks.len() == 2;
    let (small_place, big_place) = if heads_up { (1, 0) } else { (0, 1) };
    if heads_up {
        blinds.reverse();
        antes.reverse();
    }
    let owing = owing(&blinds, &mut antes)?;
    let dead_small_blind = !heads_up && blinds[1] <= 0;
    let (small, big) =
        if dead_small_blind { (0, blinds[0]) } else { (blinds[small_place], blinds[big_place]) };
    let straddles = blinds.iter().skip(2).any(|blind| *blind > 0);
    if straddles || big <= 0 || small < 0 {
        return Err("a straddle or a blind for the button alone");
    }
    let least = phh.get("min_bet").or(phh.get("small_bet")).and_then(Value::as_i64);
    if least.is_some_and(|least| least != big) {
        return Err("a least bet that is not the big blind");
    }
    let (kind, ante) = ante(&antes, if dead_small_blind { 0 } else { big_place })?;
    let stakes = with_ante(stakes(betting, unsigned(small), unsigned(big)), kind, ante);

    let mut hand = RealHand {
        name,
        stakes,
        dead_small_blind,
        owing,
        hole: vec![None; stacks.len()],
        stacks,
        board: Vec::new(),
        moves: Vec::new(),
        rake,
        final_stacks,
    };
    for action in phh["actions"].as_array().unwrap() {
        read_action(&mut hand, action.as_str().unwrap());
    }
    Ok(hand)
}

fn read_action(hand: &mut RealHand, action: &str) {
    let words: Vec<&str> = action.split_whitespace().collect();
    let place = |word: &str| word[1..].parse::<usize>().unwrap() - 1;
    match words[..] {
        ["d", "dh", who, cards] | [who, "sm", cards] => {
            if let Some(cards) = hole(cards) {
                hand.hole[place(who)] = Some(cards);
            }
        }
        ["d", "db", cards] => hand.board.extend(parse_cards(cards).unwrap()),
        [_, "sm"] => {}
        [who, "f"] => hand.moves.push((Who::Place(place(who)), Move::Fold)),
        [who, "cc"] => hand.moves.push((Who::Place(place(who)), Move::CheckOrCall)),
        [who, "cbr", to] => {
            hand.moves.push((Who::Place(place(who)), Move::To(to.parse().unwrap())));
        }
        _ => panic!("{}: {action}", hand.name),
    }
}

fn hole(cards: &str) -> Option<[Card; 2]> {
    if cards.contains('?') || cards == "-" {
        return None;
    }
    Some(parse_cards(cards).unwrap().try_into().unwrap())
}

/// Blinds below 0 are posted by players who come in; what they post dead stands as an ante.
fn owing(blinds: &[i64], antes: &mut [i64]) -> Result<BTreeMap<usize, Owing>, &'static str> {
    let mut owing = BTreeMap::new();
    let small = blinds[0].min(blinds[1]);
    let single = antes.iter().filter(|ante| **ante != 0).count() == 1;
    for (place, blind) in blinds.iter().enumerate() {
        let dead = if single && place != 1 { antes[place] } else { 0 };
        if *blind == 0 && dead > small {
            return Err("a big blind posted dead");
        }
        if *blind < 0 || dead > 0 {
            antes[place] -= dead;
            owing.insert(place, Owing { small: dead > 0, big: *blind < 0 });
        }
    }
    Ok(owing)
}

fn ante(antes: &[i64], big_place: usize) -> Result<(AnteKind, u64), &'static str> {
    let (least, most) = (*antes.iter().min().unwrap(), *antes.iter().max().unwrap());
    if least == most {
        return Ok((AnteKind::Each, unsigned(most)));
    }
    let others = antes.iter().enumerate().filter(|(place, _)| *place != big_place);
    if others.into_iter().all(|(_, ante)| *ante == 0) {
        return Ok((AnteKind::BigBlind, unsigned(most)));
    }
    Err("antes of different size")
}

fn integers(list: &Value) -> impl Iterator<Item = i64> {
    list.as_array().unwrap().iter().map(|amount| amount.as_i64().unwrap())
}

fn unsigned(amount: i64) -> u64 {
    u64::try_from(amount).unwrap()
}
