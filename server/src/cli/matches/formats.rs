//! How the deals of a match are played: which bots meet, from which seats, with which stacks.

use super::Usage;
use cardroom_match::carry::StackRule;
use cardroom_match::decks::GivenDecks;
use cardroom_match::game::Terms;
use cardroom_match::schedule::{Format, MOST_PERMUTED, Seatings};
use clap::{Args, ValueEnum};
use std::fs;
use std::path::PathBuf;

/// Deals of a match if the command line names no number.
const DEALS: u32 = 10_000;

/// Which bots meet, and how their deals are played.
#[derive(Debug, Args)]
#[command(next_help_heading = "Format")]
pub(super) struct FormatArguments {
    /// Which bots meet: all pairs, the first against each other, or all at one table
    #[arg(long, value_enum, default_value = "round-robin")]
    format: FormatName,
    /// Number of deals; each is played in every seating [default: 10000; with --deck, the decks of
    /// the file]
    #[arg(long, value_name = "N")]
    deals: Option<u32>,
    /// From which seats a deal is played: each player from each seat, in every order of the
    /// players (up to four), or once [default: rotate; one with --stacks carry]
    #[arg(long, value_enum)]
    seatings: Option<SeatingsName>,
    /// Stacks before a hand: full ones, or what the hand before left. A player without chips gets
    /// a full stack
    #[arg(long, value_enum, default_value = "reset")]
    stacks: StacksName,
    /// File of decks, one a line, instead of decks from the seed (server/match/DECKS.md)
    #[arg(long, value_name = "FILE")]
    deck: Option<PathBuf>,
    /// Lives of the bots in each seating, for bots that learn: the interval is then over the means
    /// of the lives
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub(super) sessions: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum FormatName {
    RoundRobin,
    Gauntlet,
    Table,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum SeatingsName {
    Rotate,
    All,
    One,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum StacksName {
    Reset,
    Carry,
}

impl FormatArguments {
    pub(super) fn format(&self) -> Format {
        match self.format {
            FormatName::RoundRobin => Format::RoundRobin,
            FormatName::Gauntlet => Format::Gauntlet,
            FormatName::Table => Format::Table,
        }
    }

    pub(super) fn stacks(&self) -> StackRule {
        match self.stacks {
            StacksName::Reset => StackRule::Reset,
            StacksName::Carry => StackRule::Carry,
        }
    }

    /// Returns the seatings of tables with this many players.
    pub(super) fn seatings(&self, seats: usize) -> Result<Seatings, Usage> {
        match (self.stacks, self.seatings) {
            (StacksName::Carry, Some(SeatingsName::Rotate | SeatingsName::All)) => {
                Err("--stacks carry plays each deal once: a deal in another seating would begin \
                     with other stacks. Use --seatings one."
                    .to_owned())
            }
            (StacksName::Carry, _) | (_, Some(SeatingsName::One)) => Ok(Seatings::One),
            (_, Some(SeatingsName::All)) if seats > MOST_PERMUTED => Err(format!(
                "--seatings all is for up to {MOST_PERMUTED} players at a table, and these are \
                 {seats}."
            )),
            (_, Some(SeatingsName::All)) => Ok(Seatings::All),
            (_, Some(SeatingsName::Rotate) | None) => Ok(Seatings::Rotate),
        }
    }

    /// Reads the file of decks, if there is one.
    pub(super) fn decks(&self, terms: &Terms) -> Result<Option<GivenDecks>, Usage> {
        let Some(path) = &self.deck else { return Ok(None) };
        let kind = terms.deck().ok_or_else(|| {
            format!(
                "--deck is for games with one kind of deck, and those of {} have several.",
                terms.name()
            )
        })?;
        let shown = path.display();
        let text = fs::read_to_string(path)
            .map_err(|error| format!("The decks in {shown} cannot be read: {error}."))?;
        let given = GivenDecks::parse(&text, kind);
        given.map(Some).map_err(|error| format!("The decks in {shown} cannot be used: {error}."))
    }

    /// Returns the number of deals, which a file may have decks for.
    pub(super) fn deals(&self, given: Option<&GivenDecks>) -> Result<u32, Usage> {
        let decks = given.map(GivenDecks::count);
        let deals = self.deals.or(decks).unwrap_or(DEALS);
        if let Some(decks) = decks.filter(|decks| *decks < deals) {
            return Err(format!("--deck has decks for {decks} of {deals} deals."));
        }
        if deals == 0 {
            return Err("A match has at least one deal.".to_owned());
        }
        if self.sessions == 0 || self.sessions > deals {
            return Err("--sessions is at least 1 and at most the number of deals.".to_owned());
        }
        Ok(deals)
    }
}
