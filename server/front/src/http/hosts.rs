//! Host names that requests may use. A web page can make its own name resolve to the address of
//! this machine (DNS rebinding), and would then have the same origin as the room. Its browser still
//! sends the page's name in `Host`, so the request is refused here.

use super::door::{Door, Peer};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use cardroom_room::room::Room;
use http::uri::Authority;
use http::{HeaderValue, StatusCode, Version, header};
use std::net::IpAddr;
use std::sync::Arc;

/// The names that one listener answers for.
#[derive(Debug)]
pub(super) struct Hosts {
    /// Names and addresses, in the form of [`plain`].
    listed: Vec<String>,
    /// Whether every name is accepted.
    any: bool,
}

/// The reason for a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
enum Refusal {
    #[error("Send one Host header, with the name and port that you connect to.")]
    NoHost,
    #[error(
        "This room does not answer for the host name of this request. Its operator lists names in server.hosts \
         and server.admin_hosts."
    )]
    Misdirected,
}

impl Hosts {
    /// Returns the names of a room's listener. The room's own name is always one of them. Behind
    /// TLS it is the only one unless others are listed.
    pub(super) fn of(door: Door, room: &Room) -> Self {
        let mut listed = match door {
            Door::Admin => room.admin_hosts.clone(),
            Door::Public | Door::Secure => room.hosts.clone(),
            // It sends everyone to the room's own name, whatever name they come by.
            Door::Redirect => Vec::new(),
        };
        if let Some(domain) = &room.domain
            && (door == Door::Secure || door == Door::Public && !listed.is_empty())
        {
            listed.push(domain.clone());
        }
        Self::new(door, &listed)
    }

    /// Creates the names of a listener. The public door accepts every name unless some are listed.
    /// The admin door trusts everyone who reaches it, so it accepts only listed names.
    pub(super) fn new(door: Door, listed: &[String]) -> Self {
        let any = door != Door::Admin && listed.is_empty();
        Self { listed: listed.iter().map(|host| plain(host)).collect(), any }
    }

    /// Checks the host of a request. `own` is the address that the client connected to.
    fn check(&self, request: &Request, own: IpAddr) -> Result<(), Refusal> {
        let mut hosts = request.headers().get_all(header::HOST).iter();
        let named = match (hosts.next(), hosts.next()) {
            (Some(host), None) => host.to_str().ok().and_then(|host| host.parse().ok()),
            // HTTP/1.0 has no Host. No browser uses it, but health checks do.
            (None, _) if request.version() < Version::HTTP_11 => return Ok(()),
            _ => None,
        };
        let named: Authority = named.ok_or(Refusal::NoHost)?;
        // An absolute request target takes precedence over the header (RFC 9112, 3.2.2).
        let host = request.uri().authority().unwrap_or(&named).host();
        if self.any || self.is_known(&plain(host), own) {
            Ok(())
        } else {
            Err(Refusal::Misdirected)
        }
    }

    /// Returns `true` for a known host. Loopback and the socket's own address are always known,
    /// because a browser only uses an address that its user entered.
    fn is_known(&self, host: &str, own: IpAddr) -> bool {
        let address = host.parse::<IpAddr>();
        host == "localhost"
            || address.is_ok_and(|address| address.is_loopback() || address == own)
            || self.listed.iter().any(|listed| listed == host)
    }
}

/// Lets a request pass if it names a host that the listener answers for.
pub(super) async fn check(
    State(hosts): State<Arc<Hosts>>,
    request: Request,
    next: Next,
) -> Response {
    let peer = request.extensions().get::<Peer>();
    let own = peer.expect("the accept loop puts the peer into every request").own_address;
    match hosts.check(&request, own) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

/// Normalizes a host for comparison: an address as the standard library formats it, a name in
/// lowercase without a trailing dot.
fn plain(host: &str) -> String {
    let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    match host.parse::<IpAddr>() {
        Ok(address) => address.to_canonical().to_string(),
        Err(_) => host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase(),
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        tracing::debug!(reason = %self, "a request was refused");
        let status = match self {
            Self::NoHost => StatusCode::BAD_REQUEST,
            Self::Misdirected => StatusCode::MISDIRECTED_REQUEST,
        };
        let close = [(header::CONNECTION, HeaderValue::from_static("close"))];
        (status, close, format!("{self}\n")).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    fn answer(door: Door, listed: &[&str], host: &str) -> Result<(), Refusal> {
        let listed: Vec<_> = listed.iter().map(|&host| host.to_owned()).collect();
        let request = Request::builder().uri("/").header(header::HOST, host);
        let request = request.body(Body::empty()).unwrap();
        Hosts::new(door, &listed).check(&request, [192, 0, 2, 7].into())
    }

    #[test]
    fn the_public_door_opens_for_every_name_until_some_are_listed() {
        assert_eq!(answer(Door::Public, &[], "evil.example"), Ok(()));
        let listed = ["Poker.Example", "2001:db8::7"];
        for host in ["poker.example", "POKER.example.:7777", "[2001:db8::7]:7777"] {
            assert_eq!(answer(Door::Public, &listed, host), Ok(()), "{host}");
        }
        for host in ["evil.example", "poker.example.evil.example", "a.poker.example", "192.0.2.8"] {
            assert_eq!(answer(Door::Public, &listed, host), Err(Refusal::Misdirected), "{host}");
        }
    }

    #[test]
    fn the_admin_door_opens_for_loopback_its_own_address_and_listed_names() {
        for host in
            ["localhost:7778", "127.0.0.1:7778", "127.9.9.9", "[::1]:7778", "192.0.2.7:7778"]
        {
            assert_eq!(answer(Door::Admin, &[], host), Ok(()), "{host}");
        }
        for host in ["evil.example:7778", "localhost.evil.example", "192.0.2.8", "[2001:db8::7]"] {
            assert_eq!(answer(Door::Admin, &[], host), Err(Refusal::Misdirected), "{host}");
        }
        assert_eq!(answer(Door::Admin, &["room"], "room:7778"), Ok(()));
    }

    #[test]
    fn a_request_names_one_host() {
        let refused = Err(Refusal::NoHost);
        for host in ["", "a b", "x/y", "http://x"] {
            assert_eq!(answer(Door::Public, &[], host), refused, "{host:?}");
        }
        let check = |request: http::request::Builder| {
            let request = request.body(Body::empty()).unwrap();
            Hosts::new(Door::Admin, &[]).check(&request, [127, 0, 0, 1].into())
        };
        let get = |uri: &str| Request::builder().uri(uri);
        let own = "localhost";
        assert_eq!(check(get("/")), refused);
        assert_eq!(check(get("/").header("host", own).header("host", own)), refused);
        assert_eq!(check(get("/").version(Version::HTTP_10)), Ok(()));
        // The request line takes precedence.
        let misdirected = Err(Refusal::Misdirected);
        assert_eq!(check(get("http://evil.example/").header("host", own)), misdirected);
        assert_eq!(check(get("http://localhost/").header("host", own)), Ok(()));
    }
}
