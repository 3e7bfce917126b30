//! The value of a hand in any game. The rest of the hand is dealt repeatedly against hands of which
//! only the open cards are known. It uses only what its seat sees.

use crate::draws::sensible_discards;
use crate::model::{Hand, Table};
use cardroom_cards::{Card, CardSet, HandValue, Rank, Ranking};
use cardroom_protocol::game::{Deck, Half};
use cardroom_protocol::table::DiscardRange;
use rand::{Rng, RngExt as _};

/// The limit of opponents in a deal. More of them change little, and take time.
const MOST_OPPONENTS: usize = 3;

/// The value of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Chances {
    /// The part of the pot that the hand wins on average, in percent.
    pub(super) share: u32,
    /// The number of players in the deals, this one included.
    pub(super) players: u32,
}

impl Chances {
    /// Returns how good the hand is in comparison with the average, which is 100.
    pub(super) fn edge(self) -> u32 {
        self.share * self.players
    }
}

/// Returns the average part of the pot that this seat's hand wins over `deals` deals of the rest.
pub(super) fn chances(table: &Table, hand: &Hand, deals: u32, rng: &mut impl Rng) -> Chances {
    let opponents: Vec<&[Card]> = table
        .opponents()
        .filter_map(|seat| seat.in_hand.as_ref())
        .map(|part| part.tabled.as_deref().unwrap_or(&part.up))
        .take(MOST_OPPONENTS)
        .collect();
    let mut deck = unseen(table, hand);
    let (mut won, mut dealt) = (0, 0);
    for _ in 0..deals {
        let mut stub = Stub::new(&mut deck, rng);
        if let Some(part) = play_out(table, hand, &opponents, &mut stub) {
            won += part;
            dealt += 1;
        }
    }
    let players = u32::try_from(opponents.len() + 1).unwrap_or(1);
    let share = won.checked_div(dealt).unwrap_or(100 / players);
    Chances { share, players }
}

/// Returns the cards whose place is unknown.
pub(super) fn unseen(table: &Table, hand: &Hand) -> Vec<Card> {
    let parts = table.seats.iter().filter_map(|seat| seat.in_hand.as_ref());
    let open = parts.flat_map(|part| part.up.iter().chain(part.tabled.iter().flatten()));
    let seen: CardSet =
        table.cards.iter().chain(hand.boards.iter().flatten()).chain(open).collect();
    let in_game = |card: &Card| hand.game.deck == Deck::Standard52 || card.rank() >= Rank::Six;
    CardSet::full52().difference(seen).iter().filter(in_game).collect()
}

/// The remaining cards, dealt at random one at a time.
pub(super) struct Stub<'a, R> {
    cards: &'a mut [Card],
    dealt: usize,
    rng: &'a mut R,
}

impl<'a, R: Rng> Stub<'a, R> {
    pub(super) fn new(cards: &'a mut [Card], rng: &'a mut R) -> Self {
        Self { cards, dealt: 0, rng }
    }

    fn next(&mut self) -> Option<Card> {
        let left = self.cards.get_mut(self.dealt..).filter(|left| !left.is_empty())?;
        let place = self.rng.random_range(0..left.len());
        left.swap(0, place);
        self.dealt += 1;
        Some(left[0])
    }

    fn fill(&mut self, cards: &mut Vec<Card>, count: usize) {
        while cards.len() < count {
            let Some(card) = self.next() else { return };
            cards.push(card);
        }
    }
}

/// Plays out the hand once and returns this seat's part of the pot in percent. `None` if no
/// player has a hand.
fn play_out(
    table: &Table,
    hand: &Hand,
    opponents: &[&[Card]],
    stub: &mut Stub<'_, impl Rng>,
) -> Option<u32> {
    let Dealt { board, hands } = deal_out(table, hand, opponents, stub);
    let halves = &hand.game.showdown;
    let parts: Vec<u32> = halves.iter().filter_map(|half| part(half, &hands, &board)).collect();
    let count = u32::try_from(parts.len()).ok().filter(|count| *count > 0)?;
    Some(parts.iter().sum::<u32>() / count)
}

/// A hand that was dealt to its end.
pub(super) struct Dealt {
    pub(super) board: Vec<Card>,
    /// The hands of the showdown: this seat's, then those of the opponents.
    pub(super) hands: Vec<Vec<Card>>,
}

/// Deals a hand to its end. Each opponent begins with the cards that are open.
pub(super) fn deal_out(
    table: &Table,
    hand: &Hand,
    opponents: &[&[Card]],
    stub: &mut Stub<'_, impl Rng>,
) -> Dealt {
    let game = &hand.game;
    let held = usize::from(game.hole_cards);
    let mut board = hand.board().to_vec();
    stub.fill(&mut board, usize::from(game.board_cards));
    let mut own = table.cards.clone();
    stub.fill(&mut own, held);
    for draws in hand.draws..game.draws {
        draw(hand, draws, &mut own, stub);
    }
    let mut hands = vec![fewest(hand, own, held)];
    for open in opponents {
        let mut cards = open.to_vec();
        stub.fill(&mut cards, held);
        for draws in 0..game.draws {
            draw(hand, draws, &mut cards, stub);
        }
        hands.push(fewest(hand, cards, held));
    }
    Dealt { board, hands }
}

/// Makes one draw with sensible discards.
fn draw(hand: &Hand, draws: u8, cards: &mut Vec<Card>, stub: &mut Stub<'_, impl Rng>) {
    let held = cards.len();
    let most = u8::try_from(held).unwrap_or(u8::MAX);
    let last = draws + 1 >= hand.game.draws;
    // The cards to keep depend on whether this is the last draw.
    let now = if last == (hand.draws >= hand.game.draws) {
        sensible_discards(hand, cards, DiscardRange { least: 0, most })
    } else {
        let then = Hand { draws: draws + 1, ..hand.clone() };
        sensible_discards(&then, cards, DiscardRange { least: 0, most })
    };
    cards.retain(|card| !now.contains(*card));
    stub.fill(cards, held);
}

/// Keeps the best cards if a player holds more than are played, as in pineapple before the discard.
fn fewest(hand: &Hand, mut cards: Vec<Card>, held: usize) -> Vec<Card> {
    if let Some(many) = cards.len().checked_sub(held).and_then(|many| u8::try_from(many).ok())
        && many > 0
    {
        let gone = sensible_discards(hand, &cards, DiscardRange { least: many, most: many });
        cards.retain(|card| !gone.contains(*card));
    }
    cards
}

/// Returns the first hand's part of one half of the pot, in percent. `None` if no hand qualifies.
fn part(half: &Half, hands: &[Vec<Card>], board: &[Card]) -> Option<u32> {
    let ranking = Ranking::from(half.ranking);
    let values: Vec<Option<HandValue>> =
        hands.iter().map(|cards| ranking.value(cards, board, half.hole.into())).collect();
    let best = values.iter().flatten().max()?;
    let winners = values.iter().filter(|value| value.as_ref() == Some(best)).count();
    let won = values.first().is_some_and(|own| own.as_ref() == Some(best));
    Some(if won { 100 / u32::try_from(winners).unwrap_or(1) } else { 0 })
}
