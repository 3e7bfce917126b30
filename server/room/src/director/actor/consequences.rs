//! The consequences of a stored step of a tournament: balances, registry, tables and watchers.

use super::Actor;
use crate::store::HeldPrice;
use cardroom_events::{After, Outputs};
use cardroom_rules::Millis;
use cardroom_tournament::Event;
use std::sync::Arc;

impl Actor {
    /// Carries out what follows a stored step: for the rest of the room, the tables and watchers.
    pub(super) async fn follow(&mut self, now: Millis, outputs: Outputs, records: usize) {
        for after in outputs.after {
            self.follow_one(after);
        }
        let changes =
            |event: &Event| matches!(event, Event::LevelsChanged { .. } | Event::ColorUpDue(_));
        if outputs.events.iter().any(changes) {
            self.read_levels();
        }
        self.name_tables().await;
        let orders = outputs.events.iter().filter_map(|event| match event {
            Event::Ordered(ordered) => Some(ordered),
            _ => None,
        });
        // The lobby and the tables are updated first, so that they agree with the answers.
        for ordered in orders {
            self.open_ordered(ordered).await;
        }
        self.info.send_replace(Arc::new(self.core.info()));
        if outputs.events.iter().any(|event| matches!(event, Event::Began { .. })) {
            self.tell_begin(now);
        }
        for (to, message) in outputs.private {
            if let Some(outbox) = self.outboxes.get(&to) {
                outbox.send_message(message);
            }
        }
        if outputs.events.is_empty() {
            return;
        }
        let mut said = self.core.say(now, &outputs.events);
        // Several steps at once are sent as one full view.
        said.whole |= records > 1;
        self.deliver(now, said);
        for event in outputs.events {
            if let Event::Ordered(ordered) = event {
                self.send_order(ordered);
            }
        }
    }

    fn follow_one(&mut self, after: After) {
        match after {
            After::Introduce(player) => self.core.introduce(player),
            After::Settle(HeldPrice { account, ticket, .. }) => {
                self.tell_balance(account);
                if ticket.is_some() {
                    self.tell_tickets(account);
                }
            }
            After::Credit(account) => self.tell_balance(account),
            After::Ticket(account) => self.tell_tickets(account),
            After::Bagged(account, chips) => self.tell_bag(account, chips),
            After::Entered(account) => {
                self.services.tables.registry.entered(account, self.id);
            }
            After::Left(account) => {
                self.services.tables.registry.left_tournament(account, self.id);
            }
            After::Rematch(account, offered) => {
                if let Some(viewer) = self.services.tables.registry.live(account) {
                    viewer.outbox.send_message(offered);
                }
            }
            After::Banned(ban) => self.services.bans.said(&ban),
            After::Muted(account, muted) => {
                self.services.tables.registry.mute(self.id, account, muted);
            }
            After::NotCarriedOver(error) => {
                tracing::error!(
                    tournament = self.id.0,
                    %error,
                    "could not carry players over from the first days"
                );
            }
            After::RejectedReport(error) => {
                tracing::error!(tournament = self.id.0, %error, "rejected a report of a table");
            }
            After::NoPoints(error) => {
                tracing::error!(
                    tournament = self.core.name(),
                    %error,
                    "could not compute the points of a tournament; its results have none"
                );
            }
        }
    }
}
