//! Short tables and balancing, by the director, with tables that finish the hands of the case.

use super::super::keys::Keys;
use super::super::{Case, Trouble};
use super::dealt::Positions;
use super::field::{Field, Seating, Situation};
use super::{Answer, Play, moving, terms};
use cardroom_engine::{HandStart, SmallBlind};
use cardroom_rules::{Cents, Chips, HandNo, Library, SeatNo, SeatSet, TableNo};
use cardroom_tournament::seating::Short;
use cardroom_tournament::{Command, Director, Entering, Event, Order};
use toml::{Table, Value};

pub(super) struct Balance {
    field: Field,
    names: Vec<(Value, u8)>,
    /// Players who bust in the hand before the tables are balanced.
    busts: Vec<(TableNo, SeatNo)>,
    moved: Option<Moved>,
    /// A hand was over since, after which the tables are balanced.
    has_balanced: bool,
}

/// A player who was moved, and the first hand after the move.
#[derive(Clone, Copy)]
struct Moved {
    from: SeatNo,
    to: TableNo,
    seat: SeatNo,
    entering: Entering,
    hand: HandNo,
}

/// The two tables of a case that gives the seating. The first is the fuller one.
const FROM: TableNo = TableNo(1);
const TO: TableNo = TableNo(2);

impl Balance {
    pub(super) fn begin(case: &Case, library: &Library) -> Result<Self, Trouble> {
        let mut keys = Keys::of(&case.table);
        let rulebook = terms::rulebook(case, &mut keys, library)?;
        let seats: u8 = keys.seats_max()?.unwrap_or(9);
        let mut busts = Vec::new();
        let (names, tables) = match keys.value("tables") {
            Some(tables) => {
                let names = terms::tables(&tables, seats)?;
                let first = |(_, players): &(Value, u8)| {
                    Seating::of_first_seats(seats, *players, terms::STACK)
                };
                let tables = names.iter().map(first).collect();
                (names, tables)
            }
            None => {
                let from = Keys::require(keys.table("from")?, "from")?;
                let to = Keys::require(keys.table("to")?, "to")?;
                let from = seated(from, seats, FROM, &mut busts)?;
                let to = seated(to, seats, TO, &mut busts)?;
                (Vec::new(), vec![from, to])
            }
        };
        keys.end("table")?;
        let structure = terms::structure(seats, &[Chips(100)]);
        let mut field = Field::new(structure, rulebook, library)?;
        let prizes = vec![Cents(1_000)];
        field.stand(&Situation { tables, prizes, level_left: None })?;
        Ok(Self { field, names, busts, moved: None, has_balanced: false })
    }

    fn named(&self, tables: impl Iterator<Item = TableNo>) -> Value {
        let name = |table: TableNo| {
            let index = usize::try_from(table.0).ok()?.checked_sub(1)?;
            self.names.get(index).map(|(name, _)| name.clone())
        };
        Value::Array(tables.filter_map(name).collect())
    }

    fn named_where(&self, wanted: impl Fn(&Director, TableNo) -> bool) -> Value {
        let director = &self.field.director;
        let tables = director.tables().map(|(table, _)| table);
        self.named(tables.filter(|table| wanted(director, *table)))
    }

    fn told(&self, wanted: Short) -> Value {
        self.named(self.field.log.iter().filter_map(|event| match event {
            Event::TableShort { table, short, .. } if *short == wanted => Some(*table),
            _ => None,
        }))
    }

    /// Plays hands without a bust until the big blind has passed the seats that were opened.
    fn big_blind_comes_round(&mut self, table: TableNo) -> Result<(), Trouble> {
        for _ in 0..cardroom_rules::MAX_SEATS {
            let before = self.big_blind_at(table)?;
            self.field.finish(table, &[])?;
            let halted = self.field.director.table(table).is_some_and(|it| it.halted.is_some());
            if halted || self.upcoming_big_blind(table) < before {
                return Ok(());
            }
        }
        Err(Trouble::differs("the big blind comes round", "it never does"))
    }

    /// Deals the hand if necessary, and returns the seat of its big blind.
    fn big_blind_at(&mut self, table: TableNo) -> Result<Option<SeatNo>, Trouble> {
        let now = self.field.now;
        let dealt = self.field.dealt(table)?;
        dealt.deal(now)?;
        Ok(dealt.start_of(dealt.table.last_hand()).and_then(|start| start.big_blind))
    }

    fn upcoming_big_blind(&self, table: TableNo) -> Option<SeatNo> {
        let upcoming = self.field.director.table(table)?.upcoming?;
        match upcoming {
            cardroom_tournament::Upcoming::Blinds { big_blind, .. } => Some(big_blind),
            cardroom_tournament::Upcoming::NoBlinds { .. } => None,
        }
    }

    /// Lets both tables finish a hand, and deals the next ones after the move. All clocks are
    /// paused meanwhile, so that no hand begins in between.
    fn balance_after_hand(&mut self) -> Result<(), Trouble> {
        self.has_balanced = true;
        self.field.must_order(Command::Pause)?;
        let from = self.field.log.len();
        let busts = self.busts.clone();
        for table in [TO, FROM] {
            let out = busts.iter().filter(|(at, _)| *at == table).map(|(_, seat)| *seat);
            self.field.finish(table, &out.collect::<Vec<_>>())?;
        }
        let hand = self.field.dealt(TO)?.table.last_hand();
        self.field.must_order(Command::Resume)?;
        let (before, since) = self.field.log.split_at(from);
        self.moved = since.iter().find_map(|event| {
            let Event::Moved { entry, to, .. } = event else { return None };
            let seat_at = |table: TableNo, log: &[Event]| {
                log.iter().rev().find_map(|event| match event {
                    Event::Seated { entry: other, table: at, seat }
                        if (other, *at) == (entry, table) =>
                    {
                        Some(*seat)
                    }
                    _ => None,
                })
            };
            let seat = seat_at(*to, since)?;
            let entering = since.iter().find_map(|event| match event {
                Event::Ordered(ordered) if ordered.table == *to => match &ordered.order {
                    Order::Seat { seat: at, entering, .. } if *at == seat => Some(*entering),
                    _ => None,
                },
                _ => None,
            })?;
            let hand = HandNo(hand.0 + 1);
            Some(Moved { from: seat_at(FROM, before)?, to: *to, seat, entering, hand })
        });
        Ok(())
    }

    /// Returns how a hand at the moved player's new table began. `after` counts
    /// hands since the move.
    fn hand_after_move(&mut self, after: u64) -> Result<Option<HandStart>, Trouble> {
        let Some(moved) = self.moved else { return Ok(None) };
        let wanted = HandNo(moved.hand.0 + after);
        let now = self.field.now;
        while self.field.dealt(moved.to)?.table.last_hand() < wanted {
            self.field.dealt(moved.to)?.deal(now)?;
            if self.field.dealt(moved.to)?.table.last_hand() < wanted {
                self.field.finish(moved.to, &[])?;
            }
        }
        Ok(self.field.dealt(moved.to)?.start_of(wanted).cloned())
    }

    fn target_position(&mut self) -> Result<Option<Value>, Trouble> {
        let Some(moved) = self.moved else { return Ok(None) };
        if moved.entering == Entering::SingleBigBlind {
            return Ok(Some(Value::from("single_bb")));
        }
        let start = self.hand_after_move(0)?;
        Ok(start.map(|start| {
            Value::from(match position(&start, moved.seat) {
                "other" => moving::place(&start, moved.seat),
                blind_or_button => blind_or_button.to_owned(),
            })
        }))
    }

    /// Returns the player who moves to the second table if the first gives one up after
    /// the hand in progress.
    fn next_mover(&mut self) -> Result<Option<SeatNo>, Trouble> {
        let now = self.field.now;
        let out = |table| {
            let here = self.busts.iter().filter(move |(at, _)| *at == table);
            here.map(|(_, seat)| *seat).collect::<Vec<_>>()
        };
        let (out_here, out_there) = (out(FROM), out(TO));
        let mut from = self.field.dealt(FROM)?.clone();
        if from.is_busy() {
            from.finish(now, &out_here)?;
        }
        let to = match self.field.dealt(TO) {
            Ok(to) => {
                let mut to = to.clone();
                if to.is_busy() {
                    to.finish(now, &out_there)?;
                }
                Some(to)
            }
            Err(_) => None,
        };
        Ok(moving::mover(
            &from.table,
            to.as_ref().map(|to| (&to.table, out_there.as_slice())),
            false,
        ))
    }
}

/// Returns the name of a seat's position in a hand.
pub(super) fn position(start: &HandStart, seat: SeatNo) -> &'static str {
    if start.big_blind == Some(seat) {
        "bb"
    } else if start.small_position == seat {
        "sb"
    } else if start.button == seat {
        "button"
    } else {
        "other"
    }
}

/// Returns button and blinds of a hand as a case writes them.
fn positions(start: &HandStart) -> Value {
    let mut table = Table::new();
    table.insert("button".to_owned(), terms::seat_value(Some(start.button)));
    table.insert("sb".to_owned(), terms::seat_value(start.small_blind));
    table.insert("bb".to_owned(), terms::seat_value(start.big_blind));
    Value::Table(table)
}

/// Reads a table for which the case gives seats and positions in the current hand.
fn seated(
    mut keys: Keys,
    seats: u8,
    table: TableNo,
    busts: &mut Vec<(TableNo, SeatNo)>,
) -> Result<Seating, Trouble> {
    let button = Keys::require(keys.seat("button")?, "button")?;
    let small_blind = match keys.number("sb_seat")? {
        None => SmallBlind::LeftOfButton,
        Some(0) => SmallBlind::Dead,
        Some(seat) => SmallBlind::At(super::super::keys::seat_named(&seat.to_string())?),
    };
    let big_blind = keys.seat("bb_seat")?;
    let occupied = Keys::require(keys.seats("occupied")?, "occupied")?;
    let just_busted = keys.flag("bb_just_busted")?.unwrap_or(false);
    keys.end("from and to")?;
    let mut dealt = SeatSet::EMPTY;
    occupied.iter().for_each(|seat| dealt.insert(*seat));
    if just_busted {
        let seat = Keys::require(big_blind, "bb_seat")?;
        dealt.insert(seat);
        busts.push((table, seat));
    }
    if let Some(beyond) = dealt.iter().find(|seat| seat.0 >= seats) {
        let seat = beyond.0 + 1;
        return Err(Trouble::NotUnderstood(format!("seat {seat} of a table with {seats} seats")));
    }
    let players = dealt.iter().map(|seat| (seat, terms::STACK)).collect();
    let hand = Some(Positions { button, small_blind, big_blind });
    Ok(Seating { seats, players, opened: Vec::new(), button, hand })
}

impl Play for Balance {
    fn event(&mut self, name: &str, keys: &mut Keys) -> Result<Answer, Trouble> {
        match name {
            "bust" => {
                let table = terms::table_named(&self.names, keys.value("table"))?;
                self.field.bust(table, keys.small("count")?.unwrap_or(1))?;
            }
            "big_blind_reaches_open_seat" => {
                let table = terms::table_named(&self.names, keys.value("table"))?;
                self.big_blind_comes_round(table)?;
            }
            "waive_halt" => {
                let table = terms::table_named(&self.names, keys.value("table"))?;
                let answer = self.field.order(Command::WaiveHalt(table))?;
                return Ok(answer.map_err(|refusal| super::refused(&refusal)));
            }
            "balance_after_hand" => self.balance_after_hand()?,
            other => return Err(Trouble::unknown("event", other)),
        }
        Ok(Ok(()))
    }

    fn says(&mut self, key: &str) -> Result<Option<Value>, Trouble> {
        Ok(match key {
            "halt_armed" => Some(self.named_where(|director, table| director.is_short(table))),
            "halted" => Some(self.named_where(|director, table| {
                director.table(table).is_some_and(|table| table.halted.is_some())
            })),
            "notify_floor" => Some(self.told(Short::PlaysOn)),
            "must_consolidate" => Some(self.told(Short::MustConsolidate)),
            "mover_if_balancing" => self.next_mover()?.map(|seat| terms::seat_value(Some(seat))),
            // 0 if the hand was over and nobody moved.
            "mover_seat" if self.has_balanced => {
                Some(terms::seat_value(self.moved.map(|moved| moved.from)))
            }
            "mover_seat" => None,
            "target_seat" => self.moved.map(|moved| terms::seat_value(Some(moved.seat))),
            "target_position" => self.target_position()?,
            "next_hand" => self.hand_after_move(0)?.as_ref().map(positions),
            "hand_after" => self.hand_after_move(1)?.as_ref().map(positions),
            other => return Err(Trouble::unknown("key of expect", other)),
        })
    }
}
