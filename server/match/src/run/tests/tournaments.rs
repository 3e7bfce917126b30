//! Whole tournaments between brains.

use super::*;
use crate::samples::{small_tables, tournaments};
use std::collections::BTreeSet;
use std::sync::Arc;

#[test]
fn a_sit_and_go_is_played_to_its_places_from_every_seat() {
    let settings = tournaments("sit-and-go-hyper", 3, 6);
    let kinds = [TightAggressive, DealersExample, Random, Caller, Caller, TightAggressive];
    let outcome = play(&settings, &kinds, 2);
    assert_eq!(outcome.end, End::Complete);
    assert_eq!(outcome.sessions.len(), 18, "each tournament in six seatings");
    for session in &outcome.sessions {
        assert!(session.faults.is_empty(), "{:?}", session.faults);
        let finish = session.finish.as_ref().unwrap();
        let mut places = finish.places.clone();
        places.sort_unstable();
        assert_eq!(places[0], 1);
        assert_eq!(finish.prizes.iter().sum::<u64>(), finish.pool);
        let winner = finish.places.iter().position(|place| *place == 1).unwrap();
        assert_eq!(finish.prizes[winner], *finish.prizes.iter().max().unwrap());
        // The winner has won every chip.
        let won: i64 = session.hands.iter().map(|hand| hand.net[winner]).sum();
        assert_eq!(won, 5 * i64::try_from(settings.conduct.terms.stack.0).unwrap());
    }
    let drawn = |session: usize| outcome.sessions[session].hands[0].seats.clone().unwrap();
    assert_eq!(drawn(0), drawn(3), "the same seats are drawn in every seating");
    assert_ne!(drawn(0), drawn(1), "and others in every tournament");
    let report = report(&settings, &bots(&kinds), &outcome, Vec::new(), false, 1);
    let [table] = report.tables.as_slice() else { panic!("one table") };
    assert_eq!((table.deals, table.scores.len()), (3, 3));
    for deal in &table.scores {
        assert!(deal.scores.iter().sum::<f64>().abs() < 1e-6, "{deal:?}");
    }
    let tournament = report.tournament.as_ref().unwrap();
    assert!(tournament.bots.iter().all(|bot| bot.places.iter().sum::<u32>() == 18));
    let percent: f64 = tournament.bots.iter().map(|bot| bot.pool_percent).sum();
    assert!((percent - 100.0).abs() < 1e-6);
}

#[test]
fn levels_rise_by_the_decisions_that_were_made() {
    // Callers go all-in rarely, so the blinds decide.
    let settings = tournaments("heads-up-sit-and-go", 4, 2);
    let outcome = play(&settings, &[Caller, Caller], 2);
    assert_eq!(outcome.end, End::Complete);
    let rose = |session: &PlayedSession| session.finish.as_ref().unwrap().level;
    assert!(outcome.sessions.iter().any(|session| rose(session) > 2));
    for session in &outcome.sessions {
        let decisions: u32 = session.hands.iter().map(|hand| hand.decisions).sum();
        // Three minutes a level, five seconds a decision; the pauses between hands come on top.
        assert!(u32::from(rose(session)) > decisions * 5 / 180, "{decisions}");
    }
}

#[test]
fn the_same_seed_plays_the_same_tournaments_on_any_number_of_threads() {
    let mut settings = tournaments("test-turbo", 4, 4);
    let kinds = [TightAggressive, DealersExample, Random, Caller];
    let ends = |outcome: &Outcome| -> Vec<_> {
        outcome.sessions.iter().map(|session| session.finish.clone()).collect()
    };
    let one = play(&settings, &kinds, 1);
    assert_eq!(one.end, End::Complete);
    let four = play(&settings, &kinds, 4);
    assert_eq!((hands(&one), ends(&one)), (hands(&four), ends(&four)));
    settings.conduct.seed = 8;
    assert_ne!(ends(&one), ends(&play(&settings, &kinds, 2)));
}

#[test]
fn a_bot_against_itself_wins_no_more_than_its_share() {
    let mut settings = tournaments("heads-up-sit-and-go", 5, 2);
    settings.conduct.brain_seed = Some(3);
    let outcome = play(&settings, &[TightAggressive, TightAggressive], 2);
    let report = report(&settings, &bots(&[Caller, Caller]), &outcome, Vec::new(), false, 1);
    let scores = &report.tables[0].scores;
    assert_eq!(scores.len(), 5);
    assert!(scores.iter().all(|deal| deal.scores == [0.0, 0.0]), "{scores:?}");
}

#[test]
fn a_player_who_only_checks_and_folds_wins_no_tournaments() {
    let settings = tournaments("heads-up-sit-and-go", 30, 2);
    let mut bots = bots(&[Caller, Caller]);
    bots[1].entrant = Answers::by(checks_or_folds);
    let outcome = run(&settings, &bots, 2, &AtomicBool::new(false));
    let report = report(&settings, &bots, &outcome, Vec::new(), false, 1);
    let [caller, passive] = report.tables[0].results.as_slice() else { panic!("two players") };
    // Each buy-in of the other, or almost.
    assert!(caller.rate > 700.0 && caller.verdict == "better", "{caller:?}");
    assert!((caller.rate + passive.rate).abs() < 1e-6 && passive.verdict == "worse");
    assert_eq!(caller.big_blinds_per_100, None);
    let text = text(&report);
    let first = text.lines().next().unwrap();
    assert!(
        first.starts_with("Heads-up sit & go: No-limit Texas hold'em with 2 players"),
        "{text}"
    );
    assert!(text.contains("30 tournaments, each played twice with seats exchanged"), "{text}");
    assert!(text.contains(" % of the pool, mean place 1.") && text.contains(" wins"), "{text}");
    assert!(text.contains("thousandths of the buy-in a tournament"), "{text}");
}

#[test]
fn the_hands_of_tournaments_are_written_with_the_bots_that_played_them() {
    let mut settings = tournaments("test-turbo", 1, 3);
    settings.conduct.keeps_hands = true;
    let kinds = [Random, Caller, Random];
    let outcome = play(&settings, &kinds, 1);
    let written = histories(&outcome.sessions, &bots(&kinds));
    assert!(written.left_out.is_empty(), "{:?}", written.left_out);
    let count = outcome.sessions.iter().map(|session| session.hands.len()).sum::<usize>();
    assert_eq!(written.text.matches("\nvariant = ").count(), count);
    assert!(written.text.contains("\"caller-1\""), "{}", &written.text[..600]);
}

/// Returns the players of a hand.
fn players(hand: &Hand) -> BTreeSet<usize> {
    let seats = hand.seats.as_ref().unwrap().iter().enumerate();
    seats.filter(|(_, seat)| seat.is_some()).map(|(player, _)| player).collect()
}

#[test]
fn a_field_of_several_tables_is_balanced_and_broken_down_to_one_winner() {
    let mut changes = 0;
    for (players_in_all, seats) in [(7, 3), (10, 6), (5, 2), (9, 4)] {
        let settings = small_tables("test-turbo", 1, players_in_all, seats);
        let kinds = [TightAggressive, Caller, DealersExample, Random, Maniac].repeat(2);
        let kinds = &kinds[..players_in_all];
        let outcome = play(&settings, kinds, 2);
        assert_eq!(outcome.end, End::Complete, "{players_in_all} at tables of {seats}");
        for session in &outcome.sessions {
            assert_eq!(session.faults, [], "{players_in_all} at tables of {seats}");
            assert_eq!(session.times.len(), players_in_all);
            let finish = session.finish.as_ref().unwrap();
            assert_eq!(finish.prizes.iter().sum::<u64>(), finish.pool);
            let winner = finish.places.iter().position(|place| *place == 1).unwrap();
            // Chips move between tables with their players, and all of them end with the winner.
            let won =
                |player: usize| session.hands.iter().map(|hand| hand.net[player]).sum::<i64>();
            let stack = i64::try_from(settings.conduct.terms.stack.0).unwrap();
            for player in 0..players_in_all {
                let others = i64::try_from(players_in_all - 1).unwrap();
                let all = if player == winner { others * stack } else { -stack };
                assert_eq!(won(player), all, "player {player}");
            }
            let at_most = usize::from(seats);
            assert!(session.hands.iter().all(|hand| players(hand).len() <= at_most));
            let tables: Vec<_> = session.hands.iter().map(players).collect();
            changes += tables.windows(2).filter(|pair| pair[0].is_disjoint(&pair[1])).count();
            let own = || tables.iter().filter(|table| table.contains(&winner));
            let met: BTreeSet<&usize> = own().flatten().collect();
            assert!(met.len() > own().next().unwrap().len(), "the winner has met another table");
        }
    }
    assert!(changes > 100, "the tables play at the same time: {changes}");
}

#[test]
fn rounds_are_played_by_the_winners_of_the_one_before() {
    let kinds = [Random, TightAggressive, Caller, DealersExample, Random, Maniac, Caller, Random];
    let outcome = play(&tournaments("heads-up-bracket", 1, 7), &kinds[..7], 2);
    assert_eq!(outcome.end, End::Complete);
    for session in &outcome.sessions {
        assert!(session.hands.iter().all(|hand| players(hand).len() == 2));
        assert!(session.finish.is_some() && session.faults.is_empty());
    }
    let settings = small_tables("shootout", 1, 9, 3);
    let outcome = play(&settings, &[&kinds[..], &[Random]].concat(), 2);
    assert_eq!(outcome.end, End::Complete);
    let first = outcome.sessions[0].hands.iter().map(players);
    assert_eq!(first.filter(|table| table.len() == 3).collect::<BTreeSet<_>>().len(), 4);
}

#[test]
fn several_tables_play_the_same_on_any_number_of_threads() {
    let mut settings = small_tables("test-turbo", 3, 5, 2);
    settings.conduct.keeps_hands = true;
    let kinds = [Random, TightAggressive, DealersExample, Random, Random];
    let one = play(&settings, &kinds, 1);
    assert_eq!(hands(&one), hands(&play(&settings, &kinds, 4)));
    let written = histories(&one.sessions, &bots(&kinds));
    assert!(written.left_out.is_empty(), "{:?}", written.left_out);
    for session in &one.sessions {
        for hand in &session.hands {
            for seat in &hand.played.as_ref().unwrap().record.seats {
                let name = session.entrant_at(hand, seat.seat).map(|entrant| entrant + 1);
                let shown = session.plan.seats.iter().position(|entrant| Some(entrant + 1) == name);
                assert_eq!(seat.name, format!("p{}", shown.unwrap() + 1));
            }
        }
    }
}

/// Makes a player who interrupts the match with its fifth decision.
fn interrupts(halt: &Arc<AtomicBool>) -> Box<Answers> {
    let (halt, asked) = (Arc::clone(halt), AtomicUsize::new(1));
    Answers::by(move |ask| {
        if asked.fetch_add(1, Ordering::Relaxed) == 5 {
            halt.store(true, Ordering::Relaxed);
        }
        checks_or_folds(ask)
    })
}

#[test]
fn the_hands_of_an_interrupted_tournament_are_those_of_the_bots_that_played_them() {
    let mut settings = tournaments("test-turbo", 3, 4);
    (settings.conduct.keeps_hands, settings.conduct.shows_names) = (true, true);
    let mut bots = bots(&[Caller, Random, TightAggressive, Caller]);
    let halt = Arc::new(AtomicBool::new(false));
    bots[3].entrant = interrupts(&halt);
    let outcome = run(&settings, &bots, 1, &halt);
    assert_eq!(outcome.end, End::Stopped(Stopped::Interrupted));
    let [first, ..] = outcome.sessions.as_slice() else { panic!("a tournament began") };
    assert!(first.finish.is_none() && !first.hands.is_empty());
    for hand in &first.hands {
        for seat in &hand.played.as_ref().unwrap().record.seats {
            assert_eq!(bots[first.entrant_at(hand, seat.seat).unwrap()].name, seat.name);
        }
    }
}

#[test]
fn an_interrupted_match_of_tournaments_has_none() {
    let settings = tournaments("test-turbo", 2, 2);
    let outcome = run(&settings, &bots(&[Caller, Caller]), 1, &AtomicBool::new(true));
    assert_eq!(outcome.end, End::Stopped(Stopped::Interrupted));
    let report = report(&settings, &bots(&[Caller, Caller]), &outcome, Vec::new(), false, 1);
    assert!(text(&report).contains("no tournament was played from every seat"));
}
