//! Checks what the clients of a table receive: against what any of them received before, and
//! against the rules of poker.
//!
//! A [`TableAudit`] takes the steps, full views and hole cards of all clients of one table. Its
//! callers know how the messages arrived, and what is stored. Clients may read the same step at
//! different times, and may miss steps. The audit then checks less, and still reports only real
//! faults. Each client's own messages must come in the order in which it read them.
#![forbid(unsafe_code)]

mod referee;
mod secrets;

use cardroom_bot::model::Table;
use cardroom_cards::Card;
use cardroom_protocol::server::Step;
use cardroom_protocol::{HandNo, Seq, TableId};
use referee::Referee;
use secrets::Secrets;
use std::collections::BTreeMap;

/// The result of a check: `Err` describes a fault for people.
pub type Verdict = Result<(), String>;

/// How many steps to remember. A client that reads a step later than that is not checked.
const REMEMBERED: usize = 1_000;

/// The audit of one table, over all lives of the room.
///
/// A *life* is the time between two moments at which all clients lost the room. Lives are numbered
/// in the order of time.
#[derive(Default)]
pub struct TableAudit {
    steps: BTreeMap<Seq, Step>,
    /// The last step that any client received in each life.
    last_steps: BTreeMap<u64, Seq>,
    /// The lowest view that any client received in each life.
    views: BTreeMap<u64, Seq>,
    /// The last step that was examined.
    seen: Seq,
    secrets: Secrets,
    referee: Referee,
}

impl TableAudit {
    /// Checks a step that a client received in this life: it has the same content for all clients,
    /// a later life of the room knows it, and it breaks no rule of poker. Returns `true` if this is
    /// the first client to receive it.
    pub fn step(&mut self, life: u64, step: &Step) -> Result<bool, String> {
        let (table, seq) = (step.table, step.seq);
        let last = self.last_steps.entry(life).or_default();
        *last = seq.max(*last);
        // A client of an earlier life may read its last frames late.
        let mut later = self.views.range(life + 1..).map(|(_, view)| *view);
        later.find(|view| *view < seq).map_or(Ok(()), |view| lost(table, seq, view))?;
        if let Some(before) = self.steps.get(&seq) {
            let (before, now) = (&before.events.0, &step.events.0);
            let why = || format!("table {table}: step {seq} was sent as {before:?}, then {now:?}");
            return if before == now { Ok(false) } else { Err(why()) };
        }
        self.steps.insert(seq, step.clone());
        if self.steps.len() > REMEMBERED {
            self.steps.pop_first();
        }
        if seq > self.seen {
            self.examine(step).map_err(|why| format!("table {table}, step {seq}: {why}"))?;
        }
        Ok(true)
    }

    /// Checks a full view that a client received in this life: it contains all steps of earlier
    /// lives, agrees with the steps, and shows only what the client may see.
    pub fn view(&mut self, life: u64, client: usize, view: &Table) -> Verdict {
        let (table, seq) = (view.info.table, view.seq);
        // The room may have stored steps before any client was back.
        if self.views.range(life..).next().is_none() && self.seen < seq {
            self.lose_track();
            self.seen = seq;
        }
        let lowest = self.views.entry(life).or_insert(seq);
        *lowest = seq.min(*lowest);
        let last = self.last_steps.range(..life).map(|(_, last)| *last).max();
        last.filter(|last| *last > seq).map_or(Ok(()), |last| lost(table, last, seq))?;
        let mut checked = self.secrets.view(client, self.seen, view);
        if self.seen <= seq {
            checked = checked.and_then(|()| self.referee.view(view));
        }
        checked.map_err(|why| format!("table {table}, view at step {seq}: {why}"))
    }

    /// Checks the cards that a client received as its own: no other client holds them, and they
    /// stay the same during the hand.
    pub fn cards(&mut self, client: usize, hand: HandNo, cards: &[Card]) -> Verdict {
        self.secrets.cards(client, hand, cards)
    }

    /// Examines a step that no client has received before. After a fault it loses track, so that
    /// one fault is not reported again and again.
    fn examine(&mut self, step: &Step) -> Verdict {
        if self.seen.0 + 1 != step.seq.0 {
            self.secrets = Secrets::default();
        }
        self.seen = step.seq;
        let secrets = &mut self.secrets;
        let mut examined = self.referee.step(step);
        for event in &step.events.0 {
            examined = examined.and_then(|()| secrets.event(event));
        }
        examined.inspect_err(|_| self.lose_track())
    }

    fn lose_track(&mut self) {
        (self.secrets, self.referee) = (Secrets::default(), Referee::default());
    }
}

fn lost(table: TableId, step: Seq, view: Seq) -> Verdict {
    Err(format!(
        "table {table}: step {step} was sent, and after the restart a view stood at {view}"
    ))
}

#[cfg(test)]
mod tests;
