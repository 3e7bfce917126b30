//! The results of a run: counts, times and faults, for people and for programs.

use super::hooks::HookFigures;
use super::monitor::Followed;
use super::tournaments::Finished;
use super::{ChaosArguments, TakeOvers};
use crate::figures::Distribution;
use crate::report::Conclusion;
use crate::scenario::Concluded;
use crate::scenario::told::{Inspected, Returns, Told};
use serde::{Serialize, Serializer};
use std::fmt;
use std::time::Duration;

/// The results of a run.
#[derive(Debug, Serialize)]
pub(crate) struct ChaosReport {
    schema: &'static str,
    seed: u64,
    store: String,
    tables: u32,
    seats: u8,
    entrants: u32,
    debug_build: bool,
    seconds: f64,
    /// True if the process was closed in an orderly way instead of killed.
    gently: bool,
    #[serde(flatten)]
    pub(super) harm: Harm,
    /// How often the log was searched for the cards that a player held when the process ended.
    pub(super) searches: u64,
    /// The final size of the log.
    pub(super) logged_bytes: u64,
    /// How often `ledger audit` and `journal verify` ran.
    pub(super) audits: u32,
    /// From the request to close until the process had ended.
    #[serde(serialize_with = "summary")]
    pub(super) closed: Distribution,
    /// From the start of a process until it reports that it is ready.
    #[serde(serialize_with = "summary")]
    pub(super) ready: Distribution,
    /// From the report that the room is ready until the last player sees its table again.
    #[serde(serialize_with = "summary")]
    pub(super) back: Distribution,
    returns: Returns,
    /// Hands compared with their records.
    #[serde(flatten)]
    pub(super) inspected: Inspected,
    #[serde(flatten)]
    tournaments: Finished,
    /// The findings of the monitor of the room's deals, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) followed: Option<Followed>,
    /// The take-overs of a run with two machines.
    #[serde(skip_serializing_if = "Option::is_none")]
    take_overs: Option<TakeOvers>,
    /// The events of a run with hooks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hooks: Option<HookFigures>,
    fault_count: u64,
    faults: Vec<String>,
}

/// Counts of the mishaps of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(super) struct Harm {
    /// How often the process was killed or closed.
    pub(super) kills: u32,
    /// How many of these came before the room had opened.
    pub(super) killed_while_opening: u32,
    /// How often the process was frozen.
    pub(super) freezes: u32,
    /// How often files could not grow.
    pub(super) full_disks: u32,
    /// How often the wall clock jumped.
    pub(super) clock_jumps: u32,
}

/// Serializes a distribution as its percentiles.
pub(in crate::scenario) fn summary<S: Serializer>(
    times: &Distribution,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    times.summary().serialize(serializer)
}

impl ChaosReport {
    pub(super) fn new(arguments: &ChaosArguments) -> Self {
        let kind = arguments.store.split(':').next().unwrap_or_default();
        Self {
            schema: "cardroom-chaos/1",
            seed: arguments.seed,
            // The URL may contain a password.
            store: kind.to_owned(),
            tables: arguments.tables,
            seats: arguments.seats,
            entrants: arguments.entrants,
            debug_build: cfg!(debug_assertions),
            seconds: 0.0,
            gently: arguments.gently,
            harm: Harm::default(),
            searches: 0,
            logged_bytes: 0,
            audits: 0,
            closed: Distribution::default(),
            ready: Distribution::default(),
            back: Distribution::default(),
            returns: Returns::default(),
            inspected: Inspected::default(),
            tournaments: Finished::default(),
            followed: None,
            take_overs: arguments.standby.standby.then(|| TakeOvers::new(&arguments.standby)),
            hooks: None,
            fault_count: 0,
            faults: Vec::new(),
        }
    }

    pub(super) fn tournaments(&mut self, finished: Finished) {
        self.tournaments = finished;
    }

    /// Returns the figures of take-overs, which a run with one machine doesn't report.
    pub(super) fn take_overs(&mut self) -> Option<&mut TakeOvers> {
        self.take_overs.as_mut()
    }

    /// Adds the players' findings. A run that tested nothing is a fault.
    pub(super) fn close(&mut self, told: &Told, time: Duration) {
        self.seconds = time.as_secs_f64();
        self.returns = told.returns();
        match (self.gently, told.ring_interrupted()) {
            (true, 0) | (false, 1..) => {}
            (true, count) => {
                told.fault(format!(
                    "{count} times a player was interrupted, and the room had time"
                ));
            }
            (false, 0) => {
                told.fault(
                    "nobody was killed in the middle of a hand: nothing is shown".to_owned(),
                );
            }
        }
        let unmeasured = self.take_overs.as_ref().map(TakeOvers::unmeasured).unwrap_or_default();
        unmeasured.into_iter().for_each(|what| told.fault(what));
        (self.fault_count, self.faults) = told.faults();
    }

    /// Describes the gaps in play that were too long.
    fn too_long(&self) -> Vec<String> {
        self.take_overs.as_ref().map(TakeOvers::too_long).unwrap_or_default()
    }
}

impl Concluded for ChaosReport {
    fn conclusion(&self) -> Conclusion {
        match (self.fault_count, self.too_long().is_empty()) {
            (0, true) => Conclusion::Ok,
            (0, false) => Conclusion::ThresholdsBroken,
            _ => Conclusion::Faults,
        }
    }
}

impl fmt::Display for ChaosReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inspected { hands, interrupted, acknowledged, timed_out } = self.inspected;
        let Harm { kills, killed_while_opening, freezes, full_disks, clock_jumps } = self.harm;
        let Returns { same_hand, hand_over, between_hands, elsewhere } = self.returns;
        writeln!(
            f,
            "{} ring tables of {} and sit-and-gos of {} on {}, seed {}: {:.0} s",
            self.tables, self.seats, self.entrants, self.store, self.seed, self.seconds
        )?;
        if self.take_overs.is_some() {
            writeln!(f, "two machines took turns {kills} times")?;
        } else {
            writeln!(
                f,
                "{} {kills} times, {killed_while_opening} of them while it opened; stood still {freezes} times, \
             disk full {full_disks} times, wall clock set {clock_jumps} times",
                if self.gently { "asked to close" } else { "killed" },
            )?;
        }
        if self.gently {
            writeln!(f, "closed            {}", Times(&self.closed))?;
        }
        if let Some(take_overs) = &self.take_overs {
            write!(f, "{take_overs}")?;
        }
        writeln!(f, "ready again       {}", Times(&self.ready))?;
        writeln!(f, "everybody back    {}", Times(&self.back))?;
        writeln!(
            f,
            "came back         {} times: {same_hand} into the hand they were in, {hand_over} after its \
             end, {between_hands} between hands, {elsewhere} to another seat of their tournament",
            self.returns.all()
        )?;
        writeln!(
            f,
            "hands             {} held against their records, {} of them interrupted; {} acknowledged \
             actions, {} taken by the room",
            hands, interrupted, acknowledged, timed_out
        )?;
        writeln!(
            f,
            "tournaments       {} played to the winner, {} cut short",
            self.tournaments.played, self.tournaments.cut_short
        )?;
        writeln!(f, "audits            {} of the ledger and the journal", self.audits)?;
        writeln!(
            f,
            "log               {} bytes, searched {} times for cards that somebody held",
            self.logged_bytes, self.searches
        )?;
        if let Some(followed) = &self.followed {
            writeln!(f, "deals             {followed}")?;
        }
        if let Some(hooks) = &self.hooks {
            write!(f, "{hooks}")?;
        }
        if self.debug_build {
            writeln!(f, "This is a debug build: the times mean nothing.")?;
        }
        for fault in &self.faults {
            writeln!(f, "wrong: {fault}")?;
        }
        let too_long = self.too_long();
        for gap in &too_long {
            writeln!(f, "too long: {gap}")?;
        }
        match self.fault_count {
            0 if too_long.is_empty() => writeln!(f, "ok: nothing was lost"),
            0 => writeln!(f, "too long: nothing was lost"),
            count => writeln!(f, "wrong: {count} faults"),
        }
    }
}

/// Formats a few percentiles in words.
pub(in crate::scenario) struct Times<'a>(pub(in crate::scenario) &'a Distribution);

impl fmt::Display for Times<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.summary() {
            None => write!(f, "never"),
            Some(times) => write!(
                f,
                "p50 {:.0} ms, p99 {:.0} ms, at most {:.0} ms",
                times.p50 * 1e3,
                times.p99 * 1e3,
                times.max * 1e3
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args as _, FromArgMatches as _};

    fn report(arguments: &[&str]) -> ChaosReport {
        let command = ChaosArguments::augment_args(clap::Command::new("chaos"));
        let matches = command.get_matches_from([&["chaos"], arguments].concat());
        ChaosReport::new(&ChaosArguments::from_arg_matches(&matches).unwrap())
    }

    #[test]
    fn a_gap_that_is_too_long_has_an_exit_code_of_its_own_and_a_lost_action_another() {
        let mut report = report(&["--standby", "--store", "postgres://db/room"]);
        assert_eq!(report.conclusion(), Conclusion::Ok);
        report.take_overs = report.take_overs.map(TakeOvers::that_take_a_minute);
        assert_eq!(report.conclusion(), Conclusion::ThresholdsBroken);
        assert!(report.to_string().contains("too long: p99 of the gap"), "{report}");
        report.fault_count = 1;
        assert_eq!(report.conclusion(), Conclusion::Faults);
    }

    #[test]
    fn the_report_keeps_its_fields_in_order() {
        let mut report = report(&["--store", "sqlite"]);
        report.debug_build = true;
        report.tournaments(Finished { played: 3, cut_short: 1 });
        let expected = concat!(
            r#"{"schema":"cardroom-chaos/1","seed":1,"store":"sqlite","tables":8,"seats":6,"#,
            r#""entrants":12,"debug_build":true,"seconds":0.0,"gently":false,"kills":0,"#,
            r#""killed_while_opening":0,"freezes":0,"full_disks":0,"clock_jumps":0,"searches":0,"#,
            r#""logged_bytes":0,"audits":0,"closed":null,"ready":null,"back":null,"#,
            r#""returns":{"same_hand":0,"hand_over":0,"between_hands":0,"elsewhere":0},"#,
            r#""hands_compared":0,"interrupted_hands":0,"acknowledged":0,"timed_out":0,"#,
            r#""tournaments_played":3,"tournaments_cut_short":1,"fault_count":0,"faults":[]}"#,
        );
        assert_eq!(serde_json::to_string(&report).unwrap(), expected);
    }
}
