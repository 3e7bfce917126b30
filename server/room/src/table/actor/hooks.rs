//! Events of a table for other programs: hands that ended, and rulings.

use super::Actor;
use crate::store::Unit;
use crate::table::Outputs;
use cardroom_hooks::{EventKind, Subject, Table, Tournament};

impl Actor {
    /// Adds a hand that ended to its unit, if a hook asks for hands. A corrected hand is not a new
    /// one, so it is left out.
    pub(super) fn tell_hooks_of_hand(&self, outputs: &mut Outputs) {
        let hooks = &self.services.hooks;
        if !hooks.asks(EventKind::HandEnded) || self.is_private() {
            return;
        }
        let Some(played) = outputs.played.as_ref().filter(|played| !played.retold) else { return };
        let record = &played.record;
        let subject = Subject::HandEnded {
            tournament: self.tournament_for_hooks(),
            table: self.table_for_hooks(),
            hand: record.hand.0,
            record: serde_json::to_value(record).ok(),
        };
        outputs.unit.hooked.extend(hooks.of_step(record.ended_at.0, false, vec![subject]));
    }

    /// Adds rulings to their unit, if a hook asks for them.
    pub(super) fn tell_hooks_of_rulings(&self, operator: Option<&str>, unit: &mut Unit) {
        let hooks = &self.services.hooks;
        if unit.audit.is_empty() || !hooks.asks(EventKind::RulingMade) || self.is_private() {
            return;
        }
        for ruling in &unit.audit {
            let subject = Subject::RulingMade {
                tournament: self.tournament_for_hooks(),
                table: Some(self.table_for_hooks()),
                ruling: ruling.seq,
                operator: operator.unwrap_or("somebody").to_owned(),
                text: ruling.command.clone(),
                reason: ruling.reason.clone(),
                rule: ruling.rule.clone(),
            };
            unit.hooked.extend(hooks.of_step(ruling.at_ms, false, vec![subject]));
        }
    }

    /// Returns `true` if only those whom its host invited know of the table.
    fn is_private(&self) -> bool {
        self.core.description().hosted_by.is_some()
    }

    fn table_for_hooks(&self) -> Table {
        Table { id: self.id.0, name: self.core.description().name.clone() }
    }

    fn tournament_for_hooks(&self) -> Option<Tournament> {
        let event = self.core.description().event.as_ref()?;
        let (name, league) = (event.terms.name().to_owned(), event.terms.league());
        Some(Tournament { id: event.tournament.0, name, league: league.map(str::to_owned) })
    }
}
