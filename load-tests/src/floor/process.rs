//! The process of a floor: this program once more, with other arguments. It ends with whoever
//! started it.

use super::{FloorError, Kind, Traffic};
use crate::process_stats::{self, ProcessUse};
use std::net::SocketAddr;
use std::process::Stdio;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

/// A floor's server that runs.
pub(crate) struct FloorProcess {
    // Killed when it is dropped.
    _child: Child,
    /// What it commits lies here. Removed when it is dropped.
    _folder: TempDir,
    id: u32,
    address: SocketAddr,
}

impl FloorProcess {
    /// Starts it, and waits until it says where it listens.
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

    /// What it has used so far.
    pub(crate) fn usage(&self) -> Option<ProcessUse> {
        process_stats::process(self.id)
    }
}
