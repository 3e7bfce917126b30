//! The segment files beside the database.

use super::disk::{Disk, Working, WriteError};
use super::segments::{Place, SEGMENTS};
use crate::place::Synchronous;
use bytes::Bytes;
use parking_lot::Mutex;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::{FileExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::thread;
use tokio::sync::oneshot;

/// The length of each segment.
pub(crate) const SEGMENT_BYTES: u64 = 16 << 20;
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

type Segments = Arc<[File; SEGMENTS]>;

#[derive(Clone, Debug)]
enum Open {
    /// The task that commits writes.
    OnTheSpot(Segments),
    /// One thread writes and syncs, because a sync may take milliseconds.
    Thread(mpsc::Sender<Order>),
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
        let file = |path: &PathBuf| File::options().write(true).open(path);
        let files = Arc::new([file(a)?, file(b)?, file(c)?]);
        let opened = match self.synchronous {
            Synchronous::Normal => Open::OnTheSpot(files),
            Synchronous::Full => {
                let (orders, inbox) = mpsc::channel();
                let name = "redo-log".to_owned();
                thread::Builder::new().name(name).spawn(move || write_and_sync(&files, &inbox))?;
                Open::Thread(orders)
            }
        };
        *open = Some(opened.clone());
        Ok(opened)
    }

    fn begin_write(&self, place: Place, bytes: Bytes) -> Result<Working<WriteError>, WriteError> {
        Ok(match self.opened().map_err(WriteError::Final)? {
            Open::OnTheSpot(files) => {
                let written = files[place.segment].write_all_at(&bytes, place.offset);
                written.map_err(WriteError::of_write)?;
                Box::pin(std::future::ready(Ok(())))
            }
            Open::Thread(orders) => {
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

    fn write(&self, place: Place, bytes: Bytes) -> Working<WriteError> {
        self.begin_write(place, bytes)
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

/// Writes and syncs one frame after another, until all senders are gone.
fn write_and_sync(files: &[File; SEGMENTS], inbox: &mpsc::Receiver<Order>) {
    for Order { place, bytes, answer } in inbox {
        let file = &files[place.segment];
        let written = file.write_all_at(&bytes, place.offset).map_err(WriteError::of_write);
        let written = written.and_then(|()| file.sync_data().map_err(WriteError::Final));
        // The receiver is gone if the store is.
        drop(answer.send(written));
    }
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
            files.write(place, Bytes::from_static(b"frame")).await.unwrap();
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
            let nowhere = files.write(place, Bytes::from_static(b"no file")).await;
            assert!(matches!(nowhere, Err(WriteError::Final(_))), "{nowhere:?}");
            fs::write(&files.paths[1], b"x").unwrap();
            std::os::unix::fs::symlink("/dev/full", &files.paths[0]).unwrap();
            std::os::unix::fs::symlink("/dev/full", &files.paths[2]).unwrap();
            let full = files.write(place, Bytes::from_static(b"x")).await;
            assert!(matches!(full, Err(WriteError::Full(_))), "{full:?}");
            assert_eq!(fs::read(&files.paths[1]).unwrap(), b"x");
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
