//! The facts of one hand that measures are computed from: flows, trials and action times.

use super::Measure;
use super::flow::{Amounts, Flow, contributions, flows_of};
use super::showdown;
use crate::course::{Course, Moment};
use cardroom_cards::Card;
use cardroom_protocol::history::HandRecord;
use cardroom_protocol::table::{Action, TableEvent};
use std::collections::{BTreeMap, BTreeSet};

/// A large commitment is at least this many big blinds, and half of a stack.
const LARGE_BIG_BLINDS: u64 = 10;

/// The facts of one hand.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) flows: Vec<Flow>,
    pub(super) trials: Vec<Trial>,
    /// The duration of each action in milliseconds, by seat.
    pub(super) times: Vec<(u8, u32)>,
    /// The big blind, or its equivalent.
    pub(super) unit: u64,
}

/// An occasion on which something could have happened between two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Trial {
    pub(super) measure: Measure,
    /// The seat of the player who decided.
    pub(super) by: u8,
    pub(super) against: u8,
    pub(super) happened: bool,
    /// The chips at stake.
    pub(super) chips: u64,
}

impl Facts {
    /// Reads a hand. `None` if it was voided or has no beginning.
    pub(super) fn of(record: &HandRecord) -> Option<Self> {
        let course = Course::of(record).ok().filter(|course| course.void.is_none())?;
        let game = &course.start.game;
        let unit = [game.big_blind.0, game.bring_in.0, game.ante.0, 1].into_iter().max();
        let unit = unit.unwrap_or(1);
        let flows = flows_of(&course);
        let mut trials = Vec::new();
        // After a change by the floor, only the result is meaningful.
        if !course.irregular && course.put_right.is_empty() {
            trials = Walk::new(&course, unit).trials();
            trials.extend(large_pots(record, &flows, unit));
        }
        Some(Self { flows, trials, times: times(record), unit })
    }
}

/// Returns the large pots that went from one player to another.
fn large_pots(record: &HandRecord, flows: &[Flow], unit: u64) -> Vec<Trial> {
    let stack = |seat: u8| record.player(seat).map_or(0, |player| player.began_with.0);
    let mut net: BTreeMap<(u8, u8), i128> = BTreeMap::new();
    for Flow { from, to, chips } in flows {
        let (pair, sign) = if from < to { ((*from, *to), 1) } else { ((*to, *from), -1) };
        *net.entry(pair).or_default() += sign * i128::from(*chips);
    }
    let large = net.into_iter().filter_map(|((one, other), net)| {
        let (payer, receiver) = if net > 0 { (one, other) } else { (other, one) };
        // Fits, because it is a sum of amounts at one table.
        let chips = u64::try_from(net.unsigned_abs()).unwrap_or(u64::MAX);
        let shorter = stack(one).min(stack(other));
        (chips >= LARGE_BIG_BLINDS * unit && chips >= shorter / 2)
            .then_some((payer, receiver, chips))
    });
    let both = large.flat_map(|(payer, receiver, chips)| {
        let measure = Measure::LargePotsLost;
        [
            Trial { measure, by: payer, against: receiver, happened: true, chips },
            Trial { measure, by: receiver, against: payer, happened: false, chips },
        ]
    });
    both.collect()
}

/// Returns how long each player took to act. Leaves out actions that the server took.
fn times(record: &HandRecord) -> Vec<(u8, u32)> {
    let mut turn: Option<(u8, u32)> = None;
    let mut times = Vec::new();
    for step in &record.steps {
        for event in &step.events.0 {
            match event {
                TableEvent::Turn(began) => turn = Some((began.seat, step.after_ms)),
                TableEvent::Acted(acted) => {
                    let began = turn.take().filter(|(seat, _)| *seat == acted.seat);
                    if let Some((seat, began_ms)) = began.filter(|_| !acted.timed_out) {
                        times.push((seat, step.after_ms.saturating_sub(began_ms)));
                    }
                }
                _ => {}
            }
        }
    }
    times
}

/// A walk through a hand that keeps track of the players still in it.
struct Walk<'a> {
    course: &'a Course<'a>,
    unit: u64,
    live: BTreeSet<u8>,
    all_in: BTreeSet<u8>,
    put_in: Amounts,
    board: Vec<Card>,
    /// The number of board cards when each player last put chips in.
    last_chips: BTreeMap<u8, usize>,
    /// The last two players, if they alone are left on a street after the first and
    /// both have chips behind.
    alone: Option<Alone>,
    /// The fold that ended the hand, with the player it left.
    last_fold: Option<(u8, u8)>,
    mucked: BTreeSet<u8>,
}

/// Two players who are alone in a hand.
struct Alone {
    /// For each of them, the number of decisions, and whether one of them was a bet or a raise.
    seats: BTreeMap<u8, (u32, bool)>,
}

impl<'a> Walk<'a> {
    fn new(course: &'a Course<'a>, unit: u64) -> Self {
        Self {
            course,
            unit,
            live: course.record.seats.iter().map(|player| player.seat).collect(),
            all_in: BTreeSet::new(),
            put_in: Amounts::new(),
            board: Vec::new(),
            last_chips: BTreeMap::new(),
            alone: None,
            last_fold: None,
            mucked: BTreeSet::new(),
        }
    }

    fn trials(mut self) -> Vec<Trial> {
        for moment in &self.course.moments {
            self.moment(moment);
        }
        let after_return = contributions(self.course);
        for (seat, amount) in &after_return.dead {
            *self.put_in.entry(*seat).or_default() += amount;
        }
        for (seat, amount) in after_return.live {
            self.put_in.insert(seat, amount + after_return.dead.get(&seat).unwrap_or(&0));
        }
        let mut trials = self.play_alone();
        trials.extend(self.large_folds());
        trials.extend(self.hands_compared());
        trials
    }

    fn moment(&mut self, moment: &Moment<'_>) {
        match moment {
            Moment::Post { seat, amount, all_in, .. } => self.put(*seat, *amount, *all_in),
            Moment::Street(street) if *street > 0 => self.street(),
            Moment::Board { board: 0, cards } => self.board.extend(*cards),
            Moment::Act { seat, action, added, all_in, .. } => {
                if *added > 0 {
                    self.put(*seat, *added, *all_in);
                }
                self.acted(*seat, *action);
            }
            Moment::Mucks { seat } => {
                self.mucked.insert(*seat);
            }
            _ => {}
        }
    }

    fn put(&mut self, seat: u8, amount: u64, all_in: bool) {
        *self.put_in.entry(seat).or_default() += amount;
        self.last_chips.insert(seat, self.board.len());
        if all_in {
            self.all_in.insert(seat);
        }
    }

    fn street(&mut self) {
        let nobody_is_all_in = self.live.is_disjoint(&self.all_in);
        if self.live.len() == 2 && self.alone.is_none() && nobody_is_all_in {
            let seats = self.live.iter().map(|seat| (*seat, (0, false))).collect();
            self.alone = Some(Alone { seats });
        }
    }

    fn acted(&mut self, seat: u8, action: Action) {
        if let Some((decisions, bet)) =
            self.alone.as_mut().and_then(|alone| alone.seats.get_mut(&seat))
        {
            *decisions += 1;
            *bet |= matches!(action, Action::Bet(_) | Action::RaiseTo(_));
        }
        if action == Action::Fold {
            self.live.remove(&seat);
            if let (1, Some(left)) = (self.live.len(), self.live.first()) {
                self.last_fold = Some((seat, *left));
            }
        }
    }

    /// Returns the chips that all players have put in.
    fn pot(&self) -> u64 {
        self.put_in.values().sum()
    }

    fn play_alone(&self) -> Vec<Trial> {
        let Some(alone) = &self.alone else { return Vec::new() };
        let mut two = alone.seats.iter();
        let (Some(one), Some(other)) = (two.next(), two.next()) else { return Vec::new() };
        let chips = self.pot();
        let mut trials = Vec::new();
        let both_decided = one.1.0 > 0 && other.1.0 > 0;
        let nobody_bet = !one.1.1 && !other.1.1;
        for (mine, others) in [(one, other), (other, one)] {
            let (by, against) = (*mine.0, *others.0);
            if both_decided {
                let measure = Measure::CheckedDown;
                let happened = nobody_bet && self.live.len() == 2;
                trials.push(Trial { measure, by, against, happened, chips });
            }
            if mine.1.0 > 0 {
                let measure = Measure::BetsAndRaises;
                trials.push(Trial { measure, by, against, happened: mine.1.1, chips });
            }
        }
        trials
    }

    /// Returns `true` if a player put a large part of the stack in.
    fn is_committed(&self, seat: u8) -> bool {
        let put = self.put_in.get(&seat).copied().unwrap_or(0);
        let stack = self.course.record.player(seat).map_or(0, |player| player.began_with.0);
        put >= LARGE_BIG_BLINDS * self.unit && put >= stack / 2
    }

    /// Returns the last two players of the hand: those of the showdown, or those of the last fold.
    fn last_two(&self) -> Option<(u8, u8)> {
        let mut live = self.live.iter();
        match (live.next(), live.next(), live.next()) {
            (Some(one), Some(other), None) => Some((*one, *other)),
            _ => self.last_fold,
        }
    }

    fn large_folds(&self) -> Vec<Trial> {
        let Some((one, other)) = self.last_two() else { return Vec::new() };
        let folded = self.last_fold.map(|(seat, _)| seat);
        let both = [(one, other), (other, one)].into_iter();
        // The winner of a hand without a showdown had nothing to fold to.
        let decided = both.filter(|(by, _)| folded.is_none_or(|folded| folded == *by));
        let large = decided.filter(|(by, _)| self.is_committed(*by)).map(|(by, against)| Trial {
            measure: Measure::LargeFolds,
            by,
            against,
            happened: folded == Some(by),
            chips: self.put_in.get(&by).copied().unwrap_or(0),
        });
        large.collect()
    }

    /// Returns the measures that compare the cards of the last two players.
    fn hands_compared(&self) -> Vec<Trial> {
        let Some((one, other)) = self.last_two() else { return Vec::new() };
        if !showdown::is_plain_holdem(self.course) {
            return Vec::new();
        }
        let cards = |seat| showdown::hole_cards(self.course, seat);
        let (Some(hand), Some(others)) = (cards(one), cards(other)) else { return Vec::new() };
        let mut trials = Vec::new();
        for (by, against, hand, others) in [(one, other, hand, others), (other, one, others, hand)]
        {
            let chips = self.put_in.get(&by).copied().unwrap_or(0);
            if self.live.len() == 2 && self.is_committed(by) {
                let seen = self.last_chips.get(&by).copied().unwrap_or(0);
                let board = self.board.get(..seen).filter(|board| board.len() < 5);
                if let Some(happened) =
                    board.and_then(|board| showdown::is_far_behind(hand, others, board))
                {
                    trials.push(Trial {
                        measure: Measure::WeakAllIns,
                        by,
                        against,
                        happened,
                        chips,
                    });
                }
            }
            let gave_up =
                self.last_fold.is_some_and(|(seat, _)| seat == by) || self.mucked.contains(&by);
            if gave_up && let Some(happened) = showdown::is_better(hand, others, &self.board) {
                let (measure, chips) = (Measure::BetterHandsGivenUp, self.pot());
                trials.push(Trial { measure, by, against, happened, chips });
            }
        }
        trials
    }
}
