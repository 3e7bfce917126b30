//! The repository as files: their places, and those that a page of documentation names.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders at the top. They are the design, and keep their names.
pub const TOP_FOLDERS: &[&str] = &["bot-client", "config", "load-tests", "protocol", "server"];

/// Returns the top of the repository.
pub fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).expect("this package is two folders below the top").to_owned()
}

pub fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

pub fn name_of(path: &Path) -> String {
    let inside = path.strip_prefix(root()).expect("every file is in the repository");
    inside.to_string_lossy().replace('\\', "/")
}

/// Returns a file, or all files below a folder. Leaves out build output and hidden files.
pub fn files(place: &Path) -> Vec<PathBuf> {
    if place.is_file() {
        return vec![place.to_owned()];
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(place).into_iter().flatten() {
        let path = entry.expect("a folder of the repository can be listed").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if !name.starts_with('.') && name != "target" && name != "node_modules" {
            found.extend(files(&path));
        }
    }
    found.sort();
    found
}

/// Returns the files and folders that a page names, with their lines. Below a heading that is a
/// folder, names are relative to it, unless they begin at the top.
pub fn named_files(page: &str) -> Vec<(usize, String)> {
    let mut folder = "";
    let mut found = Vec::new();
    for (index, line) in page.lines().enumerate() {
        let quoted = line.split('`').skip(1).step_by(2);
        if line.starts_with('#') {
            folder = quoted.into_iter().find(|name| name.ends_with('/')).unwrap_or("");
            continue;
        }
        for name in quoted {
            let is_file = [".rs", ".md", ".toml", ".sql", ".py", "/"];
            if is_file.iter().any(|end| name.ends_with(end)) && !name.contains([' ', '*']) {
                let is_whole = TOP_FOLDERS.iter().any(|top| name.starts_with(&format!("{top}/")));
                let folder = if is_whole { "" } else { folder };
                found.push((index + 1, format!("{folder}{name}")));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_off_the_page_below_their_folder() {
        let page =
            "See `a/b.rs`.\n### `c/src/`\n- `d.rs`, `e/`, `Name`, `f::g`\n- `g/h.rs` `server/i.rs`";
        let names: Vec<String> = named_files(page).into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["a/b.rs", "c/src/d.rs", "c/src/e/", "c/src/g/h.rs", "server/i.rs"]);
        assert_eq!(named_files(page)[1].0, 3);
    }
}
