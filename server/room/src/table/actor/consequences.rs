//! The consequences of a stored step outside the table: holds, balances, registry, director.

use super::Actor;
use crate::ids::AccountId;
use crate::inbox::{TableInput, Viewer};
use crate::metrics::DEAL_WITHHELD;
use crate::push::Kind;
use crate::store::Held;
use crate::table::{After, CoreInput, Notice, Outputs};

impl Actor {
    pub(super) async fn follow(&mut self, outputs: Outputs) {
        let registry = self.services.registry.clone();
        for after in outputs.after {
            match after {
                // The copies of the table knew it before anyone heard of the step.
                After::Took { .. } => {}
                After::Settle(Held { account, .. }) | After::Credit(account) => {
                    registry.tell_balance(account, &self.services.cashier);
                }
                After::Seated(account) => self.seated(account).await,
                After::Waits(account) => registry.waits(account, self.id),
                After::WaitsNot(account) => registry.waits_not(account, self.id),
                After::Tell(account, message) => {
                    if let Some(viewer) = registry.live(account) {
                        viewer.outbox.send_message(*message);
                    }
                }
                After::Notice { account, notice, until } => {
                    let name = &self.core.description().name;
                    let kind = match notice {
                        Notice::Turn => Kind::Turn,
                        Notice::TableBegins => Kind::TableBegins,
                        Notice::SeatFree => Kind::SeatFree,
                    };
                    self.services.push.tell(account, kind, self.id.0, name, until.0);
                }
                After::KeptSetup(reason) => {
                    tracing::error!(
                        table = self.id.0,
                        reason,
                        "the table keeps its old setup, because the new one does not fit"
                    );
                }
                After::Unseated(account) => registry.unseated(account, self.id),
                After::Report(report) => {
                    if let Some(director) = &self.director {
                        director.send(report).await;
                    }
                }
                After::Withholds(account) => {
                    metrics::counter!(DEAL_WITHHELD).increment(1);
                    tracing::warn!(
                        table = self.id.0,
                        account = account.0,
                        "a player of a tournament keeps withholding links from the deals"
                    );
                }
                After::Acted => self.services.totals.action_counted(),
                After::HandOver(stacks) => {
                    self.services.totals.hand_finished();
                    for (account, chips) in stacks {
                        registry.seated(account, self.id, chips);
                    }
                }
            }
        }
        if outputs.info_changed {
            self.publish_info();
        }
    }

    /// Registers a seated account, which may have reconnected while it was being seated.
    pub(super) async fn seated(&mut self, account: AccountId) {
        if self.core.description().event.is_none() {
            self.out_of_other_lines(account);
        }
        let chips = self.core.chips_by_account().find(|(who, _)| *who == account);
        let chips = chips.map(|(_, chips)| chips).unwrap_or_default();
        let live = self.services.registry.seated(account, self.id, chips);
        if let Some(player) = live.as_ref().and_then(|viewer| viewer.player.clone()) {
            // It may have got another name in the meantime.
            let now = self.services.clock.now();
            Box::pin(self.on(now, CoreInput::Introduce { player }, None)).await;
        }
        // In a ring game the answer to the request names the seat. In a tournament, a player who
        // already watches learns it only from a new view.
        let needs_view = |viewer: &Viewer| {
            let is_shown = self.core.viewers().is_attached_as(viewer.connection, account);
            self.core.description().event.is_some() || !is_shown
        };
        if let Some(viewer) = live.filter(needs_view) {
            let now = self.services.clock.now();
            Box::pin(self.attach(now, viewer, None, false)).await;
        }
    }

    /// Takes a seated player off all other waiting lists.
    fn out_of_other_lines(&self, account: AccountId) {
        let registry = &self.services.registry;
        for table in registry.lines(account).into_iter().filter(|table| *table != self.id) {
            // A table with a full inbox keeps the player on its waiting list.
            let handle = registry.table(table);
            let _ = handle.map(|handle| handle.try_send(TableInput::SeatedElsewhere { account }));
        }
    }
}
