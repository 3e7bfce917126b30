//! The networks of players, at a table that allows only one seat for each address.

use super::TableCore;
use cardroom_engine::Table;
use cardroom_record::Origin;
use cardroom_record::ids::AccountId;
use std::collections::BTreeMap;

/// The addresses of players at one table, as their connections last had them.
#[derive(Debug, Default)]
pub(super) struct Origins(BTreeMap<AccountId, Origin>);

impl Origins {
    /// Notes the address of an account; `None` for one that is not compared.
    fn note(&mut self, account: AccountId, address: Option<Origin>, table: &Table) {
        match address {
            Some(address) => self.0.insert(account, address),
            None => self.0.remove(&account),
        };
        if self.0.len() > 2 * usize::from(table.setup().seats) {
            // Only seated players, and the account that is noted now, are compared.
            let sits = |account: AccountId| table.players().any(|(_, who)| who.0 == account.0);
            self.0.retain(|other, _| *other == account || sits(*other));
        }
    }

    /// Returns `true` if another player at the table comes from the address of an account.
    pub(super) fn are_shared(&self, account: AccountId, table: &Table) -> bool {
        let Some(own) = self.0.get(&account) else { return false };
        let mut others = table.players().map(|(_, player)| AccountId(player.0));
        others.any(|other| other != account && self.0.get(&other) == Some(own))
    }
}

impl TableCore {
    /// Notes the address of an account; `None` for one that is not compared.
    pub fn comes_from(&mut self, account: AccountId, address: Option<Origin>) {
        if let Some(origins) = &mut self.origins {
            origins.note(account, address, &self.table);
        }
    }
}
