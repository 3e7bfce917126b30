//! A player posts a blind, the table breaks, and the player comes to another table. The director
//! and the engine decide what they post there.

use super::super::super::Trouble;
use super::super::super::keys::Keys;
use super::super::balance::position;
use super::super::field::{Field, Seating, Situation};
use super::super::{Answer, Play, terms};
use super::big_blinds;
use crate::cases::Case;
use cardroom_engine::Event;
use cardroom_rules::{Cents, Chips, EntryNo, Library, MAX_SEATS, SeatNo, TableNo};
use toml::Value;

/// A player who posts a blind and then changes tables because theirs breaks. The seat is drawn.
/// This looks for a draw that gives the position which the case names.
pub(super) struct Changing<'a> {
    case: &'a Case,
    library: &'a Library,
    player: Option<Value>,
    from: Option<Value>,
    broken: bool,
    came: Option<Came>,
}

/// The player's part in the first hand at the new table.
struct Came {
    field: Field,
    dealt_in: bool,
    posts: bool,
}

/// The table that breaks, and the one with open seats. The other tables are full.
const BREAKS: TableNo = TableNo(1);
const GOES_ON: TableNo = TableNo(2);
/// The player with the big blind at the first table.
const PLAYER: EntryNo = EntryNo(1);

impl<'a> Changing<'a> {
    pub(super) fn begin(case: &'a Case, library: &'a Library) -> Result<Self, Trouble> {
        Ok(Self { case, library, player: None, from: None, broken: false, came: None })
    }

    fn field(&self) -> Result<Field, Trouble> {
        let mut keys = Keys::of(&self.case.table);
        let rulebook = terms::rulebook(self.case, &mut keys, self.library)?;
        let seats: u8 = keys.seats_max()?.unwrap_or(9);
        keys.end("table")?;
        if seats < 8 {
            return Err(Trouble::unknown("seats_max", &seats.to_string()));
        }
        let stack = terms::STACK;
        let at = |taken: &[u8]| taken.iter().map(|seat| (SeatNo(*seat), stack)).collect();
        let seating = |players: Vec<(SeatNo, Chips)>, button: u8| Seating {
            seats,
            players,
            opened: Vec::new(),
            button: SeatNo(button),
            hand: None,
        };
        // Of two players, the one without the button has the big blind. At the other table the
        // small blind and the big blind bust, so that a newcomer may get any position.
        let breaks = seating(at(&[0, 1]), 1);
        let goes_on = seating(
            (0..seats)
                .filter(|seat| ![3, 6].contains(seat))
                .map(|seat| (SeatNo(seat), stack))
                .collect(),
            0,
        );
        let full = seating((0..seats).map(|seat| (SeatNo(seat), stack)).collect(), 0);
        let structure = terms::structure(seats, &[Chips(100)]);
        let mut field = Field::new(structure, rulebook, self.library)?;
        // Three tables are left, so the button is not redrawn (WPTAPL 4).
        let tables = vec![breaks, goes_on, full.clone(), full];
        field.stand(&Situation { tables, prizes: vec![Cents(1_000)], level_left: None })?;
        Ok(field)
    }

    fn seated(&mut self, position_wanted: &str) -> Result<(), Trouble> {
        const MANY: u64 = 400;
        for seed in 1..MANY {
            let mut field = self.field()?;
            field.draw_from(seed);
            field.must_order(cardroom_tournament::Command::Pause)?;
            field.finish(GOES_ON, &[SeatNo(1), SeatNo(2)])?;
            field.finish(BREAKS, &[])?;
            field.must_order(cardroom_tournament::Command::Resume)?;
            let Some((GOES_ON, seat)) = field.seat_of(PLAYER) else { continue };
            let now = field.now;
            let dealt = field.dealt(GOES_ON)?;
            dealt.deal(now)?;
            let Some(start) = dealt.start_of(dealt.table.last_hand()) else { continue };
            if position(start, seat) != position_wanted {
                continue;
            }
            let dealt_in = start.dealt.contains(seat);
            let hand = dealt.log.iter().rposition(|event| matches!(event, Event::HandStarted(_)));
            let posts = big_blinds(&dealt.log[hand.unwrap_or(0)..]).contains(seat);
            self.came = Some(Came { field, dealt_in, posts });
            return Ok(());
        }
        Err(Trouble::differs(
            format!("a draw that leads to the position \"{position_wanted}\""),
            "there is none",
        ))
    }

    /// Plays two rounds. Checks that no player has the big blind twice running at one table.
    fn nobody_posts_twice(&mut self) -> Result<Option<Value>, Trouble> {
        let Some(Came { field, .. }) = &mut self.came else { return Ok(None) };
        for _ in 0..2 * MAX_SEATS {
            field.finish_all(&[])?;
        }
        let mut hands = 0;
        for table in field.tables.values() {
            let mut last: Option<SeatNo> = None;
            for event in &table.log {
                let start = match event {
                    // The button was redrawn (WPTAPL 4), or another player has the seat.
                    Event::ButtonPlaced { .. } => {
                        last = None;
                        continue;
                    }
                    Event::Placed { seat, .. } => {
                        last = last.filter(|big_blind| big_blind != seat);
                        continue;
                    }
                    Event::HandStarted(start) => start,
                    _ => continue,
                };
                if start.dealt.len() > 2 && last.is_some() && last == start.big_blind {
                    return Ok(Some(Value::from("somebody_posts_bb_twice_running")));
                }
                last = start.big_blind;
                hands += 1;
            }
        }
        let held = hands > 2 * MAX_SEATS;
        Ok(held.then(|| Value::from("no_seat_posts_bb_twice_running_without_a_table_change")))
    }
}

impl Play for Changing<'_> {
    fn event(&mut self, name: &str, keys: &mut Keys) -> Result<Answer, Trouble> {
        let wrong = |what: &str| Err(Trouble::NotUnderstood(what.to_owned()));
        match name {
            "posted_bb" => {
                self.player = Some(Keys::require(keys.value("player"), "player")?);
                self.from = Some(Keys::require(keys.value("table"), "table")?);
                let mut field = self.field()?;
                let now = field.now;
                let (table, seat) = field.seat_of(PLAYER).unwrap_or((BREAKS, SeatNo(0)));
                let dealt = field.dealt(table)?;
                dealt.deal(now)?;
                if !big_blinds(&dealt.log).contains(seat) {
                    return Err(Trouble::differs("the player posts the big blind", "another does"));
                }
            }
            "table_broken" => {
                if self.from.is_none() || self.from != keys.value("table") {
                    return wrong("the table that breaks is the one where the player sat");
                }
                self.broken = true;
            }
            "seated" => {
                if !self.broken || self.player != keys.value("player") {
                    return wrong("who is seated comes from the table that broke");
                }
                if keys.value("table").is_none_or(|table| Some(table) == self.from) {
                    return wrong("the player comes to another table");
                }
                let position = Keys::require(keys.text("position")?, "position")?;
                if !["bb", "sb", "button", "other"].contains(&position.as_str()) {
                    return Err(Trouble::unknown("position", &position));
                }
                self.seated(&position)?;
            }
            other => return Err(Trouble::unknown("event", other)),
        }
        Ok(Ok(()))
    }

    fn says(&mut self, key: &str) -> Result<Option<Value>, Trouble> {
        Ok(match key {
            "posts_bb" => self.came.as_ref().map(|came| Value::Boolean(came.posts)),
            "dealt_in" => self.came.as_ref().map(|came| Value::Boolean(came.dealt_in)),
            "property" => self.nobody_posts_twice()?,
            other => return Err(Trouble::unknown("key of expect", other)),
        })
    }
}
