//! The moment when the last two tables become one, by the director, with tables that finish the
//! hands of the case.

use super::super::keys::Keys;
use super::super::{Case, Trouble};
use super::field::{Field, Seating, Situation};
use super::{Answer, Play, terms};
use cardroom_rules::{Cents, Chips, Library, TableNo};
use cardroom_tournament::{Event, Input};
use toml::Value;

pub(super) struct FinalTable {
    field: Field,
    names: Vec<(Value, u8)>,
}

impl FinalTable {
    pub(super) fn begin(case: &Case, library: &Library) -> Result<Self, Trouble> {
        let mut keys = Keys::of(&case.table);
        let rulebook = terms::rulebook(case, &mut keys, library)?;
        let seats: u8 = keys.seats_max()?.unwrap_or(9);
        let names = terms::tables(&Keys::require(keys.value("tables"), "tables")?, seats)?;
        keys.end("table")?;
        let at_first = |(_, players): &(Value, u8)| Seating {
            opened: Vec::new(),
            ..Seating::of_first_seats(seats, *players, terms::STACK)
        };
        let tables = names.iter().map(at_first).collect();
        let structure = terms::structure(seats, &[Chips(100)]);
        let mut field = Field::new(structure, rulebook, library)?;
        let prizes = vec![Cents(1_000)];
        field.stand(&Situation { tables, prizes, level_left: None })?;
        field.must(Input::Tick)?;
        Ok(Self { field, names })
    }

    /// Returns `true` if all tables break.
    fn combines(&self) -> bool {
        let breaks = |table: TableNo| {
            let event = Event::TableBreaks { table };
            self.field.log.contains(&event)
        };
        (1..).map(TableNo).zip(&self.names).all(|(table, _)| breaks(table))
    }

    /// Finishes the hands in progress. Returns the size of the final table and
    /// its number of players.
    fn final_table(&mut self) -> Result<Option<(u8, usize)>, Trouble> {
        if self.combines() {
            self.field.finish_all(&[])?;
        }
        let before = self.names.len();
        let mut opened = self
            .field
            .director
            .tables()
            .filter(|(table, _)| usize::try_from(table.0).is_ok_and(|number| number > before));
        let (Some((_, table)), None) = (opened.next(), opened.next()) else { return Ok(None) };
        Ok(Some((table.seats, table.size())))
    }
}

impl Play for FinalTable {
    fn event(&mut self, name: &str, keys: &mut Keys) -> Result<Answer, Trouble> {
        match name {
            "bust" => {
                let table = terms::table_named(&self.names, keys.value("table"))?;
                self.field.bust(table, keys.small("count")?.unwrap_or(1))?;
                Ok(Ok(()))
            }
            other => Err(Trouble::unknown("event", other)),
        }
    }

    fn says(&mut self, key: &str) -> Result<Option<Value>, Trouble> {
        Ok(match key {
            "combine" => Some(Value::Boolean(self.combines())),
            "final_table_seats" => {
                self.final_table()?.map(|(seats, _)| Value::from(i64::from(seats)))
            }
            "final_table_players" => self.final_table()?.map(|(_, players)| terms::number(players)),
            other => return Err(Trouble::unknown("key of expect", other)),
        })
    }
}
