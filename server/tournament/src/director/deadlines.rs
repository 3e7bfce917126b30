//! The times that a tournament waits for, each with a name. The director acts on them in a tick.

use super::state::Phase;
use super::timetable::Timetable;
use super::{Director, absences, halts};
use cardroom_rules::Millis;

/// Something that happens at a time, unless the tournament changes before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deadline {
    /// The tournament starts at its time.
    Start,
    /// Play is about to begin, for the first time or after a break.
    PlayNears,
    /// A vote on a deal ends.
    Vote,
    /// A level or a break ends.
    Clock,
    /// A short table has been halted for long enough.
    Halt,
    /// The time to decide about a rebuy is over.
    Rebuy,
    /// The extended break of a table ends.
    Rest,
    /// An absence exceeds the limit of the rulebook.
    LongAbsence,
    /// A warning is due because of an absence.
    AbsenceWarning,
    /// The wait for many lost connections ends.
    Outage,
}

/// Every deadline, and when it is watched: while players register, while the clocks run, and while
/// they are stopped.
const WATCHED: [(Deadline, bool, bool, bool); Deadline::Outage as usize + 1] = [
    (Deadline::Start, true, false, false),
    (Deadline::PlayNears, true, true, false),
    (Deadline::Vote, false, true, true),
    (Deadline::Clock, false, true, false),
    (Deadline::Halt, false, true, false),
    (Deadline::Rebuy, false, true, false),
    (Deadline::Rest, false, true, false),
    (Deadline::LongAbsence, false, true, false),
    (Deadline::AbsenceWarning, false, true, false),
    (Deadline::Outage, false, false, true),
];

impl Deadline {
    fn at(self, director: &Director) -> Option<Millis> {
        let (state, setup) = (&director.state, &director.setup);
        let absences = state.discipline.absences();
        match self {
            // The announcement comes first, and after it the start.
            Self::Start => {
                let announced = Timetable::of(director).play_nears_at().is_none();
                state.schedule.starts_at().filter(|_| announced)
            }
            Self::PlayNears => Timetable::of(director).play_nears_at(),
            Self::Vote => state.vote_ends_at(),
            Self::Clock => state.schedule.clock().deadline(setup.longest_wait_for_break()),
            Self::Halt => halts::halt_deadline(state.seating.floor(), setup.longest_halt()),
            Self::Rebuy => state.held.first_deciding().map(|(_, until)| until),
            Self::Rest => state.schedule.first_rest().map(|(until, _)| until),
            Self::LongAbsence => absences::long_absence_due(absences, setup),
            Self::AbsenceWarning => absences::absence_warning_due(absences, setup),
            Self::Outage => state.schedule.outage(),
        }
    }
}

/// Returns the next deadline and its time.
pub(super) fn next(director: &Director) -> Option<(Millis, Deadline)> {
    let state = &director.state;
    let watched = |(deadline, registering, running, stopped)| {
        let is_watched = match state.course.phase() {
            Phase::Registering => registering,
            Phase::Running if state.schedule.is_paused() => stopped,
            Phase::Running => running,
            Phase::Over | Phase::Cancelled => false,
        };
        let deadline: Deadline = deadline;
        let at = if is_watched { deadline.at(director) } else { None };
        at.map(|at| (at, deadline))
    };
    WATCHED.into_iter().filter_map(watched).min_by_key(|(at, _)| *at)
}

#[cfg(test)]
mod tests {
    use super::WATCHED;

    #[test]
    fn each_deadline_is_in_the_table_once_and_watched_at_some_time() {
        for (index, (deadline, registering, running, stopped)) in WATCHED.into_iter().enumerate() {
            assert_eq!(deadline as usize, index, "{deadline:?}");
            assert!(registering || running || stopped, "{deadline:?}");
        }
    }
}
