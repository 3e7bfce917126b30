//! How the deals of a match are played: which bots meet, from which seats, with which stacks.

use super::Usage;
use cardroom_match::carry::StackRule;
use cardroom_match::decks::GivenDecks;
use cardroom_match::game::Terms;
use cardroom_match::schedule::{Format, MOST_PERMUTED, Seatings};
use cardroom_match::tournament::TournamentTerms;
use cardroom_rules::Library;
use clap::{Args, ValueEnum};
use std::fs;
use std::path::{Path, PathBuf};

/// Deals of a match if the command line names no number.
const DEALS: u32 = 10_000;
/// Tournaments of a match if the command line names no number.
const TOURNAMENTS: u32 = 100;

/// Which bots meet, and how their deals are played.
#[derive(Debug, Args)]
#[command(next_help_heading = "Format")]
pub(super) struct FormatArguments {
    /// Which bots meet: all pairs, the first against each other, or all at one table [default:
    /// round-robin; all bots together with --tournament]
    #[arg(long, value_enum)]
    format: Option<FormatName>,
    /// Number of deals; each is played in every seating [default: 10000; with --deck, the decks of
    /// the file; with --tournament 100 tournaments]
    #[arg(long, value_name = "N")]
    deals: Option<u32>,
    /// From which seats a deal is played: each player from each seat, in every order of the
    /// players (up to four), or once [default: rotate; one with --stacks carry, and with room:
    /// without a command]
    #[arg(long, value_enum)]
    pub(super) seatings: Option<SeatingsName>,
    /// Stacks before a hand: full ones, or what the hand before left. A player without chips gets
    /// a full stack
    #[arg(long, value_enum, default_value = "reset")]
    stacks: StacksName,
    /// Play a tournament of all bots instead of single hands: its id, such as sit-and-go, or the
    /// file of its structure. --deals counts tournaments
    #[arg(long, value_name = "FILE")]
    tournament: Option<String>,
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
pub(super) enum SeatingsName {
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
    pub(super) fn format(&self) -> Result<Format, Usage> {
        match (self.format, &self.tournament) {
            (Some(FormatName::RoundRobin | FormatName::Gauntlet), Some(_)) => {
                Err("--tournament is played by all bots together. Use --format table.".to_owned())
            }
            (Some(FormatName::Table), _) | (None, Some(_)) => Ok(Format::Table),
            (Some(FormatName::RoundRobin) | None, None) => Ok(Format::RoundRobin),
            (Some(FormatName::Gauntlet), None) => Ok(Format::Gauntlet),
        }
    }

    /// Finds the tournament, if the match has one. `of_hands` are options that were given and have
    /// a meaning for single hands only.
    pub(super) fn tournament(
        &self,
        library: &Library,
        bots: usize,
        of_hands: &[(bool, &str)],
    ) -> Result<Option<(TournamentTerms, Terms)>, Usage> {
        let Some(named) = &self.tournament else { return Ok(None) };
        let own = [
            (self.stacks == StacksName::Carry, "--stacks carry"),
            (self.deck.is_some(), "--deck"),
            (self.sessions != 1, "--sessions"),
        ];
        let mut given = own.iter().chain(of_hands).filter(|(is_given, _)| *is_given);
        if let Some((_, option)) = given.next() {
            return Err(format!("{option} is for matches of single hands, not for --tournament."));
        }
        let read = read_structure(library, named)?;
        let (id, library) = read.as_ref().map_or((named, library), |(id, read)| (id, read));
        let tournament = TournamentTerms::new(library, id, bots)?;
        let terms = tournament.terms(library)?;
        Ok(Some((tournament, terms)))
    }

    pub(super) fn stacks(&self) -> StackRule {
        match self.stacks {
            StacksName::Reset => StackRule::Reset,
            StacksName::Carry => StackRule::Carry,
        }
    }

    /// Returns the seatings of tables with this many players. If a bot `runs` already, it would know
    /// a deck again.
    pub(super) fn seatings(&self, seats: usize, runs: bool) -> Result<Seatings, Usage> {
        let usual = if runs { Some(SeatingsName::One) } else { None };
        match (self.stacks, self.seatings.or(usual)) {
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
        let usual = if self.tournament.is_some() { TOURNAMENTS } else { DEALS };
        let deals = self.deals.or(decks).unwrap_or(usual);
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

/// Reads the structure of a tournament that is named by its file. Returns its id, and a library
/// that contains it.
fn read_structure(library: &Library, named: &str) -> Result<Option<(String, Library)>, Usage> {
    let path = Path::new(named);
    if path.extension().is_none_or(|ending| ending != "toml") {
        return Ok(None);
    }
    let text = fs::read_to_string(path)
        .map_err(|error| format!("The tournament {named} cannot be read: {error}."))?;
    let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let read = library.clone().parse_structures([(&*id, &*text)]);
    let read =
        read.map_err(|error| format!("The tournament {named} cannot be played: {error}."))?;
    Ok(Some((id, read)))
}
