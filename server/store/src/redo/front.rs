//! The log in front of a database: commits groups of play to the log, and everything that the
//! database may refuse to the database itself.

use super::super::group::check_numbers;
use super::super::sequence::advance;
use super::super::setups::{hash_of, setups_of};
use super::super::{SetupHash, StoreError, Unit};
use super::database::{Contents, Database, InUse, StoredLog, Streams};
use super::disk::{Blocking, Disk, Working, WriteError};
use super::frame::{Position, build};
use super::opening;
use super::projector::{Logged, Projector};
use super::segments::{Place, Segments};
use super::units::pack;
use std::sync::Arc;
use tokio::sync::{Mutex, watch};
use tokio_util::task::AbortOnDropHandle;

/// A log and the database behind it.
#[derive(Debug)]
pub(crate) struct Front {
    database: Arc<dyn Database>,
    disk: Arc<dyn Disk>,
    log: StoredLog,
    head: Mutex<Head>,
    projector: Arc<Projector>,
    /// Why the log failed. Nothing can be stored after that.
    failed: watch::Sender<Option<StoreError>>,
    /// Projects as long as this value lives.
    _projecting: AbortOnDropHandle<()>,
}

/// The end of the history: what is committed, whether the database has it yet or not.
#[derive(Debug)]
struct Head {
    end: Position,
    /// The contents of the database and the log. `None` if the outcome of a commit to the database is not
    /// known. The database has everything then.
    contents: Option<Contents>,
    /// `None` until the first frame of this process.
    segments: Option<Segments>,
    is_closed: bool,
    landing: Option<Landing>,
}

/// A frame that is being written.
struct Landing {
    write: Working<WriteError>,
    place: Place,
    length: u64,
    logged: Logged,
    streams: Streams,
}

impl std::fmt::Debug for Landing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { place, logged, .. } = self;
        f.debug_struct("Landing").field("place", place).field("at", &logged.frame.at).finish()
    }
}

impl Front {
    /// Replays what the log holds and the database does not, and begins to project.
    ///
    /// # Errors
    /// The log is damaged, or the database fails.
    pub(crate) async fn open(
        database: Arc<dyn Database>,
        disk: Arc<dyn Disk>,
    ) -> Result<Self, StoreError> {
        let log = opening::open(database.as_ref(), disk.as_ref()).await?;
        // Not before the replay: a frame may name a setup that no snapshot in the database names.
        if let Err(error) = database.forget_setups().await {
            tracing::warn!(%error, "could not delete the setups that no table uses any more");
        }
        let (end, contents) = database.reached().await?;
        let contents = Some(contents);
        let projector = Arc::new(Projector::new(Arc::clone(&database), end));
        let projecting = tokio::spawn(Arc::clone(&projector).run());
        let head = Head { end, contents, segments: None, is_closed: false, landing: None };
        Ok(Self {
            database,
            disk,
            log,
            head: Mutex::new(head),
            projector,
            failed: watch::Sender::new(None),
            _projecting: AbortOnDropHandle::new(projecting),
        })
    }

    /// Returns `true` if a commit of play waits for a sync.
    pub(crate) fn syncs(&self) -> bool {
        self.disk.is_durable()
    }

    /// Stores units in order, whole or not at all.
    ///
    /// # Errors
    /// The units are refused, the store is closed, or the database or the log failed.
    pub(crate) async fn commit(
        &self,
        units: &[Unit],
        blocking: Blocking,
    ) -> Result<(), StoreError> {
        let mut head = self.head.lock().await;
        let head = &mut *head;
        self.land(head).await?;
        if head.is_closed {
            return Err(StoreError::NotWritten("the store is closed".to_owned()));
        }
        if head.contents.is_none() {
            let (end, contents) = self.database.reached().await?;
            self.projector.skip_to(Some(end));
            (head.end, head.contents) = (end, Some(contents));
        }
        if let Some(trouble) = self.projector.trouble() {
            return Err(not_written(&trouble));
        }
        let known = head.contents.as_ref();
        let reached = |stream| known.and_then(|known| known.streams.get(&stream).copied());
        let streams = advance(units, |stream| reached(stream).unwrap_or_default())?;
        if units.iter().all(Unit::is_play) {
            check_numbers(units)?;
            let is_known = |hash: &SetupHash| known.is_some_and(|it| it.setups.contains(hash));
            if let Some((bytes, frame)) =
                build(&self.log.id, head.end, |to| pack(to, units, is_known))
                && bytes.len() as u64 <= self.disk.segment_bytes()
            {
                let length = bytes.len() as u64;
                let place = self.place(head, length).await?;
                let write = self.disk.write(place, bytes, blocking);
                let setups = setups_of(units).cloned().collect();
                let logged = Logged { frame, units: units.len(), setups };
                head.landing = Some(Landing { write, place, length, logged, streams });
                return self.land(head).await;
            }
        }
        self.commit_to_database(head, units, streams).await
    }

    /// Waits until the database has everything that is committed.
    ///
    /// # Errors
    /// The database or the log failed.
    pub(crate) async fn settle(&self) -> Result<(), StoreError> {
        let end = {
            let mut head = self.head.lock().await;
            self.land(&mut head).await?;
            head.end
        };
        self.projector.reach(end.number).await
    }

    /// Returns what is committed past a position of the database, in order. For a reader that cannot
    /// wait, because the database takes nothing. The caller sees to it that nothing is projected
    /// meanwhile.
    ///
    /// # Errors
    /// The log failed.
    pub(crate) fn ahead_of(&self, position: Position) -> Result<Vec<Unit>, StoreError> {
        match &*self.failed.borrow() {
            Some(failed) => Err(failed.clone()),
            None => self.projector.ahead_of(position.number),
        }
    }

    /// Waits until the database has everything, and notes that the log holds nothing more. Refuses
    /// all commits from then on.
    ///
    /// # Errors
    /// The database or the log failed. The next opening replays the log.
    pub(crate) async fn close(&self) -> Result<(), StoreError> {
        self.head.lock().await.is_closed = true;
        self.settle().await?;
        self.database.set_log(&StoredLog { in_use: None, ..self.log.clone() }).await
    }

    /// Completes when the log has failed, and returns why.
    pub(crate) async fn failure(&self) -> StoreError {
        let mut failed = self.failed.subscribe();
        let failure = failed.wait_for(Option::is_some).await.ok().and_then(|it| it.clone());
        match failure {
            Some(failure) => failure,
            None => std::future::pending().await,
        }
    }

    /// Waits for the frame that is being written. A failure is final if the content of the disk is
    /// unknown: the next opening decides.
    async fn land(&self, head: &mut Head) -> Result<(), StoreError> {
        if let Some(failed) = &*self.failed.borrow() {
            return Err(failed.clone());
        }
        let Some(landing) = &mut head.landing else { return Ok(()) };
        let written = (&mut landing.write).await;
        let Some(landed) = head.landing.take() else { return Ok(()) };
        match written {
            Ok(()) => {}
            Err(WriteError::Full(error)) => return Err(disk_is_full(&error)),
            Err(WriteError::Final(error)) => {
                let failed = StoreError::LogFailed(error.to_string());
                self.failed.send_replace(Some(failed.clone()));
                return Err(failed);
            }
        }
        let Landing { place, length, logged, streams, .. } = landed;
        metrics::counter!("cardroom_log_bytes_total").increment(length);
        head.end = logged.frame.at;
        let contents = head.contents.get_or_insert_default();
        contents.streams.extend(streams);
        contents.setups.extend(logged.setups.iter().map(|setup| *hash_of(setup)));
        if let Some(segments) = &mut head.segments {
            segments.written(place, length, logged.frame.at.number);
        }
        self.projector.take(logged);
        Ok(())
    }

    /// Returns where the next frame goes. Begins the log, or waits until the projection is past
    /// the segment that is next.
    async fn place(&self, head: &mut Head, length: u64) -> Result<Place, StoreError> {
        if head.segments.is_none() {
            // On a full disk the first commit is refused here, before anything is written.
            let created = self.disk.create().await;
            created.map_err(|error| match WriteError::of_write(error) {
                WriteError::Full(error) => disk_is_full(&error),
                WriteError::Final(error) => StoreError::Database(error.to_string()),
            })?;
            let (is_durable, uptime) = (self.disk.is_durable(), self.disk.uptime());
            let in_use = Some(InUse { is_durable, uptime });
            self.database.set_log(&StoredLog { in_use, ..self.log.clone() }).await?;
        }
        let bytes = self.disk.segment_bytes();
        let segments = head.segments.get_or_insert_with(|| Segments::beginning(bytes));
        loop {
            match segments.place(length, self.projector.projected()) {
                Ok(place) => return Ok(place),
                Err(needed) => self.reach(needed).await?,
            }
        }
    }

    /// Waits for the projection before a commit writes anything.
    async fn reach(&self, number: u64) -> Result<(), StoreError> {
        self.projector.reach(number).await.map_err(|trouble| not_written(&trouble))
    }

    /// Commits to the database itself, after everything before is there.
    async fn commit_to_database(
        &self,
        head: &mut Head,
        units: &[Unit],
        streams: Streams,
    ) -> Result<(), StoreError> {
        self.reach(head.end.number).await?;
        let to = head.end.after_database(&self.log.id);
        // If this fails or is canceled halfway, only the database knows what it has.
        let known = head.contents.take();
        self.projector.skip_to(None);
        let result = self.database.store(units, (head.end, to)).await;
        let is_refused = |error: &StoreError| {
            !matches!(
                error,
                StoreError::Database(_) | StoreError::Damaged(_) | StoreError::TakenOver
            )
        };
        match &result {
            Ok(()) => {
                let mut known = known.unwrap_or_default();
                known.streams.extend(streams);
                known.setups.extend(setups_of(units).map(|setup| *hash_of(setup)));
                (head.end, head.contents) = (to, Some(known));
                self.projector.skip_to(Some(to));
            }
            Err(error) if is_refused(error) => {
                head.contents = known;
                self.projector.skip_to(Some(head.end));
            }
            Err(_) => {}
        }
        result
    }
}

fn disk_is_full(error: &std::io::Error) -> StoreError {
    StoreError::NotWritten(format!("the disk is full: {error}"))
}

fn not_written(trouble: &StoreError) -> StoreError {
    StoreError::NotWritten(trouble.to_string())
}
