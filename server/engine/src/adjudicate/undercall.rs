//! Less than the call, without "call" said first (TDA 41, 51-B, 51-C; TFPL 3d-10).

use super::clause::Clause;
use super::facing::{Facing, Judged, Level, Pushed, Question};
use super::ruling::{Matter, RulingOption};
use super::silent::every_chip_needed;
use cardroom_rules::Chips;
use cardroom_rules::rulebook::Undercall;

/// What a total below the call comes to. `pushed` is absent where it was only named.
pub(crate) fn judge(facing: &Facing, total: Chips, pushed: Option<&Pushed>) -> Judged {
    // TDA 49: who goes by a wrong count accepts the right one.
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
    match facing.book.undercall {
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
        // Who cannot have missed a raise makes the call good.
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

/// What a fold after the undercall loses: the amount of the call that was intended, which is the
/// highest earlier bet that the chips are a call of (IA-51 example 4).
fn forfeit(facing: &Facing, total: Chips, pushed: Option<&Pushed>) -> Chips {
    let calls = |level: &&Level| {
        let exact = total == level.to;
        let overchip = pushed.is_some_and(|pushed| pushed.chips.len() == 1);
        let needed = pushed.is_some_and(|pushed| every_chip_needed(&pushed.chips, total, level.to));
        // Below half of a raise over that bet it would have been a call of it as well.
        let below_half = total.times(2) < level.to + level.full_raise_to;
        exact || overchip || needed || below_half
    };
    let higher = facing.earlier.iter().rev().filter(|level| level.to > facing.bet);
    let level = higher.clone().find(|level| level.to <= total);
    let intended = level.filter(calls).map_or(total, |level| level.to);
    intended.saturating_sub(facing.bet)
}
