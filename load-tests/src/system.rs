//! Limits of the operating system that affect a load generator, and what it reports about itself.

use rustix::fs::statfs;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;

/// Files that a process has open in addition to its connections.
const OTHER_FILES: u64 = 256;
/// One source address has some 28,000 ports, part of which may still be closing.
const CONNECTIONS_PER_SOURCE: usize = 20_000;

/// This process may not have enough connections open.
#[derive(Debug, thiserror::Error)]
#[error(
    "{needed} connections need more open files than the {allowed} that are allowed; \
     raise the limit: `ulimit -n {needed}`"
)]
pub(crate) struct TooManyFiles {
    needed: u64,
    allowed: u64,
}

/// Allows this process, and the server it starts, this number of open connections.
pub(crate) fn allow_connections(connections: u64) -> Result<(), TooManyFiles> {
    let needed = connections + OTHER_FILES;
    let limit = getrlimit(Resource::Nofile);
    if limit.current.is_none_or(|current| current >= needed) {
        return Ok(());
    }
    // Raise to the maximum, because the server shares the limit and has its own files.
    let raised = Rlimit { current: limit.maximum, ..limit };
    let allowed = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(_) => limit.current,
    };
    match allowed {
        Some(allowed) if allowed < needed => Err(TooManyFiles { needed, allowed }),
        _ => Ok(()),
    }
}

/// Returns local addresses for connections to a server on this machine, or none if one is enough.
pub(crate) fn loopback_sources(connections: usize) -> Vec<IpAddr> {
    if connections <= CONNECTIONS_PER_SOURCE {
        return Vec::new();
    }
    let sources = connections.div_ceil(CONNECTIONS_PER_SOURCE);
    let address = |last| IpAddr::V4(Ipv4Addr::new(127, 0, 1, last));
    (1..=254).take(sources).map(address).collect()
}

/// Returns the kind of file system at a path, if it is known.
pub(crate) fn file_system(place: &Path) -> Option<&'static str> {
    // Magic numbers of statfs(2).
    match statfs(place).ok()?.f_type {
        0x0102_1994 => Some(TMPFS),
        0xEF53 => Some("ext4"),
        0x5846_5342 => Some("xfs"),
        0x9123_683E => Some("btrfs"),
        0x794C_7630 => Some("overlay"),
        0x2FC1_2FC1 => Some("zfs"),
        _ => None,
    }
}

/// A file system in memory, where durability costs nothing.
pub(crate) const TMPFS: &str = "tmpfs";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_of_connections_come_from_several_addresses() {
        assert!(loopback_sources(20_000).is_empty());
        let sources = loopback_sources(50_000);
        assert_eq!(sources.len(), 3);
        assert!(sources.iter().all(IpAddr::is_loopback));
    }

    #[test]
    fn more_connections_than_files_are_refused_with_what_to_do() {
        let error = allow_connections(1 << 40).unwrap_err().to_string();
        assert!(error.contains("ulimit -n"), "{error}");
        assert!(allow_connections(10).is_ok());
    }
}
