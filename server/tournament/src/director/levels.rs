//! Changes of the levels by the floor during a tournament, from the next level on (TNPL A9, TFPL
//! 6-24 and 6-28, Spotlight 6-22 and 6-25).

use super::{Clock, Director, Phase, Step, stages};
use crate::event::Event;
use crate::floor::Undo;
use crate::refusal::Refusal;
use crate::seq::Seq;
use crate::setup::Setup;
use cardroom_rules::{Chips, Millis, Stage, Structure};
use std::sync::Arc;

impl Director {
    /// Returns the structure with other levels from the next one on, unchecked.
    #[must_use]
    pub fn structure_with(&self, stages: &[Stage]) -> Structure {
        let mut structure = (*self.setup.structure).clone();
        structure.stages.truncate(usize::from(stages_begun(self)));
        structure.stages.extend_from_slice(stages);
        structure
    }
}

/// Returns the number of levels and breaks that have begun.
pub(super) fn stages_begun(director: &Director) -> u16 {
    match director.state.course.phase() {
        Phase::Registering => 0,
        _ => director.state.schedule.stage() + 1,
    }
}

pub(super) fn check_levels(director: &Director, stages: &[Stage]) -> Result<Undo, Refusal> {
    director.state.course.must_not_be_over()?;
    if stages.is_empty() {
        let text = "at least one level follows the one that is played now";
        return Err(Refusal::BadLevels(text.to_owned()));
    }
    let exchange = director.state.color_ups.exchange();
    if exchange.is_some_and(|exchange| exchange >= stages_begun(director)) {
        let text = "chips were exchanged in a break that comes later than this level";
        return Err(Refusal::BadLevels(text.to_owned()));
    }
    let structure = director.structure_with(stages);
    let checked = structure.validate_from(usize::from(stages_begun(director)));
    let checked = checked.and_then(|()| structure.check_rulebook(&director.setup.rulebook));
    checked.map_err(Refusal::BadLevels)?;
    Ok(Undo::Levels { kept: stages_begun(director) })
}

pub(super) fn check_undo_levels(director: &Director, ruling: Seq) -> Result<(), Refusal> {
    match director.state.schedule.last_level_change() {
        Some((last, _)) if *last == ruling => Ok(()),
        Some((last, _)) if *last > ruling && director.state.schedule.has_level_change(ruling) => {
            Err(Refusal::CannotUndo("The levels were changed again. Undo that first."))
        }
        _ => Err(Refusal::CannotUndo("The next level has begun since.")),
    }
}

fn put_levels(setup: &mut Setup, stages: &[Stage]) {
    if setup.structure.stages != stages {
        Arc::make_mut(&mut setup.structure).stages = stages.to_vec();
    }
}

/// Puts the levels of a snapshot into the structure.
pub(super) fn restore(director: &mut Director) {
    if let Some(stages) = director.state.schedule.stages() {
        put_levels(&mut director.setup, stages);
    }
}

/// Raises the unit of the current and all later levels to at least this.
pub(super) fn raise_unit(director: &mut Director, unit: Chips) {
    let current = usize::from(director.state.schedule.stage());
    let mut stages = director.setup.structure.stages.clone();
    for (index, stage) in stages.iter_mut().enumerate().skip(current) {
        match stage {
            Stage::Level(level) => level.stakes.unit = level.stakes.unit.max(unit),
            Stage::Break(pause) if index == current => pause.new_unit = Some(unit),
            Stage::Break(pause) => pause.new_unit = pause.new_unit.filter(|new| *new > unit),
        }
    }
    put_levels(&mut director.setup, &stages);
    director.state.schedule.set_stages(stages);
}

/// Replaces all levels and breaks after the first `kept`.
pub(super) fn change(director: &mut Director, kept: u16, stages: &[Stage], ruling: Option<Seq>) {
    let kept = usize::from(kept);
    let mut all = director.setup.structure.stages.clone();
    let before = all.split_off(kept.min(all.len()));
    all.extend_from_slice(stages);
    put_levels(&mut director.setup, &all);
    director.state.schedule.change_stages(all, ruling, before);
}

pub(super) fn change_levels(step: &mut Step<'_>, ruling: Seq, stages: &[Stage]) {
    let kept = stages_begun(step.director);
    let (stages, ruling) = (stages.to_vec(), Some(ruling));
    step.emit(Event::LevelsChanged { kept, stages, ruling });
    clock_of_last_level(step);
    if step.state().course.is_running() {
        stages::close_entry_if_due(step);
    }
}

pub(super) fn change_levels_back(step: &mut Step<'_>, kept: u16) {
    let Some((_, stages)) = step.state().schedule.last_level_change().cloned() else {
        return;
    };
    step.emit(Event::LevelsChanged { kept, stages, ruling: None });
    clock_of_last_level(step);
}

/// Adjusts the clock of a level that is now the last one, or no longer is. The last level has
/// no end, so its clock stops. A level that is no longer the last lasts its full time from now.
fn clock_of_last_level(step: &mut Step<'_>) {
    let director = &*step.director;
    let is_last = usize::from(stages_begun(director)) >= director.structure().stages.len();
    let from = director.state.schedule.counts_from(step.now);
    let clock = director.state.schedule.clock();
    let counts = clock.left(from).is_some();
    let clock = match (clock, director.setup.stage(director.state.schedule.stage())) {
        (Clock::Level { .. } | Clock::ByHand { .. }, Some(Stage::Level(level)))
            if !is_last && !counts =>
        {
            clock.with_left(Millis::seconds(level.seconds), from)
        }
        (Clock::Level { .. }, _) if is_last && counts => Clock::Level { ends_at: None },
        (Clock::ByHand { .. }, _) if is_last && counts => Clock::ByHand { left: None },
        _ => return,
    };
    step.emit(Event::ClockSet { clock });
}
