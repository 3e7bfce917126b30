//! A result without luck has the same mean and less spread.

use super::*;
use crate::reduce::Reduction;
use cardroom_bot::{LegalActions, Policy, Table};

/// The number of matches, and of the deals in each.
const FEW: (u64, u32) = (30, 4);
const MANY: (u64, u32) = (200, 100);

fn without_luck(game: &str, deals: u32, reduction: Reduction) -> Settings {
    let mut settings = settings(game, deals);
    settings.conduct.finds_luck = true;
    settings.conduct.uses_policies = reduction == Reduction::Aivat;
    settings.reduction = Some(reduction);
    settings
}

/// Estimates the first bot's result in a hand, as if it had not been paired.
fn of_hands(outcome: &Outcome, settings: &Settings, counts: Counts) -> Estimate {
    let sessions = outcome.sessions.iter();
    let played = sessions.map(|session| (&session.plan, session.hands.as_slice()));
    let scored = scores(played, settings, counts);
    Estimate::of(&scored.hands[0], 1, LEAST_FOR_INTERVAL)
}

/// Plays matches with different seeds and short stacks. Returns how much either reduction changed
/// the result of each.
fn changes(bots: &[Bot], (matches, deals): (u64, u32)) -> [Vec<f64>; 2] {
    let mut settings = without_luck("holdem", deals, Reduction::Aivat);
    settings.conduct.terms.stack = cardroom_rules::Chips(2_000);
    let mut changes = [Vec::new(), Vec::new()];
    for seed in 1..=matches {
        settings.conduct.seed = seed;
        let outcome = run(&settings, bots, 2, &AtomicBool::new(false));
        assert_eq!(outcome.end, End::Complete);
        let mean = |counts| of_hands(&outcome, &settings, counts).mean;
        for (changes, reduction) in changes.iter_mut().zip([Reduction::Chance, Reduction::Aivat]) {
            changes.push(mean(Counts::reduced(reduction)) - mean(Counts::Chips));
        }
    }
    changes
}

/// Returns `true` if the mean of the changes is within three standard errors of zero.
fn is_fair(changes: &[f64]) -> bool {
    let changes = Estimate::of(changes, 1, LEAST_FOR_INTERVAL);
    changes.mean.abs() < 3.0 * changes.deviation / (changes.count as f64).sqrt()
}

/// Checks that neither reduction changes the mean.
fn check_means(size: (u64, u32)) {
    for kinds in [&[Random, Caller][..], &[DealersExample, TightAggressive, Maniac][..]] {
        for changes in changes(&bots(kinds), size) {
            assert!(is_fair(&changes), "{kinds:?}: {changes:?}");
            assert!(changes.iter().any(|change| change.abs() > 1.0), "something is taken out");
        }
    }
}

#[test]
fn a_result_without_luck_has_the_same_mean() {
    check_means(FEW);
}

#[test]
#[ignore = "long: 100,000 hands, in release"]
fn the_results_of_200_matches_without_luck_have_the_same_mean() {
    check_means(MANY);
}

/// A player who always calls, and states that it nearly always folds.
struct Liar;

impl Entrant for Liar {
    fn open(&self, _opening: &Opening<'_>) -> Result<Box<dyn Seat>, Fault> {
        Ok(Box::new(Self))
    }
}

impl Seat for Liar {
    fn ask(&mut self, ask: &Ask<'_>) -> Reply {
        let Question::Act(legal) = ask.question else { panic!("there are only actions") };
        let answer = Ok(Answer::Act(legal.check_or_call()));
        Reply { answer, took: Duration::ZERO, raw: Vec::new() }
    }

    fn policy(&self, _view: &Table, legal: &LegalActions) -> Option<Policy> {
        let mut policy = Policy::default();
        policy.add(legal.check_or_fold(), 0.95);
        policy.add(legal.check_or_call(), 0.05);
        Some(policy)
    }
}

#[test]
fn a_biased_correction_is_caught() {
    let mut bots = bots(&[Caller, Random]);
    bots[0].entrant = Box::new(Liar);
    let [of_cards, of_all] = changes(&bots, FEW);
    assert!(!is_fair(&of_all), "its policy is a lie: {of_all:?}");
    assert!(is_fair(&of_cards), "the cards are no lie: {of_cards:?}");
}

#[test]
fn each_step_leaves_less_spread_than_the_one_before() {
    let settings = without_luck("holdem", 200, Reduction::Aivat);
    let outcome = play(&settings, &[Random, Caller], 2);
    let steps = [Counts::Chips, Counts::Equity, Counts::WithoutCards, Counts::WithoutLuck];
    let [raw, equity, cards, all] =
        steps.map(|counts| of_hands(&outcome, &settings, counts).deviation);
    assert!(equity < raw && cards < equity && all < cards, "{raw} {equity} {cards} {all}");
    // In full: cardroom match --a brain:random --b brain:caller --seed 7 --reduce aivat --json FILE
    assert!(cards < 0.85 * raw && all < 0.7 * raw, "{raw} {cards} {all}");
}

#[test]
fn chips_and_luck_add_up_to_zero_at_a_table_of_four() {
    let settings = without_luck("omaha8", 6, Reduction::Aivat);
    let outcome = play(&settings, &[Random, Caller, Maniac, TightAggressive], 2);
    let mut drawn = 0;
    for hand in hands(&outcome).into_iter().flatten() {
        let luck = hand.luck.as_ref().unwrap();
        assert_eq!(hand.net.iter().sum::<i64>(), 0);
        for part in [&luck.cards, &luck.actions, &luck.at_the_end] {
            assert!(part.iter().sum::<f64>().abs() < 1e-6, "{luck:?}");
        }
        drawn += luck.drawn.iter().sum::<u32>();
    }
    assert!(drawn > 20, "two of them state what they draw from: {drawn}");
}

#[test]
fn a_report_names_the_bots_whose_decisions_it_used() {
    let reported = |kinds: &[BrainKind], change: fn(&mut Vec<Bot>)| {
        let settings = without_luck("holdem", 30, Reduction::Aivat);
        let mut bots = bots(kinds);
        change(&mut bots);
        let outcome = run(&settings, &bots, 2, &AtomicBool::new(false));
        report(&settings, &bots, &outcome, Vec::new(), false, 1)
    };
    let used = reported(&[Random, Caller], |_| {});
    let [policy] = used.reduction.as_ref().unwrap().policies.as_slice() else { panic!("one bot") };
    assert!(policy.bot == "random-0" && policy.decisions > 30, "{policy:?}");
    let told = text(&used);
    assert!(told.contains("luck of the cards and of the draws of random-0 (value.v1)"), "{told}");
    assert!(told.contains("decisions with stated probabilities: "), "{told}");
    // Answers with probabilities count as well.
    let policy = |bots: &mut Vec<Bot>| {
        let half = vec![(Action::Fold, 0.5), (Action::Call, 0.5)];
        bots[1].entrant = Answers::same(Answer::Policy(half));
    };
    let used = reported(&[Caller, Caller], policy);
    assert_eq!(used.reduction.as_ref().unwrap().policies[0].bot, "caller-1");
    let none = reported(&[Caller, Caller], |_| {});
    assert!(text(&none).contains("no bot stated the probabilities of its decisions"));
}
