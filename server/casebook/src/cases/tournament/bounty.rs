//! Payouts of bounties, by the module that the director uses. The case says who eliminates whom.

use super::super::keys::{Keys, wrong};
use super::super::{Case, Trouble};
use super::{Answer, Play, terms};
use cardroom_rules::{BountyTerms, Cents, EntryNo, Library, Structure};
use cardroom_tournament::Draws;
use cardroom_tournament::prizes::Bounties;
use toml::{Table, Value};

pub(super) struct Payouts {
    bounties: Bounties,
    /// The names of the players, in order of entry.
    players: Vec<String>,
    /// Those who are out.
    out: Vec<EntryNo>,
}

/// The most draws among which a mystery bounty of the value that the case names is looked for.
const MOST_DRAWS: u64 = 10_000;

impl Payouts {
    pub(super) fn begin(case: &Case, library: &Library) -> Result<Self, Trouble> {
        let mut keys = Keys::of(&case.table);
        let rulebook = terms::rulebook(case, &mut keys, library)?;
        let of_structure = keys.text("structure")?;
        let bounty = match (of_structure, keys.value("bounty")) {
            (Some(id), None) => {
                let structure = library.structure(&id);
                let bounty = structure.and_then(|structure| structure.bounty.clone());
                bounty.ok_or_else(|| Trouble::unknown("structure with a bounty", &id))?
            }
            (None, Some(terms)) => own_terms(&terms)?,
            _ => return Err(Trouble::NotUnderstood("structure or bounty".to_owned())),
        };
        let players = Keys::require(keys.texts("players")?, "players")?;
        keys.end("table")?;
        let mut bounties = Bounties::new(bounty, rulebook.finish.tied_bounty);
        for (entry, name) in (1..).map(EntryNo).zip(&players) {
            if players.iter().filter(|other| *other == name).count() > 1 {
                return Err(Trouble::NotUnderstood(format!("two players are {name}")));
            }
            bounties.enter(entry);
        }
        Ok(Self { bounties, players, out: Vec::new() })
    }

    fn named(&self, name: &str) -> Result<EntryNo, Trouble> {
        let mut players = (1..).map(EntryNo).zip(&self.players);
        let found = players.find(|(_, known)| *known == name).map(|(entry, _)| entry);
        found.ok_or_else(|| Trouble::unknown("player", name))
    }

    fn left(&self) -> Vec<EntryNo> {
        let entries = (1..).map(EntryNo).zip(&self.players).map(|(entry, _)| entry);
        entries.filter(|entry| !self.out.contains(entry)).collect()
    }

    /// Takes a player out. `by` are the winners of the last chips.
    fn out(&mut self, keys: &mut Keys, by: &[String]) -> Result<(), Trouble> {
        let name = Keys::require(keys.text("player")?, "player")?;
        let out = self.named(&name)?;
        if !self.left().contains(&out) {
            return Err(Trouble::differs(format!("{name} is in"), "is out"));
        }
        let by: Vec<EntryNo> = by.iter().map(|name| self.named(name)).collect::<Result<_, _>>()?;
        let drawn = keys.number("drawn")?.map(Cents);
        let draws = if drawn.is_some() { MOST_DRAWS } else { 1 };
        let mut awards =
            (0..draws).map(|seed| self.bounties.decide(out, &by, &mut Draws::new(seed)));
        let award = awards.find(|award| drawn.is_none() || award.drawn == drawn);
        let award = award.ok_or_else(|| {
            Trouble::differs(format!("drawn = {}", drawn.unwrap_or_default().0), "no such envelope")
        })?;
        self.bounties.apply(&award);
        self.out.push(out);
        Ok(())
    }

    /// Returns a value for each player, by name.
    fn by_name(&self, of: impl Fn(EntryNo) -> Value) -> Value {
        let values = (1..).map(EntryNo).zip(&self.players);
        Value::Table(values.map(|(entry, name)| (name.clone(), of(entry))).collect())
    }
}

/// Reads terms that the case gives as the file of a tournament does.
fn own_terms(value: &Value) -> Result<BountyTerms, Trouble> {
    let terms: BountyTerms = value
        .clone()
        .try_into()
        .map_err(|error: toml::de::Error| wrong("bounty", error.message(), value))?;
    let structure =
        Structure { bounty: Some(terms.clone()), ..terms::structure(9, &[terms::BIG_BLIND]) };
    structure.validate().map_err(|error| wrong("bounty", &error, value))?;
    Ok(terms)
}

impl Play for Payouts {
    fn event(&mut self, name: &str, keys: &mut Keys) -> Result<Answer, Trouble> {
        match name {
            "bust" => {
                let by = Keys::require(keys.texts("by")?, "by")?;
                self.out(keys, &by)?;
            }
            // No player wins the bounty of one whom the floor removes.
            "disqualify" => self.out(keys, &[])?,
            "money_reached" => {
                let left = u32::try_from(self.left().len()).unwrap_or(u32::MAX);
                self.bounties.money_reached(left);
            }
            "over" => {
                let rest = self.bounties.rest(&self.left());
                self.bounties.pay_rest(&rest);
            }
            other => return Err(Trouble::unknown("event", other)),
        }
        self.bounties.audit();
        Ok(Ok(()))
    }

    fn says(&mut self, key: &str) -> Result<Option<Value>, Trouble> {
        let bounties = &self.bounties;
        Ok(Some(match key {
            "won" => self.by_name(|entry| terms::number(bounties.won(entry).0)),
            "on_head" => self.by_name(|entry| terms::number(bounties.price(entry).0)),
            "knocked_out" => self.by_name(|entry| terms::number(bounties.chips(entry))),
            "house_added" => terms::number(bounties.ledger().added.0),
            "paid_out" => terms::number(bounties.ledger().paid_out.0),
            "envelopes" => {
                let kinds = bounties.mystery();
                let count = |(value, count): (Cents, u32)| (value.0.to_string(), count.into());
                Value::Table(kinds.map(count).collect::<Table>())
            }
            other => return Err(Trouble::unknown("key of expect", other)),
        }))
    }
}
