//! The bounds of a turn: the amount to call, whether the betting is open, and the range of a wager.

use super::state::Schedule;
use super::{Spot, TableSetup};
use crate::faults::{Fault, is_planted};
use crate::hand::{Hand, HandPlayer, Level, Rulings};
use crate::limits::{Legal, Wager};
use crate::opener::{by_cards, shows_a_pair, starts_after};
use crate::refusal::RefusalKind;
use crate::seat::Seats;
use cardroom_rules::rulebook::BettingRule;
use cardroom_rules::{
    BetTier, Betting, Chips, Forced, Game, MinRaise, Play, Reopen, SeatNo, ShortAllInBase, Stakes,
};

/// The rules and the hand that a wager is judged by. It only borrows them, so nothing is computed
/// before it is needed.
#[derive(Clone, Copy)]
pub(crate) struct Terms<'a> {
    pub(super) setup: &'a TableSetup,
    pub(super) seats: &'a Seats,
    schedule: &'a Schedule,
    pub(crate) hand: &'a Hand,
    pub(super) game: &'a Game,
    pub(super) stakes: &'a Stakes,
    /// The effects of rulings; `None` on plain tables.
    pub(super) rulings: Option<&'a Rulings>,
}

/// The bounds that a bet or raise is checked against.
#[derive(Clone, Copy)]
pub(super) struct WagerRange {
    /// `true` for a raise, `false` for a bet.
    pub(super) raise: bool,
    pub(super) min_to: Chips,
    pub(super) max_to: Chips,
    /// The player's whole stack, as a total for the street.
    pub(super) all_in_to: Chips,
}

impl<'a> Terms<'a> {
    #[inline]
    pub(super) fn of(
        setup: &'a TableSetup,
        seats: &'a Seats,
        schedule: &'a Schedule,
        hand: &'a Hand,
    ) -> Self {
        let Play { game, stakes } = setup.play(hand.play);
        Self { setup, seats, schedule, hand, game, stakes, rulings: hand.rulings.as_deref() }
    }

    pub(super) fn player(&self, seat: SeatNo) -> &HandPlayer {
        &self.hand.players[seat]
    }

    pub(super) fn stack(&self, seat: SeatNo) -> Chips {
        self.seats.stack(seat)
    }

    fn rule(&self) -> &BettingRule {
        &self.setup.rulebook.betting
    }

    /// Returns `true` if another player in the hand has chips behind.
    fn others_can_bet(&self, seat: SeatNo) -> bool {
        let mut others = self.hand.players.behind();
        others.remove(seat);
        !others.is_empty()
    }

    /// Returns `true` if another player in the hand can put in chips above the current bet, so that
    /// a bet or raise can come to something.
    fn others_can_call_more(&self, seat: SeatNo) -> bool {
        let current_bet = self.hand.betting.current_bet();
        let mut others = self.hand.players.behind();
        others.remove(seat);
        others.iter().any(|other| self.player(other).bet + self.stack(other) > current_bet)
    }

    /// Returns the total that a player must match. If no other player has chips behind, it is at
    /// most the largest bet of the others.
    #[inline(always)]
    pub(crate) fn bet_to_match(&self, seat: SeatNo) -> Chips {
        if self.others_can_bet(seat) {
            return self.hand.betting.current_bet();
        }
        self.matched_all_in(seat)
    }

    /// Returns the total to match if all others are all-in or have folded. Folded chips count: the
    /// part above the all-in bets is a side pot for a player who matches it (R090).
    fn matched_all_in(&self, seat: SeatNo) -> Chips {
        let others = self.hand.players.dealt().iter().filter(|other| *other != seat);
        let most = others.map(|other| self.player(other).bet).max().unwrap_or_default();
        most.min(self.hand.betting.current_bet())
    }

    /// Returns the players who still have to act on this street, clockwise after a seat.
    #[inline(always)]
    pub(crate) fn who_owes_action(&self, after: SeatNo) -> impl Iterator<Item = SeatNo> {
        let behind = self.hand.players.behind();
        let is_alone = behind.is_alone();
        behind.clockwise_after(after).filter(move |seat| {
            let player = self.player(*seat);
            if is_alone {
                return player.bet < self.matched_all_in(*seat);
            }
            let has_option = !player.acted && !is_planted(Fault::NoOption);
            has_option || player.bet < self.hand.betting.current_bet()
        })
    }

    /// Returns the next player who has to act on this street.
    #[inline(always)]
    pub(crate) fn next_to_act(&self) -> Option<SeatNo> {
        let hand = self.hand;
        let opener = || hand.street.of(self.game).opener;
        let after = hand.betting.pointer().unwrap_or_else(|| starts_after(hand, opener()));
        let mut next = self.who_owes_action(after);
        let first = next.next();
        let passed = is_planted(Fault::SeatPassed) && hand.players.live().len() > 3;
        if passed { next.next().or(first) } else { first }
    }

    /// Returns `true` if the player still has to act on this street.
    pub(crate) fn owes_action(&self, seat: SeatNo) -> bool {
        self.who_owes_action(seat).any(|owing| owing == seat)
    }

    #[inline(always)]
    pub(crate) fn spot(&self, seat: SeatNo) -> Spot<'_> {
        Spot::new(self, seat)
    }

    /// Returns the legal actions of a player.
    #[inline(never)]
    pub(crate) fn legal(&self, seat: SeatNo) -> Legal {
        self.spot(seat).legal()
    }

    /// Returns the actions that would be legal for the player without any declaration.
    pub(crate) fn unbound(&self, seat: SeatNo) -> Legal {
        Self { rulings: None, ..*self }.legal(seat)
    }

    /// Returns the bounds of a bet or raise with this stack, as sent to clients, if one is legal.
    pub(super) fn wager(&self, seat: SeatNo, stack: Chips) -> Option<Wager> {
        let WagerRange { raise, min_to, max_to, all_in_to } = self.wager_range(seat, stack)?;
        let pot_to = self.pot_bet_to(self.player(seat).bet).clamp(min_to, max_to);
        Some(Wager { raise, min_to, max_to, pot_to, all_in_to })
    }

    /// Returns the bounds of a bet or raise with this stack, if one is legal.
    #[inline(always)]
    pub(super) fn wager_range(&self, seat: SeatNo, stack: Chips) -> Option<WagerRange> {
        let round = &self.hand.betting.round();
        let bet = self.player(seat).bet;
        let all_in_to = bet + stack;
        if all_in_to <= round.current_bet || !self.is_open_to(seat) {
            return None;
        }
        if !self.others_can_call_more(seat) {
            return None;
        }
        if !self.rule().check_raise && self.has_checked(seat) {
            return None;
        }
        let (least, most) = self.structure_bounds(seat);
        let (min_to, max_to) = (least.min(all_in_to), most.min(all_in_to));
        Some(WagerRange { raise: !round.current_bet.is_zero(), min_to, max_to, all_in_to })
    }

    /// Returns the least and the largest total that the betting structure
    /// allows, ignoring the stack.
    pub(crate) fn structure_bounds(&self, seat: SeatNo) -> (Chips, Chips) {
        let least = self.full_raise_to();
        let most = match self.stakes.betting {
            Betting::NoLimit => Chips(u64::MAX),
            Betting::PotLimit => self.pot_bet_to(self.player(seat).bet),
            Betting::FixedLimit => self.larger_raise_to(),
        };
        (least, most.max(least))
    }

    /// Returns `true` if the player acted on this street without putting chips in.
    fn has_checked(&self, seat: SeatNo) -> bool {
        let player = self.player(seat);
        player.acted && player.bet.is_zero()
    }

    /// Returns `true` if fixed limit allows no more raises on this street.
    fn is_capped(&self) -> bool {
        let cap = self.rule().limit_raise_cap;
        let reached = cap > 0 && self.hand.betting.round().raises >= cap;
        // TDA 48: the cap is lifted when the tournament is heads-up. In a ring game the table's
        // dealt-in players count.
        let heads_up = || match self.schedule.players_left().or(self.setup.players_left) {
            Some(players) => players <= 2,
            None => self.hand.players.dealt().len() <= 2,
        };
        self.stakes.betting == Betting::FixedLimit && reached && !heads_up()
    }

    /// Returns the precise reason for a rejected action.
    pub(super) fn explain(&self, seat: SeatNo, kind: RefusalKind) -> RefusalKind {
        match kind {
            RefusalKind::RaiseNotAllowed => self.why_no_raise(seat),
            _ => kind,
        }
    }

    /// Returns the reason that a player may not bet or raise.
    fn why_no_raise(&self, seat: SeatNo) -> RefusalKind {
        if self.is_capped() {
            RefusalKind::RaiseCapped
        } else if !self.is_open_to(seat) {
            RefusalKind::NotReopened
        } else {
            RefusalKind::RaiseNotAllowed
        }
    }

    /// Returns the total at which the betting reopens to a player who has acted.
    pub(crate) fn reopens_at(&self, seat: SeatNo) -> Option<Chips> {
        let player = self.player(seat);
        if !player.acted || self.is_open_to(seat) || self.is_capped() {
            return None;
        }
        Some(match self.stakes.betting {
            Betting::FixedLimit => player.bet + self.half_bet(),
            Betting::NoLimit | Betting::PotLimit => {
                player.bet + self.hand.betting.round().increment
            }
        })
    }

    /// Returns `true` if the player may raise.
    #[inline(always)]
    fn is_open_to(&self, seat: SeatNo) -> bool {
        let round = &self.hand.betting.round();
        let player = self.player(seat);
        if self.is_capped() {
            return false;
        }
        if !player.acted {
            return true;
        }
        let facing = round.current_bet.saturating_sub(player.bet);
        match self.stakes.betting {
            // TDA 47-B: half a bet reopens the betting. Short all-ins add up.
            Betting::FixedLimit => {
                let threshold = self.limit_bet().times(self.rule().reopen_limit_percent);
                !facing.is_zero() && facing.times(100) >= threshold
            }
            // TDA 47-A: a full raise reopens the betting. Short all-ins add up.
            Betting::NoLimit | Betting::PotLimit => {
                let Reopen::CumulativeFull = self.rule().reopen;
                let needed = if is_planted(Fault::Reopened) { Chips(1) } else { round.increment };
                !facing.is_zero() && facing >= needed
            }
        }
    }

    /// Returns the smallest total of a full bet or raise.
    #[inline(always)]
    pub(crate) fn full_raise_to(&self) -> Chips {
        let round = &self.hand.betting.round();
        if self.stakes.betting == Betting::FixedLimit {
            return self.limit_raise_to();
        }
        if round.current_bet.is_zero() {
            return round.increment;
        }
        match (self.rule().min_raise, self.rule().short_all_in_base) {
            (MinRaise::DoubleBet, _) => round.current_bet.times(2),
            // WPTAPL RX-4: the raise completes the bet that the all-in fell short of.
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

    /// Returns the bet that players face now.
    pub(super) fn level(&self) -> Level {
        let to = self.hand.betting.current_bet();
        Level { to, full_raise_to: self.full_raise_to() }
    }

    pub(super) fn is_bring_in_due(&self) -> bool {
        let hand = self.hand;
        self.game.forced == Forced::BringIn
            && hand.street.is_first()
            && hand.phase_of_betting()
            && hand.betting.current_bet().is_zero()
    }

    /// Returns the seat whose cards make it post the bring-in.
    pub(super) fn brings_in(&self) -> Option<SeatNo> {
        by_cards(self.hand, self.game.streets[0].opener)
    }

    /// Returns the next player to act if they have to post the bring-in and cannot fold.
    pub(super) fn forced_to_bring_in(&self) -> Option<SeatNo> {
        if self.game.forced != Forced::BringIn || !self.hand.street.is_first() {
            return None;
        }
        self.next_to_act().filter(|seat| !self.spot(*seat).fold())
    }

    /// Returns the bet of the street in fixed limit.
    pub(crate) fn limit_bet(&self) -> Chips {
        match self.hand.street.of(self.game).tier {
            BetTier::Small => self.stakes.big_blind,
            BetTier::Big => self.stakes.big_blind.times(2),
        }
    }

    /// Returns the larger bet that some rulebooks also allow in stud with an open pair on fourth
    /// street (TDA RP-10-F does not).
    fn larger_bet(&self) -> Option<Chips> {
        let applies = self.rule().open_pair_double_bet
            && self.game.forced == Forced::BringIn
            && self.hand.street.number() == 1
            && shows_a_pair(self.hand);
        applies.then(|| self.stakes.big_blind.times(2))
    }

    /// Returns the raise total with the larger bet.
    fn larger_raise_to(&self) -> Chips {
        self.larger_bet().map_or(Chips::ZERO, |bet| self.hand.betting.round().full_bet + bet)
    }

    /// Returns one bet above the last full total, in fixed limit. A short all-in of less than half
    /// a bet is completed; one of half a bet or more counts as full (GAPS G-22).
    fn limit_raise_to(&self) -> Chips {
        self.hand.betting.round().full_bet + self.limit_bet()
    }

    /// Returns the smallest total that counts as a full raise.
    pub(crate) fn full_from(&self) -> Chips {
        if self.stakes.betting == Betting::FixedLimit {
            return self.hand.betting.round().full_bet + self.half_bet();
        }
        self.full_raise_to()
    }

    /// Returns the smallest part of a bet that counts as full, in fixed limit.
    fn half_bet(&self) -> Chips {
        let part = self.limit_bet().times(self.rule().reopen_limit_percent);
        let (half, rest) = part.divide(100);
        if rest.is_zero() { half } else { half + Chips(1) }
    }

    /// Returns the unit of bets and raises.
    pub(crate) fn wager_unit(&self) -> Chips {
        self.setup.wager_unit(self.game, self.stakes)
    }

    /// Returns the total of a pot-sized bet: a call, plus the pot after that call (TDA 54). Before
    /// the flop, dead or short blinds count as full (54-B).
    fn pot_bet_to(&self, bet: Chips) -> Chips {
        let hand = self.hand;
        let mut pot = hand.chips();
        if hand.street.is_first() {
            pot += hand.positions.missing_blinds(self.stakes);
        }
        let current_bet = hand.betting.current_bet();
        let to = current_bet + pot + current_bet.saturating_sub(bet);
        let unit = self.wager_unit();
        if unit == Chips(1) { to } else { to.divide(unit.0).0.times(unit.0) }
    }
}
