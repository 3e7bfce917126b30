//! The clients that take part in the deals of a table. All of it is memory: after a restart clients
//! join anew.

use super::lapses::Lapses;
use cardroom_deal::{Hash, MOST_LINKS, NULL, link_below};
use cardroom_protocol::deal::DealLevel;
use cardroom_record::ids::{AccountId, ConnectionId};
use std::collections::{BTreeMap, BTreeSet};

/// The chain of a player, of which the room knows the links below `index`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Chain {
    connection: ConnectionId,
    index: u32,
    below: Hash,
}

/// The clients that take part.
#[derive(Debug, Default)]
pub(crate) struct Joined {
    levels: BTreeMap<ConnectionId, DealLevel>,
    chains: BTreeMap<AccountId, Chain>,
    lapses: Lapses,
    /// The clients before the step that is not stored yet, if that step changed them.
    before: Option<Box<Before>>,
}

type Before = (BTreeMap<ConnectionId, DealLevel>, BTreeMap<AccountId, Chain>, Lapses);

impl Joined {
    /// Begins a step, which [`roll_back`](Self::roll_back) undoes.
    pub(crate) fn checkpoint(&mut self) {
        self.before = None;
    }

    /// Gives clients back what a step took from them, because it could not be stored or sent. A
    /// client that joined in the step got a refusal instead, and has dropped its chain.
    pub(crate) fn roll_back(&mut self) {
        if let Some(before) = self.before.take() {
            (self.levels, self.chains, self.lapses) = *before;
        }
    }

    fn keep(&mut self) {
        let Self { levels, chains, lapses, before } = self;
        before.get_or_insert_with(|| Box::new((levels.clone(), chains.clone(), lapses.clone())));
    }

    pub(crate) fn lapses(&self) -> &Lapses {
        &self.lapses
    }

    /// Ends the chain of a player who let a round down, and returns the lapses to note it in.
    pub(crate) fn lapse(&mut self, account: AccountId) -> &mut Lapses {
        self.keep();
        self.chains.remove(&account);
        &mut self.lapses
    }

    /// Takes the players who sit out because of a lapse, and whose clients have joined anew.
    pub(crate) fn take_back(&mut self) -> BTreeSet<AccountId> {
        if self.lapses.has_back() {
            self.keep();
        }
        self.lapses.take_back()
    }

    /// Sets what a connection gets. An anchor begins a new chain of its player. Returns `false` if
    /// the anchor cannot be used.
    pub(crate) fn join(
        &mut self,
        connection: ConnectionId,
        account: Option<AccountId>,
        level: DealLevel,
        anchor: Option<Hash>,
    ) -> bool {
        let of_others = || {
            let others = self.chains.iter().filter(|(owner, _)| Some(**owner) != account);
            others.map(|(_, chain)| chain.below).collect::<Vec<_>>()
        };
        if anchor.is_some_and(|anchor| anchor == NULL || of_others().contains(&anchor)) {
            return false;
        }
        self.keep();
        if level == DealLevel::Off {
            self.leave(connection);
            return true;
        }
        self.levels.insert(connection, level);
        if let Some((account, anchor)) = account.zip(anchor) {
            self.chains.insert(account, Chain { connection, index: 1, below: anchor });
            self.lapses.joined_anew(account);
        }
        true
    }

    /// Forgets a connection, and the chain that it brought.
    pub(crate) fn leave(&mut self, connection: ConnectionId) {
        self.levels.remove(&connection);
        self.chains.retain(|_, chain| chain.connection != connection);
    }

    /// Forgets the connections that do not watch the table any more.
    pub(crate) fn retain(&mut self, watches: impl Fn(ConnectionId) -> bool) {
        let mut known = self.levels.keys().chain(self.chains.values().map(|it| &it.connection));
        if known.all(|connection| watches(*connection)) {
            return;
        }
        self.keep();
        self.levels.retain(|connection, _| watches(*connection));
        self.chains.retain(|_, chain| watches(chain.connection));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// Returns the connections that get something of each deal, with their levels.
    pub(crate) fn levels(&self) -> impl Iterator<Item = (ConnectionId, DealLevel)> {
        self.levels.iter().map(|(connection, level)| (*connection, *level))
    }

    /// Returns the index of the link that the room asks a player for next, and the link below it.
    pub(crate) fn next_of(&self, account: AccountId) -> Option<(u32, Hash)> {
        let chain = self.chains.get(&account).filter(|chain| chain.index <= MOST_LINKS)?;
        Some((chain.index, chain.below))
    }

    /// Takes the next link of a player from the connection that brought the chain. Returns `false`
    /// if it is not that link.
    pub(crate) fn take(
        &mut self,
        connection: ConnectionId,
        account: AccountId,
        index: u32,
        link: Hash,
    ) -> bool {
        let Some(chain) = self.chains.get_mut(&account) else { return false };
        let is_next = chain.connection == connection
            && chain.index == index
            && link_below(index, &link) == chain.below;
        if is_next {
            (chain.index, chain.below) = (index + 1, link);
        }
        is_next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_deal::{Chain as Links, Secret};

    const ADA: AccountId = AccountId(1);
    const BOB: AccountId = AccountId(2);
    const LINE: ConnectionId = ConnectionId(7);

    fn links() -> Links {
        Links::new(Secret::new([5; 32]), 8).unwrap()
    }

    #[test]
    fn a_link_counts_once_and_from_the_connection_that_brought_the_chain() {
        let (mut joined, links) = (Joined::default(), links());
        let link = |index| *links.link(index).unwrap();
        assert!(joined.join(LINE, Some(ADA), DealLevel::Full, Some(*links.anchor())));
        assert!(!joined.take(ConnectionId(8), ADA, 1, link(1)), "of another connection");
        assert!(!joined.take(LINE, ADA, 2, link(2)), "too early");
        assert!(!joined.take(LINE, ADA, 1, link(2)), "not that link");
        assert!(joined.take(LINE, ADA, 1, link(1)));
        assert!(!joined.take(LINE, ADA, 1, link(1)), "twice");
        assert_eq!(joined.next_of(ADA), Some((2, link(1))));
        joined.leave(LINE);
        assert_eq!(joined.next_of(ADA), None);
    }

    #[test]
    fn what_a_step_took_from_a_client_comes_back_if_the_step_is_not_stored() {
        let (mut joined, links) = (Joined::default(), links());
        assert!(joined.join(LINE, Some(ADA), DealLevel::Full, Some(*links.anchor())));
        for is_stored in [false, true] {
            joined.checkpoint();
            joined.retain(|_| false);
            joined.lapse(ADA);
            assert_eq!((joined.is_empty(), joined.next_of(ADA)), (true, None));
            if is_stored {
                joined.checkpoint();
            }
            joined.roll_back();
            assert_eq!(joined.next_of(ADA).is_none(), is_stored);
            assert_eq!(joined.is_empty(), is_stored);
        }
    }

    #[test]
    fn a_client_whose_joining_is_not_stored_has_the_chain_from_before() {
        let (mut joined, links) = (Joined::default(), links());
        let other = Links::new(Secret::new([6; 32]), 8).unwrap();
        for (anchor, is_stored) in [(links.anchor(), true), (other.anchor(), false)] {
            joined.checkpoint();
            assert!(joined.join(LINE, Some(ADA), DealLevel::Full, Some(*anchor)));
            if !is_stored {
                joined.roll_back();
            }
            assert_eq!(joined.next_of(ADA), Some((1, *links.anchor())), "stored: {is_stored}");
        }
    }

    #[test]
    fn an_anchor_of_zeros_or_of_another_player_is_refused() {
        let (mut joined, anchor) = (Joined::default(), *links().anchor());
        assert!(!joined.join(LINE, Some(ADA), DealLevel::Full, Some(NULL)));
        assert!(joined.join(LINE, Some(ADA), DealLevel::Full, Some(anchor)));
        assert!(!joined.join(ConnectionId(8), Some(BOB), DealLevel::Full, Some(anchor)));
        assert!(joined.join(LINE, Some(ADA), DealLevel::Full, Some(anchor)), "the same again");
    }
}
