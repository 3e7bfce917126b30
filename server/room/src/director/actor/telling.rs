//! Outgoing messages: steps to all watchers, and messages for one account alone.

use super::Actor;
use crate::ids::{AccountId, ConnectionId};
use crate::push::Kind;
use cardroom_events::{Outputs, Said, tickets_held};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::tournament::ChipsBagged;
use cardroom_rules::{Chips, Millis};

/// How long it is worth telling that a tournament begins.
const WORTH_TELLING: Millis = Millis(600_000);

impl Actor {
    pub(super) fn deliver(&mut self, now: Millis, said: Said) {
        let step = said.step.map(ServerMessage::from);
        for (connection, account) in self.core.watchers() {
            let Some(outbox) = self.outboxes.get(&connection) else { continue };
            match &step {
                _ if said.whole => {
                    for part in self.core.view(now, account) {
                        outbox.send_message(part);
                    }
                }
                Some(step) => outbox.send_message(step.clone()),
                None => {}
            }
        }
        for (account, message) in said.personal {
            if let Some(viewer) = self.services.tables.registry.live(account) {
                viewer.outbox.send_message(message);
            }
        }
    }

    /// Adds what other programs ask for to the unit of a step.
    pub(super) fn tell_hooks(&self, now: Millis, outputs: &mut Outputs) {
        let hooks = &self.services.tables.hooks;
        if outputs.events.is_empty() || self.core.is_private() || !hooks.asks_anything() {
            return;
        }
        let subjects = self.core.subjects(now, outputs);
        outputs.unit.hooked = hooks.of_step(now.0, false, subjects);
    }

    pub(super) fn tell_balance(&self, account: AccountId) {
        let services = &self.services.tables;
        services.registry.tell_balance(account, &services.cashier);
    }

    /// Sends the player of a first day the tournament in which their chips continue.
    pub(super) fn tell_bag(&self, account: AccountId, chips: Chips) {
        let Some(viewer) = self.services.tables.registry.live(account) else { return };
        let Some(structure) = self.core.director().setup().structure.next_day.clone() else {
            return;
        };
        let known = self.services.library.structure(&structure);
        let name = known.map_or_else(|| structure.clone(), |known| known.name.clone());
        let (tournament, chips) =
            (cardroom_protocol::TournamentId(self.id.0), cardroom_protocol::Chips(chips.0));
        viewer.outbox.send_message(ChipsBagged { tournament, chips, structure, name });
    }

    /// Tells all players who do not see the page that the tournament begins.
    pub(super) fn tell_begin(&self, now: Millis) {
        let until = now + WORTH_TELLING;
        for account in self.core.accounts_in() {
            let (kind, name) = (Kind::TournamentBegins, self.core.name());
            self.services.tables.push.tell(account, kind, self.id.0, name, until.0);
        }
    }

    pub(super) fn tell_tickets(&self, account: AccountId) {
        if let Some(viewer) = self.services.tables.registry.live(account)
            && let Some(tickets) = self.services.tables.cashier.tickets(account)
        {
            viewer.outbox.send_message(tickets_held(&tickets, &self.services.library));
        }
    }

    pub(super) fn forget_who_only_asked(&mut self) {
        let watching: Vec<ConnectionId> = self.core.watchers().map(|(to, _)| to).collect();
        self.outboxes.retain(|connection, _| watching.contains(connection));
    }
}
