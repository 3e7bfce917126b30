//! A network of a machine's own: a namespace of the kernel, whose one link leads to a bridge of this
//! machine. It needs root and iproute2.

use std::io;
use std::net::Ipv4Addr;
use std::process::{Command, Output};

/// A network namespace with its link. Dropping it removes both.
#[derive(Debug)]
pub(crate) struct Network {
    namespace: String,
    /// The end of the link at the bridge.
    port: String,
    address: Ipv4Addr,
}

impl Network {
    /// Makes the network of machine 1 or 2 at a bridge. Its address follows that of the bridge.
    pub(crate) fn make(bridge: &str, machine: u8) -> io::Result<Self> {
        let shown = ip(&["-4", "-o", "addr", "show", "dev", bridge])?;
        let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
        let none = || io::Error::other(format!("the bridge {bridge} has no IPv4 address"));
        let (of_bridge, bits) = address_of(&shown).ok_or_else(none)?;
        let address = Ipv4Addr::from_bits(of_bridge.to_bits() + u32::from(machine));
        let id = std::process::id();
        let network = Self {
            namespace: format!("cardroom-{id}-{machine}"),
            // A name of a link has at most 15 characters.
            port: format!("cr{id}p{machine}"),
            address,
        };
        let Self { namespace, port, .. } = &network;
        ip(&["netns", "add", namespace])?;
        ip(&["link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", namespace])?;
        ip(&["link", "set", port, "master", bridge, "up"])?;
        let address = format!("{address}/{bits}");
        ip(&["-n", namespace, "addr", "add", &address, "dev", "eth0"])?;
        ip(&["-n", namespace, "link", "set", "eth0", "up"])?;
        ip(&["-n", namespace, "link", "set", "lo", "up"])?;
        Ok(network)
    }

    pub(crate) fn address(&self) -> Ipv4Addr {
        self.address
    }

    /// Plugs the link in or pulls it out, at the bridge.
    pub(crate) fn plug(&self, is_plugged: bool) -> io::Result<()> {
        ip(&["link", "set", &self.port, if is_plugged { "up" } else { "down" }]).map(drop)
    }

    /// Returns the words in front of a command that runs in this network.
    pub(super) fn words(&self) -> [&str; 4] {
        ["ip", "netns", "exec", &self.namespace]
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        // The link goes with its namespace.
        let _ = ip(&["netns", "del", &self.namespace]);
        let _ = ip(&["link", "del", &self.port]);
    }
}

/// Runs `ip`. An error has what it said.
fn ip(arguments: &[&str]) -> io::Result<Output> {
    let output = Command::new("ip").args(arguments).output()?;
    if output.status.success() {
        return Ok(output);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::other(format!("`ip {}`: {}", arguments.join(" "), said.trim())))
}

/// Finds the address of a link and the length of its prefix in what `ip -o addr` shows.
fn address_of(shown: &str) -> Option<(Ipv4Addr, u8)> {
    let (_, rest) = shown.split_once(" inet ")?;
    let (address, bits) = rest.split_whitespace().next()?.split_once('/')?;
    Some((address.parse().ok()?, bits.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_bridge_is_read() {
        let shown = "7: cr0    inet 198.18.0.1/24 scope global cr0\\       valid_lft forever";
        assert_eq!(address_of(shown), Some((Ipv4Addr::new(198, 18, 0, 1), 24)));
        assert_eq!(address_of("7: cr0    inet6 fe80::1/64 scope link"), None);
        assert_eq!(address_of(""), None);
    }
}
