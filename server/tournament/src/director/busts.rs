//! Players who lost all chips in a hand. Their places stay open while one of them may rebuy, and in
//! hand-for-hand until all tables have finished.

use super::{Step, bonus, dues, escrow, halts, placing, purchases};
use crate::event::Event;
use crate::held::Bust;
use crate::report::Standing;
use cardroom_rules::{Chips, EntryNo, TableNo};

pub(super) fn bust_of(step: &Step<'_>, entry: EntryNo, table: TableNo, player: &Standing) -> Bust {
    let stays =
        step.state().due.removal(entry).is_none() && !step.state().discipline.has_quit(entry);
    let rebuys = stays && purchases::may_rebuy(step.director, entry, Chips::ZERO);
    Bust {
        entry,
        table,
        started_with: player.started_with,
        hand_rank: player.hand_rank,
        eliminated_by: player.eliminated_by.to_vec(),
        rebuy_until: rebuys.then(|| step.now + step.setup().time_for_rebuy()),
    }
}

/// Handles players who lost all chips in one hand. Their places stay open while one of them may
/// rebuy, and in hand-for-hand until all tables have finished.
pub(super) fn hold_or_rank(step: &mut Step<'_>, table: TableNo, busts: Vec<Bust>) {
    if busts.is_empty() {
        return;
    }
    for bust in &busts {
        // A player with impounded chips is not out yet.
        if step.state().escrow.of(bust.entry).is_zero() {
            bonus::keep_bonus(step, bust.entry);
        }
    }
    let rebuys = busts.iter().any(|bust| bust.rebuy_until.is_some());
    if rebuys || step.state().together.is_on() {
        // Chips bought during the hand arrive now, and a player who has some is not out.
        for bust in busts {
            let entry = bust.entry;
            step.emit(Event::Busted(Box::new(bust)));
            if !step.state().escrow.returning(entry).is_zero() {
                escrow::settle_at_table(step, entry, table);
            }
            give_bought_chips(step, entry);
        }
        return;
    }
    let comes = |bust: &Bust| {
        let released = step.state().escrow.returning(bust.entry);
        !(step.state().stack_due(bust.entry) + released).is_zero()
    };
    let (bought, busts): (Vec<Bust>, Vec<Bust>) = busts.into_iter().partition(comes);
    // They have a stack again before the next hand.
    drop(bought);
    placing::rank(step, busts, false);
    halts::tell_of_short_table(step, table);
}

/// Gives a player the chips bought during the hand.
fn give_bought_chips(step: &mut Step<'_>, entry: EntryNo) {
    if !step.state().stack_due(entry).is_zero() {
        dues::change_stack(step, entry, Chips::ZERO, Chips::ZERO);
    }
}
