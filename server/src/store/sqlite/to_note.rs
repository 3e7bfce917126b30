//! Who was dealt in, noted for many hands at once.
//!
//! The notes of one player lie together, so a single hand changes as many pages of the file as it
//! has players. Of thousands of hands the notes are made in the order they lie in, a few with each
//! commit, and a page that is changed takes many. Until then a list says which hands are to be
//! noted: it is written with them, so nothing is forgotten when the process ends.

use super::super::StoreError;
use super::super::hands::StoredHand;
use super::{failed, signed};
use sqlx::sqlite::{SqliteArguments, SqliteConnection};
use sqlx::{Connection as _, Sqlite};
use std::cmp::Reverse;

/// So many notes are made together. One takes 16 bytes of memory, and its hand 24 for all its
/// players.
const TOGETHER: usize = 32_768;
/// So many at least with each commit, until all of them are made ...
const AT_ONCE: usize = 128;
/// ... or so many times what the commit brings, so that they do not become more and more.
const TIMES_WHAT_COMES: usize = 2;

const LIST: &str = "INSERT INTO hand_to_note (id, hands) VALUES (?, ?);";

const NOTES: &str = "
INSERT INTO hand_player (account, ended_ms, table_id, hand_no)
SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM jsonb_each(?) WHERE TRUE
ON CONFLICT DO NOTHING;";

const NOTED: &str = "DELETE FROM hand_to_note WHERE id <= ?;";

/// By the lists alone, in the order the notes lie in. What was noted before is passed over.
const EVERYTHING: &str = "
INSERT INTO hand_player (account, ended_ms, table_id, hand_no)
SELECT player.value ->> 0, hand.ended_ms, hand.table_id, hand.hand_no
FROM hand_to_note
    CROSS JOIN jsonb_each(hand_to_note.hands) AS told
    CROSS JOIN hand ON hand.table_id = told.value ->> 0 AND hand.hand_no = told.value ->> 1
    CROSS JOIN jsonb_each(hand.players) AS player
WHERE TRUE ORDER BY 1, 2, 3, 4
ON CONFLICT DO NOTHING;
DELETE FROM hand_to_note;";

type Query<'q> = sqlx::query::Query<'q, Sqlite, SqliteArguments>;

/// A player, when the hand ended, its table and number: the columns of `hand_player`.
type Note = [i64; 4];

/// Hands, and who was dealt in.
#[derive(Debug, Default)]
struct Notes {
    /// When each ended, its table and number.
    hands: Vec<[i64; 3]>,
    /// A player, and the place of the hand.
    players: Vec<(i64, u32)>,
}

impl Notes {
    fn add(&mut self, hand: &StoredHand) -> Result<(), StoreError> {
        let place = u32::try_from(self.hands.len()).expect("notes are made long before");
        let [ended, table, number] =
            [signed(hand.ended_ms)?, signed(hand.table.0)?, signed(hand.hand)?];
        self.hands.push([ended, table, number]);
        for (account, _) in &hand.players {
            self.players.push((signed(account.0)?, place));
        }
        Ok(())
    }

    /// In the order they lie in, from the last to the first.
    fn sort_backwards(&mut self) {
        let Self { hands, players } = self;
        players
            .sort_unstable_by_key(|(account, place)| Reverse((*account, hands[*place as usize])));
    }

    fn note(&self, (account, place): &(i64, u32)) -> Note {
        let [ended, table, number] = self.hands[*place as usize];
        [*account, ended, table, number]
    }
}

/// The notes that are still to be made.
#[derive(Debug, Default)]
pub(super) struct ToNote {
    /// The lists say more than what is here.
    is_behind: bool,
    /// Notes that wait for more of them.
    waiting: Notes,
    /// Notes that are being made, those that come next last.
    due: Notes,
    /// The last list with nothing in it but what is due.
    covered: i64,
    last_list: i64,
}

/// What one commit does about notes.
#[derive(Debug, Default)]
pub(super) struct Step {
    /// A new list: its number, which the database chooses where nobody knows the last one, and its
    /// hands.
    list: Option<(Option<i64>, String)>,
    /// How many of the notes that are due are made, and which.
    notes: Option<(usize, String)>,
    /// The lists up to this one go.
    covered: Option<i64>,
    /// Everything that is on a list is noted.
    everything: bool,
}

impl ToNote {
    /// Nothing is known but what the lists say.
    pub(super) fn behind() -> Self {
        Self { is_behind: true, ..Self::default() }
    }

    /// What a commit with these hands does.
    pub(super) fn step<'a>(
        &self,
        hands: impl Iterator<Item = &'a StoredHand>,
    ) -> Result<Step, StoreError> {
        let mut players = 0;
        let told = hands.map(|hand| {
            players += hand.players.len();
            Ok([signed(hand.table.0)?, signed(hand.hand)?])
        });
        let told = told.collect::<Result<Vec<_>, StoreError>>()?;
        let number = (!self.is_behind).then_some(self.last_list + 1);
        let list = (!told.is_empty()).then(|| (number, written(&told)));
        if self.is_behind {
            return Ok(Step { list, everything: true, ..Step::default() });
        }
        let due = &self.due.players;
        let count = due.len().min(AT_ONCE.max(TIMES_WHAT_COMES * players));
        let notes = due[due.len() - count..].iter().map(|player| self.due.note(player));
        Ok(Step {
            list,
            notes: (count > 0).then(|| (count, written(&notes.collect::<Vec<_>>()))),
            covered: (count > 0 && count == due.len()).then_some(self.covered),
            everything: false,
        })
    }

    /// The step is stored, and so are these hands of it.
    pub(super) fn made<'a>(
        &mut self,
        step: &Step,
        stored: impl Iterator<Item = &'a StoredHand>,
    ) -> Result<(), StoreError> {
        if step.everything {
            *self = Self::default();
            return Ok(());
        }
        if let Some((Some(number), _)) = &step.list {
            self.last_list = *number;
        }
        for hand in stored {
            self.waiting.add(hand)?;
        }
        if let Some((count, _)) = &step.notes {
            self.due.players.truncate(self.due.players.len() - count);
        }
        if self.due.players.is_empty() && self.waiting.players.len() >= TOGETHER {
            // Each keeps its room: given back and asked for again it would come and go.
            std::mem::swap(&mut self.due, &mut self.waiting);
            self.waiting.hands.clear();
            self.due.sort_backwards();
            self.covered = self.last_list;
        }
        Ok(())
    }
}

impl Step {
    fn parts(&self) -> [(&'static str, bool); 4] {
        [
            (LIST, self.list.is_some()),
            (NOTES, self.notes.is_some()),
            (NOTED, self.covered.is_some()),
            (EVERYTHING, self.everything),
        ]
    }

    /// Its statements, to stand in a transaction after the hands.
    pub(super) fn text(&self) -> String {
        self.parts().iter().filter(|(_, is_there)| *is_there).map(|(text, _)| *text).collect()
    }

    /// Binds what the statements ask for.
    pub(super) fn bind<'q>(&self, mut query: Query<'q>) -> Query<'q> {
        if let Some((number, hands)) = &self.list {
            query = query.bind(*number).bind(hands.clone());
        }
        if let Some((_, notes)) = &self.notes {
            query = query.bind(notes.clone());
        }
        if let Some(covered) = self.covered {
            query = query.bind(covered);
        }
        query
    }

    /// Does it, in a transaction that is open.
    pub(super) async fn write(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let text = self.text();
        if text.is_empty() {
            return Ok(());
        }
        let query = self.bind(sqlx::query(sqlx::AssertSqlSafe(text)));
        query.execute(connection).await.map(|_| ()).map_err(failed)
    }
}

/// Notes everything that is on a list.
pub(super) async fn note_everything(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let mut transaction = connection.begin().await.map_err(failed)?;
    sqlx::query(EVERYTHING).execute(&mut *transaction).await.map_err(failed)?;
    transaction.commit().await.map_err(failed)
}

fn written<const N: usize>(rows: &[[i64; N]]) -> String
where
    [i64; N]: serde::Serialize,
{
    serde_json::to_string(rows).expect("lists of numbers are written")
}

#[cfg(test)]
mod tests {
    use super::super::SqliteStore;
    use super::*;
    use crate::config::Synchronous;
    use crate::ids::{AccountId, TableId};
    use crate::store::{HandSearch, Store as _, Unit};
    use bytes::Bytes;
    use std::path::Path;

    const PLAYERS: u64 = 10;
    const TABLES: u64 = 400;

    async fn open(path: &Path) -> SqliteStore {
        SqliteStore::open(path, Synchronous::Normal, 0).await.unwrap()
    }

    /// One hand of each table; the players change tables with every hand.
    fn round(number: u64) -> Vec<Unit> {
        let hand = |table: u64| StoredHand {
            table: TableId(table),
            hand: number,
            tournament: None,
            game: "nlhe".to_owned(),
            ended_ms: 1_000 * number,
            pot: 300,
            people: true,
            record: Bytes::from_static(b"told"),
            cards: None,
            players: (0..PLAYERS).map(|seat| (player(table, number, seat), 0)).collect(),
            retold: false,
        };
        let unit = |table| Unit { hands: vec![hand(table)], ..Unit::default() };
        (1..=TABLES).map(unit).collect()
    }

    fn player(table: u64, number: u64, seat: u64) -> AccountId {
        AccountId((table * PLAYERS + seat + 37 * number) % (TABLES * PLAYERS))
    }

    async fn count(store: &SqliteStore, what: &str) -> i64 {
        let query = sqlx::query_scalar(sqlx::AssertSqlSafe(format!("SELECT COUNT(*) FROM {what}")));
        query.fetch_one(&store.readers).await.unwrap()
    }

    #[tokio::test]
    async fn hands_wait_for_others_and_are_noted_with_the_commits_that_follow() {
        let directory = tempfile::tempdir().unwrap();
        let store = open(&directory.path().join("room.sqlite")).await;
        let brings = TABLES * PLAYERS;
        let rounds = TOGETHER as u64 / brings + 1;
        for number in 1..=rounds {
            store.commit(&round(number)).await.unwrap();
        }
        assert_eq!(
            count(&store, "hand_player").await,
            0,
            "nothing is noted before there is enough"
        );
        assert_eq!(count(&store, "hand_to_note").await, rounds.cast_signed());
        // Each of these notes twice what it brings.
        for number in rounds + 1..=rounds + rounds.div_ceil(2) {
            store.commit(&round(number)).await.unwrap();
        }
        assert_eq!(count(&store, "hand_player").await, (rounds * brings).cast_signed());
        assert_eq!(
            count(&store, "hand_to_note").await,
            rounds.div_ceil(2).cast_signed(),
            "the lists of what is noted are gone"
        );
    }

    /// The numbers of the hands that the player finds, the latest first.
    async fn found(store: &SqliteStore, player: AccountId) -> Vec<u64> {
        let search = HandSearch { viewer: Some(player), at_most: 100, ..HandSearch::default() };
        let found = store.find_hands(&search).await.unwrap();
        found.hands.iter().map(|hand| hand.hand).collect()
    }

    #[tokio::test]
    async fn a_player_finds_every_hand_whether_it_was_noted_or_not() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("room.sqlite");
        let store = open(&path).await;
        store.commit(&round(1)).await.unwrap();
        // The process ends without a word.
        drop(store);
        let store = open(&path).await;
        assert_eq!(count(&store, "hand_to_note").await, 0, "who opens the file notes what is left");
        assert_eq!(found(&store, AccountId(5)).await, [1]);
        store.commit(&round(2)).await.unwrap();
        assert_eq!(found(&store, AccountId(5)).await, [2, 1]);
        store.commit(&round(3)).await.unwrap();
        assert_eq!(store.forget_hands(3_000, false, 10_000).await, Ok(2 * TABLES));
        assert_eq!(found(&store, AccountId(5)).await, [3]);
        assert_eq!(count(&store, "hand_player").await, (TABLES * PLAYERS).cast_signed());
    }

    #[tokio::test]
    async fn after_a_failure_the_lists_are_believed() {
        let directory = tempfile::tempdir().unwrap();
        let store = open(&directory.path().join("room.sqlite")).await;
        store.commit(&round(1)).await.unwrap();
        // As a commit leaves it whose end nobody heard of.
        store.writer().await.known = None;
        store.commit(&round(2)).await.unwrap();
        assert_eq!(count(&store, "hand_to_note").await, 0);
        assert_eq!(count(&store, "hand_player").await, (2 * TABLES * PLAYERS).cast_signed());
        store.commit(&round(3)).await.unwrap();
        assert_eq!(count(&store, "hand_to_note").await, 1);
        assert_eq!(found(&store, AccountId(5)).await, [3, 2, 1]);
    }

    #[tokio::test]
    async fn a_hand_that_was_told_before_is_not_noted_for_others() {
        let directory = tempfile::tempdir().unwrap();
        let store = open(&directory.path().join("room.sqlite")).await;
        store.commit(&round(1)).await.unwrap();
        let mut again = round(1);
        for hand in again.iter_mut().flat_map(|unit| &mut unit.hands) {
            hand.players = vec![(AccountId(1_000_000), 0)];
        }
        store.commit(&again).await.unwrap();
        assert!(found(&store, AccountId(1_000_000)).await.is_empty());
        assert_eq!(found(&store, AccountId(5)).await, [1]);
    }
}
