//! Accounts and their tokens.

use super::MemoryStore;
use crate::confusable::skeleton;
use crate::ids::AccountId;
use crate::look::Look;
use crate::{AccountStore, HookEvent, Hooked, StoreError, StoredAccount, StoredToken};
use async_trait::async_trait;
use cardroom_protocol::server::Role;
use std::collections::BTreeSet;

#[async_trait]
impl AccountStore for MemoryStore {
    async fn open_account(
        &self,
        account: &StoredAccount,
        hooked: Hooked<'_>,
    ) -> Result<AccountId, StoreError> {
        self.with(|inner| {
            let id = inner.create_account(account)?;
            inner.tell_of(id, hooked);
            Ok(id)
        })
    }

    async fn account(&self, id: AccountId) -> Result<Option<StoredAccount>, StoreError> {
        self.with(|inner| Ok(inner.accounts.iter().find(|account| account.id == id).cloned()))
    }

    async fn accounts(&self, ids: &[AccountId]) -> Result<Vec<StoredAccount>, StoreError> {
        self.with(|inner| {
            let wanted: BTreeSet<AccountId> = ids.iter().copied().collect();
            let found = inner.accounts.iter().filter(|account| wanted.contains(&account.id));
            Ok(found.cloned().collect())
        })
    }

    async fn account_by_name(&self, name: &str) -> Result<Option<StoredAccount>, StoreError> {
        self.with(|inner| Ok(inner.account_by_name(name).cloned()))
    }

    async fn account_like(&self, name: &str) -> Result<Option<StoredAccount>, StoreError> {
        self.with(|inner| {
            let alike = inner.looks.get(&skeleton(name));
            Ok(inner.accounts.iter().find(|account| Some(&account.id) == alike).cloned())
        })
    }

    async fn replace_password(
        &self,
        id: AccountId,
        hash: &str,
        end_tokens: bool,
    ) -> Result<(), StoreError> {
        self.with(|inner| {
            inner.change(id, |account| account.password_hash = Some(hash.to_owned()));
            let stays = |token: &StoredToken| token.label.is_some() && !end_tokens;
            inner.tokens.retain(|_, token| token.account != id || stays(token));
            Ok(())
        })
    }

    async fn upgrade_guest_and_tell(
        &self,
        id: AccountId,
        name: &str,
        hash: &str,
        opened_ms: u64,
        hooked: &[HookEvent],
    ) -> Result<bool, StoreError> {
        self.with(|inner| {
            let alike = inner.looks.get(&skeleton(name)).copied();
            let holder = inner.account_by_name(name).map(|holder| holder.id).or(alike);
            if holder.is_some_and(|holder| holder != id) {
                return Err(StoreError::Duplicate { what: format!("account \"{name}\"") });
            }
            let (mut upgraded, mut old_name) = (false, String::new());
            inner.change(id, |account| {
                upgraded = account.is_guest();
                if upgraded {
                    old_name = std::mem::replace(&mut account.name, name.to_owned());
                    account.password_hash = Some(hash.to_owned());
                    account.opened_ms = opened_ms;
                }
            });
            if upgraded {
                inner.looks.remove(&skeleton(&old_name));
                inner.looks.insert(skeleton(name), id);
                hooked.iter().for_each(|event| inner.hooks.append(event));
            }
            Ok(upgraded)
        })
    }

    async fn set_role(&self, id: AccountId, role: Role) -> Result<(), StoreError> {
        self.with(|inner| {
            inner.change(id, |account| account.role = role);
            Ok(())
        })
    }

    async fn set_look(&self, id: AccountId, look: Look) -> Result<(), StoreError> {
        self.with(|inner| {
            inner.change(id, |account| account.look = Some(look));
            Ok(())
        })
    }

    async fn set_last_grant(&self, id: AccountId, at_ms: u64) -> Result<(), StoreError> {
        self.with(|inner| {
            inner.change(id, |account| account.last_grant_ms = at_ms);
            Ok(())
        })
    }

    async fn create_token(&self, token: &StoredToken) -> Result<(), StoreError> {
        self.with(|inner| inner.create_token(token))
    }

    async fn token(&self, hash: [u8; 32]) -> Result<Option<StoredToken>, StoreError> {
        self.with(|inner| Ok(inner.tokens.get(&hash).cloned()))
    }

    async fn note_token_use(
        &self,
        hash: [u8; 32],
        at_ms: u64,
        address: &str,
    ) -> Result<(), StoreError> {
        self.with(|inner| {
            if let Some(token) = inner.tokens.get_mut(&hash) {
                token.last_used_ms = Some(at_ms);
                token.last_address = Some(address.to_owned());
            }
            Ok(())
        })
    }

    async fn note_factor(&self, hash: [u8; 32], at_ms: u64) -> Result<(), StoreError> {
        self.with(|inner| {
            if let Some(token) = inner.tokens.get_mut(&hash) {
                token.factor_ms = Some(at_ms);
            }
            Ok(())
        })
    }

    async fn api_tokens(&self, account: AccountId) -> Result<Vec<StoredToken>, StoreError> {
        self.with(|inner| {
            let tokens = inner.tokens.values();
            let own = tokens.filter(|token| token.account == account && token.label.is_some());
            let mut own: Vec<StoredToken> = own.cloned().collect();
            own.sort_by(|one, other| one.label.cmp(&other.label));
            Ok(own)
        })
    }

    async fn api_token_count(&self, account: AccountId) -> Result<usize, StoreError> {
        self.with(|inner| {
            let tokens = inner.tokens.values();
            Ok(tokens.filter(|token| token.account == account && token.label.is_some()).count())
        })
    }

    async fn delete_token(&self, hash: [u8; 32]) -> Result<bool, StoreError> {
        self.with(|inner| Ok(inner.tokens.remove(&hash).is_some()))
    }

    async fn delete_api_token(&self, account: AccountId, label: &str) -> Result<bool, StoreError> {
        self.with(|inner| {
            let before = inner.tokens.len();
            inner.tokens.retain(|_, token| {
                token.account != account || token.label.as_deref() != Some(label)
            });
            Ok(inner.tokens.len() < before)
        })
    }

    async fn delete_tokens(
        &self,
        account: AccountId,
        but: Option<[u8; 32]>,
    ) -> Result<(), StoreError> {
        self.with(|inner| {
            inner.tokens.retain(|hash, token| token.account != account || Some(*hash) == but);
            Ok(())
        })
    }

    async fn extend_token(&self, hash: [u8; 32], expires_ms: u64) -> Result<(), StoreError> {
        self.with(|inner| {
            if let Some(token) = inner.tokens.get_mut(&hash) {
                token.expires_ms = Some(expires_ms);
            }
            Ok(())
        })
    }

    async fn delete_ended_tokens(&self, now_ms: u64) -> Result<u64, StoreError> {
        self.with(|inner| {
            let before = inner.tokens.len();
            inner.tokens.retain(|_, token| token.expires_ms.is_none_or(|end| end > now_ms));
            Ok((before - inner.tokens.len()) as u64)
        })
    }

    async fn idle_guests(
        &self,
        opened_before_ms: u64,
        at_most: u32,
    ) -> Result<Vec<AccountId>, StoreError> {
        self.with(|inner| {
            let has_token = |id| inner.tokens.values().any(|token| token.account == id);
            let idle = inner.accounts.iter().filter(|account| {
                account.is_guest()
                    && account.opened_ms < opened_before_ms
                    && !account.name.starts_with('#')
                    && !has_token(account.id)
            });
            Ok(oldest(idle, at_most))
        })
    }

    async fn unused_accounts(
        &self,
        opened_before_ms: u64,
        at_most: u32,
    ) -> Result<Vec<AccountId>, StoreError> {
        self.with_latest(move |inner| {
            let unused = inner
                .accounts
                .iter()
                .filter(|account| account.opened_ms < opened_before_ms && inner.is_unused(account));
            Ok(oldest(unused, at_most))
        })
        .await
    }

    async fn forget_account(&self, id: AccountId) -> Result<bool, StoreError> {
        self.with_latest(move |inner| Ok(inner.forget_account(id))).await
    }

    async fn note_use(&self, id: AccountId) -> Result<(), StoreError> {
        self.with(|inner| {
            inner.change(id, |account| account.used = true);
            Ok(())
        })
    }
}

/// Returns the ids of the first accounts, in the order of their opening.
fn oldest<'a>(accounts: impl Iterator<Item = &'a StoredAccount>, at_most: u32) -> Vec<AccountId> {
    let mut found: Vec<(u64, AccountId)> =
        accounts.map(|account| (account.opened_ms, account.id)).collect();
    found.sort_unstable();
    found.into_iter().map(|(_, id)| id).take(at_most as usize).collect()
}
