//! The order of the showdown, and the winners of each part of each pot.

use crate::faults::{Fault, is_planted};
use crate::hand::{Hand, Hole};
use crate::opener::starts_after;
use crate::pot::Pot;
use crate::split::{SeatOrder, by_highest_card, from_the_button};
use arrayvec::ArrayVec;
use cardroom_cards::{HandValue, highest_card_by_suit};
use cardroom_rules::rulebook::{OddChip, ShowOrder};
use cardroom_rules::{Forced, Game, Half, SeatNo, SeatSet};

/// The part of a pot that one board and one half of the showdown decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub(crate) board: u8,
    pub(crate) half: u8,
    pub(crate) winners: SeatSet,
}

/// Returns the live players in showing order: the last aggressor of the last betting round, or else
/// the first player to act, comes first (TDA 17-A). Some rulebooks put the players of a side pot
/// before those of the main pot alone (TFPL 3e-8, Spotlight 3e-7).
pub(crate) fn show_order(hand: &Hand, game: &Game, rule: ShowOrder) -> SeatOrder {
    let live = hand.players.live();
    let first = hand.betting.round().aggressor.filter(|seat| live.contains(*seat));
    let first = first.or_else(|| {
        let opener = hand.street.of(game).opener;
        live.next_after(starts_after(hand, opener))
    });
    let first = first.unwrap_or_default();
    let others = live.clockwise_after(first).filter(|seat| *seat != first);
    let mut order: SeatOrder = std::iter::once(first).chain(others).collect();
    if rule == ShowOrder::LastAggressorSidePotsFirst {
        let main_pot_alone = |seat: &SeatNo| {
            !hand.middle.pots().iter().skip(1).any(|pot| pot.eligible.contains(*seat))
        };
        order.sort_by_key(main_pot_alone);
    }
    order
}

/// Returns `true` if tabled hands beat this hand in every part of every pot it plays for.
pub(crate) fn is_beaten(hand: &Hand, game: &Game, seat: SeatNo) -> bool {
    let is_beaten_in = |pot: &Pot, half: &Half, board: u8| {
        let Some(own) = hand.value(seat, half, board) else { return true };
        pot.eligible.iter().any(|other| {
            other != seat
                && hand.players[other].tabled
                && hand.value(other, half, board) > Some(own)
        })
    };
    hand.middle.pots().iter().filter(|pot| pot.eligible.contains(seat)).all(|pot| {
        game.showdown
            .iter()
            .all(|half| hand.boards.numbers().all(|board| is_beaten_in(pot, half, board)))
    })
}

/// Returns the parts that decide a pot: for each board, each half with a qualifying hand. Only
/// eligible live players who have not mucked take part. If all of them have, all take part, because
/// every pot has a winner.
pub(crate) fn parts(hand: &Hand, game: &Game, pot: &Pot) -> ArrayVec<Part, 6> {
    let live = hand.players.live();
    let eligible: SeatSet = pot.eligible.iter().filter(|seat| live.contains(*seat)).collect();
    let held: SeatSet = eligible.iter().filter(|seat| !hand.players[*seat].mucked).collect();
    let contenders = if held.is_empty() { eligible } else { held };
    let mut parts = ArrayVec::new();
    if contenders.len() < 2 {
        parts.push(Part { board: 0, half: 0, winners: contenders });
        return parts;
    }
    for board in hand.boards.numbers() {
        for (half, how) in (0_u8..).zip(&game.showdown) {
            let value = |seat: SeatNo| hand.value(seat, how, board);
            let Some(winners) = best_of(contenders, value) else { continue };
            parts.push(Part { board, half, winners });
        }
    }
    parts
}

/// Returns the seats with the best value; `None` if no seat has one.
fn best_of(contenders: SeatSet, value: impl Fn(SeatNo) -> Option<HandValue>) -> Option<SeatSet> {
    let mut best: Option<(HandValue, SeatSet)> = None;
    for seat in contenders.iter() {
        let Some(value) = value(seat) else { continue };
        match &mut best {
            Some((highest, winners)) if value == *highest => winners.insert(seat),
            Some((highest, _)) if (value < *highest) != is_planted(Fault::WorstWins) => {}
            _ => best = Some((value, SeatSet::from_iter([seat]))),
        }
    }
    best.map(|(_, winners)| winners)
}

/// Returns the winners in odd-chip order: clockwise from the button's left. In stud, the
/// highest card by suit of the winning hands comes first (TDA 20), unless the rulebook has
/// another rule (TNPL C8).
pub(crate) fn odd_chip_order(hand: &Hand, game: &Game, rule: OddChip, part: &Part) -> SeatOrder {
    let mut order = from_the_button(part.winners, hand.positions.button());
    if game.forced == Forced::BringIn && rule == OddChip::LeftOfButton && order.len() > 1 {
        let half = &game.showdown[usize::from(part.half)];
        let board = hand.boards.get(part.board);
        by_highest_card(&mut order, |seat| {
            let hole: Hole = hand.open_hole(seat);
            let made = half.ranking.best_cards(&hole, board, half.hole);
            made.and_then(|(_, cards)| highest_card_by_suit(&cards))
        });
    }
    order
}
