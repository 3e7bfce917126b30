//! The command line: what to do, and which settings it changes.

mod admin;
mod cases;
mod dates;
mod export;
mod floor;
mod hands;
mod integrity;
mod keep;
mod league;
mod password;
mod results;
mod rules;

pub(crate) use admin::{Admin, OpenRoom, closed};
pub(crate) use floor::{Ended, Floor, NO_SERVER};
pub(crate) use hands::Hands;
pub(crate) use integrity::Integrity;
pub(crate) use keep::{Depth, Journal, Ledger, make_backup, restore_backup};
pub(crate) use league::League;
pub(crate) use password::{Prompt, ask_code};
pub(crate) use results::Results;
pub(crate) use rules::Rules;

use cardroom::config::{Config, ConfigError, Overrides};
use cardroom_command_line::documents::Documents;
use clap::{Args, Parser, Subcommand};
use std::net::SocketAddr;
use std::path::PathBuf;

/// A poker room in one program.
#[derive(Debug, Parser)]
#[command(name = "cardroom", version, about)]
pub(crate) struct Cli {
    /// Which settings to run with.
    #[command(flatten)]
    pub(crate) settings: Settings,
    /// Says whether the configuration can be used, and ends.
    #[arg(long)]
    pub(crate) check_config: bool,
    /// Prints the whole configuration as TOML, and ends.
    #[arg(long)]
    pub(crate) print_config: bool,
    /// What to do; opens the room when it is left out.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Opens the room.
    Serve,
    /// Looks after accounts, in a room that is open on this machine.
    #[command(subcommand)]
    Admin(Admin),
    /// Writes everything that is kept at this moment into a new SQLite file, also while the room runs.
    Backup {
        /// The file to make.
        file: PathBuf,
    },
    /// Puts a backup where the room keeps things; there must be nothing yet.
    Restore {
        /// The backup, whatever it was made of.
        file: PathBuf,
    },
    /// Looks into the ledger.
    #[command(subcommand)]
    Ledger(Ledger),
    /// Looks into the journal.
    #[command(subcommand)]
    Journal(Journal),
    /// Rules in a tournament or at a table of a room that is open.
    Floor(Box<Floor>),
    /// Plays hands that were really played, and writes out those of this room.
    #[command(subcommand)]
    Hands(Hands),
    /// Compares pairs of players by the hands that this room has kept, for its operator to look at.
    Integrity(Box<Integrity>),
    /// Says who stands where in a league.
    #[command(subcommand)]
    League(League),
    /// Says how tournaments ended.
    #[command(subcommand)]
    Results(Results),
    /// Looks into the rulebooks.
    #[command(subcommand)]
    Rules(Rules),
    #[command(flatten)]
    Documents(Documents),
}

/// Which settings to run with. A flag wins over the environment, the environment over the file.
#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// The configuration file; without one the room runs with what is built in.
    #[arg(long, value_name = "FILE", global = true, env = "CARDROOM_CONFIG")]
    config: Option<PathBuf>,
    /// Where players connect.
    #[arg(long, value_name = "ADDRESS:PORT", global = true)]
    listen: Option<SocketAddr>,
    /// Where metrics and administration listen.
    #[arg(long, value_name = "ADDRESS:PORT", global = true)]
    admin_listen: Option<SocketAddr>,
    /// Where the room keeps its files.
    #[arg(long, value_name = "DIRECTORY", global = true)]
    data_dir: Option<PathBuf>,
    /// Changes any setting, such as limits.connections=500. May be given more than once.
    #[arg(long = "set", value_name = "KEY=VALUE", global = true)]
    set: Vec<String>,
}

impl Settings {
    /// Reads the configuration and checks all of it that needs no games and rulebooks.
    pub(crate) fn load(&self) -> Result<Config, ConfigError> {
        Config::load(self.config.as_deref(), Config::environment(), &self.overrides()?)
    }

    /// Reads the configuration without checking its values.
    pub(crate) fn read(&self) -> Result<Config, ConfigError> {
        Config::read(self.config.as_deref(), Config::environment(), &self.overrides()?)
    }

    fn overrides(&self) -> Result<Overrides, ConfigError> {
        let mut overrides = Overrides::default();
        for assignment in &self.set {
            overrides.assign(assignment)?;
        }
        if let Some(address) = self.listen {
            overrides.set("server.listen", address.to_string());
        }
        if let Some(address) = self.admin_listen {
            overrides.set("server.admin_listen", address.to_string());
        }
        if let Some(path) = &self.data_dir {
            overrides.set("server.data_dir", path.to_string_lossy());
        }
        Ok(overrides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_protocol::server::Role;

    #[test]
    fn a_flag_of_its_own_wins_over_set_and_set_over_the_defaults() {
        let cli = Cli::try_parse_from([
            "cardroom",
            "serve",
            "--set",
            "server.listen=127.0.0.1:1",
            "--set",
            "limits.connections=7",
            "--listen",
            "127.0.0.1:2",
        ])
        .unwrap();
        let config = cli.settings.load().unwrap();
        assert_eq!(config.server.listen.port(), 2);
        assert_eq!(config.limits.connections, 7);
    }

    #[test]
    fn every_command_has_a_page_and_is_completed() {
        assert_eq!(cardroom_command_line::documents::lacking::<Cli>().unwrap(), [""; 0]);
    }

    #[test]
    fn a_role_is_one_of_four() {
        let parse = |role| Cli::try_parse_from(["cardroom", "admin", "role", "Cleo", role]);
        let Some(Command::Admin(Admin::Role { name, role, .. })) = parse("floor").unwrap().command
        else {
            panic!("it is that command");
        };
        assert_eq!((&*name, Role::from(role)), ("Cleo", Role::Floor));
        assert!(parse("king").is_err());
    }

    #[test]
    fn a_setting_that_does_not_exist_is_refused() {
        let cli = Cli::try_parse_from(["cardroom", "--set", "limits.conections=7"]).unwrap();
        let error = cli.settings.load().unwrap_err().to_string();
        assert!(error.contains("conections"), "{error}");
    }
}
