//! Chips pushed silently: one chip, several chips, the last chips (TDA 43 to 46, 61).

use super::facing::{Facing, Judged, Prior, Pushed};
use super::{prior, undercall};
use cardroom_engine::{Clause, Commitment};
use cardroom_rules::Chips;
use cardroom_rules::rulebook::{SilentMultiChip, TinyChip};

/// Judges chips pushed silently.
pub(super) fn judge(facing: &Facing, pushed: &Pushed) -> Judged {
    if pushed.chips.is_empty() {
        return match pushed.prior {
            Prior::FullyPulled | Prior::PartlyPulled if facing.is_facing() => {
                Judged::Commits(Commitment::CallOrRaise, Clause::PulledBack)
            }
            _ => Judged::Nothing(Clause::PriorChips),
        };
    }
    if !facing.is_facing() {
        return not_facing(facing, pushed);
    }
    let call_to = facing.call_to();
    if pushed.total < call_to {
        if pushed.chips.len() == 1 && facing.book.wager.tiny_chip == TinyChip::Call {
            return facing.call(Clause::TinyChip);
        }
        return undercall::judge(facing, pushed.total, Some(pushed));
    }
    if pushed.total == call_to || facing.legal.wager.is_none() {
        return facing.call(Clause::Declaration);
    }
    if let Some(judged) = prior::judge(facing, pushed) {
        return judged;
    }
    match pushed.chips.len() {
        1 => facing.call(Clause::Overchip),
        _ => several(facing, pushed),
    }
}

/// Judges chips with nothing to call. They are a bet; over the player's own blind,
/// the half-raise test decides.
fn not_facing(facing: &Facing, pushed: &Pushed) -> Judged {
    let clause = if pushed.chips.len() == 1 { Clause::OverchipBet } else { Clause::SeveralChips };
    if let Some(bring_in) = facing.legal.bring_in {
        // Half of the way to a full bet completes it.
        let full = facing.full_raise_to;
        let completes = pushed.total > bring_in && pushed.total.times(2) >= bring_in + full;
        return match completes {
            true => facing.wager(pushed.total, Clause::HalfRaise),
            false => facing.call(clause),
        };
    }
    if facing.current_bet.is_zero() {
        let least = facing.legal.wager.map_or(Chips::ZERO, |wager| wager.min_to);
        let clause = if pushed.total < least { Clause::Underbet } else { clause };
        return facing.wager(pushed.total, clause);
    }
    if pushed.last || facing.reaches_half(pushed.total) {
        return facing.wager(pushed.total, clause);
    }
    facing.call(Clause::HalfRaise)
}

/// Judges more than one chip, worth more than the call (TDA 45).
pub(super) fn several(facing: &Facing, pushed: &Pushed) -> Judged {
    let needed = every_chip_needed(&pushed.chips, pushed.total, facing.call_to());
    let half = facing.reaches_half(pushed.total);
    let all_in = pushed.last && !needed && facing.book.wager.last_chips_all_in;
    match facing.book.wager.silent_multi_chip {
        SilentMultiChip::EveryChipNeeded if needed => facing.call(Clause::EveryChipNeeded),
        SilentMultiChip::EveryChipNeeded | SilentMultiChip::HalfOnly if half || all_in => {
            facing.wager(pushed.total, Clause::SeveralChips)
        }
        SilentMultiChip::EveryChipNeeded | SilentMultiChip::HalfOnly => {
            facing.call(Clause::HalfRaise)
        }
        SilentMultiChip::RaiseTotal => facing.wager(pushed.total, Clause::SeveralChips),
    }
}

/// Returns `true` if the chips would not cover the call without one of the smallest.
pub(super) fn every_chip_needed(chips: &[Chips], total: Chips, call_to: Chips) -> bool {
    let smallest = chips.iter().min().copied().unwrap_or_default();
    total.saturating_sub(smallest) < call_to
}
