//! Whole tournaments with real tables reach their winner under every rulebook, and the same seed
//! gives the same tournament.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use cardroom::config::Config;
use cardroom_sim::field::{Field, run};

#[test]
fn a_field_plays_down_to_one_under_every_rulebook_and_the_same_seed_plays_the_same() {
    let library = Config::default().library().unwrap();
    let books: Vec<String> = library.rulebooks().map(|book| book.id.clone()).collect();
    assert_eq!(books.len(), 7);
    let (mut with_late_entries, mut together, mut away, mut ruled, mut bounties) = (0, 0, 0, 0, 0);
    for (seed, book) in (1..).zip(&books) {
        for seats in [2, 6, 9] {
            let field = Field { entrants: 120, late_per_mille: 200, seats, seed };
            let outcome = run(&field, &library, book).unwrap();
            with_late_entries += u32::from(outcome.entries > 120);
            together += outcome.hands_together;
            away += outcome.absences;
            ruled += outcome.rulings;
            bounties += outcome.bounties;
            assert!(outcome.hands > 100, "{book}: {outcome:?}");
            assert_eq!(run(&field, &library, book).unwrap(), outcome, "{book}");
        }
    }
    assert!(with_late_entries >= 9, "some books close registration early: {with_late_entries}");
    let happened = [together, away, ruled, bounties];
    assert!(happened.iter().all(|count| *count > 0), "nothing is left out: {happened:?}");
    let other = || Field { entrants: 120, late_per_mille: 200, seats: 9, seed: 99 };
    let first = Field { seed: 1, ..other() };
    let book = &books[0];
    assert_ne!(run(&other(), &library, book).unwrap(), run(&first, &library, book).unwrap());
}
