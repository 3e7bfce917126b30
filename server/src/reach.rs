//! What the terminal says about who reaches the room: this computer, its network, a VPN, or the
//! internet.

use std::fmt::Write as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// Addresses that nobody has, one in each range that networks use: the route to one shows the own
/// address in that range. The first two are reserved for documentation (RFC 5737, RFC 3849), the
/// others are private (RFC 1918) or of VPNs (RFC 6598, RFC 4193).
const PROBES: [&str; 7] = [
    "192.0.2.1",
    "2001:db8::1",
    "192.168.255.254",
    "172.31.255.254",
    "10.255.255.254",
    "100.127.255.254",
    "fd7a:115c:a1e0::1",
];

/// Where an address can be reached from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Within {
    Computer,
    Network,
    Vpn,
    Internet,
}

/// The room's own TLS.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Secured {
    /// The name that its links have.
    pub(crate) name: String,
    pub(crate) listen: SocketAddr,
    /// The listener for port 80, if the name is one of the internet.
    pub(crate) redirect: Option<SocketAddr>,
    /// It has a certificate already.
    pub(crate) is_certified: bool,
}

/// Where a room listens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Places {
    pub(crate) listen: SocketAddr,
    pub(crate) admin: SocketAddr,
    pub(crate) secured: Option<Secured>,
    /// The addresses of this computer, for a room that listens at all of them.
    pub(crate) own: Vec<IpAddr>,
}

impl Places {
    /// Returns the lines about where to connect. `encodings` are the subprotocols.
    pub(crate) fn lines(&self, encodings: &str) -> String {
        let mut lines = String::new();
        let plain = at(self.addresses()[0], self.listen.port());
        let (page, players) = match &self.secured {
            None => (format!("http://{plain}"), format!("ws://{plain}/ws")),
            Some(secured) => {
                let host = secured.host();
                (format!("https://{host}/"), format!("wss://{host}/ws"))
            }
        };
        // Writing to a string cannot fail.
        let _ = writeln!(lines, "Page      {page}");
        let _ = writeln!(lines, "Players   {players}  ({encodings})");
        if self.secured.is_some() {
            let _ = writeln!(lines, "No TLS    http://{plain}, ws://{plain}/ws");
        }
        let _ = writeln!(lines, "Figures   http://{}/metrics", reachable(self.admin));
        let _ = writeln!(lines, "Reach     {}", self.reach());
        lines
    }

    /// Says who can open the page.
    fn reach(&self) -> String {
        if let Some(secured) = &self.secured {
            let from = secured.reach();
            return match secured.is_certified {
                true => from,
                false => format!(
                    "{from}\n          The certificate is being ordered, which takes a moment. The \
                     log says how that ends."
                ),
            };
        }
        let port = self.listen.port();
        let places: Vec<String> = self
            .addresses()
            .iter()
            .map(|address| match within(*address) {
                Within::Computer => "this computer only".to_owned(),
                Within::Network => format!("your network at http://{}", at(*address, port)),
                Within::Vpn => format!("your VPN at http://{}", at(*address, port)),
                Within::Internet => {
                    format!("the internet, without TLS, at http://{}", at(*address, port))
                }
            })
            .collect();
        let network = match self.listen.ip().is_loopback() {
            true => format!(" Your network: --listen 0.0.0.0:{port}."),
            false => String::new(),
        };
        format!(
            "{}.{network}\n          Friends elsewhere: --domain NAME, or one of the ways in \
             server/PLAYING.md.",
            places.join("; ")
        )
    }

    /// Returns the addresses that the room listens at, from the nearest to the farthest.
    fn addresses(&self) -> Vec<IpAddr> {
        let ip = self.listen.ip();
        if !ip.is_unspecified() {
            return vec![ip];
        }
        let mut own = self.own.clone();
        own.retain(|address| ip.is_ipv6() || address.is_ipv4());
        own.sort_by_key(|address| (within(*address), *address));
        own.dedup();
        if own.is_empty() {
            own.push(Ipv4Addr::LOCALHOST.into());
        }
        own
    }
}

impl Secured {
    /// Returns the host of its links. A name of the internet is reached on port 443, which a router
    /// may lead to another port of this machine.
    fn host(&self) -> String {
        match self.listen.port() {
            port if self.redirect.is_none() && port != 443 => format!("{}:{port}", self.name),
            _ => self.name.clone(),
        }
    }

    /// Says for whom the name works.
    fn reach(&self) -> String {
        let (name, port) = (&self.name, self.listen.port());
        match self.redirect {
            Some(redirect) if (port, redirect.port()) == (443, 80) => format!(
                "everyone for whom {name} leads to this machine, if its ports 443 and 80 are open."
            ),
            Some(redirect) => format!(
                "everyone for whom {name} leads here, if its ports 443 and 80 lead to ports {port} \
                 and {} of this machine.",
                redirect.port()
            ),
            None => format!("everyone who reaches port {port} of this machine by the name {name}."),
        }
    }
}

fn at(address: IpAddr, port: u16) -> SocketAddr {
    SocketAddr::new(address, port)
}

fn within(address: IpAddr) -> Within {
    match address {
        IpAddr::V4(v4) => match v4.octets() {
            [127, ..] => Within::Computer,
            // RFC 6598: carriers use it, and on a machine of one's own it is a VPN like Tailscale.
            [100, second, ..] if second & 0xc0 == 64 => Within::Vpn,
            _ if v4.is_private() || v4.is_link_local() => Within::Network,
            _ => Within::Internet,
        },
        IpAddr::V6(v6) if v6.is_loopback() => Within::Computer,
        IpAddr::V6(v6) if v6.segments()[..3] == [0xfd7a, 0x115c, 0xa1e0] => Within::Vpn,
        IpAddr::V6(v6) if v6.is_unique_local() || v6.is_unicast_link_local() => Within::Network,
        IpAddr::V6(_) => Within::Internet,
    }
}

/// Returns the addresses of this computer that lead somewhere else.
pub(crate) fn own_addresses() -> Vec<IpAddr> {
    let probes = PROBES.iter().filter_map(|probe| probe.parse().ok());
    let found = probes.filter_map(|probe: IpAddr| {
        // Nothing is sent: a connected UDP socket only knows its route.
        let any: IpAddr = match probe {
            IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
            IpAddr::V6(_) => std::net::Ipv6Addr::UNSPECIFIED.into(),
        };
        let socket = UdpSocket::bind((any, 0)).ok()?;
        socket.connect((probe, 9)).ok()?;
        Some(socket.local_addr().ok()?.ip())
    });
    found.filter(|address| !address.is_unspecified()).collect()
}

/// Returns an address by which other computers reach a listener, if there is one.
pub(crate) fn reachable(listener: SocketAddr) -> SocketAddr {
    let own = if listener.ip().is_unspecified() { own_addresses() } else { Vec::new() };
    let places = Places { listen: listener, admin: listener, secured: None, own };
    at(places.addresses()[0], listener.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(listen: &str, own: &[&str], secured: Option<Secured>) -> String {
        let own = own.iter().map(|address| address.parse().unwrap()).collect();
        let admin = "127.0.0.1:7778".parse().unwrap();
        Places { listen: listen.parse().unwrap(), admin, secured, own }.lines("binary or json")
    }

    #[test]
    fn a_room_on_loopback_says_that_it_is_for_this_computer_and_how_to_change_that() {
        assert_eq!(
            lines("127.0.0.1:7777", &["192.168.1.5"], None),
            "Page      http://127.0.0.1:7777\n\
             Players   ws://127.0.0.1:7777/ws  (binary or json)\n\
             Figures   http://127.0.0.1:7778/metrics\n\
             Reach     this computer only. Your network: --listen 0.0.0.0:7777.\n          \
             Friends elsewhere: --domain NAME, or one of the ways in server/PLAYING.md.\n"
        );
    }

    #[test]
    fn a_room_at_all_addresses_names_each_with_who_reaches_it() {
        let own =
            ["203.0.113.9", "100.101.1.2", "192.168.1.5", "10.0.0.3", "192.168.1.5", "fd00::1"];
        let said = lines("0.0.0.0:7777", &own, None);
        assert!(said.starts_with("Page      http://10.0.0.3:7777\n"), "{said}");
        assert!(
            said.contains(
                "Reach     your network at http://10.0.0.3:7777; your network at \
                 http://192.168.1.5:7777; your VPN at http://100.101.1.2:7777; the internet, \
                 without TLS, at http://203.0.113.9:7777."
            ),
            "{said}"
        );
        assert!(lines("[::]:7777", &own, None).contains("http://[fd00::1]:7777"));
        assert!(lines("0.0.0.0:7777", &[], None).contains("this computer only"));
    }

    #[test]
    fn a_room_with_a_name_prints_the_link_for_friends() {
        let name = "poker.example".to_owned();
        let (listen, redirect) = ("[::]:443".parse().unwrap(), "[::]:80".parse().ok());
        let secured = Secured { name, listen, redirect, is_certified: false };
        let said = lines("127.0.0.1:7777", &[], Some(secured.clone()));
        assert!(said.starts_with("Page      https://poker.example/\n"), "{said}");
        assert!(said.contains("Players   wss://poker.example/ws  "), "{said}");
        assert!(said.contains("No TLS    http://127.0.0.1:7777, ws://127.0.0.1:7777/ws"), "{said}");
        assert!(said.contains("The certificate is being ordered"), "{said}");
        assert!(said.contains("if its ports 443 and 80 are open"), "{said}");
        let listen = "[::]:8443".parse().unwrap();
        let forwarded = Secured { listen, is_certified: true, ..secured };
        let said = lines("127.0.0.1:7777", &[], Some(forwarded.clone()));
        assert!(said.contains("https://poker.example/\n"), "a router leads to it: {said}");
        assert!(said.contains("if its ports 443 and 80 lead to ports 8443 and 80"), "{said}");
        assert!(!said.contains("ordered"), "{said}");
        let own = Secured { redirect: None, ..forwarded };
        let said = lines("127.0.0.1:7777", &[], Some(own));
        assert!(said.contains("https://poker.example:8443/"), "{said}");
        assert!(said.contains("everyone who reaches port 8443 of this machine"), "{said}");
    }

    #[test]
    fn this_computer_finds_addresses_that_are_its_own() {
        for address in own_addresses() {
            assert!(UdpSocket::bind((address, 0)).is_ok(), "{address}");
        }
    }
}
