//! Exchanging small chips for larger ones, by the module that the director uses.

use super::super::expect::{chips, list};
use super::super::keys::Keys;
use super::super::{Case, Trouble};
use super::{Answer, Play, Refused, terms};
use cardroom_rules::rulebook::{ColourUp, ColourUpChoice, ColourUpRule, RacePartial};
use cardroom_rules::{Chips, Library, SeatNo};
use cardroom_tournament::prizes::{Race, race, round_up};
use toml::Value;

pub(super) struct Exchange {
    rule: ColourUpRule,
    race: bool,
    old_unit: Chips,
    new_unit: Chips,
    stacks: Vec<(SeatNo, Chips)>,
    raced: Option<Race>,
    /// Why the book does not have this method.
    unknown: Option<String>,
}

impl Exchange {
    pub(super) fn begin(case: &Case, library: &Library) -> Result<Self, Trouble> {
        let mut keys = Keys::of(&case.table);
        let mut rule = terms::rulebook(case, &mut keys, library)?.colour_up;
        let race = match keys.text("method")?.as_deref() {
            None => rule.unattended == ColourUpChoice::Race,
            Some("race") => true,
            Some("round_up") => false,
            Some(other) => return Err(Trouble::unknown("method", other)),
        };
        let unknown = unknown_way(rule.method, race);
        rule.race_most = keys.small("max_per_player")?.unwrap_or(rule.race_most);
        match keys.text("partial")?.as_deref() {
            None => {}
            Some("round_up") => rule.race_partial = RacePartial::RoundUp,
            Some("round_half_up") => rule.race_partial = RacePartial::RoundHalfUp,
            Some("round_down" | "drop") => rule.race_partial = RacePartial::RoundDown,
            Some(other) => return Err(Trouble::unknown("partial", other)),
        }
        let old_unit = Keys::require(keys.chips("old_unit")?, "old_unit")?;
        let new_unit = Keys::require(keys.chips("new_unit")?, "new_unit")?;
        keys.end("table")?;
        let mut stacks = Vec::new();
        for seat in &case.seats {
            let mut keys = Keys::of(seat);
            keys.text("name")?;
            let seat = Keys::require(keys.seat("seat")?, "seat")?;
            stacks.push((seat, Keys::require(keys.chips("stack")?, "stack")?));
            keys.end("seats")?;
        }
        Ok(Self { rule, race, old_unit, new_unit, stacks, raced: None, unknown })
    }
}

/// Returns the book's own method if it does not have this one.
fn unknown_way(method: ColourUp, race: bool) -> Option<String> {
    let known = match method {
        ColourUp::Race => race,
        ColourUp::RoundUp => !race,
        ColourUp::Floor => true,
        ColourUp::Never => false,
    };
    (!known).then(|| format!("the book has {method:?}"))
}

impl Play for Exchange {
    fn event(&mut self, name: &str, keys: &mut Keys) -> Result<Answer, Trouble> {
        if name != "color_up" {
            return Err(Trouble::unknown("event", name));
        }
        if let Some(says) = self.unknown.clone() {
            keys.value("cards");
            return Ok(Err(Refused { code: "not_in_the_book", says }));
        }
        if !self.race {
            self.stacks = round_up(&self.stacks, self.new_unit);
            return Ok(Ok(()));
        }
        let cards = Keys::require(keys.cards("cards")?, "cards")?;
        let raced = race(&self.stacks, self.old_unit, self.new_unit, &self.rule, &cards);
        let raced = raced.map_err(|error| Trouble::differs("a race", error.to_string()))?;
        self.stacks.clone_from(&raced.stacks);
        self.raced = Some(raced);
        Ok(Ok(()))
    }

    fn says(&mut self, key: &str) -> Result<Option<Value>, Trouble> {
        let seats =
            |seats: &[SeatNo]| list(seats.iter().map(|seat| terms::seat_value(Some(*seat))));
        let raced = self.raced.as_ref();
        Ok(match key {
            "stacks" => {
                Some(terms::by_seat(self.stacks.iter().map(|(seat, stack)| (*seat, chips(*stack)))))
            }
            "total" => Some(chips(self.stacks.iter().map(|(_, stack)| *stack).sum())),
            "cards_by_seat" => raced.map(|race| {
                let cards = race.dealt.iter().map(|(seat, cards)| {
                    (*seat, list(cards.iter().map(|card| Value::from(card.to_string()))))
                });
                terms::by_seat(cards)
            }),
            "awards" => raced.map(|race| Value::from(i64::from(race.awards))),
            "winners" => raced.map(|race| seats(&race.winners)),
            "saved" => raced.map(|race| seats(&race.saved)),
            other => return Err(Trouble::unknown("key of expect", other)),
        })
    }
}
