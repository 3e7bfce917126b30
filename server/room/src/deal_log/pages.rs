//! What readers of the log get as JSON: the key with those before it, proofs of consistency, and
//! how rounds ended.

use super::{Consistency, DealLog, LogError};
use crate::ids::{TableId, TournamentId};
use crate::store::{HandSearch, RoundCount};
use cardroom_deal::{Outcome, Tile, log_vkey};
use data_encoding::HEXLOWER;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Serialize;
use std::collections::BTreeMap;

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// The key of the room, and everything that a reader needs to trust it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KeyPage {
    format: &'static str,
    origin: String,
    key: String,
    /// The key as C2SP signed-note has it.
    vkey: String,
    /// Keys that the room used before, the earliest first.
    former: Vec<FormerPage>,
    /// The keys of the witnesses that are asked to cosign heads.
    witnesses: Vec<String>,
}

/// A former key, and its signature of the next one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct FormerPage {
    key: String,
    successor: String,
    signature: String,
    until_ms: u64,
}

/// A proof that one head extends another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ConsistencyPage {
    from: u64,
    to: u64,
    path: Vec<String>,
}

/// A table that is not private.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicTable {
    /// The name of the table. For a table that is gone, the name of its tournament.
    pub name: String,
    pub tournament: Option<TournamentId>,
}

/// How rounds ended, by day and table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CountsPage {
    origin: String,
    /// How many rounds the last head is over, of all days and tables.
    size: u64,
    days: Vec<DayPage>,
}

/// How the rounds of a table ended on one day.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
struct DayPage {
    /// The day in UTC, such as `2026-11-30`.
    day: String,
    table: u64,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    tournament: Option<u64>,
    openings: u64,
    played: u64,
    void: u64,
    given_up: u64,
    /// Given-up rounds by the seat that withheld its link, counted from 0.
    withheld: BTreeMap<u8, u64>,
}

impl DealLog {
    /// Returns the key with those before it.
    #[must_use]
    pub fn key_page(&self) -> KeyPage {
        let hex = |bytes: &[u8]| HEXLOWER.encode(bytes);
        let key = self.key().public();
        let former = self.former().iter().map(|former| FormerPage {
            key: hex(&former.key),
            successor: hex(&former.successor),
            signature: hex(&former.signature),
            until_ms: former.until_ms,
        });
        KeyPage {
            format: "cardroom-deal-1",
            origin: self.origin().to_string(),
            key: hex(&key),
            vkey: log_vkey(self.origin(), &key),
            former: former.collect(),
            witnesses: self.witnesses().iter().map(super::Witness::vkey).collect(),
        }
    }

    /// Returns the tile at a path below the log, such as `tile/0/x001/067.p/12`, and whether it is
    /// full, so that it never changes; `None` if the log has no such tile.
    ///
    /// # Errors
    /// The store failed.
    pub async fn tile_at(&self, path: &str) -> Result<Option<(Vec<u8>, bool)>, LogError> {
        let Some(tile) = Tile::parse(path) else { return Ok(None) };
        Ok(self.tile(tile).await?.map(|bytes| (bytes, tile.width == 256)))
    }

    /// Returns how the rounds of public tables ended in the last days. `open` has all open tables:
    /// `None` for a private one.
    ///
    /// # Errors
    /// The store failed.
    pub async fn counts_page(
        &self,
        from_day: u32,
        open: &BTreeMap<TableId, Option<PublicTable>>,
    ) -> Result<CountsPage, LogError> {
        let mut days: BTreeMap<(u32, TableId), DayPage> = BTreeMap::new();
        for count in self.counts(from_day).await? {
            let table = match open.get(&count.table) {
                Some(table) => table.clone(),
                None => self.known_gone_table(count.table).await?,
            };
            let Some(PublicTable { name, tournament }) = table else { continue };
            let page = days.entry((count.day, count.table)).or_insert_with(|| DayPage {
                day: date_of(count.day),
                table: count.table.0,
                name,
                tournament: tournament.map(|tournament| tournament.0),
                ..DayPage::default()
            });
            page.add(&count);
        }
        let origin = self.origin().to_string();
        Ok(CountsPage { origin, size: self.size(), days: days.into_values().collect() })
    }

    /// Returns a table that is not open any more, if it belonged to a tournament that was not
    /// private. A table of a host is like one that never was.
    ///
    /// # Errors
    /// The store failed.
    pub async fn gone_table(&self, table: TableId) -> Result<Option<PublicTable>, LogError> {
        let search = HandSearch { table: Some(table), at_most: 1, ..HandSearch::default() };
        let found = self.0.store.find_hands(&search).await?;
        let Some(id) = found.hands.first().and_then(|hand| hand.tournament) else {
            return Ok(None);
        };
        let tournament = self.0.store.tournament(id).await?;
        let public = tournament.filter(|it| it.code.is_none());
        Ok(public.map(|it| PublicTable { name: it.name, tournament: Some(id) }))
    }

    /// Returns the same, and asks the store once for each table of the log.
    async fn known_gone_table(&self, table: TableId) -> Result<Option<PublicTable>, LogError> {
        let known = self.0.gone.lock().get(&table).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let found = self.gone_table(table).await?;
        self.0.gone.lock().insert(table, found.clone());
        Ok(found)
    }
}

impl DayPage {
    fn add(&mut self, count: &RoundCount) {
        self.openings += count.rounds;
        match Outcome::of(count.outcome) {
            Some(Outcome::Played) => self.played += count.rounds,
            Some(Outcome::Void) => self.void += count.rounds,
            Some(Outcome::GivenUp) => self.given_up += count.rounds,
            None => {}
        }
        if let Some(seat) = count.blame {
            *self.withheld.entry(seat).or_default() += count.rounds;
        }
    }
}

impl From<Consistency> for ConsistencyPage {
    fn from(Consistency { from, to, path }: Consistency) -> Self {
        Self { from, to, path: path.iter().map(|hash| HEXLOWER.encode(hash)).collect() }
    }
}

/// Returns a day, counted from 1970, as a date.
fn date_of(day: u32) -> String {
    let at = Timestamp::from_millisecond(i64::from(day) * DAY_MS).unwrap_or_default();
    at.to_zoned(TimeZone::UTC).date().to_string()
}

#[cfg(test)]
mod tests {
    use super::{DayPage, date_of};
    use crate::ids::TableId;
    use crate::store::RoundCount;
    use std::collections::BTreeMap;

    #[test]
    fn the_counts_of_a_day_add_up() {
        let mut page = DayPage::default();
        for (outcome, blame, rounds) in
            [(0, None, 40), (1, None, 2), (2, Some(4), 3), (2, Some(4), 1), (2, None, 5)]
        {
            page.add(&RoundCount { day: 0, table: TableId(1), outcome, blame, rounds });
        }
        let expected = DayPage {
            openings: 51,
            played: 40,
            void: 2,
            given_up: 9,
            withheld: BTreeMap::from([(4, 4)]),
            ..DayPage::default()
        };
        assert_eq!(page, expected);
        assert_eq!((date_of(0), date_of(20_787)), ("1970-01-01".into(), "2026-11-30".into()));
    }
}
