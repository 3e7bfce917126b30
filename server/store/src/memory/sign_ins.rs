//! Addresses from which accounts sign in.

use super::MemoryStore;
use crate::sign_ins::MOST_A_DAY;
use crate::{SignInStore, StoreError, StoredSignIn};
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
}
