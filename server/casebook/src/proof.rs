//! Which cases prove a rule of a book. A case proves a rule that it carries if it fails once a
//! setting that cites the rule has another value. If a case overrides the setting, no value of the
//! book reaches it, so it proves nothing. If no setting of a rule can change what the room does,
//! the rule has no setting, and every case that carries it counts.

use crate::cases::{self, Case};
use crate::coverage::is_part;
use crate::mutate::{Known, MutateError, other_rulebooks, run_all};
use cardroom_rules::rulebook::Use;
use cardroom_rules::{Library, Rulebook, Setting};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

/// The proofs of one book's rules.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Proofs {
    /// The settings that cite rules of the book and change what the room does, with these rules.
    acting: BTreeMap<String, Vec<String>>,
    /// The cases that notice a change of a setting.
    noticed: BTreeMap<String, BTreeSet<String>>,
}

impl Proofs {
    /// Changes each setting that cites a rule of the book, and plays the cases that carry the rule.
    /// `known` names settings whose other values come to the same.
    ///
    /// # Errors
    /// There is no such book, or it cannot be written as TOML.
    pub fn of(
        library: &Library,
        book: &str,
        cases: &[Case],
        known: &Known,
    ) -> Result<Self, MutateError> {
        let settings = library.settings(book);
        let settings = settings.ok_or_else(|| MutateError::NoBook(book.to_owned()))?;
        let mut proofs = Self::default();
        let mut plays = Vec::new();
        for setting in settings.iter().filter(|setting| cites_its_own(setting)) {
            let others: Vec<Arc<Rulebook>> =
                other_rulebooks(library, book, &setting.path)?.into_iter().map(Arc::new).collect();
            if others.is_empty() {
                continue;
            }
            let rules = setting.citation.rules().to_vec();
            let shows = |case: &&Case| {
                rules.iter().any(|rule| case.rules.iter().any(|shown| is_part(shown, rule)))
            };
            plays.extend(
                cases.iter().filter(shows).map(|case| (&setting.path, case, others.clone())),
            );
            proofs.acting.insert(setting.path.clone(), rules);
        }
        let fails = run_all(&plays, |(_, case, others)| {
            others.iter().any(|other| cases::play(&case.by(other.clone()), library).is_err())
        });
        for ((path, case, _), fails) in plays.iter().zip(fails) {
            if fails {
                proofs.noticed.entry((*path).clone()).or_default().insert(case.id.clone());
            }
        }
        let noticed = &proofs.noticed;
        proofs
            .acting
            .retain(|path, _| noticed.contains_key(path) || !known.comes_to_the_same(book, path));
        Ok(proofs)
    }

    /// Returns the settings that cite a rule and change what the room does.
    pub fn settings<'a>(&'a self, rule: &'a str) -> impl Iterator<Item = &'a str> {
        let cites = |rules: &&'a Vec<String>| rules.iter().any(|cited| is_part(cited, rule));
        self.acting.iter().filter(move |(_, rules)| cites(rules)).map(|(path, _)| path.as_str())
    }

    /// Returns `true` if no setting that cites the rule changes what the room does.
    #[must_use]
    pub fn has_no_setting(&self, rule: &str) -> bool {
        self.settings(rule).next().is_none()
    }

    /// Returns `true` if a case that carries the rule proves it.
    #[must_use]
    pub fn proves(&self, case: &str, rule: &str) -> bool {
        let notices = |path| self.noticed.get(path).is_some_and(|cases| cases.contains(case));
        self.has_no_setting(rule) || self.settings(rule).any(notices)
    }
}

/// A rule of a book, and the cases that prove it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleProof {
    pub rule: String,
    /// The settings that cite the rule.
    pub settings: Vec<String>,
    /// The cases that prove it.
    pub cases: Vec<String>,
    /// No setting that cites the rule changes what the room does.
    pub has_no_setting: bool,
}

impl RuleProof {
    /// Returns `true` if a setting cites the rule and no case shows what it does.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.cases.is_empty() && !self.has_no_setting
    }
}

/// Returns the rules for which a book cites settings of its own, with the cases that prove them.
/// This is the coverage of a book without a list of its rules.
///
/// # Errors
/// There is no such book, a case fails under it, or it cannot be written as TOML.
pub fn rules_of(
    library: &Library,
    book: &str,
    cases: &[Case],
) -> Result<Vec<RuleProof>, MutateError> {
    let settings = library.settings(book);
    let settings = settings.ok_or_else(|| MutateError::NoBook(book.to_owned()))?;
    for case in cases {
        cases::play(case, library).map_err(|failure| MutateError::Fails(failure.to_string()))?;
    }
    let proofs = Proofs::of(library, book, cases, &Known::default())?;
    let mut rules: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for setting in settings.iter().filter(|setting| !setting.citation.is_inherited()) {
        for rule in setting.citation.rules() {
            rules.entry(rule).or_default().push(setting.path.clone());
        }
    }
    let proof = |(rule, settings): (&str, Vec<String>)| {
        let shows = |case: &&Case| {
            let carries = case.rules.iter().any(|shown| is_part(shown, rule));
            carries && proofs.proves(&case.id, rule)
        };
        RuleProof {
            rule: rule.to_owned(),
            settings,
            cases: cases.iter().filter(shows).map(|case| case.id.clone()).collect(),
            has_no_setting: proofs.has_no_setting(rule),
        }
    };
    Ok(rules.into_iter().map(proof).collect())
}

/// Writes the rule, its standing, the settings that cite it and the cases that prove it.
impl fmt::Display for RuleProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let standing = match self {
            _ if self.is_open() => "OPEN",
            _ if self.has_no_setting => "no setting",
            _ => "case",
        };
        write!(f, "{:8} {standing:10} {}", self.rule, self.settings.join(", "))?;
        if self.cases.is_empty() { Ok(()) } else { write!(f, " | {}", self.cases.join(", ")) }
    }
}

/// Returns `true` for a setting that cites rules of the book itself, and that the room enforces.
fn cites_its_own(setting: &Setting) -> bool {
    let citation = &setting.citation;
    !citation.is_inherited() && !citation.rules().is_empty() && setting.used == Use::Enforced
}
