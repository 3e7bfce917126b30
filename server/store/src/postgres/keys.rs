//! The key ring, for the room and for those that may not hold its lock: commands beside an open
//! room, and a process that waits for its place.

use super::servers::Servers;
use super::{Connection, PostgresStore};
use crate::{KeyFileId, KeyStore, LogId, StoreError, StoredKeyRing, duplicate_or_failed, failed};
use async_trait::async_trait;
use sqlx::{ConnectOptions as _, Connection as _, PgTransaction};

#[async_trait]
impl KeyStore for PostgresStore {
    async fn key_ring(&self) -> Result<Option<StoredKeyRing>, StoreError> {
        let mut lent = self.lend().await?;
        let read = read_in_one_moment(&mut lent.connection).await;
        lent.kept(read)
    }

    async fn begin_key_ring(&self, ring: &StoredKeyRing) -> Result<(), StoreError> {
        let mut lent = self.lend().await?;
        let begun = begin(&mut lent.connection, ring).await;
        lent.kept(begun)
    }

    async fn add_key(
        &self,
        opened_by: KeyFileId,
        name: &str,
        wrapped: &[u8],
    ) -> Result<(), StoreError> {
        // A change to another key file is either over, or waits until the key is there.
        let insert = sqlx::query(
            "INSERT INTO room_key (name, wrapped)
             SELECT $2, $3 FROM key_ring WHERE opened_by = $1 FOR SHARE",
        );
        let insert = insert.bind(opened_by.to_vec()).bind(name).bind(wrapped);
        let mut lent = self.lend().await?;
        let done = insert.execute(&mut lent.connection).await;
        let done = lent.done(done).map_err(duplicate_or_failed(|| format!("the key {name}")))?;
        if done.rows_affected() == 0 { Err(StoreError::OtherKeyFile) } else { Ok(()) }
    }

    async fn delete_keys(&self, names: &[String]) -> Result<(), StoreError> {
        let delete = sqlx::query("DELETE FROM room_key WHERE name = ANY($1)");
        self.write(delete.bind(names.to_vec())).await.map(|_| ())
    }

    async fn end_key_ring(&self) -> Result<(), StoreError> {
        let end = "WITH ended AS (DELETE FROM key_ring) DELETE FROM room_key";
        self.write(sqlx::query(end)).await.map(|_| ())
    }

    async fn has_sealed(&self) -> Result<bool, StoreError> {
        let mut lent = self.lend().await?;
        let found = find_sealed(&mut lent.connection).await;
        lent.done(found).map_err(failed)
    }
}

/// The ring of a room that may be open, over a connection without the room's lock.
#[derive(Debug)]
pub struct PostgresKeys {
    connection: Connection,
}

impl PostgresKeys {
    /// Connects to the database at `url`, which it leaves as it is.
    ///
    /// # Errors
    /// No server can be reached.
    pub async fn connect(url: &str) -> Result<Self, StoreError> {
        let servers = Servers::of(url)?.with(|options| {
            options
                .application_name("cardroom keys")
                .disable_statement_logging()
                .options([("synchronous_commit", "on")])
        });
        let (connection, _) = servers.connect().await?;
        Ok(Self { connection })
    }

    /// Returns the ring; `None` before it was begun, also if the program that made the database
    /// knew no rings.
    ///
    /// # Errors
    /// The database failed.
    pub async fn ring(&mut self) -> Result<Option<StoredKeyRing>, StoreError> {
        if !self.has_table("key_ring").await? {
            return Ok(None);
        }
        read_in_one_moment(&mut self.connection).await
    }

    /// Returns what [`KeyStore::has_sealed`] does, and `false` for a database without a room.
    ///
    /// # Errors
    /// The database failed.
    pub async fn has_sealed(&mut self) -> Result<bool, StoreError> {
        // The youngest table of those that are asked.
        if !self.has_table("second_factor").await? {
            return Ok(false);
        }
        find_sealed(&mut self.connection).await.map_err(failed)
    }

    /// Returns the last signed head of a log of deals.
    ///
    /// # Errors
    /// The database failed.
    pub async fn log_head(&mut self, log: LogId) -> Result<Option<String>, StoreError> {
        if !self.has_table("deal_head").await? {
            return Ok(None);
        }
        let find = sqlx::query_scalar("SELECT checkpoint FROM deal_head WHERE log = $1");
        let find = find.bind(i64::try_from(log.0).unwrap_or(i64::MAX));
        find.fetch_optional(&mut self.connection).await.map_err(failed)
    }

    /// Puts a ring in place of the one before, whole and on the disk, while the room may be open.
    /// Returns `false` and changes nothing if the ring is another one by now.
    ///
    /// # Errors
    /// The database failed.
    pub async fn replace(
        &mut self,
        before: &StoredKeyRing,
        after: &StoredKeyRing,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.connection.begin().await.map_err(failed)?;
        if read(&mut transaction, " FOR UPDATE").await?.as_ref() != Some(before) {
            return Ok(false);
        }
        let delete = "WITH ended AS (DELETE FROM room_key) UPDATE key_ring SET opened_by = $1";
        let delete = sqlx::query(delete).bind(after.opened_by.to_vec());
        delete.execute(&mut *transaction).await.map_err(failed)?;
        insert_keys(&mut transaction, after).await?;
        transaction.commit().await.map_err(failed)?;
        Ok(true)
    }

    async fn has_table(&mut self, name: &str) -> Result<bool, StoreError> {
        let find = sqlx::query_scalar("SELECT to_regclass($1) IS NOT NULL");
        find.bind(name).fetch_one(&mut self.connection).await.map_err(failed)
    }
}

async fn read_in_one_moment(
    connection: &mut Connection,
) -> Result<Option<StoredKeyRing>, StoreError> {
    const ONE_MOMENT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
    let mut transaction = connection.begin_with(ONE_MOMENT).await.map_err(failed)?;
    let ring = read(&mut transaction, "").await?;
    transaction.commit().await.map_err(failed)?;
    Ok(ring)
}

async fn read(
    transaction: &mut PgTransaction<'_>,
    lock: &'static str,
) -> Result<Option<StoredKeyRing>, StoreError> {
    let select = format!("SELECT opened_by FROM key_ring{lock}");
    let opened_by = sqlx::query_scalar(sqlx::AssertSqlSafe(select));
    let opened_by: Option<Vec<u8>> =
        opened_by.fetch_optional(&mut **transaction).await.map_err(failed)?;
    let Some(opened_by) = opened_by else { return Ok(None) };
    let opened_by = <KeyFileId>::try_from(opened_by)
        .map_err(|_| StoreError::Damaged("the key ring names no key file".to_owned()))?;
    let select = sqlx::query_as("SELECT name, wrapped FROM room_key");
    let keys: Vec<(String, Vec<u8>)> =
        select.fetch_all(&mut **transaction).await.map_err(failed)?;
    Ok(Some(StoredKeyRing { opened_by, keys: keys.into_iter().collect() }))
}

async fn begin(connection: &mut Connection, ring: &StoredKeyRing) -> Result<(), StoreError> {
    let mut transaction = connection.begin().await.map_err(failed)?;
    // The files that had these keys are deleted afterwards.
    let wait = sqlx::query("SET LOCAL synchronous_commit = on");
    wait.execute(&mut *transaction).await.map_err(failed)?;
    let insert = sqlx::query("INSERT INTO key_ring (opened_by) VALUES ($1)");
    let inserted = insert.bind(ring.opened_by.to_vec()).execute(&mut *transaction).await;
    inserted.map_err(duplicate_or_failed(|| "the key ring".to_owned()))?;
    insert_keys(&mut transaction, ring).await?;
    transaction.commit().await.map_err(failed)
}

async fn insert_keys(
    transaction: &mut PgTransaction<'_>,
    ring: &StoredKeyRing,
) -> Result<(), StoreError> {
    let (names, wrapped): (Vec<String>, Vec<Vec<u8>>) = ring.keys.clone().into_iter().unzip();
    let insert = sqlx::query(
        "INSERT INTO room_key (name, wrapped) SELECT * FROM UNNEST($1::text[], $2::bytea[])",
    );
    let inserted = insert.bind(names).bind(wrapped).execute(&mut **transaction).await;
    inserted.map(|_| ()).map_err(failed)
}

async fn find_sealed(connection: &mut Connection) -> Result<bool, sqlx::Error> {
    let find = "SELECT EXISTS (SELECT 1 FROM hand) OR EXISTS (SELECT 1 FROM second_factor)
        OR EXISTS (SELECT 1 FROM hosted_table)
        OR EXISTS (SELECT 1 FROM tournament WHERE code IS NOT NULL)";
    sqlx::query_scalar(find).fetch_one(connection).await
}
