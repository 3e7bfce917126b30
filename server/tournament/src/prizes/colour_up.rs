//! Color-up at one table: chips that go out of play are raced off or rounded up. Rulebook and
//! structure decide the method and the time, and the caller draws the cards.

use crate::draws::Draws;
use cardroom_cards::Card;
use cardroom_rules::rulebook::{ColourUpRule, RacePartial};
use cardroom_rules::{Chips, SeatNo};
use serde::{Deserialize, Serialize};

/// A chip race and its result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Race {
    /// The cards of each player, by seat: one for each odd chip.
    pub dealt: Vec<(SeatNo, Vec<Card>)>,
    /// Number of new chips raced for.
    pub awards: u32,
    /// In order of the winning cards. A player who won several chips is listed several times.
    pub winners: Vec<SeatNo>,
    /// Players who would have been left without chips and get one new chip (TDA 24-A).
    pub saved: Vec<SeatNo>,
    /// The stacks after the race, by seat.
    pub stacks: Vec<(SeatNo, Chips)>,
}

/// Why a race cannot be held.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RaceError {
    /// A new chip must be worth a whole number of old ones, and more than one.
    #[error("chips of {old} cannot be exchanged for chips of {new}")]
    Units { old: Chips, new: Chips },
    #[error("the race takes {needed} cards, and there are {given}")]
    TooFewCards { needed: usize, given: usize },
}

/// Rounds every stack up to a whole number of new chips (TNPL D2-i, TFPL 6-5, SPOT 6-4, WPTAPL 13).
#[must_use]
pub fn round_up(stacks: &[(SeatNo, Chips)], new_unit: Chips) -> Vec<(SeatNo, Chips)> {
    let unit = new_unit.0.max(1);
    let up = |chips: Chips| Chips(chips.0.div_ceil(unit)).times(unit);
    stacks.iter().map(|(seat, chips)| (*seat, up(*chips))).collect()
}

/// Returns the number of cards that a race needs: one for each odd chip.
///
/// # Errors
/// If the new unit is not a multiple of the old one.
pub fn cards_of_race(
    stacks: &[(SeatNo, Chips)],
    old_unit: Chips,
    new_unit: Chips,
) -> Result<usize, RaceError> {
    check_units(old_unit, new_unit)?;
    Ok(stacks.iter().map(|(_, chips)| odd_chips(*chips, old_unit, new_unit)).sum())
}

/// Draws cards for a race from a shuffled deck, and from another one once that is used up.
#[must_use]
pub fn draw_cards(count: usize, draws: &mut Draws) -> Vec<Card> {
    let mut cards = Vec::with_capacity(count);
    while cards.len() < count {
        let mut deck: Vec<Card> = (0..Card::COUNT).filter_map(Card::from_index).collect();
        draws.shuffle(&mut deck);
        deck.truncate(count - cards.len());
        cards.append(&mut deck);
    }
    cards
}

/// Holds a race (TDA 24-A, WPTAPL CX-2). Each player gets all their cards before the next
/// player, from seat 1. The best cards win one new chip each, by rank, then suit with spades
/// highest. The rulebook limits the chips for each player, or gives all of them to the best card.
/// Of equal cards from two decks the one dealt first is better.
///
/// The rulebook decides how to race for a part of a new chip. A player who would be left without
/// chips gets an extra new chip. New chips that too few players can win are dropped (GAPS G-60).
///
/// # Errors
/// If the new unit is not a multiple of the old one, or there are too few cards.
pub fn race(
    stacks: &[(SeatNo, Chips)],
    old_unit: Chips,
    new_unit: Chips,
    rule: &ColourUpRule,
    cards: &[Card],
) -> Result<Race, RaceError> {
    let needed = cards_of_race(stacks, old_unit, new_unit)?;
    if cards.len() < needed {
        return Err(RaceError::TooFewCards { needed, given: cards.len() });
    }
    let mut stacks = stacks.to_vec();
    stacks.sort_unstable_by_key(|(seat, _)| *seat);
    let odd_value: u64 = stacks.iter().map(|(_, chips)| chips.0 % new_unit.0).sum();
    let awards = match rule.race_partial {
        RacePartial::RoundUp => odd_value.div_ceil(new_unit.0),
        RacePartial::RoundHalfUp => (odd_value + new_unit.0 / 2) / new_unit.0,
        RacePartial::RoundDown => odd_value / new_unit.0,
    };
    let mut cards = cards.iter().copied();
    let mut dealt: Vec<(SeatNo, Vec<Card>)> = Vec::new();
    for (seat, chips) in &stacks {
        let own: Vec<Card> = cards.by_ref().take(odd_chips(*chips, old_unit, new_unit)).collect();
        if !own.is_empty() {
            dealt.push((*seat, own));
        }
    }
    let winners = winners(&dealt, awards, rule.race_most);
    let mut saved = Vec::new();
    for (seat, chips) in &mut stacks {
        let had_chips = !chips.is_zero();
        *chips = Chips(chips.0 / new_unit.0 * new_unit.0);
        *chips += winners.iter().filter(|winner| *winner == seat).map(|_| new_unit).sum();
        if rule.none_raced_out && had_chips && chips.is_zero() {
            *chips = new_unit;
            saved.push(*seat);
        }
    }
    let awards = u32::try_from(winners.len()).expect("there are fewer new chips than old ones");
    Ok(Race { dealt, awards, winners, saved, stacks })
}

/// Returns the winner of each chip, best card first, until all chips are won or no
/// player may win another. If `most` is 0, the best card wins all of them.
fn winners(dealt: &[(SeatNo, Vec<Card>)], awards: u64, most: u8) -> Vec<SeatNo> {
    let mut cards: Vec<(Card, SeatNo)> = Vec::new();
    for (seat, own) in dealt {
        cards.extend(own.iter().map(|card| (*card, *seat)));
    }
    cards.sort_by_key(|(card, _)| std::cmp::Reverse(*card));
    if most == 0 {
        let best = cards.first().map(|(_, seat)| *seat);
        return (0..awards).filter_map(|_| best).collect();
    }
    let mut winners: Vec<SeatNo> = Vec::new();
    for (_, seat) in cards {
        let won = winners.iter().filter(|winner| **winner == seat).count();
        if u64::try_from(winners.len()).is_ok_and(|won| won < awards) && won < usize::from(most) {
            winners.push(seat);
        }
    }
    winners
}

fn check_units(old: Chips, new: Chips) -> Result<(), RaceError> {
    let fits = !old.is_zero() && new > old && new.0.is_multiple_of(old.0);
    if fits { Ok(()) } else { Err(RaceError::Units { old, new }) }
}

/// Returns the number of old chips in a stack that make no whole new chip. A remainder smaller than
/// an old chip, left from an earlier color-up, counts as one.
fn odd_chips(chips: Chips, old_unit: Chips, new_unit: Chips) -> usize {
    let odd = (chips.0 % new_unit.0).div_ceil(old_unit.0);
    usize::try_from(odd).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_rules::rulebook::{ColourUp, ColourUpChoice, RaceErrors, SuitOrder};
    use proptest::prelude::*;

    fn stacks(chips: &[u64]) -> Vec<(SeatNo, Chips)> {
        (1..).map(SeatNo).zip(chips.iter().copied().map(Chips)).collect()
    }

    fn cards(text: &str) -> Vec<Card> {
        text.split_whitespace().map(|card| card.parse().unwrap()).collect()
    }

    /// TDA 24-A.
    fn rule(race_partial: RacePartial) -> ColourUpRule {
        ColourUpRule {
            method: ColourUp::Race,
            unattended: ColourUpChoice::Race,
            race_most: 1,
            none_raced_out: true,
            race_partial,
            race_errors: RaceErrors::Floor,
            suits: SuitOrder::SpadesHeartsDiamondsClubs,
        }
    }

    fn race_for(chips: &[u64], partial: RacePartial, text: &str) -> Race {
        race(&stacks(chips), Chips(25), Chips(100), &rule(partial), &cards(text)).unwrap()
    }

    fn seats(numbers: &[u8]) -> Vec<SeatNo> {
        numbers.iter().copied().map(SeatNo).collect()
    }

    /// TNPL D2-i; WPTAPL CX-1.
    #[test]
    fn odd_chips_are_rounded_up() {
        assert_eq!(round_up(&stacks(&[125]), Chips(100)), stacks(&[200]));
        let rounded = round_up(&stacks(&[1_375, 2_000, 25, 0]), Chips(100));
        assert_eq!(rounded, stacks(&[1_400, 2_000, 100, 0]));
    }

    /// WPTAPL CX-2: eight odd chips make two new ones.
    #[test]
    fn the_best_cards_win_one_chip_each_ranks_before_suits() {
        let chips = [1_075, 1_025, 1_050, 1_050];
        let race = race_for(&chips, RacePartial::RoundUp, "9h Kd 2c Ks 5s Ah Qd Js");
        let hand = |seat, text| (SeatNo(seat), cards(text));
        let dealt = [hand(1, "9h Kd 2c"), hand(2, "Ks"), hand(3, "5s Ah"), hand(4, "Qd Js")];
        assert_eq!(race.dealt, dealt);
        assert_eq!((race.awards, race.winners), (2, seats(&[3, 2])));
        assert_eq!(race.stacks, stacks(&[1_000, 1_100, 1_100, 1_000]));
    }

    /// TDA 24-A.
    #[test]
    fn nobody_is_raced_out() {
        let chips = [75, 1_025, 1_050, 1_050];
        let race = race_for(&chips, RacePartial::RoundUp, "9h 3d 2c Ks 5s Ah Qd Js");
        assert_eq!((race.winners, race.saved), (seats(&[3, 2]), seats(&[1])));
        assert_eq!(race.stacks, stacks(&[100, 1_100, 1_100, 1_000]));
    }

    /// GAPS G-60: 125 make one new chip and a quarter.
    #[test]
    fn what_makes_no_whole_chip_is_raced_for_as_one_or_dropped() {
        let chips = [1_075, 1_025, 1_025];
        let text = "9h 3d 2c Ks 5s";
        let up = race_for(&chips, RacePartial::RoundUp, text);
        assert_eq!((up.awards, up.winners), (2, seats(&[2, 1])));
        assert_eq!(up.stacks, stacks(&[1_100, 1_100, 1_000]));
        for partial in [RacePartial::RoundHalfUp, RacePartial::RoundDown] {
            assert_eq!(race_for(&chips, partial, text).winners, seats(&[2]));
        }
        let half = race_for(&[1_075, 1_075], RacePartial::RoundHalfUp, "9h 3d 2c Ks 5s Ah");
        assert_eq!(half.winners, seats(&[2, 1]));
    }

    /// WPTAPL CX-2 names no limit, and TDA 24-A is optional too.
    #[test]
    fn without_the_limits_of_tda_the_best_cards_win_all_and_players_are_raced_out() {
        let free = ColourUpRule {
            race_most: u8::MAX,
            none_raced_out: false,
            ..rule(RacePartial::RoundUp)
        };
        let raced = race(
            &stacks(&[75, 1_025, 1_050, 1_050]),
            Chips(25),
            Chips(100),
            &free,
            &cards("9h 3d 2c Ks As Ah Qd Js"),
        );
        let raced = raced.unwrap();
        assert_eq!((raced.winners, raced.saved), (seats(&[3, 3]), seats(&[])));
        assert_eq!(raced.stacks, stacks(&[0, 1_000, 1_200, 1_000]));
    }

    #[test]
    fn chips_that_there_are_too_few_players_for_are_dropped() {
        // Seven odd chips of one player make two new ones, and no player may win more than one.
        let race = race(
            &stacks(&[1_175]),
            Chips(25),
            Chips(200),
            &rule(RacePartial::RoundUp),
            &cards("2c 3c 4c 5c 6c 7c 8c"),
        );
        assert_eq!(race.unwrap().stacks, stacks(&[1_200]));
        let nothing_odd = race_for(&[1_000, 0], RacePartial::RoundUp, "");
        assert_eq!((nothing_odd.awards, nothing_odd.stacks), (0, stacks(&[1_000, 0])));
    }

    #[test]
    fn a_race_needs_units_that_fit_and_a_card_for_each_odd_chip() {
        let cards = cards("2c 3c");
        let race = |old, new| {
            let rule = rule(RacePartial::RoundUp);
            race(&stacks(&[1_075]), Chips(old), Chips(new), &rule, &cards).map(|_| ())
        };
        assert_eq!(race(25, 100), Err(RaceError::TooFewCards { needed: 3, given: 2 }));
        for (old, new) in [(25, 25), (0, 100), (40, 100), (100, 25)] {
            let (old, new) = (Chips(old), Chips(new));
            assert_eq!(race(old.0, new.0), Err(RaceError::Units { old, new }));
        }
    }

    #[test]
    fn a_second_deck_is_shuffled_when_the_first_is_dealt_out() {
        let cards = draw_cards(120, &mut Draws::new(1));
        assert_eq!(cards.len(), 120);
        for deck in cards.chunks(52) {
            let mut deck = deck.to_vec();
            let count = deck.len();
            deck.sort_unstable();
            deck.dedup();
            assert_eq!(deck.len(), count);
        }
        assert_ne!(cards[..52], cards[52..104]);
    }

    proptest! {
        #[test]
        fn a_race_is_fair(
            old in 1_u64..30,
            times in 2_u64..20,
            chips in prop::collection::vec(0_u64..200, 1..10),
            seed: u64,
        ) {
            let new = Chips(old * times);
            let before = stacks(&chips.iter().map(|count| count * old).collect::<Vec<_>>());
            let needed = cards_of_race(&before, Chips(old), new).unwrap();
            let cards = draw_cards(needed, &mut Draws::new(seed));
            let race = race(&before, Chips(old), new, &rule(RacePartial::RoundUp), &cards).unwrap();
            let all = |stacks: &[(SeatNo, Chips)]| stacks.iter().map(|(_, chips)| *chips).sum();
            let (sum_before, sum_after): (Chips, Chips) = (all(&before), all(&race.stacks));
            for ((seat, was), (same, is)) in before.iter().zip(&race.stacks) {
                prop_assert_eq!(seat, same);
                prop_assert!(is.0.is_multiple_of(new.0));
                prop_assert_eq!(was.is_zero(), is.is_zero());
                prop_assert!(*is < *was + new && was.0 < is.0 + new.0);
            }
            // Only chips that too few players could win are lost.
            let with_odd = u32::try_from(race.dealt.len()).unwrap();
            if race.awards < with_odd {
                prop_assert!(sum_after >= sum_before);
                let saved = u64::try_from(race.saved.len()).unwrap();
                prop_assert!(sum_after < sum_before + new.times(saved + 1));
            }
        }
    }
}
