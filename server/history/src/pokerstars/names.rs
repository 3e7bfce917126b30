//! The names that PokerStars gives to hands: `two pair, Aces and Kings`, `HI: a flush, Ace high;
//! LO: 8,6,4,3,A`, `Lo: 9,7,6,4,A`, `Badugi: 8,4,3,A`.

use cardroom_cards::{Card, HoleUse, Rank, Ranking};
use cardroom_protocol::game::{Game, Half};

/// Returns the name of a whole hand on a board that may be incomplete. `None` if the hand has no
/// name yet.
pub(super) fn of_hand(game: &Game, hole: &[Card], board: &[Card]) -> Option<String> {
    match &game.showdown[..] {
        [half] => of_half(*half, hole, board),
        [high, low] => {
            let name = format!("HI: {}", of_half(*high, hole, board)?);
            let low = of_half(*low, hole, board);
            Some(low.map_or(name.clone(), |low| format!("{name}; LO: {low}")))
        }
        _ => None,
    }
}

fn of_half(half: Half, hole: &[Card], board: &[Card]) -> Option<String> {
    let (ranking, hole_use) = (Ranking::from(half.ranking), HoleUse::from(half.hole));
    let best = ranking.best_cards(hole, board, hole_use).map(|(_, cards)| cards);
    match ranking {
        Ranking::High => {
            let cards = best.map_or_else(|| too_few(hole, board, hole_use), |cards| cards.to_vec());
            Some(high(&cards, Rank::Two))
        }
        Ranking::ShortDeckHigh | Ranking::ShortDeckTripsHigh => {
            let cards = best.map_or_else(|| too_few(hole, board, hole_use), |cards| cards.to_vec());
            Some(high(&cards, Rank::Six))
        }
        Ranking::EightOrBetter => best.map(|cards| ranks(&cards)),
        Ranking::AceFiveLow => {
            let cards = best?;
            let is_low = by_rank(&cards).len() == cards.len();
            Some(if is_low { format!("Lo: {}", ranks(&cards)) } else { high(&cards, Rank::Two) })
        }
        Ranking::DeuceSevenLow => {
            let cards = best?;
            // The ace is high, so five to ace is no straight.
            let name =
                if is_wheel(&cards, Rank::Two) { String::new() } else { high(&cards, Rank::Two) };
            let is_low = name.is_empty() || name.starts_with("high card");
            Some(if is_low { format!("Lo: {}", ranks(&cards)) } else { name })
        }
        Ranking::Badugi | Ranking::AceHighBadugi => {
            best.map(|cards| format!("Badugi: {}", ranks(&cards)))
        }
    }
}

/// Returns the cards that make a hand before there are five of them.
fn too_few(hole: &[Card], board: &[Card], hole_use: HoleUse) -> Vec<Card> {
    if hole_use == HoleUse::Any {
        return hole.iter().chain(board).copied().collect();
    }
    // Two of them count.
    let groups = by_rank(hole);
    let (rank, count) = groups.first().copied().unwrap_or((Rank::Two, 0));
    let second = if count > 1 { rank } else { groups.get(1).map_or(rank, |(rank, _)| *rank) };
    let first = hole.iter().find(|card| card.rank() == rank);
    let second = hole.iter().rev().find(|card| card.rank() == second);
    first.into_iter().chain(second).copied().collect()
}

/// Returns the ranks with how often each occurs, the most frequent first, then the highest.
fn by_rank(cards: &[Card]) -> Vec<(Rank, usize)> {
    let count = |rank: Rank| cards.iter().filter(|card| card.rank() == rank).count();
    let ranks = Rank::ALL.into_iter().rev().map(|rank| (rank, count(rank)));
    let mut groups: Vec<(Rank, usize)> = ranks.filter(|(_, count)| *count > 0).collect();
    groups.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    groups
}

/// Writes ranks such as `8,6,4,3,A`, in the given order.
fn ranks(cards: &[Card]) -> String {
    let ranks: Vec<String> = cards.iter().map(|card| card.rank().to_char().to_string()).collect();
    ranks.join(",")
}

/// Returns `true` for five cards from an ace to the fifth lowest rank of a deck.
fn is_wheel(cards: &[Card], lowest: Rank) -> bool {
    let from = lowest.index();
    let has = |rank: Rank| cards.iter().any(|card| card.rank() == rank);
    let mut four = (from..from + 4).filter_map(Rank::from_index);
    cards.len() == 5 && has(Rank::Ace) && four.all(has)
}

/// Returns the name of at most five cards as a high hand. `lowest` is the lowest rank of the deck,
/// above which an ace makes a straight.
fn high(cards: &[Card], lowest: Rank) -> String {
    let groups = by_rank(cards);
    let counts: Vec<usize> = groups.iter().map(|(_, count)| *count).collect();
    let rank = |place: usize| groups.get(place).map_or(Rank::Two, |(rank, _)| *rank);
    let (first, second) = (rank(0), rank(1));
    match counts[..] {
        [4, ..] => format!("four of a kind, {}", plural(first)),
        [3, 2, ..] => format!("a full house, {} full of {}", plural(first), plural(second)),
        [3, ..] => format!("three of a kind, {}", plural(first)),
        [2, 2, ..] => format!("two pair, {} and {}", plural(first), plural(second)),
        [2, ..] => format!("a pair of {}", plural(first)),
        _ => {
            let suited = cards.windows(2).all(|two| two[0].suit() == two[1].suit());
            let is_flush = cards.len() == 5 && suited;
            match (straight(cards, first, rank(4), lowest), is_flush) {
                (Some((_, Rank::Ace)), true) => "a Royal Flush".to_owned(),
                (Some((from, to)), true) => {
                    format!("a straight flush, {} to {}", name(from), name(to))
                }
                (Some((from, to)), false) => {
                    format!("a straight, {} to {}", name(from), name(to))
                }
                (None, true) => format!("a flush, {} high", name(first)),
                (None, false) => format!("high card {}", name(first)),
            }
        }
    }
}

/// Returns the ends of the straight that five different ranks make.
fn straight(cards: &[Card], highest: Rank, fifth: Rank, lowest: Rank) -> Option<(Rank, Rank)> {
    if is_wheel(cards, lowest) {
        return Some((Rank::Ace, Rank::from_index(lowest.index() + 3)?));
    }
    let is_straight = cards.len() == 5 && highest.index() == fifth.index() + 4;
    is_straight.then_some((fifth, highest))
}

fn name(rank: Rank) -> &'static str {
    if rank == Rank::Two { "Deuce" } else { rank.name() }
}

fn plural(rank: Rank) -> &'static str {
    if rank == Rank::Two { "Deuces" } else { rank.plural() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_cards::parse_cards;
    use cardroom_protocol::game as wire;

    fn half(ranking: wire::Ranking, hole: wire::HoleUse) -> Half {
        Half { ranking, hole }
    }

    fn named(half: Half, hole: &str, board: &str) -> String {
        let cards = |text: &str| parse_cards(text).unwrap();
        of_half(half, &cards(hole), &cards(board)).unwrap_or_default()
    }

    #[test]
    fn high_hands_have_the_names_of_pokerstars() {
        let any = half(wire::Ranking::High, wire::HoleUse::Any);
        for (hole, board, name) in [
            ("Ac Td", "2d As Js 8h 4c", "a pair of Aces"),
            ("2c 2d", "", "a pair of Deuces"),
            ("Ac Td", "", "high card Ace"),
            ("Ac 9d", "2d 5s Js 8h 4c", "high card Ace"),
            ("Ac Kd", "Ad Ks Js 8h 4c", "two pair, Aces and Kings"),
            ("6c 6d", "6h Ks Js 8h 4c", "three of a kind, Sixes"),
            ("Ac 2d", "3h 4s 5s Kh Kc", "a straight, Ace to Five"),
            ("6c 2d", "3h 4s 5s Kh Kc", "a straight, Deuce to Six"),
            ("Ac Kd", "Qh Js Ts 2h 2c", "a straight, Ten to Ace"),
            ("Jc 2c", "3c 4c 9c Kh Kd", "a flush, Jack high"),
            ("7c 7d", "7h 5s 5d Kh Qd", "a full house, Sevens full of Fives"),
            ("7c 7d", "7h 7s 5d Kh Qd", "four of a kind, Sevens"),
            ("6c 5c", "9c 8c 7c Kh Qd", "a straight flush, Five to Nine"),
            ("Ac Kc", "Qc Jc Tc Kh Qd", "a Royal Flush"),
        ] {
            assert_eq!(named(any, hole, board), name);
        }
        let omaha = half(wire::Ranking::High, wire::HoleUse::ExactlyTwo);
        assert_eq!(named(omaha, "Kc Kd Kh 2s", ""), "a pair of Kings");
        assert_eq!(named(omaha, "Kc Qd Jh 2s", ""), "high card King");
        assert_eq!(
            named(omaha, "Ac Ad 2h 3s", "Ks Kd Kh 9s 9d"),
            "a full house, Kings full of Aces"
        );
        let short = half(wire::Ranking::ShortDeckHigh, wire::HoleUse::Any);
        assert_eq!(named(short, "Ac 6d", "7h 8s 9d Kh Kd"), "a straight, Ace to Nine");
    }

    #[test]
    fn low_hands_and_badugis_are_named_by_their_ranks() {
        let razz = half(wire::Ranking::AceFiveLow, wire::HoleUse::Any);
        assert_eq!(named(razz, "Ac 4d 6h 7s 9d Kh Kd", ""), "Lo: 9,7,6,4,A");
        assert_eq!(named(razz, "Ac Ad 4h 4s 4d", ""), "a full house, Fours full of Aces");
        let seven = half(wire::Ranking::DeuceSevenLow, wire::HoleUse::Any);
        assert_eq!(named(seven, "7c 5d 4h 3s 2d", ""), "Lo: 7,5,4,3,2");
        assert_eq!(named(seven, "Ac 5d 4h 3s 2d", ""), "Lo: A,5,4,3,2");
        assert_eq!(named(seven, "6c 5d 4h 3s 2d", ""), "a straight, Deuce to Six");
        assert_eq!(named(seven, "6c 6d 4h 3s 2d", ""), "a pair of Sixes");
        let badugi = half(wire::Ranking::Badugi, wire::HoleUse::Any);
        assert_eq!(named(badugi, "8c 4d 3h As", ""), "Badugi: 8,4,3,A");
    }
}
