//! Less than the call, without "call" said first (TDA 41, 51-B, 51-C; TFPL 3d-10).

use super::facing::{Facing, Judged, Pushed, Question};
use super::silent::every_chip_needed;
use cardroom_engine::{Clause, Level, Matter, RulingOption};
use cardroom_rules::Chips;
use cardroom_rules::rulebook::Undercall;

/// Judges a total below the call. `pushed` is `None` if the amount was only named.
pub(super) fn judge(facing: &Facing, total: Chips, pushed: Option<&Pushed>) -> Judged {
    // TDA 49: a player who relies on a wrong count accepts the right one.
    if facing.misquoted == Some(total) {
        return full_call(facing, Clause::AcceptedAction);
    }
    if let Some(first) = facing.behind_undercall {
        return Judged::Asks(Question {
            matter: Matter::UndercallBehindUndercall { first },
            clause: Clause::UndercallSequence,
            options: vec![RulingOption::FullCall, RulingOption::Retract],
            default: RulingOption::Retract,
            forfeit: None,
        });
    }
    match facing.book.wager.undercall {
        Undercall::OpenerOrHeadsUpFull => {
            if facing.opening || facing.heads_up {
                return full_call(facing, Clause::Undercall);
            }
            let tiny = total < facing.big_blind;
            Judged::Asks(Question {
                matter: Matter::Undercall,
                clause: if tiny { Clause::TinyChip } else { Clause::Undercall },
                options: vec![RulingOption::FullCall, RulingOption::ForfeitAndFold],
                default: RulingOption::FullCall,
                forfeit: Some(forfeit(facing, total, pushed)),
            })
        }
        // A player who cannot have missed a raise must complete the call.
        Undercall::MakeGoodOrWithdraw if facing.opening => full_call(facing, Clause::Undercall),
        Undercall::MakeGoodOrWithdraw => Judged::Asks(Question {
            matter: Matter::Undercall,
            clause: Clause::Undercall,
            options: vec![RulingOption::FullCall, RulingOption::WithdrawAndReconsider],
            default: RulingOption::FullCall,
            forfeit: None,
        }),
    }
}

fn full_call(facing: &Facing, clause: Clause) -> Judged {
    let mut judged = facing.call(clause);
    if let Judged::Stands(standing) = &mut judged {
        standing.undercall = true;
    }
    judged
}

/// Returns the chips that a fold after the undercall loses: the amount of the intended call. That
/// is the highest earlier bet that the chips would call (IA-51 example 4).
fn forfeit(facing: &Facing, total: Chips, pushed: Option<&Pushed>) -> Chips {
    let calls = |level: &&Level| {
        let exact = total == level.to;
        let overchip = pushed.is_some_and(|pushed| pushed.chips.len() == 1);
        let needed = pushed.is_some_and(|pushed| every_chip_needed(&pushed.chips, total, level.to));
        // Below half of a raise over that bet, the chips would also be a call of it.
        let below_half = total.times(2) < level.to + level.full_raise_to;
        exact || overchip || needed || below_half
    };
    let higher = facing.earlier.iter().rev().filter(|level| level.to > facing.bet);
    let level = higher.clone().find(|level| level.to <= total);
    let intended = level.filter(calls).map_or(total, |level| level.to);
    intended.saturating_sub(facing.bet)
}
