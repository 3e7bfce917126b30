//! The steps that clients have received. A step number has one content, and a restarted room must
//! know every step that was sent.

use crate::Verdict;
use cardroom_protocol::Seq;
use cardroom_protocol::server::Step;
use std::collections::BTreeMap;

/// How many steps to remember. A client that reads a step later than that is not checked.
const STEPS: usize = 500;
/// How many lives to remember.
const LIVES: usize = 3;

/// The steps and views of one table that any client has received.
#[derive(Default)]
pub(crate) struct Sent {
    steps: BTreeMap<Seq, Step>,
    lives: BTreeMap<u64, Life>,
}

/// The messages of one life of the room.
#[derive(Default)]
struct Life {
    last_step: Option<Seq>,
    lowest_view: Option<Seq>,
}

impl Sent {
    /// Checks a step, and returns `true` if no client has received it before.
    pub(crate) fn step(&mut self, life: u64, step: &Step) -> Result<bool, String> {
        let seq = step.seq;
        let sent = self.life(life);
        sent.last_step = sent.last_step.max(Some(seq));
        // A client of an earlier life may read its last frames late.
        let later = self.lives.range(life + 1..).filter_map(|(_, life)| life.lowest_view).min();
        later.map_or(Ok(()), |view| holds(seq, view))?;
        match self.steps.get(&seq) {
            Some(before) if before == step => return Ok(false),
            Some(before) => {
                let (before, now) = (&before.events.0, &step.events.0);
                return Err(format!("step {seq} was sent as {before:?}, and then as {now:?}"));
            }
            None => {}
        }
        let is_full = self.steps.len() >= STEPS;
        if is_full && self.steps.first_key_value().is_some_and(|(first, _)| seq < *first) {
            return Ok(false);
        }
        if is_full {
            self.steps.pop_first();
        }
        self.steps.insert(seq, step.clone());
        Ok(true)
    }

    /// Checks that a full view contains all steps that were sent in earlier lives.
    pub(crate) fn view(&mut self, life: u64, view: Seq) -> Verdict {
        let sent = self.life(life);
        if sent.lowest_view.is_some_and(|lowest| lowest <= view) {
            return Ok(());
        }
        sent.lowest_view = Some(view);
        let last = self.lives.range(..life).filter_map(|(_, life)| life.last_step).max();
        last.map_or(Ok(()), |last| holds(last, view))
    }

    fn life(&mut self, life: u64) -> &mut Life {
        if !self.lives.contains_key(&life) && self.lives.len() >= LIVES {
            self.lives.pop_first();
        }
        self.lives.entry(life).or_default()
    }
}

/// Checks that a view after a restart contains this step.
fn holds(sent: Seq, view: Seq) -> Verdict {
    if sent <= view {
        return Ok(());
    }
    Err(format!("step {sent} was sent, and after the restart a view stood at {view}"))
}
