//! Checks what the clients of a table receive: against what any of them received before, and
//! against the rules of poker.
//!
//! A [`TableAudit`] takes the steps, full views and hole cards of all clients of one table, over
//! all lives of the room's process. It opens no connection and reads no store. Its callers know how
//! the messages arrived, and what they compare with the store: the simulator sees every frame of
//! the room, and the load tests see what their bots read over real connections.
//!
//! Each client's messages must come in the order in which it read them. Clients may read the same
//! step at different times, and may miss steps. The audit then checks less, and still reports only
//! real faults.
#![forbid(unsafe_code)]

mod referee;
mod secrets;
mod sent;

use cardroom_bot::model::Table;
use cardroom_cards::Card;
use cardroom_protocol::server::Step;
use cardroom_protocol::{HandNo, Seq, TableId};
use referee::Referee;
use secrets::Secrets;
use sent::Sent;

/// The result of a check: `Err` describes a fault for people.
pub type Verdict = Result<(), String>;

/// The audit of one table.
///
/// A *life* is the time between two moments at which all clients lost the room. Later lives have
/// larger numbers. The caller chooses the numbers of the clients.
#[derive(Default)]
pub struct TableAudit {
    /// The life of the last view.
    life: Option<u64>,
    /// The last step that was examined.
    seen: Seq,
    sent: Sent,
    secrets: Secrets,
    referee: Referee,
}

impl TableAudit {
    /// Checks a step that a client received in this life. Returns `true` if it is the first client
    /// to receive the step.
    ///
    /// # Errors
    /// Fails if another content was sent under the same number, if a later life of the room did not
    /// know the step, or if it breaks a rule of poker.
    pub fn step(&mut self, life: u64, step: &Step) -> Result<bool, String> {
        let of_table = |why| format!("table {}: {why}", step.table);
        let is_new = self.sent.step(life, step).map_err(of_table)?;
        if is_new && step.seq > self.seen {
            let examined = self.examine(step);
            examined.map_err(|why| of_table(format!("step {}: {why}", step.seq)))?;
        }
        Ok(is_new)
    }

    /// Checks a full view that a client received in this life, with the client's own cards.
    ///
    /// # Errors
    /// Fails if the view lacks a step that was sent in an earlier life, differs from what the steps
    /// have shown, or shows cards that the client may not see.
    pub fn view(&mut self, life: u64, client: usize, table: &Table) -> Verdict {
        let (id, seq) = (table.info.table, table.seq);
        self.sent.view(life, seq).map_err(|why| format!("table {id}: {why}"))?;
        // The room may have stored steps before any client was back.
        if self.life < Some(life) && self.seen < seq {
            self.lose_track();
            self.seen = seq;
        }
        self.life = self.life.max(Some(life));
        let mut checked = self.secrets.view(client, self.seen, table);
        if self.seen <= seq {
            checked = checked.and_then(|()| self.referee.view(table));
        }
        checked.map_err(|why| format!("table {id}, view at step {seq}: {why}"))
    }

    /// Checks the cards that a client received as its own in a hand of this table.
    ///
    /// # Errors
    /// Fails if another client holds one of the cards, or if the client's cards have changed.
    pub fn cards(
        &mut self,
        client: usize,
        table: TableId,
        hand: HandNo,
        cards: &[Card],
    ) -> Verdict {
        let checked = self.secrets.cards(client, hand, cards);
        checked.map_err(|why| format!("table {table}, hand {hand}: {why}"))
    }

    /// Examines a step that no client has received before. After a fault it loses track, so that
    /// one fault is not reported again and again.
    fn examine(&mut self, step: &Step) -> Verdict {
        if self.seen.0 + 1 != step.seq.0 {
            self.secrets = Secrets::default();
        }
        self.seen = step.seq;
        let events = &step.events.0;
        let examined = self
            .referee
            .step(step)
            .and_then(|()| events.iter().try_for_each(|event| self.secrets.event(event)));
        if examined.is_err() {
            self.lose_track();
        }
        examined
    }

    fn lose_track(&mut self) {
        (self.secrets, self.referee) = (Secrets::default(), Referee::default());
    }
}

#[cfg(test)]
mod tests;
