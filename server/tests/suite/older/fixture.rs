//! A copy of a fixture, which is deleted when its test ends.

use crate::support::Postgres;
use cardroom::config::{Config, Overrides};
use cardroom::wiring::{self, OpenRoom, Rules};
use metrics_exporter_prometheus::PrometheusBuilder;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;
use tempfile::TempDir;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Database {
    Sqlite,
    Postgres,
}

/// The answers of the older room. Cards and rows are those of its JSON.
#[derive(Deserialize, Debug)]
pub(super) struct Facts {
    /// The passwords of accounts, by their names.
    pub(super) accounts: BTreeMap<String, String>,
    pub(super) wallets: BTreeMap<String, u64>,
    /// The API token of Ada's bot.
    pub(super) token: String,
    pub(super) guest: Guest,
    pub(super) private: Private,
    pub(super) tournament: Tournament,
    pub(super) standings: Standings,
    pub(super) entered: Entered,
    pub(super) hands: Vec<Hand>,
    /// The hands in progress when the process was killed: one at Ada's table, one in the lobby.
    pub(super) interrupted: [Interrupted; 2],
}

#[derive(Deserialize, Debug)]
pub(super) struct Guest {
    pub(super) name: String,
    /// The token of the guest's browser.
    pub(super) token: String,
}

/// The table that Ada hosts.
#[derive(Deserialize, Debug)]
pub(super) struct Private {
    pub(super) name: String,
    pub(super) table: u64,
    pub(super) code: String,
}

/// The sit-and-go that is over.
#[derive(Deserialize, Debug)]
pub(super) struct Tournament {
    pub(super) tournament: u64,
    pub(super) name: String,
    pub(super) rows: Vec<Value>,
}

#[derive(Deserialize, Debug)]
pub(super) struct Standings {
    pub(super) season: String,
    pub(super) rows: Vec<Value>,
}

/// The sit-and-go that Ada waits for.
#[derive(Deserialize, Debug)]
pub(super) struct Entered {
    pub(super) tournament: u64,
    pub(super) price: u64,
}

/// A hand of Ada's.
#[derive(Deserialize, Debug)]
pub(super) struct Hand {
    pub(super) table: u64,
    pub(super) hand: u64,
    pub(super) pot: u64,
    pub(super) board: Value,
    pub(super) cards: Value,
}

/// A hand on its flop, with equal parts of two people in its pot.
#[derive(Deserialize, Debug)]
pub(super) struct Interrupted {
    pub(super) table: u64,
    pub(super) hand: u64,
    pub(super) to_act: String,
    pub(super) cards: BTreeMap<String, Value>,
    /// Without what is in the pot.
    pub(super) stacks: BTreeMap<String, u64>,
    /// The public part of the hand.
    pub(super) view: Value,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/older")
}

/// Returns the versions that have fixtures, in the order of their text.
pub(super) fn versions() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let folders = entries.filter(|path| path.is_dir());
    let mut versions: Vec<String> =
        folders.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    versions.sort_unstable();
    versions
}

impl Interrupted {
    /// Returns what a player brought into the hand.
    pub(super) fn began_with(&self, name: &str) -> u64 {
        let pots = self.view["pots"].as_array().unwrap();
        let pot: u64 = pots.iter().map(|pot| pot["amount"].as_u64().unwrap()).sum();
        self.stacks[name] + pot / 2
    }
}

pub(super) struct Fixture {
    pub(super) version: String,
    database: Database,
    directory: TempDir,
    pub(super) facts: Facts,
    url: String,
    _postgres: Option<Postgres>,
}

impl Fixture {
    /// Unpacks a fixture. Without PostgreSQL, that of PostgreSQL is skipped with a message.
    pub(super) async fn unpack(version: &str, database: Database) -> Option<Self> {
        let postgres = match database {
            Database::Sqlite => None,
            Database::Postgres => Some(Postgres::database().await?),
        };
        let name = if postgres.is_some() { "postgres" } else { "sqlite" };
        let archive = folder().join(version).join(format!("{name}.tar.gz"));
        let directory = tempfile::tempdir().unwrap();
        let mut tar = Command::new("tar");
        tar.arg("-xzf").arg(&archive).arg("-C").arg(directory.path());
        assert!(tar.status().unwrap().success(), "{} cannot be unpacked", archive.display());
        let read = |name| std::fs::read_to_string(directory.path().join(name)).unwrap();
        let facts = serde_json::from_str(&read("facts.json")).unwrap();
        let url = match &postgres {
            None => "sqlite".to_owned(),
            Some(postgres) => {
                let dump = sqlx::AssertSqlSafe(read("dump.sql"));
                sqlx::raw_sql(dump).execute(&mut postgres.connect().await).await.unwrap();
                postgres.url()
            }
        };
        let version = version.to_owned();
        Some(Self { version, database, directory, facts, url, _postgres: postgres })
    }

    fn data(&self) -> PathBuf {
        self.directory.path().join("data")
    }

    /// Opens the room with the configuration that the older program had.
    pub(super) async fn open(&self) -> OpenRoom {
        let mut overrides = Overrides::default();
        overrides.set("server.data_dir", self.data().to_str().unwrap());
        overrides.set("server.listen", "127.0.0.1:0");
        overrides.set("server.admin_listen", "127.0.0.1:0");
        overrides.set("store.url", &self.url);
        // Older programs read the file, too, and knew no such setting.
        overrides.set("deal.verifiable", "false");
        let config = Config::load(Some(&folder().join("room.toml")), [], &overrides).unwrap();
        let rules = Rules::of(&config).unwrap();
        let store = wiring::open_store(&config).await.unwrap();
        let vault = wiring::open_vault(&config, store.as_ref()).await.unwrap();
        let figures = PrometheusBuilder::new().build_recorder().handle();
        wiring::open_by(&config, rules, store, vault, figures).await.unwrap()
    }

    /// Closes the room, and leaves its files to the next one as copies. This process goes on, and
    /// with it tasks that still hold the lock of the closed room's files.
    pub(super) async fn close(&self, room: OpenRoom) {
        room.close(Duration::from_secs(5)).await;
        let closed = self.directory.path().join("closed");
        if closed.exists() {
            std::fs::remove_dir_all(&closed).unwrap();
        }
        std::fs::rename(self.data(), &closed).unwrap();
        let copied = Command::new("cp").arg("-a").arg(&closed).arg(self.data()).status();
        assert!(copied.unwrap().success(), "{} cannot be copied", closed.display());
    }

    /// Checks the room before its update, on a copy. A database of PostgreSQL is refused, because
    /// a look into it must not change it.
    pub(super) fn verify_before(&self) {
        if self.database == Database::Sqlite {
            self.verify();
            return;
        }
        let output = self.command(&["journal", "verify"]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{}: {error}", self.version);
        assert!(error.contains("An older version of Cardroom wrote this database"), "{error}");
    }

    /// Runs the checks that operators have for a room that is closed.
    pub(super) fn verify(&self) {
        for check in [["journal", "verify"], ["ledger", "audit"]] {
            let output = self.command(&check);
            let said = String::from_utf8_lossy(&output.stdout);
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{check:?}: {said}{error}");
            assert!(said.contains("Everything is as it was stored"), "{check:?}: {said}{error}");
        }
    }

    fn command(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
        command.arg("--config").arg(folder().join("room.toml"));
        command.arg("--data-dir").arg(self.data());
        command.args(["--set", &format!("store.url={}", self.url)]).args(arguments);
        command.output().unwrap()
    }
}
