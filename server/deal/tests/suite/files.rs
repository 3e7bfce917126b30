//! The published vectors, in `shared/deal/vectors` beside the repository. Without them each test
//! reports that it was skipped.

use std::fs;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};

/// Returns the folder of the vectors. If it is missing, says so and returns `None`.
pub(crate) fn folder() -> Option<PathBuf> {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let folder = above.map(|above| above.join("shared/deal/vectors")).find(|it| it.is_dir());
    if folder.is_none() {
        // Not through the test harness, which hides the output of passing tests.
        let mut terminal = stderr();
        writeln!(terminal, "SKIPPED: shared/deal/vectors is not there").unwrap();
    }
    folder
}

/// Returns the files of a folder that hold proofs, by name.
pub(crate) fn proofs(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.ends_with(".json") && name != "primitives.json" && name != "room_key.json" {
            files.push((name, fs::read(&path).unwrap()));
        }
    }
    files.sort();
    files
}

/// Returns the fields of a file with one object.
pub(crate) fn object(path: &Path) -> serde_json::Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Returns the bytes of a text in hex.
pub(crate) fn bytes<const N: usize>(hex: &serde_json::Value) -> [u8; N] {
    let hex = hex.as_str().unwrap();
    assert_eq!(hex.len(), 2 * N);
    let digit = |at: usize| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap();
    std::array::from_fn(digit)
}

/// Returns the key that signs the vectors.
pub(crate) fn room_key(folder: &Path) -> [u8; 32] {
    bytes(&object(&folder.join("room_key.json"))["key"])
}
