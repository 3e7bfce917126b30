//! Circles among the modules of a crate: modules that use each other in a loop.

use super::source::Source;
use std::collections::{BTreeMap, BTreeSet};

/// The modules that each module uses.
#[derive(Default)]
pub struct Uses(BTreeMap<String, BTreeSet<String>>);

impl Uses {
    /// Adds what a file uses. `path` is its path below the crate's `src/`.
    pub fn add(&mut self, path: &str, file: &Source) {
        let module = path.split('/').next().unwrap_or(path).trim_end_matches(".rs").to_owned();
        if !matches!(module.as_str(), "lib" | "main") {
            self.0.entry(module).or_default().extend(file.modules_of_the_crate());
        }
    }

    /// Returns the circles, each with its modules.
    pub fn circles(&self) -> BTreeSet<Vec<String>> {
        let reached: BTreeMap<&str, BTreeSet<&str>> =
            self.0.keys().map(|module| (module.as_str(), self.reached_from(module))).collect();
        let circle_of = |module: &&str| {
            let mutual = reached[*module]
                .iter()
                .filter(|other| reached.get(**other).is_some_and(|back| back.contains(*module)));
            mutual.map(|other| (*other).to_owned()).collect::<Vec<_>>()
        };
        let modules = reached.keys();
        modules.map(circle_of).filter(|circle| circle.len() > 1).collect()
    }

    fn reached_from<'a>(&'a self, module: &'a str) -> BTreeSet<&'a str> {
        let (mut reached, mut next) = (BTreeSet::new(), vec![module]);
        while let Some(module) = next.pop() {
            for used in self.0.get(module).into_iter().flatten() {
                if self.0.contains_key(used) && reached.insert(used.as_str()) {
                    next.push(used);
                }
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::{Source, Uses};

    #[test]
    fn a_circle_is_found_and_a_chain_is_none() {
        let mut uses = Uses::default();
        let mut add = |path: &str, text: &str| uses.add(path, &Source::new(path, text));
        add("hand.rs", "use crate::seat::Seat;");
        add("seat.rs", "use crate::table::Table;");
        add("table/mod.rs", "use crate::{hand::Hand, pot};");
        add("pot.rs", "#[cfg(test)]\nmod tests { use crate::table::Table; }");
        let circles: Vec<_> = uses.circles().into_iter().collect();
        assert_eq!(circles, [["hand", "seat", "table"]]);
    }
}
