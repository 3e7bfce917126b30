//! SQLite's own write-ahead log, read as bytes: whether it is whole, and what can be put back.
//!
//! SQLite reads this log up to the first frame that does not match its checksum, and ignores the
//! rest without a word. That is right for the torn end that a power cut leaves, and loses commits
//! if the frame was whole once. This module tells the two apart. It knows nothing of rows.
//!
//! ```text
//! header: magic · version · page size · checkpoint · salts (8) · checksum (8)
//! frame:  page · pages after a commit, or 0 · salts (8) · checksum (8) · the page
//! ```
//!
//! Every checksum continues the one before it. <https://sqlite.org/fileformat2.html#walformat>

use super::super::StoreError;
use super::super::redo::REMEDY;
use super::in_file;
use std::fmt;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// The magic without its last bit, which is set if checksums read words big-endian.
const MAGIC: u32 = 0x377f_0682;
/// Where the salts and the checksum of the header are.
const SALTS: usize = 16;
const HEADER_SUM: usize = 24;
/// Where the salts and the checksum of a frame are.
const FRAME_SALTS: usize = 8;
const FRAME_SUM: usize = 16;

/// Two running sums modulo 2^32.
type Sum = [u32; 2];

/// The place of damage in a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Damage {
    /// The frame, counted from 1; `None` for the header of the log.
    pub(super) frame: Option<usize>,
    /// Where it begins, in bytes.
    pub(super) offset: usize,
    /// How many whole frames are behind it.
    pub(super) behind: usize,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.frame {
            None => write!(f, "the header at byte 0 is damaged")?,
            Some(frame) => write!(f, "frame {frame} at byte {} is damaged", self.offset)?,
        }
        write!(f, ", and {} whole frames follow it", self.behind)
    }
}

/// A log, taken apart.
struct Log<'a> {
    bytes: &'a [u8],
    page: usize,
    is_big: bool,
    /// The salts of this round of the log. Frames of earlier rounds have others.
    salts: &'a [u8],
    /// The checksum of the header.
    sum: Sum,
}

/// Returns the path of a file beside a database, by the ending of its name.
pub(super) fn beside(database: &Path, ending: &str) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push(ending);
    PathBuf::from(path)
}

/// Reads the log beside a database; empty without one.
pub(super) fn read(database: &Path) -> Result<Vec<u8>, StoreError> {
    let path = beside(database, "-wal");
    match std::fs::read(&path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(in_file(&path, &error)),
        read => Ok(read.unwrap_or_default()),
    }
}

/// Checks the log of a database that no process has open, before SQLite reads it.
///
/// # Errors
/// The log is damaged, or cannot be read.
pub(super) fn check(database: &Path) -> Result<(), StoreError> {
    match damage(&read(database)?) {
        None => Ok(()),
        Some(damage) => {
            let path = beside(database, "-wal");
            let text = format!("{}: {damage}. {REMEDY}", path.display());
            Err(StoreError::Damaged(text))
        }
    }
}

/// Checks the log like [`check`], unless a room has the database open and writes to it.
pub(crate) fn check_at_rest(database: &Path) -> Result<(), StoreError> {
    let lock = File::options().write(true).open(beside(database, ".lock"));
    match lock.as_ref().map(File::try_lock) {
        Ok(Err(TryLockError::WouldBlock)) => Ok(()),
        _ => check(database),
    }
}

/// Returns the place of the first damage; `None` if the log is whole, or ends in frames that a
/// commit never finished.
pub(super) fn damage(bytes: &[u8]) -> Option<Damage> {
    let Some(log) = Log::read(bytes) else {
        // A header is written and synced before the first frame of its round.
        let behind = guessed_frames(bytes);
        return (behind > 0).then_some(Damage { frame: None, offset: 0, behind });
    };
    let (first, sum) = log.first_bad();
    let bad = log.frame(first)?;
    let behind: Vec<usize> = (first + 1..log.frames()).filter(|&at| log.is_whole(at)).collect();
    let is_commit = |at: &usize| log.frame(*at).is_some_and(|frame| word(frame, 4) != 0);
    // A frame behind a commit was written after that commit was synced.
    let begins_anew = log.has_salts(bad) && word(bad, 4) != 0 && !behind.is_empty();
    let commit = behind.iter().find(|at| is_commit(at));
    let is_certain = commit.is_some_and(|commit| begins_anew || behind.last() > Some(commit));
    // A torn frame holds something else altogether, not one wrong byte.
    if !is_certain && log.patches(first, sum).is_empty() {
        return None;
    }
    Some(Damage { frame: Some(first + 1), offset: log.offset(first), behind: behind.len() })
}

/// Returns the log with every damaged frame put back; `None` if its checksum does not say how.
pub(super) fn mended(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut mended = bytes.to_vec();
    if Log::read(&mended).is_none() {
        mend_header(&mut mended)?;
    }
    while damage(&mended).is_some() {
        let log = Log::read(&mended)?;
        let (first, sum) = log.first_bad();
        let mut patches = log.patches(first, sum);
        let (offset, patch) = patches.pop().filter(|_| patches.is_empty())?;
        mended[offset..offset + patch.len()].copy_from_slice(&patch);
    }
    Some(mended)
}

/// Returns the log with checksums that fit damaged frames as they are, so that SQLite reads
/// everything there is.
pub(super) fn forced(bytes: &[u8]) -> Option<Vec<u8>> {
    let log = Log::read(bytes)?;
    let (first, mut sum) = log.first_bad();
    let last = (first..log.frames()).rev().find(|&at| log.is_whole(at))?;
    let mut forced = bytes.to_vec();
    for at in first..=last {
        let from = log.offset(at);
        let frame = &mut forced[from..from + FRAME_HEADER + log.page];
        frame[FRAME_SALTS..FRAME_SUM].copy_from_slice(log.salts);
        sum = log.sum_of(frame, sum);
        frame[FRAME_SUM..FRAME_HEADER].copy_from_slice(&to_bytes(sum));
    }
    Some(forced)
}

impl<'a> Log<'a> {
    /// Reads the header; `None` if it is damaged, or if the log is empty.
    fn read(bytes: &'a [u8]) -> Option<Self> {
        let header = bytes.get(..HEADER)?;
        let magic = word(header, 0);
        let page = match word(header, 8) {
            1 => 65_536,
            size => usize::try_from(size).ok()?,
        };
        if magic & !1 != MAGIC || !page.is_power_of_two() || page < 512 {
            return None;
        }
        let is_big = magic & 1 == 1;
        let sum = add(&header[..HEADER_SUM], [0, 0], is_big);
        let salts = &header[SALTS..HEADER_SUM];
        (to_bytes(sum) == header[HEADER_SUM..]).then_some(Self { bytes, page, is_big, salts, sum })
    }

    fn offset(&self, at: usize) -> usize {
        HEADER + at * (FRAME_HEADER + self.page)
    }

    /// Returns how many frames fit into the bytes, of whatever round.
    fn frames(&self) -> usize {
        (self.bytes.len() - HEADER) / (FRAME_HEADER + self.page)
    }

    fn frame(&self, at: usize) -> Option<&'a [u8]> {
        self.bytes.get(self.offset(at)..self.offset(at + 1))
    }

    fn has_salts(&self, frame: &[u8]) -> bool {
        frame[FRAME_SALTS..FRAME_SUM] == *self.salts
    }

    fn sum_of(&self, frame: &[u8], before: Sum) -> Sum {
        let after_header = add(&frame[..FRAME_SALTS], before, self.is_big);
        add(&frame[FRAME_HEADER..], after_header, self.is_big)
    }

    /// Returns the number of the first frame that SQLite does not read, and the checksum before it.
    fn first_bad(&self) -> (usize, Sum) {
        let mut sum = self.sum;
        for at in 0..self.frames() {
            let Some(frame) = self.frame(at) else { return (at, sum) };
            let next = self.sum_of(frame, sum);
            if !self.has_salts(frame) || frame[FRAME_SUM..FRAME_HEADER] != to_bytes(next) {
                return (at, sum);
            }
            sum = next;
        }
        (self.frames(), sum)
    }

    /// Returns `true` if a frame follows the one before it, whatever that one holds.
    fn is_whole(&self, at: usize) -> bool {
        let before = match at.checked_sub(1) {
            None => Some(self.sum),
            Some(before) => self.frame(before).map(stored_sum),
        };
        self.frame(at).zip(before).is_some_and(|(frame, before)| self.follows(frame, before))
    }

    fn follows(&self, frame: &[u8], before: Sum) -> bool {
        self.has_salts(frame) && stored_sum(frame) == self.sum_of(frame, before)
    }

    /// Returns every change of one byte that makes a damaged frame whole: the new bytes, and where
    /// they go. There are none if more is wrong, and several if the checksum fits more than one.
    fn patches(&self, at: usize, before: Sum) -> Vec<(usize, Vec<u8>)> {
        let Some(frame) = self.frame(at) else { return Vec::new() };
        let sum = self.sum_of(frame, before);
        let found = &frame[FRAME_SUM..FRAME_HEADER];
        let right = to_bytes(sum);
        let offset = self.offset(at);
        if *found == right {
            let is_near = differing(&frame[FRAME_SALTS..FRAME_SUM], self.salts) == 1;
            return is_near
                .then(|| (offset + FRAME_SALTS, self.salts.to_vec()))
                .into_iter()
                .collect();
        }
        if !self.has_salts(frame) {
            return Vec::new();
        }
        // A high bit of the page may move the sums as if one byte of them were wrong. The next frame
        // tells which it was.
        let follows = |sum| self.frame(at + 1).is_some_and(|next| self.follows(next, sum));
        let of_sum = (differing(found, &right) == 1 && !follows(stored_sum(frame)))
            .then(|| (offset + FRAME_SUM, right.to_vec()));
        if of_sum.is_some() && follows(sum) {
            return of_sum.into_iter().collect();
        }
        let data = [&frame[..FRAME_SALTS], &frame[FRAME_HEADER..]].concat();
        let words = wrong_words(&data, sum, stored_sum(frame), self.is_big);
        let patch = |(place, word): (usize, [u8; 4])| {
            let skipped = if place < FRAME_SALTS { 0 } else { FRAME_HEADER - FRAME_SALTS };
            (offset + place + skipped, word.to_vec())
        };
        words.into_iter().map(patch).chain(of_sum).collect()
    }
}

/// Finds the one byte of the header that makes it whole again, and puts it back.
fn mend_header(log: &mut [u8]) -> Option<()> {
    if log.len() < HEADER {
        return None;
    }
    for place in 0..HEADER {
        let was = log[place];
        for byte in 0..=u8::MAX {
            log[place] = byte;
            if Log::read(log).is_some_and(|log| log.is_whole(0)) {
                return Some(());
            }
        }
        log[place] = was;
    }
    None
}

/// Returns how many frames follow each other in a log whose header is damaged. Every database of a
/// room has pages of 4 KiB.
fn guessed_frames(bytes: &[u8]) -> usize {
    const PAGE: usize = 4_096;
    let Some(frames) = bytes.get(HEADER..) else { return 0 };
    let frames: Vec<&[u8]> = frames.chunks_exact(FRAME_HEADER + PAGE).collect();
    let follows = |pair: &&[&[u8]]| {
        [true, false].into_iter().any(|is_big| {
            let after_header = add(&pair[1][..FRAME_SALTS], stored_sum(pair[0]), is_big);
            add(&pair[1][FRAME_HEADER..], after_header, is_big) == stored_sum(pair[1])
        })
    };
    let followed = frames.windows(2).filter(follows).count();
    // A log of one frame is all there is to go by.
    let is_one = frames.len() == 1 && word(frames[0], 4) != 0;
    if followed > 0 { followed + 1 } else { usize::from(is_one) }
}

/// Returns where one word may change for the sum to become `wanted`, and to what. One bit of it
/// changes, or one byte if no bit explains the sum.
///
/// The sums are linear: a change of a word moves both by multiples that depend on its place alone.
/// A change of the high bits of a word has the same effect at many places.
fn wrong_words(data: &[u8], sum: Sum, wanted: Sum, is_big: bool) -> Vec<(usize, [u8; 4])> {
    let missing = [wanted[0].wrapping_sub(sum[0]), wanted[1].wrapping_sub(sum[1])];
    // The effect on the sums of a change of 1 in the first and in the second word of a pair.
    let (mut first, mut second): (Sum, Sum) = ([1, 1], [0, 1]);
    let (mut bits, mut bytes) = (Vec::new(), Vec::new());
    for pair in (0..data.len() / 8).rev() {
        for (place, effect) in [(pair * 8, first), (pair * 8 + 4, second)] {
            let Some(change) = quotient(missing, effect) else { continue };
            let was = [data[place], data[place + 1], data[place + 2], data[place + 3]];
            let number = if is_big { u32::from_be_bytes(was) } else { u32::from_le_bytes(was) };
            let right = number.wrapping_add(change);
            let bytes_now = if is_big { right.to_be_bytes() } else { right.to_le_bytes() };
            if (number ^ right).is_power_of_two() {
                bits.push((place, bytes_now));
            } else if differing(&was, &bytes_now) == 1 {
                bytes.push((place, bytes_now));
            }
        }
        let behind = |[a, b]: Sum| [a.wrapping_add(b), a.wrapping_add(b.wrapping_mul(2))];
        (first, second) = (behind(first), behind(second));
    }
    if bits.is_empty() { bytes } else { bits }
}

/// Returns the number that gives `product` when it is multiplied with both factors, modulo 2^32.
fn quotient(product: Sum, factors: Sum) -> Option<u32> {
    // They are neighbors in Fibonacci's sequence, so one of them is odd.
    let odd = usize::from(factors[0] & 1 == 0);
    let mut inverse = factors[odd];
    for _ in 0..5 {
        // Newton's iteration doubles the number of right bits.
        let off = factors[odd].wrapping_mul(inverse);
        inverse = inverse.wrapping_mul(2_u32.wrapping_sub(off));
    }
    let quotient = product[odd].wrapping_mul(inverse);
    let is_right = |place: usize| factors[place].wrapping_mul(quotient) == product[place];
    (is_right(0) && is_right(1) && quotient != 0).then_some(quotient)
}

/// Continues a checksum over bytes, whose number is a multiple of 8.
fn add(bytes: &[u8], [mut first, mut second]: Sum, is_big: bool) -> Sum {
    let number = |bytes: &[u8]| {
        let bytes = [bytes[0], bytes[1], bytes[2], bytes[3]];
        if is_big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) }
    };
    for pair in bytes.chunks_exact(8) {
        first = first.wrapping_add(number(&pair[..4])).wrapping_add(second);
        second = second.wrapping_add(number(&pair[4..])).wrapping_add(first);
    }
    [first, second]
}

/// Reads a number of a header, which is big-endian whatever the checksums are.
fn word(bytes: &[u8], place: usize) -> u32 {
    u32::from_be_bytes([bytes[place], bytes[place + 1], bytes[place + 2], bytes[place + 3]])
}

fn stored_sum(frame: &[u8]) -> Sum {
    [word(frame, FRAME_SUM), word(frame, FRAME_SUM + 4)]
}

fn to_bytes([first, second]: Sum) -> [u8; 8] {
    let mut bytes = [0; 8];
    bytes[..4].copy_from_slice(&first.to_be_bytes());
    bytes[4..].copy_from_slice(&second.to_be_bytes());
    bytes
}

/// Returns how many bytes differ.
fn differing(one: &[u8], other: &[u8]) -> usize {
    one.iter().zip(other).filter(|(one, other)| one != other).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode};
    use sqlx::{ConnectOptions as _, Connection as _};
    use std::path::Path;

    async fn connect(path: &Path) -> SqliteConnection {
        let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
        options.journal_mode(SqliteJournalMode::Wal).connect().await.unwrap()
    }

    async fn execute(connection: &mut SqliteConnection, statements: &str) {
        let statements = sqlx::AssertSqlSafe(statements.to_owned());
        sqlx::raw_sql(statements).execute(connection).await.unwrap();
    }

    /// Returns a database and its log after this many commits of a few pages each.
    async fn written(commits: usize) -> (Vec<u8>, Vec<u8>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("room");
        let mut connection = connect(&path).await;
        execute(&mut connection, "CREATE TABLE t (a INTEGER PRIMARY KEY, b BLOB)").await;
        for _ in 0..commits {
            execute(&mut connection, "INSERT INTO t (b) VALUES (randomblob(6000))").await;
        }
        let log = std::fs::read(folder.path().join("room-wal")).unwrap();
        (std::fs::read(&path).unwrap(), log)
    }

    /// Returns how many rows SQLite reads from a database and a log.
    async fn rows(database: &[u8], log: &[u8]) -> i64 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("room");
        std::fs::write(&path, database).unwrap();
        std::fs::write(folder.path().join("room-wal"), log).unwrap();
        let mut connection = connect(&path).await;
        let count = sqlx::query_scalar("SELECT COUNT(*) FROM t").fetch_one(&mut connection).await;
        connection.close().await.unwrap();
        count.unwrap_or(0)
    }

    #[tokio::test]
    async fn every_flipped_bit_of_a_log_is_found_in_its_frame_and_put_back() {
        let (database, log) = written(6).await;
        assert_eq!(damage(&log), None);
        let frame_bytes = FRAME_HEADER + 4_096;
        for place in (0..log.len()).step_by(97).chain(0..200) {
            let mut flipped = log.clone();
            flipped[place] ^= 1 << (place % 8);
            let found = damage(&flipped).unwrap_or_else(|| panic!("byte {place}"));
            let frame = place.checked_sub(HEADER).map(|place| place / frame_bytes + 1);
            assert_eq!(found.frame, frame, "byte {place}: {found}");
            // The checksum tells which of the lower bits of a word it was, and not which high one.
            let is_certain = place % 4 < 2 || place < HEADER;
            match mended(&flipped) {
                Some(mended) => assert!(mended == log, "byte {place}"),
                None => assert!(!is_certain, "byte {place}"),
            }
        }
        let mut flipped = log.clone();
        flipped[3 * frame_bytes] ^= 0x01;
        assert!(rows(&database, &flipped).await < 6, "SQLite drops the commits behind it");
        assert_eq!(rows(&database, &mended(&flipped).unwrap()).await, 6);
        assert_eq!(rows(&database, &forced(&flipped).unwrap()).await, 6);
    }

    #[tokio::test]
    async fn a_lost_sector_is_found_and_cannot_be_put_back() {
        let (database, log) = written(6).await;
        let mut lost = log.clone();
        lost[11_800..12_312].fill(0xee);
        let found = damage(&lost).unwrap();
        assert_eq!((found.frame, found.offset), (Some(3), HEADER + 2 * (FRAME_HEADER + 4_096)));
        assert!(mended(&lost).is_none());
        assert_eq!(rows(&database, &lost).await, 0);
        assert!(rows(&database, &forced(&lost).unwrap()).await > 0, "more can be read of it");
    }

    #[tokio::test]
    async fn a_torn_end_is_no_damage() {
        let (database, log) = written(6).await;
        let frame_bytes = FRAME_HEADER + 4_096;
        for end in (0..log.len()).step_by(511) {
            assert_eq!(damage(&log[..end]), None, "{end} bytes");
        }
        // The last commit was never synced, and its frames reached the disk out of order.
        let mut torn = log.clone();
        let frames = (log.len() - HEADER) / frame_bytes;
        let last = HEADER + (frames - 3) * frame_bytes;
        torn[last..last + frame_bytes].fill(0);
        assert_eq!(damage(&torn), None);
        assert_eq!(rows(&database, &torn).await, 5);
    }

    #[tokio::test]
    async fn what_an_earlier_round_and_a_rollback_left_behind_is_no_damage() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("room");
        let mut connection = connect(&path).await;
        execute(&mut connection, "CREATE TABLE t (a INTEGER PRIMARY KEY, b BLOB)").await;
        let spill = "PRAGMA cache_size = 2; PRAGMA cache_spill = 1; BEGIN;
             INSERT INTO t (b) SELECT randomblob(9000) FROM t, t AS u, t AS v; ROLLBACK";
        let insert = "INSERT INTO t (b) VALUES (randomblob(6000))";
        let wal = || std::fs::read(folder.path().join("room-wal")).unwrap();
        for round in 0..3 {
            for _ in 0..4 {
                execute(&mut connection, insert).await;
                assert_eq!(damage(&wal()), None, "round {round}");
            }
            execute(&mut connection, spill).await;
            assert_eq!(damage(&wal()), None, "round {round}, after a rollback");
            execute(&mut connection, insert).await;
            assert_eq!(damage(&wal()), None, "round {round}, over a rollback");
            execute(&mut connection, "PRAGMA wal_checkpoint(RESTART)").await;
            execute(&mut connection, insert).await;
            assert_eq!(damage(&wal()), None, "round {round}, behind a checkpoint");
        }
    }
}
