//! A certificate that the operator brings, in two files that are read again when they change.

use crate::chain::{Certificate, Unusable};
use crate::notices::Notice;
use crate::served::Served;
use crate::watch::{Judge, LOOK_SECONDS, Watch};
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// The files of a certificate and its private key, in PEM.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnFiles {
    /// The chain, the room's own certificate first.
    pub certificate: PathBuf,
    pub key: PathBuf,
}

/// The reason why the files cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum UnusableFiles {
    #[error("{}: {error}", path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error("{} with {}: {reason}", certificate.display(), key.display())]
    Unusable { certificate: PathBuf, key: PathBuf, reason: Unusable },
}

/// The state of a file, which changes with its content.
type Stamp = Option<(u64, i64, i64, u64)>;

impl OwnFiles {
    /// Reads the certificate and its key.
    ///
    /// # Errors
    /// A file cannot be read, or they hold no certificate with its key.
    pub fn load(&self) -> Result<Certificate, UnusableFiles> {
        let read = |path: &Path| {
            fs::read(path).map_err(|error| UnusableFiles::Read { path: path.to_owned(), error })
        };
        let (chain, key) = (read(&self.certificate)?, read(&self.key)?);
        Certificate::from_pem(&chain, &key).map_err(|reason| UnusableFiles::Unusable {
            certificate: self.certificate.clone(),
            key: self.key.clone(),
            reason,
        })
    }

    /// Shows the certificate, and every later one that the files hold. Never ends.
    ///
    /// # Errors
    /// The files cannot be used at the start. Later, the certificate in use stays.
    pub fn keep(
        self,
        served: Arc<Served>,
    ) -> Result<impl Future<Output = ()> + Send + 'static, UnusableFiles> {
        let stamps = self.stamps();
        served.show(self.load()?);
        Ok(self.follow(served, Watch::new(stamps)))
    }

    async fn follow(self, served: Arc<Served>, mut watch: Watch<[Stamp; 2]>) {
        let mut judge = Judge::default();
        loop {
            if let Some(certificate) = served.certificate()
                && let Some(judged) = judge.on(certificate.validity, now())
            {
                let (file, validity) = (self.file(), certificate.validity);
                let notice = Notice::Clocked { file, judged, validity, now: now() };
                served.note_failure(notice.to_string());
                tell(&notice);
            }
            tokio::time::sleep(Duration::from_secs(LOOK_SECONDS)).await;
            if watch.on(self.stamps()) {
                self.reload(&served);
            }
        }
    }

    fn reload(&self, served: &Served) {
        match self.load() {
            Ok(certificate) => {
                let until = certificate.validity.until;
                served.show(certificate);
                tell(&Notice::Reloaded { file: self.file(), until });
            }
            Err(error) => {
                let notice = Notice::NotReloaded { reason: error.to_string() };
                served.note_failure(notice.to_string());
                tell(&notice);
            }
        }
    }

    fn file(&self) -> String {
        self.certificate.display().to_string()
    }

    fn stamps(&self) -> [Stamp; 2] {
        [&self.certificate, &self.key].map(|path| {
            let file = fs::metadata(path).ok()?;
            Some((file.ino(), file.mtime(), file.mtime_nsec(), file.size()))
        })
    }
}

/// Writes a notice to the log, at its level.
pub(crate) fn tell(notice: &Notice) {
    if notice.is_warning() {
        tracing::warn!("{notice}");
    } else {
        tracing::info!("{notice}");
    }
}

/// Returns the seconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}
