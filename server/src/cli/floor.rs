//! `cardroom floor`: gives commands of the floor from a terminal, over the protocol of every
//! client. The server decides what a command does. `forms` translates commands into messages.

mod forms;
mod line;
mod orders;
mod rows;
mod season;
mod sentences;
mod values;
mod words;

use super::password::{PasswordSource, Prompt, stored, typed_token};
use anyhow::Context as _;
use cardroom_protocol::tournament::{
    OpenTournament, OpenTournamentWith, RosterReport, TournamentCommand, TournamentInfo,
};
use cardroom_protocol::{ErrorCode, RequestId, Secret, TournamentId};
use clap::Args;
use forms::{InTournament, Typed};
pub(crate) use line::Key;
use line::{Failed, Line};
use orders::Order;
use sentences::Named;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// The exit code for a command that the server refused.
const REFUSED: u8 = 1;
/// The exit code if the server cannot be reached, or does not let the operator in.
pub(crate) const NO_SERVER: u8 = 3;

/// The text of `--help` after the commands.
const AFTER_HELP: &str = "\
Tournaments, entries, tables and rulings go by number: `tournaments`, `players T`, `tables T` and \
`rulings T` print them. Seats, cards and the tables of a tournament count from 1, as on the page: \
`table 7/3` is table 3 of tournament 7.

A token with the scope floor, in CARDROOM_FLOOR_TOKEN or on standard input, takes the place of \
name, password and code. Make one in your account on the page. Commands about leagues and bans need the \
scope leagues too.

Example: cardroom floor --user Robin --reason \"fire alarm\" --rule \"TDA 1\" pause 7";

/// Give a command of the floor, in a tournament or at a table of a room that is open
///
/// Asks for the password of your account, unless --password-stdin or CARDROOM_FLOOR_PASSWORD gives
/// it, or a token takes its place.
///
/// Exit codes: 0 done; 1 refused; 2 no such command; 3 the server cannot be reached or does not let
/// you in; 130 interrupted.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Floor {
    /// Address of the server: ws:// or, with TLS, wss://. Commas separate the addresses of a room
    /// on several machines, which are tried in turn; or repeat the option. CARDROOM_CA_FILE names a
    /// PEM file with further trusted CAs
    #[arg(long, default_value = "ws://127.0.0.1:7777/ws", env = "CARDROOM_URL")]
    #[arg(value_delimiter = ',')]
    url: Vec<String>,
    /// Name of your account; it has the role floor or admin, or has opened the tournament. A token
    /// does without it
    #[arg(long, env = "CARDROOM_FLOOR_USER")]
    user: Option<String>,
    #[command(flatten)]
    password: PasswordSource,
    /// Read an API token from the first line of standard input, and sign in with it
    #[arg(long, conflicts_with = "password_stdin")]
    token_stdin: bool,
    /// Code of your second factor, if your account has one; asked for if it is needed
    #[arg(long, env = "CARDROOM_FLOOR_CODE", hide_env_values = true)]
    code: Option<String>,
    /// Why, for everyone to read; every command that changes something needs it
    #[arg(long, default_value = "", hide_default_value = true)]
    reason: String,
    /// The rule behind it, such as "TDA 71-A"
    #[arg(long)]
    rule: Option<String>,
    /// The last step you saw: the command is refused if something happened since then
    #[arg(long)]
    seq: Option<u64>,
    /// What to do
    #[command(subcommand)]
    order: Order,
}

impl Floor {
    /// Reads the token or the password from standard input or the environment, or prompts for the
    /// password.
    pub(crate) fn key(&self) -> anyhow::Result<Key> {
        if self.token_stdin {
            return Ok(Key::Token(typed_token()?));
        }
        let token = stored("CARDROOM_FLOOR_TOKEN").filter(|_| !self.password.is_typed());
        if let Some(token) = token {
            return Ok(Key::Token(token));
        }
        let name = self.user.clone().context(
            "Say who you are: give --user, or a token in CARDROOM_FLOOR_TOKEN or with --token-stdin",
        )?;
        let password = self.password.read("CARDROOM_FLOOR_PASSWORD", Prompt::Once)?;
        Ok(Key::Password { name, password, code: self.code.clone().map(Secret) })
    }

    /// Gives the command, and prints the result.
    pub(crate) async fn run(
        &self,
        key: Key,
        out: &mut impl Write,
        error: &mut impl Write,
    ) -> anyhow::Result<Ended> {
        let code = match self.give(key, out).await {
            Ok(()) => ExitCode::SUCCESS,
            Err(Told::NeedsCode) => return Ok(Ended::NeedsCode),
            Err(Told::Refused(code, message)) => {
                writeln!(error, "cardroom: refused: {code}: {message}")?;
                ExitCode::from(REFUSED)
            }
            Err(Told::Problems(report)) => {
                writeln!(error, "cardroom: nobody was entered")?;
                for problem in &report.problems {
                    writeln!(error, "{}", rows::problem_row(problem))?;
                }
                let told = u32::try_from(report.problems.len()).unwrap_or(u32::MAX);
                if report.total > told {
                    writeln!(error, "and {} problems more", report.total - told)?;
                }
                ExitCode::from(REFUSED)
            }
            Err(Told::File(file, failed)) => {
                writeln!(error, "cardroom: {}: {failed}", file.display())?;
                ExitCode::from(REFUSED)
            }
            Err(Told::NoServer(message)) => {
                writeln!(error, "cardroom: {message}")?;
                ExitCode::from(NO_SERVER)
            }
            Err(Told::Output(failed)) => return Err(failed.into()),
        };
        Ok(Ended::With(code))
    }

    async fn give(&self, key: Key, out: &mut impl Write) -> Result<(), Told> {
        let login = Line::open(&self.url.join(","), key).await;
        let mut line = login.map_err(|failed| match failed {
            Failed::Refused(ErrorCode::SecondFactorNeeded, _) => Told::NeedsCode,
            other => Told::NoServer(other.to_string()),
        })?;
        let is_another = |user: &&String| user.to_lowercase() != line.user.to_lowercase();
        if let Some(user) = self.user.as_ref().filter(is_another) {
            let whose = &line.user;
            let message = format!("This is the account {whose}, not {user}. Nothing was done.");
            return Err(Told::NoServer(message));
        }
        let (reason, rule) = (self.reason.clone(), self.rule.clone());
        match self.order.clone() {
            Order::Tournaments => {
                print(out, &line.tournaments().await?, rows::tournament_row)?;
            }
            Order::Structures => {
                writeln!(out, "Structures:")?;
                print(out, &line.structures().await?, rows::structure_row)?;
                writeln!(out, "Leagues:")?;
                print(out, &line.leagues().await?, rows::league_row)?;
            }
            Order::Open { structure, file, name, at, league, self_run } => {
                let (request, starts_at) = (RequestId(0), at);
                let opened = if let Some(file) = file {
                    let structure = read_text(file)?;
                    let open = OpenTournamentWith {
                        request,
                        structure,
                        name,
                        starts_at,
                        self_run,
                        league,
                    };
                    line.open_tournament_with(open).await?
                } else {
                    let structure = structure.unwrap_or_default();
                    let open =
                        OpenTournament { request, structure, name, starts_at, self_run, league };
                    line.open_tournament(open).await?
                };
                writeln!(out, "done: tournament {opened} is open")?;
                line_about_season(out, &line.view(opened).await?.info)?;
            }
            Order::Schedules => {
                print(out, &line.schedules().await?, season::schedule_row)?;
            }
            Order::Schedule { order } => match line.direct_schedule(reason, order).await? {
                Some(schedule) => writeln!(out, "done: schedule {schedule} is made")?,
                None => writeln!(out, "done")?,
            },
            Order::Leagues(order) => {
                let change = order.change(read_text)?;
                line.change_league(reason, change).await?;
                writeln!(out, "done")?;
            }
            Order::Players { tournament } => {
                let (players, tables) = line.people(TournamentId(tournament)).await?;
                let named = Named { players: &players, tables: &tables };
                print(out, &players, |row| rows::player_row(row, &named))?;
            }
            Order::Tables { tournament: Some(tournament) } => {
                print(out, &line.tables(TournamentId(tournament)).await?, rows::table_row)?;
            }
            Order::Tables { tournament: None } => {
                print(out, &line.lobby().await?, rows::lobby_row)?;
            }
            Order::Moves { tournament } => {
                let moves = line.moves(TournamentId(tournament)).await?;
                let (players, tables) = line.people(TournamentId(tournament)).await?;
                let named = Named { players: &players, tables: &tables };
                print(out, &moves, |walk| rows::move_row(walk, &named))?;
            }
            Order::Pots { tournament } => {
                let pots = line.pots(TournamentId(tournament)).await?;
                let (players, tables) = line.people(TournamentId(tournament)).await?;
                let named = Named { players: &players, tables: &tables };
                print(out, &pots, |pot| rows::pot_row(pot, &named))?;
            }
            Order::Rulings { tournament } => {
                let rulings = line.rulings(TournamentId(tournament)).await?;
                let (players, tables) = line.people(TournamentId(tournament)).await?;
                let named = Named { players: &players, tables: &tables };
                print(out, &rulings, |ruling| rows::ruling_row(ruling, &named))?;
            }
            Order::Audit { table } => {
                let table = match table {
                    Some(table) => Some(line.table(&table).await?),
                    None => None,
                };
                print(out, &line.audit(table).await?, rows::audit_row)?;
            }
            Order::Times { table } => match line.times(&table).await? {
                Some(rows) => {
                    for (used, name) in rows {
                        writeln!(out, "{}", rows::time_row(&used, &name))?;
                    }
                }
                None => writeln!(
                    out,
                    "No times: the rulebook of the table does not flag stalling, or you may not rule there."
                )?,
            },
            Order::Bans => {
                print(out, &line.bans().await?, rows::ban_row)?;
            }
            Order::Tournament(InTournament { tournament, command }) => {
                let is_new_start = matches!(command, TournamentCommand::ChangeStart(_));
                let (seq, can_undo) =
                    line.direct(tournament, self.seq, reason, rule, command).await?;
                write!(out, "done: ruling {seq}")?;
                if can_undo {
                    write!(out, "; \"undo {tournament} {seq}\" takes it back")?;
                }
                writeln!(out)?;
                if is_new_start {
                    line_about_season(out, &line.view(tournament).await?.info)?;
                }
            }
            Order::Roster { tournament, file: None } => {
                let tournament = TournamentId(tournament);
                let (players, tables) = line.people(tournament).await?;
                let rulings = line.rulings(tournament).await?;
                write!(out, "{}", rows::roster(&players, &tables, &rulings))?;
            }
            Order::Roster { tournament, file: Some(file) } => {
                let tournament = TournamentId(tournament);
                let text = read_text(file)?;
                let report = line.roster(tournament, self.seq, (reason, rule), &text).await?;
                if report.entered == 0 {
                    return Err(Told::Problems(report));
                }
                writeln!(out, "done: {} entered", report.entered)?;
            }
            Order::League { order: Typed(command) } => {
                line.direct_league(reason, rule, command).await?;
                writeln!(out, "done")?;
            }
            Order::Table { table, order } => {
                let (table, command) = (line.table(&table).await?, order.command());
                line.direct_table(table, self.seq, reason, rule, command).await?;
                writeln!(out, "done")?;
            }
        }
        Ok(out.flush()?)
    }
}

/// Prints a line for each row of a list.
fn print<T>(out: &mut impl Write, list: &[T], row: impl Fn(&T) -> String) -> std::io::Result<()> {
    list.iter().try_for_each(|one| writeln!(out, "{}", row(one)))
}

/// Prints what a tournament counts for, if a league was named.
fn line_about_season(out: &mut impl Write, info: &TournamentInfo) -> std::io::Result<()> {
    rows::counts_for(info).map_or(Ok(()), |counts| writeln!(out, "{counts}"))
}

/// The outcome of a command.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ended {
    /// The program ends with this code.
    With(ExitCode),
    /// The account has a second factor, and no code was given.
    NeedsCode,
}

/// The reason why nothing was done.
enum Told {
    Refused(ErrorCode, String),
    /// The account has a second factor, and no code was given.
    NeedsCode,
    NoServer(String),
    Output(std::io::Error),
    /// The problems of a roster.
    Problems(RosterReport),
    /// A roster that cannot be read.
    File(PathBuf, String),
}

impl From<Failed> for Told {
    fn from(failed: Failed) -> Self {
        match failed {
            Failed::Refused(code, message) => Self::Refused(code, message),
            other => Self::NoServer(other.to_string()),
        }
    }
}

impl From<std::io::Error> for Told {
    fn from(error: std::io::Error) -> Self {
        Self::Output(error)
    }
}

/// Reads a file as text.
fn read_text(file: PathBuf) -> Result<String, Told> {
    let bytes = match std::fs::read(&file) {
        Ok(bytes) => bytes,
        Err(error) => return Err(Told::File(file, error.to_string())),
    };
    text_of(bytes).map_err(|error| Told::File(file, error))
}

/// Decodes a file that a spreadsheet may have written: UTF-8, or UTF-16 with its byte order mark.
pub(super) fn text_of(bytes: Vec<u8>) -> Result<String, String> {
    let save = "is not Unicode text; save it from the spreadsheet as \"CSV UTF-8\"";
    let wide = |of_pair: fn([u8; 2]) -> u16| {
        let pairs = bytes.get(2..).unwrap_or_default().chunks_exact(2);
        let units: Vec<u16> = pairs.filter_map(|pair| pair.try_into().ok()).map(of_pair).collect();
        String::from_utf16(&units).map_err(|_| save.to_owned())
    };
    match bytes.get(..2) {
        Some([0xff, 0xfe]) => wide(u16::from_le_bytes),
        Some([0xfe, 0xff]) => wide(u16::from_be_bytes),
        _ => String::from_utf8(bytes).map_err(|_| save.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_argument_is_explained() {
        use clap::{Command, FromArgMatches as _};
        let command = Floor::augment_args(Command::new("floor"));
        let mut unexplained = Vec::new();
        let mut left: Vec<Command> = vec![command.clone()];
        while let Some(command) = left.pop() {
            let args = command.get_arguments().filter(|arg| arg.get_help().is_none());
            unexplained.extend(args.map(|arg| format!("{} {}", command.get_name(), arg.get_id())));
            left.extend(command.get_subcommands().cloned());
        }
        assert_eq!(unexplained, [""; 0]);
        let line = ["floor", "--user", "Robin", "pause", "7"];
        assert!(Floor::from_arg_matches(&command.get_matches_from(line)).is_ok());
    }

    #[test]
    fn files_of_spreadsheets_are_read() {
        assert_eq!(text_of(b"name\nJos\xc3\xa9\n".to_vec()).unwrap(), "name\nJos\u{e9}\n");
        let wide = b"\xff\xfen\0a\0m\0e\0\n\0\xe9\0";
        assert_eq!(text_of(wide.to_vec()).unwrap(), "name\n\u{e9}");
        assert_eq!(text_of(b"\xfe\xff\0n\0a".to_vec()).unwrap(), "na");
        let error = text_of(b"name\nJos\xe9\n".to_vec()).unwrap_err();
        assert!(error.contains("CSV UTF-8"), "{error}");
    }
}
