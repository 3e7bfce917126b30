//! Whole matches between brains, of which everything is known that can be.

mod tournaments;

use super::*;
use crate::brains::BrainKind;
use crate::history::histories;
use crate::report::report;
use crate::samples::{self, Answers, bots, settings};
use crate::seat::{Answer, Ask, Fault, Opening, Question, Reply, Seat};
use crate::text::text;
use cardroom_bot::{Action, Chips, Choices as _};
use cardroom_rules::DeckKind;

mod luck;
mod rollout;

fn play(settings: &Settings, kinds: &[BrainKind], jobs: usize) -> Outcome {
    run(settings, &bots(kinds), jobs, &AtomicBool::new(false))
}

fn hands(outcome: &Outcome) -> Vec<&[Hand]> {
    outcome.sessions.iter().map(|session| session.hands.as_slice()).collect()
}

fn table(outcome: &Outcome, settings: &Settings) -> Scores {
    let sessions = outcome.sessions.iter();
    scores(
        sessions.map(|session| (&session.plan, session.hands.as_slice())),
        settings,
        Counts::Chips,
    )
}

/// Answers like a player who never bets.
fn checks_or_folds(ask: &Ask<'_>) -> Reply {
    let Question::Act(legal) = ask.question else { panic!("there are only actions") };
    samples::reply(Answer::Act(legal.check_or_fold()))
}

use BrainKind::{Caller, DealersExample, Maniac, Random, TightAggressive};

#[test]
fn the_same_seed_plays_the_same_match_on_any_number_of_threads() {
    let mut settings = settings("holdem", 60);
    let kinds = [TightAggressive, DealersExample, Random];
    let one = play(&settings, &kinds, 1);
    assert_eq!(one.end, End::Complete);
    assert_eq!(hands(&one), hands(&play(&settings, &kinds, 4)));
    settings.conduct.seed = 8;
    assert_ne!(hands(&one), hands(&play(&settings, &kinds, 1)));
}

#[test]
fn every_game_is_played_from_every_seat_without_a_fault() {
    let library = samples::library();
    let games = library.games().map(|game| game.id.clone());
    let games: Vec<String> =
        games.chain(library.rotations().map(|rotation| rotation.id.clone())).collect();
    assert_eq!(games.len(), 26);
    for game in &games {
        for kinds in [&[Random, Caller][..], &[TightAggressive, Maniac, Caller][..]] {
            let settings = settings(game, 6);
            let outcome = play(&settings, kinds, 2);
            assert_eq!(outcome.end, End::Complete, "{game}");
            assert!(outcome.sessions.iter().all(|session| session.faults.is_empty()), "{game}");
            assert_eq!(table(&outcome, &settings).deals.len(), 6, "{game}");
        }
    }
}

#[test]
fn a_bot_against_itself_is_worth_exactly_nothing() {
    let mut caller = settings("holdem", 40);
    let mut aggressive = settings("holdem", 60);
    aggressive.conduct.brain_seed = Some(11);
    caller.conduct.brain_seed = None;
    for (settings, kind) in [(caller, Caller), (aggressive, TightAggressive)] {
        let outcome = play(&settings, &[kind, kind], 2);
        let scored = table(&outcome, &settings);
        assert!(scored.deals.iter().all(|deal| deal.scores == [0.0, 0.0]));
        assert!(scored.hands[0].iter().any(|net| *net != 0.0), "each hand is worth something");
        let mean: Vec<f64> = scored.deals.iter().map(|deal| deal.scores[0]).collect();
        let estimate = Estimate::of(&mean, 1, LEAST_FOR_INTERVAL);
        assert_eq!((estimate.mean, estimate.half_width), (0.0, Some(0.0)));
    }
}

#[test]
fn a_test_ends_a_match_that_is_decided() {
    let mut settings = settings("holdem", 5_000);
    settings.early = Some(Early::Test(Sequential { low: 0.0, high: 2_000.0 }));
    let outcome = play(&settings, &[TightAggressive, DealersExample], 2);
    assert_eq!(outcome.end, End::Early);
    assert_eq!(outcome.test.unwrap().1, Verdict::AtLeastHigh);
    let played = table(&outcome, &settings).deals.len();
    assert!((200..5_000).contains(&played) && played.is_multiple_of(100), "{played}");
}

#[test]
fn an_interrupted_match_keeps_what_was_played() {
    let settings = settings("holdem", 50);
    let outcome = run(&settings, &bots(&[Caller, Caller]), 1, &AtomicBool::new(true));
    assert_eq!(outcome.end, End::Stopped(Stopped::Interrupted));
    assert!(hands(&outcome).iter().all(|hands| hands.is_empty()));
}

#[test]
fn a_given_deck_is_dealt_in_every_seating() {
    let mut settings = settings("holdem", 2);
    settings.conduct.keeps_hands = true;
    let text: String = [9, 4]
        .map(|deal| {
            let terms = &settings.conduct.terms;
            let decks = crate::decks::decks(77, deal, &terms.plays[0].game);
            decks.deck.cards().iter().map(ToString::to_string).collect::<String>() + "\n"
        })
        .concat();
    settings.conduct.decks = crate::decks::GivenDecks::parse(&text, DeckKind::Standard52).ok();
    let outcome = play(&settings, &[Caller, Caller], 1);
    assert_eq!(outcome.end, End::Complete);
    for session in &outcome.sessions {
        for hand in &session.hands {
            let line = text.lines().nth(hand.deal as usize - 1).unwrap();
            let order = cardroom_cards::parse_cards(line).unwrap();
            // The first card goes to the left of the button.
            let left = 1 - schedule::button(hand.deal, 2);
            let cards = &hand.played.as_ref().unwrap().cards;
            let dealt = &cards.iter().find(|cards| cards.seat == left).unwrap().dealt;
            assert_eq!(*dealt, [order[0], order[2]]);
        }
    }
}

#[test]
fn carried_stacks_are_played_on_and_filled_when_they_are_gone() {
    let mut settings = settings("holdem", 200);
    settings.seatings = Seatings::One;
    settings.conduct.stacks = StackRule::Carry;
    settings.conduct.keeps_hands = true;
    let outcome = play(&settings, &[Random, Random, Caller], 2);
    assert_eq!(outcome.end, End::Complete);
    let [session] = outcome.sessions.as_slice() else { panic!("one life in one seating") };
    let stacks = |hand: &Hand, after: bool| -> Vec<u64> {
        let mut seats = hand.played.as_ref().unwrap().record.seats.clone();
        seats.sort_by_key(|seat| seat.seat);
        let amount = |seat: &cardroom_protocol::history::RecordedSeat| {
            if after { seat.ended_with.0 } else { seat.began_with.0 }
        };
        seats.iter().map(amount).collect()
    };
    let mut filled = 0;
    for pair in session.hands.windows(2) {
        assert_eq!(pair[1].deal, pair[0].deal + 1);
        for (left, next) in stacks(&pair[0], true).into_iter().zip(stacks(&pair[1], false)) {
            filled += u32::from(left == 0);
            assert_eq!(next, if left == 0 { 20_000 } else { left });
        }
    }
    assert!(filled > 3, "players who act at random lose everything at times: {filled}");
}

#[test]
fn a_seat_that_answers_against_the_rules_checks_or_folds_and_is_out_after_ten_faults() {
    let raise = Answer::Act(Action::RaiseTo(Chips(1_000_000)));
    let some = Answer::Policy(vec![(Action::Call, 0.4), (Action::Fold, 0.4)]);
    for wrong in [raise, Answer::Show(true), some] {
        let mut settings = settings("holdem", 40);
        let mut bots = bots(&[Caller, Caller]);
        bots[0].entrant = Answers::same(wrong);
        let outcome = run(&settings, &bots, 1, &AtomicBool::new(false));
        assert_eq!(outcome.end, End::Complete);
        let counts = outcome.sessions.iter().map(|session| session.faults.len());
        assert_eq!(counts.collect::<Vec<_>>(), [11, 11], "one session after the other");
        let report = report(&settings, &bots, &outcome, Vec::new(), false, 1);
        let [fault] = report.faults.as_slice() else { panic!("one kind of one bot") };
        assert_eq!((fault.kind, fault.count, fault.hand), ("illegal", 22, 1));
        assert_eq!(fault.line, "\\x1b[2J", "it does nothing to a terminal");
        // It folds every small blind, and checks every big blind.
        let lost = &report.tables[0].results[0];
        assert!(lost.rate < 0.0, "{lost:?}");
        settings.conduct.is_strict = true;
        let strict = run(&settings, &bots, 1, &AtomicBool::new(false));
        assert!(matches!(strict.end, End::Stopped(Stopped::Strict(_))), "{:?}", strict.end);
    }
}

#[test]
fn actions_are_drawn_as_often_as_a_policy_says() {
    let mut settings = settings("holdem", 400);
    // It also calls where there is nothing to call, which is a fault.
    settings.conduct.most_faults = u32::MAX;
    let mut bots = bots(&[Caller, Caller]);
    let policy = vec![(Action::Fold, 0.75), (Action::Call, 0.25)];
    bots[0].entrant = Answers::same(Answer::Policy(policy));
    let outcome = run(&settings, &bots, 1, &AtomicBool::new(false));
    // On the button it folds at once, or there is more than one decision.
    let on_button = outcome.sessions.iter().flat_map(|session| {
        let seat = session.plan.seats.iter().position(|seat| *seat == 0).unwrap();
        let with_button = move |hand: &&Hand| usize::from(schedule::button(hand.deal, 2)) == seat;
        session.hands.iter().filter(with_button)
    });
    let (mut hands, mut folded) = (0_u32, 0_u32);
    for hand in on_button {
        hands += 1;
        folded += u32::from(hand.decisions == 1);
    }
    assert_eq!(hands, 400);
    // 300 expected, standard deviation 9: five of them either way.
    assert!((255..=345).contains(&folded), "{folded}");
}

/// A player with a process of its own.
struct Process;

impl Entrant for Process {
    fn open(&self, _opening: &Opening<'_>) -> Result<Box<dyn Seat>, Fault> {
        panic!("it is never asked to play")
    }

    fn processes(&self) -> usize {
        1
    }
}

#[test]
fn sessions_leave_a_core_for_each_process() {
    let mut bots = bots(&[Caller, Caller, Caller]);
    let jobs = |bots: &[Bot], cores| {
        [Format::RoundRobin, Format::Table].map(|format| usual_jobs(format, bots, cores))
    };
    assert_eq!((jobs(&bots, 8), jobs(&bots, 0)), ([8, 8], [1, 1]));
    bots[0].entrant = Box::new(Process);
    assert_eq!((jobs(&bots, 8), jobs(&bots, 1)), ([8, 8], [1, 1]));
    bots[1].entrant = Box::new(Process);
    assert_eq!(jobs(&bots, 8), [4, 4]);
    bots[2].entrant = Box::new(Process);
    assert_eq!((jobs(&bots, 8), jobs(&bots, 2)), ([4, 2], [1, 1]));
}

#[test]
fn the_time_of_a_slow_decision_is_reported() {
    let settings = settings("holdem", 2);
    let mut bots = bots(&[Caller, Caller]);
    let took = Duration::from_millis(2_014);
    bots[0].entrant = Answers::by(move |ask| Reply { took, ..checks_or_folds(ask) });
    let outcome = run(&settings, &bots, 1, &AtomicBool::new(false));
    let report = report(&settings, &bots, &outcome, Vec::new(), false, 1);
    let slow = &report.timing.bots[0];
    assert!((2_010_000.0..2_020_000.0).contains(&slow.mean_us), "{slow:?}");
    assert!(text(&report).contains("caller-0 2014 ms (p99 2"), "{}", text(&report));
    assert!(report.timing.bots[1].mean_us < 100_000.0);
}
