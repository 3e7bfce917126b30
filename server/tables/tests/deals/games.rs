//! Random hands of every shipped game: each proof is verified, for each player and for the public.

use crate::table::{Choices, Table, key, library, setup};
use cardroom_cards::Card;
use cardroom_deal::{Document, Known, Outcome, Proof, verify, verify_session};
use cardroom_protocol::deal::DealLevel;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::TableEvent;
use cardroom_record::ids::AccountId;
use cardroom_rules::{BombPot, Chips, Stakes};
use std::collections::BTreeSet;

fn known() -> Known {
    Known { keys: vec![key().public()], ..Known::default() }
}

fn read(proof: &str) -> Proof {
    match Document::read(proof.as_bytes()).unwrap().0 {
        Document::Proofs(mut proofs) => proofs.pop().unwrap(),
        Document::History(_) => panic!("a proof is no history"),
    }
}

/// Verifies the proofs of the hands that were played, for a player and the public. Returns the
/// number of shuffles in them.
fn check(table: &Table, game: &str) -> usize {
    let (mut session, mut shuffles) = (Vec::new(), 0);
    for played in &table.played {
        let stored = Table::stored(played);
        let players: Vec<u8> = played.players.iter().map(|(_, seat)| *seat).collect();
        let seats = [players.first().copied(), None];
        for seat in seats {
            let proofs = stored.proofs(seat).expect("the hand has proofs");
            for (at, proof) in proofs.iter().enumerate() {
                let number = played.record.hand.0;
                let proven = read(proof);
                let verified = verify(&proven, &known()).unwrap_or_else(|fraud| {
                    panic!("{game}, hand {number}, seat {seat:?}: {fraud:?}\n{proof}")
                });
                let is_hand = at + 1 == proofs.len();
                assert_eq!(verified.seal.outcome == Outcome::GivenUp, !is_hand);
                if seat.is_none() {
                    session.push(proven);
                }
            }
        }
        let events = played.record.steps.iter().flat_map(|step| &step.events.0);
        shuffles += events.filter(|event| matches!(event, TableEvent::Reshuffled(_))).count();
    }
    verify_session(&session, &known()).unwrap_or_else(|fraud| panic!("{game}: {fraud:?}"));
    shuffles
}

/// Returns every card that a player held in a hand, by its record.
fn held(table: &Table, account: AccountId, hand: u64) -> Option<Vec<Card>> {
    let played = table.played.iter().find(|played| played.record.hand.0 == hand)?;
    let (_, seat) = played.players.iter().find(|(who, _)| *who == account)?;
    let cards = played.cards.iter().find(|cards| cards.seat == *seat)?;
    let drawn = cards.draws.iter().flat_map(|draw| &draw.got);
    Some(cards.dealt.iter().chain(drawn).copied().collect())
}

/// Checks that no client is sent a card that it may not see: public messages open public cards, and
/// private ones the cards that their receiver held.
fn check_secrecy(table: &Table, game: &str) {
    for client in table.clients.values() {
        let mut seen: BTreeSet<Card> = BTreeSet::new();
        for message in &client.heard {
            match message {
                ServerMessage::Step(step) => {
                    for event in &step.events.0 {
                        if matches!(event, TableEvent::HandStarted(_)) {
                            seen.clear();
                        }
                        seen.extend(shown(event));
                    }
                }
                ServerMessage::CardsOpened(opened) => {
                    let is_seen = opened.cards.iter().all(|card| seen.contains(&card.card));
                    assert!(is_seen, "{game}: {opened:?}");
                }
                ServerMessage::OwnCardsOpened(opened) => {
                    let Some(own) = held(table, client.account, opened.hand.0) else { continue };
                    let is_own = opened.cards.iter().all(|card| own.contains(&card.card));
                    assert!(is_own, "{game}: {opened:?}");
                }
                _ => {}
            }
        }
    }
}

/// Returns the cards that an event shows to all viewers.
fn shown(event: &TableEvent) -> Vec<Card> {
    match event {
        TableEvent::UpCardsDealt(up) => up.cards.iter().map(|up| up.card).collect(),
        TableEvent::BoardDealt(board) => board.cards.clone(),
        TableEvent::HandTabled(hand) => hand.cards.clone(),
        TableEvent::HandExposed(hand) => hand.cards.clone(),
        TableEvent::RabbitShown(rabbit) => rabbit.cards.clone(),
        TableEvent::CardsShown(shown) => shown.cards.clone(),
        _ => Vec::new(),
    }
}

#[test]
fn the_proofs_of_every_game_are_verified_for_players_and_the_public() {
    let library = library();
    let games: Vec<String> = library.games().map(|game| game.id.clone()).collect();
    let rotations = ["dealers-choice", "horse", "ten-game"].map(str::to_owned);
    assert!(games.len() > 18, "{games:?}");
    let mut shuffled = 0;
    for (seed, game) in (0_u64..).zip(games.into_iter().chain(rotations)) {
        for (round, book) in ["online", "tda-2024"].into_iter().enumerate() {
            let mut choices = Choices(seed * 2 + round as u64);
            let most = library.plays(&game, &Stakes::no_limit(50, 100));
            let most = most.map_or(6, |(plays, _)| {
                plays.iter().map(|play| play.game.max_players).min().unwrap_or(6)
            });
            let setup = setup(&library, &game, book, most, |ring| {
                if round == 0 {
                    ring.run_it = 2;
                    ring.bomb_pot = Some(BombPot { every_hands: 3, ante: Chips(200) });
                }
            });
            let packs = u8::try_from(1 + choices.below(3)).unwrap();
            let mut table = Table::open(&setup, packs, seed);
            for at in 0..most {
                let connection = table.sit();
                match choices.below(3) {
                    0 => {}
                    1 if at > 0 => table.join(connection, DealLevel::Lend),
                    _ => table.join(connection, DealLevel::Full),
                }
            }
            table.play(4);
            assert!(!table.played.is_empty(), "{game} under {book}");
            shuffled += check(&table, &game);
            check_secrecy(&table, &game);
        }
    }
    assert!(shuffled > 0, "some draws shuffle cards again");
}
