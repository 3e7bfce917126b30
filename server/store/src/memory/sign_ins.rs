//! Addresses from which accounts sign in.

use super::MemoryStore;
use crate::ids::AccountId;
use crate::sign_ins::MOST_A_DAY;
use crate::{KnownNetwork, SignInStore, StoreError, StoredSignIn};
use async_trait::async_trait;
use std::cmp::Reverse;

#[async_trait]
impl SignInStore for MemoryStore {
    async fn keep_sign_in(&self, sign_in: &StoredSignIn) -> Result<(), StoreError> {
        self.with(|inner| {
            let StoredSignIn { account, day, .. } = *sign_in;
            let is_same_day = |it: &&StoredSignIn| (it.account, it.day) == (account, day);
            let of_day: Vec<_> = inner.sign_ins.iter().filter(is_same_day).collect();
            let is_known = of_day.iter().any(|it| it.address == sign_in.address);
            if !is_known && of_day.len() < MOST_A_DAY as usize {
                inner.sign_ins.push(sign_in.clone());
            }
            Ok(())
        })
    }

    async fn sign_ins(
        &self,
        days: (u32, u32),
        at_most: u32,
    ) -> Result<Vec<StoredSignIn>, StoreError> {
        self.with(|inner| {
            let found = inner.sign_ins.iter().filter(|it| (days.0..=days.1).contains(&it.day));
            let mut found: Vec<_> = found.cloned().collect();
            found.sort_by_key(|it| (Reverse(it.day), it.account, it.address));
            found.truncate(at_most as usize);
            Ok(found)
        })
    }

    async fn forget_sign_ins(&self, before_day: u32) -> Result<u64, StoreError> {
        self.with(|inner| {
            let before = inner.sign_ins.len();
            inner.sign_ins.retain(|it| it.day >= before_day);
            Ok((before - inner.sign_ins.len()) as u64)
        })
    }

    async fn keep_network(&self, network: &KnownNetwork, at_most: u32) -> Result<(), StoreError> {
        self.with(|inner| {
            let KnownNetwork { account, code, last_ms } = *network;
            let known = inner.networks.entry(account).or_default();
            known.insert(code, last_ms);
            let mut newest: Vec<_> =
                known.iter().map(|(code, last_ms)| (*last_ms, *code)).collect();
            newest.sort_by_key(|(last_ms, code)| (Reverse(*last_ms), *code));
            for (_, code) in newest.into_iter().skip(at_most as usize) {
                known.remove(&code);
            }
            Ok(())
        })
    }

    async fn network_seen(
        &self,
        account: AccountId,
        code: [u8; 16],
    ) -> Result<Option<u64>, StoreError> {
        self.with(|inner| {
            Ok(inner.networks.get(&account).and_then(|known| known.get(&code)).copied())
        })
    }

    async fn forget_networks(&self, before_ms: u64) -> Result<u64, StoreError> {
        self.with(|inner| {
            let mut forgotten = 0;
            for known in inner.networks.values_mut() {
                let before = known.len();
                known.retain(|_, last_ms| *last_ms >= before_ms);
                forgotten += (before - known.len()) as u64;
            }
            Ok(forgotten)
        })
    }
}
