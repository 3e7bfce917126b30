//! The segment files beside the database.

use super::blocks::Blocks;
use super::disk::{Blocking, Disk, Working, WriteError};
use super::segments::{Place, SEGMENTS};
use crate::place::Synchronous;
use bytes::Bytes;
use parking_lot::Mutex;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::{FileExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// The length of each segment.
pub(crate) const SEGMENT_BYTES: u64 = 16 << 20;
/// A synced write that takes less than this may block a thread that plays.
const BRIEF: Duration = Duration::from_micros(250);
/// How many bytes of zeros are written at once.
const ZEROS: usize = 1 << 20;

/// The segment files of one database.
#[derive(Debug)]
pub(crate) struct Files {
    paths: [PathBuf; SEGMENTS],
    segment_bytes: u64,
    synchronous: Synchronous,
    /// `None` until the log begins.
    open: Mutex<Option<Open>>,
}

#[derive(Clone, Debug)]
enum Open {
    /// The task that commits writes.
    Written(Arc<[File; SEGMENTS]>),
    /// One thread writes and syncs, because a sync may take milliseconds. While they are brief, a
    /// task whose thread may be blocked writes and syncs itself.
    Synced(Arc<Synced>, mpsc::Sender<Order>),
}

/// Files whose writes are synced.
#[derive(Debug)]
struct Synced {
    blocks: Mutex<Blocks>,
    /// The time of a synced write, in nanoseconds: a running mean that moves an eighth of the way
    /// to each new time.
    takes: AtomicU64,
}

/// A frame for the thread, and the sender for its answer.
#[derive(Debug)]
struct Order {
    place: Place,
    bytes: Bytes,
    answer: oneshot::Sender<Result<(), WriteError>>,
}

/// Returns the paths of the segments of a database.
pub(crate) fn segment_paths(database: &Path) -> [PathBuf; SEGMENTS] {
    [0, 1, 2].map(|number| {
        let mut path = database.as_os_str().to_owned();
        path.push(format!("-redo{number}"));
        PathBuf::from(path)
    })
}

impl Synced {
    fn new(files: [File; SEGMENTS], segment_bytes: u64) -> Self {
        let blocks = Mutex::new(Blocks::new(files, segment_bytes));
        Self { blocks, takes: AtomicU64::new(u64::from(u32::MAX)) }
    }

    fn write(&self, place: Place, frame: &[u8]) -> Result<(), WriteError> {
        let began = Instant::now();
        self.blocks.lock().write(place, frame)?;
        self.took(began.elapsed());
        Ok(())
    }

    /// Notes how long a write took. Only one frame is written at a time.
    fn took(&self, time: Duration) {
        let time = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let before = self.takes.load(Ordering::Relaxed);
        self.takes.store(before - before / 8 + time / 8, Ordering::Relaxed);
    }

    /// Returns `true` if a write blocks the calling thread.
    fn may_block(&self, blocking: Blocking) -> bool {
        let takes = Duration::from_nanos(self.takes.load(Ordering::Relaxed));
        blocking == Blocking::Briefly && takes < BRIEF
    }

    /// Writes and syncs one frame after another, until all senders are gone.
    fn carry_out(&self, inbox: &mpsc::Receiver<Order>) {
        for Order { place, bytes, answer } in inbox {
            // The receiver is gone if the store is.
            drop(answer.send(self.write(place, &bytes)));
        }
    }
}

impl Files {
    pub(crate) fn beside(database: &Path, synchronous: Synchronous, segment_bytes: u64) -> Self {
        let (paths, open) = (segment_paths(database), Mutex::default());
        Self { paths, segment_bytes, synchronous, open }
    }

    /// Runs an operation on the paths beside the runtime.
    fn beside_runtime(
        &self,
        work: impl FnOnce(&[PathBuf; SEGMENTS]) -> io::Result<()> + Send + 'static,
    ) -> Working {
        let paths = self.paths.clone();
        let task = tokio::task::spawn_blocking(move || work(&paths));
        Box::pin(async { task.await.map_err(io::Error::other).flatten() })
    }

    /// Returns the files, and opens them first if necessary.
    fn opened(&self) -> io::Result<Open> {
        let mut open = self.open.lock();
        if let Some(open) = &*open {
            return Ok(open.clone());
        }
        let [a, b, c] = &self.paths;
        let file = |path: &PathBuf| File::options().read(true).write(true).open(path);
        let files = [file(a)?, file(b)?, file(c)?];
        let opened = match self.synchronous {
            Synchronous::Normal => Open::Written(Arc::new(files)),
            Synchronous::Full => {
                let synced = Arc::new(Synced::new(files, self.segment_bytes));
                let (orders, inbox) = mpsc::channel();
                let (name, writer) = ("redo-log".to_owned(), Arc::clone(&synced));
                thread::Builder::new().name(name).spawn(move || writer.carry_out(&inbox))?;
                Open::Synced(synced, orders)
            }
        };
        *open = Some(opened.clone());
        Ok(opened)
    }

    fn begin_write(
        &self,
        place: Place,
        bytes: Bytes,
        blocking: Blocking,
    ) -> Result<Working<WriteError>, WriteError> {
        Ok(match self.opened().map_err(WriteError::Final)? {
            Open::Written(files) => {
                let written = files[place.segment].write_all_at(&bytes, place.offset);
                written.map_err(WriteError::of_write)?;
                Box::pin(std::future::ready(Ok(())))
            }
            Open::Synced(files, _) if files.may_block(blocking) => {
                files.write(place, &bytes)?;
                Box::pin(std::future::ready(Ok(())))
            }
            Open::Synced(_, orders) => {
                let (answer, answered) = oneshot::channel();
                let gone =
                    || WriteError::Final(io::Error::other("the thread of the redo log is gone"));
                orders.send(Order { place, bytes, answer }).map_err(|_| gone())?;
                Box::pin(async move { answered.await.map_err(|_| gone()).flatten() })
            }
        })
    }
}

impl Disk for Files {
    fn segment_bytes(&self) -> u64 {
        self.segment_bytes
    }

    fn is_durable(&self) -> bool {
        self.synchronous == Synchronous::Full
    }

    fn uptime(&self) -> Option<String> {
        uptime()
    }

    fn read(&self) -> io::Result<[Option<Bytes>; SEGMENTS]> {
        read_segments(&self.paths)
    }

    fn create(&self) -> Working {
        let length = self.segment_bytes;
        self.beside_runtime(move |paths| {
            for path in paths {
                if fs::metadata(path).is_ok_and(|file| file.len() == length) {
                    continue;
                }
                fill(path, length)?;
            }
            sync_folder(&paths[0])
        })
    }

    fn wipe(&self) -> Working {
        let length = self.segment_bytes;
        self.beside_runtime(move |paths| paths.iter().try_for_each(|path| fill(path, length)))
    }

    fn write(&self, place: Place, bytes: Bytes, blocking: Blocking) -> Working<WriteError> {
        self.begin_write(place, bytes, blocking)
            .unwrap_or_else(|error| Box::pin(std::future::ready(Err(error))))
    }
}

/// Returns the name that Linux gives to the time since it last started.
pub(crate) fn uptime() -> Option<String> {
    let id = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    Some(id.trim().to_owned())
}

/// Reads the segments that exist.
pub(crate) fn read_segments(paths: &[PathBuf; SEGMENTS]) -> io::Result<[Option<Bytes>; SEGMENTS]> {
    let mut segments = [const { None }; SEGMENTS];
    for (segment, path) in segments.iter_mut().zip(paths) {
        *segment = match fs::read(path) {
            Ok(bytes) => Some(Bytes::from(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
    }
    Ok(segments)
}

/// Creates a file that only the room's own user can read, full of zeros and durable. A file that
/// already has its blocks is synced twice as fast as one that grows.
fn fill(path: &Path, length: u64) -> io::Result<()> {
    let mut options = File::options();
    let mut file = options.write(true).create(true).truncate(true).mode(0o600).open(path)?;
    let zeros = vec![0; ZEROS];
    let mut left = length;
    while left > 0 {
        let now = left.min(ZEROS as u64);
        file.write_all(&zeros[..usize::try_from(now).map_err(io::Error::other)?])?;
        left -= now;
    }
    file.sync_all()
}

/// Makes the names of new files durable.
fn sync_folder(file: &Path) -> io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTES: u64 = 4_096;

    #[tokio::test]
    async fn files_are_created_once_and_keep_their_length_and_content() {
        for synchronous in [Synchronous::Normal, Synchronous::Full] {
            let folder = tempfile::tempdir().unwrap();
            let database = folder.path().join("room.sqlite");
            let files = Files::beside(&database, synchronous, BYTES);
            assert_eq!(files.read().unwrap(), [None, None, None]);
            files.create().await.unwrap();
            let place = Place { segment: 1, offset: 64 };
            files.write(place, Bytes::from_static(b"frame"), Blocking::Never).await.unwrap();
            // Another life of the process finds the same files.
            let files = Files::beside(&database, synchronous, BYTES);
            files.create().await.unwrap();
            let [zeros, written, _] = files.read().unwrap().map(Option::unwrap);
            assert!(zeros.len() as u64 == BYTES && zeros.iter().all(|byte| *byte == 0));
            assert_eq!((&written[64..69], written.len() as u64), (&b"frame"[..], BYTES));
            files.wipe().await.unwrap();
            assert!(files.read().unwrap()[1].as_ref().unwrap().iter().all(|byte| *byte == 0));
        }
    }

    #[tokio::test]
    async fn a_failed_write_is_reported_in_both_modes() {
        for synchronous in [Synchronous::Normal, Synchronous::Full] {
            let folder = tempfile::tempdir().unwrap();
            let database = folder.path().join("room.sqlite");
            let files = Files::beside(&database, synchronous, BYTES);
            let place = Place { segment: 0, offset: 0 };
            let nowhere = files.write(place, Bytes::from_static(b"no file"), Blocking::Never).await;
            assert!(matches!(nowhere, Err(WriteError::Final(_))), "{nowhere:?}");
            fs::write(&files.paths[1], b"x").unwrap();
            std::os::unix::fs::symlink("/dev/full", &files.paths[0]).unwrap();
            std::os::unix::fs::symlink("/dev/full", &files.paths[2]).unwrap();
            for blocking in [Blocking::Never, Blocking::Briefly] {
                if let Open::Synced(synced, _) = files.opened().unwrap() {
                    synced.takes.store(0, Ordering::Relaxed);
                }
                let full = files.write(place, Bytes::from_static(b"x"), blocking).await;
                assert!(matches!(full, Err(WriteError::Full(_))), "{full:?}");
            }
            assert_eq!(fs::read(&files.paths[1]).unwrap(), b"x");
        }
    }

    #[test]
    fn a_thread_is_blocked_only_if_it_may_be_and_while_syncs_are_brief() {
        let synced = Synced::new([(); SEGMENTS].map(|()| tempfile::tempfile().unwrap()), BYTES);
        assert!(!synced.may_block(Blocking::Briefly), "how long a write takes is not known yet");
        let (micros, millis) = (Duration::from_micros, Duration::from_millis);
        for (time, times, is_brief) in [
            (micros(90), 100, true),
            (millis(20), 1, false),
            (micros(90), 40, true),
            (millis(1), 10, false),
        ] {
            (0..times).for_each(|_| synced.took(time));
            assert_eq!(synced.may_block(Blocking::Briefly), is_brief, "{times} of {time:?}");
            assert!(!synced.may_block(Blocking::Never));
        }
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn other_users_cannot_read_the_log() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let files = Files::beside(&folder.path().join("room"), Synchronous::Normal, BYTES);
        files.create().await.unwrap();
        for path in &files.paths {
            assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
        }
    }
}
