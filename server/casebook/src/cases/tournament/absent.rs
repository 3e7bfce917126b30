//! Players who are away for a long time: what happens to their chips, by the director's clock and
//! with hands that the engine deals. A single hand of an absent player is played at its table
//! instead.

use super::super::keys::Keys;
use super::super::{Case, Trouble};
use super::field::{Field, Seating, Situation};
use super::{Answer, Play, terms};
use cardroom_engine::{Event as TableEvent, Input as TableInput, PostKind};
use cardroom_rules::{Cents, Chips, EntryNo, Library, Millis, PlayerId, SeatNo, TableNo};
use cardroom_tournament::{Event, Input};
use toml::Value;

pub(super) struct Absent {
    field: Field,
    away: Option<Away>,
}

#[derive(Clone, Copy)]
struct Away {
    seat: SeatNo,
    entry: EntryNo,
    /// When the first hand was dealt without the player.
    since: Millis,
}

const TABLE: TableNo = TableNo(1);
/// The number of hands played while time passes: enough for each blind to come round.
const HANDS: u64 = 12;

/// The longest absence: a day.
const MOST_MINUTES: u64 = 24 * 60;

impl Absent {
    pub(super) fn begin(case: &Case, library: &Library) -> Result<Self, Trouble> {
        let mut keys = Keys::of(&case.table);
        let rulebook = terms::rulebook(case, &mut keys, library)?;
        let seats: u8 = keys.seats_max()?.unwrap_or(9);
        let minutes = keys.within("pickup_minutes", 0..=MOST_MINUTES)?;
        terms::fixed("pickup_minutes", minutes, &rulebook.presence.absence.minutes)?;
        keys.end("table")?;
        let structure = terms::structure(seats, &[Chips(100), Chips(200)]);
        let mut field = Field::new(structure, rulebook, library)?;
        let seating = Seating::of_first_seats(seats, seats, terms::STACK);
        let prizes = vec![Cents(1_000)];
        field.stand(&Situation { tables: vec![seating], prizes, level_left: None })?;
        Ok(Self { field, away: None })
    }

    /// Keeps a player away until this many minutes have passed since the first hand without them.
    fn absent(&mut self, seat: SeatNo, minutes: u64) -> Result<(), Trouble> {
        let away = match self.away {
            Some(away) if away.seat == seat => away,
            Some(_) => return Err(Trouble::NotUnderstood("one player is away".to_owned())),
            None => {
                let entry = self.field.entry_at(TABLE, seat)?;
                let now = self.field.now;
                let gone = TableInput::Presence { seat, connected: false };
                self.field.dealt(TABLE)?.must(now, gone)?;
                // The hand already dealt is the last one with the player present.
                self.field.finish(TABLE, &[])?;
                Away { seat, entry, since: now }
            }
        };
        self.away = Some(away);
        let until = away.since + Millis::seconds(60 * minutes);
        if until < self.field.now {
            return Err(Trouble::NotUnderstood(format!("{minutes} minutes are over")));
        }
        let step = until.since(self.field.now).0 / HANDS;
        for _ in 0..HANDS {
            self.field.pass_until(self.field.now + Millis(step))?;
            self.field.finish(TABLE, &[])?;
        }
        self.field.pass_until(until)?;
        self.field.finish(TABLE, &[])
    }

    fn is_in(&self, away: Away) -> bool {
        self.field.director.entry(away.entry).is_some_and(|entry| entry.whereabouts.is_in())
    }

    /// Checks whether the player got cards in the last hand dealt.
    fn dealt_in(&mut self, away: Away) -> Result<Option<Value>, Trouble> {
        let dealt = self.field.dealt(TABLE)?;
        let start = dealt.start_of(dealt.table.last_hand());
        Ok(start.map(|start| Value::Boolean(start.dealt.contains(away.seat))))
    }

    /// Checks whether the player has posted both blinds while away.
    fn posts_blinds(&mut self, away: Away) -> Result<Value, Trouble> {
        let posted = |log: &[TableEvent], wanted: PostKind| {
            log.iter().any(|event| {
                matches!(event, TableEvent::Posted { seat, post, .. }
                    if *seat == away.seat && *post == wanted)
            })
        };
        let log = &self.field.dealt(TABLE)?.log;
        let both = [PostKind::SmallBlind, PostKind::BigBlind];
        Ok(Value::Boolean(both.into_iter().all(|blind| posted(log, blind))))
    }

    /// Plays another hand and returns what happens to the chips if the floor does nothing.
    fn unattended(&mut self, away: Away) -> Result<&'static str, Trouble> {
        self.field.finish(TABLE, &[])?;
        Ok(if self.is_in(away) { "keep" } else { "pick_up" })
    }

    fn chips_removed(&self, away: Away) -> bool {
        self.field.log.iter().any(|event| {
            matches!(event, Event::Removed { entry, chips, .. }
                if *entry == away.entry && !chips.is_zero())
        })
    }
}

impl Play for Absent {
    fn event(&mut self, name: &str, keys: &mut Keys) -> Result<Answer, Trouble> {
        match name {
            "absent" => {
                let seat = Keys::require(keys.seat("seat")?, "seat")?;
                let minutes = Keys::require(keys.within("minutes", 0..=MOST_MINUTES)?, "minutes")?;
                self.absent(seat, minutes)?;
                Ok(Ok(()))
            }
            // The player leaves for good, and says so.
            "quit" => {
                let seat = Keys::require(keys.seat("seat")?, "seat")?;
                let entry = self.field.entry_at(TABLE, seat)?;
                let player = PlayerId(u64::from(entry.0));
                self.field.must(Input::Quit { player })?;
                self.away = Some(Away { seat, entry, since: self.field.now });
                self.field.finish(TABLE, &[])?;
                Ok(Ok(()))
            }
            other => Err(Trouble::unknown("event", other)),
        }
    }

    fn says(&mut self, key: &str) -> Result<Option<Value>, Trouble> {
        let Some(away) = self.away else { return Ok(None) };
        Ok(match key {
            "pickup_offered" => {
                Some(Value::Boolean(self.field.director.may_be_picked_up(away.entry)))
            }
            "default" => Some(Value::from(self.unattended(away)?)),
            "dealt_in" => self.dealt_in(away)?,
            "posts_blinds" => Some(self.posts_blinds(away)?),
            "eliminated" => Some(Value::Boolean(!self.is_in(away))),
            "warned" => Some(Value::Boolean(self.field.log.iter().any(
                |event| matches!(event, Event::AbsenceWarned { entry, .. } if *entry == away.entry),
            ))),
            "chips_removed" => Some(Value::Boolean(self.chips_removed(away))),
            other => return Err(Trouble::unknown("key of expect", other)),
        })
    }
}
