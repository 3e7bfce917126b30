//! The bounds of a turn, from the rules of the table and the hand as it stands: what is to be
//! called, whether the betting is open, from where to where a wager may go.

use super::{Legal, Spot, Wager};
use crate::adjudicate::Declared;
use crate::hand::{Hand, HandPlayer};
use crate::opener::{by_cards, shows_a_pair};
use crate::refusal::RefusalKind;
use crate::table::Table;
use cardroom_planted::{Fault, is_planted};
use cardroom_rules::{
    BetTier, Betting, Chips, Forced, Game, MinRaise, Play, Reopen, Rulebook, SeatNo,
    ShortAllInBase, Stakes,
};

/// What is needed to judge a wager: the rules of the table, and the hand. It only points at them:
/// what no question is asked about is not computed.
#[derive(Clone, Copy)]
pub(crate) struct Terms<'a> {
    table: &'a Table,
    pub(crate) hand: &'a Hand,
    pub(super) game: &'a Game,
    pub(super) stakes: &'a Stakes,
    /// What was declared, on a hybrid table.
    pub(super) declared: Option<&'a Declared>,
}

/// What a bet or raise is checked against.
#[derive(Clone, Copy)]
pub(super) struct WagerRange {
    /// A raise rather than a bet.
    pub(super) raise: bool,
    pub(super) min_to: Chips,
    pub(super) max_to: Chips,
    /// The total that is everything the player has.
    pub(super) all_in_to: Chips,
}

impl<'a> Terms<'a> {
    /// The terms at a table whose hand is in progress.
    #[inline]
    pub(crate) fn of(table: &'a Table, hand: &'a Hand) -> Self {
        let Play { game, stakes } = table.played(hand);
        Self { table, hand, game, stakes, declared: table.declared.as_deref() }
    }

    pub(super) fn player(&self, seat: SeatNo) -> &HandPlayer {
        &self.hand.players[seat.index()]
    }

    pub(super) fn stack(&self, seat: SeatNo) -> Chips {
        self.table.seat(seat).map_or(Chips::ZERO, |seat| seat.stack)
    }

    fn rulebook(&self) -> &Rulebook {
        &self.table.setup.rulebook
    }

    /// Whether anybody else in the hand has chips behind.
    fn others_can_bet(&self, seat: SeatNo) -> bool {
        let mut others = self.hand.behind();
        others.remove(seat);
        !others.is_empty()
    }

    /// The total a player has to match: what others have bet at most when nobody else has chips
    /// behind.
    #[inline(always)]
    pub(crate) fn bet_to_match(&self, seat: SeatNo) -> Chips {
        if self.others_can_bet(seat) {
            return self.hand.round.current_bet;
        }
        self.matched_all_in(seat)
    }

    /// The total to match where everybody else is all-in or has folded. The chips of the folded
    /// count: above what those who are all-in have bet they are a side pot for who matches them
    /// (R090).
    fn matched_all_in(&self, seat: SeatNo) -> Chips {
        let others = self.hand.dealt.iter().filter(|other| *other != seat);
        let most = others.map(|other| self.player(other).bet).max().unwrap_or_default();
        most.min(self.hand.round.current_bet)
    }

    /// Who still has to act on this street, clockwise after a seat.
    #[inline(always)]
    pub(crate) fn who_owes_action(&self, after: SeatNo) -> impl Iterator<Item = SeatNo> {
        let behind = self.hand.behind();
        let is_alone = behind.is_alone();
        behind.clockwise_after(after).filter(move |seat| {
            let player = self.player(*seat);
            if is_alone {
                return player.bet < self.matched_all_in(*seat);
            }
            let has_option = !player.acted && !is_planted(Fault::NoOption);
            has_option || player.bet < self.hand.round.current_bet
        })
    }

    /// Whether a player still has to act on this street.
    pub(crate) fn owes_action(&self, seat: SeatNo) -> bool {
        self.who_owes_action(seat).any(|owing| owing == seat)
    }

    /// The spot the player at `seat` is in.
    #[inline(always)]
    pub(crate) fn spot(&self, seat: SeatNo) -> Spot<'_> {
        Spot::new(self, seat)
    }

    /// What the player at `seat` may do now.
    #[inline(never)]
    pub(crate) fn legal(&self, seat: SeatNo) -> Legal {
        self.spot(seat).legal()
    }

    /// What the player at `seat` could do without having declared anything.
    pub(crate) fn unbound(&self, seat: SeatNo) -> Legal {
        Self { declared: None, ..*self }.legal(seat)
    }

    /// A bet or raise of a player with so much behind, as clients are told it, where one is
    /// possible.
    pub(super) fn wager(&self, seat: SeatNo, stack: Chips) -> Option<Wager> {
        let WagerRange { raise, min_to, max_to, all_in_to } = self.wager_range(seat, stack)?;
        let pot_to = self.pot_bet_to(self.player(seat).bet).clamp(min_to, max_to);
        Some(Wager { raise, min_to, max_to, pot_to, all_in_to })
    }

    /// The bounds of a bet or raise of a player with so much behind, where one is possible.
    #[inline(always)]
    pub(super) fn wager_range(&self, seat: SeatNo, stack: Chips) -> Option<WagerRange> {
        let round = &self.hand.round;
        let bet = self.player(seat).bet;
        let all_in_to = bet + stack;
        if all_in_to <= round.current_bet || !self.others_can_bet(seat) || !self.is_open_to(seat) {
            return None;
        }
        if !self.rulebook().check_raise && self.has_checked(seat) {
            return None;
        }
        let (least, most) = self.structure_bounds(seat);
        let (min_to, max_to) = (least.min(all_in_to), most.min(all_in_to));
        Some(WagerRange { raise: !round.current_bet.is_zero(), min_to, max_to, all_in_to })
    }

    /// The least and the most that the structure lets this player bet or raise to, whatever the
    /// stack.
    pub(crate) fn structure_bounds(&self, seat: SeatNo) -> (Chips, Chips) {
        let least = self.full_raise_to();
        let most = match self.stakes.betting {
            Betting::NoLimit => Chips(u64::MAX),
            Betting::PotLimit => self.pot_bet_to(self.player(seat).bet),
            Betting::FixedLimit => self.larger_raise_to(),
        };
        (least, most.max(least))
    }

    /// Whether a player has acted on this street without putting anything in.
    fn has_checked(&self, seat: SeatNo) -> bool {
        let player = self.player(seat);
        player.acted && player.bet.is_zero()
    }

    /// Whether fixed limit allows no more raises on this street.
    fn is_capped(&self) -> bool {
        let cap = self.rulebook().limit_raise_cap;
        let reached = cap > 0 && self.hand.round.raises >= cap;
        // TDA 48: the cap is lifted once the event is heads-up; a ring game's event is its table.
        let heads_up = || match self.table.players_left() {
            Some(players) => players <= 2,
            None => self.hand.dealt.len() <= 2,
        };
        self.stakes.betting == Betting::FixedLimit && reached && !heads_up()
    }

    /// Why a player may not bet or raise.
    pub(crate) fn why_no_raise(&self, seat: SeatNo) -> RefusalKind {
        if self.is_capped() {
            RefusalKind::RaiseCapped
        } else if !self.is_open_to(seat) {
            RefusalKind::NotReopened
        } else {
            RefusalKind::RaiseNotAllowed
        }
    }

    /// From which total on the betting is open again to a player who has acted.
    pub(crate) fn reopens_at(&self, seat: SeatNo) -> Option<Chips> {
        let player = self.player(seat);
        if !player.acted || self.is_open_to(seat) || self.is_capped() {
            return None;
        }
        Some(match self.stakes.betting {
            Betting::FixedLimit => player.bet + self.half_bet(),
            Betting::NoLimit | Betting::PotLimit => player.bet + self.hand.round.increment,
        })
    }

    /// Whether the betting is open to a player for a raise.
    #[inline(always)]
    fn is_open_to(&self, seat: SeatNo) -> bool {
        let round = &self.hand.round;
        let player = self.player(seat);
        if self.is_capped() {
            return false;
        }
        if !player.acted {
            return true;
        }
        let facing = round.current_bet.saturating_sub(player.bet);
        match self.stakes.betting {
            // TDA 47-B: half a bet re-opens, short all-ins added up.
            Betting::FixedLimit => {
                let threshold = self.limit_bet().times(self.rulebook().reopen_limit_percent);
                !facing.is_zero() && facing.times(100) >= threshold
            }
            // TDA 47-A: a full raise re-opens, short all-ins added up.
            Betting::NoLimit | Betting::PotLimit => {
                let Reopen::CumulativeFull = self.rulebook().reopen;
                let needed = if is_planted(Fault::Reopened) { Chips(1) } else { round.increment };
                !facing.is_zero() && facing >= needed
            }
        }
    }

    /// The least total of a full bet or raise.
    #[inline(always)]
    pub(crate) fn full_raise_to(&self) -> Chips {
        let round = &self.hand.round;
        if self.stakes.betting == Betting::FixedLimit {
            return self.limit_raise_to();
        }
        if round.current_bet.is_zero() {
            return round.increment;
        }
        match (self.rulebook().min_raise, self.rulebook().short_all_in_base) {
            (MinRaise::DoubleBet, _) => round.current_bet.times(2),
            // WPTAPL RX-4: completes the bet that the all-in fell short of.
            (MinRaise::LastIncrement, ShortAllInBase::Complete)
                if round.full_bet + round.increment > round.current_bet =>
            {
                round.full_bet + round.increment
            }
            (MinRaise::LastIncrement, _) if is_planted(Fault::SmallerRaise) => {
                round.current_bet + self.stakes.big_blind.min(round.increment)
            }
            (MinRaise::LastIncrement, _) => round.current_bet + round.increment,
        }
    }

    /// Whether the bring-in is due.
    pub(super) fn is_bring_in_due(&self) -> bool {
        let hand = self.hand;
        self.game.forced == Forced::BringIn
            && hand.street == 0
            && hand.phase_of_betting()
            && hand.round.current_bet.is_zero()
    }

    /// Who brings it in by the cards.
    pub(super) fn brings_in(&self) -> Option<SeatNo> {
        by_cards(self.hand, self.game.streets[0].opener)
    }

    /// The bet of the street in fixed limit.
    pub(crate) fn limit_bet(&self) -> Chips {
        match self.game.streets[usize::from(self.hand.street)].tier {
            BetTier::Small => self.stakes.big_blind,
            BetTier::Big => self.stakes.big_blind.times(2),
        }
    }

    /// In stud with an open pair on fourth street, where the rulebook has it so, the larger bet may
    /// be made as well (TDA RP-10-F: not so).
    fn larger_bet(&self) -> Option<Chips> {
        let applies = self.rulebook().open_pair_double_bet
            && self.game.forced == Forced::BringIn
            && self.hand.street == 1
            && shows_a_pair(self.hand);
        applies.then(|| self.stakes.big_blind.times(2))
    }

    /// The least total with that larger bet.
    fn larger_raise_to(&self) -> Chips {
        self.larger_bet().map_or(Chips::ZERO, |bet| self.hand.round.full_bet + bet)
    }

    /// Fixed limit: one bet above the last total that counts as full. A short all-in of less than
    /// half a bet is completed, one of half or more counts as a full bet (GAPS G-22).
    fn limit_raise_to(&self) -> Chips {
        self.hand.round.full_bet + self.limit_bet()
    }

    /// From which total on a raise counts as a full one.
    pub(crate) fn full_from(&self) -> Chips {
        if self.stakes.betting == Betting::FixedLimit {
            return self.hand.round.full_bet + self.half_bet();
        }
        self.full_raise_to()
    }

    /// Fixed limit: the least part of a bet that counts as a full one.
    fn half_bet(&self) -> Chips {
        let part = self.limit_bet().times(self.rulebook().reopen_limit_percent);
        let (half, rest) = part.divide(100);
        if rest.is_zero() { half } else { half + Chips(1) }
    }

    /// What bets and raises are multiples of.
    pub(crate) fn wager_unit(&self) -> Chips {
        self.table.setup.wager_unit(self.game, self.stakes)
    }

    /// The total that is a bet of the pot's size: what a call would make the pot, on top of the
    /// call (TDA 54). Before the flop, blinds that are dead or short count as full (54-B).
    fn pot_bet_to(&self, bet: Chips) -> Chips {
        let hand = self.hand;
        let mut pot = hand.chips();
        if hand.street == 0 && hand.big_blind.is_some() {
            pot += self.stakes.small_blind.saturating_sub(hand.small_posted);
            pot += self.stakes.big_blind.saturating_sub(hand.big_posted);
        }
        let current_bet = hand.round.current_bet;
        let to = current_bet + pot + current_bet.saturating_sub(bet);
        let unit = self.wager_unit();
        if unit == Chips(1) { to } else { to.divide(unit.0).0.times(unit.0) }
    }
}
