//! Lists the repository's rule cases for the crate to embed.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("cargo sets the folder")?);
    let folder = root.join("../engine/cases");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut list = String::from("&[\n");
    for book in sorted(&folder)? {
        if !book.is_dir() {
            continue;
        }
        for file in sorted(&book)? {
            let name = file.strip_prefix(&folder)?.display().to_string();
            if name.ends_with(".toml") {
                println!("cargo::rerun-if-changed={}", file.display());
                writeln!(list, "    ({name:?}, include_str!({:?})),", file.display().to_string())?;
            }
        }
    }
    list.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    fs::write(out.join("cases.rs"), list)?;
    Ok(())
}

fn sorted(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.sort();
    Ok(paths)
}
