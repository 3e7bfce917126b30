//! The socket for the machine's command line: `admin.sock` in the data directory, only accessible
//! to the room's own user. Each line is one client message in JSON, and gets one line with a server
//! message as the answer. Orders about the process itself are no messages of the protocol.

use super::OperationError;
use crate::hand_over::HandOverOrder;
use crate::noted::Operator;
use crate::room::Room;
use cardroom_protocol::requests::Routed;
use cardroom_protocol::server::Refused;
use cardroom_protocol::{ClientMessage, Encoding, ErrorCode, RequestId, ServerMessage};
use serde::{Deserialize, Serialize};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::Semaphore;

const MOST_BYTES: u64 = 64 * 1024;

/// How many command lines are served at once.
const MOST_CONNECTIONS: usize = 8;

/// How long a command line may take from one line to the next.
const PATIENCE: Duration = Duration::from_secs(30);

/// An order about the process itself, which no client can give. It is one line, like a message.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum MachineOrder {
    HandOver(HandOverOrder),
}

/// The answer to an order about the process.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MachineAnswer {
    /// The room closes, and this process goes on.
    HandedOver {
        next: String,
    },
    Refused {
        message: String,
    },
}

/// Returns the path of a room's socket.
#[must_use]
pub fn path(data_dir: &Path) -> PathBuf {
    data_dir.join("admin.sock")
}

/// A listening socket. Dropping it deletes the file.
#[derive(Debug)]
pub struct AdminSocket {
    listener: UnixListener,
    path: PathBuf,
}

impl AdminSocket {
    /// Listens in the data directory of a room. Replaces a file that a killed room left there. The
    /// room holds its store, so no other room is open.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn listen(data_dir: &Path) -> io::Result<Self> {
        let path = path(data_dir);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let listener = UnixListener::bind(&path)?;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
        Ok(Self { listener, path })
    }

    /// Serves command lines until the task is dropped.
    pub async fn serve(self, room: Arc<Room>) {
        let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        loop {
            let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
            match self.listener.accept().await {
                Ok((stream, _)) => {
                    let shared = Arc::clone(&room);
                    room.lifecycle.spawn(async move {
                        // Errors of a command line that goes away do not matter.
                        let _ = serve_one(&shared, stream).await;
                        drop(place);
                    });
                }
                Err(error) => {
                    tracing::warn!(%error, "a command line cannot be served");
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        }
    }
}

impl Drop for AdminSocket {
    fn drop(&mut self) {
        // If the file is already gone, that is fine.
        let _ = std::fs::remove_file(&self.path);
    }
}

async fn serve_one(room: &Room, stream: UnixStream) -> io::Result<()> {
    let user = stream.peer_cred().ok().map(|peer| peer.uid());
    let (reader, mut writer) = stream.into_split();
    let mut reader = BufReader::new(reader);
    let mut line = Vec::new();
    loop {
        line.clear();
        let mut limited = (&mut reader).take(MOST_BYTES);
        let read = tokio::time::timeout(PATIENCE, limited.read_until(b'\n', &mut line)).await;
        if read?? == 0 || line.last() != Some(&b'\n') {
            return Ok(());
        }
        let mut answer = Vec::new();
        if let Ok(order) = serde_json::from_slice::<MachineOrder>(&line) {
            serde_json::to_writer(&mut answer, &carry_out(room, order, user))?;
        } else {
            let message = answer_line(room, &line, user).await;
            Encoding::Json.append(&message, &mut answer).map_err(io::Error::other)?;
        }
        answer.push(b'\n');
        writer.write_all(&answer).await?;
    }
}

/// Carries out an order about the process.
fn carry_out(room: &Room, order: MachineOrder, user: Option<u32>) -> MachineAnswer {
    let MachineOrder::HandOver(order) = order;
    let phase = room.lifecycle.phase();
    match room.hand_over.ask(&order, phase, room.lease().as_ref()) {
        Ok(next) => {
            let reason = order.reason;
            tracing::warn!(target: "security", user, reason, next, "An operator hands the room over.");
            MachineAnswer::HandedOver { next }
        }
        Err(refused) => MachineAnswer::Refused { message: refused.to_string() },
    }
}

async fn answer_line(room: &Room, line: &[u8], user: Option<u32>) -> ServerMessage {
    let request = RequestId(0);
    let limit = usize::try_from(MOST_BYTES).unwrap_or(usize::MAX);
    let decoded = match Encoding::Json.decode::<ClientMessage>(line, limit) {
        Ok(decoded) => decoded,
        Err(error) => {
            let (code, message) = (ErrorCode::Malformed, error.to_string());
            return Refused { request, code, message }.into();
        }
    };
    let mut messages = decoded.messages.into_iter();
    let (Some(message), None) = (messages.next(), messages.next()) else {
        let message = "A line needs one message that this room knows.".to_owned();
        return Refused { request, code: ErrorCode::Malformed, message }.into();
    };
    let answered = match message.routed() {
        Routed::AdministrationRequest(request) => {
            let operator = Operator { user, ..Operator::AT_THE_MACHINE };
            super::answer(room, operator, request).await
        }
        _ => Err(OperationError::NotAboutAccounts),
    };
    match answered {
        Ok(answer) => answer,
        Err(error) => {
            let (code, message) = (error.code(), error.to_string());
            Refused { request, code, message }.into()
        }
    }
}
