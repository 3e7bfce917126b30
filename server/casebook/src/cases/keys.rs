//! The keys of one table of a case. Readers take them one by one, so that a key that no reader
//! takes is found.

use super::Trouble;
use cardroom_cards::{Card, parse_cards};
use cardroom_rules::{Chips, MAX_SEATS, SeatNo};
use std::ops::RangeInclusive;
use toml::{Table, Value};

/// The most chips that a case can name. Sums of many such amounts fit 64 bits.
const MOST_CHIPS: u64 = 1 << 40;

/// The most entries in a list of amounts, words, tables or seats.
const LONGEST_LIST: usize = 1_000;

/// The keys of a table that have not been taken yet.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Keys {
    left: Table,
}

impl Keys {
    pub(super) fn of(table: &Table) -> Self {
        Self { left: table.clone() }
    }

    /// Takes a list of tables.
    pub(super) fn tables(&mut self, key: &str) -> Result<Option<Vec<Table>>, Trouble> {
        let Some(value) = self.left.remove(key) else { return Ok(None) };
        let list = list(key, "a list of tables", &value)?.iter();
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
        self.within(key, 0..=MOST_CHIPS)
    }

    /// Takes a number between two bounds.
    pub(super) fn within<T: TryFrom<u64>>(
        &mut self,
        key: &str,
        bounds: RangeInclusive<u64>,
    ) -> Result<Option<T>, Trouble> {
        let Some(value) = self.left.remove(key) else { return Ok(None) };
        let number = value.as_integer().and_then(|number| u64::try_from(number).ok());
        let number = number.filter(|number| bounds.contains(number));
        let fits = number.and_then(|number| T::try_from(number).ok());
        let wanted = || format!("{} to {}", bounds.start(), bounds.end());
        fits.map(Some).ok_or_else(|| wrong(key, &wanted(), &value))
    }

    /// Takes the number of seats.
    pub(super) fn seats_max(&mut self) -> Result<Option<u8>, Trouble> {
        self.within("seats_max", 2..=MAX_SEATS as u64)
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
        let mut seats: Vec<SeatNo> = Vec::new();
        for number in list(key, "a list of seats", &value)? {
            let seat = seat(number)?;
            if seats.contains(&seat) {
                return Err(wrong(key, "each seat once", &value));
            }
            seats.push(seat);
        }
        Ok(Some(seats))
    }

    /// Takes a list of amounts, such as denominations.
    pub(super) fn amounts(&mut self, key: &str) -> Result<Option<Vec<Chips>>, Trouble> {
        let Some(value) = self.left.remove(key) else { return Ok(None) };
        let list = list(key, "a list of amounts", &value)?;
        let amount = |value: &Value| {
            let amount = value.as_integer().and_then(|amount| u64::try_from(amount).ok());
            amount
                .filter(|amount| *amount <= MOST_CHIPS)
                .map(Chips)
                .ok_or_else(|| wrong(key, "amounts", value))
        };
        list.iter().map(amount).collect::<Result<_, _>>().map(Some)
    }

    /// Takes a number that fits `T`.
    pub(super) fn small<T: TryFrom<u64>>(&mut self, key: &str) -> Result<Option<T>, Trouble> {
        let Some(value) = self.left.get(key).cloned() else { return Ok(None) };
        let number = self.number(key)?.map(T::try_from);
        number.transpose().map_err(|_| wrong(key, "a smaller number", &value))
    }

    /// Takes a list of words.
    pub(super) fn texts(&mut self, key: &str) -> Result<Option<Vec<String>>, Trouble> {
        let Some(value) = self.left.remove(key) else { return Ok(None) };
        let list = list(key, "a list of words", &value)?;
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let texts: Option<Vec<String>> = list.iter().map(text).collect();
        texts.map(Some).ok_or_else(|| wrong(key, "a list of words", &value))
    }

    /// Takes a table as its own set of keys.
    pub(super) fn table(&mut self, key: &str) -> Result<Option<Self>, Trouble> {
        match self.left.remove(key) {
            None => Ok(None),
            Some(Value::Table(table)) => Ok(Some(Self { left: table })),
            Some(other) => Err(wrong(key, "{ … }", &other)),
        }
    }

    pub(super) fn value(&mut self, key: &str) -> Option<Value> {
        self.left.remove(key)
    }

    /// Takes one card or several.
    pub(super) fn cards(&mut self, key: &str) -> Result<Option<Vec<Card>>, Trouble> {
        self.left.remove(key).map(|value| cards(&value)).transpose()
    }

    /// Takes a value for each of several seats.
    pub(super) fn by_seat(&mut self, key: &str) -> Result<Option<Vec<(SeatNo, Value)>>, Trouble> {
        let Some(value) = self.left.remove(key) else { return Ok(None) };
        let table = value.as_table().ok_or_else(|| wrong(key, "{ seat = … }", &value))?;
        let entry = |(number, value): (&String, &Value)| Ok((seat_named(number)?, value.clone()));
        table.iter().map(entry).collect::<Result<_, _>>().map(Some)
    }

    pub(super) fn require<T>(found: Option<T>, key: &str) -> Result<T, Trouble> {
        found.ok_or_else(|| Trouble::NotUnderstood(format!("{key} is missing")))
    }

    /// Iterates over the keys that are left, in file order.
    pub(super) fn rest(self) -> impl Iterator<Item = (String, Value)> {
        self.left.into_iter()
    }

    /// Rejects keys that no reader took.
    pub(super) fn end(self, what: &str) -> Result<(), Trouble> {
        match self.left.keys().next() {
            None => Ok(()),
            Some(key) => Err(Trouble::unknown(&format!("key of {what}"), key)),
        }
    }
}

fn list<'a>(key: &str, wanted: &str, value: &'a Value) -> Result<&'a [Value], Trouble> {
    let list = value.as_array().filter(|list| list.len() <= LONGEST_LIST);
    list.map(Vec::as_slice).ok_or_else(|| wrong(key, wanted, value))
}

pub(super) fn wrong(key: &str, wanted: &str, value: &Value) -> Trouble {
    let mut value = value.to_string();
    if let Some((end, _)) = value.char_indices().nth(200) {
        value.truncate(end);
        value.push('…');
    }
    Trouble::NotUnderstood(format!("{key} = {value}: {wanted} is wanted"))
}

/// Reads a seat. The engine counts seats from 0, people from 1.
fn seat(value: &Value) -> Result<SeatNo, Trouble> {
    let number = value.as_integer().and_then(|number| usize::try_from(number).ok());
    let index = number.and_then(|number| number.checked_sub(1)).filter(|index| *index < MAX_SEATS);
    index.map(SeatNo::from_index).ok_or_else(|| wrong("seat", "1 to 10", value))
}

pub(super) fn seat_named(number: &str) -> Result<SeatNo, Trouble> {
    let value = number.parse::<i64>().map_or(Value::from(number), Value::from);
    seat(&value)
}

/// Returns a seat number as people count.
pub(super) fn number_of(seat: SeatNo) -> Value {
    Value::Integer(i64::from(seat.0) + 1)
}

pub(super) fn cards(value: &Value) -> Result<Vec<Card>, Trouble> {
    let texts: Option<Vec<&str>> = match value {
        Value::Array(list) => list.iter().map(Value::as_str).collect(),
        other => other.as_str().map(|text| vec![text]),
    };
    let text = texts.ok_or_else(|| wrong("cards", "cards such as \"As\"", value))?.join(" ");
    let cards = parse_cards(&text).map_err(|error| Trouble::NotUnderstood(error.to_string()))?;
    if cards.len() > LONGEST_LIST {
        return Err(wrong("cards", "fewer cards", value));
    }
    Ok(cards)
}

/// Rejects a card that appears twice.
pub(super) fn each_once(cards: impl IntoIterator<Item = Card>) -> Result<(), Trouble> {
    let mut seen = Vec::new();
    for card in cards {
        if seen.contains(&card) {
            return Err(Trouble::NotUnderstood(format!("the card {card} is there twice")));
        }
        seen.push(card);
    }
    Ok(())
}
