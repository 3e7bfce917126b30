//! Who shows, in which order, and who wins which pot.

use crate::hand::Hand;
use crate::pot::Pot;
use cardroom_cards::HighValue;
use cardroom_rules::{Game, HoleUse, Ranking, SeatNo, SeatSet};

/// Live players in the order in which they show: the last aggressor of the last betting round
/// first, else whoever is first to act (TDA 17-A).
pub(crate) fn show_order(hand: &Hand) -> impl Iterator<Item = SeatNo> {
    let live = hand.live();
    let first = hand.round.aggressor.filter(|seat| live.contains(*seat));
    let first = first.or_else(|| live.next_after(hand.button)).unwrap_or_default();
    std::iter::once(first).chain(live.clockwise_after(first).filter(move |seat| *seat != first))
}

/// Whether a hand that has not been shown is beaten by tabled hands in every pot it plays for.
pub(crate) fn is_beaten(hand: &Hand, game: &Game, seat: SeatNo) -> bool {
    let own = value(hand, game, seat);
    hand.pots.iter().filter(|pot| pot.eligible.contains(seat)).all(|pot| {
        pot.eligible.iter().any(|other| {
            other != seat && hand.players[other.index()].tabled && value(hand, game, other) > own
        })
    })
}

/// Who wins a pot: the best hands among those who play for it and have not mucked.
pub(crate) fn winners(hand: &Hand, game: &Game, pot: &Pot) -> SeatSet {
    let live = hand.live();
    let contenders: SeatSet = pot
        .eligible
        .iter()
        .filter(|seat| live.contains(*seat) && !hand.players[seat.index()].mucked)
        .collect();
    if contenders.len() < 2 {
        return contenders;
    }
    let best = contenders.iter().map(|seat| value(hand, game, seat)).max();
    contenders.iter().filter(|seat| Some(value(hand, game, *seat)) == best).collect()
}

fn value(hand: &Hand, game: &Game, seat: SeatNo) -> Option<HighValue> {
    // One half and one way to use hole cards is all that the games of this version ask for; the
    // compiler names this place when a game brings another.
    game.showdown.first().and_then(|half| match (half.ranking, half.hole) {
        (Ranking::High, HoleUse::Any) => hand.high_value(seat),
    })
}
