//! The rulebook and the structure of a tournament in a case.

use super::super::keys::{Keys, wrong};
use super::super::{Case, Trouble, begin};
use cardroom_rules::{
    Cents, Chips, EntryTerms, Level, Library, PrizeTerms, Rulebook, SeatNo, Shares, Stage, Stakes,
    Structure, TableNo,
};
use toml::{Table, Value};

pub(super) const MOST_TABLES: usize = 50;

/// The most players of a case: one for each seat of the tables.
pub(super) const MOST_PLAYERS: u64 = 450;

/// The most places that a case can give a prize or points.
pub(super) const MOST_PLACES: u64 = 1_000;

/// The most hands that a case plays for one event.
pub(super) const MOST_HANDS: u64 = 100;

/// The big blind of a case that plays no hand.
pub(super) const BIG_BLIND: Chips = Chips(100);

/// The starting stack, unless the case gives one.
pub(super) const STACK: Chips = Chips(20_000);

/// Returns the rulebook of a case, with the changes that its tournament makes.
pub(super) fn rulebook(
    case: &Case,
    table: &mut Keys,
    library: &Library,
) -> Result<Rulebook, Trouble> {
    let mut rulebook = begin::rulebook(case, table, library)?;
    if let Some(most) = table.within("max_difference", 1..=10)? {
        rulebook.seating.difference_few_tables = most;
        rulebook.seating.difference_many_tables = most;
    }
    if let Some(single) = table.flag("single_bb")? {
        rulebook.seating.single_big_blind = single;
    }
    Ok(rulebook)
}

/// Returns a freezeout with levels of these big blinds, one prize, and no time pressure.
pub(super) fn structure(seats: u8, big_blinds: &[Chips]) -> Structure {
    let level = |big: &Chips| {
        let stakes = Stakes::no_limit(big.divide(2).0.0, big.0);
        Stage::Level(Level { seconds: LONG, stakes })
    };
    Structure {
        id: "case".to_owned(),
        name: "Case".to_owned(),
        game: "holdem".to_owned(),
        seats,
        entry: EntryTerms {
            buy_in: Cents(1_000),
            starting_stack: STACK,
            min_entrants: 2,
            max_entrants: 1_000_000,
            late_levels: Some(0),
            ..EntryTerms::default()
        },
        prizes: PrizeTerms { shares: Shares::WinnerTakesAll, ..PrizeTerms::default() },
        stages: big_blinds.iter().map(level).collect(),
        ..Structure::default()
    }
}

/// The length of a level in seconds, unless the case gives one.
pub(super) const LONG: u64 = 24 * 60 * 60;

/// Checks a setting that the rulebook fixes. A case with another value belongs to another book.
pub(super) fn fixed<T: PartialEq + std::fmt::Display>(
    key: &str,
    said: Option<T>,
    book: &T,
) -> Result<(), Trouble> {
    match said {
        Some(said) if said != *book => {
            Err(Trouble::differs(format!("{key} = {said}"), format!("{key} = {book}")))
        }
        _ => Ok(()),
    }
}

/// Reads the tables of a case, by name or as a list, with the number of players of each, at most
/// `seats`. Tables are numbered in the order of their names.
pub(super) fn tables(value: &Value, seats: u8) -> Result<Vec<(Value, u8)>, Trouble> {
    let wrong = || wrong("tables", &format!("1 to {seats} players at each"), value);
    let players = |value: &Value| {
        let players = value.as_integer().and_then(|players| u8::try_from(players).ok());
        players.filter(|players| (1..=seats).contains(players)).ok_or_else(wrong)
    };
    let count = value.as_table().map_or(0, Table::len) + value.as_array().map_or(0, Vec::len);
    if count > MOST_TABLES {
        return Err(wrong());
    }
    match value {
        Value::Table(by_name) => by_name
            .iter()
            .map(|(name, value)| Ok((Value::from(name.as_str()), players(value)?)))
            .collect(),
        Value::Array(list) => (1..)
            .zip(list)
            .map(|(number, value)| Ok((Value::Integer(number), players(value)?)))
            .collect(),
        _ => Err(wrong()),
    }
}

/// Returns the table that a case names.
pub(super) fn table_named(names: &[(Value, u8)], name: Option<Value>) -> Result<TableNo, Trouble> {
    let name = Keys::require(name, "table")?;
    (1..)
        .map(TableNo)
        .zip(names)
        .find(|(_, (known, _))| *known == name)
        .map(|(table, _)| table)
        .ok_or_else(|| Trouble::unknown("table", &name.to_string()))
}

/// Returns a seat number as people count.
pub(super) fn seat_value(seat: Option<SeatNo>) -> Value {
    seat.map_or(Value::Integer(0), super::super::keys::number_of)
}

/// Returns a table of `{ seat = … }`.
pub(super) fn by_seat(values: impl IntoIterator<Item = (SeatNo, Value)>) -> Value {
    let entry = |(seat, value): (SeatNo, Value)| ((u32::from(seat.0) + 1).to_string(), value);
    Value::Table(values.into_iter().map(entry).collect::<Table>())
}

pub(super) fn number(number: impl TryInto<i64>) -> Value {
    Value::Integer(number.try_into().unwrap_or(i64::MAX))
}
