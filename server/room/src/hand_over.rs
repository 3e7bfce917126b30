//! Handing the room's place over to a process that waits for it. An operator gives the order over
//! the socket of the machine. Here it is checked, and carried to the task that closes the room.

use crate::shutdown::Phase;
use crate::store::{LeaseState, WaitingProcess};
use cardroom_protocol::ErrorCode;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tokio::sync::watch;

/// The code of the goodbye to clients that find the room again at once, on another machine.
pub const MOVED: ErrorCode = ErrorCode::Moved;
/// The text of that goodbye.
pub const MOVING: &str = "The room goes on on another machine. Connect again.";

/// How old the room's last beat may be when it hands over. Behind an older one, the list of waiting
/// processes is out of date.
const LATEST_BEAT: Duration = Duration::from_secs(3);

/// The order to hand the room over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandOverOrder {
    pub reason: String,
    /// Whether hands may be voided, because the process that waits has another configuration.
    pub anyway: bool,
}

/// The reason why the room is not handed over.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotHandedOver {
    #[error("Say why with --reason. The log keeps it.")]
    NoReason,
    #[error("The room is starting or closing. Only an open room can be handed over.")]
    NotOpen,
    #[error("The room is being handed over already.")]
    Twice,
    #[error(
        "This room keeps its data in a file of its own machine, so no other process can take its \
         place. Two machines need a PostgreSQL server in store.url."
    )]
    NoLease,
    #[error(
        "The database has taken no beat of this room for {} s, so it is unknown who waits. Try \
         again when /readyz of the admin address names no fault of the database.",
        .0.as_secs()
    )]
    Silent(Duration),
    #[error(
        "No process waits for the room's place. Start one on the other machine with --standby, and \
         look at /readyz of its admin address."
    )]
    NobodyWaits,
    #[error("{name} waits, but would not take over: {obstacle}")]
    Obstacle { name: String, obstacle: String },
    #[error(
        "{name} waits with other tables, tournaments or rules, so hands in progress at tables that \
         differ would be voided. Give both machines the same configuration, or hand over with \
         --anyway."
    )]
    Voids { name: String },
}

/// The state of a hand-over.
#[derive(Debug)]
pub struct HandOver {
    asked: watch::Sender<bool>,
    /// Held while an order is checked, so that only one passes.
    checking: Mutex<()>,
}

impl Default for HandOver {
    fn default() -> Self {
        Self { asked: watch::Sender::new(false), checking: Mutex::default() }
    }
}

impl HandOver {
    /// Accepts an order, and returns the name of the process that waits.
    ///
    /// # Errors
    /// The room is not open, no process waits, or hands would be voided.
    pub fn ask(
        &self,
        order: &HandOverOrder,
        phase: Phase,
        lease: Option<&LeaseState>,
    ) -> Result<String, NotHandedOver> {
        let _checking = self.checking.lock();
        if *self.asked.borrow() {
            return Err(NotHandedOver::Twice);
        }
        let next = check(order, phase, lease)?;
        self.asked.send_replace(true);
        Ok(next.name.clone())
    }

    /// Notes that another process is the room, without an order.
    pub fn note_taken_over(&self) {
        self.asked.send_replace(true);
    }

    /// Returns `true` once the room goes on elsewhere.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        *self.asked.borrow()
    }

    /// Returns once an order was accepted.
    pub async fn asked(&self) {
        let mut asked = self.asked.subscribe();
        // The sender lives in `self`, so the channel cannot close while this waits.
        let _ = asked.wait_for(|asked| *asked).await;
    }
}

/// Returns the process that would take over.
fn check<'a>(
    order: &HandOverOrder,
    phase: Phase,
    lease: Option<&'a LeaseState>,
) -> Result<&'a WaitingProcess, NotHandedOver> {
    if order.reason.trim().is_empty() {
        return Err(NotHandedOver::NoReason);
    }
    if phase != Phase::Open {
        return Err(NotHandedOver::NotOpen);
    }
    let lease = lease.ok_or(NotHandedOver::NoLease)?;
    if lease.beat_age > LATEST_BEAT {
        return Err(NotHandedOver::Silent(lease.beat_age));
    }
    let last = lease.waiting.last().ok_or(NotHandedOver::NobodyWaits)?;
    let mut able = lease.waiting.iter().filter(|waiting| waiting.obstacle.is_none());
    let Some(next) = able.next() else {
        let obstacle = last.obstacle.clone().unwrap_or_default();
        return Err(NotHandedOver::Obstacle { name: last.name.clone(), obstacle });
    };
    // Any of them may be the first to take the lease.
    let is_other = |waiting: &&WaitingProcess| waiting.configuration != lease.configuration;
    match std::iter::once(next).chain(able).find(is_other) {
        Some(other) if !order.anyway => Err(NotHandedOver::Voids { name: other.name.clone() }),
        _ => Ok(next),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(anyway: bool) -> HandOverOrder {
        HandOverOrder { reason: "an upgrade".to_owned(), anyway }
    }

    fn waiting(name: &str, configuration: &str, obstacle: Option<&str>) -> WaitingProcess {
        let (name, configuration) = (name.to_owned(), configuration.to_owned());
        WaitingProcess { name, configuration, obstacle: obstacle.map(str::to_owned) }
    }

    fn lease(waiting: Vec<WaitingProcess>) -> LeaseState {
        let (configuration, beat_age) = ("same".to_owned(), Duration::from_millis(900));
        LeaseState { configuration, beat_age, is_doubtful: false, waiting, followed: None }
    }

    #[test]
    fn a_room_is_handed_over_once_to_a_process_that_waits() {
        let hand_over = HandOver::default();
        let lease = lease(vec![waiting("b", "same", None)]);
        let ask = |phase| hand_over.ask(&order(false), phase, Some(&lease));
        for phase in [Phase::Starting, Phase::Draining, Phase::Parting, Phase::Closed] {
            assert_eq!(ask(phase), Err(NotHandedOver::NotOpen));
        }
        assert!(!hand_over.is_moving());
        assert_eq!(ask(Phase::Open), Ok("b".to_owned()));
        assert!(hand_over.is_moving());
        assert_eq!(ask(Phase::Open), Err(NotHandedOver::Twice));
    }

    #[test]
    fn without_a_process_that_would_take_over_the_room_stays() {
        let refused = |lease: Option<LeaseState>| {
            HandOver::default().ask(&order(true), Phase::Open, lease.as_ref()).unwrap_err()
        };
        assert_eq!(refused(None), NotHandedOver::NoLease);
        assert_eq!(refused(Some(lease(Vec::new()))), NotHandedOver::NobodyWaits);
        let old = refused(Some(lease(vec![waiting("b", "same", Some("It is older."))])));
        assert_eq!(old.to_string(), "b waits, but would not take over: It is older.");
        let mut silent = lease(vec![waiting("b", "same", None)]);
        silent.beat_age = Duration::from_secs(9);
        assert_eq!(refused(Some(silent)), NotHandedOver::Silent(Duration::from_secs(9)));
    }

    #[test]
    fn a_process_with_another_configuration_gets_the_room_only_if_the_operator_insists() {
        let ask = |anyway, waiting| {
            HandOver::default().ask(&order(anyway), Phase::Open, Some(&lease(waiting)))
        };
        let other = || waiting("c", "other", None);
        let voids = Err(NotHandedOver::Voids { name: "c".to_owned() });
        assert_eq!(ask(false, vec![other()]), voids);
        assert_eq!(ask(false, vec![waiting("b", "same", None), other()]), voids);
        assert_eq!(ask(true, vec![other()]), Ok("c".to_owned()));
        // A process that would not take over voids nothing.
        let held = waiting("c", "other", Some("It is older."));
        assert_eq!(ask(false, vec![waiting("b", "same", None), held]), Ok("b".to_owned()));
    }

    #[test]
    fn an_order_needs_a_reason() {
        let order = HandOverOrder { reason: " ".to_owned(), anyway: true };
        let refused = HandOver::default().ask(&order, Phase::Open, Some(&lease(Vec::new())));
        assert_eq!(refused, Err(NotHandedOver::NoReason));
    }
}
