//! Evidence against a room: files that any verifier of deals refuses.

use std::path::Path;
use std::{fs, io};

/// A proof of a deal that fails, as a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// The name of the file: table, hand, code and bot.
    pub name: String,
    /// The text of the file. `cardroom deal verify` and `verify_deal.py` read it.
    pub text: String,
}

impl Evidence {
    /// Writes the file into a folder, and makes the folder if it is not there.
    ///
    /// # Errors
    /// The folder cannot be made, or the file cannot be written.
    pub fn keep(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        fs::write(folder.join(&self.name), &self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::Evidence;

    #[test]
    fn evidence_makes_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("a").join("b");
        let evidence = Evidence { name: "one.json".to_owned(), text: "{}".to_owned() };
        evidence.keep(&folder).unwrap();
        evidence.keep(&folder).unwrap();
        assert_eq!(std::fs::read_to_string(folder.join("one.json")).unwrap(), "{}");
    }
}
