//! Changes to stored hands of an account that was erased or merged: another name, or another
//! account. The caller makes sure that the account plays no hand meanwhile.

use super::{HANDS_AT_ONCE, Histories, public_record};
use crate::ids::AccountId;
use crate::journal::CommitError;
use crate::store::{HandSearch, StoreError, StoredHand, Unit};
use bytes::Bytes;
use cardroom_protocol::history::{HandRecord, HandShown};
use cardroom_protocol::table::TableEvent;
use cardroom_protocol::{Encoding, RequestId, ServerMessage};

/// The reason why hands could not be rewritten. Earlier hands are already rewritten, and the
/// work can be repeated.
#[derive(Debug, thiserror::Error)]
pub enum RewriteError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Commit(#[from] CommitError),
}

impl Histories {
    /// Writes another name for an account into every stored hand that it was dealt in.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn rename_player(
        &self,
        account: AccountId,
        name: &str,
        now: &str,
    ) -> Result<(), RewriteError> {
        let mut search = hands_of(account);
        loop {
            let found = self.store.find_hands(&search).await?;
            let read = u32::try_from(found.hands.len()).unwrap_or(u32::MAX);
            let renamed =
                found.hands.into_iter().filter_map(|hand| renamed(hand, account, name, now));
            let hands: Vec<StoredHand> = renamed.collect();
            if !hands.is_empty() {
                self.journal.commit(Unit { hands, ..Unit::default() }).await?;
            }
            if read < HANDS_AT_ONCE {
                return Ok(());
            }
            search.from += read;
        }
    }

    /// Moves every stored hand of an account to another one, except hands that both were dealt in.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn move_player(&self, from: AccountId, to: AccountId) -> Result<(), RewriteError> {
        let mut search = hands_of(from);
        loop {
            let found = self.store.find_hands(&search).await?;
            for hand in &found.hands {
                if hand.players.iter().any(|(player, _)| *player == to) {
                    // The hand stays where it is, and the search skips it from now on.
                    search.from += 1;
                } else {
                    self.store.reassign_hand(hand, from, to).await?;
                }
            }
            if found.hands.len() < HANDS_AT_ONCE as usize {
                return Ok(self.store.move_notes(from, to).await?);
            }
        }
    }
}

fn hands_of(account: AccountId) -> HandSearch {
    HandSearch { viewer: Some(account), at_most: HANDS_AT_ONCE, ..HandSearch::default() }
}

/// Returns the hand with another name for a player; `None` if it does not decode or
/// already has that name.
fn renamed(hand: StoredHand, account: AccountId, name: &str, now: &str) -> Option<StoredHand> {
    let seat = hand.players.iter().find(|(player, _)| *player == account).map(|(_, seat)| *seat);
    let before = public_record(&hand)?;
    let mut record = before.clone();
    for recorded in record.seats.iter_mut().filter(|recorded| Some(recorded.seat) == seat) {
        now.clone_into(&mut recorded.name);
    }
    rename_in_events(&mut record, name, now);
    if record == before {
        return None;
    }
    let shown = HandShown { request: RequestId(0), record: Box::new(record) };
    let mut encoded = Vec::new();
    Encoding::Binary.append(&ServerMessage::from(shown), &mut encoded).ok()?;
    Some(StoredHand { record: Bytes::from(encoded), retold: true, ..hand })
}

/// Renames the player in events, too, because a player may sit down, or rule, in the
/// middle of a hand.
fn rename_in_events(record: &mut HandRecord, name: &str, now: &str) {
    for event in record.steps.iter_mut().flat_map(|step| step.events.0.iter_mut()) {
        let known = match event {
            TableEvent::SeatTaken(taken) => &mut taken.name,
            TableEvent::FloorOrdered(ordered) => &mut ordered.operator,
            _ => continue,
        };
        if known == name {
            now.clone_into(known);
        }
    }
}
