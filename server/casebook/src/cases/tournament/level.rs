//! When a new level takes effect. The director orders the hands, and the engine deals them.

use super::super::expect::chips;
use super::super::keys::Keys;
use super::super::{Case, Trouble};
use super::field::{Field, Seating, Situation};
use super::{Answer, Play, terms};
use cardroom_engine::{Event, PostKind};
use cardroom_rules::{Cents, Chips, HandNo, Level, Library, SeatNo, Stage, Stakes, TableNo};
use toml::Value;

pub(super) struct Levels {
    field: Field,
}

const TABLE: TableNo = TableNo(1);

impl Levels {
    pub(super) fn begin(case: &Case, library: &Library) -> Result<Self, Trouble> {
        let mut keys = Keys::of(&case.table);
        let rulebook = terms::rulebook(case, &mut keys, library)?;
        let button = keys.seat("button")?.unwrap_or(SeatNo(0));
        let seats: u8 = keys.seats_max()?.unwrap_or(9);
        keys.end("table")?;
        let mut players = Vec::new();
        for seat in &case.seats {
            let mut keys = Keys::of(seat);
            keys.text("name")?;
            let seat = Keys::require(keys.seat("seat")?, "seat")?;
            players.push((seat, keys.chips("stack")?.unwrap_or(terms::STACK)));
            keys.end("seats")?;
        }
        let mut structure = terms::structure(seats, &[]);
        structure.stages = stages(case)?;
        let mut field = Field::new(structure, rulebook, library)?;
        let seating = Seating { seats, players, opened: Vec::new(), button, hand: None };
        let prizes = vec![Cents(1_000)];
        field.stand(&Situation { tables: vec![seating], prizes, level_left: None })?;
        Ok(Self { field })
    }

    /// Plays hands until this one has begun.
    fn hand_starts(&mut self, hand: HandNo) -> Result<(), Trouble> {
        let now = self.field.now;
        loop {
            self.field.dealt(TABLE)?.deal(now)?;
            let last = self.field.dealt(TABLE)?.table.last_hand();
            if last >= hand {
                let wrong =
                    || Trouble::differs(format!("hand {}", hand.0), format!("hand {}", last.0));
                return if last == hand { Ok(()) } else { Err(wrong()) };
            }
            self.field.finish(TABLE, &[])?;
        }
    }

    /// Returns the amount of this post in the last hand.
    fn posted(&mut self, wanted: PostKind) -> Result<Option<Chips>, Trouble> {
        let log = &self.field.dealt(TABLE)?.log;
        Ok(log.iter().rev().take_while(|event| !matches!(event, Event::HandStarted(_))).find_map(
            |event| match event {
                Event::Posted { post, amount, .. } if *post == wanted => Some(*amount),
                _ => None,
            },
        ))
    }
}

/// Returns the stakes with which the case begins, and those of every later level.
fn stages(case: &Case) -> Result<Vec<Stage>, Trouble> {
    let level = |keys: &mut Keys| {
        let small = Keys::require(keys.chips("sb")?, "sb")?;
        let big = Keys::require(keys.chips("bb")?, "bb")?;
        let stakes = Stakes::no_limit(small.0, big.0);
        Ok(Stage::Level(Level { seconds: 1_200, stakes }))
    };
    let mut game = Keys::of(&case.game);
    let mut stages = vec![level(&mut game)?];
    game.end("game")?;
    for step in &case.steps {
        let mut keys = Keys::of(step);
        if keys.text("name")?.as_deref() == Some("level_up") {
            stages.push(level(&mut keys)?);
        }
    }
    // The last level has no end, so it is repeated.
    stages.extend(stages.last().cloned());
    Ok(stages)
}

impl Play for Levels {
    fn event(&mut self, name: &str, keys: &mut Keys) -> Result<Answer, Trouble> {
        match name {
            "hand_started" => {
                let hand =
                    HandNo(Keys::require(keys.within("hand", 1..=terms::MOST_HANDS)?, "hand")?);
                self.hand_starts(hand)?;
            }
            "level_up" => {
                // The structure already has them, in the order of the case.
                keys.number("sb")?;
                keys.number("bb")?;
                let due = self.field.director.deadline();
                let due = due.ok_or_else(|| Trouble::differs("a level ends", "it has no end"))?;
                self.field.pass_until(due)?;
            }
            "next_hand" => {
                let last = self.field.dealt(TABLE)?.table.last_hand();
                self.hand_starts(HandNo(last.0 + 1))?;
            }
            other => return Err(Trouble::unknown("event", other)),
        }
        Ok(Ok(()))
    }

    fn says(&mut self, key: &str) -> Result<Option<Value>, Trouble> {
        Ok(match key {
            "hand" => Some(terms::number(self.field.dealt(TABLE)?.table.last_hand().0)),
            "sb" => self.posted(PostKind::SmallBlind)?.map(chips),
            "bb" => self.posted(PostKind::BigBlind)?.map(chips),
            "level" => Some(terms::number(u32::from(self.field.director.level()) + 1)),
            other => return Err(Trouble::unknown("key of expect", other)),
        })
    }
}
