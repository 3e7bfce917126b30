//! The sentences that every entrant is shown, with the rule behind each.

use super::super::keys::Keys;
use super::super::{Case, Trouble};
use super::{Answer, Play, terms};
use cardroom_rules::{Library, Rulebook};
use toml::{Table, Value};

pub(super) struct House {
    rulebook: Rulebook,
}

impl House {
    pub(super) fn begin(case: &Case, library: &Library) -> Result<Self, Trouble> {
        let mut keys = Keys::of(&case.table);
        let rulebook = terms::rulebook(case, &mut keys, library)?;
        keys.end("table")?;
        Ok(Self { rulebook })
    }
}

impl Play for House {
    fn event(&mut self, name: &str, _: &mut Keys) -> Result<Answer, Trouble> {
        Err(Trouble::unknown("event", name))
    }

    fn says(&mut self, key: &str) -> Result<Option<Value>, Trouble> {
        if key != "told" {
            return Err(Trouble::unknown("key of expect", key));
        }
        let mut told = Table::new();
        for rule in &self.rulebook.house_rules {
            let sentences = told.entry(rule.rule.clone()).or_insert(Value::Array(Vec::new()));
            if let Value::Array(sentences) = sentences {
                sentences.push(Value::from(rule.text.clone()));
            }
        }
        Ok(Some(Value::Table(told)))
    }
}
