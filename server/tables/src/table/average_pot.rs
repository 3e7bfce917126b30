//! The average pot of a table, which the lobby shows. It is not stored.

use cardroom_engine::Event;
use cardroom_rules::Chips;

/// A moving average of the pots at a table.
#[derive(Debug, Default)]
pub(super) struct AveragePot(Chips);

impl AveragePot {
    pub(super) fn chips(&self) -> Chips {
        self.0
    }

    /// Follows an event, which may gather bets into pots. Each time the average moves an eighth of
    /// the way.
    pub(super) fn note(&mut self, event: &Event) {
        let Event::StreetClosed { pots } = event else { return };
        let pot: Chips = pots.iter().map(|pot| pot.amount).sum();
        let (eighth, _) = pot.divide(8);
        let (old, _) = self.0.times(7).divide(8);
        self.0 = if self.0.is_zero() { pot } else { old + eighth };
    }
}
