//! Opening a store: replays what the log holds past the position of the database, before anybody
//! is let in.

use super::super::StoreError;
use super::super::setups::Setups;
use super::database::{Database, InUse, StoredLog};
use super::disk::{Disk, content_of};
use super::frame::{Frame, Position};
use super::projector::chunk;
use super::scan::{Hole, Tail, tail};
use super::segments::{Place, SEGMENTS};
use super::wrong_bit::{WrongBit, wrong_bit};
use bytes::Bytes;

/// The end of every error about damaged files.
pub(crate) const REMEDY: &str =
    "\"cardroom journal repair\" finds out what can be saved, and asks before it changes anything";
/// The longest payload in which an opening looks for a wrong bit.
const BRIEF: usize = 16_384;
/// The longest payload in which a repair does.
const THOROUGH: usize = 65_536;

/// Returns the stored log after everything in the segments was replayed. Creates a new log if the
/// database has none.
pub(super) async fn open(
    database: &dyn Database,
    disk: &dyn Disk,
) -> Result<StoredLog, StoreError> {
    let segments = disk.read().map_err(|error| StoreError::Database(error.to_string()))?;
    let Some(stored) = database.log().await? else {
        if segments.iter().any(Option::is_some) {
            let why = "the files of a redo log beside the database belong to another database. \
                       Move them away, or put that database back";
            return Err(StoreError::Damaged(why.to_owned()));
        }
        let new = StoredLog { id: rand::random(), position: Position::default(), in_use: None };
        database.set_log(&new).await?;
        return Ok(new);
    };
    let Tail { frames, hole: lost, .. } = to_replay(&stored, segments, disk.uptime().as_deref())?;
    let position = replay(database, stored.position, &frames).await?;
    if !frames.is_empty() {
        tracing::info!(
            frames = frames.len(),
            number = position.number,
            "replayed what the redo log holds and the database did not"
        );
    }
    if let Some(hole) = lost {
        let Hole { missing, last, .. } = hole;
        tracing::error!(
            "A power cut took the end of the redo log: {hole}. The commits from {missing} to \
             {last} are lost, as store.synchronous = \"normal\" allows. Players may have seen them."
        );
        // Otherwise what is left of them would be found behind the frames that follow.
        disk.wipe().await.map_err(|error| StoreError::Database(error.to_string()))?;
    }
    Ok(StoredLog { position, ..stored })
}

/// Returns what segments hold past the position of a database that a room is still writing to: at
/// any time, what follows without a gap is one moment.
pub(crate) fn tail_of_moment(
    stored: &StoredLog,
    segments: &[Option<Bytes>; SEGMENTS],
) -> Result<Tail, StoreError> {
    let found = tail(&stored.id, &content_of(segments.clone()), stored.position);
    found.map_err(|other| {
        StoreError::Damaged(format!("the redo log has another commit {}", other.number))
    })
}

/// Returns the frames to replay, and the hole behind them that a power cut explains.
///
/// # Errors
/// Something that was stored is damaged or missing.
pub(crate) fn to_replay(
    stored: &StoredLog,
    segments: [Option<Bytes>; SEGMENTS],
    uptime: Option<&str>,
) -> Result<Tail, StoreError> {
    try_log(stored, segments, uptime)
        .map_err(|found| StoreError::Damaged(format!("{found}. {REMEDY}")))
}

/// Does the same, and returns what is damaged or missing.
pub(crate) fn try_log(
    stored: &StoredLog,
    segments: [Option<Bytes>; SEGMENTS],
    uptime: Option<&str>,
) -> Result<Tail, String> {
    let damaged = |what: String| Err(format!("the redo log: {what}"));
    let number = stored.position.number;
    if stored.in_use.is_some() && segments.iter().any(Option::is_none) {
        return damaged(format!(
            "a segment file is missing, and the database has only what was committed up to \
             {number}"
        ));
    }
    let content = content_of(segments);
    let Ok(found) = tail(&stored.id, &content, stored.position) else {
        return damaged(format!("frame {number} is not the commit that the database has"));
    };
    if found.hole.is_none() && stored.in_use.is_some() {
        let end = end_of(stored, &found);
        if let Some(WrongBit { number, place, .. }) = wrong_bit(&stored.id, &content, end, BRIEF) {
            let Place { segment, offset } = place;
            let where_it_is = format!("byte {offset} of the file -redo{segment}");
            return damaged(format!("frame {number} at {where_it_is} has one wrong bit"));
        }
    }
    match (&stored.in_use, &found.hole) {
        (Some(_), None) => Ok(found),
        // The database syncs its own commits, so no power cut takes them.
        (Some(in_use), Some(hole)) if hole.of_database.is_none() && may_lose(in_use, uptime) => {
            Ok(found)
        }
        (Some(_), Some(hole)) => damaged(hole.to_string()),
        (None, None) if found.frames.is_empty() => Ok(found),
        (None, _) => damaged(format!(
            "it goes on behind commit {number}, at which the database was closed. One of the two \
             was replaced by a copy"
        )),
    }
}

/// Returns the wrong bit in the frame behind the last one that can be replayed.
pub(crate) fn wrong_bit_behind(
    stored: &StoredLog,
    segments: &[Option<Bytes>; SEGMENTS],
) -> Option<WrongBit> {
    let content = content_of(segments.clone());
    let found = tail(&stored.id, &content, stored.position).ok()?;
    wrong_bit(&stored.id, &content, end_of(stored, &found), THOROUGH)
}

/// Returns the position behind the frames that can be replayed.
fn end_of(stored: &StoredLog, tail: &Tail) -> Position {
    tail.frames.last().map_or(stored.position, |frame| frame.at)
}

/// Returns `true` if a power cut may have taken frames that players saw.
fn may_lose(in_use: &InUse, uptime: Option<&str>) -> bool {
    let is_same = in_use.uptime.is_some() && in_use.uptime.as_deref() == uptime;
    !in_use.is_durable && !is_same
}

/// Stores frames that follow `from`. Returns the position after them.
pub(crate) async fn replay(
    database: &dyn Database,
    from: Position,
    frames: &[Frame],
) -> Result<Position, StoreError> {
    let mut reached = from;
    let mut left = frames;
    let mut setups = match frames.is_empty() {
        true => Setups::default(),
        false => database.setups().await?,
    };
    while !left.is_empty() {
        let (units, count) = chunk(left.iter(), &mut setups)?;
        let to = left[count - 1].at;
        database.store(&units, (reached, to)).await?;
        reached = to;
        left = &left[count..];
    }
    Ok(reached)
}
