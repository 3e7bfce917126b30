//! The process of a floor's server: this program with other arguments. It ends with its parent.

use super::{FloorError, Kind, Traffic};
use crate::process_stats::{self, ProcessUse, Switches};
use std::net::SocketAddr;
use std::process::Stdio;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

/// A floor's running server.
pub(crate) struct FloorProcess {
    // Killed on drop.
    _child: Child,
    /// Contains what the server commits. Removed on drop.
    _folder: TempDir,
    id: u32,
    address: SocketAddr,
}

impl FloorProcess {
    /// Starts the server, and waits until it prints its address.
    pub(crate) async fn start(kind: Kind, traffic: Traffic) -> Result<Self, FloorError> {
        let folder = tempfile::Builder::new().prefix("cardroom-floor-").tempdir();
        let folder = folder.map_err(FloorError::Start)?;
        let program = std::env::current_exe().map_err(FloorError::Start)?;
        let mut child = Command::new(program)
            .args(["floor-server", kind.name(), "--commits-in"])
            .arg(folder.path())
            .args(traffic.to_arguments())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(FloorError::Start)?;
        let id = child.id().ok_or(FloorError::NoAddress)?;
        let out = child.stdout.take().ok_or(FloorError::NoAddress)?;
        let line = BufReader::new(out).lines().next_line().await.map_err(FloorError::Start)?;
        let address = line.and_then(|line| line.parse().ok()).ok_or(FloorError::NoAddress)?;
        Ok(Self { _child: child, _folder: folder, id, address })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the server's usage so far.
    pub(crate) fn usage(&self) -> Option<ProcessUse> {
        process_stats::process(self.id)
    }

    /// Returns the context switches of the server's threads so far.
    pub(crate) fn switches(&self) -> Option<Switches> {
        process_stats::switches(self.id)
    }
}
