//! Lists the files of `migrations/`. sqlx has a macro for that, which would compile both
//! databases a second time, for the macro itself.

use std::env;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=migrations");
    fs::write(out.join("migrations.rs"), migrations()?)?;
    Ok(())
}

/// The module with the migrations of both databases: version, description and SQL of each.
fn migrations() -> Result<String, Box<dyn Error>> {
    let mut out = String::new();
    for (name, folder) in [("SQLITE", "migrations/sqlite"), ("POSTGRES", "migrations/postgres")] {
        writeln!(out, "const {name}: &[(i64, &str, &str)] = &[")?;
        let mut files = Vec::new();
        for file in fs::read_dir(folder)? {
            files.push(file?.path());
        }
        files.sort();
        for file in files {
            let name = file.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
            let (version, description) =
                name.split_once('_').ok_or_else(|| format!("{name}: expected NUMBER_WORDS.sql"))?;
            let (version, description) = (version.parse::<i64>()?, description.replace('_', " "));
            let path = format!("/{}", file.to_str().ok_or("the names of migrations are ASCII")?);
            let sql = format!("include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))");
            writeln!(out, "    ({version}, {description:?}, {sql}),")?;
        }
        writeln!(out, "];")?;
    }
    Ok(out)
}
