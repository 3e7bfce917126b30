//! The decks of a match, and every other stream of random numbers that follows from its seed.
//! `DECKS.md` specifies the decks to the last bit.

mod given;

pub use given::{DeckFileError, GivenDecks};

use cardroom_cards::DeckOrder;
use cardroom_engine::Decks;
use cardroom_rules::Game;
use chacha20::ChaCha20Rng;
use rand::{Rng as _, SeedableRng as _};
use sha2::{Digest as _, Sha256};

/// The purpose of a stream of random numbers. No two streams share a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stream {
    /// The decks of a deal.
    Deck { deal: u32 },
    /// The order of the deals in a session.
    Order { session: u32 },
    /// The seed of a brain.
    Brain { session: u32, seat: u8 },
    /// The actions drawn from what a seat answers with probabilities.
    Policy { session: u32, seat: u8 },
    /// The decks of a hand of a tournament.
    Hand { tournament: u32, hand: u32 },
    /// The draws of a tournament's director.
    Director { tournament: u32 },
    /// The boards that estimate what hands are worth.
    Equity { session: u32, deal: u32 },
}

impl Stream {
    fn label(self) -> &'static str {
        match self {
            Self::Deck { .. } => "cardroom.match.deck.v1",
            Self::Order { .. } => "cardroom.match.order.v1",
            Self::Brain { .. } => "cardroom.match.brain.v1",
            Self::Policy { .. } => "cardroom.match.policy.v1",
            Self::Hand { .. } => "cardroom.match.tournament.deck.v1",
            Self::Director { .. } => "cardroom.match.tournament.director.v1",
            Self::Equity { .. } => "cardroom.match.equity.v1",
        }
    }

    /// Returns one or two numbers.
    fn numbers(self) -> (u64, Option<u64>) {
        match self {
            Self::Deck { deal } => (deal.into(), None),
            Self::Order { session } => (session.into(), None),
            Self::Brain { session, seat } | Self::Policy { session, seat } => {
                (session.into(), Some(seat.into()))
            }
            Self::Hand { tournament, hand } => (tournament.into(), Some(hand.into())),
            Self::Director { tournament } => (tournament.into(), None),
            Self::Equity { session, deal } => (session.into(), Some(deal.into())),
        }
    }
}

/// Returns the generator of a stream: ChaCha20 with 20 rounds, keyed by SHA-256 of the label, the
/// seed and the numbers, each as 8 bytes with the lowest first.
pub(crate) fn generator(seed: u64, stream: Stream) -> ChaCha20Rng {
    let mut hash = Sha256::new();
    hash.update(stream.label());
    hash.update(seed.to_le_bytes());
    let (first, second) = stream.numbers();
    hash.update(first.to_le_bytes());
    if let Some(second) = second {
        hash.update(second.to_le_bytes());
    }
    ChaCha20Rng::from_seed(hash.finalize().into())
}

/// Returns the decks of a deal: the deck, and the orders for the reshuffles that the game may need.
#[must_use]
pub fn decks(seed: u64, deal: u32, game: &Game) -> Decks {
    drawn(generator(seed, Stream::Deck { deal }), game)
}

/// Returns the decks of a hand of a tournament.
pub(crate) fn hand_decks(seed: u64, tournament: u32, hand: u32, game: &Game) -> Decks {
    drawn(generator(seed, Stream::Hand { tournament, hand }), game)
}

fn drawn(mut numbers: ChaCha20Rng, game: &Game) -> Decks {
    let whole = game.deck.cards();
    let mut next = || DeckOrder::shuffled(whole, || numbers.next_u32());
    let deck = next();
    Decks { deck, reshuffles: (0..game.most_reshuffles()).map(|_| next()).collect() }
}

/// Returns the decks of a deal. Its deck is that of the file, if there is one. The orders for
/// reshuffles still follow from the seed.
pub(crate) fn given_decks(seed: u64, deal: u32, game: &Game, given: Option<&GivenDecks>) -> Decks {
    let drawn = decks(seed, deal, game);
    match given.and_then(|given| given.of_deal(deal)) {
        Some(deck) => Decks { deck: deck.clone(), ..drawn },
        None => drawn,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_rules::Library;
    use std::process::Command;
    use std::sync::Arc;

    fn game(id: &str, text: &str) -> Arc<Game> {
        let library = Library::parse([(id, text)], []).unwrap();
        Arc::clone(library.games().find(|game| game.id == id).unwrap())
    }

    fn hold_em() -> Arc<Game> {
        game("holdem", include_str!("../../../config/games/holdem.toml"))
    }

    fn text(deck: &DeckOrder) -> String {
        deck.cards().iter().map(ToString::to_string).collect()
    }

    /// The test vector of `DECKS.md`.
    const SEED_7_DEAL_1: &str = concat!(
        "9dJh4d4cAd7s8sQh6h2c4hQcTsKc8c5cTcQdKd9hJdJsTdAcThAs",
        "3s2s5h3hJc3d8d6d2h5dQs8hAh6s5s6c4s7c3cKh2d7d9sKs9c7h"
    );

    #[test]
    fn the_first_deck_of_seed_7_never_changes() {
        let page = include_str!("../DECKS.md");
        assert_eq!(text(&decks(7, 1, &hold_em()).deck), SEED_7_DEAL_1);
        assert!(page.contains(&SEED_7_DEAL_1[..52]) && page.contains(&SEED_7_DEAL_1[52..]));
    }

    #[test]
    fn seeds_deals_and_purposes_have_streams_of_their_own() {
        let first = |seed, stream| generator(seed, stream).next_u64();
        let streams = [
            first(7, Stream::Deck { deal: 1 }),
            first(7, Stream::Deck { deal: 2 }),
            first(8, Stream::Deck { deal: 1 }),
            first(7, Stream::Order { session: 1 }),
            first(7, Stream::Brain { session: 1, seat: 0 }),
            first(7, Stream::Brain { session: 1, seat: 1 }),
            first(7, Stream::Policy { session: 1, seat: 0 }),
            first(7, Stream::Hand { tournament: 1, hand: 1 }),
            first(7, Stream::Hand { tournament: 1, hand: 2 }),
            first(7, Stream::Director { tournament: 1 }),
        ];
        for (place, stream) in streams.iter().enumerate() {
            assert!(!streams[..place].contains(stream));
        }
    }

    /// Twenty lines of Python deal the same cards, with nothing but its standard library.
    #[test]
    fn python_deals_the_same_decks() {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/decks.py");
        let short = game("short-deck", include_str!("../../../config/games/short-deck.toml"));
        let triple = include_str!("../../../config/games/deuce-seven-triple.toml");
        let triple = game("deuce-seven-triple", triple);
        for (game, lowest) in [(hold_em(), "2"), (short, "6"), (triple, "2")] {
            let of_deals = [(7, 1), (7, 20_000), (0, 3), (u64::MAX, 4_711)]
                .map(|(seed, deal)| (seed, deal.to_string(), decks(seed, deal, &game)));
            let of_tournaments =
                [(7, 1, 1), (7, 1, 2), (u64::MAX, 100, 311)].map(|(seed, t, hand)| {
                    (seed, format!("{t}/{hand}"), hand_decks(seed, t, hand, &game))
                });
            for (seed, deal, Decks { deck, reshuffles }) in
                of_deals.into_iter().chain(of_tournaments)
            {
                let orders: Vec<String> =
                    std::iter::once(&deck).chain(&reshuffles).map(text).collect();
                let count = orders.len().to_string();
                let arguments = [&seed.to_string(), &deal, lowest, &count];
                let run = Command::new("python3").arg(script).args(arguments).output();
                let Ok(run) = run else {
                    eprintln!("SKIPPED: there is no python3 to recompute decks with");
                    return;
                };
                let told = String::from_utf8(run.stdout).unwrap();
                assert_eq!(told.lines().collect::<Vec<_>>(), orders, "{}", game.id);
            }
        }
    }
}
