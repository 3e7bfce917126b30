//! Where a store is, and how durable its commits are.

use crate::servers::{self, ServerListError};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::path::PathBuf;

/// The location of the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StorePlace {
    Sqlite(PathBuf),
    Postgres(StoreUrl),
}

/// How durable a commit is before it is acknowledged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Synchronous {
    /// The operating system, or PostgreSQL's memory, has it. A crash of this process loses nothing.
    /// A power failure may lose the last moments before it, but never half a step, and never the
    /// order of the rest.
    Normal,
    /// The disk has it. A power failure loses nothing that a client has received.
    Full,
}

/// `sqlite`, `sqlite:PATH` or `postgres://...`. Printed, logged and
/// serialized without its password.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct StoreUrl(String);

/// The replacement for a password.
const HIDDEN: &str = "***";

impl StoreUrl {
    /// Returns the whole address, including its password.
    #[must_use]
    pub fn revealed(&self) -> &str {
        &self.0
    }

    /// Returns `true` if a password is part of it.
    #[must_use]
    pub fn has_password(&self) -> bool {
        self.hidden() != self.0
    }

    /// Returns `true` if it is the address of a PostgreSQL server.
    #[must_use]
    pub fn is_postgres(&self) -> bool {
        ["postgres://", "postgresql://"].iter().any(|scheme| self.0.starts_with(scheme))
    }

    /// Checks the servers that the address names, and returns how many there are.
    ///
    /// # Errors
    /// The list has an empty entry, the same entry twice, or too many entries.
    pub fn servers(&self) -> Result<usize, ServerListError> {
        servers::split(&self.0).map(|servers| servers.len())
    }

    /// Returns the address with `***` for every password: the one before the host,
    /// and those in parameters.
    fn hidden(&self) -> String {
        if !self.is_postgres() {
            return self.0.clone();
        }
        let (address, query) = self.0.split_once('?').unwrap_or((&self.0, ""));
        let hide = |pair: &str| match pair.split_once('=') {
            Some((key, _)) if key.contains("password") => format!("{key}={HIDDEN}"),
            _ => pair.to_owned(),
        };
        let query = query.split('&').map(hide).collect::<Vec<_>>().join("&");
        let url = if query.is_empty() { address.to_owned() } else { format!("{address}?{query}") };
        // A password may contain anything, even unescaped special characters, so the host
        // follows the last @.
        let parts = url.split_once("://").and_then(|(scheme, rest)| {
            let (user, host) = rest.rsplit_once('@')?;
            let (user, _) = user.split_once(':')?;
            Some(format!("{scheme}://{user}:{HIDDEN}@{host}"))
        });
        parts.unwrap_or(url)
    }
}

impl From<&str> for StoreUrl {
    fn from(url: &str) -> Self {
        Self(url.to_owned())
    }
}

impl fmt::Display for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.hidden())
    }
}

impl fmt::Debug for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.hidden())
    }
}

impl Serialize for StoreUrl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.hidden())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_shown() {
        for (url, shown) in [
            ("sqlite", "sqlite"),
            ("sqlite:/var/lib/room@home:x/a.db", "sqlite:/var/lib/room@home:x/a.db"),
            ("postgres://room@db/x", "postgres://room@db/x"),
            ("postgres://room:hunter2@db:5432/x", "postgres://room:***@db:5432/x"),
            (
                "postgresql://room:a@b/c:d@db/x?sslmode=require",
                "postgresql://room:***@db/x?sslmode=require",
            ),
            ("postgres://room:a?b@db/x", "postgres://room:***@db/x"),
            ("postgres://room:a,b@db1:5432,db2/x", "postgres://room:***@db1:5432,db2/x"),
            ("postgres:///x?password=a@b", "postgres:///x?password=***"),
            ("postgres:///x?host=/run&password=hunter2", "postgres:///x?host=/run&password=***"),
            ("postgres://db/x?sslpassword=hunter2&a", "postgres://db/x?sslpassword=***&a"),
        ] {
            let url = StoreUrl::from(url);
            assert_eq!(url.to_string(), shown);
            assert_eq!(format!("{url:?}"), format!("{shown:?}"));
            assert_eq!(serde_json::to_value(&url).unwrap(), shown);
        }
    }
}
