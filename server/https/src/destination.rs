//! The destination of a request, and the checks that need no lookup of its host.

use crate::HttpError;
use crate::hosts::{Hosts, plain};
use crate::public::is_public;
use http::Uri;
use std::net::IpAddr;

/// The host and the port of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Destination {
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) uses_tls: bool,
    /// The operator listed the host, so it may be on a private network.
    pub(crate) is_listed: bool,
}

/// Why nothing will ever be sent to an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AddressError {
    #[error("The address begins with https:// and a host.")]
    NoAddress,
    #[error("The address may have no user name and no password.")]
    Credentials,
    #[error(
        "The address begins with https://. To send without TLS, list its host in outgoing.allow."
    )]
    NotSecure,
    #[error(
        "The address is not on the public internet. To send there, list its host in outgoing.allow."
    )]
    NotPublic,
}

impl Destination {
    /// Reads where a request goes.
    pub(crate) fn of(uri: &Uri, listed: &Hosts) -> Result<Self, HttpError> {
        let authority = uri.authority().ok_or(HttpError::NoAddress)?;
        let host = plain(authority.host());
        let uses_tls = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err(HttpError::NoAddress),
        };
        if host.is_empty() {
            return Err(HttpError::NoAddress);
        }
        if authority.as_str().contains('@') {
            return Err(HttpError::Credentials);
        }
        if !uses_tls && !listed.lists_without_tls(&host) {
            return Err(HttpError::NotSecure(host));
        }
        let is_listed = listed.lists(&host);
        let port = uri.port_u16().unwrap_or(if uses_tls { 443 } else { 80 });
        Ok(Self { host, port, uses_tls, is_listed })
    }

    /// Returns an error if the host has an address that a request may not go to.
    pub(crate) fn check(&self, addresses: &[IpAddr]) -> Result<(), HttpError> {
        if addresses.is_empty() {
            return Err(HttpError::NoSuchHost(self.host.clone()));
        }
        match addresses.iter().find(|address| !is_public(**address)) {
            Some(private) if !self.is_listed => {
                Err(HttpError::NotPublic(self.host.clone(), *private))
            }
            _ => Ok(()),
        }
    }
}

/// Checks an address that the room is asked to send to, without resolving its host.
pub(crate) fn check_address(address: &str, listed: &Hosts) -> Result<Uri, AddressError> {
    let uri: Uri = address.parse().map_err(|_| AddressError::NoAddress)?;
    let destination = Destination::of(&uri, listed).map_err(|error| match error {
        HttpError::Credentials => AddressError::Credentials,
        HttpError::NotSecure(_) => AddressError::NotSecure,
        _ => AddressError::NoAddress,
    })?;
    // A name without a dot is one of the local network.
    let is_local = match destination.host.parse::<IpAddr>() {
        Ok(address) => !is_public(address),
        Err(_) => !destination.host.trim_end_matches('.').contains('.'),
    };
    if is_local && !destination.is_listed {
        return Err(AddressError::NotPublic);
    }
    Ok(uri)
}

/// Returns `true` for an address of the operator's own settings that secrets may be sent to:
/// `https://`, or `http://` on this machine.
#[must_use]
pub fn is_reachable_address(address: &str) -> bool {
    let Ok(uri) = address.parse::<Uri>() else { return false };
    let host = uri.host().map(plain).unwrap_or_default();
    let is_here =
        || host == "localhost" || host.parse().is_ok_and(|address: IpAddr| address.is_loopback());
    match uri.scheme_str() {
        Some("https") => !host.is_empty(),
        Some("http") => is_here(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_leads_nowhere_public_is_refused_before_it_is_resolved() {
        use AddressError as E;
        let none = Hosts::default();
        for (address, why) in [
            ("", E::NoAddress),
            ("/x", E::NoAddress),
            ("https:///x", E::NoAddress),
            ("ftp://club.example/", E::NoAddress),
            ("file:///etc/passwd", E::NoAddress),
            ("https://ada:secret@club.example/", E::Credentials),
            ("https://ada@127.0.0.1/", E::Credentials),
            ("http://club.example/", E::NotSecure),
            ("http://127.0.0.1/", E::NotSecure),
            ("https://localhost/", E::NotPublic),
            ("https://router/", E::NotPublic),
            ("https://127.0.0.1:7778/metrics", E::NotPublic),
            ("https://0.0.0.0/", E::NotPublic),
            ("https://10.0.0.1/", E::NotPublic),
            ("https://169.254.169.254/latest", E::NotPublic),
            ("https://224.0.0.1/", E::NotPublic),
            ("https://[::]/", E::NotPublic),
            ("https://[::1]/", E::NotPublic),
            ("https://[fe80::1]/", E::NotPublic),
            ("https://[::ffff:192.168.0.1]/", E::NotPublic),
        ] {
            assert_eq!(check_address(address, &none), Err(why), "{address}");
        }
        for address in
            ["https://club.example/hooks", "https://1.1.1.1:8443/", "https://[2606:4700::1]/"]
        {
            assert!(check_address(address, &none).is_ok(), "{address}");
        }
    }

    #[test]
    fn a_listed_host_may_be_private_and_without_tls_but_has_no_credentials() {
        let listed = Hosts::new(&["club.lan".to_owned(), "127.0.0.1".to_owned()]);
        for address in ["http://club.lan:8080/x", "https://CLUB.lan/", "http://127.0.0.1:9/"] {
            assert!(check_address(address, &listed).is_ok(), "{address}");
        }
        let refused = check_address("http://ada@club.lan/", &listed);
        assert_eq!(refused, Err(AddressError::Credentials));
        let other = check_address("http://127.0.0.2/", &listed);
        assert_eq!(other, Err(AddressError::NotSecure));
    }

    #[test]
    fn secrets_go_over_tls_or_stay_on_this_machine() {
        for address in ["https://login.example", "http://localhost:8080/x", "http://[::1]/"] {
            assert!(is_reachable_address(address), "{address}");
        }
        for address in ["http://login.example", "http://10.0.0.1/", "https://", "login.example", ""]
        {
            assert!(!is_reachable_address(address), "{address}");
        }
    }
}
