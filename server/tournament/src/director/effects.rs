//! The effects of a decision. A decision reads the parts of a tournament that it needs, and
//! returns its effects in order. [`Step::bring_about`](super::Step::bring_about) carries them out.

use crate::event::Event;
use crate::order::Order;
use cardroom_rules::TableNo;

/// The effects of a decision, in order.
#[derive(Default)]
pub(super) struct Effects(Vec<Effect>);

pub(super) enum Effect {
    Emit(Event),
    Order(TableNo, Order),
    /// A table may need an action.
    Attend(TableNo),
    AttendToAll,
}

impl Effects {
    pub(super) fn emit(&mut self, event: Event) {
        self.0.push(Effect::Emit(event));
    }

    pub(super) fn order(&mut self, table: TableNo, order: Order) {
        self.0.push(Effect::Order(table, order));
    }

    pub(super) fn attend(&mut self, table: TableNo) {
        self.0.push(Effect::Attend(table));
    }

    pub(super) fn attend_to_all(&mut self) {
        self.0.push(Effect::AttendToAll);
    }

    pub(super) fn append(&mut self, more: impl Into<Self>) {
        self.0.extend(more.into().0);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<I: IntoIterator<Item = Event>> From<I> for Effects {
    fn from(events: I) -> Self {
        Self(events.into_iter().map(Effect::Emit).collect())
    }
}

impl IntoIterator for Effects {
    type Item = Effect;
    type IntoIter = std::vec::IntoIter<Effect>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
