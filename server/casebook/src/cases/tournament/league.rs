//! A season of a league: the points of each night, the ranking, and results that the floor corrects
//! after the end. The league's own module scores and ranks.

use super::super::keys::{Keys, wrong};
use super::super::{Case, Trouble};
use super::{Answer, Play, Refused, terms};
use cardroom_rules::{Cents, Library, PlayerId};
use cardroom_tournament::league::{League, Night, NightFinish, ScoredFinish};
use cardroom_tournament::prizes::{FormulaError, Points};
use cardroom_tournament::results::corrections::{self, Change, Line};
use std::collections::BTreeMap;
use toml::{Table, Value};

pub(super) struct Nights {
    league: League,
    /// The names of the players, in order of their ids from 1.
    names: Vec<String>,
    nights: Vec<Played>,
}

/// A night, as it ended and as it was corrected.
#[derive(Clone)]
struct Played {
    entrants: u32,
    buy_in: Cents,
    knocked_out: BTreeMap<PlayerId, u32>,
    /// Never present in a hand.
    absent: Vec<PlayerId>,
    /// Disqualified during the night, on the place that they have.
    disqualified: Vec<PlayerId>,
    lines: Vec<Line>,
    corrections: Vec<(PlayerId, Change)>,
}

/// The keys of a league's file that say nothing about points.
const NOT_POINTS: [&str; 4] = ["rulebook", "min_age", "members", "seasons"];

impl Nights {
    pub(super) fn begin(case: &Case, library: &Library) -> Result<Self, Trouble> {
        let mut keys = Keys::of(&case.table);
        terms::rulebook(case, &mut keys, library)?;
        let mut file: Table = match keys.text("league")? {
            Some(name) => {
                let text =
                    library.league(&name).ok_or_else(|| Trouble::unknown("league", &name))?;
                let read = toml::from_str(text);
                read.map_err(|error: toml::de::Error| Trouble::NotUnderstood(error.to_string()))?
            }
            None => Table::new(),
        };
        NOT_POINTS.into_iter().for_each(|key| drop(file.remove(key)));
        for (key, value) in keys.rest() {
            if file.insert(key.clone(), value.clone()).is_some() {
                return Err(wrong(&key, "the value of the league's file", &value));
            }
        }
        for name in ["id", "name"] {
            file.entry(name).or_insert_with(|| Value::from("case"));
        }
        // A file may write points as a number.
        if let Some(points @ (Value::Integer(_) | Value::Float(_))) = file.get_mut("disqualified") {
            *points = Value::from(points.to_string());
        }
        let league = file.try_into();
        let unreadable = |error: toml::de::Error| Trouble::NotUnderstood(error.to_string());
        Ok(Self { league: league.map_err(unreadable)?, names: Vec::new(), nights: Vec::new() })
    }

    /// Returns the id of a player, who need not have played before.
    fn player(&mut self, name: &str) -> PlayerId {
        let known = self.names.iter().position(|known| known == name);
        let index = known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        });
        PlayerId(u64::try_from(index).unwrap_or(u64::MAX).saturating_add(1))
    }

    fn name_of(&self, player: PlayerId) -> String {
        let index = usize::try_from(player.0).ok().and_then(|number| number.checked_sub(1));
        index.and_then(|index| self.names.get(index)).cloned().unwrap_or_default()
    }

    /// Reads a night: names in the order of their places. Those in a list of their own share one.
    fn night(&mut self, keys: &mut Keys) -> Result<(), Trouble> {
        let places = Keys::require(keys.value("places"), "places")?;
        let unreadable = || wrong("places", "names in the order of their places", &places);
        let mut lines: Vec<Line> = Vec::new();
        for group in places.as_array().ok_or_else(unreadable)? {
            let sharing = match group {
                Value::Array(names) => names.as_slice(),
                name => std::slice::from_ref(name),
            };
            let place = u32::try_from(lines.len()).unwrap_or(u32::MAX).saturating_add(1);
            for name in sharing {
                let player = self.player(name.as_str().ok_or_else(unreadable)?);
                if lines.iter().any(|line| line.player == player) {
                    return Err(unreadable());
                }
                lines.push(Line::new(player, Some(place), Cents::ZERO));
            }
        }
        let of_night = u32::try_from(lines.len()).unwrap_or(u32::MAX);
        let entrants = keys.within("entrants", 1..=1_000_000)?.unwrap_or(of_night);
        let buy_in = Cents(keys.number("buy_in")?.unwrap_or(0));
        let knocked_out = self.by_player(keys, "knocked_out")?;
        let prizes: BTreeMap<PlayerId, u32> = self.by_player(keys, "prizes")?;
        for line in &mut lines {
            line.ended_prize = Cents(prizes.get(&line.player).copied().unwrap_or_default().into());
        }
        let absent = self.players(keys, "absent")?;
        let disqualified = self.players(keys, "disqualified")?;
        let corrections = Vec::new();
        let night =
            Played { entrants, buy_in, knocked_out, absent, disqualified, lines, corrections };
        self.nights.push(night);
        Ok(())
    }

    /// Reads a list of players.
    fn players(&mut self, keys: &mut Keys, key: &str) -> Result<Vec<PlayerId>, Trouble> {
        let Some(value) = keys.value(key) else { return Ok(Vec::new()) };
        let unreadable = || wrong(key, "a list of names", &value);
        let names = value.as_array().ok_or_else(unreadable)?;
        names.iter().map(|name| Ok(self.player(name.as_str().ok_or_else(unreadable)?))).collect()
    }

    /// Reads a number for each of several players.
    fn by_player(
        &mut self,
        keys: &mut Keys,
        key: &str,
    ) -> Result<BTreeMap<PlayerId, u32>, Trouble> {
        let Some(value) = keys.value(key) else { return Ok(BTreeMap::new()) };
        let by_name = value.as_table().ok_or_else(|| wrong(key, "{ … }", &value))?;
        let number = |(name, number): (&String, &Value)| {
            let number = number.as_integer().and_then(|number| u32::try_from(number).ok());
            let number = number.ok_or_else(|| wrong(key, "a number", &value))?;
            Ok((self.player(name), number))
        };
        by_name.iter().map(number).collect()
    }

    /// Corrects a player's result of a night, by default the last one.
    fn correct(&mut self, keys: &mut Keys, change: Change) -> Result<Answer, Trouble> {
        let name = Keys::require(keys.text("player")?, "player")?;
        let player = self.player(&name);
        let last = u64::try_from(self.nights.len()).unwrap_or(u64::MAX);
        let number = keys.within("night", 1..=last)?.unwrap_or(self.nights.len());
        let night = number.checked_sub(1).and_then(|index| self.nights.get_mut(index));
        let night = Keys::require(night, "a night")?;
        if let Err(error) = corrections::check(&night.lines, player, change) {
            return Ok(Err(Refused { code: "no_such_result", says: error.to_string() }));
        }
        night.corrections.push((player, change));
        corrections::settle(&mut night.lines, &night.corrections);
        Ok(Ok(()))
    }

    fn scored(&self) -> Result<Vec<Vec<ScoredFinish>>, Trouble> {
        let without_value = |error: FormulaError| Trouble::NotUnderstood(error.to_string());
        self.nights.iter().map(|night| night.score(&self.league).map_err(without_value)).collect()
    }
}

impl Played {
    fn score(&self, league: &League) -> Result<Vec<ScoredFinish>, FormulaError> {
        let finish = |line: &Line| {
            let (player, place) = (line.player, line.place);
            let counts = place.is_some() || line.disqualified && league.disqualified.is_some();
            counts.then(|| NightFinish {
                player,
                place,
                knocked_out: self.knocked_out.get(&player).copied().unwrap_or_default(),
                sat: !self.absent.contains(&player),
                disqualified: line.disqualified || self.disqualified.contains(&player),
            })
        };
        let Self { entrants, buy_in, .. } = *self;
        let finishes = self.lines.iter().filter_map(finish).collect();
        let scored = league.score(&Night { entrants, buy_in, finishes })?;
        Ok(corrections::less_deductions(scored, &self.lines))
    }
}

/// Returns points as a case writes them: 16 or 16.5.
fn points(points: Points) -> Value {
    let text = points.to_string();
    match text.strip_suffix(".00").map(str::parse) {
        Some(Ok(whole)) => Value::Integer(whole),
        _ => text.parse().map_or(Value::String(text), Value::Float),
    }
}

impl Play for Nights {
    fn event(&mut self, name: &str, keys: &mut Keys) -> Result<Answer, Trouble> {
        match name {
            "night" => self.night(keys).map(Ok),
            "disqualify" => self.correct(keys, Change::Disqualify),
            "restore" => self.correct(keys, Change::Restore),
            "move_to" => {
                let place = Keys::require(keys.small("place")?, "place")?;
                self.correct(keys, Change::MoveTo(place))
            }
            "forfeit" => {
                let amount = Keys::require(keys.number("amount")?, "amount")?;
                self.correct(keys, Change::Forfeit(Cents(amount)))
            }
            "deduct" => {
                let hundredths = Keys::require(keys.number("hundredths")?, "hundredths")?;
                self.correct(keys, Change::Deduct(Points(hundredths)))
            }
            other => Err(Trouble::unknown("event", other)),
        }
    }

    fn says(&mut self, key: &str) -> Result<Option<Value>, Trouble> {
        let scored = self.scored()?;
        let last = scored.last().map(Vec::as_slice).unwrap_or_default();
        let seasons = self.league.standings(&scored);
        let lines = self.nights.last().map(|night| night.lines.as_slice()).unwrap_or_default();
        let by_name = |values: Vec<(PlayerId, Value)>| {
            let named = values.into_iter().map(|(player, value)| (self.name_of(player), value));
            Value::Table(named.collect())
        };
        Ok(Some(match key {
            "night_points" => {
                by_name(last.iter().map(|line| (line.player, points(line.points))).collect())
            }
            "places" => {
                let place = |line: &Line| (line.player, line.place.unwrap_or_default().into());
                by_name(lines.iter().map(place).collect())
            }
            "prizes" => {
                let prize = |line: &Line| (line.player, terms::number(line.prize().0));
                by_name(lines.iter().map(prize).collect())
            }
            "points" => {
                by_name(seasons.iter().map(|line| (line.player, points(line.points))).collect())
            }
            "ranks" => {
                let rank = |rank: Option<u32>| rank.unwrap_or_default().into();
                by_name(seasons.iter().map(|line| (line.player, rank(line.rank))).collect())
            }
            "nights" => {
                let count = |nights: usize| terms::number(nights);
                by_name(seasons.iter().map(|l| (l.player, count(l.nights.len()))).collect())
            }
            "standings" => {
                let names = seasons.iter().map(|line| self.name_of(line.player));
                Value::Array(names.map(Value::from).collect())
            }
            other => return Err(Trouble::unknown("key of expect", other)),
        }))
    }
}
