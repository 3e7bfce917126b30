//! The expectations of a case, compared with the table. Every key is read from the engine's view,
//! its legal actions or its events. Answers to inputs that are not table state come from the
//! script's `answers`.

use super::Trouble;
use super::keys::{Keys, number_of};
use super::script::Script;
use cardroom_engine::{EtiquetteFlag, Prospect};
use cardroom_rules::{Chips, SeatNo};
use toml::{Table, Value};

/// Keys whose lists are sets.
const SETS: &[&str] = &[
    "options",
    "floor_options",
    "all_in",
    "dead",
    "folded",
    "bound",
    "shown",
    "eliminated",
    "flagged",
];

pub(super) fn expect(script: &mut Script<'_>, mut keys: Keys) -> Result<(), Trouble> {
    let to_act = keys.clone().seat("to_act")?;
    let seat = keys.seat("seat")?;
    let turn = script.play.table().turn().map(|(seat, ..)| seat);
    let about = About { seat: seat.or(to_act).or(turn), bettor: to_act.or(seat).or(turn) };
    let mut said = false;
    for (key, expected) in keys.rest() {
        said = true;
        let by_seat = key == "won" && expected.is_table() && !script.answers.contains_key(&key);
        let asked = if by_seat { super::outcome::WON_BY_SEAT } else { &key };
        let actual = script.says(asked, about)?;
        if !agree(&key, &expected, actual.as_ref()) {
            let actual = actual.map_or_else(|| "nothing".to_owned(), |actual| actual.to_string());
            return Err(Trouble::differs(
                format!("{key} = {expected}"),
                format!("{key} = {actual}"),
            ));
        }
    }
    if said { Ok(()) } else { Err(Trouble::NotUnderstood("nothing is expected".to_owned())) }
}

/// The seats that the keys of an assertion refer to.
#[derive(Clone, Copy)]
struct About {
    /// For rulings: the seat that the assertion names, otherwise the player to act.
    seat: Option<SeatNo>,
    /// For legal actions: the player that the assertion says is to act, otherwise
    /// the seat it names.
    bettor: Option<SeatNo>,
}

fn agree(key: &str, expected: &Value, actual: Option<&Value>) -> bool {
    let Some(actual) = actual else { return false };
    match (expected, actual) {
        (Value::Array(expected), Value::Array(actual)) if SETS.contains(&key) => {
            let all_in =
                |some: &[Value], others: &[Value]| some.iter().all(|one| others.contains(one));
            all_in(expected, actual) && all_in(actual, expected)
        }
        // A case lists only the seats it is about.
        (Value::Table(expected), Value::Table(actual)) if key == "contributed" => {
            expected.iter().all(|(seat, amount)| actual.get(seat) == Some(amount))
        }
        _ => expected == actual,
    }
}

impl Script<'_> {
    /// Returns the engine's value for a key. `None` if it has no value at this point.
    fn says(&self, key: &str, about: About) -> Result<Option<Value>, Trouble> {
        if let Some(answer) =
            about.seat.and_then(|seat| self.answers_of.get(&(seat, key.to_owned())))
        {
            return Ok(Some(answer.clone()));
        }
        if let Some(answer) = self.answers.get(key) {
            return Ok(Some(answer.clone()));
        }
        if let Some(found) = super::gestures::says(self, key, about.seat) {
            return Ok(Some(found));
        }
        if key == "ruling" {
            return Ok(about.seat.and_then(|seat| self.play.clock_ruled(seat)));
        }
        let prospect = || self.play.table().in_play()?.prospect(about.bettor?);
        if let Some(found) = of_prospect(key, prospect) {
            return Ok(found);
        }
        if let Some(found) = self.play.of_hand(key) {
            return Ok(found);
        }
        if let Some(found) = self.play.of_positions(key) {
            return Ok(found);
        }
        if let Some(found) = self.of_events(key)? {
            return Ok(found);
        }
        if super::outcome::ANSWERS.contains(&key) {
            return super::outcome::says(self, key);
        }
        if super::events::ANSWERS.iter().any(|keys| keys.contains(&key))
            || super::gestures::ANSWERS.contains(&key)
            || super::misdealt::ANSWERS.contains(&key)
        {
            return Ok(None);
        }
        Err(Trouble::unknown("key of expect", key))
    }

    /// Returns values read from the events, or from playing the hand on.
    fn of_events(&self, key: &str) -> Result<Option<Option<Value>>, Trouble> {
        Ok(match key {
            "flagged" => Some(Some(list(self.play.passed_nuts().map(|(seat, _)| number_of(seat))))),
            "penalty" => Some(self.play.passed_nuts().next().map(|(_, flag)| {
                let due = flag == EtiquetteFlag::NutsPenalty;
                Value::from(if due { "mandatory" } else { "flag" })
            })),
            "shown" => Some(Some(self.play.shown())),
            "tabled_in_order" => Some(Some(self.play.tabled_in_order())),
            "shown_after" => Some(Some(self.play.shown_after())),
            "pot_to" => Some(self.play.pot_to()),
            "revealed" => Some(Some(self.play.revealed())),
            "countdown" => {
                let left = self.play.table().countdown(self.play.now());
                Some(left.and_then(|left| i64::try_from(left).ok()).map(Value::Integer))
            }
            _ => self.dealt(key)?.map(Some),
        })
    }
}

/// Returns the actions that the player may take.
fn of_prospect(key: &str, prospect: impl Fn() -> Option<Prospect>) -> Option<Option<Value>> {
    let raise = || prospect()?.legal.wager.filter(|wager| wager.raise);
    Some(match key {
        "call_to" => prospect().map(|prospect| chips(prospect.call_to)),
        "call_more" => prospect().map(|prospect| chips(prospect.call_more)),
        "min_raise_to" => raise().map(|wager| chips(wager.min_to)),
        "max_raise_to" => {
            prospect().and_then(|prospect| prospect.legal.wager).map(|wager| chips(wager.max_to))
        }
        "can_raise" => prospect().map(|prospect| Value::Boolean(prospect.legal.wager.is_some())),
        "min_bet" => prospect().and_then(|prospect| prospect.opens_at).map(chips),
        "reopen_at" => prospect().and_then(|prospect| prospect.reopens_at).map(chips),
        "options" => prospect().map(|Prospect { legal, .. }| {
            let discard = legal.discard.map(|_| "discard".to_owned());
            let betting = legal.options().into_iter().map(|option| option.to_string());
            list(betting.chain(discard).map(Value::from))
        }),
        _ => return None,
    })
}

/// Returns `{ seat = chips }`. Adds up several amounts for one seat in the engine's own chips.
pub(super) fn seat_table(amounts: impl Iterator<Item = (SeatNo, Chips)>) -> Value {
    let mut sums: std::collections::BTreeMap<SeatNo, Chips> = std::collections::BTreeMap::new();
    for (seat, amount) in amounts {
        *sums.entry(seat).or_default() += amount;
    }
    let entry = |(seat, amount): (SeatNo, Chips)| (number_of(seat).to_string(), chips(amount));
    Value::Table(sums.into_iter().map(entry).collect::<Table>())
}

pub(super) fn list(values: impl Iterator<Item = Value>) -> Value {
    Value::Array(values.collect())
}

pub(super) fn chips(amount: Chips) -> Value {
    Value::Integer(i64::try_from(amount.0).unwrap_or(i64::MAX))
}

pub(super) fn whole(count: usize) -> Value {
    Value::Integer(i64::try_from(count).unwrap_or(i64::MAX))
}
