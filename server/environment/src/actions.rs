//! Actions, and their numbers. `OBSERVATIONS.md` specifies the numbers.

use crate::error::EnvError;
use crate::options::Options;
use cardroom_cards::{Card, CardSet};
use cardroom_rules::{Betting, Deal, Play};

/// An action of a player. Amounts are totals for the street, in chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    Fold,
    Check,
    Call,
    BringIn,
    Bet(u64),
    RaiseTo(u64),
    /// Discards these cards. An empty set stands pat.
    Discard(CardSet),
}

/// The kinds of actions, by their numbers in an answer with an amount.
pub const KINDS: [&str; 7] = ["fold", "check", "call", "bring-in", "bet", "raise", "discard"];

/// How a learner answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answers {
    /// With the number of a discrete action.
    Numbers,
    /// With a kind and an amount.
    Amounts,
}

impl Answers {
    /// Returns how many numbers an answer has.
    #[must_use]
    pub fn width(self) -> usize {
        match self {
            Self::Numbers => 1,
            Self::Amounts => 2,
        }
    }
}

/// The discrete actions of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct ActionSet {
    /// The actions of a betting round, by their numbers. Discards follow.
    bets: Vec<Meaning>,
    /// The most cards held in a game with discards; 0 without any.
    held: u8,
}

/// The meaning of a discrete action.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Meaning {
    Fold,
    /// Checks, calls, or posts the bring-in that is due.
    CheckOrCall,
    /// The bet or raise of fixed limit.
    LimitWager,
    /// A bet or raise of this fraction of the pot.
    Fraction(f64),
    AllIn,
    /// Discards the cards of the hand whose bits are set. Bit 0 is the highest card.
    Discard(u8),
}

impl ActionSet {
    /// Lists the actions of these games.
    ///
    /// # Errors
    /// A fraction of the pot is not above zero.
    pub fn new(plays: &[Play], sizes: &[f64]) -> Result<Self, EnvError> {
        if let Some(size) = sizes.iter().find(|size| !size.is_finite() || **size <= 0.0) {
            return Err(EnvError::setup(format!(
                "A wager is a fraction of the pot above 0, and not {size}."
            )));
        }
        let is_limit = |play: &Play| play.stakes.betting == Betting::FixedLimit;
        let is_discard = |deal: &Deal| matches!(deal, Deal::Discard(_) | Deal::Draw(_));
        let discards =
            |play: &&Play| play.game.streets.iter().flat_map(|street| &street.deal).any(is_discard);
        let held = plays.iter().filter(discards).map(|play| play.game.hole_cards()).max();
        let mut bets = vec![Meaning::Fold, Meaning::CheckOrCall];
        if plays.iter().any(is_limit) {
            bets.push(Meaning::LimitWager);
        }
        if !plays.iter().all(is_limit) {
            bets.extend(sizes.iter().copied().map(Meaning::Fraction));
            bets.push(Meaning::AllIn);
        }
        let held = held.and_then(|held| u8::try_from(held).ok()).unwrap_or(0);
        Ok(Self { bets, held })
    }

    /// Returns how many actions there are.
    #[must_use]
    pub fn count(&self) -> usize {
        let discards = if self.held > 0 { 1 << self.held } else { 0 };
        self.bets.len() + discards
    }

    /// Returns the meaning of a number; `None` if no action has it.
    #[must_use]
    pub fn meaning(&self, number: usize) -> Option<Meaning> {
        if let Some(bet) = self.bets.get(number) {
            return Some(*bet);
        }
        let bits = u8::try_from(number - self.bets.len()).ok().filter(|_| number < self.count());
        bits.map(Meaning::Discard)
    }

    /// Returns the action of a number, if it is legal. `hole` are the player's cards.
    #[must_use]
    pub fn action(
        &self,
        number: usize,
        options: &Options,
        is_limit: bool,
        hole: &[Card],
    ) -> Option<Move> {
        let meaning = self.meaning(number)?;
        if let Meaning::Discard(bits) = meaning {
            return discard(bits, options, hole);
        }
        if options.discard.is_some() {
            return None;
        }
        match meaning {
            Meaning::Fold => options.fold.then_some(Move::Fold),
            Meaning::CheckOrCall if options.bring_in.is_some() => Some(Move::BringIn),
            Meaning::CheckOrCall if options.check => Some(Move::Check),
            Meaning::CheckOrCall => options.call.map(|_| Move::Call),
            Meaning::LimitWager if is_limit => options.wager_of(options.wager?.min_to),
            Meaning::Fraction(size) if !is_limit => options.fraction(size),
            Meaning::AllIn if !is_limit => {
                let all = options.all_in_to();
                if options.wager?.max_to == all { options.wager_of(all) } else { None }
            }
            Meaning::LimitWager | Meaning::Fraction(_) | Meaning::AllIn | Meaning::Discard(_) => {
                None
            }
        }
    }

    /// Returns the numbers of the legal actions.
    pub fn legal(
        &self,
        options: &Options,
        is_limit: bool,
        hole: &[Card],
    ) -> impl Iterator<Item = usize> {
        // In a draw nothing but discards is legal, and elsewhere no discard.
        let possible = match options.discard {
            Some(_) => self.bets.len()..self.count(),
            None => 0..self.bets.len(),
        };
        possible.filter(move |number| self.action(*number, options, is_limit, hole).is_some())
    }

    /// Writes 1 for each legal action, and 0 for the others.
    pub fn write_mask(&self, options: &Options, is_limit: bool, hole: &[Card], mask: &mut [i8]) {
        mask.fill(0);
        for number in self.legal(options, is_limit, hole) {
            mask[number] = 1;
        }
    }

    /// Returns the name of an action, such as `0.5 pot`.
    #[must_use]
    pub fn name(&self, number: usize) -> Option<String> {
        Some(match self.meaning(number)? {
            Meaning::Fold => "fold".to_owned(),
            Meaning::CheckOrCall => "check or call".to_owned(),
            Meaning::LimitWager => "bet or raise".to_owned(),
            Meaning::Fraction(size) => format!("{size} pot"),
            Meaning::AllIn => "all-in".to_owned(),
            Meaning::Discard(0) => "stand pat".to_owned(),
            Meaning::Discard(bits) => {
                let places = (0..8).filter(|bit| bits & (1 << bit) != 0);
                let places: Vec<String> = places.map(|bit: u8| (bit + 1).to_string()).collect();
                format!("discard {}", places.join(" "))
            }
        })
    }
}

/// Returns the action of a kind and an amount, legal or not; `None` if there is no such action.
/// `hole` are the player's cards, of which the bits of an amount choose discards.
#[must_use]
pub fn of_amount(kind: i64, amount: i64, hole: &[Card]) -> Option<Move> {
    Some(match *KINDS.get(usize::try_from(kind).ok()?)? {
        "fold" => Move::Fold,
        "check" => Move::Check,
        "call" => Move::Call,
        "bring-in" => Move::BringIn,
        "bet" => Move::Bet(u64::try_from(amount).ok()?),
        "raise" => Move::RaiseTo(u64::try_from(amount).ok()?),
        _ => Move::Discard(chosen(u8::try_from(amount).ok()?, hole)?),
    })
}

impl Options {
    /// Writes 1 for each legal kind of action and 0 for the others, and the smallest and the
    /// largest amount: the totals of a bet or raise, or the numbers of cards to discard.
    pub fn write_kinds(&self, kinds: &mut [i8], amounts: &mut [i64]) {
        let is_raise = self.wager.map(|wager| wager.raise);
        let legal = [
            self.fold,
            self.check,
            self.call.is_some(),
            self.bring_in.is_some(),
            is_raise == Some(false),
            is_raise == Some(true),
            self.discard.is_some(),
        ];
        for (place, is_legal) in kinds.iter_mut().zip(legal) {
            *place = i8::from(is_legal);
        }
        let (least, most) = match (self.wager, self.discard) {
            (Some(wager), _) => (wager.min_to, wager.max_to),
            (None, Some((least, most))) => (least.into(), most.into()),
            (None, None) => (0, 0),
        };
        // No stack is beyond 9e15 chips.
        amounts.copy_from_slice(&[least as i64, most as i64]);
    }

    /// Returns the bet or raise to a total, if it is within the bounds.
    fn wager_of(&self, to: u64) -> Option<Move> {
        let wager = self.wager.filter(|wager| (wager.min_to..=wager.max_to).contains(&to))?;
        Some(if wager.raise { Move::RaiseTo(to) } else { Move::Bet(to) })
    }

    /// Returns a call, and a wager of this fraction of the pot after it. Its total is rounded down
    /// to the unit. One that takes the whole stack is the all-in.
    fn fraction(&self, size: f64) -> Option<Move> {
        let after_call = self.pot + self.current_bet.saturating_sub(self.bet);
        // A pot has less than 2^53 chips, and a product beyond all chips is no legal amount.
        let share = after_call as f64 * size;
        if share >= 9e15 {
            return None;
        }
        let to = self.current_bet + share as u64;
        let to = to - to % self.unit.max(1);
        if to >= self.all_in_to() { None } else { self.wager_of(to) }
    }
}

/// Sorts cards from the highest to the lowest, as the bits of discards count them.
#[must_use]
pub fn by_rank(cards: &[Card]) -> Vec<Card> {
    let mut cards = cards.to_vec();
    cards.sort_unstable_by(|one, other| other.cmp(one));
    cards
}

fn discard(bits: u8, options: &Options, hole: &[Card]) -> Option<Move> {
    let (least, most) = options.discard?;
    let count = u8::try_from(bits.count_ones()).ok()?;
    if !(least..=most).contains(&count) {
        return None;
    }
    chosen(bits, hole).map(Move::Discard)
}

/// Returns the cards whose bits are set; `None` if the hand has fewer cards.
fn chosen(bits: u8, hole: &[Card]) -> Option<CardSet> {
    if usize::from(bits) >> hole.len() != 0 {
        return None;
    }
    let cards = by_rank(hole).into_iter().enumerate();
    let chosen = cards.filter(|(place, _)| bits & (1 << place) != 0).map(|(_, card)| card);
    Some(chosen.collect())
}
