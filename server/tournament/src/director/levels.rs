//! Changes of the levels by the floor during a tournament, from the next level on (TNPL A9, TFPL
//! 6-24 and 6-28, Spotlight 6-22 and 6-25).

use super::state::Schedule;
use super::timetable::Timetable;
use super::{Director, Step, stages};
use crate::event::Event;
use crate::refusal::Refusal;
use crate::seq::Seq;
use crate::setup::Setup;
use cardroom_rules::{Chips, Stage, Structure};
use std::sync::Arc;

impl Director {
    /// Returns the structure with other levels from the next one on, unchecked.
    #[must_use]
    pub fn structure_with(&self, stages: &[Stage]) -> Structure {
        Timetable::of(self).structure_with(stages)
    }
}

pub(super) fn check_undo_levels(schedule: &Schedule, ruling: Seq) -> Result<(), Refusal> {
    match schedule.last_level_change() {
        Some((last, _)) if *last == ruling => Ok(()),
        Some((last, _)) if *last > ruling && schedule.has_level_change(ruling) => {
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
pub(super) fn restore(setup: &mut Setup, schedule: &Schedule) {
    if let Some(stages) = schedule.stages() {
        put_levels(setup, stages);
    }
}

/// Raises the unit of the current and all later levels to at least this.
pub(super) fn raise_unit(setup: &mut Setup, schedule: &mut Schedule, unit: Chips) {
    let current = usize::from(schedule.stage());
    let mut stages = setup.structure.stages.clone();
    for (index, stage) in stages.iter_mut().enumerate().skip(current) {
        match stage {
            Stage::Level(level) => level.stakes.unit = level.stakes.unit.max(unit),
            Stage::Break(pause) if index == current => pause.new_unit = Some(unit),
            Stage::Break(pause) => pause.new_unit = pause.new_unit.filter(|new| *new > unit),
        }
    }
    put_levels(setup, &stages);
    schedule.set_stages(stages);
}

/// Replaces all levels and breaks after the first `kept`.
pub(super) fn change(
    setup: &mut Setup,
    schedule: &mut Schedule,
    kept: u16,
    stages: &[Stage],
    ruling: Option<Seq>,
) {
    let kept = usize::from(kept);
    let mut all = setup.structure.stages.clone();
    let before = all.split_off(kept.min(all.len()));
    all.extend_from_slice(stages);
    put_levels(setup, &all);
    schedule.change_stages(all, ruling, before);
}

/// Changes the levels after the first `kept` by a ruling, or back without one.
pub(super) fn change_levels(
    step: &mut Step<'_>,
    kept: u16,
    stages: Vec<Stage>,
    ruling: Option<Seq>,
) {
    step.emit(Event::LevelsChanged { kept, stages, ruling });
    step.bring_about(Timetable::of(step.director).clock_of_last_level(step.now));
    if ruling.is_some() && step.state().course.is_running() {
        stages::close_entry_if_due(step);
    }
}
