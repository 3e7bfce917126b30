//! The places of players who bust in the same hand, by the module that the director uses.

use super::super::keys::Keys;
use super::super::{Case, Trouble};
use super::{Answer, Play, terms};
use cardroom_rules::{EntryNo, Library, Rulebook, TableNo};
use cardroom_tournament::prizes::{Busted, on_one_hand};
use std::collections::BTreeMap;
use toml::{Table, Value};

pub(super) struct Finish {
    rulebook: Rulebook,
    players_left: u32,
    /// The places taken, by player name.
    places: BTreeMap<String, u32>,
}

impl Finish {
    pub(super) fn begin(case: &Case, library: &Library) -> Result<Self, Trouble> {
        let mut keys = Keys::of(&case.table);
        let rulebook = terms::rulebook(case, &mut keys, library)?;
        let players_left = Keys::require(keys.within("remaining", 2..=1_000_000)?, "remaining")?;
        keys.end("table")?;
        Ok(Self { rulebook, players_left, places: BTreeMap::new() })
    }

    fn bust(&mut self, players: &[Table]) -> Result<(), Trouble> {
        let mut names = Vec::new();
        let mut out = Vec::new();
        for (number, player) in (1..).zip(players) {
            let mut keys = Keys::of(player);
            names.push(Keys::require(keys.text("name")?, "name")?);
            out.push(Busted {
                entry: EntryNo(number),
                table: TableNo(1),
                started_with: Keys::require(keys.chips("start")?, "start")?,
                hand_rank: keys.small("hand")?,
                bounty_chips: keys.small("blue")?.unwrap_or(0),
            });
            keys.end("players")?;
        }
        let count = u32::try_from(out.len()).unwrap_or(u32::MAX);
        let left = self.players_left.checked_sub(count).filter(|left| *left > 0);
        self.players_left = left.ok_or_else(|| Trouble::unknown("players left", "none"))?;
        for place in on_one_hand(&out, self.players_left, &self.rulebook.finish.same_hand) {
            for (name, player) in names.iter().zip(&out) {
                if place.entries.contains(&player.entry) {
                    self.places.insert(name.clone(), place.place);
                }
            }
        }
        Ok(())
    }
}

impl Play for Finish {
    fn event(&mut self, name: &str, keys: &mut Keys) -> Result<Answer, Trouble> {
        match name {
            "bust_same_hand" => {
                let players = Keys::require(keys.tables("players")?, "players")?;
                self.bust(&players)?;
                Ok(Ok(()))
            }
            other => Err(Trouble::unknown("event", other)),
        }
    }

    fn says(&mut self, key: &str) -> Result<Option<Value>, Trouble> {
        Ok(match key {
            "places" => {
                let places =
                    self.places.iter().map(|(name, place)| (name.clone(), (*place).into()));
                Some(Value::Table(places.collect()))
            }
            "remaining" => Some(terms::number(self.players_left)),
            other => return Err(Trouble::unknown("key of expect", other)),
        })
    }
}
