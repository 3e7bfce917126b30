//! Completed hands as every store keeps them: the public record, the sealed cards, and the columns
//! that searches use. This module does not know what a record or a seal contains.

use super::batch::short_hash;
use super::{StoreError, StoredHand};
use crate::ids::{AccountId, TableId, TournamentId};
use async_trait::async_trait;

/// Stored hands and links to them.
#[async_trait]
pub trait HandStore {
    /// Returns a page of the completed hands that match.
    async fn find_hands(&self, search: &HandSearch) -> Result<FoundHands, StoreError>;

    /// Returns a completed hand.
    async fn hand(&self, table: TableId, hand: u64) -> Result<Option<StoredHand>, StoreError>;

    /// Returns how often a player has revoked the links to a hand, by the player's seat in it.
    async fn link_generation(&self, table: TableId, hand: u64, seat: u8)
    -> Result<u64, StoreError>;

    /// Counts one more revocation of the links to a hand.
    async fn revoke_links(&self, table: TableId, hand: u64, seat: u8) -> Result<(), StoreError>;

    /// Deletes up to `at_most` hands that ended before this time, the oldest first, and returns how
    /// many. May be limited to hands in which only programs were dealt in.
    async fn forget_hands(
        &self,
        before_ms: u64,
        of_programs_alone: bool,
        at_most: u32,
    ) -> Result<u64, StoreError>;

    /// Checks every hand against its hashes, and all of them against the seal over them.
    async fn check_hands(&self) -> Result<CheckedHands, StoreError>;
}

/// The result of checking every hand.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CheckedHands {
    /// How many hands have hashes.
    pub covered: u64,
    /// How many hands have none, because an older version stored them.
    pub uncovered: u64,
    /// The hands that were changed since they were stored.
    pub changed: Vec<(TableId, u64)>,
    /// How many hands the seal is over, if they are not those that are there.
    pub sealed: Option<u64>,
}

/// A search for hands. Absent criteria match every hand.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct HandSearch {
    pub viewer: Option<AccountId>,
    pub player: Option<AccountId>,
    pub table: Option<TableId>,
    pub tournament: Option<TournamentId>,
    /// The id of a game.
    pub game: Option<String>,
    /// The smallest total of the pots.
    pub least_pot: Option<u64>,
    /// The earliest end of a hand, inclusive.
    pub since_ms: Option<u64>,
    pub until_ms: Option<u64>,
    /// How many to skip, the latest first.
    pub from: u32,
    pub at_most: u32,
}

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FoundHands {
    /// The number of hands on all pages.
    pub total: u32,
    /// One page of the hands, the latest first.
    pub hands: Vec<StoredHand>,
}

impl HandSearch {
    pub(super) fn matches(&self, hand: &StoredHand) -> bool {
        let dealt_in = |account: &AccountId| hand.players.iter().any(|(who, _)| who == account);
        self.viewer.as_ref().is_none_or(dealt_in)
            && self.player.as_ref().is_none_or(dealt_in)
            && self.table.is_none_or(|table| hand.table == table)
            && self.tournament.is_none_or(|tournament| hand.tournament == Some(tournament))
            && self.game.as_ref().is_none_or(|game| hand.game == *game)
            && self.least_pot.is_none_or(|pot| hand.pot >= pot)
            && self.since_ms.is_none_or(|since| hand.ended_ms >= since)
            && self.until_ms.is_none_or(|until| hand.ended_ms < until)
    }
}

/// The hashes of a hand. Against damage, 64 bits are enough, and whoever may write to the database
/// can write any hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct HandHashes {
    /// Of everything but the record.
    pub(super) rest: i64,
    pub(super) record: i64,
}

impl HandHashes {
    pub(super) fn of(hand: &StoredHand) -> Self {
        Self::with_players(hand, &players_out(&hand.players))
    }

    /// Returns the hashes of a hand whose players are stored as this text.
    pub(super) fn with_players(hand: &StoredHand, players: &str) -> Self {
        let place = [hand.table.0.to_le_bytes(), hand.hand.to_le_bytes()].concat();
        let tournament = hand.tournament.map_or(u64::MAX, |tournament| tournament.0);
        let numbers = [tournament, hand.ended_ms, hand.pot].map(u64::to_le_bytes).concat();
        let [game, players] = [hand.game.as_bytes(), players.as_bytes()];
        let lengths = [game, players].map(|text| (text.len() as u64).to_le_bytes()).concat();
        let flags = [u8::from(hand.people), u8::from(hand.cards.is_some())];
        let cards = hand.cards.as_deref().unwrap_or_default();
        Self {
            rest: short(&[b"hand", &place, &numbers, &lengths, &flags, game, players, cards]),
            record: short(&[b"record", &place, &hand.record]),
        }
    }
}

fn short(parts: &[&[u8]]) -> i64 {
    let hash = short_hash(parts);
    let mut first = [0; 8];
    first.copy_from_slice(&hash[..8]);
    i64::from_le_bytes(first)
}

/// Encodes players as one text: `[[17,0],[4,3]]`.
pub(super) fn players_out(players: &[(AccountId, u8)]) -> String {
    let pairs: Vec<(u64, u8)> = players.iter().map(|(account, seat)| (account.0, *seat)).collect();
    serde_json::to_string(&pairs).expect("pairs of numbers are written")
}

/// Decodes players from the text of `players_out`.
pub(super) fn players_in(text: &str) -> Result<Vec<(AccountId, u8)>, StoreError> {
    let pairs: Vec<(u64, u8)> = serde_json::from_str(text)
        .map_err(|error| StoreError::Damaged(format!("the players of a hand: {error}")))?;
    Ok(pairs.into_iter().map(|(account, seat)| (AccountId(account), seat)).collect())
}
