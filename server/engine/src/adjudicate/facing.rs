//! What a player faces when a gesture is judged, and the building blocks of every judgement.
//!
//! All bounds come from [`Terms`](crate::limits::Terms) and [`Legal`]; no minimum is computed
//! here a second time.

use super::clause::Clause;
use super::ruling::{Commitment, Matter, RulingKind, RulingOption};
use crate::input::Action;
use crate::limits::{Legal, Wager};
use cardroom_rules::{Betting, Chips, Rulebook};
use std::sync::Arc;

/// What a player faces.
#[derive(Clone, Debug)]
pub(crate) struct Facing {
    pub(crate) book: Arc<Rulebook>,
    pub(crate) betting: Betting,
    pub(crate) unit: Chips,
    pub(crate) big_blind: Chips,
    /// What could be done if nothing had been declared yet.
    pub(crate) legal: Legal,
    /// The player's bet of the street, as it counts.
    pub(crate) bet: Chips,
    pub(crate) stack: Chips,
    /// The largest bet of the street.
    pub(crate) current_bet: Chips,
    /// The least total of a full bet or raise.
    pub(crate) full_raise_to: Chips,
    /// The bets of the street before the one that is faced, ascending, with the least raise over
    /// each.
    pub(crate) earlier: Vec<Level>,
    /// The bet that is faced is the first of the street; the big blind is, before the flop.
    pub(crate) opening: bool,
    /// Two players are left.
    pub(crate) heads_up: bool,
    /// All chips in the middle and in front of players.
    pub(crate) pot: Chips,
    /// The chips that stand in front of the player from before.
    pub(crate) front: Front,
    /// A wrong count that was given to the player.
    pub(crate) misquoted: Option<Chips>,
    /// Whose undercall was made good just before.
    pub(crate) behind_undercall: Option<cardroom_rules::SeatNo>,
}

/// A bet that others faced on the street.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Level {
    pub(crate) to: Chips,
    /// The least full raise over it.
    pub(crate) full_raise_to: Chips,
}

/// The chips that stand in front of a player from a blind or an earlier bet.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Front {
    /// Their value: the bet, and change that is due.
    pub(crate) value: Chips,
    /// The chips, where they are known.
    pub(crate) chips: Option<Vec<Chips>>,
}

impl Front {
    /// Chips that are known; `None` where they are worth more than anybody can have.
    pub(crate) fn of(chips: Vec<Chips>) -> Option<Self> {
        let value = chips.iter().try_fold(Chips::ZERO, |sum, chip| sum.checked_add(*chip))?;
        Some(Self { value, chips: Some(chips) })
    }
}

/// What became of the chips that stood in front.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Prior {
    None,
    /// They were left alone.
    LeftAlone,
    /// All were taken back.
    FullyPulled,
    /// Some were taken back.
    PartlyPulled,
    /// They would have covered the call by themselves.
    Covers,
    /// They were moved forward together with the new ones.
    Gathered,
}

/// Chips in front after a motion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pushed {
    /// The value of all chips that stand in front now.
    pub(crate) total: Chips,
    /// The chips of the motion; all chips in front where they were gathered.
    pub(crate) chips: Vec<Chips>,
    /// Nothing is left behind.
    pub(crate) last: bool,
    pub(crate) prior: Prior,
    /// The chips newly put in front, by value.
    pub(crate) added: Chips,
}

/// What a gesture comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Judged {
    /// It stands as an exact action.
    Stands(Standing),
    /// It keeps the turn and limits it.
    Commits(Commitment, Clause),
    /// It is a declared raise that may have more motions to come.
    Moves(Clause),
    /// It is for the floor.
    Asks(Question),
    Nothing(Clause),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Standing {
    pub(crate) kind: RulingKind,
    pub(crate) action: Action,
    pub(crate) wager_to: Chips,
    pub(crate) clause: Clause,
    /// Less than the call was put in, and the call is full all the same.
    pub(crate) undercall: bool,
    /// The floor might read it otherwise.
    pub(crate) or_else: Option<RulingOption>,
}

/// A question to the floor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Question {
    pub(crate) matter: Matter,
    pub(crate) clause: Clause,
    pub(crate) options: Vec<RulingOption>,
    pub(crate) default: RulingOption,
    pub(crate) forfeit: Option<Chips>,
}

impl Facing {
    /// There is something to call.
    pub(crate) fn is_facing(&self) -> bool {
        self.legal.call.is_some_and(|call| !call.is_zero())
    }

    /// The total a call makes: everything where that is less than the bet.
    pub(crate) fn call_to(&self) -> Chips {
        self.bet + self.legal.call.unwrap_or_default()
    }

    pub(crate) fn all_in_to(&self) -> Chips {
        self.bet + self.stack
    }

    /// Whether a total reaches half of a minimum raise (TDA 43-A); in books without that test,
    /// whether it is more than the bet.
    pub(crate) fn reaches_half(&self, total: Chips) -> bool {
        if !self.book.half_threshold {
            return total > self.current_bet;
        }
        total > self.current_bet && total.times(2) >= self.current_bet + self.full_raise_to
    }

    pub(crate) fn fold(&self) -> Judged {
        self.stands(RulingKind::Fold, Action::Fold, self.bet, Clause::Fold)
    }

    /// A call, or a check where there is nothing to call; the bring-in where that is due.
    pub(crate) fn call(&self, clause: Clause) -> Judged {
        if let Some(amount) = self.legal.bring_in {
            return self.stands(RulingKind::Bet, Action::BringIn, self.bet + amount, clause);
        }
        if self.is_facing() {
            self.stands(RulingKind::Call, Action::Call, self.call_to(), clause)
        } else if self.legal.check {
            self.stands(RulingKind::Check, Action::Check, self.bet, clause)
        } else {
            self.stands(RulingKind::Call, Action::Call, self.bet, clause)
        }
    }

    /// A bet or raise to a total, brought within what is legal; a call where none is possible.
    pub(crate) fn wager(&self, to: Chips, clause: Clause) -> Judged {
        let Some(wager) = self.legal.wager else { return self.call(clause) };
        self.wager_within(wager, to, clause)
    }

    fn wager_within(&self, wager: Wager, to: Chips, clause: Clause) -> Judged {
        let mut total = to.clamp(wager.min_to, wager.max_to);
        if self.betting == Betting::FixedLimit && total != wager.max_to {
            total = wager.min_to;
        }
        if total != wager.min_to && total != wager.all_in_to {
            // Chips smaller than the unit in play do not play (TFPL 3d-4).
            let whole = total.divide(self.unit.0).0.times(self.unit.0);
            total = whole.max(wager.min_to);
        }
        let kind = if total == wager.all_in_to {
            RulingKind::AllIn
        } else if wager.raise {
            RulingKind::Raise
        } else {
            RulingKind::Bet
        };
        let action = if wager.raise { Action::RaiseTo(total) } else { Action::Bet(total) };
        self.stands(kind, action, total, clause)
    }

    /// Everything, as far as the betting structure lets it.
    pub(crate) fn all_in(&self, clause: Clause) -> Judged {
        self.wager(self.all_in_to(), clause)
    }

    fn stands(&self, kind: RulingKind, action: Action, wager_to: Chips, clause: Clause) -> Judged {
        Judged::Stands(Standing { kind, action, wager_to, clause, undercall: false, or_else: None })
    }
}

impl Judged {
    /// The choice the floor has where this reading is one of several.
    pub(crate) fn as_option(&self) -> Option<RulingOption> {
        let Self::Stands(standing) = self else { return None };
        Some(match standing.action {
            Action::Bet(to) => RulingOption::BetTo(to),
            Action::RaiseTo(to) => RulingOption::RaiseTo(to),
            Action::Call => RulingOption::Call,
            Action::Check => RulingOption::Check,
            Action::Fold => RulingOption::Fold,
            Action::BringIn => RulingOption::BringIn,
            Action::Discard(_) => return None,
        })
    }
}
