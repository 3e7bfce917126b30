//! The hosts that an operator listed. They may be on a private network.

use http::Uri;
use std::net::IpAddr;

/// A list of hosts.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Hosts(Vec<Listed>);

/// A listed host.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Listed {
    host: String,
    /// It may be reached without TLS.
    without_tls: bool,
}

impl Hosts {
    /// Lists hosts that may be reached without TLS.
    pub(crate) fn new(hosts: &[String]) -> Self {
        let listed = |host: &String| Listed { host: plain(host), without_tls: true };
        Self(hosts.iter().map(listed).collect())
    }

    /// Lists the host of an address. An address without a host adds nothing.
    pub(crate) fn add_host_of(&mut self, address: &str, without_tls: bool) {
        let Ok(uri) = address.parse::<Uri>() else { return };
        if let Some(host) = uri.host() {
            self.0.push(Listed { host: plain(host), without_tls });
        }
    }

    /// Lists further hosts that may be reached without TLS.
    pub(crate) fn add(&mut self, hosts: &[&str]) {
        let listed = |host: &&str| Listed { host: plain(host), without_tls: true };
        self.0.extend(hosts.iter().map(listed));
    }

    /// Returns `true` for a host that is listed. `host` must be [`plain`].
    pub(crate) fn lists(&self, host: &str) -> bool {
        self.0.iter().any(|listed| listed.host == host)
    }

    /// Returns `true` for a host that may be reached without TLS. `host` must be [`plain`].
    pub(crate) fn lists_without_tls(&self, host: &str) -> bool {
        self.0.iter().any(|listed| listed.without_tls && listed.host == host)
    }
}

/// Returns a host the way two spellings of it are compared: in lower case, an IPv6 address without
/// brackets and in its usual form.
pub(crate) fn plain(host: &str) -> String {
    let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    match host.parse::<IpAddr>() {
        Ok(address) => address.to_string(),
        Err(_) => host.to_ascii_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_listed_in_every_spelling_and_without_its_neighbors() {
        let hosts = ["Club.LAN", "127.0.0.1", "fd00:0::1"].map(str::to_owned);
        let hosts = Hosts::new(&hosts);
        for listed in ["club.lan", "CLUB.lan", "127.0.0.1", "[fd00::1]", "fd00:0:0::1"] {
            assert!(hosts.lists(&plain(listed)), "{listed}");
            assert!(hosts.lists_without_tls(&plain(listed)), "{listed}");
        }
        for other in ["a.club.lan", "club.lan.example", "127.0.0.2", "fd00::2", "localhost", ""] {
            assert!(!hosts.lists(&plain(other)), "{other}");
        }
    }

    #[test]
    fn a_host_can_be_listed_with_tls_alone() {
        let mut hosts = Hosts::default();
        hosts.add_host_of("https://login.lan:8443/realms/club", false);
        hosts.add_host_of("http://[::1]:9/", true);
        hosts.add_host_of("no address", true);
        assert!(hosts.lists("login.lan") && !hosts.lists_without_tls("login.lan"));
        assert!(hosts.lists_without_tls("::1"));
        assert_eq!(hosts.0.len(), 2);
    }
}
