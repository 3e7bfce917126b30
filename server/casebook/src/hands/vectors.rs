//! Hands that another source compared, counted and played out. Checks the better hand of each pair,
//! the number of hands of each value, and how often each hand wins.

use super::Source;
use super::report::Report;
use cardroom_cards::{Card, CardSet, HandValue, HoleUse, Ranking, parse_cards};
use serde::Deserialize;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A line of a file, with two hands.
#[derive(Deserialize)]
struct Comparison {
    #[serde(rename = "type")]
    kind: String,
    a: String,
    b: String,
    board: String,
    /// 1 if `a` is better, -1 if `b` is, 0 if they are equal. `None` if neither
    /// qualifies as a hand.
    cmp: Option<i8>,
    a_best: Option<String>,
    b_best: Option<String>,
}

/// Compares both hands of each line.
pub(super) fn comparisons(source: Source<'_>, report: &mut Report) {
    for (number, line) in source.lines() {
        let place = format!("{}:{number}", source.path);
        match serde_json::from_str::<Comparison>(line) {
            Ok(comparison) => comparison.check(&place, report),
            Err(error) => report.fail(&place, "a comparison", &error.to_string()),
        }
    }
}

impl Comparison {
    fn ranking(&self) -> Option<(Ranking, HoleUse)> {
        Some(match &*self.kind {
            "high5" | "high6" | "high7" => (Ranking::High, HoleUse::Any),
            "omaha4" | "omaha5" | "omaha6" => (Ranking::High, HoleUse::ExactlyTwo),
            "omaha8_low" => (Ranking::EightOrBetter, HoleUse::ExactlyTwo),
            "stud8_low" => (Ranking::EightOrBetter, HoleUse::Any),
            "razz5" | "razz7" => (Ranking::AceFiveLow, HoleUse::Any),
            "deuce7_5" => (Ranking::DeuceSevenLow, HoleUse::Any),
            "badugi4" => (Ranking::Badugi, HoleUse::Any),
            "shortdeck5" | "shortdeck7" => (Ranking::ShortDeckHigh, HoleUse::Any),
            _ => return None,
        })
    }

    fn check(&self, place: &str, report: &mut Report) {
        let Some((ranking, hole_use)) = self.ranking() else {
            return report.leave_out(format!("comparisons of the kind {}", self.kind));
        };
        let cards = [&self.a, &self.b, &self.board].map(|cards| parse_cards(cards));
        let [Ok(one), Ok(other), Ok(board)] = cards else {
            return report.fail(place, "two hands", "cards that do not read");
        };
        let values = [one, other].map(|hole| ranking.value(&hole, &board, hole_use));
        let actual = match values {
            [None, None] => None,
            [one, other] => Some(match one.cmp(&other) {
                Ordering::Less => -1,
                Ordering::Equal => 0,
                Ordering::Greater => 1,
            }),
        };
        if actual != self.cmp {
            return report.fail(place, &outcome(self.cmp), &outcome(actual));
        }
        for (best, value) in [&self.a_best, &self.b_best].into_iter().zip(values) {
            let Some(best) = best else { continue };
            let alone = parse_cards(best).ok();
            let alone = alone.and_then(|cards| ranking.value(&cards, &[], HoleUse::Any));
            if alone != value {
                let actual = value.map(|value| ranking.describe(value)).unwrap_or_default();
                return report.fail(place, &format!("a hand worth {best}"), &actual);
            }
        }
        report.pass(&[]);
    }
}

fn outcome(cmp: Option<i8>) -> String {
    match cmp {
        None => "neither is a hand",
        Some(0) => "equal hands",
        Some(1) => "the first hand is better",
        Some(_) => "the second hand is better",
    }
    .to_owned()
}

/// The counts that a file has for one ranking.
#[derive(Deserialize)]
struct Count {
    total: Option<u64>,
    distinct_classes: Option<u64>,
    five_card_qualifying: Option<u64>,
}

/// Counts all hands of a ranking, of up to five cards, so that it takes only moments.
pub(super) fn counts(source: Source<'_>, report: &mut Report) {
    let counts: BTreeMap<String, Count> = match serde_json::from_str(source.text) {
        Ok(counts) => counts,
        Err(error) => return report.fail(source.path, "counts", &error.to_string()),
    };
    let short: CardSet = CardSet::short36();
    for (name, count) in counts {
        let place = format!("{} {name}", source.path);
        let (ranking, deck, size) = match &*name {
            "high_5card" => (Ranking::High, CardSet::full52(), 5),
            "ace_to_five_low_5card" => (Ranking::AceFiveLow, CardSet::full52(), 5),
            "eight_or_better_low" => (Ranking::EightOrBetter, CardSet::full52(), 5),
            "deuce_to_seven_low_5card" => (Ranking::DeuceSevenLow, CardSet::full52(), 5),
            "badugi_4card_ace_low" => (Ranking::Badugi, CardSet::full52(), 4),
            "short_deck_5card" => (Ranking::ShortDeckHigh, short, 5),
            _ => {
                report.leave_out(format!("counts of {name}"));
                continue;
            }
        };
        let classes = classes(ranking, deck, size);
        let hands: u64 = classes.values().sum();
        let recorded = [count.distinct_classes, count.five_card_qualifying.or(count.total)];
        let actual = [u64::try_from(classes.len()).unwrap_or(u64::MAX), hands];
        let agrees = recorded
            .iter()
            .zip(actual)
            .all(|(recorded, actual)| recorded.is_none_or(|recorded| recorded == actual));
        if agrees {
            report.pass(&[]);
        } else {
            report.fail(&place, &format!("{recorded:?}"), &format!("{actual:?}"));
        }
    }
}

/// Returns the number of hands of `size` cards for each value.
fn classes(ranking: Ranking, deck: CardSet, size: usize) -> BTreeMap<HandValue, u64> {
    let deck: Vec<Card> = deck.iter().collect();
    let mut classes = BTreeMap::new();
    each_choice(&deck, size, &mut Vec::with_capacity(size), &mut |cards| {
        if let Some(value) = ranking.value(cards, &[], HoleUse::Any) {
            *classes.entry(value).or_default() += 1;
        }
    });
    classes
}

/// Calls a function with every choice of this many more cards.
fn each_choice(
    deck: &[Card],
    more: usize,
    chosen: &mut Vec<Card>,
    visit: &mut impl FnMut(&[Card]),
) {
    if more == 0 {
        return visit(chosen);
    }
    for (index, card) in deck.iter().enumerate() {
        chosen.push(*card);
        each_choice(&deck[index + 1..], more - 1, chosen, visit);
        chosen.pop();
    }
}

/// Compares the values of high hands, best first, with a list of their frequencies.
pub(super) fn high_classes(source: Source<'_>, report: &mut Report) {
    let mut lines = source.text.lines();
    let head = lines.next().unwrap_or_default();
    let Some(column) = head.split(',').position(|name| name == "freq_5card") else {
        return report.fail(source.path, "a column freq_5card", head);
    };
    let classes = classes(Ranking::High, CardSet::full52(), 5);
    let mut best_first = classes.into_iter().rev();
    for (number, line) in (2..).zip(lines) {
        let place = format!("{}:{number}", source.path);
        let recorded: Option<u64> =
            line.split(',').nth(column).and_then(|count| count.parse().ok());
        match best_first.next() {
            Some((_, count)) if Some(count) == recorded => report.pass(&[]),
            Some((value, count)) => {
                let actual = format!("{count} hands: {}", Ranking::High.describe(value));
                report.fail(&place, line, &actual);
            }
            None => report.fail(&place, line, "no such class"),
        }
    }
    if let Some((value, _)) = best_first.next() {
        report.fail(source.path, "no further class", &Ranking::High.describe(value));
    }
}

/// A file of hands that were played out on every board.
#[derive(Deserialize)]
struct Equities {
    rows: Vec<Equity>,
}

#[derive(Deserialize)]
struct Equity {
    game: String,
    hands: Vec<String>,
    board: String,
    total: u64,
    players: Vec<Outcomes>,
}

#[derive(Deserialize, Clone, PartialEq, Eq, Default, Debug)]
struct Outcomes {
    win: u64,
    lose: u64,
    tie: BTreeMap<String, u64>,
}

/// Plays hands out on every possible board, if there are at most `most_boards`.
pub(super) fn equities(source: Source<'_>, most_boards: u64, report: &mut Report) {
    let equities: Equities = match serde_json::from_str(source.text) {
        Ok(equities) => equities,
        Err(error) => return report.fail(source.path, "equities", &error.to_string()),
    };
    for row in &equities.rows {
        let place = format!("{} {} {}", source.path, row.game, row.hands.join(" "));
        if row.total > most_boards {
            report.leave_out(format!("equities on more than {most_boards} boards"));
            continue;
        }
        match row.play_out() {
            Some(outcomes) if outcomes == row.players => report.pass(&[]),
            Some(outcomes) => {
                report.fail(&place, &format!("{:?}", row.players), &format!("{outcomes:?}"));
            }
            None => report.fail(&place, "hands and a board", "cards that do not read"),
        }
    }
}

impl Equity {
    /// Returns how often each hand wins, loses and ties with its high hand.
    fn play_out(&self) -> Option<Vec<Outcomes>> {
        let hole_use = if self.game == "holdem" { HoleUse::Any } else { HoleUse::ExactlyTwo };
        let hands: Vec<Vec<Card>> =
            self.hands.iter().map(|hand| parse_cards(hand).ok()).collect::<Option<_>>()?;
        let mut board = parse_cards(&self.board).ok()?;
        let dead: CardSet = hands.iter().flatten().chain(&board).copied().collect();
        let deck: Vec<Card> = CardSet::full52().difference(dead).iter().collect();
        let mut outcomes: Vec<Outcomes> = self.players.clone();
        for outcome in &mut outcomes {
            (outcome.win, outcome.lose) = (0, 0);
            outcome.tie.values_mut().for_each(|ties| *ties = 0);
        }
        let more = 5_usize.checked_sub(board.len())?;
        each_choice(&deck, more, &mut board, &mut |board| {
            let values: Vec<Option<HandValue>> =
                hands.iter().map(|hand| Ranking::High.value(hand, board, hole_use)).collect();
            let best = values.iter().max().copied().flatten();
            let winners = values.iter().filter(|value| **value == best).count();
            for (outcome, value) in outcomes.iter_mut().zip(&values) {
                if *value != best {
                    outcome.lose += 1;
                } else if winners == 1 {
                    outcome.win += 1;
                } else {
                    *outcome.tie.entry(winners.to_string()).or_default() += 1;
                }
            }
        });
        Some(outcomes)
    }
}
