//! The effects of rulings on words and chips: players whose next action is limited, the bets
//! of the street with the betting before each action, and a call that may be taken back. Only
//! tables where people deal keep it.

use super::{Hand, HandBetting, Phase};
use crate::ruling::Commitment;
use cardroom_rules::{Chips, MAX_SEATS, Millis, SeatNo, SeatSet};

/// A bet that players faced on the street.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    pub to: Chips,
    /// The smallest full raise over it.
    pub full_raise_to: Chips,
}

/// A call that may be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShortCall {
    pub seat: SeatNo,
    /// The value of the chips in front.
    pub paid: Chips,
    /// The full amount of the call.
    pub due: Chips,
    /// The chips pushed with the declaration.
    pub pushed: Chips,
    /// The chips that left the stack.
    pub added: Chips,
    /// The end of the hand's wait, if the call would end the betting.
    pub until: Option<Millis>,
    pub(crate) had_acted: bool,
    pub(crate) pointer: Option<SeatNo>,
}

/// The limit on a player's next action.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Bound {
    commitment: Option<Commitment>,
    /// The chips in front because of the commitment.
    committed: Chips,
}

impl Bound {
    pub(crate) fn commitment(self) -> Option<Commitment> {
        self.commitment
    }

    /// Returns `true` if chips are in front because of the commitment.
    pub(crate) fn has_chips_in(self) -> bool {
        !self.committed.is_zero()
    }
}

/// The betting of a street before one of its actions.
#[derive(Clone, PartialEq, Eq, Debug)]
struct BettingMark {
    betting: HandBetting,
    folded: SeatSet,
    acted: SeatSet,
    volunteers: SeatSet,
    bets: [Chips; MAX_SEATS],
    levels: Vec<Level>,
}

/// The effects of rulings on the hand in progress.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Rulings {
    bound: [Bound; MAX_SEATS],
    /// The bets of the street, in ascending order. All blinds count as one.
    levels: Vec<Level>,
    /// The betting before each action of the street, for undoing the last ones.
    marks: Vec<BettingMark>,
    short_call: Option<ShortCall>,
}

impl Rulings {
    pub(crate) fn bound(&self, seat: SeatNo) -> Bound {
        self.bound[seat.index()]
    }

    pub(crate) fn levels(&self) -> &[Level] {
        &self.levels
    }

    pub(crate) fn short_call(&self) -> Option<ShortCall> {
        self.short_call
    }

    pub(crate) fn begin_street(&mut self) {
        *self = Self::default();
    }

    /// Limits a player's next action, and adds chips to those in front because of it.
    pub(crate) fn bind(&mut self, seat: SeatNo, commitment: Commitment, chips: Chips) {
        let bound = &mut self.bound[seat.index()];
        bound.commitment = Some(commitment);
        bound.committed += chips;
    }

    /// Lifts the limit on a player whose hand was folded, killed or restored.
    pub(crate) fn unbind(&mut self, seat: SeatNo) {
        self.bound[seat.index()] = Bound::default();
    }

    /// Records the bet that opens the street. Of blinds and straddles it is the largest.
    pub(crate) fn open(&mut self, level: Level) {
        self.levels.clear();
        self.levels.extend(Some(level).filter(|level| !level.to.is_zero()));
    }

    /// Records an action and the bet that it left to match.
    pub(crate) fn note_action(&mut self, seat: SeatNo, level: Level) {
        self.unbind(seat);
        self.short_call = None;
        let highest = self.levels.last().map_or(Chips::ZERO, |last| last.to);
        self.levels.extend(Some(level).filter(|level| highest < level.to));
    }

    /// Records that the street's last bet or raise was corrected.
    pub(crate) fn correct_level(&mut self, level: Level) {
        self.marks.clear();
        self.short_call = None;
        self.levels.pop();
        self.levels.push(level);
    }

    /// Reduces the street's last bet or raise to `left`, or removes it.
    fn shrink_level(&mut self, left: Option<Chips>) {
        let last = self.levels.pop();
        self.levels.extend(last.zip(left).map(|(level, to)| Level { to, ..level }));
    }

    /// Records that the floor killed a hand, and what is left of its player's wager if that shrank.
    pub(crate) fn note_killed(&mut self, seat: SeatNo, wager_left: Option<Option<Chips>>) {
        if let Some(left) = wager_left {
            self.shrink_level(left);
        }
        self.note_restored(seat);
        self.short_call = self.short_call.filter(|call| call.seat != seat);
    }

    /// Records that the floor made a hand live again. The actions before cannot be undone any more.
    pub(crate) fn note_restored(&mut self, seat: SeatNo) {
        self.marks.clear();
        self.unbind(seat);
    }

    pub(crate) fn call_short(&mut self, call: ShortCall) {
        self.short_call = Some(call);
    }

    /// Ends the time in which a short call may be taken back.
    pub(crate) fn accept_call(&mut self) {
        self.short_call = None;
    }

    /// Takes a short call back.
    pub(crate) fn retract_call(&mut self) -> Option<ShortCall> {
        self.marks.clear();
        self.short_call.take()
    }

    /// Moves the end of the wait for a short call into the future.
    pub(crate) fn delay(&mut self, by: Millis) {
        if let Some(until) = self.short_call.as_mut().and_then(|call| call.until.as_mut()) {
            *until = *until + by;
        }
    }

    fn mark_before(&self, actions: u8) -> Option<&BettingMark> {
        self.marks.get(self.marks.len().checked_sub(usize::from(actions))?)
    }
}

impl Hand {
    /// Returns what rulings did to the hand.
    ///
    /// # Panics
    /// Panics at a plain table.
    pub(crate) fn rulings_mut(&mut self) -> &mut Rulings {
        self.rulings.as_deref_mut().expect("only where people deal, rulings change a hand")
    }

    /// Records the betting before an action.
    #[inline(never)]
    pub(crate) fn mark_betting(&mut self) {
        let Some(rulings) = self.rulings.as_deref_mut() else { return };
        rulings.marks.push(BettingMark {
            betting: self.betting,
            folded: self.players.folded(),
            acted: self.players.acted(),
            volunteers: self.players.volunteers(),
            bets: self.players.bets(),
            levels: rulings.levels.clone(),
        });
    }

    /// Returns the bet of each player, the folded hands and the bet to match before the street's
    /// last actions; `None` if they cannot be undone.
    pub(crate) fn betting_before(
        &self,
        actions: u8,
    ) -> Option<(&[Chips; MAX_SEATS], SeatSet, Chips)> {
        let mark = self.rulings.as_deref()?.mark_before(actions)?;
        Some((&mark.bets, mark.folded, mark.betting.current_bet()))
    }

    /// Undoes the street's last actions, except for the chips. The first player whose action was
    /// undone is on turn again.
    pub(crate) fn go_back_before(&mut self, actions: u8) {
        let Some(rulings) = self.rulings.as_deref_mut() else { return };
        let Some(mark) = rulings.mark_before(actions).cloned() else { return };
        self.betting.go_back_to(mark.betting);
        self.players.go_back_to(mark.folded, mark.volunteers, mark.acted);
        self.phase = Phase::Open;
        let left = rulings.marks.len().saturating_sub(usize::from(actions));
        rulings.marks.truncate(left);
        rulings.levels = mark.levels;
        rulings.bound = Default::default();
        rulings.short_call = None;
    }
}
