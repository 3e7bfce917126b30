//! Guessers and owners, by the clock of the test.

use super::*;
use proptest::prelude::*;

const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;
const NOW: u64 = 1_000_000_000;

fn four(number: u32) -> IpAddr {
    // Each in a /16 of its own.
    IpAddr::from((number << 16 | 7).to_be_bytes())
}

fn six(text: &str) -> IpAddr {
    text.parse().unwrap()
}

#[test]
fn a_network_waits_after_five_wrong_guesses_and_others_do_not() {
    let mut strangers = Strangers::default();
    for _ in 0..5 {
        strangers.begin(four(1), NOW).unwrap();
    }
    assert_eq!(strangers.begin(four(1), NOW), Err(1_000));
    strangers.begin(four(2), NOW).unwrap();
    strangers.begin(four(1), NOW + 1_000).unwrap();
    assert_eq!(strangers.begin(four(1), NOW + 1_000), Err(2_000));
    assert_eq!(wait_ms(100), MOST_WAIT_MS);
}

#[test]
fn a_right_guess_ends_the_waits_of_its_network_alone() {
    let mut strangers = Strangers::default();
    for _ in 0..5 {
        strangers.begin(four(1), NOW).unwrap();
        strangers.begin(four(2), NOW).unwrap();
    }
    let later = NOW + 1_000;
    strangers.begin(four(1), later).unwrap();
    strangers.take_back(four(1), true);
    strangers.begin(four(1), later).unwrap();
    strangers.begin(four(2), later).unwrap();
    assert!(strangers.begin(four(2), later).is_err());
}

/// Guesses from many networks until the allowance is spent.
fn spent(networks: impl IntoIterator<Item = IpAddr>) -> Strangers {
    let mut strangers = Strangers::default();
    let let_in = networks.into_iter().filter(|from| strangers.begin(*from, NOW).is_ok()).count();
    assert_eq!(let_in as u64, AT_ONCE);
    strangers
}

#[test]
fn an_owner_in_a_new_place_is_next_when_guessers_have_spent_the_allowance() {
    let mut strangers = spent((0..200).map(|number| four(number % 10)));
    // The guessers come back every second, as soon as they may and before.
    for second in 0..600 {
        for number in 0..10 {
            let _ = strangers.begin(four(number), NOW + second * 1_000);
        }
    }
    let now = NOW + 10 * MINUTE;
    let owner = six("2001:db8:1::1");
    let wait = strangers.begin(owner, now).unwrap_err();
    assert!(wait <= EVERY_MS, "{wait}");
    for number in 0..10 {
        assert!(strangers.begin(four(number), now + wait).is_err(), "it is the owner's turn");
    }
    strangers.begin(owner, now + wait).unwrap();
}

#[test]
fn a_provider_full_of_guessers_is_one_guesser_with_one_place() {
    let network = |number: u32| six(&format!("2001:db8:{number:x}::1"));
    let mut strangers = spent((0..100).map(network));
    for number in 100..300 {
        assert!(strangers.begin(network(number), NOW).is_err());
    }
    assert_eq!(strangers.line.len(), 1);
    let wait = strangers.begin(four(1), NOW).unwrap_err();
    assert_eq!(wait, EVERY_MS, "the next turn");
    // A mistyped password costs the owner the place, not the turn after it.
    strangers.begin(four(1), NOW + wait).unwrap();
    let second = strangers.begin(four(1), NOW + wait).unwrap_err();
    assert!(second <= 2 * EVERY_MS, "{second}");
}

#[test]
fn a_network_that_asks_for_turns_and_does_not_come_is_last() {
    let mut strangers = spent((0..20).map(four));
    for number in 100..110 {
        assert!(strangers.begin(four(number), NOW).is_err(), "they hold places");
    }
    assert!(strangers.begin(four(200), NOW).is_err());
    // After their turns have passed, whoever comes is let in.
    let later = NOW + 40 * MINUTE;
    let _ = strangers.begin(four(200), later);
    strangers.begin(four(200), later + EVERY_MS + 1).unwrap();
    let rank = |number| {
        let ranges = ranges(four(number));
        strangers.rank(&InLine { ranges, since_ms: 0, turn_ms: None }).0
    };
    assert_eq!(rank(100), [1, 1, 1], "a turn that is not used counts as wrong");
}

#[test]
fn what_is_remembered_has_a_bound_and_an_end() {
    let mut strangers = Strangers::default();
    for number in 0..3 * u32::try_from(MOST_RANGES).unwrap() {
        let _ = strangers.begin(four(number), NOW + u64::from(number) * EVERY_MS / 100);
        assert!(strangers.counts.len() <= MOST_RANGES + 3 * (MOST_IN_LINE + 1));
        assert!(strangers.line.len() <= MOST_IN_LINE);
    }
    let later = NOW + FORGET_MS + 100 * HOUR;
    strangers.begin(four(1), later).unwrap();
    // Those who waited have missed their turns, and are counted once more.
    assert!(strangers.counts.len() <= 3 * (MOST_IN_LINE + 1));
    assert!(strangers.line.is_empty() && strangers.waits_until() <= later);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// However many networks guess, and whenever, they have the allowance and no more.
    #[test]
    fn all_strangers_together_have_a_bounded_number_of_guesses(
        attempts in prop::collection::vec((0_u32..60, 0_u64..40_000), 1..1_000),
    ) {
        let (mut strangers, mut now, mut let_in) = (Strangers::default(), NOW, 0);
        for (number, later) in attempts {
            now += later;
            let_in += u64::from(strangers.begin(four(number), now).is_ok());
        }
        prop_assert!(let_in <= AT_ONCE + (now - NOW) / EVERY_MS);
    }

    /// An owner in a new place waits for one turn of each network that never guessed, at most. The
    /// room says when to come back, and the owner does.
    #[test]
    fn an_owner_in_a_new_place_gets_a_turn(fresh in 0_u32..12, used in 0_u32..40) {
        let (mut strangers, mut now) = (Strangers::default(), NOW);
        for round in 0..100 {
            now += 10_000;
            let _ = strangers.begin(four(1_000 + round % used.max(1)), now);
        }
        let (owner, asked) = (six("2001:db8::1"), now);
        let mut wait = strangers.begin(owner, now);
        let mut come_back = now + wait.err().unwrap_or(0);
        while wait.is_err() {
            now += 10_000;
            for number in 0..fresh {
                let _ = strangers.begin(four(2_000 + number), now);
            }
            for number in 0..used {
                let _ = strangers.begin(four(1_000 + number), now);
            }
            if now >= come_back {
                wait = strangers.begin(owner, now);
                come_back = now + wait.err().unwrap_or(0);
            }
            let first = u64::from(fresh + used).saturating_sub(AT_ONCE);
            prop_assert!(now - asked < (first + 2) * EVERY_MS, "{} s", (now - asked) / 1_000);
        }
    }
}
