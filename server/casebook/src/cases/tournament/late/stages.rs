//! The levels and the break that a case about late entry names.

use super::super::super::keys::Keys;
use super::super::super::{Case, Trouble};
use cardroom_rules::{Break, Chips, Stage, Stakes};

const MOST_LEVELS: u64 = 100;

/// Returns a level of the structure, as the events of a case name it.
fn level(big_blind: Chips) -> Stage {
    let stakes = Stakes::no_limit(big_blind.divide(2).0.0, big_blind.0);
    Stage::Level(cardroom_rules::Level { seconds: 1_200, stakes })
}

/// Returns the levels and breaks that the events of a case name, and the place of each event among
/// them. Levels that events only count come before the first break.
pub(super) fn stages(case: &Case) -> Result<(Vec<Stage>, Vec<usize>), Trouble> {
    let (mut levels, mut places) = (Levels::default(), Vec::new());
    for step in &case.steps {
        let mut keys = Keys::of(step);
        if keys.text("name")?.as_deref() == Some("late_entry") {
            places.push(levels.note(&mut keys)?);
        }
    }
    levels.fill_up(&places);
    let stages = levels.before.iter().map(|big_blind| level(*big_blind));
    let pause = Stage::Break(Break { seconds: 600, new_unit: None });
    let rest = levels.after.iter().map(|big_blind| level(*big_blind));
    let stages = stages.chain([pause]).chain(rest).collect();
    Ok((stages, places.into_iter().map(|place| levels.stage_of(place)).collect()))
}

/// The big blinds of the levels before and after the first break.
#[derive(Default)]
struct Levels {
    before: Vec<Chips>,
    after: Vec<Chips>,
}

impl Levels {
    /// Reads when an event happens.
    fn note(&mut self, keys: &mut Keys) -> Result<Place, Trouble> {
        let bb = keys.chips("bb")?;
        let (on_break, after_break) = (keys.flag("on_break")?, keys.flag("after_first_break")?);
        if let Some(level) = keys.within("level", 1..=MOST_LEVELS)? {
            return Ok(Place::Level(level));
        }
        if on_break == Some(true) {
            if let Some(big_blind) = bb.filter(|big_blind| self.before.last() != Some(big_blind)) {
                self.before.push(big_blind);
            }
            if let Some(big_blind) = keys.chips("bb_after_break")? {
                self.after.insert(0, big_blind);
            }
            return Ok(Place::Break);
        }
        if after_break == Some(true) {
            if let Some(big_blind) = bb.filter(|big_blind| !self.after.contains(big_blind)) {
                self.after.push(big_blind);
            }
            return Ok(Place::AfterBreak(bb));
        }
        let big_blind = Keys::require(bb, "level, bb, on_break or after_first_break")?;
        if !self.before.contains(&big_blind) {
            self.before.push(big_blind);
        }
        Ok(Place::BigBlind(big_blind))
    }

    /// Adds the levels that events count without describing, and one after the break.
    fn fill_up(&mut self, places: &[Place]) {
        let named = places.iter().filter_map(|place| match place {
            Place::Level(level) => Some(*level),
            _ => None,
        });
        for number in 1..=named.max().unwrap_or(1) {
            if self.before.len() < usize::try_from(number).unwrap_or(usize::MAX) {
                self.before.push(Chips(100 * number));
            }
        }
        if self.after.is_empty() {
            self.after.push(Chips(1_000));
        }
    }

    fn stage_of(&self, place: Place) -> usize {
        let at = |levels: &[Chips], wanted: Option<Chips>| {
            let known = levels.iter().position(|level| wanted.is_none_or(|it| it == *level));
            known.unwrap_or(0)
        };
        let break_at = self.before.len();
        match place {
            Place::Level(level) => usize::try_from(level).unwrap_or(usize::MAX).saturating_sub(1),
            Place::BigBlind(big_blind) => at(&self.before, Some(big_blind)),
            Place::Break => break_at,
            Place::AfterBreak(big_blind) => break_at + 1 + at(&self.after, big_blind),
        }
    }
}

/// When an event of a case happens.
#[derive(Clone, Copy)]
enum Place {
    /// In this level, counted from 1.
    Level(u64),
    BigBlind(Chips),
    /// In the first break.
    Break,
    /// After the first break, in the level with this big blind.
    AfterBreak(Option<Chips>),
}
