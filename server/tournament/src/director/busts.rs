//! Players who lost all chips in a hand. Their places stay open while one of them may rebuy, and in
//! hand-for-hand until all tables have finished.

use super::{Step, bonus, dues, escrow, halts, placing};
use crate::event::Event;
use crate::held::Bust;
use cardroom_rules::{Chips, TableNo};

/// Handles players who lost all chips in one hand. Their places stay open while one of them may
/// rebuy, and in hand-for-hand until all tables have finished.
pub(super) fn hold_or_rank(step: &mut Step<'_>, table: TableNo, busts: Vec<Bust>) {
    if busts.is_empty() {
        return;
    }
    for bust in &busts {
        // A player with impounded chips is not out yet.
        if step.state().escrow.of(bust.entry).is_zero() {
            step.bring_about(bonus::keep_bonus(&step.state().bonuses, bust.entry));
        }
    }
    let rebuys = busts.iter().any(|bust| bust.rebuy_until.is_some());
    if rebuys || step.state().together.is_on() {
        // Chips bought during the hand arrive now, and a player who has some is not out.
        for bust in busts {
            let entry = bust.entry;
            step.emit(Event::Busted(Box::new(bust)));
            if !step.state().escrow.returning(entry).is_zero() {
                escrow::settle(step, entry);
            }
            if !step.state().stack_due(entry).is_zero() {
                dues::change_stack(step, entry, Chips::ZERO, Chips::ZERO);
            }
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
    let short = step.setup().short_tables();
    step.bring_about(halts::tell_of_short_table(step.state().seating.floor(), short, table));
}
