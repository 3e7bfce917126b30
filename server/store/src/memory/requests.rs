//! Requests over HTTP that came with a key.

use super::MemoryStore;
use crate::StoreError;
use crate::ids::AccountId;
use crate::requests::{Begun, KeyedRequest, RequestStore};
use async_trait::async_trait;

#[async_trait]
impl RequestStore for MemoryStore {
    async fn begin_request(
        &self,
        request: &KeyedRequest,
        since_ms: u64,
        at_most: u32,
    ) -> Result<Begun, StoreError> {
        let account = request.account;
        self.with(|inner| {
            let requests = &mut inner.requests;
            requests.retain(|(of, _), (known, _)| *of != account || known.began_ms >= since_ms);
            if let Some((known, answer)) = requests.get(&(account, request.key.clone())) {
                let (hash, answer) = (known.hash.to_vec(), answer.clone());
                return Ok(Begun::Known { hash, answer });
            }
            if requests.keys().filter(|(of, _)| *of == account).count() >= at_most as usize {
                return Ok(Begun::TooMany);
            }
            requests.insert((account, request.key.clone()), (request.clone(), None));
            Ok(Begun::New)
        })
    }

    async fn end_request(
        &self,
        account: AccountId,
        key: &str,
        answer: Option<&[u8]>,
    ) -> Result<(), StoreError> {
        self.with(|inner| {
            let place = (account, key.to_owned());
            match answer {
                None => drop(inner.requests.remove(&place)),
                Some(answer) => {
                    if let Some((_, known)) = inner.requests.get_mut(&place) {
                        *known = Some(answer.to_vec());
                    }
                }
            }
            Ok(())
        })
    }

    async fn forget_requests(&self, before_ms: u64) -> Result<u64, StoreError> {
        self.with(|inner| {
            let before = inner.requests.len();
            inner.requests.retain(|_, (request, _)| request.began_ms >= before_ms);
            Ok((before - inner.requests.len()) as u64)
        })
    }
}
