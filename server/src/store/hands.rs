//! Hands that are over as every store keeps them: the record that everybody may see, the cards
//! sealed, and what hands are found by. It does not know what a record or a seal holds.

use super::StoreError;
use crate::ids::{AccountId, TableId, TournamentId};
use bytes::Bytes;

/// A hand that is over. Stored with the step that ended it, or not at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredHand {
    pub table: TableId,
    pub hand: u64,
    /// The tournament it was played in.
    pub tournament: Option<TournamentId>,
    /// The game, by its id.
    pub game: String,
    /// When it was over, in milliseconds since 1970.
    pub ended_ms: u64,
    pub pot: u64,
    /// Whether somebody was dealt in who is no program.
    pub people: bool,
    /// What everybody may see, encoded by its owner.
    pub record: Bytes,
    /// The cards of the players, sealed by their owner; absent where nobody knew them.
    pub cards: Option<Bytes>,
    /// Who was dealt in.
    pub players: Vec<(AccountId, u8)>,
    /// It was stored before, and something was put right since: its record takes the place of the
    /// one that is there. Not stored itself.
    pub retold: bool,
}

/// Which hands to look for. What is absent does not matter.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct HandSearch {
    pub viewer: Option<AccountId>,
    pub player: Option<AccountId>,
    pub table: Option<TableId>,
    pub tournament: Option<TournamentId>,
    /// Of this game, by its id.
    pub game: Option<String>,
    /// With at least so much in the pots.
    pub least_pot: Option<u64>,
    /// That ended then or later.
    pub since_ms: Option<u64>,
    pub until_ms: Option<u64>,
    /// How many to pass over, the latest first.
    pub from: u32,
    /// The most that are wanted.
    pub at_most: u32,
}

/// A page of hands.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FoundHands {
    /// How many there are on all pages.
    pub total: u32,
    /// The hands, the latest first.
    pub hands: Vec<StoredHand>,
}

impl HandSearch {
    /// Whether a hand is one of those.
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

/// Players as one text: `[[17,0],[4,3]]`.
pub(super) fn players_out(players: &[(AccountId, u8)]) -> String {
    let pairs: Vec<(u64, u8)> = players.iter().map(|(account, seat)| (account.0, *seat)).collect();
    serde_json::to_string(&pairs).expect("pairs of numbers are written")
}

/// Players from that text.
pub(super) fn players_in(text: &str) -> Result<Vec<(AccountId, u8)>, StoreError> {
    let pairs: Vec<(u64, u8)> = serde_json::from_str(text)
        .map_err(|error| StoreError::Damaged(format!("the players of a hand: {error}")))?;
    Ok(pairs.into_iter().map(|(account, seat)| (AccountId(account), seat)).collect())
}

/// Adds what a search asks for to a query over `hand`; the two databases write it alike.
macro_rules! push_conditions {
    ($query:ident, $search:ident) => {{
        use crate::store::signed;
        for account in [$search.viewer, $search.player].into_iter().flatten() {
            $query.push(
                " AND (hand.table_id, hand.hand_no) IN (SELECT hand_player.table_id, \
                 hand_player.hand_no FROM hand_player WHERE hand_player.account = ",
            );
            $query.push_bind(signed(account.0)?);
            $query.push(")");
        }
        let numbers = [
            (" AND hand.table_id = ", $search.table.map(|table| table.0)),
            (" AND hand.tournament = ", $search.tournament.map(|tournament| tournament.0)),
            (" AND hand.pot >= ", $search.least_pot),
            (" AND hand.ended_ms >= ", $search.since_ms),
            (" AND hand.ended_ms < ", $search.until_ms),
        ];
        for (condition, number) in numbers {
            if let Some(number) = number {
                $query.push(condition);
                $query.push_bind(signed(number)?);
            }
        }
        if let Some(game) = &$search.game {
            $query.push(" AND hand.game = ");
            $query.push_bind(game.clone());
        }
    }};
}
pub(super) use push_conditions;

/// A hand from its row; the two databases name their columns alike.
macro_rules! hand_of_row {
    ($row:expr) => {{
        use crate::ids::{TableId, TournamentId};
        use crate::store::{failed, hands, unsigned};
        let number = |column: &str| unsigned($row.try_get::<i64, _>(column).map_err(failed)?);
        let tournament = $row.try_get::<Option<i64>, _>("tournament").map_err(failed)?;
        let players: String = $row.try_get("players").map_err(failed)?;
        let record: Vec<u8> = $row.try_get("record").map_err(failed)?;
        let cards: Option<Vec<u8>> = $row.try_get("cards").map_err(failed)?;
        Ok(hands::StoredHand {
            table: TableId(number("table_id")?),
            hand: number("hand_no")?,
            tournament: tournament.map(unsigned).transpose()?.map(TournamentId),
            game: $row.try_get("game").map_err(failed)?,
            ended_ms: number("ended_ms")?,
            pot: number("pot")?,
            people: $row.try_get("people").map_err(failed)?,
            record: bytes::Bytes::from(record),
            cards: cards.map(bytes::Bytes::from),
            players: hands::players_in(&players)?,
            retold: false,
        })
    }};
}
pub(super) use hand_of_row;
