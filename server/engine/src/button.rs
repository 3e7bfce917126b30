//! The button, the blinds and the players dealt in (TDA 32 to 34).
//!
//! Positions are seats, not players. With a dead button, the small blind and the button follow the
//! seats that the big blind came from, even if those seats are now empty.

use crate::faults::{Fault, is_planted};
use cardroom_cards::{Card, highest_card_by_suit};
use cardroom_rules::rulebook::RedrawButton;
use cardroom_rules::{ButtonRule, Rulebook, SeatNo, SeatSet};
use serde::{Deserialize, Serialize};

/// The positions of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Positions {
    pub(crate) button: SeatNo,
    pub(crate) small: SeatNo,
    pub(crate) big: SeatNo,
}

/// Players who could be dealt in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Candidates {
    pub(crate) established: SeatSet,
    /// Players who owe blinds and would post them now.
    pub(crate) entering: SeatSet,
    /// Players who owe blinds and wait for the big blind.
    pub(crate) waiting: SeatSet,
}

/// The positions and players of the next hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lineup {
    pub(crate) positions: Positions,
    /// `false` if the small blind is dead.
    pub(crate) small_is_posted: bool,
    pub(crate) dealt: SeatSet,
    /// Dealt-in players who post what they owe, out of position.
    pub(crate) posting: SeatSet,
}

impl Lineup {
    /// Returns the lineup with the button in a given seat, which may be empty. The two players
    /// after it post the blinds. Heads-up, the first of them has the button (TDA 34-B). No other
    /// player posts if the game begins anew, with fewer than two established players.
    pub(crate) fn at_button(button: SeatNo, candidates: Candidates) -> Option<Self> {
        let Candidates { established, entering, waiting } = candidates;
        let dealt = established.union(entering).union(waiting);
        if dealt.len() < 2 {
            return None;
        }
        let heads_up = dealt.len() == 2;
        let small = if heads_up && dealt.contains(button) { button } else { after(dealt, button) };
        let button = if heads_up { small } else { button };
        let big = after(dealt, small);
        let mut posting = if established.len() < 2 { SeatSet::EMPTY } else { entering };
        posting.remove(small);
        posting.remove(big);
        let positions = Positions { button, small, big };
        Some(Self { positions, small_is_posted: true, dealt, posting })
    }

    /// Returns the lineup of a hand without blinds. All ready players are dealt in. The button
    /// stays where it was frozen, or goes where the next hand with blinds would have it (TDA 11-B).
    pub(crate) fn without_blinds(self, frozen: Option<SeatNo>, ready: SeatSet) -> Self {
        let button = frozen.unwrap_or(self.positions.button);
        Self {
            positions: Positions { button, ..self.positions },
            small_is_posted: false,
            dealt: ready,
            posting: SeatSet::EMPTY,
        }
    }
}

/// Returns the lineup of the next hand; `None` with fewer than two players.
///
/// `last` holds the positions of the previous hand. Without it a game begins, and the random number
/// `draw` places the button.
pub(crate) fn next_lineup(
    rule: ButtonRule,
    last: Option<Positions>,
    candidates: Candidates,
    draw: u32,
) -> Option<Lineup> {
    let Candidates { established, entering, waiting } = candidates;
    let ready = established.union(entering).union(waiting);
    if ready.len() < 2 {
        return None;
    }
    let Some(last) = last else { return Some(drawn_lineup(candidates, draw)) };
    if established.len() < 2 {
        return Some(begin_anew(last, ready));
    }
    let newcomers = entering.union(waiting);
    let lineup = match rule {
        ButtonRule::Dead => dead_button(last, established, newcomers, entering),
        ButtonRule::Moving => moving_button(last, established, newcomers, entering),
    };
    Some(lineup)
}

/// Returns the seat with the highest card, which gets the button at a new table. Spades rank above
/// hearts, diamonds and clubs, in that order (TFPL 2c-5, 3f-1; WPTAPL 4).
#[must_use]
pub fn high_card(cards: &[(SeatNo, Card)]) -> Option<SeatNo> {
    cards.iter().max_by_key(|(_, card)| highest_card_by_suit(&[*card])).map(|(seat, _)| *seat)
}

/// A table whose players were reseated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reseated {
    /// The number of players at the table.
    pub players: usize,
    /// The number of players new to the table.
    pub new_players: usize,
    /// The number of tables left.
    pub tables_left: usize,
}

impl Reseated {
    /// Returns `true` if the players draw for the button by high card under this rulebook (TFPL
    /// 6-6; WPTAPL 4). Otherwise the button continues from its last position.
    #[must_use]
    pub fn draws_for_button(self, rulebook: &Rulebook) -> bool {
        rulebook.blinds.redraw_button.iter().any(|when| match when {
            RedrawButton::HalfNew => self.new_players * 2 >= self.players,
            RedrawButton::TwoTables => self.tables_left == 2,
            RedrawButton::FinalTable => self.tables_left == 1,
        })
    }
}

/// Returns the lineup of a hand in which a player who moved to the seat of the last big blind posts
/// the only blind. The small blind is dead, and the button moves on as it would have (TDA 11-A).
pub(crate) fn single_big_blind(last: Positions, dealt: SeatSet) -> Lineup {
    if dealt.len() == 2 {
        return heads_up(dealt, last.big);
    }
    // In the next hand the small blind moves to this big blind's seat and the button to this hand's
    // small blind position. That position is also this hand's button.
    let button = if last.small == last.big { before(dealt, last.big) } else { last.small };
    let positions = Positions { button, small: button, big: last.big };
    Lineup { positions, small_is_posted: false, dealt, posting: SeatSet::EMPTY }
}

/// Returns a lineup whose button the random number `draw` places. All ready players are dealt in
/// without a post, except after a shuffle of the seats: players who owed a blind before it still
/// owe it, and come in as in any other hand.
fn drawn_lineup(candidates: Candidates, draw: u32) -> Lineup {
    let Candidates { established, entering, waiting } = candidates;
    let newcomers = entering.union(waiting);
    if established.len() < 2 {
        return first_lineup(established.union(newcomers), draw);
    }
    let first = first_lineup(established, draw);
    let button = first.positions.button;
    let small = after(established, button);
    let big = after(established.union(newcomers), small);
    let posting = outside(entering, button, big);
    let mut dealt = established.union(posting);
    dealt.insert(big);
    if dealt.len() == 2 {
        return first;
    }
    let positions = Positions { button, small, big };
    Lineup { positions, small_is_posted: true, dealt, posting }
}

fn first_lineup(ready: SeatSet, draw: u32) -> Lineup {
    let index = (u64::from(draw) * ready.len() as u64) >> 32;
    let button = ready.iter().nth(usize::try_from(index).unwrap_or(0)).unwrap_or_default();
    let small = if ready.len() == 2 { button } else { after(ready, button) };
    let big = after(ready, small);
    Lineup {
        positions: Positions { button, small, big },
        small_is_posted: true,
        dealt: ready,
        posting: SeatSet::EMPTY,
    }
}

/// Starts the game anew for all ready players, because fewer than two players of the last hand are
/// left. The big blind still moves to the next player, so no player has it twice in a row.
fn begin_anew(last: Positions, ready: SeatSet) -> Lineup {
    let big = after(ready, last.big);
    if ready.len() == 2 {
        return heads_up(ready, big);
    }
    let small = before(ready, big);
    Lineup {
        positions: Positions { button: before(ready, small), small, big },
        small_is_posted: true,
        dealt: ready,
        posting: SeatSet::EMPTY,
    }
}

/// Moves the big blind to the next player, the small blind to the last big blind, and the button to
/// the last small blind (TDA 32).
fn dead_button(
    last: Positions,
    established: SeatSet,
    newcomers: SeatSet,
    entering: SeatSet,
) -> Lineup {
    let big = after(established.union(newcomers), last.big);
    let mut base = established;
    base.insert(big);
    let posting = outside(entering, last.small, big);
    let dealt = base.union(posting);
    if dealt.len() == 2 {
        return heads_up(dealt, big);
    }
    let small = last.big;
    // When heads-up play grows to more players, the seat of the last small blind may now have the
    // big blind. The button then stands right behind the small blind.
    let taken = last.small == big || last.small == small;
    let button = if taken { dealt_before(dealt, small, big) } else { last.small };
    let off_by_one = is_planted(Fault::ButtonOffByOne) && !dealt.contains(button);
    let button = if off_by_one { before(dealt, button) } else { button };
    Lineup {
        positions: Positions { button, small, big },
        small_is_posted: base.contains(small),
        dealt,
        posting,
    }
}

/// Moves the button to the next player. The two players after it post the blinds.
fn moving_button(
    last: Positions,
    established: SeatSet,
    newcomers: SeatSet,
    entering: SeatSet,
) -> Lineup {
    let positions_from = |button: SeatNo| {
        let small = after(established, button);
        Positions { button, small, big: after(established.union(newcomers), small) }
    };
    let mut positions = positions_from(after(established, last.button));
    if positions.big == last.big {
        // A player came back between the button and the blinds. The button skips that seat, so that
        // no player has the big blind twice in a row.
        positions = positions_from(positions.small);
    }
    let Positions { button, big, .. } = positions;
    let posting = outside(entering, button, big);
    let mut dealt = established.union(posting);
    dealt.insert(big);
    if dealt.len() == 2 {
        // The button is adjusted so that no player has the big blind twice in a row (TDA 34-B).
        return heads_up(dealt, after(established, last.big));
    }
    Lineup { positions, small_is_posted: true, dealt, posting }
}

/// Returns the lineup of two players, with the small blind on the button (TDA 34-B).
fn heads_up(dealt: SeatSet, big: SeatNo) -> Lineup {
    let small = after(dealt, big);
    Lineup {
        positions: Positions { button: small, small, big },
        small_is_posted: true,
        dealt,
        posting: SeatSet::EMPTY,
    }
}

/// Returns the seats that may post out of position. A newcomer strictly between `button` and `big`
/// waits until the button has passed, and the player on the big blind posts in position.
fn outside(seats: SeatSet, button: SeatNo, big: SeatNo) -> SeatSet {
    let waits = |seat: SeatNo| seat == big || strictly_between(seat, button, big);
    seats.iter().filter(|seat| !waits(*seat)).collect()
}

/// Returns `true` if a seat lies strictly between two others, clockwise.
pub(crate) fn strictly_between(seat: SeatNo, from: SeatNo, to: SeatNo) -> bool {
    let everyone: SeatSet = [seat, to].into_iter().collect();
    seat != from && seat != to && everyone.next_after(from) == Some(seat)
}

fn dealt_before(dealt: SeatSet, small: SeatNo, big: SeatNo) -> SeatNo {
    let mut others = dealt;
    others.remove(small);
    others.remove(big);
    others.previous_before(small).unwrap_or(small)
}

fn before(seats: SeatSet, from: SeatNo) -> SeatNo {
    seats.previous_before(from).expect("a lineup is made from at least two seats")
}

fn after(seats: SeatSet, from: SeatNo) -> SeatNo {
    seats.next_after(from).expect("a lineup is made from at least two seats")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(list: &[u8]) -> SeatSet {
        list.iter().copied().map(SeatNo).collect()
    }

    fn at(button: u8, small: u8, big: u8) -> Positions {
        Positions { button: SeatNo(button), small: SeatNo(small), big: SeatNo(big) }
    }

    fn lineup(
        rule: ButtonRule,
        last: Positions,
        established: &[u8],
        entering: &[u8],
        waiting: &[u8],
    ) -> Lineup {
        let candidates = Candidates {
            established: seats(established),
            entering: seats(entering),
            waiting: seats(waiting),
        };
        next_lineup(rule, Some(last), candidates, 0).unwrap()
    }

    #[test]
    fn a_new_game_draws_the_button_and_deals_everybody_in() {
        let candidates = Candidates {
            established: SeatSet::EMPTY,
            entering: seats(&[1, 4]),
            waiting: seats(&[6]),
        };
        let drawn = next_lineup(ButtonRule::Dead, None, candidates, u32::MAX).unwrap();
        assert_eq!(drawn.positions, at(6, 1, 4));
        assert_eq!(drawn.dealt, seats(&[1, 4, 6]));
    }

    #[test]
    fn a_drawn_button_lets_nobody_in_who_still_owes_a_blind() {
        let candidates = |established: &[u8], entering: &[u8], waiting: &[u8]| Candidates {
            established: seats(established),
            entering: seats(entering),
            waiting: seats(waiting),
        };
        let drawn = |candidates| next_lineup(ButtonRule::Dead, None, candidates, 0).unwrap();
        let all = drawn(candidates(&[1, 4, 6], &[], &[]));
        assert_eq!((all.positions, all.dealt), (at(1, 4, 6), seats(&[1, 4, 6])));
        let posts = drawn(candidates(&[1, 4, 6], &[8], &[9]));
        assert_eq!((posts.positions, posts.posting), (at(1, 4, 6), seats(&[8])));
        assert_eq!(posts.dealt, seats(&[1, 4, 6, 8]), "seat 9 waits for the big blind");
        let waits = drawn(candidates(&[1, 4, 6], &[2], &[5]));
        assert_eq!((waits.positions, waits.dealt), (at(1, 4, 5), seats(&[1, 4, 5, 6])));
        let heads_up = drawn(candidates(&[1, 4], &[2], &[]));
        assert_eq!((heads_up.positions, heads_up.dealt), (at(1, 1, 4), seats(&[1, 4])));
        let grows = drawn(candidates(&[1, 4], &[6], &[]));
        assert_eq!((grows.positions, grows.dealt), (at(1, 4, 6), seats(&[1, 4, 6])));
        let alone = drawn(candidates(&[1], &[4, 6], &[]));
        assert_eq!((alone.positions, alone.dealt), (at(1, 4, 6), seats(&[1, 4, 6])));
    }

    #[test]
    fn heads_up_a_button_in_an_empty_seat_goes_to_the_small_blind() {
        let candidates = |established: &[u8], entering: &[u8]| Candidates {
            established: seats(established),
            entering: seats(entering),
            waiting: SeatSet::EMPTY,
        };
        let placed = |button, candidates| Lineup::at_button(SeatNo(button), candidates).unwrap();
        assert_eq!(placed(5, candidates(&[2, 7], &[])).positions, at(7, 7, 2));
        assert_eq!(placed(2, candidates(&[2, 7], &[])).positions, at(2, 2, 7));
        assert_eq!(placed(5, candidates(&[2, 4, 7], &[])).positions, at(5, 7, 2));
    }

    #[test]
    fn where_the_button_of_a_new_game_is_placed_only_the_blinds_are_posted() {
        let new = Candidates {
            established: SeatSet::EMPTY,
            entering: seats(&[1, 3, 4, 6]),
            waiting: SeatSet::EMPTY,
        };
        assert!(Lineup::at_button(SeatNo(1), new).unwrap().posting.is_empty());
        let known = Candidates { established: seats(&[1, 3]), entering: seats(&[4, 6]), ..new };
        assert_eq!(Lineup::at_button(SeatNo(1), known).unwrap().posting, seats(&[6]));
    }

    #[test]
    fn the_small_blind_is_dead_when_last_big_blind_left() {
        let next = lineup(ButtonRule::Dead, at(0, 1, 2), &[0, 1, 3, 4], &[], &[]);
        assert_eq!(next.positions, at(1, 2, 3));
        assert!(!next.small_is_posted);
        let then = lineup(ButtonRule::Dead, next.positions, &[0, 1, 3, 4], &[], &[]);
        assert_eq!(then.positions, at(2, 3, 4), "the button is dead in the hand after");
        assert!(then.small_is_posted);
    }

    #[test]
    fn nobody_has_the_big_blind_twice_when_the_table_gets_heads_up() {
        for rule in [ButtonRule::Dead, ButtonRule::Moving] {
            let next = lineup(rule, at(0, 1, 2), &[1, 2], &[], &[]);
            assert_eq!(next.positions, at(2, 2, 1), "{rule:?}");
        }
    }

    #[test]
    fn who_stays_alone_does_not_have_the_big_blind_again_when_others_come() {
        for rule in [ButtonRule::Dead, ButtonRule::Moving] {
            let next = lineup(rule, at(4, 4, 3), &[3], &[2], &[5]);
            assert_eq!(next.positions, at(2, 3, 5), "{rule:?}");
            assert_eq!(next.dealt, seats(&[2, 3, 5]));
            assert!(next.small_is_posted && next.posting.is_empty());
            let next = lineup(rule, at(4, 4, 3), &[3], &[2], &[]);
            assert_eq!(next.positions, at(3, 3, 2), "{rule:?}");
        }
    }

    #[test]
    fn the_button_passes_over_who_comes_back_in_front_of_the_blinds() {
        let next = lineup(ButtonRule::Moving, at(0, 3, 4), &[0, 1, 3, 4], &[], &[]);
        assert_eq!(next.positions, at(3, 4, 0), "seat 4 had the big blind just now");
        assert_eq!(next.dealt, seats(&[0, 1, 3, 4]));
    }

    #[test]
    fn a_newcomer_between_button_and_big_blind_waits() {
        let next = lineup(ButtonRule::Dead, at(0, 2, 4), &[0, 2, 4, 6], &[3, 7], &[]);
        assert_eq!(next.positions, at(2, 4, 6));
        assert_eq!(next.dealt, seats(&[0, 2, 4, 6, 7]));
    }

    #[test]
    fn a_waiting_newcomer_comes_in_as_the_big_blind() {
        for rule in [ButtonRule::Dead, ButtonRule::Moving] {
            let next = lineup(rule, at(0, 1, 2), &[0, 1, 2, 5], &[], &[3]);
            assert_eq!(next.positions, at(1, 2, 3), "{rule:?}");
            assert_eq!(next.dealt, seats(&[0, 1, 2, 3, 5]));
        }
    }

    #[test]
    fn a_third_player_joins_a_heads_up_game_without_two_roles_for_one_seat() {
        for rule in [ButtonRule::Dead, ButtonRule::Moving] {
            for entering in 1..10 {
                for big in [0_u8, 5] {
                    if entering == 5 {
                        continue;
                    }
                    let small = 5 - big;
                    let next = lineup(rule, at(small, small, big), &[0, 5], &[entering], &[]);
                    let Positions { button, small, big: now_big } = next.positions;
                    assert_ne!(now_big.0, big, "{rule:?}: big blind twice for seat {big}");
                    assert_ne!(small, now_big);
                    if next.dealt.len() == 3 {
                        assert_ne!(button, small, "{rule:?} {entering} {big}");
                        assert_ne!(button, now_big);
                    }
                }
            }
        }
    }
}
