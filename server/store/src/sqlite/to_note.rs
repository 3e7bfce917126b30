//! Notes of the players of many hands at once: the rows of `hand_player`.
//!
//! The notes of one player lie together in the file, so noting a single hand changes as many pages
//! as it has players. Instead, the notes of thousands of hands are made in the order they lie in, a
//! few with each commit. A page that changes then takes many of them. Until then, a list in the
//! database names the hands that are not noted yet. It is written with the hands, so nothing is
//! forgotten when the process ends.

use super::super::StoreError;
use super::super::StoredHand;
use super::{failed, signed};
use sqlx::sqlite::{SqliteArguments, SqliteConnection};
use sqlx::{Connection as _, Sqlite};
use std::cmp::Reverse;

/// How many notes are collected before they are made. One takes 16 bytes of memory, and its hand 24
/// for all its players.
const TOGETHER: usize = 32_768;
/// Each commit makes at least this many of the due notes ...
const AT_ONCE: usize = 128;
/// ... or this many times the number of notes it adds, so that the backlog cannot grow.
const TIMES_WHAT_COMES: usize = 2;

const LIST: &str = "INSERT INTO hand_to_note (id, hands) VALUES (?, ?);";

const NOTES: &str = "
INSERT INTO hand_player (account, ended_ms, table_id, hand_no)
SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM jsonb_each(?) WHERE TRUE
ON CONFLICT DO NOTHING;";

const NOTED: &str = "DELETE FROM hand_to_note WHERE id <= ?;";

/// Notes all hands on the lists, in the order the notes lie in. Skips hands that are already noted.
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

/// An account, the end of the hand, its table and its number: the columns of `hand_player`.
type Note = [i64; 4];

/// Hands and their players.
#[derive(Debug, Default)]
struct Notes {
    /// The end, table and number of each.
    hands: Vec<[i64; 3]>,
    /// A player, and the index of the hand.
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

    /// Sorts into the reverse of the order the notes lie in.
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
    /// The lists in the database contain more than this value.
    is_behind: bool,
    /// Notes that wait until there are enough of them.
    waiting: Notes,
    /// Notes that are being made. The next ones are at the end.
    due: Notes,
    /// The last list that contains only due notes.
    covered: i64,
    last_list: i64,
}

/// The changes of one commit to the notes.
#[derive(Debug, Default)]
pub(super) struct Step {
    /// A new list: its number, which the database chooses if the last one is
    /// unknown, and its hands.
    list: Option<(Option<i64>, String)>,
    /// How many of the due notes are made, and which.
    notes: Option<(usize, String)>,
    /// The lists up to this one are deleted.
    covered: Option<i64>,
    /// All hands on the lists are noted.
    everything: bool,
}

impl ToNote {
    /// Creates the state of a process that knows only the lists in the database.
    pub(super) fn behind() -> Self {
        Self { is_behind: true, ..Self::default() }
    }

    /// Plans the step of a commit with these hands.
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

    /// Updates this value after the step and these hands of it were stored.
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
            // Each buffer keeps its capacity, to avoid repeated allocation.
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

    /// Returns its statements, which follow the hands in a transaction.
    pub(super) fn text(&self) -> String {
        self.parts().iter().filter(|(_, is_there)| *is_there).map(|(text, _)| *text).collect()
    }

    /// Binds the parameters of the statements.
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

    /// Writes the step in an open transaction.
    pub(super) async fn write(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let text = self.text();
        if text.is_empty() {
            return Ok(());
        }
        let query = self.bind(sqlx::query(sqlx::AssertSqlSafe(text)));
        query.execute(connection).await.map(|_| ()).map_err(failed)
    }
}

/// Notes all hands on the lists.
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
    use crate::ids::{AccountId, TableId};
    use crate::place::Synchronous;
    use crate::prelude::*;
    use crate::{HandSearch, Unit};
    use bytes::Bytes;
    use std::path::Path;

    const PLAYERS: u64 = 10;
    const TABLES: u64 = 400;

    async fn open(path: &Path) -> SqliteStore {
        SqliteStore::open(path, Synchronous::Normal, 0).await.unwrap()
    }

    /// Stores units, and waits until the database has their rows, too.
    async fn commit(store: &SqliteStore, units: &[Unit]) {
        store.commit(units).await.unwrap();
        store.front.settle().await.unwrap();
    }

    /// Returns one hand of each table. The players change tables with every hand.
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
            commit(&store, &round(number)).await;
        }
        assert_eq!(
            count(&store, "hand_player").await,
            0,
            "nothing is noted before there is enough"
        );
        assert_eq!(count(&store, "hand_to_note").await, rounds.cast_signed());
        // Each of these notes twice what it brings.
        for number in rounds + 1..=rounds + rounds.div_ceil(2) {
            commit(&store, &round(number)).await;
        }
        assert_eq!(count(&store, "hand_player").await, (rounds * brings).cast_signed());
        assert_eq!(
            count(&store, "hand_to_note").await,
            rounds.div_ceil(2).cast_signed(),
            "the lists of what is noted are gone"
        );
    }

    /// Returns the numbers of the player's hands, the latest first.
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
        commit(&store, &round(1)).await;
        // The process ends without closing the store.
        drop(store);
        let store = open(&path).await;
        assert_eq!(count(&store, "hand_to_note").await, 0, "who opens the file notes what is left");
        assert_eq!(found(&store, AccountId(5)).await, [1]);
        commit(&store, &round(2)).await;
        assert_eq!(found(&store, AccountId(5)).await, [2, 1]);
        commit(&store, &round(3)).await;
        assert_eq!(store.forget_hands(3_000, false, 10_000).await, Ok(2 * TABLES));
        assert_eq!(found(&store, AccountId(5)).await, [3]);
        assert_eq!(count(&store, "hand_player").await, (TABLES * PLAYERS).cast_signed());
    }

    #[tokio::test]
    async fn after_a_failure_the_lists_are_believed() {
        let directory = tempfile::tempdir().unwrap();
        let store = open(&directory.path().join("room.sqlite")).await;
        commit(&store, &round(1)).await;
        // The state after a commit whose outcome is unknown.
        store.writer().await.known = None;
        commit(&store, &round(2)).await;
        assert_eq!(count(&store, "hand_to_note").await, 0);
        assert_eq!(count(&store, "hand_player").await, (2 * TABLES * PLAYERS).cast_signed());
        commit(&store, &round(3)).await;
        assert_eq!(count(&store, "hand_to_note").await, 1);
        assert_eq!(found(&store, AccountId(5)).await, [3, 2, 1]);
    }

    #[tokio::test]
    async fn a_hand_that_was_told_before_is_not_noted_for_others() {
        let directory = tempfile::tempdir().unwrap();
        let store = open(&directory.path().join("room.sqlite")).await;
        commit(&store, &round(1)).await;
        let mut again = round(1);
        for hand in again.iter_mut().flat_map(|unit| &mut unit.hands) {
            hand.players = vec![(AccountId(1_000_000), 0)];
        }
        commit(&store, &again).await;
        assert!(found(&store, AccountId(1_000_000)).await.is_empty());
        assert_eq!(found(&store, AccountId(5)).await, [1]);
    }
}
