//! What a hand is worth in any game: the rest of it is dealt again and again, against hands of
//! which only the open cards are known, and the pots are counted. It knows what its seat sees, no
//! more.

use crate::draws::sensible_discards;
use crate::model::{Hand, Table};
use cardroom_cards::{Card, CardSet, HandValue, Rank, Ranking};
use cardroom_protocol::game::{Deck, Half};
use cardroom_protocol::table::DiscardRange;
use rand::{Rng, RngExt as _};

/// Opponents beyond these are left out: they change little, and take time.
const MOST_OPPONENTS: usize = 3;

/// What a hand is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Chances {
    /// The part of the pot it wins on average, in percent.
    pub(super) share: u32,
    /// Among so many players, this one included.
    pub(super) players: u32,
}

impl Chances {
    /// How much better than an average hand it is: 100 for the average.
    pub(super) fn edge(self) -> u32 {
        self.share * self.players
    }
}

/// The part of the pot that the own hand wins on average, when the rest of it is dealt so often.
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
        let mut stub = Stub { cards: &mut deck, dealt: 0, rng };
        if let Some(part) = play_out(table, hand, &opponents, &mut stub) {
            won += part;
            dealt += 1;
        }
    }
    let players = u32::try_from(opponents.len() + 1).unwrap_or(1);
    let share = won.checked_div(dealt).unwrap_or(100 / players);
    Chances { share, players }
}

/// The cards that may be anywhere.
fn unseen(table: &Table, hand: &Hand) -> Vec<Card> {
    let parts = table.seats.iter().filter_map(|seat| seat.in_hand.as_ref());
    let open = parts.flat_map(|part| part.up.iter().chain(part.tabled.iter().flatten()));
    let seen: CardSet =
        table.cards.iter().chain(hand.boards.iter().flatten()).chain(open).collect();
    let in_game = |card: &Card| hand.game.deck == Deck::Standard52 || card.rank() >= Rank::Six;
    CardSet::full52().difference(seen).iter().filter(in_game).collect()
}

/// Cards that are dealt at random, one at a time, from those that are left.
struct Stub<'a, R> {
    cards: &'a mut [Card],
    dealt: usize,
    rng: &'a mut R,
}

impl<R: Rng> Stub<'_, R> {
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

/// One way the hand can go on: the own part of the pot in percent. `None` where nobody has a hand.
fn play_out(
    table: &Table,
    hand: &Hand,
    opponents: &[&[Card]],
    stub: &mut Stub<'_, impl Rng>,
) -> Option<u32> {
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
    let parts: Vec<u32> =
        game.showdown.iter().filter_map(|half| part(half, &hands, &board)).collect();
    let count = u32::try_from(parts.len()).ok().filter(|count| *count > 0)?;
    Some(parts.iter().sum::<u32>() / count)
}

/// One draw, as somebody sensible makes it.
fn draw(hand: &Hand, draws: u8, cards: &mut Vec<Card>, stub: &mut Stub<'_, impl Rng>) {
    let held = cards.len();
    let most = u8::try_from(held).unwrap_or(u8::MAX);
    let last = draws + 1 >= hand.game.draws;
    // What is kept depends on whether this is the last draw.
    let now = if last == (hand.draws >= hand.game.draws) {
        sensible_discards(hand, cards, DiscardRange { least: 0, most })
    } else {
        let then = Hand { draws: draws + 1, ..hand.clone() };
        sensible_discards(&then, cards, DiscardRange { least: 0, most })
    };
    cards.retain(|card| !now.contains(*card));
    stub.fill(cards, held);
}

/// The cards a player keeps where it holds more than are played: pineapple before the discard.
fn fewest(hand: &Hand, mut cards: Vec<Card>, held: usize) -> Vec<Card> {
    if let Some(many) = cards.len().checked_sub(held).and_then(|many| u8::try_from(many).ok())
        && many > 0
    {
        let gone = sensible_discards(hand, &cards, DiscardRange { least: many, most: many });
        cards.retain(|card| !gone.contains(*card));
    }
    cards
}

/// The first hand's part of one half of the pot, in percent; `None` where nobody has a hand for it.
fn part(half: &Half, hands: &[Vec<Card>], board: &[Card]) -> Option<u32> {
    let ranking = Ranking::from(half.ranking);
    let values: Vec<Option<HandValue>> =
        hands.iter().map(|cards| ranking.value(cards, board, half.hole.into())).collect();
    let best = values.iter().flatten().max()?;
    let winners = values.iter().filter(|value| value.as_ref() == Some(best)).count();
    let won = values.first().is_some_and(|own| own.as_ref() == Some(best));
    Some(if won { 100 / u32::try_from(winners).unwrap_or(1) } else { 0 })
}
