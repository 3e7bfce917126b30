//! The client's address behind reverse proxies: the last one in `X-Forwarded-For` that is not
//! itself a trusted proxy. The entries before it could be forged.

use cardroom_room::config::AddressRange;
use http::HeaderMap;
use std::net::{IpAddr, SocketAddr};

const FORWARDED_FOR: &str = "x-forwarded-for";

/// Returns the client's address, given the remote end of the socket.
pub(super) fn client_address(
    peer: IpAddr,
    headers: &HeaderMap,
    trusted_proxies: &[AddressRange],
) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted_proxies.iter().any(|range| range.contains(address));
    let mut nearest = peer;
    let lines = headers.get_all(FORWARDED_FOR).iter().rev();
    let hops = lines.flat_map(|line| line.to_str().unwrap_or("").rsplit(','));
    for hop in hops {
        if !is_trusted(nearest) {
            break;
        }
        let Some(address) = parse(hop.trim()) else { break };
        nearest = address;
    }
    nearest
}

/// Parses an address. Some proxies add the port.
fn parse(hop: &str) -> Option<IpAddr> {
    let address = hop.parse().or_else(|_| hop.parse::<SocketAddr>().map(|address| address.ip()));
    address.ok().map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(peer: &str, forwarded: &[&str]) -> String {
        let trusted = ["10.0.0.0/8", "::1"].map(|range| range.parse().unwrap());
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append(FORWARDED_FOR, line.parse().unwrap());
        }
        client_address(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        assert_eq!(seen("203.0.113.5", &["198.51.100.1"]), "203.0.113.5");
        assert_eq!(seen("10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(seen("::1", &["198.51.100.1:1234"]), "198.51.100.1");
    }

    #[test]
    fn what_the_client_wrote_itself_does_not_count() {
        assert_eq!(seen("10.0.0.1", &["127.0.0.1, 198.51.100.1"]), "198.51.100.1");
        assert_eq!(seen("10.0.0.1", &["127.0.0.1", "198.51.100.1, 10.0.0.2"]), "198.51.100.1");
    }

    #[test]
    fn without_a_usable_header_the_proxy_itself_is_the_client() {
        assert_eq!(seen("10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(seen("10.0.0.1", &["unknown"]), "10.0.0.1");
        assert_eq!(seen("10.0.0.1", &["198.51.100.1, unknown"]), "10.0.0.1");
    }
}
