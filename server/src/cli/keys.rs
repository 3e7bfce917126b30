//! `cardroom keys`: the key file that opens the room's keys on two machines.

use crate::config::{Config, StorePlace, Synchronous};
use crate::store::{JournalStore as _, KeyStore as _, PostgresKeys, PostgresStore, StoredKeyRing};
use crate::vault::{KeyFile, Keys as RoomKeys, opens};
use crate::wiring::keys_directory;
use anyhow::Context as _;
use clap::Subcommand;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A command about the room's keys.
#[derive(Debug, Subcommand)]
pub(crate) enum Keys {
    /// Make a key file, for standby.key_file
    New {
        /// The file to make; it must not exist
        file: PathBuf,
    },
    /// Show where the room's keys are, and whether the key file opens them
    Status,
    /// Wrap the room's keys with another key file; the room may be open
    Rotate {
        /// The new key file, made with `cardroom keys new`
        #[arg(long, value_name = "FILE")]
        to: PathBuf,
    },
    /// Write the room's keys as files, as a room without a key file has them
    Export {
        /// The directory to write them to
        directory: PathBuf,
        /// Delete the keys from the database afterwards; the room must be closed
        #[arg(long)]
        delete: bool,
    },
}

impl Keys {
    /// Runs a command on the keys of a room. Returns `false` if the key file does not open them.
    pub(crate) async fn run(&self, config: &Config, out: &mut impl Write) -> anyhow::Result<bool> {
        match self {
            Self::New { file } => make_key_file(file, out).map(|()| true),
            Self::Status => status(config, out).await,
            Self::Rotate { to } => rotate(config, to, out).await.map(|()| true),
            Self::Export { directory, delete } => {
                export(config, directory, *delete, out).await.map(|()| true)
            }
        }
    }
}

/// Makes a key file.
pub(crate) fn make_key_file(file: &Path, out: &mut impl Write) -> anyhow::Result<()> {
    let made = KeyFile::create(file)?;
    writeln!(
        out,
        "{} is the key file {}. Copy it to both machines, name it there in standby.key_file, and \
         keep a copy elsewhere: without it, the room's keys are lost.",
        file.display(),
        made.name()
    )?;
    Ok(())
}

async fn status(config: &Config, out: &mut impl Write) -> anyhow::Result<bool> {
    let ring = match config.store.place(&config.server.data_dir) {
        Some(StorePlace::Postgres(url)) => {
            PostgresKeys::connect(url.revealed()).await?.ring().await?
        }
        _ => None,
    };
    let key_file = config.standby.key_file();
    let Some(ring) = ring else {
        writeln!(out, "The room's keys are files in {}.", keys_directory(config).display())?;
        match key_file {
            None => writeln!(out, "standby.key_file names no key file.")?,
            Some(path) => {
                let file = KeyFile::read(path)?;
                writeln!(
                    out,
                    "The next start puts them into the database, wrapped with {} ({}).",
                    path.display(),
                    file.name()
                )?;
            }
        }
        return Ok(true);
    };
    let Some(path) = key_file else {
        writeln!(out, "The room's keys are in its database. standby.key_file names no key file.")?;
        return Ok(false);
    };
    let file = KeyFile::read(path)?;
    let keys = match opens(&ring, &file).and_then(|()| RoomKeys::unwrap(&ring, &file)) {
        Ok(keys) => keys,
        Err(error) => {
            writeln!(out, "{error}")?;
            return Ok(false);
        }
    };
    writeln!(
        out,
        "The room's keys are in its database, and {} ({}) opens them: {} of decks, the archive key, \
         and the key for notices.",
        path.display(),
        file.name(),
        keys.of_decks()
    )?;
    Ok(true)
}

async fn rotate(config: &Config, to: &Path, out: &mut impl Write) -> anyhow::Result<()> {
    let (mut keys, file) = opened(config).await?;
    let next = KeyFile::read(to)?;
    anyhow::ensure!(
        next.id() != file.id(),
        "{} and {} are the same key file. Make another one with `cardroom keys new`.",
        to.display(),
        file.path().display()
    );
    loop {
        let before = ring_of(&mut keys).await?;
        let after = RoomKeys::unwrap(&before, &file)?.wrap(&next);
        // A room that opens at this moment adds a key.
        if keys.replace(&before, &after).await? {
            break;
        }
    }
    writeln!(
        out,
        "{} ({}) opens the room's keys now, and {} ({}) no longer does. Put the new file in its \
         place on both machines before a room starts again. An open room needs no restart.",
        to.display(),
        next.name(),
        file.path().display(),
        file.name()
    )?;
    Ok(())
}

async fn export(
    config: &Config,
    directory: &Path,
    delete: bool,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let (mut keys, file) = opened(config).await?;
    // Holds the room's lock, so that no room opens until the keys are deleted.
    let store = match delete {
        true => {
            let url = config.store.url.revealed();
            Some(PostgresStore::open(url, Synchronous::Full, config.store.keep_snapshots).await?)
        }
        false => None,
    };
    RoomKeys::unwrap(&ring_of(&mut keys).await?, &file)?.export(directory)?;
    writeln!(
        out,
        "Wrote the room's keys to {}. Anyone who can read these files and the database sees every \
         card.",
        directory.display()
    )?;
    let Some(store) = store else { return Ok(()) };
    store.end_key_ring().await?;
    store.close().await?;
    writeln!(
        out,
        "The database has no keys any more. Move the files to {}, and take standby.key_file out of \
         the configuration, before the room starts again.",
        keys_directory(config).display()
    )?;
    Ok(())
}

/// Connects to the database, and reads the key file that the configuration names.
async fn opened(config: &Config) -> anyhow::Result<(PostgresKeys, KeyFile)> {
    let key_file = config.standby.key_file();
    let key_file = key_file.context(
        "standby.key_file names no key file, so the room's keys are files of its data directory.",
    )?;
    let file = KeyFile::read(key_file)?;
    Ok((PostgresKeys::connect(config.store.url.revealed()).await?, file))
}

async fn ring_of(keys: &mut PostgresKeys) -> anyhow::Result<StoredKeyRing> {
    let ring = keys.ring().await?;
    ring.context("The database has no keys yet. Start the room once with this configuration.")
}
