//! A store in memory behind a redo log in memory, for simulations and tests of the log.

use super::super::redo::{
    Blocking, Contents, Database, Disk, Frame, Front, Place, Position, SEGMENTS, StoredLog,
    Working, WriteError, to_replay,
};
use super::super::setups::{Setups, hash_of};
use super::super::{SetupHash, StoreError, StreamId, Unit};
use super::{Gate, Inner, MemoryStore};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

/// The segments of a redo log in memory. Clones share them. They outlive the process that is
/// simulated.
#[derive(Clone, Debug)]
pub struct MemorySegments {
    segments: Arc<Mutex<Option<[Vec<u8>; SEGMENTS]>>>,
    segment_bytes: usize,
    /// Whether frames survive a power cut.
    is_durable: bool,
    /// The name of the time since the machine last started.
    uptime: Arc<Mutex<u64>>,
}

/// The fate of a frame that is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrameFate {
    /// The disk has it.
    Whole,
    /// The disk is full. It has only the beginning of the frame.
    Full,
    /// The sync failed, and the disk has the frame or it does not.
    FailedSync { is_there: bool },
    /// The process dies, and the disk has only the beginning of the frame.
    Torn,
}

impl MemorySegments {
    /// Creates segments of this length.
    #[must_use]
    pub fn new(segment_bytes: usize, is_durable: bool) -> Self {
        let (segments, uptime) = Default::default();
        Self { segments, segment_bytes, is_durable, uptime }
    }

    /// Starts the machine again.
    pub fn restart_machine(&self) {
        *self.uptime.lock() += 1;
    }

    /// Returns a copy of all bytes; nothing before the log began.
    #[must_use]
    pub fn bytes(&self) -> Option<[Vec<u8>; 3]> {
        self.segments.lock().clone()
    }

    /// Replaces the bytes of the log.
    pub fn set_bytes(&self, bytes: Option<[Vec<u8>; 3]>) {
        *self.segments.lock() = bytes;
    }

    fn put(&self, place: Place, bytes: &[u8]) -> io::Result<()> {
        let mut segments = self.segments.lock();
        let missing = || io::Error::from(io::ErrorKind::NotFound);
        let segments = segments.as_mut().ok_or_else(missing)?;
        let offset = usize::try_from(place.offset).map_err(io::Error::other)?;
        segments[place.segment][offset..offset + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    fn zero(&self) {
        let zeros = || vec![0; self.segment_bytes];
        *self.segments.lock() = Some([zeros(), zeros(), zeros()]);
    }
}

/// Segments behind the gate of one life of the process.
#[derive(Debug)]
struct GatedSegments {
    segments: MemorySegments,
    gate: Option<Arc<dyn Gate>>,
}

impl Disk for GatedSegments {
    fn segment_bytes(&self) -> u64 {
        self.segments.segment_bytes as u64
    }

    fn is_durable(&self) -> bool {
        self.segments.is_durable
    }

    fn uptime(&self) -> Option<String> {
        Some(self.segments.uptime.lock().to_string())
    }

    fn read(&self) -> io::Result<[Option<Bytes>; SEGMENTS]> {
        let bytes = self.segments.bytes();
        Ok(bytes.map_or([const { None }; SEGMENTS], |all| all.map(|one| Some(Bytes::from(one)))))
    }

    fn create(&self) -> Working {
        if self.segments.segments.lock().is_none() {
            self.segments.zero();
        }
        Box::pin(async { Ok(()) })
    }

    fn wipe(&self) -> Working {
        self.segments.zero();
        Box::pin(async { Ok(()) })
    }

    fn write(&self, place: Place, bytes: Bytes, _: Blocking) -> Working<WriteError> {
        let (segments, gate) = (self.segments.clone(), self.gate.clone());
        Box::pin(async move {
            let put = |bytes: &[u8]| segments.put(place, bytes).map_err(WriteError::Final);
            let Some(gate) = gate else { return put(&bytes) };
            let beginning = &bytes[..bytes.len() / 2];
            match gate.before_frame().await {
                FrameFate::Whole => put(&bytes)?,
                FrameFate::Full => {
                    put(beginning)?;
                    return Err(WriteError::of_write(io::ErrorKind::StorageFull.into()));
                }
                FrameFate::FailedSync { is_there } => {
                    put(if is_there { &bytes } else { beginning })?;
                    return Err(WriteError::Final(io::Error::other("the sync failed")));
                }
                FrameFate::Torn => {
                    put(beginning)?;
                    std::future::pending::<()>().await;
                }
            }
            gate.after_frame().await;
            Ok(())
        })
    }
}

/// The store in memory, as the log sees it.
#[derive(Debug)]
struct MemoryRows {
    inner: Arc<Mutex<Inner>>,
    gate: Option<Arc<dyn Gate>>,
}

impl Database for MemoryRows {
    fn log(&self) -> BoxFuture<'_, Result<Option<StoredLog>, StoreError>> {
        Box::pin(async { Ok(self.inner.lock().log.clone()) })
    }

    fn set_log<'a>(&'a self, log: &'a StoredLog) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async {
            let mut inner = self.inner.lock();
            match &mut inner.log {
                Some(known) => known.in_use.clone_from(&log.in_use),
                none => *none = Some(log.clone()),
            }
            Ok(())
        })
    }

    fn reached(&self) -> BoxFuture<'_, Result<(Position, Contents), StoreError>> {
        Box::pin(async {
            let inner = self.inner.lock();
            let position = inner.log.as_ref().map(|log| log.position).unwrap_or_default();
            let reached = |stream: &StreamId| (*stream, inner.reached(*stream));
            let streams = inner.streams.keys().map(reached).collect();
            let setups = inner.setups.keys().copied().collect();
            Ok((position, Contents { streams, setups }))
        })
    }

    fn setups(&self) -> BoxFuture<'_, Result<Setups, StoreError>> {
        Box::pin(async { Ok(self.inner.lock().setups.values().cloned().collect()) })
    }

    fn forget_setups(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async {
            let inner = &mut *self.inner.lock();
            let snapshots = inner.streams.values().filter_map(|stream| stream.snapshot.as_ref());
            let used: BTreeSet<SetupHash> =
                snapshots.filter_map(|it| Some(*hash_of(it.setup.as_ref()?))).collect();
            inner.setups.retain(|hash, _| used.contains(hash));
            Ok(())
        })
    }

    fn store<'a>(
        &'a self,
        units: &'a [Unit],
        (from, to): (Position, Position),
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let gate = self.gate.as_ref().filter(|_| units.iter().all(Unit::is_play));
            if let Some(gate) = gate {
                gate.before_projection().await?;
            }
            {
                let mut inner = self.inner.lock();
                if inner.log.as_ref().map(|log| log.position) != Some(from) {
                    let why = format!("commit {} is not the last one", from.number);
                    return Err(StoreError::Database(why));
                }
                inner.commit(units)?;
                if let Some(log) = &mut inner.log {
                    log.position = to;
                }
            }
            match gate {
                Some(gate) => gate.after_projection(units).await,
                None => Ok(()),
            }
        })
    }
}

impl MemoryStore {
    /// Returns the same store behind a redo log, and behind the gate of this handle. Replays what
    /// the log holds.
    ///
    /// # Errors
    /// The log is damaged.
    pub async fn behind_log(&self, segments: &MemorySegments) -> Result<Self, StoreError> {
        let (inner, gate) = (Arc::clone(&self.inner), self.gate.clone());
        let rows = MemoryRows { inner: Arc::clone(&inner), gate: gate.clone() };
        let disk = GatedSegments { segments: segments.clone(), gate: gate.clone() };
        let front = Front::open(Arc::new(rows), Arc::new(disk)).await?;
        Ok(Self { inner, gate, turn: Arc::default(), front: Some(Arc::new(front)) })
    }

    /// Returns a copy of the store, as a backup of its disk without the log would be.
    #[cfg(test)]
    pub(crate) fn copied(&self) -> Self {
        let inner = self.inner.lock();
        let copy = inner.copy();
        copy.inner.lock().log.clone_from(&inner.log);
        copy
    }

    /// Loses the setups of all streams.
    #[cfg(test)]
    pub(crate) fn lose_setups(&self) {
        self.inner.lock().setups.clear();
    }

    /// Returns how many commits the log has and the store does not have yet.
    ///
    /// # Errors
    /// The log is damaged.
    pub fn unprojected(&self, segments: &MemorySegments) -> Result<usize, StoreError> {
        Ok(self.ahead(segments)?.len())
    }

    /// Changes a byte of the first commit that the store does not have yet. Returns `false` if there
    /// is none.
    ///
    /// # Errors
    /// The log is already damaged.
    pub fn damage_log(&self, segments: &MemorySegments) -> Result<bool, StoreError> {
        let ahead = self.ahead(segments)?;
        let (Some(mark), Some(mut bytes)) = (ahead.first(), segments.bytes()) else {
            return Ok(false);
        };
        let found = bytes.iter_mut().find_map(|segment| {
            let place = segment.windows(mark.len()).position(|window| window == mark)?;
            segment.get_mut(place)
        });
        let Some(byte) = found else { return Ok(false) };
        *byte ^= 1;
        segments.set_bytes(Some(bytes));
        Ok(true)
    }

    /// Returns the marks of the frames that the store does not have yet.
    fn ahead(&self, segments: &MemorySegments) -> Result<Vec<[u8; 24]>, StoreError> {
        let Some(log) = self.inner.lock().log.clone() else { return Ok(Vec::new()) };
        let disk = GatedSegments { segments: segments.clone(), gate: None };
        let read = disk.read().map_err(|error| StoreError::Database(error.to_string()))?;
        let tail = to_replay(&log, read, disk.uptime().as_deref())?;
        Ok(tail.frames.iter().map(Frame::mark).collect())
    }
}
