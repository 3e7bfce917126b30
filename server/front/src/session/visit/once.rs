//! A request with a key: what is stored of it before its first message and after its answer.

use cardroom_api::exchange::Reply;
use cardroom_api::once::{Fate, KNOWN_FOR_MS, MOST_KEYS, again, fate, too_many};
use cardroom_api::problem::Problem;
use cardroom_protocol::ErrorCode;
use cardroom_room::ids::AccountId;
use cardroom_room::room::Room;
use cardroom_room::store::Begun;
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

/// The requests with keys that this process carries out now, and their hashes.
#[derive(Debug, Default)]
pub(crate) struct UnderWay(Mutex<BTreeMap<(AccountId, String), [u8; 32]>>);

/// The key of a request whose account is not known yet.
pub(crate) struct Once {
    pub(crate) key: String,
    pub(crate) hash: [u8; 32],
    pub(crate) under_way: Arc<UnderWay>,
}

/// A stored request that this process carries out.
pub(super) struct Claim {
    account: AccountId,
    key: String,
    under_way: Arc<UnderWay>,
}

impl Once {
    /// Stores the request for its account. If its key is known, returns the answer instead.
    pub(super) async fn claim(&self, room: &Room, account: AccountId) -> Result<Claim, Reply> {
        let claim = self.enter(account)?;
        let whose = (account, &*claim.key);
        let begun =
            room.accounts.keyed_requests().begin(whose, self.hash, KNOWN_FOR_MS, MOST_KEYS).await;
        match begun {
            Ok(Begun::New) => Ok(claim),
            Ok(Begun::Known { hash, answer }) => {
                Err(again(&self.hash, &hash, answer.as_deref(), false))
            }
            Ok(Begun::TooMany) => Err(too_many()),
            Err(_) => {
                let text = "The room could not store the key, so nothing was done. Try again.";
                Err(Reply::Problem(Box::new(Problem::refused(ErrorCode::Busy, text))))
            }
        }
    }

    /// Notes that the request is under way, unless one with its key is.
    fn enter(&self, account: AccountId) -> Result<Claim, Reply> {
        let (key, under_way) = (self.key.clone(), Arc::clone(&self.under_way));
        match self.under_way.0.lock().entry((account, key.clone())) {
            Entry::Occupied(first) => Err(again(&self.hash, first.get(), None, true)),
            Entry::Vacant(free) => {
                free.insert(self.hash);
                Ok(Claim { account, key, under_way })
            }
        }
    }
}

impl Claim {
    /// Stores the answer, or forgets a request that was turned away.
    pub(super) async fn end(self, room: &Room, reply: &Reply, is_final: bool) {
        let whose = (self.account, &*self.key);
        let ended = match fate(reply, is_final) {
            Fate::Leave => return,
            Fate::Forget => room.accounts.keyed_requests().end(whose, None).await,
            Fate::Store(answer) => room.accounts.keyed_requests().end(whose, Some(&answer)).await,
        };
        if ended.is_err() {
            tracing::warn!(account = %self.account, "could not store the answer to a request");
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.under_way.0.lock().remove(&(self.account, std::mem::take(&mut self.key)));
    }
}
