//! The room under test: a local server that this program starts, or one that runs already.

use crate::admin::{HttpClient, HttpError, RoomState};
use crate::chips::Ledger;
use crate::limits::Reasons;
use crate::process_stats::ProcessUse;
use crate::server_process::{self, Launch, Offer, ServerError, ServerProcess};
use cardroom_bot::Encoding;
use cardroom_bot::connection::{Connection, ConnectionError, Endpoint, EndpointError};
use cardroom_protocol::client::ListTables;
use cardroom_protocol::lobby::{TableFilter, TableInfo};
use cardroom_protocol::{RequestId, ServerMessage};
use http::Uri;
use std::ffi::OsString;
use std::net::IpAddr;
use std::path::PathBuf;

/// Which server to test.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Server")]
pub(crate) struct TargetArguments {
    /// Program of the server [default: `cardroom` beside this program]
    #[arg(long, value_name = "PATH", conflicts_with = "url")]
    server: Option<PathBuf>,
    /// Further argument for the server, such as --server-arg=--set=store.synchronous=normal; may be
    /// repeated
    #[arg(
        long = "server-arg",
        value_name = "ARG",
        conflicts_with = "url",
        allow_hyphen_values = true
    )]
    server_arguments: Vec<OsString>,
    /// Directory of the server's files [default: a temporary one, which is removed]
    #[arg(long, value_name = "DIR", conflicts_with = "url")]
    data_dir: Option<PathBuf>,
    /// Test over the server's own TLS, with chain.pem and key.pem for localhost in this folder;
    /// CARDROOM_CA_FILE names the CA
    #[arg(long, value_name = "DIR", conflicts_with = "url")]
    tls: Option<PathBuf>,
    /// Test a server that runs already, such as ws://127.0.0.1:7777/ws or wss://poker.example/ws.
    /// Commas separate the addresses of a room on several machines; or repeat the option
    #[arg(long, value_delimiter = ',')]
    url: Vec<String>,
    /// Admin address of that server, such as http://127.0.0.1:7778, to read CPU, memory and chips
    #[arg(long, value_name = "URL", requires = "url")]
    admin: Option<String>,
    /// Host of --url and --admin, repeated, if it is not this machine
    #[arg(long, value_name = "HOST")]
    allow_remote: Vec<String>,
    /// Name and password of an administrator whom a server that this program starts has.
    #[arg(skip)]
    administrator: Option<(&'static str, &'static str)>,
}

/// The room under test.
pub(crate) struct Room {
    url: String,
    admin: Option<HttpClient>,
    process: Option<ServerProcess>,
}

/// Why a room cannot be tested.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TargetError {
    #[error("{0} is not this machine. If you may load-test it, add --allow-remote {0}.")]
    Remote(String),
    #[error("{0:?} is not a URL")]
    NotAUrl(String),
    #[error(transparent)]
    Server(#[from] ServerError),
    #[error(transparent)]
    Http(#[from] HttpError),
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
    #[error("{url}: {error}")]
    Connection { url: String, error: ConnectionError },
    #[error("the server does not list its tables: {0}")]
    NoList(String),
}

impl TargetArguments {
    /// Refuses to put load on another machine by accident.
    pub(crate) fn check(&self) -> Result<(), TargetError> {
        for url in self.url.iter().chain(&self.admin) {
            let uri: Uri = url.parse().map_err(|_| TargetError::NotAUrl(url.clone()))?;
            let host = uri.host().ok_or_else(|| TargetError::NotAUrl(url.clone()))?;
            if !is_loopback(host) && !self.allow_remote.iter().any(|allowed| allowed == host) {
                return Err(TargetError::Remote(host.to_owned()));
            }
        }
        Ok(())
    }

    /// Adds a setting of the server.
    pub(crate) fn set(mut self, assignment: &str) -> Self {
        self.server_arguments.push(format!("--set={assignment}").into());
        self
    }

    /// Gives a server that this program starts an administrator, by name and password.
    pub(crate) fn administered_by(self, administrator: (&'static str, &'static str)) -> Self {
        Self { administrator: Some(administrator), ..self }
    }

    /// Starts the server, or connects to the one that runs.
    pub(crate) async fn open(&self, offer: Offer) -> Result<Room, TargetError> {
        self.check()?;
        let Some(launch) = self.launch(offer)? else {
            let url = self.url.join(",");
            let admin = self.admin.as_deref().map(HttpClient::new).transpose()?;
            if let Some(admin) = &admin {
                admin.state().await?;
            }
            return Ok(Room { url, admin, process: None });
        };
        let process = match self.administrator {
            Some(administrator) => ServerProcess::start_administered(launch, administrator).await?,
            None => ServerProcess::start(launch).await?,
        };
        let admin = Some(process.admin().clone());
        Ok(Room { url: process.url(), admin, process: Some(process) })
    }

    /// Returns how to start the server, or `None` if it runs already.
    pub(crate) fn launch(&self, offer: Offer) -> Result<Option<Launch>, ServerError> {
        if !self.url.is_empty() {
            return Ok(None);
        }
        Ok(Some(Launch {
            program: server_process::find(self.server.as_deref())?,
            arguments: self.server_arguments.clone(),
            data_dir: self.data_dir.clone(),
            offer,
            tls: self.tls.clone(),
            clock_library: None,
            network: None,
        }))
    }

    /// Adds an argument for the server.
    pub(crate) fn with_server_argument(&self, argument: &str) -> Self {
        let mut more = self.clone();
        more.server_arguments.push(argument.into());
        more
    }

    /// Returns `true` if this program starts the server.
    pub(crate) fn starts_server(&self) -> bool {
        self.url.is_empty()
    }

    /// Returns the server's arguments in addition to its configuration.
    pub(crate) fn server_arguments(&self) -> Vec<String> {
        let arguments = self.server_arguments.iter();
        arguments.map(|argument| argument.to_string_lossy().into_owned()).collect()
    }
}

impl Room {
    /// Returns the URL for players.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Returns the server's process, if this program started it.
    pub(crate) fn process(&self) -> Option<&ServerProcess> {
        self.process.as_ref()
    }

    /// Returns the server's usage so far, if it is known.
    pub(crate) async fn usage(&self) -> Option<ProcessUse> {
        match &self.process {
            Some(process) => process.usage(),
            None => self.state().await?.process(),
        }
    }

    /// Returns the room's report of its state, if there is one.
    pub(crate) async fn state(&self) -> Option<RoomState> {
        let state = self.admin.as_ref()?.state().await;
        state.inspect_err(|error| tracing::warn!(%error, "could not read the room's state")).ok()
    }

    /// Returns the room's report of its ledger, if there is one.
    pub(crate) async fn ledger(&self) -> Option<Ledger> {
        let ledger = self.admin.as_ref()?.ledger().await;
        ledger.inspect_err(|error| tracing::warn!(%error, "could not read the room's ledger")).ok()
    }

    /// Returns how often the room's limits have refused something, if its metrics can be read.
    pub(crate) async fn limits(&self) -> Option<Reasons> {
        let limits = self.admin.as_ref()?.limits().await;
        limits.inspect_err(|error| tracing::warn!(%error, "could not read the metrics")).ok()
    }

    /// Returns the open tables, and the server's name for itself.
    pub(crate) async fn tables(&self) -> Result<(Vec<TableInfo>, String), TargetError> {
        tables_of(&self.url).await
    }

    /// Stops a server that this program started. Returns what went wrong.
    pub(crate) async fn close(self) -> Result<(), String> {
        match self.process {
            Some(process) => process.stop().await,
            None => Ok(()),
        }
    }
}

/// Returns the open tables of a room, and its server's name for itself.
pub(crate) async fn tables_of(url: &str) -> Result<(Vec<TableInfo>, String), TargetError> {
    let endpoint = Endpoint::resolve(url).await?;
    let failed = |error| TargetError::Connection { url: url.to_owned(), error };
    let mut connection =
        Connection::open(&endpoint, Encoding::Binary, None).await.map_err(failed)?;
    let server = connection.welcome().server.clone();
    let request = RequestId(1);
    let list = ListTables { request, filter: TableFilter::default() };
    connection.send(&[list.into()]).await.map_err(failed)?;
    let mut tables = Vec::new();
    loop {
        for message in connection.receive().await.map_err(failed)?.messages {
            match message {
                ServerMessage::TableList(list) => {
                    tables.extend(list.tables);
                    if list.last {
                        connection.close().await;
                        return Ok((tables, server));
                    }
                }
                ServerMessage::Refused(refused) => {
                    return Err(TargetError::NoList(refused.message));
                }
                ServerMessage::Goodbye(goodbye) => {
                    return Err(TargetError::NoList(goodbye.message));
                }
                _ => {}
            }
        }
    }
}

fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        target: TargetArguments,
    }

    fn check(line: &[&str]) -> Result<(), TargetError> {
        let line = std::iter::once("test").chain(line.iter().copied());
        Line::try_parse_from(line).unwrap().target.check()
    }

    #[test]
    fn another_machine_must_be_named_twice() {
        assert!(check(&[]).is_ok());
        assert!(check(&["--url", "ws://127.0.0.1:7777/ws"]).is_ok());
        assert!(check(&["--url", "ws://[::1]:7777/ws", "--admin", "http://localhost:1"]).is_ok());
        assert!(check(&["--url", "ws://127.0.0.1:1/ws,ws://[::1]:2/ws"]).is_ok());
        assert!(check(&["--url", "ws://127.0.0.1:1/ws,ws://cards.example.org/ws"]).is_err());
        assert!(check(&["--url", "ws://127.0.0.1:1/ws", "--url", "ws://[::1]:2/ws"]).is_ok());
        let remote = ["--url", "ws://cards.example.org/ws"];
        let error = check(&remote).unwrap_err().to_string();
        assert!(error.contains("--allow-remote cards.example.org"), "{error}");
        assert!(check(&[&remote[..], &["--allow-remote", "cards.example.org"]].concat()).is_ok());
        assert!(check(&[&remote[..], &["--allow-remote", "cards.example.com"]].concat()).is_err());
        let admin = ["--url", "ws://127.0.0.1/ws", "--admin", "http://10.0.0.7:7778"];
        assert!(check(&admin).is_err(), "the administration counts as well");
    }

    #[test]
    fn a_server_is_started_or_named_but_not_both() {
        let both = ["test", "--url", "ws://127.0.0.1/ws", "--server", "cardroom"];
        assert!(Line::try_parse_from(both).is_err());
        assert!(Line::try_parse_from(["test", "--admin", "http://127.0.0.1"]).is_err());
    }
}
