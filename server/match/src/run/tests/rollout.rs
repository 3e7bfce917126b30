//! Matches of the rollout. It deals less often here than it does by default, so that the tests take
//! seconds.

use super::*;
use crate::brains::BrainSeat;
use crate::reduce::Reduction;
use cardroom_bot::brains::Rollout;

/// A rollout that deals the hidden cards `DEALS` times for each decision.
struct Hasty<const DEALS: u32>;

impl<const DEALS: u32> Entrant for Hasty<DEALS> {
    fn open(&self, opening: &Opening<'_>) -> Result<Box<dyn Seat>, Fault> {
        let make =
            |seed| -> Box<dyn cardroom_bot::Brain> { Box::new(Rollout::with_budget(seed, DEALS)) };
        Ok(Box::new(BrainSeat::new(make, opening)))
    }
}

#[test]
fn the_rollout_plays_every_game_without_a_fault() {
    for game in samples::library().games() {
        for kinds in [&[Caller, Random][..], &[Caller, TightAggressive, Random, Maniac][..]] {
            let mut settings = settings(&game.id, 3);
            settings.seatings = Seatings::One;
            let mut bots = bots(kinds);
            bots[0].entrant = Box::new(Hasty::<4>);
            let outcome = run(&settings, &bots, 2, &AtomicBool::new(false));
            assert_eq!(outcome.end, End::Complete, "{}", game.id);
            let faults = outcome.sessions.iter().flat_map(|session| &session.faults);
            assert_eq!(faults.count(), 0, "{}", game.id);
        }
    }
}

#[test]
fn the_rollout_beats_players_who_do_not_look_at_their_cards() {
    for other in [Caller, DealersExample] {
        let mut settings = settings("holdem", 120);
        settings.conduct.finds_luck = true;
        settings.reduction = Some(Reduction::Chance);
        let mut bots = bots(&[Caller, other]);
        bots[0].entrant = Box::new(Hasty::<24>);
        let outcome = run(&settings, &bots, 2, &AtomicBool::new(false));
        let report = report(&settings, &bots, &outcome, Vec::new(), false, 1);
        let reduced = report.tables[0].results[0].reduced.as_ref().unwrap();
        let half_width = reduced.half_width.unwrap();
        assert!(reduced.rate > half_width, "{other:?}: {} +- {half_width}", reduced.rate);
    }
}

#[test]
fn the_rollout_plays_the_same_hands_the_same_way() {
    let settings = settings("omaha8", 6);
    let mut bots = bots(&[Caller, Maniac]);
    bots[0].entrant = Box::new(Hasty::<8>);
    let played = |jobs| run(&settings, &bots, jobs, &AtomicBool::new(false));
    assert_eq!(hands(&played(1)), hands(&played(2)));
}

/// With the same seed in every hand, equal brains win from each other what the other has won. That
/// fails if a brain knows more than its seat sees, such as the cards of the deal's first seating.
#[test]
fn equal_brains_are_worth_exactly_nothing_against_each_other() {
    for kind in [Maniac, Random, DealersExample, BrainKind::Rollout] {
        let mut settings = settings("holdem", 30);
        settings.conduct.brain_seed = Some(11);
        let mut bots = bots(&[kind, kind]);
        if kind == BrainKind::Rollout {
            for bot in &mut bots {
                bot.entrant = Box::new(Hasty::<12>);
            }
        }
        let outcome = run(&settings, &bots, 2, &AtomicBool::new(false));
        let scored = table(&outcome, &settings);
        assert!(scored.deals.iter().all(|deal| deal.scores == [0.0, 0.0]), "{kind:?}");
        assert!(scored.hands[0].iter().any(|net| *net != 0.0), "each hand is worth something");
    }
}
