//! The socket for the machine's command line: `admin.sock` in the data directory, for the user that
//! the room runs as. Each line is one client message in JSON, and is answered by one line with a
//! server message.

use super::Operator;
use crate::room::Room;
use cardroom_protocol::server::Refused;
use cardroom_protocol::{Encoding, ErrorCode, RequestId, ServerMessage};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::Semaphore;

const MOST_BYTES: u64 = 16 * 1024;

/// How many command lines are served at once.
const MOST_CONNECTIONS: usize = 8;

/// How long a command line may take from one line to the next.
const PATIENCE: Duration = Duration::from_secs(30);

/// Where the socket of a room is.
#[must_use]
pub fn path(data_dir: &Path) -> PathBuf {
    data_dir.join("admin.sock")
}

/// A socket that listens. The file is gone with it.
#[derive(Debug)]
pub struct AdminSocket {
    listener: UnixListener,
    path: PathBuf,
}

impl AdminSocket {
    /// Listens in the data directory of a room. A file that a killed room left there is replaced:
    /// the room has its store, so no other room is open.
    ///
    /// # Errors
    /// The file cannot be made.
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

    /// Serves command lines for as long as it lives.
    pub async fn serve(self, room: Arc<Room>) {
        let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        loop {
            let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
            match self.listener.accept().await {
                Ok((stream, _)) => {
                    let shared = Arc::clone(&room);
                    room.lifecycle.tasks.spawn(async move {
                        // A command line that goes away is not missed.
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
        // Whoever removed it before wanted that.
        let _ = std::fs::remove_file(&self.path);
    }
}

async fn serve_one(room: &Room, stream: UnixStream) -> io::Result<()> {
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
        let message = answer_line(room, &line).await;
        Encoding::Json.append(&message, &mut answer).map_err(io::Error::other)?;
        answer.push(b'\n');
        writer.write_all(&answer).await?;
    }
}

async fn answer_line(room: &Room, line: &[u8]) -> ServerMessage {
    let request = RequestId(0);
    let limit = usize::try_from(MOST_BYTES).unwrap_or(usize::MAX);
    let decoded = match Encoding::Json.decode(line, limit) {
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
    match super::answer(room, Operator::AT_THE_MACHINE, message).await {
        Ok(answer) => answer,
        Err(error) => {
            let (code, message) = (error.code(), error.to_string());
            Refused { request, code, message }.into()
        }
    }
}
