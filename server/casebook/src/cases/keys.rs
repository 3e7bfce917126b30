//! The keys of one table of a case, taken one after the other, so that one nobody asked for is
//! found.

use super::Trouble;
use cardroom_cards::{Card, parse_cards};
use cardroom_rules::{Chips, MAX_SEATS, SeatNo};
use toml::{Table, Value};

/// The keys that are left of a table.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Keys {
    left: Table,
}

impl Keys {
    pub(super) fn of(table: &Table) -> Self {
        Self { left: table.clone() }
    }

    /// A list of tables.
    pub(super) fn tables(&mut self, key: &str) -> Result<Option<Vec<Table>>, Trouble> {
        let Some(value) = self.left.remove(key) else { return Ok(None) };
        let list = value.as_array().into_iter().flatten();
        let tables: Option<Vec<Table>> = list.map(|table| table.as_table().cloned()).collect();
        tables.map(Some).ok_or_else(|| wrong(key, "a list of tables", &value))
    }

    pub(super) fn text(&mut self, key: &str) -> Result<Option<String>, Trouble> {
        match self.left.remove(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(wrong(key, "a word", &other)),
        }
    }

    pub(super) fn number(&mut self, key: &str) -> Result<Option<u64>, Trouble> {
        let Some(value) = self.left.remove(key) else { return Ok(None) };
        let number = value.as_integer().and_then(|number| u64::try_from(number).ok());
        number.map(Some).ok_or_else(|| wrong(key, "a whole number", &value))
    }

    pub(super) fn chips(&mut self, key: &str) -> Result<Option<Chips>, Trouble> {
        Ok(self.number(key)?.map(Chips))
    }

    pub(super) fn flag(&mut self, key: &str) -> Result<Option<bool>, Trouble> {
        match self.left.remove(key) {
            None => Ok(None),
            Some(Value::Boolean(flag)) => Ok(Some(flag)),
            Some(other) => Err(wrong(key, "true or false", &other)),
        }
    }

    pub(super) fn seat(&mut self, key: &str) -> Result<Option<SeatNo>, Trouble> {
        self.left.remove(key).map(|value| seat(&value)).transpose()
    }

    pub(super) fn seats(&mut self, key: &str) -> Result<Option<Vec<SeatNo>>, Trouble> {
        let Some(value) = self.left.remove(key) else { return Ok(None) };
        let list = value.as_array().ok_or_else(|| wrong(key, "a list of seats", &value))?;
        list.iter().map(seat).collect::<Result<_, _>>().map(Some)
    }

    /// Amounts in a list, such as denominations.
    pub(super) fn amounts(&mut self, key: &str) -> Result<Option<Vec<Chips>>, Trouble> {
        let Some(value) = self.left.remove(key) else { return Ok(None) };
        let list = value.as_array().ok_or_else(|| wrong(key, "a list of amounts", &value))?;
        let amount = |value: &Value| {
            let amount = value.as_integer().and_then(|amount| u64::try_from(amount).ok());
            amount.map(Chips).ok_or_else(|| wrong(key, "amounts", value))
        };
        list.iter().map(amount).collect::<Result<_, _>>().map(Some)
    }

    /// A number that fits.
    pub(super) fn small<T: TryFrom<u64>>(&mut self, key: &str) -> Result<Option<T>, Trouble> {
        let Some(value) = self.left.get(key).cloned() else { return Ok(None) };
        let number = self.number(key)?.map(T::try_from);
        number.transpose().map_err(|_| wrong(key, "a smaller number", &value))
    }

    /// Words in a list.
    pub(super) fn texts(&mut self, key: &str) -> Result<Option<Vec<String>>, Trouble> {
        let Some(value) = self.left.remove(key) else { return Ok(None) };
        let list = value.as_array().ok_or_else(|| wrong(key, "a list of words", &value))?;
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let texts: Option<Vec<String>> = list.iter().map(text).collect();
        texts.map(Some).ok_or_else(|| wrong(key, "a list of words", &value))
    }

    /// Keys of their own.
    pub(super) fn table(&mut self, key: &str) -> Result<Option<Self>, Trouble> {
        match self.left.remove(key) {
            None => Ok(None),
            Some(Value::Table(table)) => Ok(Some(Self { left: table })),
            Some(other) => Err(wrong(key, "{ … }", &other)),
        }
    }

    /// Whatever stands there.
    pub(super) fn value(&mut self, key: &str) -> Option<Value> {
        self.left.remove(key)
    }

    /// One card or several.
    pub(super) fn cards(&mut self, key: &str) -> Result<Option<Vec<Card>>, Trouble> {
        self.left.remove(key).map(|value| cards(&value)).transpose()
    }

    /// Something for each of several seats.
    pub(super) fn by_seat(&mut self, key: &str) -> Result<Option<Vec<(SeatNo, Value)>>, Trouble> {
        let Some(value) = self.left.remove(key) else { return Ok(None) };
        let table = value.as_table().ok_or_else(|| wrong(key, "{ seat = … }", &value))?;
        let entry = |(number, value): (&String, &Value)| Ok((seat_named(number)?, value.clone()));
        table.iter().map(entry).collect::<Result<_, _>>().map(Some)
    }

    pub(super) fn require<T>(found: Option<T>, key: &str) -> Result<T, Trouble> {
        found.ok_or_else(|| Trouble::NotUnderstood(format!("{key} is missing")))
    }

    /// What is left, in the order of the file.
    pub(super) fn rest(self) -> impl Iterator<Item = (String, Value)> {
        self.left.into_iter()
    }

    /// Refuses what nobody asked for.
    pub(super) fn end(self, what: &str) -> Result<(), Trouble> {
        match self.left.keys().next() {
            None => Ok(()),
            Some(key) => Err(Trouble::unknown(&format!("key of {what}"), key)),
        }
    }
}

fn wrong(key: &str, wanted: &str, value: &Value) -> Trouble {
    Trouble::NotUnderstood(format!("{key} = {value}: {wanted} is wanted"))
}

/// The engine counts seats from 0, people from 1.
fn seat(value: &Value) -> Result<SeatNo, Trouble> {
    let number = value.as_integer().and_then(|number| usize::try_from(number).ok());
    let index = number.and_then(|number| number.checked_sub(1)).filter(|index| *index < MAX_SEATS);
    index.map(SeatNo::from_index).ok_or_else(|| wrong("seat", "1 to 10", value))
}

pub(super) fn seat_named(number: &str) -> Result<SeatNo, Trouble> {
    let value = number.parse::<i64>().map_or(Value::from(number), Value::from);
    seat(&value)
}

/// A seat as people count.
pub(super) fn number_of(seat: SeatNo) -> Value {
    Value::Integer(i64::from(seat.0) + 1)
}

pub(super) fn cards(value: &Value) -> Result<Vec<Card>, Trouble> {
    let texts: Option<Vec<&str>> = match value {
        Value::Array(list) => list.iter().map(Value::as_str).collect(),
        other => other.as_str().map(|text| vec![text]),
    };
    let text = texts.ok_or_else(|| wrong("cards", "cards such as \"As\"", value))?.join(" ");
    parse_cards(&text).map_err(|error| Trouble::NotUnderstood(error.to_string()))
}
