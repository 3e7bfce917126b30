//! The servers that a `postgres://` address names. PostgreSQL's own clients take a list of hosts,
//! and try them in order: `postgres://room@a:5432,b:5432/cardroom`.

use std::collections::BTreeSet;

/// The most servers that an address may name.
pub const MOST_SERVERS: usize = 8;

/// The reason why an address names no usable list of servers.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ServerListError {
    #[error("it names {0} servers, and at most {MOST_SERVERS} are tried")]
    TooMany(usize),
    #[error("one of the servers between the commas has no name")]
    Empty,
    #[error("it names {0} twice")]
    Twice(String),
}

/// Splits an address into one for each server that it names, in their order. User, password,
/// database and parameters are the same in all of them.
///
/// # Errors
/// The list has an empty entry, the same entry twice, or more than [`MOST_SERVERS`].
pub(crate) fn split(url: &str) -> Result<Vec<String>, ServerListError> {
    let (address, query) = match url.find('?') {
        Some(at) => url.split_at(at),
        None => (url, ""),
    };
    let Some((scheme, rest)) = address.split_once("://") else { return Ok(vec![url.to_owned()]) };
    // A password may contain anything, even an @ or a comma. The hosts follow the last @.
    let (user, rest) = match rest.rfind('@') {
        Some(at) => rest.split_at(at + 1),
        None => ("", rest),
    };
    let (hosts, database) = match rest.find('/') {
        Some(at) => rest.split_at(at),
        None => (rest, ""),
    };
    let hosts: Vec<&str> = hosts.split(',').collect();
    if hosts.len() > MOST_SERVERS {
        return Err(ServerListError::TooMany(hosts.len()));
    }
    if hosts.len() > 1 {
        if hosts.contains(&"") {
            return Err(ServerListError::Empty);
        }
        let mut seen = BTreeSet::new();
        if let Some(twice) = hosts.iter().find(|host| !seen.insert(with_port(host))) {
            return Err(ServerListError::Twice((*twice).to_owned()));
        }
    }
    let one = |host| format!("{scheme}://{user}{host}{database}{query}");
    Ok(hosts.into_iter().map(one).collect())
}

/// Returns a host with its port, in one form for comparison.
fn with_port(host: &str) -> String {
    let host = host.to_lowercase();
    // The colons of an IPv6 address are in brackets.
    let has_port = host.rsplit_once(':').is_some_and(|(_, port)| !port.contains(']'));
    if has_port { host } else { format!("{host}:5432") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_split_into_one_for_each_server() {
        for (url, servers) in [
            ("postgres://room@a/x", vec!["postgres://room@a/x"]),
            (
                "postgres://room:p,w@x@a:5432,b:5433/cards?sslmode=require&options=-c,x",
                vec![
                    "postgres://room:p,w@x@a:5432/cards?sslmode=require&options=-c,x",
                    "postgres://room:p,w@x@b:5433/cards?sslmode=require&options=-c,x",
                ],
            ),
            ("postgresql://a,[::1]:7/x", vec!["postgresql://a/x", "postgresql://[::1]:7/x"]),
            ("postgres://a,b", vec!["postgres://a", "postgres://b"]),
            ("postgres:///x?host=/run,/tmp", vec!["postgres:///x?host=/run,/tmp"]),
            ("sqlite", vec!["sqlite"]),
        ] {
            assert_eq!(split(url).unwrap(), servers, "{url}");
        }
    }

    #[test]
    fn a_list_that_cannot_be_meant_is_refused() {
        let empty = Err(ServerListError::Empty);
        assert_eq!(split("postgres://room@a,,b/x"), empty);
        assert_eq!(split("postgres://room@a,/x"), empty);
        let twice = |host: &str| Err(ServerListError::Twice(host.to_owned()));
        assert_eq!(split("postgres://a,b,a/x"), twice("a"));
        assert_eq!(split("postgres://DB,b,db:5432/x"), twice("db:5432"));
        assert_eq!(split("postgres://[::1],[::1]:5432/x"), twice("[::1]:5432"));
        assert!(split("postgres://db:1,db:2/x").is_ok());
        let nine =
            format!("postgres://{}/x", (0..9).map(|n| n.to_string()).collect::<Vec<_>>().join(","));
        assert_eq!(split(&nine), Err(ServerListError::TooMany(9)));
    }
}
