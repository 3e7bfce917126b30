//! The address of a subscription. A browser names it and the room sends requests there, so it must
//! lead nowhere but to a push service on the internet. The name is checked here; the addresses
//! behind it are checked when the room connects ([`cardroom_https::is_public`]).

use cardroom_https::is_public;
use http::Uri;
use std::net::IpAddr;

/// The most bytes of an address. Those of the large services have up to 500.
pub const MAX_ENDPOINT_BYTES: usize = 1_024;

/// Where push services may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// On the public internet, by `https`.
    Public,
    /// There or on this machine, even by `http`, for tests.
    Loopback,
}

/// Why an address cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EndpointError {
    #[error("The address of a push service has at most {MAX_ENDPOINT_BYTES} bytes.")]
    TooLong,
    #[error("The address of a push service begins with https:// and a host.")]
    NotSecure,
    #[error("The push service must be on the public internet.")]
    NotPublic,
}

/// The address of a subscription.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Endpoint {
    uri: Uri,
}

impl Endpoint {
    /// Reads the address that a browser gave.
    ///
    /// # Errors
    /// It is too long, not secure, or not on the public internet.
    pub fn parse(text: &str, reach: Reach) -> Result<Self, EndpointError> {
        if text.len() > MAX_ENDPOINT_BYTES {
            return Err(EndpointError::TooLong);
        }
        let uri: Uri = text.parse().map_err(|_| EndpointError::NotSecure)?;
        let authority = uri.authority().ok_or(EndpointError::NotSecure)?;
        let host = authority.host().trim_start_matches('[').trim_end_matches(']');
        if host.is_empty() || authority.as_str().contains('@') {
            return Err(EndpointError::NotSecure);
        }
        let address = host.parse::<IpAddr>().ok();
        let here = host == "localhost" || address.is_some_and(|address| address.is_loopback());
        if here && reach == Reach::Loopback {
            return Ok(Self { uri });
        }
        if uri.scheme_str() != Some("https") {
            return Err(EndpointError::NotSecure);
        }
        // A name without a dot is one of the local network.
        let is_local =
            address.map_or(!host.trim_end_matches('.').contains('.'), |it| !is_public(it));
        if is_local {
            return Err(EndpointError::NotPublic);
        }
        Ok(Self { uri })
    }

    #[must_use]
    pub fn uri(&self) -> &Uri {
        &self.uri
    }

    /// Returns scheme, host and port, as a signature names the service (RFC 6454, section 6.2).
    #[must_use]
    pub fn origin(&self) -> String {
        let scheme = self.uri.scheme_str().unwrap_or("https");
        let host = self.uri.host().unwrap_or_default();
        let usual = if scheme == "https" { 443 } else { 80 };
        match self.uri.port_u16().filter(|port| *port != usual) {
            Some(port) => format!("{scheme}://{host}:{port}"),
            None => format!("{scheme}://{host}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn services_on_the_internet_are_reached_by_https() {
        for (address, origin) in [
            ("https://fcm.googleapis.com/fcm/send/abc:def", "https://fcm.googleapis.com"),
            (
                "https://updates.push.services.mozilla.com:443/wpush/v2/x",
                "https://updates.push.services.mozilla.com",
            ),
            ("https://push.example:8443/x", "https://push.example:8443"),
            ("https://1.1.1.1/x", "https://1.1.1.1"),
        ] {
            assert_eq!(Endpoint::parse(address, Reach::Public).unwrap().origin(), origin);
        }
    }

    #[test]
    fn an_address_that_leads_into_the_room_s_own_network_is_refused() {
        use EndpointError as E;
        for (address, why) in [
            ("http://push.example/x", E::NotSecure),
            ("https:///x", E::NotSecure),
            ("/x", E::NotSecure),
            ("https://user@push.example/x", E::NotSecure),
            ("file:///etc/passwd", E::NotSecure),
            ("https://localhost/x", E::NotPublic),
            ("https://router/x", E::NotPublic),
            ("https://127.0.0.1:7778/metrics", E::NotPublic),
            ("https://10.0.0.1/x", E::NotPublic),
            ("https://169.254.169.254/latest", E::NotPublic),
            ("https://[::1]/x", E::NotPublic),
            ("https://[fd00::1]/x", E::NotPublic),
            ("https://[::ffff:192.168.0.1]/x", E::NotPublic),
        ] {
            assert_eq!(Endpoint::parse(address, Reach::Public), Err(why), "{address}");
        }
        let long = format!("https://push.example/{}", "x".repeat(MAX_ENDPOINT_BYTES));
        assert_eq!(Endpoint::parse(&long, Reach::Public), Err(E::TooLong));
    }

    #[test]
    fn a_test_may_have_its_service_on_loopback_and_nowhere_else_in_private() {
        assert!(Endpoint::parse("http://127.0.0.1:9/x", Reach::Loopback).is_ok());
        let private = Endpoint::parse("https://10.0.0.1/x", Reach::Loopback);
        assert_eq!(private, Err(EndpointError::NotPublic));
        let plain = Endpoint::parse("http://push.example/x", Reach::Loopback);
        assert_eq!(plain, Err(EndpointError::NotSecure));
    }
}
