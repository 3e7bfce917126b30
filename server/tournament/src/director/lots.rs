//! Random draws from a list that the floor provides, for errors that no rule covers (TDA RP-14).

use super::state::Entries;
use super::{Director, Step};
use crate::draws::Draws;
use crate::event::Event;
use crate::lots::{DrawnLots, Lot, LotList};
use crate::refusal::Refusal;
use crate::seq::Seq;

impl Director {
    /// Returns the draw that a ruling made, or `None` if it made none.
    #[must_use]
    pub fn lots_drawn(&self, ruling: Seq) -> Option<&DrawnLots> {
        self.state.rulings.lots(ruling)
    }
}

pub(super) fn check_lots(entries: &Entries, list: &LotList) -> Result<(), Refusal> {
    list.check()?;
    for lot in &list.lots {
        if let Lot::Entry(entry) = lot
            && entries.get(*entry).is_none()
        {
            return Err(Refusal::NotIn(*entry));
        }
    }
    Ok(())
}

pub(super) fn draw_lots(step: &mut Step<'_>, ruling: Seq, list: &LotList) {
    let seed = step.seeds.next_u64();
    step.emit(Event::Drawn { seed });
    let drawn = Draws::new(seed).several(list.lots.len(), usize::from(list.count));
    let drawn = drawn.into_iter().map(|lot| u16::try_from(lot).expect("a list is short"));
    step.emit(Event::LotsDrawn(DrawnLots { ruling, seed, drawn: drawn.collect() }));
}
