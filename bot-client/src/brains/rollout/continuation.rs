//! Plays a hand to its end in one deal of the hidden cards, with simple players.

use super::reading::{Reading, calls_from, known, streets_left};
use super::worlds::{Numbers, World, opponents};
use crate::model::{Hand, Seat, Table};
use cardroom_protocol::game::Betting;

/// The strength from which a player makes the first bet of a street.
const BETS_FROM: f64 = 0.68;
/// The strength from which a player raises a bet.
const RAISES_FROM: f64 = 0.93;
/// The strength from which this seat pays for a raise.
const PAYS_RAISES_FROM: f64 = 0.8;
/// The size of a bet, as a part of the pot.
const BET: f64 = 0.6;

/// A way to act now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Plan {
    /// Checks, or calls this number of chips.
    Stay(u64),
    /// Bets or raises to this number of chips.
    Wager(u64),
}

/// The chips of a player.
#[derive(Clone, Copy, Debug)]
struct Chair {
    bet: f64,
    stack: f64,
    /// Whether the player has yet to act on this street, apart from a bet.
    acts_later: bool,
}

/// A decision, as far as the continuation needs it.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pot: f64,
    /// The chair of this seat is the first.
    chairs: Vec<Chair>,
    /// How much of the final strength of a hand is known now, and on each street that comes.
    known: Vec<f64>,
    /// The size of a bet in fixed limit.
    fixed: Option<f64>,
}

/// A hand as it goes on.
struct Play<'a> {
    spot: &'a Spot,
    world: &'a World,
    numbers: Numbers,
    pot: f64,
    /// The chips that this seat has paid since the decision.
    paid: f64,
    stacks: Vec<f64>,
    stays: Vec<bool>,
}

impl Spot {
    /// Returns the decision of this seat.
    pub(super) fn of(table: &Table, hand: &Hand, reading: &Reading) -> Option<Self> {
        let chair = |seat: &Seat| Chair {
            bet: seat.bet.0 as f64,
            stack: seat.stack.0 as f64,
            acts_later: !reading.has_acted(seat.seat, hand.street) && seat.can_act(),
        };
        let mut chairs = vec![chair(table.hero()?)];
        chairs.extend(opponents(table).map(chair));
        let (left, all) = streets_left(table, hand);
        let known = (0..=left).rev().map(|left| known((left, all))).collect();
        let bet = hand.game.big_blind.0 as f64;
        let fixed = (hand.game.betting == Betting::FixedLimit).then_some(1.5 * bet);
        Some(Self { pot: table.pot_total().0 as f64, chairs, known, fixed })
    }

    /// Plays a deal to its end. Returns what this seat wins or loses from now on.
    pub(super) fn play(&self, plan: Plan, world: &World) -> f64 {
        let mut play = Play {
            spot: self,
            world,
            numbers: world.numbers(),
            pot: self.pot,
            paid: 0.0,
            stacks: self.chairs.iter().map(|chair| chair.stack).collect(),
            stays: vec![true; self.chairs.len()],
        };
        let ended = match plan {
            Plan::Stay(call) => play.stay(call as f64),
            Plan::Wager(to) => play.wager(to as f64),
        };
        ended.unwrap_or_else(|| play.later_streets())
    }
}

impl Play<'_> {
    /// Returns how strong a player believes a hand to be: what it becomes, or something else if
    /// that is not known yet.
    fn feels(&mut self, player: usize, known: f64) -> f64 {
        let (knows, other) = (self.numbers.next() < known, self.numbers.next());
        if knows { self.world.strengths[player] } else { other }
    }

    fn pay(&mut self, player: usize, chips: f64) {
        let chips = chips.min(self.stacks[player]).max(0.0);
        self.stacks[player] -= chips;
        self.pot += chips;
        if player == 0 {
            self.paid += chips;
        }
    }

    fn others(&self) -> Vec<usize> {
        (1..self.stays.len()).filter(|player| self.stays[*player]).collect()
    }

    /// Returns the part of the pot that a player pays with this number of chips.
    fn price(&self, player: usize, chips: f64) -> f64 {
        let chips = chips.min(self.stacks[player]);
        chips / (self.pot + chips).max(1.0)
    }

    /// Checks or calls. Those who act later may bet after a check, or have to pay as well.
    fn stay(&mut self, call: f64) -> Option<f64> {
        let known = self.spot.known[0];
        self.pay(0, call);
        let level = self.spot.chairs[0].bet + call;
        for player in self.others() {
            let chair = self.spot.chairs[player];
            let feels = self.feels(player, known);
            let owes = level - chair.bet;
            if owes > 0.0 && chair.stack > 0.0 {
                if feels < calls_from(self.price(player, owes)) {
                    self.stays[player] = false;
                } else {
                    self.pay(player, owes);
                }
            } else if call == 0.0 && chair.acts_later && feels >= BETS_FROM {
                let bet = self.size().min(self.stacks[player]).min(self.stacks[0]);
                self.pay(player, bet);
                if self.feels(0, known) < calls_from(self.price(0, bet)) {
                    return Some(-self.paid);
                }
                self.pay(0, bet);
                break;
            }
        }
        None
    }

    /// Bets or raises. Each other player folds, calls, or raises once.
    fn wager(&mut self, to: f64) -> Option<f64> {
        let known = self.spot.known[0];
        let chairs = &self.spot.chairs;
        let most = chairs[1..].iter().map(|chair| chair.bet + chair.stack).fold(0.0, f64::max);
        let to = to.min(most.max(chairs[0].bet));
        self.pay(0, to - chairs[0].bet);
        for player in self.others() {
            let owes = to - chairs[player].bet;
            if chairs[player].stack <= 0.0 || owes <= 0.0 {
                continue;
            }
            let feels = self.feels(player, known);
            if feels < calls_from(self.price(player, owes)) {
                self.stays[player] = false;
                continue;
            }
            self.pay(player, owes);
            if feels >= RAISES_FROM && self.stacks[player] > 0.0 && self.stacks[0] > 0.0 {
                let raise = self.pot.min(self.stacks[player]).min(self.stacks[0]);
                self.pay(player, raise);
                if self.feels(0, known) < PAYS_RAISES_FROM {
                    return Some(-self.paid);
                }
                self.pay(0, raise);
            }
        }
        self.won_alone()
    }

    /// Returns the win of this seat if all others have folded.
    fn won_alone(&self) -> Option<f64> {
        self.others().is_empty().then_some(self.pot - self.paid)
    }

    fn size(&self) -> f64 {
        self.spot.fixed.unwrap_or(BET * self.pot)
    }

    /// Plays the streets that come. On each, the strongest player may bet, and the others decide by
    /// the price whether they call.
    fn later_streets(&mut self) -> f64 {
        for street in 1..self.spot.known.len() {
            let known = self.spot.known[street];
            if let Some(won) = self.later_street(known) {
                return won;
            }
        }
        let stays = &self.stays;
        self.pot * self.world.share(|player| stays[player]) - self.paid
    }

    fn later_street(&mut self, known: f64) -> Option<f64> {
        let players: Vec<usize> = std::iter::once(0).chain(self.others()).collect();
        let feels: Vec<f64> = players.iter().map(|player| self.feels(*player, known)).collect();
        let strongest = feels.iter().enumerate().max_by(|one, other| one.1.total_cmp(other.1));
        let (leader, strength) = strongest.map(|(place, feels)| (players[place], *feels))?;
        let rest = players.iter().filter(|player| **player != leader);
        let deepest = rest.map(|player| self.stacks[*player]).fold(0.0, f64::max);
        let bet = self.size().min(self.stacks[leader]).min(deepest);
        if strength < BETS_FROM || bet < 1.0 {
            return self.won_alone();
        }
        self.pay(leader, bet);
        for (player, feels) in players.into_iter().zip(feels) {
            if player == leader || self.stacks[player] <= 0.0 {
                continue;
            }
            if feels >= calls_from(self.price(player, bet)) {
                self.pay(player, bet);
            } else if player == 0 {
                return Some(-self.paid);
            } else {
                self.stays[player] = false;
            }
        }
        self.won_alone()
    }
}
