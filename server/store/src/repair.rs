//! Repair of the files of a room in SQLite. It tries every way to go on from damaged files on
//! copies, and counts what each of them drops. Nothing changes before one is carried out.

mod contents;

pub(crate) use contents::Contents;
pub use contents::{Dropped, DroppedTransfer};

use super::StoreError;
use super::redo::segment_paths;
use super::sqlite::{Attempt, attempt, drop_hands, in_file, lock_file, wal_attempts};
use crate::ids::TableId;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// The damage to the files of a room, and the ways to go on.
#[derive(Debug)]
pub struct Examined {
    /// The damage, with the file and the place, for people to read.
    pub found: Vec<String>,
    /// The ways to go on, the one that keeps most first.
    pub ways: Vec<Way>,
    database: PathBuf,
    /// No room opens meanwhile.
    _lock: File,
}

/// A way to go on.
#[derive(Debug)]
pub struct Way {
    /// Its treatment of the damage, for people to read.
    pub how: Vec<String>,
    /// The whole database after it.
    pub file: PathBuf,
    /// The loss it means.
    pub dropped: Dropped,
}

/// Examines the files of a room. Makes copies in `scratch`, which must be on the same disk.
///
/// # Errors
/// A room has the database open, there is none, or a file cannot be read or written.
pub async fn examine(database: &Path, scratch: &Path) -> Result<Examined, StoreError> {
    if !database.exists() {
        return Err(StoreError::Database(format!("{} does not exist", database.display())));
    }
    let lock = lock_file(database)?;
    let (mut found, tries) = wal_attempts(database)?;
    let (mut made, mut all) = (Vec::new(), Contents::default());
    for (number, (how, wal)) in tries.into_iter().enumerate() {
        let folder = scratch.join(number.to_string());
        fs::create_dir(&folder).map_err(|error| in_file(&folder, &error))?;
        let copy = folder.join("cardroom.sqlite");
        let tried = attempt(database, &copy, &wal).await?;
        let Attempt { reached, of_database, of_log, mended, is_whole, lost } = tried;
        if number == 0 {
            // A damaged -wal damages the pages that are read through it.
            let of_database = of_database.into_iter().filter(|_| found.is_empty());
            found.extend(of_database.collect::<Vec<_>>());
            found.extend(of_log);
        }
        // Frames behind a gap are lost, and other ways may have them.
        let contents = Contents::of(&copy).await;
        all = all.and(&contents);
        all.add(&lost);
        let how = how.into_iter().chain(mended).collect();
        made.push((is_whole.then_some(reached), how, copy, contents, lost));
    }
    // The sort is stable: of two that reach the same commit, the earlier is the better one.
    made.sort_by_key(|(reached, ..)| std::cmp::Reverse(*reached));
    let usable = made.into_iter().filter(|(reached, ..)| reached.is_some());
    let ways = usable.map(|(_, how, file, contents, lost)| {
        let (unreadable, may_hold_transfers) = (lost.unreadable, lost.is_of_database);
        let dropped = Dropped { unreadable, may_hold_transfers, ..all.without(&contents) };
        Way { how, file, dropped }
    });
    let ways = ways.collect();
    Ok(Examined { found, ways, database: database.to_owned(), _lock: lock })
}

impl Way {
    /// Drops hands that were changed, and seals the others.
    ///
    /// # Errors
    /// The copy cannot be written.
    pub async fn drop_hands(&mut self, hands: &[(TableId, u64)]) -> Result<(), StoreError> {
        drop_hands(&self.file, hands).await?;
        self.dropped.hands.extend(hands);
        Ok(())
    }
}

impl Examined {
    /// Puts a repaired database in the place of the damaged files, and these into a new folder.
    ///
    /// # Errors
    /// A file cannot be moved. Until the last step the room does not open on what is there.
    pub fn carry_out(&self, way: &Way, aside: &Path) -> Result<(), StoreError> {
        let failed = |error: std::io::Error| in_file(aside, &error);
        super::sqlite::make_directory(aside).map_err(failed)?;
        let database = &self.database;
        let name = |path: &Path| aside.join(path.file_name().unwrap_or_default());
        // The database stays where it is until another one takes its place: without its log it
        // is refused, and without itself a room would begin anew.
        if fs::hard_link(database, name(database)).is_err() {
            fs::copy(database, name(database)).map_err(failed)?;
        }
        let beside = ["-wal", "-shm"].map(|ending| {
            let mut path = database.as_os_str().to_owned();
            path.push(ending);
            PathBuf::from(path)
        });
        for path in segment_paths(database).iter().chain(&beside) {
            if path.exists() {
                fs::rename(path, name(path)).map_err(failed)?;
            }
        }
        File::open(&way.file).and_then(|file| file.sync_all()).map_err(failed)?;
        fs::rename(&way.file, database).map_err(failed)?;
        for folder in [aside, database.parent().unwrap_or(Path::new("."))] {
            File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)?;
        }
        Ok(())
    }
}
