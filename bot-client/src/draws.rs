//! Which cards to discard: simple and sound rules for every game. A bot keeps a made hand or the
//! best start of one, and does not consider opponents or odds.

use crate::model::Hand;
use cardroom_cards::{Card, CardSet, HighCategory, HoleUse, Rank, Ranking, evaluate_high};
use cardroom_protocol::table::DiscardRange;

/// The highest card worth drawing to in a low game, as the number of ranks below it: an eight.
const DRAW_LOW: u8 = 6;
/// The highest card of a low hand that stands pat: a nine, and a ten when no draw is left.
const PAT_LOW: u8 = 7;
/// The highest card worth keeping in an unfinished badugi: an eight.
const DRAW_BADUGI: u8 = 6;

/// Returns the cards to discard out of those held, as many as the range requires.
///
/// In a draw it keeps made hands and the best start of one. If a number of cards must go
/// (pineapple), it keeps those that make the best hand with the board.
#[must_use]
pub fn sensible_discards(hand: &Hand, held: &[Card], range: DiscardRange) -> CardSet {
    let DiscardRange { least, most } = range;
    if least > 0 {
        return weakest(hand, held, usize::from(least));
    }
    let last_draw = hand.draws >= hand.game.draws;
    let kept = kept_in_a_draw(hand, held, last_draw);
    // The highest cards go first if not all may.
    let mut gone: Vec<Card> = held.iter().copied().filter(|card| !kept.contains(*card)).collect();
    gone.sort_by_key(|card| std::cmp::Reverse(card.rank()));
    gone.into_iter().take(usize::from(most)).collect()
}

/// Returns the cards to keep, by the ranking that five cards are drawn to.
fn kept_in_a_draw(hand: &Hand, held: &[Card], last_draw: bool) -> CardSet {
    let rankings = || hand.game.showdown.iter().map(|half| Ranking::from(half.ranking));
    // If the pot is split, the five-card half decides, because low cards help the badugi too.
    let five = |ranking: &Ranking| !matches!(ranking, Ranking::Badugi | Ranking::AceHighBadugi);
    let ranking = rankings().find(five).or_else(|| rankings().next()).unwrap_or(Ranking::High);
    match ranking {
        Ranking::High | Ranking::ShortDeckHigh | Ranking::ShortDeckTripsHigh => high(held),
        Ranking::AceFiveLow | Ranking::EightOrBetter | Ranking::DeuceSevenLow => {
            low(held, ranking, last_draw)
        }
        Ranking::Badugi | Ranking::AceHighBadugi => badugi(held, ranking),
    }
}

/// Returns a made hand, a pair or better, four to a flush or to an open straight,
/// or the highest card.
fn high(held: &[Card]) -> CardSet {
    let made = made(held);
    let complete = [
        HighCategory::Straight,
        HighCategory::Flush,
        HighCategory::FullHouse,
        HighCategory::StraightFlush,
    ];
    if made.is_some_and(|made| complete.contains(&made)) {
        return held.iter().collect();
    }
    let same = |card: &Card| held.iter().filter(|other| other.rank() == card.rank()).count();
    let grouped: CardSet = held.iter().filter(|card| same(card) > 1).collect();
    if !grouped.is_empty() {
        return grouped;
    }
    four_to_a_flush(held)
        .or_else(|| four_to_a_straight(held))
        .unwrap_or_else(|| held.iter().max_by_key(|card| card.rank()).into_iter().collect())
}

fn four_to_a_flush(held: &[Card]) -> Option<CardSet> {
    let of_suit = |suit| held.iter().filter(|card| card.suit() == suit).collect::<CardSet>();
    held.iter().map(|card| of_suit(card.suit())).find(|cards| cards.len() >= 4)
}

/// Returns four cards in a row that a card at either end completes.
fn four_to_a_straight(held: &[Card]) -> Option<CardSet> {
    let lowest = (1..9).find(|lowest| {
        (*lowest..lowest + 4).all(|rank: u8| held.iter().any(|card| card.rank().index() == rank))
    })?;
    let in_row = |card: &&Card| (lowest..lowest + 4).contains(&card.rank().index());
    Some(held.iter().filter(in_row).collect())
}

/// Returns one card of each low rank, or all five if they are good enough to stand pat.
fn low(held: &[Card], ranking: Ranking, last_draw: bool) -> CardSet {
    let ace_low = ranking != Ranking::DeuceSevenLow;
    let height = |card: Card| height(card, ace_low);
    let mut cards = held.to_vec();
    cards.sort_by_key(|card| height(*card));
    cards.dedup_by_key(|card| card.rank());
    let pat = if last_draw { PAT_LOW + 1 } else { PAT_LOW };
    let all_low = cards.len() >= 5 && cards.iter().all(|card| height(*card) <= pat);
    if all_low && !(ranking == Ranking::DeuceSevenLow && is_straight_or_flush(&cards)) {
        return cards.into_iter().collect();
    }
    let mut kept: Vec<Card> = cards.into_iter().filter(|card| height(*card) <= DRAW_LOW).collect();
    // A straight or a flush is not low, so one of the five must go.
    kept.truncate(4);
    kept.into_iter().collect()
}

fn is_straight_or_flush(cards: &[Card]) -> bool {
    matches!(
        made(cards),
        Some(HighCategory::Straight | HighCategory::Flush | HighCategory::StraightFlush)
    )
}

fn made(cards: &[Card]) -> Option<HighCategory> {
    Some(evaluate_high(cards.iter().collect())?.category())
}

/// Returns the best badugi, without cards that are too high to draw to.
fn badugi(held: &[Card], ranking: Ranking) -> CardSet {
    let ace_low = ranking == Ranking::Badugi;
    let Some((_, best)) = ranking.best_cards(held, &[], HoleUse::Any) else {
        return CardSet::new();
    };
    if best.len() >= 4 {
        return best.into_iter().collect();
    }
    best.into_iter().filter(|card| height(*card, ace_low) <= DRAW_BADUGI).collect()
}

/// Returns the number of ranks below a card's rank. An ace may be the lowest.
fn height(card: Card, ace_low: bool) -> u8 {
    match card.rank() {
        Rank::Ace if ace_low => 0,
        rank if ace_low => rank.index() + 1,
        rank => rank.index(),
    }
}

/// Returns the `count` cards whose loss leaves the best hand with the board.
fn weakest(hand: &Hand, held: &[Card], count: usize) -> CardSet {
    let worth = |gone: &CardSet| {
        let rest: Vec<Card> = held.iter().copied().filter(|card| !gone.contains(*card)).collect();
        let value = hand.game.showdown.first().and_then(|half| {
            Ranking::from(half.ranking).value(&rest, hand.board(), half.hole.into())
        });
        (value, start_worth(&rest))
    };
    let choices = (0_u32..1 << held.len().min(7)).filter(|mask| {
        usize::try_from(mask.count_ones()).is_ok_and(|ones| ones == count.min(held.len()))
    });
    let sets = choices.map(|mask| {
        let chosen = held.iter().enumerate().filter(|(place, _)| mask & (1 << place) != 0);
        chosen.map(|(_, card)| card).collect::<CardSet>()
    });
    sets.max_by_key(worth).unwrap_or_default()
}

/// Rates cards before there is a board: pairs first, then high, suited and connected cards.
fn start_worth(cards: &[Card]) -> u32 {
    let pairs = cards.iter().enumerate().flat_map(|(place, card)| {
        cards[place + 1..].iter().map(move |other| pair_worth(*card, *other))
    });
    pairs.sum()
}

fn pair_worth(one: Card, other: Card) -> u32 {
    let (high, low) = (one.rank().max(other.rank()).index(), one.rank().min(other.rank()).index());
    let pair = if high == low { 40 } else { 0 };
    let suited = if one.suit() == other.suit() { 6 } else { 0 };
    let near = 5_u32.saturating_sub(u32::from(high - low));
    pair + suited + near + 2 * u32::from(high) + u32::from(low)
}

#[cfg(test)]
#[path = "draws/tests.rs"]
mod tests;
