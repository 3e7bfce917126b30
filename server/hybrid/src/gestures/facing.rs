//! The situation that a gesture is judged in, and the building blocks of every judgment.
//!
//! All bounds come from the table and its [`Legal`]. No minimum is computed here.

use crate::memory::Front;
use crate::step::Step;
use cardroom_engine::{
    Action, Clause, Commitment, Legal, Level, Matter, RulingKind, RulingOption, Wager,
};
use cardroom_rules::{Betting, Chips, Millis, Rulebook, SeatNo};
use std::sync::Arc;

/// The situation of a player.
#[derive(Clone, Debug)]
pub(super) struct Facing {
    pub(super) book: Arc<Rulebook>,
    pub(super) betting: Betting,
    pub(super) unit: Chips,
    pub(super) big_blind: Chips,
    /// The legal actions before any declaration.
    pub(super) legal: Legal,
    /// The player's bet on the street, as it counts.
    pub(super) bet: Chips,
    pub(super) stack: Chips,
    /// The largest bet of the street.
    pub(super) current_bet: Chips,
    /// The smallest total of a full bet or raise.
    pub(super) full_raise_to: Chips,
    /// The earlier bets of the street, in ascending order.
    pub(super) earlier: Vec<Level>,
    /// Whether the player faces the first bet of the street. Before the flop, that
    /// is the big blind.
    pub(super) opening: bool,
    /// Whether two players are left.
    pub(super) heads_up: bool,
    /// All chips in the middle and in front of players.
    pub(super) pot: Chips,
    /// The chips in front of the player from before.
    pub(super) front: Front,
    /// The wrong count that the player received.
    pub(super) misquoted: Option<Chips>,
    /// The player before whose undercall was just ruled a full call.
    pub(super) behind_undercall: Option<SeatNo>,
}

/// The treatment of the chips that were already in front.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Prior {
    None,
    /// The player left them alone.
    LeftAlone,
    /// The player took all of them back.
    FullyPulled,
    /// The player took some of them back.
    PartlyPulled,
    /// Enough to cover the call alone.
    Covers,
    /// Moved forward together with the new ones.
    Gathered,
}

/// The chips in front after a motion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pushed {
    /// The value of all chips now in front.
    pub(super) total: Chips,
    /// The chips of the motion, or all chips in front if they were gathered.
    pub(super) chips: Vec<Chips>,
    /// The stack is empty.
    pub(super) last: bool,
    pub(super) prior: Prior,
    /// The value of the chips newly put in front.
    pub(super) added: Chips,
}

/// The judgment on a gesture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Judged {
    /// It stands as an exact action.
    Stands(Standing),
    /// It keeps the turn and limits it.
    Commits(Commitment, Clause),
    /// It is a declared raise that may take more motions.
    Moves(Clause),
    /// It is a question for the floor.
    Asks(Question),
    Nothing(Clause),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Standing {
    pub(super) kind: RulingKind,
    pub(super) action: Action,
    pub(super) wager_to: Chips,
    pub(super) clause: Clause,
    /// The player put in less than the call, and it is still a full call.
    pub(super) undercall: bool,
    /// Another reading that the floor may choose.
    pub(super) or_else: Option<RulingOption>,
}

/// A question to the floor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Question {
    pub(super) matter: Matter,
    pub(super) clause: Clause,
    pub(super) options: Vec<RulingOption>,
    pub(super) default: RulingOption,
    pub(super) forfeit: Option<Chips>,
}

impl Facing {
    /// Returns what a player faces, before any declaration. A player limited to call or fold
    /// faces only those options.
    pub(super) fn of(step: &Step<'_>, seat: SeatNo) -> Self {
        let (table, hand, memory) = (step.table(), step.hand(), step.memory());
        let legal = if hand.bound(seat) == Some(Commitment::CallOrFold) {
            hand.legal(seat)
        } else {
            hand.unbound(seat)
        };
        let (bet, stack, stakes) = (hand.bet(seat), hand.stack(seat), &table.play().stakes);
        let book = &table.setup().rulebook;
        let fresh = |at: Millis| step.now().since(at) <= book.hybrid.skipped_ms;
        let front = memory.seat(seat).front().filter(|front| front.value <= bet + stack);
        let undercall = memory.undercall().filter(|(first, at)| *first != seat && fresh(*at));
        Self {
            book: Arc::clone(book),
            betting: stakes.betting,
            unit: hand.wager_unit(),
            big_blind: stakes.big_blind,
            legal,
            bet,
            stack,
            current_bet: hand.current_bet(),
            full_raise_to: hand.full_raise_to(),
            opening: hand.levels().len() < 2,
            earlier: hand.levels().to_vec(),
            heads_up: hand.live().len() == 2,
            pot: hand.chips(),
            front: front.cloned().unwrap_or(Front { value: bet, chips: None }),
            misquoted: memory.misquoted(),
            behind_undercall: undercall.map(|(first, _)| first),
        }
    }

    /// Returns `true` if there is a bet to call.
    pub(super) fn is_facing(&self) -> bool {
        self.legal.call.is_some_and(|call| !call.is_zero())
    }

    /// Returns the total after a call, at most all-in.
    pub(super) fn call_to(&self) -> Chips {
        self.bet + self.legal.call.unwrap_or_default()
    }

    pub(super) fn all_in_to(&self) -> Chips {
        self.bet + self.stack
    }

    /// Returns `true` if a total reaches half of a minimum raise (TDA 43-A). Under rulebooks
    /// without that test, it only has to exceed the bet.
    pub(super) fn reaches_half(&self, total: Chips) -> bool {
        if !self.book.wager.half_threshold {
            return total > self.current_bet;
        }
        total > self.current_bet && total.times(2) >= self.current_bet + self.full_raise_to
    }

    pub(super) fn fold(&self) -> Judged {
        self.stands(RulingKind::Fold, Action::Fold, self.bet, Clause::Fold)
    }

    /// Judges a call, a check if there is nothing to call, or the bring-in if it is due.
    pub(super) fn call(&self, clause: Clause) -> Judged {
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

    /// Judges a bet or raise to a total, adjusted to a legal one. It is a call if
    /// no wager is legal.
    pub(super) fn wager(&self, to: Chips, clause: Clause) -> Judged {
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

    /// Judges an all-in, as far as the betting structure allows.
    pub(super) fn all_in(&self, clause: Clause) -> Judged {
        self.wager(self.all_in_to(), clause)
    }

    fn stands(&self, kind: RulingKind, action: Action, wager_to: Chips, clause: Clause) -> Judged {
        Judged::Stands(Standing { kind, action, wager_to, clause, undercall: false, or_else: None })
    }
}

impl Judged {
    /// Returns this reading as an option for the floor.
    pub(super) fn as_option(&self) -> Option<RulingOption> {
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
