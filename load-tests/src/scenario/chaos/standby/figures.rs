//! The figures of take-overs: how many of each kind, and how long tables stood still.

use super::StandbyArguments;
use crate::figures::Distribution;
use crate::scenario::chaos::outcome::{Times, summary};
use crate::scenario::told::Gaps;
use serde::Serialize;
use std::fmt;
use std::time::Duration;

/// How a room loses its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::scenario::chaos) enum Kind {
    /// Its process is killed (SIGKILL).
    Kill,
    /// Its process stands still (SIGSTOP).
    Stop,
    /// The operator hands it over.
    HandOver,
    /// Its network is pulled out.
    CutOff,
}

impl Kind {
    pub(super) const ALL: [Self; 4] = [Self::Kill, Self::Stop, Self::HandOver, Self::CutOff];

    fn name(self) -> &'static str {
        match self {
            Self::Kill => "killed",
            Self::Stop => "stopped",
            Self::HandOver => "handed over",
            Self::CutOff => "cut off",
        }
    }
}

/// The figures of a run with two machines.
#[derive(Debug, Serialize)]
pub(in crate::scenario::chaos) struct TakeOvers {
    killed: Turns,
    stopped: Turns,
    handed_over: Turns,
    cut_off: Turns,
    /// Steps that rooms sent after they had been taken over. All of them are in the history.
    pub(super) late_steps: u64,
    /// The kind of the last take-over.
    #[serde(skip)]
    last: Option<Kind>,
}

/// The figures of one kind of take-over.
#[derive(Debug, Serialize)]
struct Turns {
    count: u32,
    /// The longest that p99 of `gap` may be.
    bound_seconds: f64,
    /// From the last frame of the old room to the first of the new one at the same table.
    #[serde(serialize_with = "summary")]
    gap: Distribution,
    /// From the last frame of the old room to the first step of the new one at the same table.
    #[serde(serialize_with = "summary")]
    gap_to_step: Distribution,
    /// From the fault until the new room reports that it is ready.
    #[serde(serialize_with = "summary")]
    ready: Distribution,
}

impl TakeOvers {
    pub(in crate::scenario::chaos) fn new(arguments: &StandbyArguments) -> Self {
        let turns = |kind| Turns {
            count: 0,
            bound_seconds: arguments.bound(kind),
            gap: Distribution::default(),
            gap_to_step: Distribution::default(),
            ready: Distribution::default(),
        };
        Self {
            killed: turns(Kind::Kill),
            stopped: turns(Kind::Stop),
            handed_over: turns(Kind::HandOver),
            cut_off: turns(Kind::CutOff),
            late_steps: 0,
            last: None,
        }
    }

    /// Records a take-over, and how long the other machine took to be ready.
    pub(super) fn happened(&mut self, kind: Kind, ready: Duration) {
        let turns = self.of(kind);
        turns.count += 1;
        turns.ready.record(ready);
        self.last = Some(kind);
    }

    /// Records how long tables stood still at the last take-over.
    pub(super) fn stood_still(&mut self, gaps: &Gaps) {
        let Some(kind) = self.last else { return };
        let turns = self.of(kind);
        gaps.frames.iter().for_each(|gap| turns.gap.record(*gap));
        gaps.steps.iter().for_each(|gap| turns.gap_to_step.record(*gap));
    }

    /// Describes every kind of take-over at which tables stood still for too long.
    pub(in crate::scenario::chaos) fn too_long(&self) -> Vec<String> {
        let too_long = self.all().into_iter().filter(|(_, turns)| turns.is_too_long());
        let text = |(kind, turns): (Kind, &Turns)| {
            let (gap, bound) = (&turns.gap, turns.bound_seconds);
            format!(
                "p99 of the gap of rooms that were {} is above {bound} s: {}",
                kind.name(),
                Times(gap)
            )
        };
        too_long.map(text).collect()
    }

    /// Describes every kind of take-over that happened and of which no gap was measured.
    pub(in crate::scenario::chaos) fn unmeasured(&self) -> Vec<String> {
        let empty = |(_, turns): &(Kind, &Turns)| turns.count > 0 && turns.gap.count() == 0;
        let text = |(kind, _): (Kind, &Turns)| {
            format!("no table has a gap after the room was {}: nothing is shown", kind.name())
        };
        self.all().into_iter().filter(empty).map(text).collect()
    }

    /// Adds a kill after which every table stood still for a minute.
    #[cfg(test)]
    pub(in crate::scenario::chaos) fn that_take_a_minute(mut self) -> Self {
        let minute = vec![Duration::from_secs(60)];
        self.happened(Kind::Kill, Duration::ZERO);
        self.stood_still(&Gaps { frames: minute.clone(), steps: minute });
        self
    }

    fn of(&mut self, kind: Kind) -> &mut Turns {
        match kind {
            Kind::Kill => &mut self.killed,
            Kind::Stop => &mut self.stopped,
            Kind::HandOver => &mut self.handed_over,
            Kind::CutOff => &mut self.cut_off,
        }
    }

    fn all(&self) -> [(Kind, &Turns); 4] {
        let turns = [&self.killed, &self.stopped, &self.handed_over, &self.cut_off];
        std::array::from_fn(|place| (Kind::ALL[place], turns[place]))
    }
}

impl Turns {
    fn is_too_long(&self) -> bool {
        self.gap.seconds(0.99).is_some_and(|gap| gap > self.bound_seconds)
    }
}

impl fmt::Display for TakeOvers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (kind, turns) in self.all().into_iter().filter(|(_, turns)| turns.count > 0) {
            let Turns { count, bound_seconds, gap, gap_to_step, ready } = turns;
            writeln!(f, "{:<17} {count} times; ready after {}", kind.name(), Times(ready))?;
            writeln!(f, "  gap in play     {} (p99 must be below {bound_seconds} s)", Times(gap))?;
            writeln!(f, "  to the next step {}", Times(gap_to_step))?;
        }
        let late = self.late_steps;
        writeln!(
            f,
            "late steps        {late} sent by rooms that had been taken over, all in the history"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: StandbyArguments = StandbyArguments {
        standby: true,
        kill_gap: 2.0,
        stop_gap: 7.0,
        hand_over_gap: 1.5,
        stand_still: None,
        bridge: None,
        cut_gap: 7.0,
    };

    fn gaps(millis: u64) -> Gaps {
        let gap = vec![Duration::from_millis(millis)];
        Gaps { frames: gap.clone(), steps: gap }
    }

    #[test]
    fn a_gap_counts_for_the_last_take_over_and_against_its_own_bound() {
        let mut figures = TakeOvers::new(&BOUNDS);
        figures.stood_still(&gaps(9_000));
        assert_eq!(figures.too_long(), [""; 0], "the first life has no room before it");
        for (kind, millis) in [(Kind::Kill, 1_900), (Kind::Stop, 6_900), (Kind::HandOver, 1_400)] {
            figures.happened(kind, Duration::from_millis(100));
            figures.stood_still(&gaps(millis));
        }
        assert_eq!(figures.too_long(), [""; 0]);
        figures.happened(Kind::HandOver, Duration::from_millis(100));
        figures.stood_still(&gaps(1_900));
        let too_long = figures.too_long();
        assert!(too_long.len() == 1 && too_long[0].contains("handed over"), "{too_long:?}");
        assert_eq!((figures.killed.count, figures.handed_over.count), (1, 2));
    }

    #[test]
    fn a_take_over_without_a_gap_shows_nothing() {
        let mut figures = TakeOvers::new(&BOUNDS);
        assert_eq!(figures.unmeasured(), [""; 0]);
        figures.happened(Kind::Stop, Duration::from_secs(4));
        assert!(figures.unmeasured()[0].contains("stopped"));
        figures.stood_still(&gaps(4_500));
        assert_eq!(figures.unmeasured(), [""; 0]);
    }
}
