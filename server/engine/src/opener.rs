//! The first player to act on a street, by blinds and button or by face-up cards.

use crate::hand::{Hand, Hole};
use cardroom_cards::{
    highest_card_ace_low, highest_card_by_suit, lowest_card_by_suit, up_cards_high, up_cards_low,
};
use cardroom_rules::{Opener, SeatNo};

/// Returns the seat after which the action of a street starts.
pub(crate) fn starts_after(hand: &Hand, opener: Opener) -> SeatNo {
    match opener {
        Opener::LeftOfBigBlind => hand.positions.last_blind(),
        Opener::LeftOfButton => hand.positions.button(),
        Opener::LowCard | Opener::HighCard | Opener::HighBoard | Opener::LowBoard => {
            let opens = by_cards(hand, opener).unwrap_or(hand.positions.button());
            hand.players.dealt().previous_before(opens).unwrap_or(opens)
        }
    }
}

/// Returns the seat that opens by its face-up cards; `None` if the game uses another opener. The
/// suit of the highest card breaks ties, also between low boards (TDA RP-10-D).
pub(crate) fn by_cards(hand: &Hand, opener: Opener) -> Option<SeatNo> {
    let cards = |seat: SeatNo| hand.up_cards(seat);
    let live = hand.players.live().iter();
    match opener {
        Opener::LowCard => live.min_by_key(|seat| lowest_card_by_suit(&cards(*seat))),
        Opener::HighCard => live.max_by_key(|seat| highest_card_ace_low(&cards(*seat))),
        Opener::HighBoard => live.max_by_key(|seat| {
            let cards = cards(*seat);
            (up_cards_high(&cards), highest_card_by_suit(&cards))
        }),
        Opener::LowBoard => live.max_by_key(|seat| {
            let cards = cards(*seat);
            (up_cards_low(&cards), highest_card_ace_low(&cards))
        }),
        Opener::LeftOfBigBlind | Opener::LeftOfButton => None,
    }
}

/// Returns `true` if a player's face-up cards start with a pair.
pub(crate) fn shows_a_pair(hand: &Hand) -> bool {
    hand.players.live().iter().any(|seat| {
        let cards: Hole = hand.up_cards(seat);
        let mut ranks = cards.iter().map(|card| card.rank());
        ranks.next().is_some_and(|first| ranks.any(|rank| rank == first))
    })
}
