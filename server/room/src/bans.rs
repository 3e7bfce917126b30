//! Bans in memory, because every entry to a tournament checks them. A ban is stored before it is
//! added here. The floor reads bans from the store, with the operator and the reason.

use crate::ids::AccountId;
use crate::store::{Store, StoreError, StoredBan};
use cardroom_rules::Millis;
use parking_lot::RwLock;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The scope of a ban: a league, or everything.
pub type BanFrom = Option<String>;

/// The bans of the room. Clones share them.
#[derive(Clone, Default, Debug)]
pub struct Bans {
    until: Arc<RwLock<BTreeMap<(AccountId, BanFrom), Millis>>>,
}

impl Bans {
    /// Loads the stored bans that have not ended.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn load(store: &dyn Store, now: Millis) -> Result<Self, StoreError> {
        let bans = Self::default();
        for ban in store.bans(now.0).await? {
            bans.said(&ban);
        }
        Ok(bans)
    }

    /// Adds a ban that was stored.
    pub fn said(&self, ban: &StoredBan) {
        let whose = (ban.account, ban.league.clone());
        self.until.write().insert(whose, Millis(ban.until_ms));
    }

    /// Returns until when an account may not enter tournaments of this league, or of none.
    #[must_use]
    pub fn until(&self, account: AccountId, league: Option<&str>, now: Millis) -> Option<Millis> {
        let until = self.until.read();
        let of_room = until.get(&(account, None));
        let of_league = league.and_then(|league| until.get(&(account, Some(league.to_owned()))));
        of_room.max(of_league).copied().filter(|until| *until > now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ban_is_from_a_league_or_from_everything_until_it_ends() {
        let bans = Bans::default();
        let said = |account, league: Option<&str>, until_ms| {
            bans.said(&StoredBan {
                account: AccountId(account),
                league: league.map(str::to_owned),
                until_ms,
                at_ms: 0,
                operator: AccountId(9),
                reason: String::new(),
            });
        };
        let until = |account, league, now| bans.until(AccountId(account), league, Millis(now));
        said(1, Some("a"), 100);
        said(2, None, 50);
        assert_eq!(until(1, Some("a"), 99), Some(Millis(100)));
        assert_eq!(until(1, Some("a"), 100), None, "it has ended");
        assert_eq!((until(1, Some("b"), 10), until(1, None, 10)), (None, None));
        assert_eq!(until(2, Some("a"), 10), Some(Millis(50)));
        assert_eq!(until(2, None, 10), Some(Millis(50)));
        said(2, Some("a"), 80);
        assert_eq!(until(2, Some("a"), 60), Some(Millis(80)), "the later of both");
        said(2, Some("a"), 0);
        said(2, None, 0);
        assert_eq!(until(2, Some("a"), 10), None, "both are lifted");
    }
}
