//! Two machines of one room: their processes, with one database and one key file.

use super::{WAITING_POLL, WAITING_WITHIN};
use crate::scenario::ScenarioError;
use crate::scenario::chaos::READY_POLL;
use crate::scenario::told;
use crate::server_process::{self, Installation, Launch, Network, ServerError, ServerProcess};
use std::sync::Arc;
use tempfile::TempDir;
use tokio::time::Instant;

/// The room, and the process that waits for its place.
pub(in crate::scenario::chaos) struct Pair {
    pub(in crate::scenario::chaos) room: ServerProcess,
    pub(super) waiting: ServerProcess,
    /// The folder of the key file, which is removed on drop.
    pub(super) _folder: TempDir,
}

impl Pair {
    /// Starts both machines, each in a network of its own if there is a bridge. The first one plays.
    pub(in crate::scenario::chaos) async fn start(
        mut launch: Launch,
        bridge: Option<&str>,
    ) -> Result<Self, ScenarioError> {
        let folder = tempfile::Builder::new().prefix("cardroom-load-key-").tempdir();
        let folder = folder.map_err(ServerError::Files)?;
        let key_file = folder.path().join("room.key");
        server_process::make_key_file(&launch.program, &key_file).await?;
        let key_file = key_file.to_string_lossy();
        launch.arguments.extend([
            "--set=server.standby=true".into(),
            format!("--set=standby.key_file={key_file}").into(),
        ]);
        launch.network = network(bridge, 1)?;
        let room = told::start_inspected(launch.clone(), READY_POLL).await?;
        // Its ports are found while those of the room are in use.
        launch.network = network(bridge, 2)?;
        let waiting = Installation::prepare(launch)?.spawn()?;
        let pair = Self { room, waiting, _folder: folder };
        pair.is_waited_for().await?;
        Ok(pair)
    }

    /// Returns the addresses of both machines, as players write them.
    pub(in crate::scenario::chaos) fn url(&self) -> String {
        format!("{},{}", self.room.url(), self.waiting.url())
    }

    /// Waits until the room knows that the other process waits for its place.
    pub(super) async fn is_waited_for(&self) -> Result<(), ScenarioError> {
        let begin = Instant::now();
        while !self.room.admin().is_waited_for().await.unwrap_or(false) {
            if begin.elapsed() > WAITING_WITHIN {
                let (room, waiting) = (self.room.log_tail(), self.waiting.log_tail());
                let text = format!("nobody waits for the room's place{room}{waiting}");
                return Err(ScenarioError::Lost(text));
            }
            tokio::time::sleep(WAITING_POLL).await;
        }
        Ok(())
    }

    /// Closes the process that waits, and returns the room.
    pub(super) async fn part(self) -> Result<ServerProcess, String> {
        self.waiting.stop().await.map_err(|error| format!("the process that waits: {error}"))?;
        Ok(self.room)
    }
}

fn network(bridge: Option<&str>, machine: u8) -> Result<Option<Arc<Network>>, ServerError> {
    let made = bridge.map(|bridge| Network::make(bridge, machine)).transpose();
    Ok(made.map_err(ServerError::Network)?.map(Arc::new))
}
