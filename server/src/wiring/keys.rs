//! Where a room's keys are: files of its data directory, or a key ring in its database.

use super::StartError;
use crate::config::Config;
use crate::store::{KeyStore, LogId, PostgresKeys};
use crate::vault::{KeyFile, Keys, KeysError, Vault, could_open, must_have_none, note_deal_head};
use std::path::PathBuf;

/// Opens the room's keys, and creates a new one. They are in the data directory, or in the store if
/// the configuration names a key file.
///
/// # Errors
/// The directory, the key file or the store cannot be used.
pub async fn open_vault(config: &Config, store: &dyn KeyStore) -> Result<Vault, StartError> {
    let path = directory(config);
    let Some(key_file) = config.standby.key_file() else {
        must_have_none(store.key_ring().await?.as_ref())?;
        return Vault::open(&path).map_err(|error| StartError::DataDir { path, error });
    };
    let file = KeyFile::read(key_file).map_err(KeysError::from)?;
    Ok(Vault::open_ring(store, &file, &path).await?)
}

/// Opens the key for completed hands, for a command that only reads them; `None` if there is none.
/// The room may be open.
///
/// # Errors
/// The directory, the key file or the database cannot be used.
pub async fn reading_vault(config: &Config) -> Result<Option<Vault>, StartError> {
    let path = directory(config);
    let Some(key_file) = config.standby.key_file() else {
        return Vault::for_reading(&path).map_err(|error| StartError::DataDir { path, error });
    };
    let file = KeyFile::read(key_file).map_err(KeysError::from)?;
    let ring = PostgresKeys::connect(config.store.url.revealed()).await?.ring().await?;
    Ok(ring.map(|ring| Vault::for_reading_from(&ring, &file)).transpose()?)
}

/// Checks that this process could open the keys of the room, which may be open elsewhere. Reads the
/// key file each time, so that it may be replaced, and changes nothing.
///
/// # Errors
/// It could not, for the reason in the error.
pub async fn check_keys(config: &Config) -> Result<(), StartError> {
    let mut keys = PostgresKeys::connect(config.store.url.revealed()).await?;
    let ring = keys.ring().await?;
    let Some(key_file) = config.standby.key_file() else {
        return Ok(must_have_none(ring.as_ref())?);
    };
    let has_sealed = keys.has_sealed().await?;
    Ok(could_open(ring.as_ref(), key_file, &directory(config), has_sealed)?)
}

/// Notes the last head of the log of deals in a file of this machine, while another machine is the
/// room. If the database loses its end before this machine takes over, the file shows it.
///
/// # Errors
/// The directory, the key file or the database cannot be used.
pub async fn note_head(config: &Config) -> Result<(), StartError> {
    let Some(key_file) = config.standby.key_file() else { return Ok(()) };
    let mut database = PostgresKeys::connect(config.store.url.revealed()).await?;
    let Some(ring) = database.ring().await? else { return Ok(()) };
    let file = KeyFile::read(key_file).map_err(KeysError::from)?;
    let Some(keys) = Keys::unwrap(&ring, &file)?.deals() else { return Ok(()) };
    let Some(head) = database.log_head(LogId::of(&keys.key.public())).await? else {
        return Ok(());
    };
    let path = directory(config);
    note_deal_head(&path, &keys, &head).map_err(|error| StartError::DataDir { path, error })
}

/// Returns the directory of the keys that are files.
pub(crate) fn directory(config: &Config) -> PathBuf {
    config.server.data_dir.join("keys")
}
