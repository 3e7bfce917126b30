//! Stored codes, brought up to date when a room opens. Codes from before sealing are sealed. Codes
//! that the room's key cannot open any more are replaced.

use super::code;
use crate::entropy::Entropy;
use crate::store::{Store, StoreError};
use crate::vault::{Vault, is_sealed_code};

/// The number of stored codes that were updated.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sealed {
    /// Codes that were stored in the clear.
    pub sealed: usize,
    /// Codes of open tables and tournaments that the key could not open, for example after
    /// the keys were lost.
    pub renewed: usize,
}

/// Updates every stored code.
///
/// # Errors
/// Returns an error if the store fails.
pub async fn seal_codes(
    store: &dyn Store,
    vault: &Vault,
    entropy: &Entropy,
) -> Result<Sealed, StoreError> {
    let mut done = Sealed::default();
    for stored in store.codes().await? {
        if !is_sealed_code(&stored.code) {
            store.replace_code(stored.of, &vault.seal_code(&stored.code)).await?;
            done.sealed += 1;
        } else if stored.is_open && vault.unseal_code(&stored.code).is_none() {
            store.replace_code(stored.of, &vault.seal_code(&code::draw(entropy))).await?;
            done.renewed += 1;
        }
    }
    if done.renewed > 0 {
        tracing::warn!(
            renewed = done.renewed,
            "The codes of private tables and tournaments cannot be read with keys/archive.key. They have \
             new ones, which their hosts can see."
        );
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{AccountId, TableId, TournamentId};
    use crate::store::prelude::*;
    use crate::store::{MemoryStore, StoredHostedTable, StoredTournament};

    const CODES: [&str; 3] = ["K7QX2M9RTA", "B2C3D4E5F6", "ZZZZZ22222"];

    async fn stored(store: &MemoryStore) -> Vec<String> {
        store.codes().await.unwrap().into_iter().map(|stored| stored.code).collect()
    }

    /// Creates a store with two tables, one of them closed, and a tournament, as
    /// older rooms stored them.
    async fn store() -> MemoryStore {
        let store = MemoryStore::new();
        for (table, code) in [(1, CODES[0]), (2, CODES[1])] {
            let (table, code, terms) = (TableId(table), code.to_owned(), String::new());
            let hosted = StoredHostedTable { table, code, host: AccountId(1), terms, opened_ms: 0 };
            store.keep_hosted_table(&hosted).await.unwrap();
        }
        store.end_hosted_table(TableId(2), 9).await.unwrap();
        let tournament = StoredTournament {
            id: TournamentId(0),
            name: "Kitchen".to_owned(),
            setup: String::new(),
            announced_ms: 0,
            announced_by: None,
            code: Some(CODES[2].to_owned()),
            results: None,
        };
        store.create_tournament(&tournament).await.unwrap();
        store
    }

    #[tokio::test]
    async fn codes_of_older_rooms_are_sealed_once_and_stay_what_they_were() {
        let (store, vault) = (store().await, Vault::in_memory());
        let entropy = Entropy::from_seed([1; 32]);
        let done = seal_codes(&store, &vault, &entropy).await.unwrap();
        assert_eq!(done, Sealed { sealed: 3, renewed: 0 });
        let sealed = stored(&store).await;
        let read: Vec<_> = sealed.iter().map(|code| vault.unseal_code(code).unwrap()).collect();
        assert_eq!(read, CODES);
        assert_eq!(seal_codes(&store, &vault, &entropy).await.unwrap(), Sealed::default());
        assert_eq!(stored(&store).await, sealed);
    }

    #[tokio::test]
    async fn without_the_key_what_is_open_gets_another_code() {
        let (store, entropy) = (store().await, Entropy::from_seed([1; 32]));
        seal_codes(&store, &Vault::in_memory(), &entropy).await.unwrap();
        let (before, vault) = (stored(&store).await, Vault::in_memory());
        let done = seal_codes(&store, &vault, &entropy).await.unwrap();
        assert_eq!(done, Sealed { sealed: 0, renewed: 2 });
        let after = stored(&store).await;
        assert_eq!(after[1], before[1], "the closed one is not asked for again");
        for place in [0, 2] {
            let code = vault.unseal_code(&after[place]).unwrap();
            assert!(!CODES.contains(&&*code) && code::read(&code).is_some(), "{code}");
        }
    }
}
