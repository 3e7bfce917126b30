//! Builds the page of `server/web` and lists its files for the server to embed. Nothing is written into
//! the sources: the build happens in a copy under `OUT_DIR`. Without npm, or without its packages,
//! the server is built all the same, and says on its front page what is missing.
//!
//! `CARDROOM_WEB=none` leaves the page out; `CARDROOM_WEB=FOLDER` takes one that was built already.

use std::env;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The root of the repository.
const ROOT: &str = "../..";
/// The sources of the page, below [`ROOT`].
const WEB: &str = "server/web";
/// The sources of the client library, whose types and connection the page has, below [`ROOT`].
const LIBRARY: &str = "bot-client/typescript";
/// The files that the page is built from, below [`WEB`].
const SOURCES: &[&str] =
    &["package.json", "package-lock.json", "tsconfig.json", "vite.config.ts", "index.html"];
const FOLDERS: &[&str] = &["src", "public"];
/// The files of the library, below [`LIBRARY`].
const LIBRARY_PARTS: &[&str] = &["package.json", "tsconfig.json", "src"];

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    println!("cargo::rerun-if-env-changed=CARDROOM_WEB");
    println!("cargo::rerun-if-changed=build.rs");
    for source in SOURCES.iter().chain(FOLDERS) {
        println!("cargo::rerun-if-changed={ROOT}/{WEB}/{source}");
    }
    for part in LIBRARY_PARTS {
        println!("cargo::rerun-if-changed={ROOT}/{LIBRARY}/{part}");
    }
    let page = match env::var("CARDROOM_WEB").as_deref() {
        Ok("none") => Err("it was built with CARDROOM_WEB=none".to_owned()),
        Ok(folder) => Ok(PathBuf::from(folder)),
        Err(_) => built(&out).map_err(|error| error.to_string()),
    };
    if let Err(reason) = &page {
        println!("cargo::warning=the web client is not built in: {reason}");
    }
    fs::write(out.join("web_files.rs"), listed(page)?)?;
    Ok(())
}

/// Builds the page and says where it is.
fn built(out: &Path) -> Result<PathBuf, Box<dyn Error>> {
    // The copy has the folders of the repository, between which the page finds the library.
    let copy = out.join("page");
    let place = copy.join(WEB);
    let web = Path::new(ROOT).join(WEB);
    let lock = fs::read(web.join("package-lock.json"))?;
    let installed = place.join("node_modules/.package-lock-of-the-build");
    fs::create_dir_all(&place)?;
    for part in FOLDERS.iter().chain(SOURCES) {
        replace(&web.join(part), &place.join(part))?;
    }
    for part in LIBRARY_PARTS {
        let part = Path::new(LIBRARY).join(part);
        replace(&Path::new(ROOT).join(&part), &copy.join(&part))?;
    }
    if fs::read(&installed).ok().as_ref() != Some(&lock) {
        let options = "ci --omit=dev --ignore-scripts --no-audit --no-fund --prefer-offline \
                       --fetch-retries=1 --loglevel=error";
        run(&place, "npm", &options.split_whitespace().collect::<Vec<_>>())?;
        fs::write(&installed, &lock)?;
    }
    let vite = ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", "--emptyOutDir"];
    run(&place, "node", &vite)?;
    Ok(place.join("dist"))
}

fn run(place: &Path, program: &str, arguments: &[&str]) -> Result<(), Box<dyn Error>> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(place)
        .output()
        .map_err(|error| format!("{program} does not run ({error})"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let tail: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let tail = tail[tail.len().saturating_sub(4)..].join(" / ");
    Err(format!("{program} {}: {tail}", arguments.first().unwrap_or(&"")).into())
}

/// Copies a file or a whole folder, in place of an earlier copy.
fn replace(from: &Path, to: &Path) -> std::io::Result<()> {
    if to.is_dir() {
        fs::remove_dir_all(to)?;
    }
    if from.is_dir() {
        return copy_folder(from, to);
    }
    to.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::copy(from, to).map(drop)
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_folder(&path, &target)?;
        } else {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}

/// The module that the server includes: the files of the page, or why there are none.
fn listed(page: Result<PathBuf, String>) -> Result<String, Box<dyn Error>> {
    let mut out = String::new();
    let (missing, files) = match page {
        Ok(folder) => (None, files_below(&folder, &folder)?),
        Err(reason) => (Some(reason), Vec::new()),
    };
    writeln!(out, "const MISSING: Option<&str> = {missing:?};")?;
    writeln!(out, "const FILES: &[File] = &[")?;
    for (path, file) in files {
        writeln!(out, "    File {{ path: {path:?}, body: include_bytes!({file:?}) }},")?;
    }
    writeln!(out, "];")?;
    Ok(out)
}

fn files_below(top: &Path, folder: &Path) -> Result<Vec<(String, PathBuf)>, Box<dyn Error>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files_below(top, &path)?);
            continue;
        }
        let name = path.strip_prefix(top)?.to_string_lossy().replace('\\', "/");
        found.push((format!("/{name}"), fs::canonicalize(&path)?));
    }
    found.sort();
    Ok(found)
}
