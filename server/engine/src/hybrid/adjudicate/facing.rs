//! The situation that a gesture is judged in, and the building blocks of every judgment.
//!
//! All bounds come from [`Terms`](crate::table::Terms) and [`Legal`]. No minimum is computed here.

use crate::action::Action;
use crate::limits::{Legal, Wager};
use crate::ruling::{Clause, Commitment, Matter, RulingKind, RulingOption};
use crate::table::Table;
use cardroom_rules::{Betting, Chips, Millis, Rulebook, SeatNo};
use std::sync::Arc;

/// The situation of a player.
#[derive(Clone, Debug)]
pub(crate) struct Facing {
    pub(crate) book: Arc<Rulebook>,
    pub(crate) betting: Betting,
    pub(crate) unit: Chips,
    pub(crate) big_blind: Chips,
    /// The legal actions before any declaration.
    pub(crate) legal: Legal,
    /// The player's bet on the street, as it counts.
    pub(crate) bet: Chips,
    pub(crate) stack: Chips,
    /// The largest bet of the street.
    pub(crate) current_bet: Chips,
    /// The smallest total of a full bet or raise.
    pub(crate) full_raise_to: Chips,
    /// The earlier bets of the street, in ascending order.
    pub(crate) earlier: Vec<Level>,
    /// Whether the player faces the first bet of the street. Before the flop, that
    /// is the big blind.
    pub(crate) opening: bool,
    /// Whether two players are left.
    pub(crate) heads_up: bool,
    /// All chips in the middle and in front of players.
    pub(crate) pot: Chips,
    /// The chips in front of the player from before.
    pub(crate) front: Front,
    /// The wrong count that the player received.
    pub(crate) misquoted: Option<Chips>,
    /// The player before whose undercall was just ruled a full call.
    pub(crate) behind_undercall: Option<SeatNo>,
}

/// A bet that players faced on the street.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Level {
    pub(crate) to: Chips,
    /// The smallest full raise over it.
    pub(crate) full_raise_to: Chips,
}

/// The chips in front of a player from a blind or an earlier bet.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Front {
    /// The bet, plus change that is due.
    pub(crate) value: Chips,
    /// The chips, if known.
    pub(crate) chips: Option<Vec<Chips>>,
}

impl Front {
    /// Returns known chips; `None` if their sum exceeds any possible stack.
    pub(crate) fn of(chips: Vec<Chips>) -> Option<Self> {
        let value = chips.iter().try_fold(Chips::ZERO, |sum, chip| sum.checked_add(*chip))?;
        Some(Self { value, chips: Some(chips) })
    }
}

/// The treatment of the chips that were already in front.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Prior {
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
pub(crate) struct Pushed {
    /// The value of all chips now in front.
    pub(crate) total: Chips,
    /// The chips of the motion, or all chips in front if they were gathered.
    pub(crate) chips: Vec<Chips>,
    /// The stack is empty.
    pub(crate) last: bool,
    pub(crate) prior: Prior,
    /// The value of the chips newly put in front.
    pub(crate) added: Chips,
}

/// The judgment on a gesture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Judged {
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
pub(crate) struct Standing {
    pub(crate) kind: RulingKind,
    pub(crate) action: Action,
    pub(crate) wager_to: Chips,
    pub(crate) clause: Clause,
    /// The player put in less than the call, and it is still a full call.
    pub(crate) undercall: bool,
    /// Another reading that the floor may choose.
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
    /// Returns what a player faces, before any declaration. A player limited to call or fold
    /// faces only those options.
    pub(crate) fn of(table: &Table, seat: SeatNo, now: Millis) -> Self {
        let terms = table.terms().expect("a player faces something in a hand");
        let declared = table.declared.as_deref().expect("only asked for on hybrid tables");
        let of_seat = declared.seat(seat);
        let legal: Legal = if of_seat.commitment == Some(Commitment::CallOrFold) {
            terms.legal(seat)
        } else {
            terms.unbound(seat)
        };
        let hand = terms.hand;
        let bet = hand.players[seat].bet;
        let stack = table.state.seats.stack(seat);
        let current_bet = hand.betting.current_bet();
        let fresh = |at: Millis| now.since(at) <= table.setup.rulebook.hybrid.skipped_ms;
        let front = of_seat.front.clone().filter(|front| front.value <= bet + stack);
        let undercall = declared.undercall.filter(|(first, at)| *first != seat && fresh(*at));
        Self {
            book: Arc::clone(&table.setup.rulebook),
            betting: table.stakes().betting,
            unit: terms.wager_unit(),
            big_blind: table.stakes().big_blind,
            legal,
            bet,
            stack,
            current_bet,
            full_raise_to: terms.full_raise_to(),
            opening: declared.levels.len() < 2,
            earlier: declared.levels.clone(),
            heads_up: hand.players.live().len() == 2,
            pot: hand.chips(),
            front: front.unwrap_or(Front { value: bet, chips: None }),
            misquoted: declared.misquoted,
            behind_undercall: undercall.map(|(first, _)| first),
        }
    }

    /// Returns `true` if there is a bet to call.
    pub(crate) fn is_facing(&self) -> bool {
        self.legal.call.is_some_and(|call| !call.is_zero())
    }

    /// Returns the total after a call, at most all-in.
    pub(crate) fn call_to(&self) -> Chips {
        self.bet + self.legal.call.unwrap_or_default()
    }

    pub(crate) fn all_in_to(&self) -> Chips {
        self.bet + self.stack
    }

    /// Returns `true` if a total reaches half of a minimum raise (TDA 43-A). Under rulebooks
    /// without that test, it only has to exceed the bet.
    pub(crate) fn reaches_half(&self, total: Chips) -> bool {
        if !self.book.wager.half_threshold {
            return total > self.current_bet;
        }
        total > self.current_bet && total.times(2) >= self.current_bet + self.full_raise_to
    }

    pub(crate) fn fold(&self) -> Judged {
        self.stands(RulingKind::Fold, Action::Fold, self.bet, Clause::Fold)
    }

    /// Judges a call, a check if there is nothing to call, or the bring-in if it is due.
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

    /// Judges a bet or raise to a total, adjusted to a legal one. It is a call if
    /// no wager is legal.
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

    /// Judges an all-in, as far as the betting structure allows.
    pub(crate) fn all_in(&self, clause: Clause) -> Judged {
        self.wager(self.all_in_to(), clause)
    }

    fn stands(&self, kind: RulingKind, action: Action, wager_to: Chips, clause: Clause) -> Judged {
        Judged::Stands(Standing { kind, action, wager_to, clause, undercall: false, or_else: None })
    }
}

impl Judged {
    /// Returns this reading as an option for the floor.
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
