//! The floor's commands, as `commands.json` declares them for this program and for the page: the
//! arguments of each on a command line, and its message with the arguments filled in.

use super::values;
use crate::cli::dates;
use crate::forms::{DECLARED, Form};
use cardroom_protocol::hybrid::{DealError, TableCommand};
use cardroom_protocol::league::LeagueCommand;
use cardroom_protocol::limits::{MAX_LOTS, MAX_POT_PARTS};
use cardroom_protocol::tournament::TournamentCommand;
use cardroom_protocol::{TableId, TournamentId};
use clap::builder::{
    PossibleValue, PossibleValuesParser, RangedU64ValueParser, StringValueParser,
    TypedValueParser as _,
};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches, Subcommand, value_parser};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// An argument of a command.
#[derive(Deserialize)]
struct Field {
    name: String,
    kind: Input,
    help: String,
    /// The list to pick from.
    from: Option<String>,
    /// If present, the argument may be left out, which is `null` in the message.
    optional: Option<String>,
    /// The value if the argument is left out.
    default: Option<u64>,
    /// The number typed is this part of the number sent.
    times: Option<u64>,
    /// The argument is given by name.
    #[serde(default)]
    flag: bool,
    #[serde(default)]
    options: Vec<Choice>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Input {
    Pick,
    Number,
    Text,
    Check,
    Choice,
    Time,
    Points,
    /// The number of an entry and chips, several times.
    Parts,
    /// The numbers of entries, any number of them.
    Entries,
    Lots,
    Levels,
    /// A seat and the name of its player.
    Player,
    /// A league and its season.
    Season,
    /// An option of a ticket.
    Option,
}

/// A value of a choice. The first one is taken if nothing is typed where the argument has a name.
#[derive(Clone, Deserialize)]
struct Choice {
    typed: String,
    value: Value,
    help: Option<String>,
}

/// Parses the number of a seat or of a card, from 1.
fn place() -> RangedU64ValueParser<u64> {
    value_parser!(u64).range(1..)
}

/// Returns the arguments of a command.
fn fields(form: &Form) -> impl Iterator<Item = Field> {
    form.fields().map(|field| Field::deserialize(field).expect("a test reads every field"))
}

fn command(form: &'static Form) -> Command {
    Command::new(&form.name).about(&form.help).args(fields(form).flat_map(Field::arguments))
}

/// Builds the message of a command from its arguments.
///
/// # Errors
/// If an argument is out of range.
fn message<C: DeserializeOwned>(form: &Form, typed: &ArgMatches) -> Result<C, clap::Error> {
    let mut values = Map::new();
    for field in fields(form) {
        field.take(typed, &mut values);
    }
    serde_json::from_value(form.filled(&values)).map_err(|wrong| {
        let text = format!("{}: {wrong}\n", form.name);
        clap::Error::raw(ErrorKind::ValueValidation, text)
    })
}

impl Field {
    /// Returns the arguments of the field.
    fn arguments(self) -> Vec<Arg> {
        let named = |name: &str, help: &str| {
            Arg::new(name.to_owned())
                .help(help.to_owned())
                .value_name(name.to_uppercase())
                .required(true)
        };
        let arg = named(&self.name, &self.help);
        let arg = match self.kind {
            Input::Pick if self.picks_text() => arg,
            Input::Pick if self.counts_places() => arg.value_parser(place()),
            Input::Pick | Input::Number => arg.value_parser(value_parser!(u64)),
            Input::Text => arg,
            Input::Check => arg.action(ArgAction::SetTrue).required(false),
            Input::Choice => {
                let values = self.options.iter().map(|choice| {
                    let value = PossibleValue::new(choice.typed.clone());
                    choice.help.iter().fold(value, |value, help| value.help(help.clone()))
                });
                arg.value_parser(PossibleValuesParser::new(values.collect::<Vec<_>>()))
            }
            Input::Time => arg.value_parser(|text: &str| dates::time(text).map(|at| json!(at))),
            Input::Points => {
                arg.value_parser(|text: &str| values::points(text).map(|points| json!(points)))
            }
            Input::Option => arg
                .value_parser(|text: &str| values::ruling_option(text).map(|option| json!(option))),
            Input::Levels => arg.value_name("FILE").value_parser(|file: &str| {
                values::levels_of_file(file).map(|levels| json!(levels))
            }),
            Input::Parts => arg
                .num_args(1..=MAX_POT_PARTS)
                .value_parser(|text: &str| values::part(text).map(|part| json!(part))),
            Input::Entries => {
                arg.num_args(1..=MAX_POT_PARTS).value_parser(value_parser!(u64)).required(false)
            }
            Input::Lots => arg
                .num_args(2..=MAX_LOTS)
                .value_parser(StringValueParser::new().map(|text| json!(values::lot(text)))),
            Input::Player => {
                let seat = named("seat", "Seat, from 1").value_parser(place());
                return vec![seat, arg];
            }
            Input::Season => return vec![named("league", "Id of the league"), arg],
        };
        let can_be_left_out = self.flag || self.optional.is_some() || self.default.is_some();
        let arg = if can_be_left_out { arg.required(false) } else { arg };
        let has_name = self.flag || matches!(self.kind, Input::Check);
        vec![if has_name { arg.long(self.name.replace('_', "-")) } else { arg }]
    }

    /// Leagues have names instead of numbers.
    fn picks_text(&self) -> bool {
        self.from.as_deref() == Some("leagues")
    }

    /// Seats and cards count from 1 for people, and from 0 in messages.
    fn counts_places(&self) -> bool {
        matches!(self.from.as_deref(), Some("seats" | "places" | "cards" | "board"))
    }

    /// Takes the values of the field from the command line.
    fn take(self, typed: &ArgMatches, values: &mut Map<String, Value>) {
        let text = |name: &str| typed.get_one::<String>(name).map(|text| json!(text));
        let number = |name: &str| typed.get_one::<u64>(name).copied();
        let place = |name: &str| number(name).map(|place| json!(place.saturating_sub(1)));
        let value = match self.kind {
            Input::Pick if self.picks_text() => text(&self.name),
            Input::Pick if self.counts_places() => place(&self.name),
            Input::Pick | Input::Number => {
                let number = number(&self.name).or(self.default);
                number.map(|number| json!(number.saturating_mul(self.times.unwrap_or(1))))
            }
            Input::Text => text(&self.name),
            Input::Check => Some(json!(typed.get_flag(&self.name))),
            Input::Choice => {
                let typed = typed.get_one::<String>(&self.name);
                let mut options = self.options.into_iter();
                let chosen =
                    options.find(|choice| typed.is_none_or(|typed| *typed == choice.typed));
                chosen.map(|choice| choice.value)
            }
            Input::Time | Input::Points | Input::Option | Input::Levels => {
                typed.get_one::<Value>(&self.name).cloned()
            }
            Input::Entries => {
                let all = typed.get_many::<u64>(&self.name).into_iter().flatten();
                Some(all.map(|entry| json!(entry)).collect())
            }
            Input::Parts | Input::Lots => {
                let all = typed.get_many::<Value>(&self.name).into_iter().flatten();
                Some(all.cloned().collect())
            }
            Input::Player => {
                values.extend(place("seat").map(|seat| ("seat".to_owned(), seat)));
                text(&self.name)
            }
            Input::Season => {
                values.extend(text("league").map(|league| ("league".to_owned(), league)));
                text(&self.name)
            }
        };
        values.extend(value.map(|value| (self.name, value)));
    }
}

/// Commands of one kind.
pub(super) trait Kind: DeserializeOwned {
    fn forms() -> &'static [Form];
}

macro_rules! kinds {
    ($($command:ident in $list:ident,)*) => {
        $(
            impl Kind for $command {
                fn forms() -> &'static [Form] {
                    &DECLARED.$list
                }
            }
        )*
    };
}

kinds! {
    TournamentCommand in tournament,
    TableCommand in table,
    DealError in deal_error,
    LeagueCommand in league,
}

fn form<C: Kind>(name: &str) -> Option<&'static Form> {
    C::forms().iter().find(|form| form.name == name)
}

/// Returns the form of the command that was typed, and its arguments.
fn typed<C: Kind>(matches: &ArgMatches) -> Result<(&'static Form, &ArgMatches), clap::Error> {
    let typed = matches.subcommand();
    let known = typed.and_then(|(name, typed)| Some((form::<C>(name)?, typed)));
    known.ok_or_else(|| clap::Error::new(ErrorKind::MissingSubcommand))
}

/// A command of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Typed<C>(pub(super) C);

impl<C: Kind> FromArgMatches for Typed<C> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let (form, typed) = typed::<C>(matches)?;
        message(form, typed).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        Self::from_arg_matches(matches).map(|typed| *self = typed)
    }
}

impl<C: Kind> Subcommand for Typed<C> {
    fn augment_subcommands(command: Command) -> Command {
        command.subcommands(C::forms().iter().map(self::command))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        form::<C>(name).is_some()
    }
}

/// A command in a tournament, whose number is the first argument. The command has the number of a
/// table in place of its id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct InTournament {
    pub(super) tournament: TournamentId,
    pub(super) command: TournamentCommand,
}

/// Returns the table that a command names.
pub(super) fn table_of(command: &mut TournamentCommand) -> Option<&mut TableId> {
    use TournamentCommand as C;
    match command {
        C::Seat(place) | C::Move(place) => Some(&mut place.table),
        C::BreakTable(table) | C::HaltTable(table) | C::WaiveHalt(table) => Some(table),
        C::ColorUp(color_up) => color_up.table.as_mut(),
        C::Impound(pot) => Some(&mut pot.table),
        _ => None,
    }
}

impl FromArgMatches for InTournament {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let (form, typed) = typed::<TournamentCommand>(matches)?;
        let number = typed.get_one::<u64>("tournament").copied();
        let number = number.ok_or_else(|| clap::Error::new(ErrorKind::MissingRequiredArgument))?;
        Ok(Self { tournament: TournamentId(number), command: message(form, typed)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        Self::from_arg_matches(matches).map(|typed| *self = typed)
    }
}

impl Subcommand for InTournament {
    fn augment_subcommands(command: Command) -> Command {
        let tournament = Arg::new("tournament")
            .help("Number of the tournament")
            .required(true)
            .value_parser(value_parser!(u64));
        command.subcommands(TournamentCommand::forms().iter().map(|form| {
            Command::new(&form.name)
                .about(&form.help)
                .arg(&tournament)
                .args(fields(form).flat_map(Field::arguments))
        }))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        form::<TournamentCommand>(name).is_some()
    }
}

#[cfg(test)]
mod pages;

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Returns the variants that a command can have, as its parser lists them.
    fn variants<C: Kind>() -> BTreeSet<String> {
        let error = serde_json::from_value::<C>(json!("?")).err().unwrap().to_string();
        error.split('`').skip(3).step_by(2).map(str::to_owned).collect()
    }

    /// Returns a command of every form, with all that has no name of its own filled in, and whether
    /// it names a table.
    pub(in super::super) fn samples<C: Kind>() -> Vec<(&'static Form, C, bool)> {
        let levels = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&levels, LEVELS).unwrap();
        let picks_table = |field: &Field| field.from.as_deref() == Some("tables");
        let sample = |form: &'static Form| {
            let mut line = vec![form.name.clone()];
            for field in fields(form) {
                line.extend(match field.kind {
                    Input::Check => continue,
                    _ if field.flag && !picks_table(&field) => continue,
                    Input::Pick | Input::Number | Input::Entries if field.flag => {
                        vec![format!("--{}", field.name), "1".to_owned()]
                    }
                    Input::Pick | Input::Number | Input::Entries => vec!["1".to_owned()],
                    Input::Text => vec!["x".to_owned()],
                    Input::Choice => vec![field.options[0].typed.clone()],
                    Input::Time => vec!["2026-12-01".to_owned()],
                    Input::Points => vec!["2.5".to_owned()],
                    Input::Parts => vec!["1:2".to_owned()],
                    Input::Lots => vec!["x".to_owned(), "#1".to_owned()],
                    Input::Levels => vec![levels.path().display().to_string()],
                    Input::Player => vec!["1".to_owned(), "x".to_owned()],
                    Input::Season => vec!["club".to_owned(), "2026".to_owned()],
                    Input::Option => vec!["raise-to=400".to_owned()],
                });
            }
            let typed = command(form).try_get_matches_from(&line).unwrap();
            let names_table = fields(form).any(|field| picks_table(&field));
            (form, message::<C>(form, &typed).unwrap(), names_table)
        };
        C::forms().iter().map(sample).collect()
    }

    /// Checks that there is a form for every variant, and that each form gives a message.
    fn is_complete<C: Kind>(others: &[&str]) {
        let mut found: BTreeSet<String> = others.iter().map(|&name| name.to_owned()).collect();
        found.extend(samples::<C>().into_iter().map(|(form, ..)| form.tag().to_owned()));
        assert_eq!(found, variants::<C>());
    }

    #[test]
    fn every_table_of_a_tournament_goes_by_its_number() {
        for (form, mut command, names_table) in samples::<TournamentCommand>() {
            assert_eq!(table_of(&mut command).is_some(), names_table, "{}", form.name);
        }
    }

    const LEVELS: &str = r#"
        [levels]
        betting = "no_limit"
        rows = [{ blinds = [1, 2], minutes = 9 }]
    "#;

    #[test]
    fn every_command_has_a_form_and_every_form_gives_a_command() {
        // The form of announcements says for how long walls show them.
        is_complete::<TournamentCommand>(&["Announce"]);
        is_complete::<TableCommand>(&["DealError", "Host"]);
        is_complete::<DealError>(&[]);
        is_complete::<LeagueCommand>(&[]);
    }

    #[test]
    fn the_pages_of_the_floor_and_of_leagues_have_every_error_and_correction() {
        let page = concat!(include_str!("../../../FLOOR.md"), include_str!("../../../LEAGUES.md"));
        // The rows of the other commands are written from their declaration.
        let all = [&DECLARED.deal_error, &DECLARED.league];
        let names = all.into_iter().flatten().map(|form| &form.name);
        let missing: Vec<_> = names
            .filter(|name| !page.split('`').any(|code| code.split(' ').any(|word| word == *name)))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
