//! Hand-for-hand: tables that play each hand together, shared places, and the effect on the clock.

use super::super::keys::Keys;
use super::super::{Case, Trouble};
use super::dealt::DealtTable;
use super::field::{Field, Seating, Situation};
use super::{Answer, Play, terms};
use cardroom_rules::rulebook::HandForHandRank;
use cardroom_rules::{
    Cents, Chips, EntryNo, Library, MAX_SEATS, Millis, Rulebook, SeatNo, Stage, TableNo,
};
use cardroom_tournament::Command;
use std::collections::BTreeMap;
use toml::{Table, Value};

pub(super) struct Together {
    field: Field,
    /// Players who bust, by name or by number.
    out: BTreeMap<String, EntryNo>,
    /// The table with the all-in hand of the case.
    all_in: Option<TableNo>,
    /// The level before the clock was changed.
    level: u16,
}

const SEATS: u8 = 9;

impl Together {
    pub(super) fn begin(case: &Case, library: &Library) -> Result<Self, Trouble> {
        let mut keys = Keys::of(&case.table);
        let mut rulebook = terms::rulebook(case, &mut keys, library)?;
        take_rules(&mut rulebook, &mut keys)?;
        let tables: Option<usize> = keys.within("tables_in_play", 1..=terms::MOST_TABLES as u64)?;
        let remaining: Option<usize> = keys.within("remaining", 2..=terms::MOST_PLAYERS)?;
        let paid = keys.within("paid", 1..=terms::MOST_PLACES)?.unwrap_or(1);
        let prizes = prizes(paid, keys.table("prizes")?)?;
        let level_left = keys.within("level_seconds_left", 1..=terms::LONG)?.map(Millis::seconds);
        keys.end("table")?;
        let mut structure = terms::structure(SEATS, &[Chips(100), Chips(200)]);
        // The structure's first level also lasts as long as the case says.
        if let (Some(Stage::Level(level)), Some(left)) = (structure.stages.first_mut(), level_left)
        {
            level.seconds = left.0 / 1_000;
        }
        let players = remaining.unwrap_or_else(|| 8 * tables.unwrap_or(2));
        let needed = cardroom_tournament::seating::tables_for(players, SEATS);
        let count = tables.unwrap_or(needed);
        if count < needed || players < 2 * count {
            let which = format!("{players} players do not play at {count} tables of {SEATS} seats");
            return Err(Trouble::NotUnderstood(which));
        }
        let mut tables = even(players, count);
        let out = seat_those_who_are_out(case, &mut tables)?;
        let mut field = Field::new(structure, rulebook, library)?;
        field.stand(&Situation { tables, prizes, level_left })?;
        let mut named = BTreeMap::new();
        for (name, (table, seat)) in out {
            named.insert(name, field.entry_at(table, seat)?);
        }
        let level = field.director.level();
        Ok(Self { field, out: named, all_in: None, level })
    }

    fn announce(&mut self) -> Result<(), Trouble> {
        if self.field.director.hand_for_hand().is_none() {
            self.field.must_order(Command::HandForHand(true))?;
        }
        Ok(())
    }

    /// Finishes the hand that all tables play together, with these players out.
    fn hand(&mut self, out: &[EntryNo]) -> Result<(), Trouble> {
        self.announce()?;
        let seats: Vec<(TableNo, SeatNo)> =
            out.iter().filter_map(|entry| self.field.seat_of(*entry)).collect();
        self.field.finish_all(&seats)
    }

    fn bust(&mut self, keys: &mut Keys) -> Result<(), Trouble> {
        let together = keys.flag("same_hand")?.unwrap_or(true);
        if !together {
            return Err(Trouble::NotUnderstood("hand-for-hand is one hand".to_owned()));
        }
        let mut out = Vec::new();
        if let Some(players) = keys.tables("players")? {
            for player in players {
                let name = Keys::require(Keys::of(&player).text("name")?, "name")?;
                let entry = self.out.get(&name).copied();
                out.push(entry.ok_or_else(|| Trouble::unknown("player", &name))?);
            }
        } else {
            let count: usize =
                Keys::require(keys.within("count", 1..=terms::MOST_PLAYERS)?, "count")?;
            let playing = self.field.playing();
            let places: Vec<(TableNo, usize)> = match keys.text("tables")?.as_deref() {
                None | Some("different") => playing.into_iter().map(|table| (table, 0)).collect(),
                Some("same") => {
                    let first = playing.first().copied().into_iter();
                    first
                        .flat_map(|table| (0..MAX_SEATS).map(move |place| (table, place)))
                        .collect()
                }
                Some(other) => return Err(Trouble::unknown("tables", other)),
            };
            for (table, place) in places.into_iter().take(count) {
                let known = self.field.director.table(table);
                out.extend(
                    known.and_then(|table| table.seated().nth(place)).map(|(_, entry)| entry),
                );
            }
            if out.len() != count {
                return Err(Trouble::NotUnderstood(format!("{count} cannot be out like this")));
            }
            for (number, entry) in (1..).zip(&out) {
                self.out.insert(format!("{number}"), *entry);
            }
        }
        self.hand(&out)
    }

    /// Checks a condition at the table with the all-in hand of the case.
    fn all_in_table(&self, is_so: impl Fn(&DealtTable) -> bool) -> Result<Option<Value>, Trouble> {
        let table = self.all_in.and_then(|table| self.field.tables.get(&table));
        Ok(table.map(|table| Value::Boolean(is_so(table))))
    }

    /// Returns the prizes of the players who are out, as the director computes them.
    fn prizes(&self) -> Vec<Cents> {
        let prize = |entry: &EntryNo| self.field.director.entry(*entry).map(|entry| entry.prize);
        self.out.values().filter_map(prize).collect()
    }

    /// Returns the place, and the number of players who share it, if all who are out
    /// have the same place.
    fn tied(&self) -> Option<(u32, usize)> {
        let mut places = self.out.values().filter_map(|entry| self.field.director.place(*entry));
        let first = places.next()?;
        places.all(|place| place == first).then_some((first, self.out.len()))
    }
}

/// Applies the rules that the case changes, and checks those it repeats for the reader.
fn take_rules(rulebook: &mut Rulebook, keys: &mut Keys) -> Result<(), Trouble> {
    let rule = &mut rulebook.hand_for_hand;
    match keys.text("h4h_rank")?.as_deref() {
        None => {}
        Some("share") => rule.rank = HandForHandRank::Share,
        Some("stack_per_table") => rule.rank = HandForHandRank::StackPerTable,
        Some("stack_global") => rule.rank = HandForHandRank::StackGlobal,
        Some(other) => return Err(Trouble::unknown("h4h_rank", other)),
    }
    terms::fixed("deduct_cap", keys.number("deduct_cap")?, &rule.deduct_seconds_most)?;
    if let Some(seconds) = keys.within("deduct_per_hand", 0..=terms::LONG)? {
        rule.deduct_seconds = seconds;
    }
    Ok(())
}

/// Returns the prize of each paid place. A place that the case leaves out gets the prize of the
/// nearest worse place that it names.
fn prizes(paid: u64, named: Option<Keys>) -> Result<Vec<Cents>, Trouble> {
    let mut by_place: BTreeMap<u64, Cents> = BTreeMap::new();
    for (place, prize) in named.into_iter().flat_map(Keys::rest) {
        let number = place.parse().map_err(|_| Trouble::unknown("place", &place))?;
        let prize = prize.as_integer().and_then(|prize| u64::try_from(prize).ok());
        by_place.insert(number, Cents(prize.ok_or_else(|| Trouble::unknown("prize of", &place))?));
    }
    let prize = |place| by_place.range(place..).next().map_or(Cents(1), |(_, prize)| *prize);
    Ok((1..=paid).map(prize).collect())
}

/// Seats this many players evenly at this many tables.
pub(super) fn even(players: usize, tables: usize) -> Vec<Seating> {
    let drawn = cardroom_tournament::seating::draw_seats(
        &(1..=u32::try_from(players).unwrap_or(u32::MAX)).map(EntryNo).collect::<Vec<_>>(),
        tables,
        SEATS,
        &cardroom_tournament::seating::Wishes::default(),
        &mut cardroom_tournament::Draws::new(1),
    );
    let seating = |players: Vec<(SeatNo, EntryNo)>| {
        let count = u8::try_from(players.len()).unwrap_or(u8::MAX);
        Seating { opened: Vec::new(), ..Seating::of_first_seats(SEATS, count, terms::STACK) }
    };
    drawn.into_iter().map(seating).collect()
}

type Places = BTreeMap<String, (TableNo, SeatNo)>;

/// Seats the players who bust, at the tables and with the chips that the case gives.
fn seat_those_who_are_out(case: &Case, tables: &mut [Seating]) -> Result<Places, Trouble> {
    let mut places = Places::new();
    let mut taken: BTreeMap<u32, usize> = BTreeMap::new();
    for step in &case.steps {
        for player in Keys::of(step).tables("players")?.into_iter().flatten() {
            let mut keys = Keys::of(&player);
            let name = Keys::require(keys.text("name")?, "name")?;
            let number: u32 = Keys::require(keys.small("table")?, "table")?;
            let start = Keys::require(keys.chips("start")?, "start")?;
            keys.end("players")?;
            let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
            let seating = index.and_then(|index| tables.get_mut(index));
            let seating = seating.ok_or_else(|| Trouble::unknown("table", &number.to_string()))?;
            let next = taken.entry(number).or_default();
            let chair = seating.players.get_mut(*next);
            let chair = chair.ok_or_else(|| Trouble::unknown("seat for", &name))?;
            chair.1 = start;
            *next += 1;
            places.insert(name, (TableNo(number), chair.0));
        }
    }
    Ok(places)
}

impl Play for Together {
    fn event(&mut self, name: &str, keys: &mut Keys) -> Result<Answer, Trouble> {
        match name {
            "announce_h4h" => self.announce()?,
            "bust" => self.bust(keys)?,
            "h4h_hand_complete" => {
                self.level = self.field.director.level();
                for _ in 0..keys.within("times", 1..=terms::MOST_HANDS)?.unwrap_or(1) {
                    self.hand(&[])?;
                }
            }
            "h4h_hand_start" => {
                // The hand in progress at the announcement is the first one. The tables deal the
                // next one together.
                self.hand(&[])?;
            }
            "all_in_and_call" => {
                let table = TableNo(Keys::require(keys.small("table")?, "table")?);
                self.field.all_in_and_call(table)?;
                self.all_in = Some(table);
            }
            "all_tables_waiting_or_done" => self.field.finish_all(&[])?,
            "director_release" => {
                let table = TableNo(Keys::require(keys.small("table")?, "table")?);
                self.field.release(table)?;
            }
            other => return Err(Trouble::unknown("event", other)),
        }
        Ok(Ok(()))
    }

    fn says(&mut self, key: &str) -> Result<Option<Value>, Trouble> {
        let director = &self.field.director;
        let prizes = self.prizes();
        let cents = |cents: Cents| terms::number(cents.0);
        Ok(match key {
            "remaining" => Some(terms::number(director.players_left())),
            "tied_place" => self.tied().map(|(place, _)| terms::number(place)),
            "tied_players" => self.tied().map(|(_, players)| terms::number(players)),
            "prize_pool_shared" => Some(cents(prizes.iter().copied().sum())),
            "each" => {
                let first = prizes.first().copied();
                first.filter(|first| prizes.iter().all(|prize| prize == first)).map(cents)
            }
            "places" => {
                let place = |(name, entry): (&String, &EntryNo)| {
                    Some((name.clone(), terms::number(director.place(*entry)?)))
                };
                Some(Value::Table(self.out.iter().filter_map(place).collect::<Table>()))
            }
            "level_seconds_left" => {
                director.clock().left(self.field.now).map(|left| terms::number(left.0 / 1_000))
            }
            "level_advanced" => Some(Value::Boolean(director.level() > self.level)),
            "faceup" => self.all_in_table(DealtTable::is_face_up)?,
            "board_paused" => self.all_in_table(DealtTable::is_held)?,
            "hands_together" => {
                director.hand_for_hand().map(|together| terms::number(together.hands))
            }
            other => return Err(Trouble::unknown("key of expect", other)),
        })
    }
}
