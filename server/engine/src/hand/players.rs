//! The players of a hand: who is still in, who is all-in, and each player's part.

use crate::action::Picks;
use crate::bounds::MAX_HOLE;
use crate::pot::uncalled;
use crate::seat::Owes;
use arrayvec::ArrayVec;
use cardroom_cards::{Card, CardSet, Concealed};
use cardroom_rules::{Chips, MAX_SEATS, SeatNo, SeatSet};
use std::ops::{Index, IndexMut};

/// The players dealt into a hand, and each player's part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Players {
    dealt: SeatSet,
    folded: SeatSet,
    /// Players with no chips behind.
    all_in: SeatSet,
    /// Players who voluntarily put in chips on the first street.
    volunteers: SeatSet,
    /// Hands to kill once every player has cards.
    to_kill: SeatSet,
    by_seat: [HandPlayer; MAX_SEATS],
}

/// A player's part in the hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HandPlayer {
    /// The stack before blinds and antes.
    pub(crate) started_with: Chips,
    pub(crate) bet: Chips,
    /// The chips from earlier streets that others had to match, including each player's ante.
    pub(crate) put_in: Chips,
    /// The blinds owed before this hand, restored by a void.
    pub(crate) owed_before: Owes,
    /// Whether the player has acted on this street.
    pub(crate) acted: bool,
    pub(crate) hole: ArrayVec<Concealed<Card>, MAX_HOLE>,
    /// The cards that lie face up.
    pub(crate) up: Picks,
    /// The cards that the dealer exposed, replaced or not.
    pub(crate) flashed: Picks,
    /// The cards discarded in this draw.
    pub(crate) tossed: Concealed<CardSet>,
    /// The number of replacement cards still to come.
    pub(crate) to_draw: u8,
    /// The player's answer to the question on how many boards to run.
    pub(crate) run_it: Option<u8>,
    pub(crate) tabled: bool,
    pub(crate) mucked: bool,
    /// Turned over on a request to see the hand.
    pub(crate) exposed: bool,
    /// The room acted for the player in this hand.
    pub(crate) timed_out: bool,
    /// When the hand was folded or killed, until the floor can no longer restore it.
    pub(crate) given_up: Option<GivenUp>,
    /// The bet of the street that was gathered last.
    pub(crate) gathered: Chips,
    /// The chips won from the pots.
    pub(crate) won: Chips,
}

impl HandPlayer {
    /// A player before the first card and the first chip.
    pub(crate) const FRESH: Self = Self {
        started_with: Chips::ZERO,
        bet: Chips::ZERO,
        put_in: Chips::ZERO,
        owed_before: Owes { small: false, big: false },
        acted: false,
        hole: ArrayVec::new_const(),
        up: Picks::NONE,
        flashed: Picks::NONE,
        tossed: Concealed::new(CardSet::new()),
        to_draw: 0,
        run_it: None,
        tabled: false,
        mucked: false,
        exposed: false,
        timed_out: false,
        given_up: None,
        gathered: Chips::ZERO,
        won: Chips::ZERO,
    };

    /// Returns the number of cards held.
    pub(crate) fn held(&self) -> u8 {
        u8::try_from(self.hole.len()).unwrap_or(u8::MAX)
    }

    /// Returns `true` if the hand was discarded at the showdown and not tabled since.
    pub(crate) fn is_discarded(&self) -> bool {
        self.mucked && !self.tabled
    }

    /// Moves the street's bet into `put_in` and returns it.
    #[inline(always)]
    pub(crate) fn gather_bet(&mut self) -> Chips {
        let bet = std::mem::take(&mut self.bet);
        self.put_in += bet;
        self.gathered = bet;
        bet
    }

    /// Puts the bet that was gathered last in front of the player again, and returns it.
    pub(crate) fn put_back_bet(&mut self) -> Chips {
        self.bet = std::mem::take(&mut self.gathered);
        self.put_in -= self.bet;
        self.bet
    }

    /// Turns over a hand that its player did not table. It can win only if it is live.
    pub(crate) fn expose(&mut self, live: bool) {
        self.up = Picks::first(self.held());
        self.exposed = true;
        self.tabled |= live;
        self.mucked = !live;
    }

    /// Turns over the player's cards for the showdown.
    pub(crate) fn table(&mut self, cards: &[Card]) {
        self.tabled = true;
        self.mucked = false;
        self.hole = cards.iter().copied().map(Concealed::new).collect();
        self.up = Picks::first(self.held());
    }
}

/// The moment in which a hand was folded or killed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GivenUp {
    /// The street, and the number of cards drawn by then.
    pub(crate) at: (u8, usize),
    /// The player acts again once the hand is restored, because the fold was an action, or because
    /// the floor returned the bet of a hand that it killed.
    pub(crate) acts_again: bool,
}

impl Index<SeatNo> for Players {
    type Output = HandPlayer;

    #[inline(always)]
    fn index(&self, seat: SeatNo) -> &HandPlayer {
        &self.by_seat[seat.index()]
    }
}

impl IndexMut<SeatNo> for Players {
    #[inline(always)]
    fn index_mut(&mut self, seat: SeatNo) -> &mut HandPlayer {
        &mut self.by_seat[seat.index()]
    }
}

impl Players {
    #[inline(always)]
    pub(crate) fn new(dealt: SeatSet, to_kill: SeatSet, by_seat: [HandPlayer; MAX_SEATS]) -> Self {
        let (folded, all_in, volunteers) = (SeatSet::EMPTY, SeatSet::EMPTY, SeatSet::EMPTY);
        Self { dealt, folded, all_in, volunteers, to_kill, by_seat }
    }

    /// Returns a seat's part; `None` for a seat that no table has.
    pub(crate) fn get(&self, seat: SeatNo) -> Option<&HandPlayer> {
        self.by_seat.get(seat.index())
    }

    // Those still in.

    #[inline(always)]
    pub(crate) fn dealt(&self) -> SeatSet {
        self.dealt
    }

    #[inline(always)]
    pub(crate) fn folded(&self) -> SeatSet {
        self.folded
    }

    /// Returns the players who have not folded.
    #[inline(always)]
    pub(crate) fn live(&self) -> SeatSet {
        self.dealt.difference(self.folded)
    }

    /// Returns the players with no chips behind, folded or not.
    #[inline(always)]
    pub(crate) fn all_in(&self) -> SeatSet {
        self.all_in
    }

    /// Returns the live players with chips behind.
    #[inline(always)]
    pub(crate) fn behind(&self) -> SeatSet {
        self.live().difference(self.all_in)
    }

    #[inline(always)]
    pub(crate) fn fold(&mut self, seat: SeatNo) {
        self.folded.insert(seat);
    }

    /// Makes a folded or killed hand live again.
    pub(crate) fn revive(&mut self, seat: SeatNo) {
        self.folded.remove(seat);
        let given_up = self[seat].given_up.take();
        if given_up.is_some_and(|given_up| given_up.acts_again) {
            self[seat].acted = false;
        }
    }

    /// Records that no folded or killed hand can be restored any more.
    pub(crate) fn mix_given_up(&mut self) {
        for player in &mut self.by_seat {
            player.given_up = None;
        }
    }

    /// Records whether the player has no chips behind.
    #[inline(always)]
    pub(crate) fn set_all_in(&mut self, seat: SeatNo, all_in: bool) {
        if all_in {
            self.all_in.insert(seat);
        } else {
            self.all_in.remove(seat);
        }
    }

    /// Returns the hands to kill once every player has cards.
    pub(crate) fn to_kill(&self) -> SeatSet {
        self.to_kill
    }

    /// Records that a hand was killed.
    pub(crate) fn note_killed(&mut self, seat: SeatNo) {
        self.to_kill.remove(seat);
    }

    /// Returns the players who voluntarily put in chips on the first street.
    pub(crate) fn volunteers(&self) -> SeatSet {
        self.volunteers
    }

    pub(crate) fn volunteer(&mut self, seat: SeatNo) {
        self.volunteers.insert(seat);
    }

    /// Returns the players who have acted on this street.
    pub(crate) fn acted(&self) -> SeatSet {
        self.dealt.iter().filter(|seat| self[*seat].acted).collect()
    }

    /// Begins a street: no player has acted on it.
    pub(crate) fn begin_street(&mut self) {
        for player in &mut self.by_seat {
            player.acted = false;
        }
    }

    /// Goes back to an earlier moment of the street.
    pub(crate) fn go_back_to(&mut self, folded: SeatSet, volunteers: SeatSet, acted: SeatSet) {
        self.folded = folded;
        self.volunteers = volunteers;
        for (index, player) in self.by_seat.iter_mut().enumerate() {
            player.acted = acted.contains(SeatNo::from_index(index));
        }
    }

    // Chips.

    pub(crate) fn bets(&self) -> [Chips; MAX_SEATS] {
        std::array::from_fn(|index| self.by_seat[index].bet)
    }

    /// Returns the sum of the bets in front of the players.
    #[inline(always)]
    pub(crate) fn all_bets(&self) -> Chips {
        // A plain sum cannot overflow, because no place holds more than the whole table may.
        Chips(self.by_seat.iter().map(|player| player.bet.0).sum())
    }

    /// Returns the chips of each player that others had to match, with these bets on the street.
    pub(crate) fn put_in_with(&self, bets: &[Chips; MAX_SEATS]) -> [Chips; MAX_SEATS] {
        std::array::from_fn(|index| self.by_seat[index].put_in + bets[index])
    }

    /// Returns `true` if all live players have put in the same amount.
    #[inline(always)]
    pub(crate) fn have_put_in_the_same(&self) -> bool {
        let mut put_in = self.live().iter().map(|seat| self[seat].put_in + self[seat].bet);
        let first = put_in.next();
        put_in.all(|put_in| Some(put_in) == first)
    }

    /// Returns the unmatched part of the street's largest bet, and its seat. The chips of a dead
    /// hand stay in (TDA 30, 71-C).
    pub(crate) fn uncalled(&self) -> Option<(SeatNo, Chips)> {
        let bets = self.dealt.iter().map(|seat| (seat, self[seat].bet));
        uncalled(bets).filter(|(seat, _)| self.live().contains(*seat))
    }

    // Draws and the showdown.

    /// Begins a draw: no player has discarded in it.
    pub(crate) fn begin_draw(&mut self) {
        for player in &mut self.by_seat {
            player.tossed = Concealed::new(CardSet::new());
        }
    }

    /// Returns the first player who still gets replacement cards.
    pub(crate) fn next_to_draw(&self) -> Option<SeatNo> {
        self.dealt.iter().find(|seat| self[*seat].to_draw > 0)
    }

    /// Returns `true` if the seat has not yet answered how many boards to run. Valid while
    /// that question is open.
    pub(crate) fn awaits_run_it(&self, seat: SeatNo) -> bool {
        self.live().contains(seat) && self[seat].run_it.is_none()
    }

    /// Returns the number of boards to run, once a player wants one or all players have answered.
    pub(crate) fn boards_to_run(&self) -> Option<u8> {
        if self.by_seat.iter().any(|player| player.run_it == Some(1)) {
            return Some(1);
        }
        let mut answers = self.live().iter().map(|seat| self[seat].run_it);
        answers.try_fold(u8::MAX, |least, answer| answer.map(|most| least.min(most)))
    }

    /// Returns the live players who have not discarded their hand at the showdown.
    pub(crate) fn holding(&self) -> SeatSet {
        self.live().iter().filter(|seat| !self[*seat].is_discarded()).collect()
    }
}
