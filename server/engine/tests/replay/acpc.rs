//! Reads the logs of the dealer of the Annual Computer Poker Competition.

use super::{Move, RealHand, Who, stakes};
use cardroom_cards::{Card, parse_cards};
use cardroom_rules::Betting;
use std::collections::BTreeMap;

/// A line `STATE:hand:betting:cards:values:names`, with the payoffs by position to come to.
pub(crate) fn read(file: &str, line: &str, payoffs: &[i64]) -> RealHand {
    let fields: Vec<&str> = line.split(':').collect();
    let ["STATE", number, betting, cards, ..] = fields[..] else { panic!("{file}: {line}") };
    let limit = file.contains(".limit.");
    let (stack, stakes) = if limit {
        // The competition's limit games have no stacks: nobody can be all-in.
        (100_000, stakes(Betting::FixedLimit, 5, 10))
    } else {
        (20_000, stakes(Betting::NoLimit, 50, 100))
    };
    let mut streets = cards.split('/');
    let hole = streets.next().unwrap().split('|').map(|cards| {
        let cards: [Card; 2] = parse_cards(cards).unwrap().try_into().unwrap();
        Some(cards)
    });
    RealHand {
        name: format!("{file} {number}"),
        stakes,
        stacks: vec![stack; payoffs.len()],
        dead_small_blind: false,
        owing: BTreeMap::new(),
        hole: hole.collect(),
        board: streets.flat_map(|cards| parse_cards(cards).unwrap()).collect(),
        moves: moves(betting, limit),
        rake: 0,
        final_stacks: payoffs
            .iter()
            .map(|payoff| stack.checked_add_signed(*payoff).unwrap())
            .collect(),
    }
}

fn moves(betting: &str, limit: bool) -> Vec<(Who, Move)> {
    let mut moves = Vec::new();
    let mut rest = betting;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[1..];
        let digits = rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len());
        let (amount, after) = rest.split_at(digits);
        match letter {
            'f' => moves.push((Who::Whoever, Move::Fold)),
            'c' => moves.push((Who::Whoever, Move::CheckOrCall)),
            'r' if limit => moves.push((Who::Whoever, Move::Limit)),
            'r' => moves.push((Who::Whoever, Move::HandTotal(amount.parse().unwrap()))),
            '/' => {}
            _ => panic!("{betting}"),
        }
        rest = after;
    }
    moves
}
