//! The projection: writes the rows of logged units behind the log, many together, with the
//! position they reach.

use super::super::setups::{Setups, hex};
use super::super::{StoreError, StoredSetup, Unit};
use super::database::Database;
use super::frame::{Frame, Position};
use super::units::{Unreadable, unpack};
use cardroom_planted::{Fault, is_planted};
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::Instant;

/// How long a unit waits for others at most ...
const INTERVAL: Duration = Duration::from_millis(250);
/// ... and how many units are stored together. A failed attempt is repeated after the same time.
const TOGETHER: usize = 1_000;

/// A frame that the log has.
#[derive(Debug)]
pub(super) struct Logged {
    pub(super) frame: Frame,
    /// How many units it holds.
    pub(super) units: usize,
    /// The setups that they name, whose texts may be in earlier frames.
    pub(super) setups: Vec<StoredSetup>,
}

/// The frames that the log has and the database has not.
#[derive(Debug)]
pub(super) struct Projector {
    database: Arc<dyn Database>,
    waiting: Mutex<Waiting>,
    /// The position of the database; `None` after a failure, which may have stored something.
    at: Mutex<Option<Position>>,
    /// Something in `waiting` may have become due.
    wake: Notify,
    progress: Mutex<Progress>,
    /// Wakes those who wait for progress, in their order. A watch channel would wake them in any
    /// order, and a room from a seed would not repeat itself.
    progressed: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    frames: VecDeque<Logged>,
    units: usize,
    /// When the oldest frame came, or when the last attempt ended.
    since: Option<Instant>,
    /// The last attempt failed.
    is_failing: bool,
    /// A caller waits for this number.
    demanded: u64,
}

#[derive(Clone, Debug, Default)]
struct Progress {
    projected: u64,
    attempts: u64,
    /// Why the last attempt failed.
    trouble: Option<StoreError>,
}

/// The next thing to do.
enum Due {
    Never,
    At(Instant),
    Now,
}

impl Projector {
    /// Begins where the database is.
    pub(super) fn new(database: Arc<dyn Database>, at: Position) -> Self {
        let progress = Progress { projected: at.number, ..Progress::default() };
        Self {
            database,
            waiting: Mutex::default(),
            at: Mutex::new(Some(at)),
            wake: Notify::new(),
            progress: Mutex::new(progress),
            progressed: Notify::new(),
        }
    }

    /// Takes a frame that the log has.
    pub(super) fn take(&self, logged: Logged) {
        let mut waiting = self.waiting.lock();
        let was_empty = waiting.frames.is_empty();
        let had_few = waiting.units < TOGETHER;
        waiting.units += logged.units;
        waiting.frames.push_back(logged);
        if was_empty {
            waiting.since = Some(Instant::now());
        }
        if was_empty || had_few && waiting.units >= TOGETHER {
            self.wake.notify_one();
        }
    }

    /// Returns the number that the database has reached.
    pub(super) fn projected(&self) -> u64 {
        self.progress.lock().projected
    }

    /// Returns why the last attempt failed, if it did.
    pub(super) fn trouble(&self) -> Option<StoreError> {
        self.progress.lock().trouble.clone()
    }

    /// Returns the units past a position of the database, in order.
    pub(super) fn ahead_of(&self, number: u64) -> Result<Vec<Unit>, StoreError> {
        let waiting = self.waiting.lock();
        let ahead = waiting.frames.iter().filter(|logged| logged.frame.at.number > number);
        let mut setups = waiting.setups();
        let units: Result<Vec<Vec<Unit>>, StoreError> =
            ahead.map(|logged| units_of(&logged.frame, &mut setups)).collect();
        Ok(units?.concat())
    }

    /// Notes where the database is after a commit that passed the log by; `None` if that is not
    /// known. No frame waits.
    pub(super) fn skip_to(&self, at: Option<Position>) {
        *self.at.lock() = at;
        if let Some(Position { number, .. }) = at {
            self.progress.lock().projected = number;
            self.progressed.notify_waiters();
        }
    }

    /// Waits until the database has everything up to this number.
    ///
    /// # Errors
    /// An attempt failed meanwhile. Nothing is lost by that, and it is repeated.
    pub(super) async fn reach(&self, number: u64) -> Result<(), StoreError> {
        let Progress { projected, attempts, .. } = *self.progress.lock();
        if projected >= number {
            return Ok(());
        }
        {
            let mut waiting = self.waiting.lock();
            waiting.demanded = waiting.demanded.max(number);
        }
        self.wake.notify_one();
        loop {
            let mut progressed = pin!(self.progressed.notified());
            // From here on, no progress is missed.
            progressed.as_mut().enable();
            let seen = self.progress.lock().clone();
            if seen.projected >= number {
                return Ok(());
            }
            if let Some(trouble) = seen.trouble.filter(|_| seen.attempts > attempts) {
                return Err(trouble);
            }
            progressed.await;
        }
    }

    /// Projects whatever is due, forever.
    pub(super) async fn run(self: Arc<Self>) {
        loop {
            let due = self.waiting.lock().due(self.projected());
            match due {
                Due::Never => self.wake.notified().await,
                Due::At(time) => tokio::select! {
                    biased;
                    () = tokio::time::sleep_until(time) => {}
                    () = self.wake.notified() => continue,
                },
                Due::Now => {}
            }
            if !matches!(due, Due::Never) {
                self.attempt().await;
            }
        }
    }

    /// Stores the oldest frames, and notes how that went.
    async fn attempt(&self) {
        let started = Instant::now();
        let result = self.project().await;
        metrics::histogram!("cardroom_projection_seconds").record(started.elapsed());
        let mut waiting = self.waiting.lock();
        waiting.is_failing = result.is_err();
        if result.is_err() {
            *self.at.lock() = None;
            waiting.demanded = 0;
        }
        waiting.since = Some(Instant::now());
        #[expect(clippy::cast_precision_loss, reason = "a gauge holds floats")]
        metrics::gauge!("cardroom_unprojected_units").set(waiting.units as f64);
        drop(waiting);
        let mut progress = self.progress.lock();
        progress.attempts += 1;
        match result {
            Ok(projected) => (progress.projected, progress.trouble) = (projected, None),
            Err(error) => {
                if progress.trouble.is_none() {
                    tracing::error!(%error, "The database does not take what the redo log has.");
                }
                progress.trouble = Some(error);
            }
        }
        drop(progress);
        self.progressed.notify_waiters();
    }

    /// Stores the oldest frames. Returns the number that the database has reached.
    async fn project(&self) -> Result<u64, StoreError> {
        let known = *self.at.lock();
        let from = match known {
            Some(from) => from,
            None => {
                let (from, _) = self.database.reached().await?;
                if !is_planted(Fault::ProjectedTwice) {
                    self.waiting.lock().drop_up_to(from.number);
                }
                from
            }
        };
        let (units, to) = {
            let waiting = self.waiting.lock();
            let frames = waiting.frames.iter().map(|logged| &logged.frame);
            let (units, count) = chunk(frames, &mut waiting.setups())?;
            let last = count.checked_sub(1).and_then(|last| waiting.frames.get(last));
            let last = last.map(|logged| logged.frame.at);
            let Some(to) = last else { return Ok(from.number) };
            (units, to)
        };
        if is_planted(Fault::PositionBeforeData) {
            self.database.store(&[], (from, to)).await?;
            self.database.store(&units, (to, to)).await?;
        } else {
            self.database.store(&units, (from, to)).await?;
        }
        *self.at.lock() = Some(to);
        self.waiting.lock().drop_up_to(to.number);
        Ok(to.number)
    }
}

impl Waiting {
    fn due(&self, projected: u64) -> Due {
        let Some(since) = self.since.filter(|_| !self.frames.is_empty()) else { return Due::Never };
        let is_enough = self.units >= TOGETHER && !self.is_failing;
        match since + INTERVAL {
            _ if is_enough || self.demanded > projected => Due::Now,
            time if time <= Instant::now() => Due::Now,
            time => Due::At(time),
        }
    }

    /// Forgets the frames that the database has.
    fn drop_up_to(&mut self, number: u64) {
        while let Some(gone) = self.frames.pop_front_if(|it| it.frame.at.number <= number) {
            self.units -= gone.units;
        }
    }

    /// Returns the setups that the frames name.
    fn setups(&self) -> Setups {
        self.frames.iter().flat_map(|logged| &logged.setups).cloned().collect()
    }
}

/// Returns the units of the first frames, about as many as are stored together, and how many
/// frames those are. The frames may name the setups, and add others.
pub(super) fn chunk<'a>(
    frames: impl Iterator<Item = &'a Frame>,
    setups: &mut Setups,
) -> Result<(Vec<Unit>, usize), StoreError> {
    let (mut units, mut count) = (Vec::new(), 0);
    for frame in frames {
        units.append(&mut units_of(frame, setups)?);
        count += 1;
        if units.len() >= TOGETHER {
            break;
        }
    }
    Ok((units, count))
}

pub(super) fn units_of(frame: &Frame, setups: &mut Setups) -> Result<Vec<Unit>, StoreError> {
    let number = frame.at.number;
    unpack(&frame.payload, setups).map_err(|error| {
        let what = match error {
            Unreadable::Form => "is not in a form this version reads".to_owned(),
            Unreadable::Setup(hash) => format!("names setup {}, which is missing", hex(&hash)),
        };
        StoreError::Damaged(format!("frame {number} of the redo log {what}"))
    })
}
