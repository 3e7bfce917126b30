//! The floor: the cost of poker traffic without the poker. It has the same tables, frames and
//! fan-out, on a server that knows nothing but whose turn it is.
//!
//! There are two such servers. One has the usual layout, on tokio-tungstenite. The other writes
//! frames by hand from one thread, which is close to the least that a kernel permits, and can also
//! commit every action to SQLite first. Each runs as a separate process, so that its usage is
//! measured like the room's.

mod log;
mod process;
mod raw;
mod ring;
mod traffic;
mod tungstenite;

pub(crate) use process::FloorProcess;
pub(crate) use ring::{Measured, Players};
pub(crate) use traffic::{Kind, RECORD_BYTES, Traffic};

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::Path;

/// Why a floor cannot be measured.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FloorError {
    #[error("the floor's server cannot be started: {0}")]
    Start(#[source] std::io::Error),
    #[error("the floor's server ended before it printed its address")]
    NoAddress,
    #[error("the floor's server cannot serve: {0}")]
    Serve(#[source] std::io::Error),
    #[error("a player of the floor cannot connect: {0}")]
    Connect(#[source] Box<tokio_tungstenite::tungstenite::Error>),
    #[error("a connection of the floor broke while it was measured")]
    Broken,
    #[error("no action was measured at the floor's tables")]
    Silent,
}

/// Runs a floor's server: listens on a free loopback port, prints the address, and serves until it
/// is killed. Commits go to the folder, which the parent process removes.
pub(crate) fn serve(kind: Kind, traffic: Traffic, commits_in: &Path) -> Result<(), FloorError> {
    let tell = |address: SocketAddr| {
        let mut out = std::io::stdout();
        writeln!(out, "{address}").and_then(|()| out.flush())
    };
    match kind {
        Kind::Tungstenite => tungstenite::serve(traffic, tell).map_err(FloorError::Serve),
        Kind::Raw => raw::serve(traffic, None, tell).map_err(FloorError::Serve),
        Kind::Committed => raw::serve(traffic, Some(commits_in), tell).map_err(FloorError::Serve),
    }
}
