//! The network behind an address. One IPv6 subscriber has at least a /64 to choose addresses from,
//! and usually a /48 or /56.

use crate::store::Origin;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// An IPv4 address, or the /64 of an IPv6 address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Subscriber(IpAddr);

/// An IPv4 address, or the /48 of an IPv6 address, which is what a provider
/// assigns to one customer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Site(IpAddr);

impl Subscriber {
    /// Returns the subscriber of an address.
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        Self(prefix(address, 64))
    }

    /// Returns the subscriber as tables compare them.
    #[must_use]
    pub fn origin(self) -> Origin {
        Origin(match self.0 {
            IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
            IpAddr::V6(address) => address.to_bits(),
        })
    }

    /// Returns the address, with the bits of the subscriber's devices cleared.
    #[must_use]
    pub fn address(self) -> IpAddr {
        self.0
    }
}

impl Site {
    /// Returns the site of an address.
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        Self(prefix(address, 48))
    }

    /// Returns the address, with the bits behind the site's cleared.
    #[must_use]
    pub fn address(self) -> IpAddr {
        self.0
    }
}

/// Returns the ranges that an address belongs to, the widest first: the /16 and /24 of an IPv4
/// address and the address itself, or the /32, /40, /48 and /64 of an IPv6 address. A provider has
/// the widest, a subscriber the narrowest.
#[must_use]
pub fn ranges(address: IpAddr) -> Vec<IpAddr> {
    match address.to_canonical() {
        IpAddr::V4(address) => [16, 24, 32]
            .map(|bits| {
                let mask = u32::MAX << (32 - bits);
                IpAddr::V4(Ipv4Addr::from_bits(address.to_bits() & mask))
            })
            .to_vec(),
        address @ IpAddr::V6(_) => [32, 40, 48, 64].map(|bits| prefix(address, bits)).to_vec(),
    }
}

/// Returns the address. If it is an IPv6 address, clears all but the first `bits` bits.
fn prefix(address: IpAddr, bits: u32) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let mask = u128::MAX << (128 - bits);
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & mask))
        }
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ipv6_addresses_count_by_their_prefix_and_ipv4_addresses_by_themselves() {
        let [ann, bea, cleo, dora] =
            ["2001:db8:1:2::1", "2001:db8:1:2::9", "2001:db8:1:3::1", "2001:db8:2:2::1"]
                .map(|text| text.parse().unwrap());
        assert_eq!(Subscriber::of(ann), Subscriber::of(bea));
        assert_ne!(Subscriber::of(ann), Subscriber::of(cleo));
        assert_eq!(Site::of(ann), Site::of(cleo));
        assert_ne!(Site::of(ann), Site::of(dora));
        let [four, mapped] = ["192.0.2.1", "::ffff:192.0.2.1"].map(|text| text.parse().unwrap());
        assert_eq!(Site::of(four), Site::of(mapped));
        assert_eq!(Subscriber::of(four), Subscriber::of(mapped));
    }

    #[test]
    fn an_address_belongs_to_wide_and_narrow_ranges() {
        let of = |address: &str| {
            let ranges = ranges(address.parse().unwrap());
            ranges.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(of("192.0.2.7"), ["192.0.0.0", "192.0.2.0", "192.0.2.7"]);
        assert_eq!(of("::ffff:192.0.2.7"), of("192.0.2.7"));
        let wide = ["2001:db8::", "2001:db8:ab00::", "2001:db8:abcd::", "2001:db8:abcd:12::"];
        assert_eq!(of("2001:db8:abcd:12::9"), wide);
    }
}
