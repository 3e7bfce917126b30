//! The networks of players, at a table that allows only one seat for each address.

use super::{Audience, TableHost};
use crate::ids::AccountId;
use crate::network::Subscriber;
use std::collections::BTreeMap;

/// The addresses of players at one table, as their connections last had them.
#[derive(Debug, Default)]
pub(super) struct Origins(BTreeMap<AccountId, Subscriber>);

impl TableHost {
    /// Sets whether the table refuses a second seat to an address.
    #[must_use]
    pub fn with_one_seat_per_address(self, is_on: bool) -> Self {
        let origins = is_on.then(Origins::default);
        Self { audience: Audience { origins, ..self.audience }, ..self }
    }

    /// Notes the address of an account; `None` for one that is not compared.
    pub fn comes_from(&mut self, account: AccountId, address: Option<Subscriber>) {
        let (Some(origins), table) = (&mut self.audience.origins, &self.table) else { return };
        match address {
            Some(address) => origins.0.insert(account, address),
            None => origins.0.remove(&account),
        };
        if origins.0.len() > 2 * usize::from(table.setup().seats) {
            // Only seated players, and the account that is noted now, are compared.
            let sits = |account: AccountId| table.players().any(|(_, who)| who.0 == account.0);
            origins.0.retain(|other, _| *other == account || sits(*other));
        }
    }

    /// Returns `true` if another player at the table comes from the address of an account.
    pub(super) fn shares_an_address(&self, account: AccountId) -> bool {
        let Some(Origins(origins)) = &self.audience.origins else { return false };
        let Some(own) = origins.get(&account) else { return false };
        let mut others = self.table.players().map(|(_, player)| AccountId(player.0));
        others.any(|other| other != account && origins.get(&other) == Some(own))
    }
}
