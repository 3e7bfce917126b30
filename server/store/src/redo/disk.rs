//! The segment files, as the log sees them.

use super::scan::Content;
use super::segments::{Place, SEGMENTS};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use std::fmt::Debug;
use std::io;

/// An operation on the disk. Dropping it does not stop what it began.
pub(crate) type Working<E = io::Error> = BoxFuture<'static, Result<(), E>>;

/// How a write of a frame failed.
#[derive(Debug)]
pub(crate) enum WriteError {
    /// There was no room for all of the frame. What is there of it is no frame, and the next one is
    /// written over it.
    Full(io::Error),
    /// The content of the disk is unknown.
    Final(io::Error),
}

impl WriteError {
    /// Returns what a failed write means, before any sync.
    pub(crate) fn of_write(error: io::Error) -> Self {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        match error.kind() {
            FileTooLarge | QuotaExceeded | StorageFull => Self::Full(error),
            _ => Self::Final(error),
        }
    }
}

/// Whether a write may block the thread that asks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Blocking {
    Never,
    /// Usually for less than a millisecond.
    Briefly,
}

/// The segment files of a log.
pub(crate) trait Disk: Debug + Send + Sync + 'static {
    /// Returns the length of each segment.
    fn segment_bytes(&self) -> u64;

    /// Returns `true` if a frame that was written survives a power cut.
    fn is_durable(&self) -> bool;

    /// Returns a name of the time since the machine last started, if there is one. Under the same
    /// name, no power cut can have taken anything.
    fn uptime(&self) -> Option<String>;

    /// Reads every segment file that exists.
    ///
    /// # Errors
    /// A file cannot be read.
    fn read(&self) -> io::Result<[Option<Bytes>; SEGMENTS]>;

    /// Creates the files that are missing or have another length, filled with zeros and durable.
    fn create(&self) -> Working;

    /// Fills all files with zeros.
    fn wipe(&self) -> Working;

    /// Writes a frame, and syncs it if frames are durable here.
    fn write(&self, place: Place, bytes: Bytes, blocking: Blocking) -> Working<WriteError>;
}

/// Returns the content of segments, where a missing one is empty.
pub(super) fn content_of(read: [Option<Bytes>; SEGMENTS]) -> Content {
    read.map(Option::unwrap_or_default)
}
