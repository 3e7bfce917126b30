use super::*;
use crate::decks::{Stream, decks, generator};
use crate::samples;
use crate::stats::Estimate;
use cardroom_cards::{CardSet, evaluate_high, parse_cards};
use rand::RngExt as _;
use std::sync::Arc;

fn game(id: &str) -> &'static Arc<Game> {
    samples::library().game(id).unwrap()
}

fn numbers(deal: u32) -> ChaCha20Rng {
    generator(5, Stream::Equity { session: 1, deal })
}

fn near(left: f64, right: f64, slack: f64) -> bool {
    (left - right).abs() < slack
}

/// Stakes of players who have each paid as much, of 20,000 chips.
fn even(players: usize, paid: u64) -> Vec<Stake> {
    vec![Stake { paid, bet: 0, behind: 20_000 - paid, is_live: true }; players]
}

/// Deals a hand in which every street has a pot of its own. Returns the hole cards, too.
fn dealt(id: &str, deal: u32, players: usize) -> (Vec<Vec<Card>>, Story) {
    let order = decks(5, deal, game(id)).deck;
    let mut cards = order.cards().iter().copied();
    let held = game(id).hole_cards();
    let holes = (0..players).map(|_| cards.by_ref().take(held).collect()).collect();
    let streets = [(75, 0), (200, 3), (450, 1), (1_000, 1)];
    let chances = streets.map(|(paid, count)| {
        let mut stakes = even(players, paid);
        // The second player folds on the flop, if that leaves two.
        stakes[1].is_live = players == 2 || paid < 450;
        Chance { stakes, cards: cards.by_ref().take(count).collect() }
    });
    let story = Story { chances: chances.into(), draws: Vec::new(), last_decision: 4 };
    (holes, story)
}

/// Returns whether amounts with these values have a mean of zero, within three standard errors.
fn is_fair(amounts: &[f64]) -> bool {
    let estimate = Estimate::of(amounts, 1, 30);
    estimate.mean.abs() < 3.0 * estimate.deviation / (amounts.len() as f64).sqrt()
}

/// The jumps of the value have a mean of zero, whatever the pots are.
#[test]
fn luck_is_worth_nothing_on_average_in_every_game_that_is_known() {
    let games = [("holdem", 2, 150), ("holdem", 4, 60), ("short-deck", 3, 60), ("omaha8", 2, 40)];
    for (id, players, deals) in games {
        let luck_of = |deal| {
            let (holes, story) = dealt(id, deal, players);
            luck(numbers(deal), game(id), &holes, &story)
        };
        let all: Vec<Luck> = (1..=deals).map(luck_of).collect();
        let of_first: Vec<f64> = all.iter().map(|luck| luck.cards[0]).collect();
        assert!(is_fair(&of_first), "{id} for {players}: {:?}", Estimate::of(&of_first, 1, 30));
        let spread = Estimate::of(&of_first, 1, 30).deviation;
        assert!(spread > 200.0, "there is luck in a deal: {spread}");
        assert!(all.iter().all(|luck| near(luck.cards.iter().sum(), 0.0, 1e-6)));
        // A correction that leaves bad luck is noticed.
        let biased: Vec<f64> = of_first.iter().map(|luck| luck.max(0.0)).collect();
        assert!(!is_fair(&biased));
    }
}

/// Returns the luck of the first of two players in hold'em, written down a second time as the first
/// version of the value function computed it.
fn first_version(mut numbers: ChaCha20Rng, holes: &[Vec<Card>], story: &Story) -> f64 {
    let hole = [0, 1].map(|seat| holes[seat].iter().collect::<CardSet>());
    let halves = |board: CardSet| {
        let [first, second] = hole.map(|hole| evaluate_high(hole.union(board)));
        1 + i32::from(first > second) - i32::from(first < second)
    };
    let (mut board, mut before, mut luck) = (CardSet::new(), 0.5, 0.0);
    for Chance { stakes, cards } in &story.chances {
        board = board.union(cards.iter().collect());
        let seen = hole[0].union(hole[1]).union(board);
        let mut rest: Vec<Card> = CardSet::full52().difference(seen).iter().collect();
        let with = |more: &[Card]| halves(board.union(more.iter().collect()));
        let counts: Vec<i32> = match board.len() {
            0 => (0..BOARDS)
                .map(|_| {
                    for place in 0..5 {
                        let other = numbers.random_range(place..rest.len());
                        rest.swap(place, other);
                    }
                    with(&rest[..5])
                })
                .collect(),
            3 => (0..rest.len())
                .flat_map(|turn| (0..turn).map(move |river| [turn, river]))
                .map(|cards| with(&cards.map(|place| rest[place])))
                .collect(),
            4 => rest.iter().map(|river| with(&[*river])).collect(),
            _ => vec![with(&[])],
        };
        let after = f64::from(counts.iter().sum::<i32>()) / (2 * counts.len()) as f64;
        luck += stakes.iter().map(|stake| stake.paid).sum::<u64>() as f64 * (after - before);
        before = after;
    }
    luck
}

#[test]
fn the_luck_of_two_players_in_hold_em_is_that_of_the_first_version_to_the_last_bit() {
    for deal in 1..=4 {
        let (holes, story) = dealt("holdem", deal, 2);
        let luck = luck(numbers(deal), game("holdem"), &holes, &story);
        let first = first_version(numbers(deal), &holes, &story);
        assert_eq!(luck.cards[0].to_bits(), first.to_bits(), "{} {first}", luck.cards[0]);
        assert_eq!(luck.cards[0], -luck.cards[1]);
    }
}

#[test]
fn an_all_in_counts_by_what_it_was_worth() {
    let holes = ["AsAh", "KdKc"].map(|hole| parse_cards(hole).unwrap());
    let all_in = |last_decision| {
        let chances = ["", "2c7d9h", "3s", "Kh"].map(|cards| {
            let stakes = even(2, if cards.is_empty() { 75 } else { 20_000 });
            Chance { stakes, cards: parse_cards(cards).unwrap() }
        });
        let story = Story { chances: chances.into(), draws: Vec::new(), last_decision };
        luck(numbers(1), game("holdem"), &holes, &story)
    };
    // The aces lose 20,000, of which they would keep 0.82 * 40,000 - 20,000.
    let early = all_in(1);
    assert!(near(-20_000.0 - early.at_the_end[0], 12_800.0, 600.0), "{early:?}");
    assert!(near(early.cards[0] - early.at_the_end[0], 150.0 * 0.32, 3.0), "{early:?}");
    // All-in on the turn: kings have two cards left among 44.
    let late = all_in(3);
    assert!(near(late.at_the_end[0], -40_000.0 * 42.0 / 44.0, 1e-6), "{late:?}");
    assert_eq!(all_in(4).at_the_end, [0.0, 0.0]);
}

#[test]
fn a_player_who_is_all_in_has_no_luck_in_a_side_pot() {
    let holes = ["AsAh", "KdKc", "7s7c"].map(|hole| parse_cards(hole).unwrap());
    let chances = ["", "2c3d9h", "4s", "Kh"].map(|cards| {
        let mut stakes = even(3, if cards.is_empty() { 100 } else { 1_000 });
        if !cards.is_empty() {
            stakes[0] = Stake { paid: 400, behind: 0, ..stakes[0] };
        }
        Chance { stakes, cards: parse_cards(cards).unwrap() }
    });
    let story = Story { chances: chances.into(), draws: Vec::new(), last_decision: 3 };
    let luck = luck(numbers(1), game("holdem"), &holes, &story);
    // Before the river, each of 42 cards leaves the aces ahead but for two kings and two sevens.
    assert!(near(luck.at_the_end[0], -1_200.0 * 38.0 / 42.0, 1e-6), "{luck:?}");
    // In the side pot the sevens lose to the kings unless a seven comes.
    let sevens = -1_200.0 * 2.0 / 42.0 - 1_200.0 * 2.0 / 42.0;
    assert!(near(luck.at_the_end[2], sevens, 1e-6), "{luck:?}");
}

#[test]
fn a_drawn_action_counts_by_what_it_is_better_than_the_others() {
    let holes = ["AsAh", "KdKc"].map(|hole| parse_cards(hole).unwrap());
    let board = "2c7d9h3s4s";
    let cards = parse_cards(board).unwrap();
    let chances = vec![
        Chance { stakes: even(2, 500), cards: vec![] },
        Chance { stakes: even(2, 500), cards },
    ];
    let drawn = |taken| {
        let mut stakes = even(2, 1_000);
        // The aces have bet 500 into 1,000, and the kings owe them.
        stakes[0].bet = 500;
        stakes[1] = Stake { paid: 500, bet: 0, behind: 19_500, is_live: true };
        let options = vec![(Effect::Fold, 0.5), (Effect::Pay(500), 0.3), (Effect::Pay(1_500), 0.2)];
        let draw = Draw { seat: 1, dealt: 2, stakes, options, taken };
        let story = Story { chances: chances.clone(), draws: vec![draw], last_decision: 2 };
        luck(numbers(1), game("holdem"), &holes, &story)
    };
    // A fold loses 500, a call 1,000, and a raise that is called 2,000: 950 on average.
    let each = [0, 1, 2].map(|taken| drawn(taken).actions[1]);
    assert!(each.iter().zip([450.0, -50.0, -1_050.0]).all(|(luck, due)| near(*luck, due, 1e-9)));
    let mean = 0.5 * each[0] + 0.3 * each[1] + 0.2 * each[2];
    assert!(near(mean, 0.0, 1e-9), "{each:?}");
    let first = drawn(0);
    assert!(near(first.actions[0], -450.0, 1e-9));
    assert_eq!(first.drawn, [0, 1]);
}

#[test]
fn the_games_with_blinds_and_a_board_have_a_value() {
    let known = |id: &str| {
        let choice = samples::choice(id);
        let terms = crate::game::Terms::new(samples::library(), samples::library(), &choice);
        terms.unwrap().knows_value()
    };
    let library = samples::library();
    let games = library.games().map(|game| game.id.as_str());
    let rotations = library.rotations().map(|rotation| rotation.id.as_str());
    let mut with_value: Vec<&str> = games.chain(rotations).filter(|id| known(id)).collect();
    with_value.sort_unstable();
    let expected = [
        "courchevel",
        "courchevel8",
        "holdem",
        "omaha",
        "omaha5",
        "omaha6",
        "omaha8",
        "omaha8-5",
        "short-deck",
    ];
    assert_eq!(with_value, expected, "not those with draws, discards or open cards");
}
