//! The account with the certificate authority and the certificate, in private files of the data
//! directory's `keys/`. A backup of the room does not hold them: a room that lost them orders anew.

use crate::chain::Certificate;
use instant_acme::AccountCredentials;
use serde::{Deserialize, Serialize};
use std::fs::{self, DirBuilder, File};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

const ACCOUNT: &str = "acme-account.json";

/// The folder of the files.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    folder: PathBuf,
}

/// An account, which one authority knows.
#[derive(Serialize, Deserialize)]
struct Account {
    directory: String,
    credentials: AccountCredentials,
}

impl Stored {
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Returns the account with an authority, if there is one.
    pub(crate) fn account(&self, directory: &str) -> Option<AccountCredentials> {
        let text = fs::read(self.folder.join(ACCOUNT)).ok()?;
        let account: Account = serde_json::from_slice(&text).ok()?;
        (account.directory == directory).then_some(account.credentials)
    }

    pub(crate) fn keep_account(
        &self,
        directory: &str,
        credentials: AccountCredentials,
    ) -> io::Result<()> {
        let account = Account { directory: directory.to_owned(), credentials };
        self.write(ACCOUNT, &serde_json::to_vec(&account)?)
    }

    /// Forgets an account that its authority does not know any more.
    pub(crate) fn forget_account(&self) {
        // If that fails, the next try finds it again.
        let _ = fs::remove_file(self.folder.join(ACCOUNT));
    }

    /// Returns the certificate of a name, if there is one that can be used.
    pub(crate) fn certificate(&self, domain: &str) -> Option<Certificate> {
        let pem = fs::read(self.folder.join(file_of(domain))).ok()?;
        match Certificate::from_pem(&pem, &pem) {
            Ok(certificate) => Some(certificate),
            Err(error) => {
                tracing::warn!(%error, domain, "ignored a file of keys/ that is no certificate");
                None
            }
        }
    }

    /// Stores a certificate with its key in one file, so that they never part.
    pub(crate) fn keep_certificate(&self, domain: &str, chain: &str, key: &str) -> io::Result<()> {
        self.write(&file_of(domain), format!("{key}\n{chain}").as_bytes())
    }

    /// Replaces a file at once: after a crash it is the old one or the new one.
    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        DirBuilder::new().recursive(true).mode(0o700).create(&self.folder)?;
        let (path, half) = (self.folder.join(name), self.folder.join(format!("{name}.new")));
        let mut file =
            File::options().write(true).create(true).truncate(true).mode(0o600).open(&half)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(half, path)?;
        sync(&self.folder)
    }
}

fn sync(folder: &Path) -> io::Result<()> {
    // The file's name must survive a power failure, too.
    File::open(folder)?.sync_all()
}

fn file_of(domain: &str) -> String {
    format!("tls-{domain}.pem")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rcgen::{CertificateParams, KeyPair};
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn a_certificate_and_its_key_are_one_private_file() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("keys");
        let stored = Stored::new(folder.clone());
        assert!(stored.certificate("poker.example").is_none());
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(vec!["poker.example".to_owned()]).unwrap();
        let chain = params.self_signed(&key).unwrap().pem();
        stored.keep_certificate("poker.example", &chain, &key.serialize_pem()).unwrap();
        assert_eq!(stored.certificate("poker.example").unwrap().names, ["poker.example"]);
        assert!(stored.certificate("other.example").is_none());
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder), 0o700);
        assert_eq!(mode(&folder.join("tls-poker.example.pem")), 0o600);
        // A file that was damaged is one that is not there.
        fs::write(folder.join("tls-poker.example.pem"), &chain).unwrap();
        assert!(stored.certificate("poker.example").is_none());
    }
}
