//! Lists the games and rulebooks of `config/` for the package to embed.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("cargo sets the folder")?);
    let mut text = String::new();
    for (name, folder) in [("GAMES", "games"), ("RULEBOOKS", "rulebooks")] {
        let folder = root.join("../../config").join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        writeln!(text, "const {name}: &[(&str, &str)] = &[")?;
        for file in sorted(&folder)? {
            println!("cargo::rerun-if-changed={}", file.display());
            let id = file.file_stem().ok_or("a file has a name")?.to_string_lossy().into_owned();
            let path = file.display().to_string();
            writeln!(text, "    ({id:?}, include_str!({path:?})),")?;
        }
        text.push_str("];\n");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    fs::write(out.join("config.rs"), text)?;
    Ok(())
}

fn sorted(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}
