//! Creates an empty database for each room that is measured on PostgreSQL, next to the named one,
//! and drops it afterwards.

use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use std::sync::atomic::{AtomicU32, Ordering};

/// Why a database cannot be created.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PostgresError {
    #[error("a PostgreSQL URL ends with a database, as in postgres://USER@HOST/DATABASE")]
    NoDatabase,
    #[error("cannot make an empty PostgreSQL database: {0}")]
    Database(#[from] sqlx::Error),
}

/// An empty, temporary database.
pub(crate) struct EmptyDatabase {
    beside: String,
    name: String,
    url: String,
}

impl EmptyDatabase {
    /// Creates a database on the server of a URL, whose role must be allowed to.
    pub(crate) async fn create(beside: &str) -> Result<Self, PostgresError> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("cardroom_load_{}_{number}", std::process::id());
        let url = with_database(beside, &name).ok_or(PostgresError::NoDatabase)?;
        execute(beside, format!("CREATE DATABASE {name}")).await?;
        Ok(Self { beside: beside.to_owned(), name, url })
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Drops the database, even with open connections.
    pub(crate) async fn drop(self) -> Result<(), PostgresError> {
        execute(&self.beside, format!("DROP DATABASE {} WITH (FORCE)", self.name)).await
    }
}

async fn execute(url: &str, statement: String) -> Result<(), PostgresError> {
    let mut connection = PgConnection::connect(url).await?;
    // The name consists only of a process id and a number.
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut connection).await?;
    connection.close().await?;
    Ok(())
}

/// Replaces the database of a URL.
fn with_database(url: &str, name: &str) -> Option<String> {
    let (place, query) = match url.split_once('?') {
        Some((place, query)) => (place, format!("?{query}")),
        None => (url, String::new()),
    };
    let (scheme, rest) = place.split_once("://")?;
    let (host, _) = rest.split_once('/')?;
    Some(format!("{scheme}://{host}/{name}{query}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_database_of_a_url_is_another() {
        let with = |url| with_database(url, "new");
        assert_eq!(
            with("postgres://room@localhost/room?host=/tmp/a/b").as_deref(),
            Some("postgres://room@localhost/new?host=/tmp/a/b")
        );
        assert_eq!(with("postgres://u:p@db:5432/x").as_deref(), Some("postgres://u:p@db:5432/new"));
        assert_eq!(with("postgres://db"), None);
        assert_eq!(with("db"), None);
    }
}
