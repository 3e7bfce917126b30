//! The server's own program with one tournament, which is killed without warning and started again.

use cardroom_bot::brains::TightAggressive;
use cardroom_bot::connection::{Connection, Endpoint};
use cardroom_bot::{Swarm, TournamentId, TournamentPlan};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::tournament::ListTournaments;
use cardroom_protocol::{Encoding, RequestId};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The tournament. It starts as soon as the last seat is taken.
pub(crate) struct Field {
    pub(crate) entrants: usize,
    pub(crate) seats: u8,
    pub(crate) paid_basis_points: u32,
    pub(crate) between_hands_ms: u32,
    pub(crate) level_seconds: u32,
    /// Its deals can be verified.
    pub(crate) verifiable: bool,
    /// Further settings of the room, as whole sections.
    pub(crate) settings: &'static str,
}

impl Field {
    fn config(&self) -> String {
        let Self { settings, verifiable, .. } = self;
        format!(
            r#"
{settings}
[accounts]
signup_grant = 5000
[limits]
connections_per_address = 1000
logins_per_minute = 100000
guests_per_hour = 1000000
guests_per_network_hour = 1000000
seats_per_network = 1000000
accounts_per_network_day = 1000000
chat_lines_per_minute = 1000000
openings_per_hour = 1000000
rows_per_hour = 1000000
buy_ins_per_hour = 1000000
exports_per_hour = 1000000
files_per_minute = 1000000
messages_per_second = 1000
message_burst = 1000
[house_bots]
enabled = false
[log]
filter = "warn"
[[tournaments]]
name = "Killed"
structure = "killed"
verifiable = {verifiable}
"#
        )
    }

    fn structure(&self) -> String {
        let Self { entrants, seats, paid_basis_points, between_hands_ms, level_seconds, .. } = self;
        format!(
            r#"
id = "killed"
name = "Killed"
rulebook = "online"
game = "holdem"
seats = {seats}
format = "sit_and_go"
[entry]
buy_in = 100
fee = 7
starting_stack = 3000
min_entrants = {entrants}
max_entrants = {entrants}
[prizes]
shares = {{ curve = {{ paid_basis_points = {paid_basis_points}, least_percent = 120 }} }}
[pace]
between_hands_ms = {between_hands_ms}
run_out_ms = 0
[levels]
betting = "no_limit"
seconds = {level_seconds}
rows = [
    {{ blinds = [50, 100] }},
    {{ blinds = [100, 200] }},
    {{ blinds = [200, 400] }},
    {{ blinds = [400, 800] }},
    {{ blinds = [800, 1600] }},
    {{ blinds = [1600, 3200] }},
    {{ blinds = [3200, 6400] }},
    {{ blinds = [6400, 12800] }},
    {{ blinds = [12800, 25600] }},
]
"#
        )
    }
}

/// The server's own program, after the first start always on the same port.
pub(crate) struct Server {
    directory: PathBuf,
    /// Its store: `sqlite`, or the URL of a database.
    store: String,
    address: String,
    process: Child,
}

impl Server {
    /// Opens a store with one tournament: `sqlite`, or the URL of a database.
    pub(crate) fn open(directory: &Path, store: &str, field: &Field) -> Self {
        let structures = directory.join("rules/tournaments");
        std::fs::create_dir_all(&structures).unwrap();
        std::fs::write(structures.join("killed.toml"), field.structure()).unwrap();
        std::fs::write(directory.join("cardroom.toml"), field.config()).unwrap();
        let (process, address) = spawn(directory, store, "127.0.0.1:0");
        Self { directory: directory.to_owned(), store: store.to_owned(), address, process }
    }

    pub(crate) fn url(&self) -> String {
        format!("ws://{}/ws", self.address)
    }

    /// Returns the tournament of the schedule.
    pub(crate) async fn announced(&self) -> TournamentId {
        let endpoint = Endpoint::resolve(&self.url()).await.unwrap();
        let mut connection = Connection::open(&endpoint, Encoding::Binary, None).await.unwrap();
        let request = RequestId(1);
        loop {
            connection.send(&[ListTournaments { request, past: false }.into()]).await.unwrap();
            let messages = connection.receive().await.unwrap().messages;
            for message in messages {
                let ServerMessage::TournamentList(list) = message else { continue };
                if let Some(info) = list.tournaments.first() {
                    return info.tournament;
                }
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Enters bots, which connect again as often as the server is killed.
    pub(crate) async fn bots(&self, tournament: TournamentId, bots: usize) -> Swarm {
        let swarm = Swarm::builder(&self.url())
            .bots(bots)
            .seed(3)
            .brain(|bot| TightAggressive::new(bot.seed))
            .tournament(TournamentPlan::id(tournament))
            .connect_attempts(200);
        swarm.start().await.unwrap()
    }

    /// Kills it without warning, and starts it again.
    pub(crate) fn kill_and_start(&mut self) {
        self.kill();
        (self.process, _) = spawn(&self.directory, &self.store, &self.address);
    }

    pub(crate) fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A test that fails leaves no server behind.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn spawn(directory: &Path, store: &str, listen: &str) -> (Child, String) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .arg("--config")
        .arg(directory.join("cardroom.toml"))
        .args(["--listen", listen, "--admin-listen", "127.0.0.1:0", "--data-dir"])
        .arg(directory.join("data"))
        .arg("--set")
        .arg(format!("server.rules_dir={}", directory.join("rules").display()))
        .args(["--set", &format!("store.url={store}")])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let address = loop {
        let line = lines.next().expect("the server says where it listens").unwrap();
        if let Some(url) = line.split_whitespace().find(|word| word.starts_with("ws://")) {
            break url.trim_start_matches("ws://").trim_end_matches("/ws").to_owned();
        }
    };
    (process, address)
}
