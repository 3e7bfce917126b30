//! `cardroom backup`, `restore`, `ledger audit` and `journal verify`: care of the stored data. Each
//! reads a copy of one moment, so the room may be running. Only `restore` needs it closed.

use super::repair::Repair;
use crate::config::{Config, StorePlace, Synchronous};
use crate::room::backup_mark;
use crate::store::backup::{back_up, restore};
use crate::store::{JournalStore as _, SqliteStore, StoreError};
use crate::vault::retire_deal_key;
use crate::verify::{self, Findings};
use anyhow::Context as _;
use clap::{Args, Subcommand};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A command about the ledger.
#[derive(Debug, Subcommand)]
pub(crate) enum Ledger {
    /// Add up every transfer, and compare the balances
    Audit(Source),
}

/// A command about the journal.
#[derive(Debug, Subcommand)]
pub(crate) enum Journal {
    /// Compute every chain, hand, table, tournament and balance again, and print what differs
    Verify(Source),
    /// Go on from damaged files: count what that drops, ask, and keep the damaged files; the room
    /// must be closed
    Repair(Repair),
}

/// The data to check.
#[derive(Debug, Default, Args)]
pub(crate) struct Source {
    /// A backup to read [default: the room's store, as it is at this moment]
    #[arg(value_name = "FILE")]
    backup: Option<PathBuf>,
}

/// How much is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Depth {
    Ledger,
    Everything,
}

impl Source {
    /// Checks the data and prints the findings. Returns `true` if nothing is wrong.
    pub(crate) async fn check(
        &self,
        config: &Config,
        depth: Depth,
        out: &mut impl Write,
    ) -> anyhow::Result<bool> {
        let (_directory, copy, from_log) = self.copied(config).await?;
        let findings = look(&copy, config, depth).await?;
        if depth == Depth::Everything && from_log > 0 {
            writeln!(out, "{from_log} commits of the redo log follow what the database has.")?;
        }
        if !findings.wrong.is_empty() {
            let file = match (&self.backup, place(config)?) {
                (Some(file), _) => file.display().to_string(),
                (None, StorePlace::Sqlite(file)) => file.display().to_string(),
                (None, StorePlace::Postgres(_)) => "the database".to_owned(),
            };
            writeln!(out, "This is wrong in {file}:")?;
        }
        write!(out, "{findings}")?;
        Ok(findings.wrong.is_empty())
    }

    /// Copies everything that is stored at this moment. Also returns how many commits of it are in
    /// the redo log alone.
    async fn copied(&self, config: &Config) -> anyhow::Result<(Temporary, PathBuf, usize)> {
        let directory = Temporary::new()?;
        let copy = directory.0.join("copy.sqlite");
        let from =
            self.backup.clone().map_or_else(|| place(config), |it| Ok(StorePlace::Sqlite(it)));
        let from_log = back_up(&from?, &copy).await?;
        Ok((directory, copy, from_log))
    }
}

/// A copy of everything that was stored at one moment. Dropping it deletes the copy.
pub(super) struct Copy {
    store: Arc<SqliteStore>,
    _directory: Temporary,
}

impl Copy {
    /// Copies everything that is stored.
    pub(super) async fn of(source: &Source, config: &Config) -> anyhow::Result<Self> {
        let (directory, copy, _) = source.copied(config).await?;
        let store = SqliteStore::open(&copy, Synchronous::Normal, 0).await?;
        Ok(Self { store: Arc::new(store), _directory: directory })
    }

    pub(super) fn store(&self) -> Arc<SqliteStore> {
        Arc::clone(&self.store)
    }

    pub(super) async fn close(self) -> anyhow::Result<()> {
        Ok(self.store.close().await?)
    }
}

/// Makes a backup and verifies it. Returns `true` if nothing in it is wrong.
pub(crate) async fn make_backup(
    config: &Config,
    to: &Path,
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    back_up(&place(config)?, to).await.context("No backup was made")?;
    let directory = Temporary::new()?;
    let copy = directory.0.join("copy.sqlite");
    std::fs::copy(to, &copy)?;
    let findings = look(&copy, config, Depth::Everything).await?;
    write!(out, "{findings}")?;
    if findings.wrong.is_empty() {
        // The room's metrics say how old its last backup is.
        let mark = backup_mark(&config.server.data_dir);
        if let Err(error) = std::fs::write(&mark, "") {
            writeln!(
                out,
                "The time of this backup cannot be noted in {}: {error}",
                mark.display()
            )?;
        }
    }
    writeln!(
        out,
        "{} holds the room as it was. The keys are not in it: without them a hand that was in \
         progress is voided to the stacks it began with.",
        to.display()
    )?;
    Ok(findings.wrong.is_empty())
}

/// Restores a backup into the empty store of the room.
pub(crate) async fn restore_backup(
    config: &Config,
    from: &Path,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let place = place(config)?;
    restore(from, &place).await.context("Nothing was restored")?;
    let place = match place {
        StorePlace::Sqlite(file) => file.display().to_string(),
        StorePlace::Postgres(_) => "the database".to_owned(),
    };
    writeln!(out, "Restored {} to {place}.", from.display())?;
    let keys = config.server.data_dir.join("keys");
    if retire_deal_key(&keys).context("The key of verifiable deals cannot be put aside")? {
        // The backup may lack hands that this key has signed for.
        let text = "Deals are signed with a new key from now on. Publish it, and say when you \
                    restored the room.";
        writeln!(out, "{text}")?;
    }
    Ok(())
}

pub(super) fn place(config: &Config) -> anyhow::Result<StorePlace> {
    config
        .store
        .place(&config.server.data_dir)
        .context("store.url names no known store. Write sqlite, or a postgres:// URL")
}

pub(super) async fn look(copy: &Path, config: &Config, depth: Depth) -> anyhow::Result<Findings> {
    let store = match SqliteStore::open(copy, Synchronous::Normal, 0).await {
        Err(StoreError::Damaged(what)) => {
            // The operator knows the copied file, and not the copy.
            let what = what.replace(&format!("{}: ", copy.display()), "");
            return Ok(Findings { wrong: vec![what], ..Findings::default() });
        }
        opened => opened?,
    };
    let findings = match depth {
        Depth::Ledger => verify::ledger(&store).await?,
        Depth::Everything => verify::everything(&store, &config.library()?).await?,
    };
    store.close().await?;
    Ok(findings)
}

/// A directory that is deleted on drop.
pub(super) struct Temporary(PathBuf);

impl Temporary {
    pub(super) fn new() -> anyhow::Result<Self> {
        Self::in_directory(&std::env::temp_dir())
    }

    /// Creates it in a directory, on the same disk as the files there.
    pub(super) fn in_directory(directory: &Path) -> anyhow::Result<Self> {
        let name = format!("cardroom-copy-{}", std::process::id());
        let path = directory.join(name);
        std::fs::create_dir(&path).with_context(|| path.display().to_string())?;
        Ok(Self(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // The system cleans up whatever stays behind in the temporary directory.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
