//! Commands about schedules, leagues and seasons that are made while the room is open.

use super::line::{Failed, Line};
use cardroom_protocol::league::{ChangeLeague, LeagueChange, NewSeason, SeasonEnd};
use cardroom_protocol::limits::MAX_SCHEDULE_DATES;
use cardroom_protocol::schedule::{
    DirectSchedule, ListSchedules, ScheduleChange, ScheduleOrder as Wire, ScheduleShown,
    ScheduleTerms,
};
use cardroom_protocol::{ErrorCode, ServerMessage};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// An order about a schedule.
#[derive(Clone, PartialEq, Eq, Debug, Subcommand)]
pub(super) enum ScheduleOrder {
    /// Make a schedule: a tournament is announced for each of its starts
    Make(Terms),
    /// Change a schedule; tournaments that it has announced stay as they are
    Change {
        /// Number of the schedule, as `schedules` prints it
        schedule: u32,
        #[command(flatten)]
        terms: Terms,
    },
    /// End a schedule; tournaments that it has announced stay
    End {
        /// Number of the schedule, as `schedules` prints it
        schedule: u32,
    },
}

/// The terms of a schedule.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct Terms {
    /// Name of its tournaments, which stays
    name: String,
    /// Id of the structure, as `structures` prints it
    structure: String,
    /// A recurring start, such as "sat 20:00" or "daily 18:30"; give it once for each
    #[arg(long, value_name = "START")]
    every: Vec<String>,
    /// Time zone of the starts, such as Europe/Berlin
    #[arg(long, value_name = "ZONE", default_value = "UTC")]
    time_zone: String,
    /// Minutes before each start when it is announced and takes entries
    #[arg(long, value_name = "MINUTES", default_value_t = 1_440)]
    opens_minutes_before: u32,
    /// Minutes from its announcement to its start, without --every
    #[arg(long, value_name = "MINUTES", conflicts_with = "every")]
    starts_in_minutes: Option<u32>,
    /// Id of the league that it counts for
    #[arg(long)]
    league: Option<String>,
    /// Programs may not play
    #[arg(long)]
    no_bots: bool,
    /// Deals can be verified, or not; as the configuration says without it
    #[arg(long)]
    verifiable: Option<bool>,
}

/// A change of a league that was made while the room was open.
#[derive(Clone, PartialEq, Eq, Debug, Subcommand)]
pub(super) enum LeagueOrder {
    /// Make a league with a file like those of the room's leagues
    MakeLeague {
        /// TOML file
        file: PathBuf,
    },
    /// Replace the file of a league that was made so; results keep their points
    ReplaceLeague {
        /// TOML file
        file: PathBuf,
    },
    /// End a league that was made so; results stay
    EndLeague {
        /// Id of the league, as `structures` prints it
        league: String,
    },
    /// Open a season of a league that was made so
    OpenSeason {
        /// Id of the league
        league: String,
        /// Id of the season, such as 2027-spring
        season: String,
        /// Name of the season
        name: String,
        /// First day, such as 2027-01-01, in UTC
        from: String,
        /// Last day
        until: String,
    },
    /// Set the last day of a season of a league that was made so
    EndSeason {
        /// Id of the league
        league: String,
        /// Id of the season
        season: String,
        /// Last day, such as 2027-03-31, in UTC
        until: String,
    },
}

impl ScheduleOrder {
    fn wire(self) -> Result<Wire, Failed> {
        Ok(match self {
            Self::Make(terms) => Wire::Make(Box::new(terms.wire()?)),
            Self::Change { schedule, terms } => {
                Wire::Change(Box::new(ScheduleChange { schedule, terms: terms.wire()? }))
            }
            Self::End { schedule } => Wire::End(schedule),
        })
    }
}

impl Terms {
    fn wire(self) -> Result<ScheduleTerms, Failed> {
        if self.every.len() > MAX_SCHEDULE_DATES {
            let text = format!("A schedule has at most {MAX_SCHEDULE_DATES} recurring starts.");
            return Err(Failed::Refused(ErrorCode::BadText, text));
        }
        Ok(ScheduleTerms {
            name: self.name,
            structure: self.structure,
            every: self.every.into_iter().collect(),
            time_zone: self.time_zone,
            opens_minutes_before: self.opens_minutes_before,
            starts_in_minutes: self.starts_in_minutes,
            league: self.league,
            bots_allowed: !self.no_bots,
            verifiable: self.verifiable,
        })
    }
}

impl LeagueOrder {
    /// Returns the change; `read` reads a file.
    pub(super) fn change<E>(
        self,
        read: impl FnOnce(PathBuf) -> Result<String, E>,
    ) -> Result<LeagueChange, E> {
        Ok(match self {
            Self::MakeLeague { file } => LeagueChange::Make(read(file)?),
            Self::ReplaceLeague { file } => LeagueChange::Replace(read(file)?),
            Self::EndLeague { league } => LeagueChange::End(league),
            Self::OpenSeason { league, season, name, from, until } => {
                LeagueChange::OpenSeason(NewSeason { league, season, name, from, until })
            }
            Self::EndSeason { league, season, until } => {
                LeagueChange::EndSeason(SeasonEnd { league, season, until })
            }
        })
    }
}

impl Line {
    pub(super) async fn schedules(&mut self) -> Result<Vec<ScheduleShown>, Failed> {
        let list = |request, from| ListSchedules { request, from }.into();
        self.pages(list, |message| match message {
            ServerMessage::SchedulePage(page) => Some((page.schedules, page.total)),
            _ => None,
        })
        .await
    }

    /// Carries out an order about a schedule. Returns its number if one was made.
    pub(super) async fn direct_schedule(
        &mut self,
        reason: String,
        order: ScheduleOrder,
    ) -> Result<Option<u32>, Failed> {
        let order = order.wire()?;
        self.ask(
            |request| DirectSchedule { request, reason, order }.into(),
            |message| match message {
                ServerMessage::ScheduleMade(made) => Some(Some(made.schedule)),
                ServerMessage::Done(_) => Some(None),
                _ => None,
            },
        )
        .await
    }

    /// Changes a league that was made while the room was open, or makes one.
    pub(super) async fn change_league(
        &mut self,
        reason: String,
        change: LeagueChange,
    ) -> Result<(), Failed> {
        self.done(|request| ChangeLeague { request, reason, change }.into()).await
    }
}

/// Formats a schedule as one line.
pub(super) fn schedule_row(shown: &ScheduleShown) -> String {
    let terms = &shown.terms;
    let number = shown.schedule.map_or_else(|| "config".to_owned(), |number| number.to_string());
    let when = match (terms.every.is_empty(), terms.starts_in_minutes) {
        (false, _) => format!("{} {}", terms.every.join(", "), terms.time_zone),
        (true, Some(minutes)) => format!("{minutes} minutes after it is announced"),
        (true, None) => "as soon as it is full".to_owned(),
    };
    let league = terms.league.as_ref().map_or_else(String::new, |id| format!("  for {id}"));
    format!("{number:>6}  {}  {}  {when}{league}", terms.name, terms.structure)
}
