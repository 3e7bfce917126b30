//! Decides whether one more private table or tournament may open, and which one gives way to it.

use crate::ids::AccountId;
use crate::network::Site;
use parking_lot::Mutex;

/// The most that may be open: for an account, for a network, and in all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Most {
    pub account: u8,
    pub network: u32,
    pub in_all: u32,
}

/// A table or tournament that is open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held<Id> {
    pub id: Id,
    pub host: AccountId,
    /// The network of whoever opened it; `None` for one from before a restart.
    pub network: Option<Site>,
    /// Nobody ever sat there, or entered.
    pub unused: bool,
}

/// The reason why nothing more may open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoRoom {
    Account,
    Network,
    All,
}

/// Returns the one that gives way to one more of this host; `None` if there is room without that.
///
/// In a full room, whatever nobody ever used gives way, the oldest first, and first of all one from
/// the network that holds most of those. `held` is in the order of opening.
pub(super) fn room_for<Id: Copy>(
    held: &[Held<Id>],
    host: AccountId,
    network: Site,
    most: Most,
) -> Result<Option<Id>, NoRoom> {
    let count =
        |counted: &dyn Fn(&Held<Id>) -> bool| held.iter().filter(|one| counted(one)).count();
    if count(&|one| one.host == host) >= usize::from(most.account) {
        return Err(NoRoom::Account);
    }
    if count(&|one| one.network == Some(network)) >= most.network as usize {
        return Err(NoRoom::Network);
    }
    if held.len() < most.in_all as usize {
        return Ok(None);
    }
    let unused = held.iter().filter(|one| one.unused && one.host != host);
    let crowd = |one: &Held<Id>| count(&|other| other.unused && other.network == one.network);
    // Of equals, `max_by_key` returns the last, so the order is turned around.
    let found = unused.rev().max_by_key(|one| crowd(one));
    found.map(|one| Some(one.id)).ok_or(NoRoom::All)
}

/// The openings under way. Each counts against the limits as if it were open, so that no opening
/// waits until another one is stored.
#[derive(Debug)]
pub(super) struct Coming<Id>(Mutex<Vec<Opening<Id>>>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Opening<Id> {
    host: AccountId,
    network: Site,
    /// The one that gives way to it.
    instead_of: Option<Id>,
}

/// The place of an opening under way. Dropped when it has opened, or failed.
#[derive(Debug)]
pub(super) struct Place<'a, Id: Copy + PartialEq> {
    coming: &'a Coming<Id>,
    opening: Opening<Id>,
}

impl<Id> Default for Coming<Id> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<Id: Copy + PartialEq> Coming<Id> {
    /// Takes a place among what is open and what is being opened.
    pub(super) fn place(
        &self,
        host: AccountId,
        network: Site,
        most: Most,
        open: impl FnOnce() -> Vec<Held<Id>>,
    ) -> Result<Place<'_, Id>, NoRoom> {
        let mut coming = self.0.lock();
        let goes = |id: Id| coming.iter().any(|opening| opening.instead_of == Some(id));
        let open = open().into_iter().filter(|held| !goes(held.id)).map(|held| {
            let Held { id, host, network, unused } = held;
            Held { id: Some(id), host, network, unused }
        });
        let opening = coming.iter().map(|opening| Held {
            id: None,
            host: opening.host,
            network: Some(opening.network),
            unused: false,
        });
        let held: Vec<_> = open.chain(opening).collect();
        let instead_of = room_for(&held, host, network, most)?.flatten();
        let opening = Opening { host, network, instead_of };
        coming.push(opening);
        Ok(Place { coming: self, opening })
    }
}

impl<Id: Copy + PartialEq> Place<'_, Id> {
    /// Returns the one that gives way, as [`room_for`] says.
    pub(super) fn instead_of(&self) -> Option<Id> {
        self.opening.instead_of
    }
}

impl<Id: Copy + PartialEq> Drop for Place<'_, Id> {
    fn drop(&mut self) {
        let mut coming = self.coming.0.lock();
        if let Some(own) = coming.iter().position(|opening| *opening == self.opening) {
            coming.swap_remove(own);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    const MOST: Most = Most { account: 2, network: 3, in_all: 5 };

    fn site(last: u8) -> Site {
        Site::of(IpAddr::from([192, 0, 2, last]))
    }

    fn held(id: u32, host: u64, network: u8, unused: bool) -> Held<u32> {
        Held { id, host: AccountId(host), network: Some(site(network)), unused }
    }

    fn ask(held: &[Held<u32>], host: u64, network: u8) -> Result<Option<u32>, NoRoom> {
        room_for(held, AccountId(host), site(network), MOST)
    }

    #[test]
    fn an_account_and_a_network_have_their_limits() {
        let three = [held(1, 1, 1, false), held(2, 1, 2, false), held(3, 2, 1, false)];
        assert_eq!(ask(&three, 1, 9), Err(NoRoom::Account));
        assert_eq!(ask(&three, 9, 1), Ok(None));
        let four = [three[0], three[1], three[2], held(4, 3, 1, false)];
        assert_eq!(ask(&four, 9, 1), Err(NoRoom::Network));
        assert_eq!(ask(&four, 9, 2), Ok(None));
    }

    #[test]
    fn in_a_full_room_the_oldest_unused_one_of_the_largest_network_gives_way() {
        let full = [
            held(1, 1, 1, false),
            held(2, 2, 2, true),
            held(3, 3, 3, true),
            held(4, 4, 3, true),
            held(5, 5, 1, false),
        ];
        assert_eq!(ask(&full, 9, 9), Ok(Some(3)));
        assert_eq!(ask(&full, 3, 9), Ok(Some(4)), "never one's own");
        let used = full.map(|one| Held { unused: false, ..one });
        assert_eq!(ask(&used, 9, 9), Err(NoRoom::All));
    }

    #[test]
    fn tables_from_before_a_restart_count_for_no_network() {
        let old = [1, 2, 3, 4].map(|id| Held { network: None, ..held(id, id.into(), 1, false) });
        assert_eq!(ask(&old, 9, 1), Ok(None));
    }

    #[test]
    fn openings_under_way_count_and_nothing_gives_way_twice() {
        let coming = Coming::default();
        let full: Vec<_> = (1..=5).map(|id| held(id, id.into(), 1, id > 3)).collect();
        let ask =
            |host, network| coming.place(AccountId(host), site(network), MOST, || full.clone());
        let first = ask(9, 8).unwrap();
        assert_eq!(first.instead_of(), Some(4));
        let second = ask(9, 8).unwrap();
        assert_eq!(second.instead_of(), Some(5));
        assert_eq!(ask(9, 7).unwrap_err(), NoRoom::Account, "both are being opened");
        assert_eq!(ask(7, 7).unwrap_err(), NoRoom::All);
        drop(first);
        assert_eq!(ask(7, 7).unwrap().instead_of(), Some(4), "it failed, and nothing closed");
        drop(second);
    }
}
