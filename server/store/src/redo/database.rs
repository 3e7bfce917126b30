//! The database behind a log.

use super::super::sequence::Reached;
use super::super::setups::Setups;
use super::super::{SetupHash, StoreError, StreamId, Unit};
use super::frame::{LogId, Position};
use futures_util::future::BoxFuture;
use std::collections::{HashMap, HashSet};
use std::fmt::Debug;

/// How far each stream has come.
pub(crate) type Streams = HashMap<StreamId, Reached>;

/// The contents of a database that commits depend on.
#[derive(Debug, Default)]
pub(crate) struct Contents {
    pub(crate) streams: Streams,
    pub(crate) setups: HashSet<SetupHash>,
}

/// The entry of a log in its database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StoredLog {
    pub(crate) id: LogId,
    /// Everything up to here is in the database.
    pub(crate) position: Position,
    /// `None` if the database was closed in order, so that the log holds nothing more.
    pub(crate) in_use: Option<InUse>,
}

/// How a log was written that was not closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct InUse {
    /// Whether its frames were synced.
    pub(crate) is_durable: bool,
    /// The [uptime](super::disk::Disk::uptime) of the machine.
    pub(crate) uptime: Option<String>,
}

/// A database that units of play are projected into. Every method is one durable transaction and
/// changes nothing when it fails, but the answer of a success may be lost.
pub(crate) trait Database: Debug + Send + Sync + 'static {
    /// Returns what is stored about the log; `None` before there was one.
    fn log(&self) -> BoxFuture<'_, Result<Option<StoredLog>, StoreError>>;

    /// Stores what is known about the log. Leaves the position alone unless the log is new.
    fn set_log<'a>(&'a self, log: &'a StoredLog) -> BoxFuture<'a, Result<(), StoreError>>;

    /// Returns the stored position, and what is stored there.
    fn reached(&self) -> BoxFuture<'_, Result<(Position, Contents), StoreError>>;

    /// Returns the setups of all snapshots.
    fn setups(&self) -> BoxFuture<'_, Result<Setups, StoreError>>;

    /// Deletes the setups that no snapshot names.
    fn forget_setups(&self) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Stores units, and moves the position from `step.0` to `step.1`. Fails if it is elsewhere.
    fn store<'a>(
        &'a self,
        units: &'a [Unit],
        step: (Position, Position),
    ) -> BoxFuture<'a, Result<(), StoreError>>;
}
