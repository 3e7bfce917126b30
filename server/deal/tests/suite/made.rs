//! Proofs of random hands, made and verified.

use crate::room::{Choices, GAMES, Game, Played, play};
use cardroom_deal::{Code, Document, Fraud, Known, NOBODY, Verified, verify_session};
use proptest::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;

fn verify(file: &str, key: [u8; 32]) -> Result<Verified, Fraud> {
    let (document, _) = Document::read(file.as_bytes()).unwrap();
    let Document::Proofs(proofs) = document else { panic!("a proof is no history") };
    let known = Known { keys: vec![key], ..Known::default() };
    verify_session(&proofs, &known).map(|mut rounds| rounds.remove(0))
}

fn holds_for_all(played: &Played, game: Game) {
    let viewers = played.seats.iter().copied().map(Some).chain([None]);
    for viewer in viewers {
        let file = played.proof(viewer, false);
        let round = verify(&file, played.key).unwrap_or_else(|fraud| {
            panic!("{game:?} for {viewer:?}: {fraud}\n{file}");
        });
        assert_eq!((round.digest, round.seal), (played.digest, played.seal));
    }
    let audited = verify(&played.proof(None, true), played.key);
    let audit = audited.unwrap_or_else(|fraud| panic!("{game:?}: {fraud}")).audit.unwrap();
    assert_eq!(audit.held.len(), played.seats.len());
}

/// Random hands must come by every way in which cards are dealt.
#[test]
fn the_hands_of_these_tests_shuffle_scramble_skip_and_run_twice() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut note = |what, is_so: bool| *seen.entry(what).or_default() += usize::from(is_so);
    for seed in 0..60 {
        for game in GAMES {
            let played = play(game, &mut Choices(seed));
            let named = |name: &str| -> Vec<&Value> {
                played.events().iter().filter_map(|event| event.get(name)).collect()
            };
            let is_stud = matches!(game, Game::Stud);
            let shuffles = named("Reshuffled");
            note(
                "a draw that is shuffled for",
                shuffles.iter().any(|it| it["seat"] != Value::Null),
            );
            note(
                "a burn that is shuffled for",
                !is_stud && shuffles.iter().any(|it| it["seat"].is_null()),
            );
            note("a scrambled stub", is_stud && !shuffles.is_empty());
            note("a community card", is_stud && !named("BoardDealt").is_empty());
            note("two boards", !named("RunItAgreed").is_empty());
            note("a rabbit", !named("RabbitShown").is_empty());
            note("a void hand", !named("HandVoided").is_empty());
            note("a skip for the board", played.skipped().any(|seat| seat == NOBODY));
            note("a skip for a seat", played.skipped().any(|seat| seat != NOBODY));
        }
    }
    assert!(seen.values().all(|count| *count > 0), "{seen:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn every_made_proof_is_verified_for_every_viewer(seed: u64) {
        for game in GAMES {
            holds_for_all(&play(game, &mut Choices(seed)), game);
        }
    }

    #[test]
    fn a_proof_of_one_room_is_none_of_another(seed: u64) {
        let played = play(Game::Holdem, &mut Choices(seed));
        let fraud = verify(&played.proof(None, false), [1; 32]).unwrap_err();
        prop_assert_eq!(fraud.code, Code::Key);
    }

    #[test]
    fn no_bytes_make_the_reader_panic(mut bytes: Vec<u8>, at: usize, seed: u64) {
        prop_assert!(Document::read(&bytes).is_err());
        // A proof with some of its bytes exchanged is refused or read, and verified or not.
        let file = play(Game::Holdem, &mut Choices(seed)).proof(None, false).into_bytes();
        let at = at % file.len();
        bytes.truncate(file.len() - at);
        let changed = [&file[..at], &bytes, &file[at + bytes.len()..]].concat();
        if let Ok((Document::Proofs(proofs), _)) = Document::read(&changed) {
            drop(verify_session(&proofs, &Known::default()));
        }
    }
}
