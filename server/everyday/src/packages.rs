//! The packages of the workspace, and to which of them a file belongs.

use std::collections::BTreeMap;
use toml::{Table, Value};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) has_library: bool,
}

/// The packages by folder.
#[derive(Default)]
pub(crate) struct Packages(BTreeMap<String, Package>);

impl Packages {
    /// Returns the folders of the packages that a workspace's manifest names.
    pub(crate) fn folders(manifest: &str) -> Result<Vec<String>, String> {
        let table: Table = manifest.parse().map_err(|error| format!("Cargo.toml: {error}"))?;
        let members = table.get("workspace").and_then(|workspace| workspace.get("members"));
        let members = members.and_then(Value::as_array).ok_or("Cargo.toml names no members")?;
        Ok(members.iter().filter_map(Value::as_str).map(str::to_owned).collect())
    }

    /// Adds the package of a folder.
    pub(crate) fn add(
        &mut self,
        folder: &str,
        manifest: &str,
        has_library: bool,
    ) -> Result<(), String> {
        let table: Table = manifest.parse().map_err(|error| format!("{folder}: {error}"))?;
        let name = table.get("package").and_then(|package| package.get("name")?.as_str());
        let name = name.ok_or_else(|| format!("{folder}/Cargo.toml names no package"))?.to_owned();
        self.0.insert(folder.to_owned(), Package { name, has_library });
        Ok(())
    }

    /// Returns the package of a file: the one of its nearest folder. Files that a package merely
    /// surrounds, such as the page below `server`, belong to it, too.
    pub(crate) fn of(&self, path: &str) -> Option<&Package> {
        let cuts = path.match_indices('/').map(|(place, _)| place);
        cuts.rev().find_map(|cut| self.0.get(&path[..cut]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_belongs_to_the_package_of_its_nearest_folder() {
        let folders = Packages::folders("[workspace]\nmembers = [\"server\", \"server/cards\"]");
        let mut packages = Packages::default();
        for folder in folders.unwrap() {
            let name = folder.replace('/', "-");
            packages.add(&folder, &format!("[package]\nname = \"{name}\""), true).unwrap();
        }
        let name = |path| packages.of(path).map(|package| &*package.name);
        assert_eq!(name("server/cards/src/lib.rs"), Some("server-cards"));
        assert_eq!(name("server/src/main.rs"), Some("server"));
        assert_eq!(name("README.md"), None);
        assert!(packages.add("x", "[package]", true).unwrap_err().contains("x/Cargo.toml"));
        assert!(Packages::folders("[package]").is_err());
    }
}
