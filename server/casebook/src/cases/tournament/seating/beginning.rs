//! A tournament begins: entries, check-in, the waiting list and the button. The director handles
//! all of it.

use super::super::super::Trouble;
use super::super::super::keys::Keys;
use super::super::field::Field;
use super::super::{Answer, Play, refused, terms};
use crate::cases::Case;
use cardroom_rules::{Break, Chips, Library, Millis, PlayerId, Stage, TableNo};
use cardroom_tournament::{Event, Input, Phase, Whereabouts};
use toml::Value;

pub(super) struct Beginning {
    field: Field,
    checks_in: bool,
    entrants: u64,
    /// The number of entrants who are absent when names are called.
    missing: u64,
}

impl Beginning {
    pub(super) fn begin(case: &Case, library: &Library) -> Result<Self, Trouble> {
        let mut keys = Keys::of(&case.table);
        let rulebook = terms::rulebook(case, &mut keys, library)?;
        let seats = keys.seats_max()?.unwrap_or(9);
        let bounds = 2..=terms::MOST_PLAYERS;
        let entrants = Keys::require(keys.within("entrants", bounds.clone())?, "entrants")?;
        let mut structure = terms::structure(seats, &[Chips(100), Chips(200)]);
        structure.stages.insert(1, Stage::Break(Break { seconds: 600, new_unit: None }));
        if let Some(places) = keys.within("places", bounds)? {
            structure.entry.max_entrants = places;
            structure.entry.alternates = true;
            structure.entry.late_levels = Some(1);
        }
        let missing = keys.within("missing", 0..=entrants)?;
        structure.entry.check_in = missing.is_some();
        keys.end("table")?;
        let mut field = Field::new(structure, rulebook, library)?;
        for player in (1..=entrants).map(PlayerId) {
            field.must(Input::Enter { player, of_age: true })?;
        }
        let (checks_in, missing) = (missing.is_some(), missing.unwrap_or(0));
        Ok(Self { field, checks_in, entrants, missing })
    }

    /// Counts the entries whose whereabouts match.
    fn count(&self, wanted: impl Fn(Whereabouts) -> bool) -> Value {
        let entries = (1..=self.entrants).filter_map(|player| {
            let entry = self.field.director.entry_of(PlayerId(player))?;
            Some(self.field.director.entry(entry)?.whereabouts)
        });
        terms::number(entries.filter(|whereabouts| wanted(*whereabouts)).count())
    }
}

impl Play for Beginning {
    fn event(&mut self, name: &str, keys: &mut Keys) -> Result<Answer, Trouble> {
        match name {
            // Those present check in. The last ones are absent.
            "names_called" if self.checks_in => {
                for player in (1..=self.entrants - self.missing).map(PlayerId) {
                    self.field.must(Input::CheckIn { player })?;
                }
            }
            "second_before_start" => {
                self.field.now = Millis(Field::START.0 - 1_000);
                self.field.must(Input::Tick)?;
            }
            "start" => {
                self.field.now = Field::START;
                self.field.must(Input::Tick)?;
            }
            "bust" => {
                let table = TableNo(Keys::require(keys.within("table", 1..=50)?, "table")?);
                self.field.bust(table, 1)?;
            }
            "enter" => {
                let player = PlayerId(self.entrants + 1);
                let answer = self.field.step(Input::Enter { player, of_age: true })?;
                if answer.is_ok() {
                    self.entrants += 1;
                }
                return Ok(answer.map_err(|refusal| refused(&refusal)));
            }
            other => return Err(Trouble::unknown("event", other)),
        }
        Ok(Ok(()))
    }

    fn says(&mut self, key: &str) -> Result<Option<Value>, Trouble> {
        let director = &self.field.director;
        Ok(Some(match key {
            "over" => Value::Boolean(director.phase() == Phase::Over),
            "playing" => terms::number(self.field.playing().len()),
            "waiting" => terms::number(director.view(self.field.now).waiting),
            "seated" => self.count(|whereabouts| matches!(whereabouts, Whereabouts::Seated { .. })),
            "withdrawn" => self.count(|whereabouts| whereabouts == Whereabouts::Withdrawn),
            "high_card_for_button" => Value::Boolean(
                self.field.log.iter().any(|event| matches!(event, Event::ButtonDealtFor { .. })),
            ),
            other => return Err(Trouble::unknown("key of expect", other)),
        }))
    }
}
