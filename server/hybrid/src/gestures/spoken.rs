//! Words, alone or with chips (TDA 40, 43-B, 51-A, 54-D, 55, 57 to 59).

use super::facing::{Facing, Judged, Pushed, Question};
use super::undercall;
use cardroom_engine::{Clause, Commitment, Matter, RulingOption, Said, Words};
use cardroom_rules::rulebook::{BareFigure, RaiseMotions, RaiseWordThenChip};
use cardroom_rules::{Betting, Chips};

/// Judges a declaration whose words define it. Chips size a bet or raise without an amount.
pub(super) fn judge(facing: &Facing, said: Said, pushed: Option<&Pushed>) -> Judged {
    match said.words {
        Words::Fold => facing.fold(),
        Words::Check if facing.is_facing() => {
            Judged::Commits(Commitment::CallOrFold, Clause::InvalidDeclaration)
        }
        Words::Check => facing.call(Clause::Declaration),
        Words::Call if !facing.is_facing() => facing.call(Clause::InvalidDeclaration),
        Words::Call if facing.misquoted.is_some() => facing.call(Clause::AcceptedAction),
        Words::Call => facing.call(Clause::Declaration),
        Words::AllIn => facing.all_in(Clause::Declaration),
        Words::Amount => amount(facing, said, pushed),
        Words::Bet | Words::Raise | Words::Complete => wager(facing, said, pushed),
        Words::Pot => pot(facing, said, pushed),
        Words::Conditional => conditional(),
        Words::Unclear => Judged::Nothing(Clause::UnclearAmount),
    }
}

/// Asks the floor about "if you bet, I will raise", on any player's turn.
pub(super) fn conditional() -> Judged {
    Judged::Asks(Question {
        matter: Matter::Conditional,
        clause: Clause::Conditional,
        options: vec![RulingOption::Binding, RulingOption::NotBinding],
        default: RulingOption::NotBinding,
        forfeit: None,
    })
}

/// Judges a declared bet or raise. A named amount is the total. Without one the chips set it, and
/// without chips the turn continues until it is named (50-B). "Raise" with one chip above the
/// call is complete, as large as the chip allows, or a motion like others, depending on the
/// rulebook (44; TFPL 5c-8).
fn wager(facing: &Facing, said: Said, pushed: Option<&Pushed>) -> Judged {
    let Some(bounds) = facing.legal.wager else {
        return facing.call(Clause::InvalidDeclaration);
    };
    if let Some((to, clause)) = named(facing, said, bounds.min_to) {
        return facing.wager(to, clause);
    }
    if said.words == Words::Complete || bounds.min_to == bounds.max_to {
        return facing.wager(bounds.min_to, Clause::Declaration);
    }
    let Some(pushed) = pushed.filter(|pushed| !pushed.chips.is_empty()) else {
        return Judged::Commits(Commitment::Wager, Clause::ClearAmount);
    };
    let is_overchip = pushed.chips.len() == 1 && pushed.total > facing.call_to();
    if said.words == Words::Raise
        && is_overchip
        && facing.book.wager.raise_word_then_chip == RaiseWordThenChip::MaximumOfChip
    {
        return sized_by_chips(facing, pushed.total, 1);
    }
    match facing.book.wager.raise_motions {
        RaiseMotions::UntilRest if said.words == Words::Raise => Judged::Moves(Clause::Motions),
        RaiseMotions::ExactCallPlusOne
            if said.words == Words::Raise
                && facing.is_facing()
                && pushed.total == facing.call_to() =>
        {
            Judged::Moves(Clause::Motions)
        }
        _ => sized_by_chips(facing, pushed.total, pushed.chips.len()),
    }
}

/// Judges a declared bet or raise sized by the chips in front, and completes it to the minimum.
pub(super) fn sized_by_chips(facing: &Facing, total: Chips, count: usize) -> Judged {
    let least = facing.legal.wager.map_or(Chips::ZERO, |wager| wager.min_to);
    let clause = match count {
        _ if total < least => Clause::HalfRaise,
        1 => Clause::Overchip,
        _ => Clause::Motions,
    };
    facing.wager(total, clause)
}

/// Judges a bet of the pot: an amount in pot-limit, but in no-limit only a commitment to
/// a valid bet (54-D).
fn pot(facing: &Facing, said: Said, pushed: Option<&Pushed>) -> Judged {
    let Some(bounds) = facing.legal.wager else {
        return facing.call(Clause::InvalidDeclaration);
    };
    if facing.betting == Betting::PotLimit {
        return facing.wager(bounds.pot_to, Clause::PotBet);
    }
    if bounds.min_to == bounds.max_to {
        return facing.wager(bounds.min_to, Clause::PotBet);
    }
    if let Some((to, _)) = named(facing, said, bounds.min_to) {
        return facing.wager(to, Clause::PotBet);
    }
    match pushed.filter(|pushed| !pushed.chips.is_empty()) {
        Some(pushed) => facing.wager(pushed.total, Clause::PotBet),
        None => Judged::Commits(Commitment::Wager, Clause::PotBet),
    }
}

/// Judges an amount alone, which equals pushing it, without regard to denominations (40-C).
fn amount(facing: &Facing, said: Said, pushed: Option<&Pushed>) -> Judged {
    let least = if facing.is_facing() {
        facing.call_to()
    } else {
        facing.legal.wager.map_or(Chips::ZERO, |wager| wager.min_to)
    };
    let Some((named, clause)) = named(facing, said, least) else {
        return Judged::Nothing(Clause::UnclearAmount);
    };
    let clause = if clause == Clause::UnclearAmount { clause } else { Clause::AmountAsChips };
    if !facing.is_facing() {
        let bring_in = facing.legal.bring_in.unwrap_or_default();
        let is_wager = facing.current_bet.is_zero() && named > bring_in
            || facing.reaches_half(named)
            || named > facing.current_bet && named >= facing.all_in_to();
        return if is_wager { facing.wager(named, clause) } else { facing.call(clause) };
    }
    let call_to = facing.call_to();
    // The number is the total for the street, or just the chips needed to call.
    if named == call_to || Some(named) == facing.legal.call {
        return facing.call(clause);
    }
    if named < call_to {
        let shown = if named > facing.bet { named } else { facing.bet + named };
        return undercall::judge(facing, shown, pushed);
    }
    // An amount for the whole stack counts as the last chips (45-B).
    let last = named >= facing.all_in_to() && facing.book.wager.last_chips_all_in;
    if facing.reaches_half(named) || last {
        return facing.wager(named, clause);
    }
    facing.call(Clause::HalfRaise)
}

/// Returns the named amount, if any: as stated, or the meaning of a bare figure.
fn named(facing: &Facing, said: Said, least: Chips) -> Option<(Chips, Clause)> {
    let most = facing.all_in_to().max(facing.current_bet);
    if let Some(amount) = said.amount {
        return Some((amount.min(most), Clause::RaiseTotal));
    }
    let figure = said.figure.filter(|figure| *figure > 0)?;
    Some((meaning(facing, figure, least).min(most), Clause::UnclearAmount))
}

/// Returns the meaning of a bare figure: one of its legal meanings, chosen by the rulebook (TDA 57,
/// TNPL H13). If none is legal, returns the lowest that suffices.
fn meaning(facing: &Facing, figure: u64, least: Chips) -> Chips {
    let scales = (0..=15_u32).map(|power| 10_u64.checked_pow(power));
    let meanings = scales.map_while(|scale| figure.checked_mul(scale?)).map(Chips);
    let enough = meanings.filter(|amount| *amount >= least);
    let legal: Vec<Chips> =
        enough.clone().take_while(|amount| *amount <= facing.all_in_to()).collect();
    let lowest = legal.first().copied().or_else(|| enough.clone().next());
    let within_pot = legal.iter().rev().find(|amount| **amount <= facing.pot).copied();
    let chosen = match facing.book.wager.bare_figure {
        BareFigure::HighestUpToPot => within_pot.or(lowest),
        BareFigure::Lowest => lowest,
    };
    chosen.unwrap_or(Chips(figure))
}
