//! The scenarios. Each has a file with its options, its course, and its faults. The ones that
//! measure share a [`Playground`]: the room, the bots, the recorder and the samples.

mod bench;
pub(crate) mod chaos;
mod cost;
pub(crate) mod curve;
pub(crate) mod deal;
pub(crate) mod file;
pub(crate) mod floor;
mod playground;
mod ranges;
pub(crate) mod ratio;
pub(crate) mod ring;
mod rounds;
pub(crate) mod run;
pub(crate) mod siege;
pub(crate) mod storm;
pub(crate) mod targets;
mod told;
pub(crate) mod tournament;
pub(crate) mod walls;

pub(crate) use playground::{Closing, Playground, Stands};

use crate::admin::HttpError;
use crate::floor::FloorError;
use crate::generator::GeneratorError;
use crate::limits::Limits;
use crate::postgres::PostgresError;
use crate::report::Conclusion;
use crate::system::TooManyFiles;
use crate::target::TargetError;
use cardroom_bot::connection::EndpointError;
use cardroom_bot::witness::WitnessError;
use std::fmt::{self, Formatter};

/// The results of a scenario without named figures.
pub(crate) trait Concluded {
    fn conclusion(&self) -> Conclusion;
}

/// Writes the end of a report of measured figures: whether they are meaningful,
/// and what went wrong.
fn write_end(f: &mut Formatter<'_>, faults: &[String], limits: &Limits) -> fmt::Result {
    if cfg!(debug_assertions) {
        writeln!(f, "note:   debug build: times and CPU figures mean nothing")?;
    }
    if limits.bound() {
        writeln!(f, "LIMIT:  {limits}")?;
    }
    faults.iter().try_for_each(|fault| writeln!(f, "FAULT:  {fault}"))
}

/// Why a scenario could not be played to its end. Errors during play are faults
/// of the report instead.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ScenarioError {
    #[error(transparent)]
    Target(#[from] TargetError),
    #[error(transparent)]
    Files(#[from] TooManyFiles),
    #[error(transparent)]
    Http(#[from] HttpError),
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
    #[error(
        "the room has {found} {betting} tables with {seats} free seats, and {wanted} are needed"
    )]
    TooFewTables { found: usize, betting: &'static str, wanted: u32, seats: u8 },
    #[error(
        "A connection plays at most at the {tables} tables of its generator: choose \
         --tables-per-connection below {wanted}, or more --tables."
    )]
    TooManyPerConnection { tables: u32, wanted: u32 },
    #[error("a run had faults or met a limit of the server")]
    NoMeasurement,
    #[error("interrupted before anything was measured")]
    Interrupted,
    #[error(
        "tournaments are announced by a server of one's own; for one that runs, see \
         `cardroom-bot tournament --witness`"
    )]
    OwnServer,
    #[error("This scenario cuts every connection, so it starts its own server: leave --url out.")]
    OwnRoom,
    #[error(
        "Two machines need one PostgreSQL database: name an empty one with --store postgres://..., or \
         leave --standby out."
    )]
    StandbyStore,
    #[error("the monitor of the deals cannot be started: {0}")]
    Monitor(std::io::Error),
    #[error("the line to the room cannot be made longer: {0}")]
    Relay(std::io::Error),
    #[error("A report file holds one scenario: name one FILE.")]
    OneReport,
    #[error("{0} has no figures for thresholds: leave --threshold out")]
    NoFigures(&'static str),
    #[error("{0} writes no report as JSON: leave --json out")]
    NoJson(&'static str),
    #[error(transparent)]
    File(#[from] file::FileError),
    #[error(transparent)]
    Witness(#[from] WitnessError),
    #[error(transparent)]
    Server(#[from] crate::server_process::ServerError),
    #[error(transparent)]
    Floor(#[from] FloorError),
    #[error(transparent)]
    Postgres(#[from] PostgresError),
    #[error(transparent)]
    Generator(#[from] GeneratorError),
    #[error(transparent)]
    Company(#[from] walls::CompanyError),
    #[error("the server is lost: {0}")]
    Lost(String),
    #[error("cannot open a receiver for hooks: {0}")]
    Receiver(std::io::Error),
    #[error("cannot make hooks: {0}")]
    Hooks(String),
    #[error("cannot print the results: {0}")]
    Tell(std::io::Error),
}

impl ScenarioError {
    /// Returns `true` if the command line is at fault and not the room.
    pub(crate) fn is_usage(&self) -> bool {
        match self {
            Self::Target(TargetError::Endpoint(error)) => error.is_usage(),
            Self::Target(TargetError::Remote(_) | TargetError::NotAUrl(_))
            | Self::OwnServer
            | Self::OwnRoom
            | Self::TooManyPerConnection { .. }
            | Self::OneReport
            | Self::StandbyStore
            | Self::NoFigures(_)
            | Self::NoJson(_)
            | Self::File(_) => true,
            _ => false,
        }
    }
}
