//! The command line: commands, and flags that change settings.

mod admin;
mod cases;
mod dates;
mod deal;
mod export;
mod floor;
mod hands;
mod integrity;
mod keep;
mod keys;
mod league;
mod matches;
mod password;
mod randomness;
mod repair;
mod results;
mod rules;

pub(crate) use admin::{Admin, OpenRoom, RoleName, closed};
pub(crate) use deal::Deal;
pub(crate) use floor::{Ended, Floor, NO_SERVER};
pub(crate) use hands::Hands;
pub(crate) use integrity::Integrity;
pub(crate) use keep::{Depth, Journal, Ledger, make_backup, restore_backup};
pub(crate) use keys::{Keys, make_key_file};
pub(crate) use league::League;
pub(crate) use matches::Match;
pub(crate) use password::{Prompt, ask_code};
pub(crate) use randomness::{RngAudit, RngRaw};
pub(crate) use results::Results;
pub(crate) use rules::Rules;

use crate::config::{Config, ConfigError, Overrides};
use cardroom_command_line::documents::Documents;
use clap::{Args, Parser, Subcommand};
use std::net::SocketAddr;
use std::path::PathBuf;

/// The text of `--help` after the options.
const AFTER_HELP: &str = "\
A flag wins over the environment (CARDROOM__SECTION__KEY, such as CARDROOM__LOG__FORMAT=json), and \
the environment over the configuration file.

Environment:
  RUST_LOG   Log lines to write, such as info,cardroom=debug; wins over log.filter
  NO_COLOR   Any value turns colors off

Exit codes: 0 all is well; 1 the command failed, or a check found something wrong; 2 the command line
cannot be used; 3 `floor` cannot reach the server or is not let in; 130 interrupted by Ctrl-C.";

/// A poker room in one program: tables, tournaments, the page to play on, and a durable store
#[derive(Debug, Parser)]
#[command(name = "cardroom", version, about, after_help = AFTER_HELP)]
pub(crate) struct Cli {
    /// Check the configuration, say what it opens, and exit
    #[arg(long)]
    pub(crate) check_config: bool,
    /// Print the whole configuration as TOML, defaults included, and exit
    #[arg(long)]
    pub(crate) print_config: bool,
    /// Which settings to run with
    #[command(flatten)]
    pub(crate) settings: Settings,
    /// The command; `serve` if it is left out
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// A command of the program.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Open the room, and serve players until SIGTERM or Ctrl-C (the default)
    Serve,
    /// Manage accounts, in the room that is open on this machine
    #[command(subcommand)]
    Admin(Admin),
    /// Write a backup of the store into a new SQLite file; the room may be open
    Backup {
        /// The file to make; it must not exist
        file: PathBuf,
    },
    /// Restore a backup into an empty store; the room must be closed
    Restore {
        /// The backup, of a room with either kind of store
        file: PathBuf,
    },
    /// Audit the ledger
    #[command(subcommand)]
    Ledger(Ledger),
    /// Verify and repair the journal
    #[command(subcommand)]
    Journal(Journal),
    /// Move the room's keys into its database, and change the file that opens them
    #[command(subcommand)]
    Keys(Keys),
    /// Verify proofs of deals: what the room committed to is what was dealt
    #[command(subcommand)]
    Deal(Deal),
    /// Give a command of the floor, in a tournament or at a table of a room that is open
    Floor(Box<Floor>),
    /// Export and print the hands of this room, and check hands from elsewhere
    #[command(subcommand)]
    Hands(Hands),
    /// Compare pairs of players by the hands that this room stores, to find collusion
    Integrity(Box<Integrity>),
    /// Show leagues and their standings
    #[command(subcommand)]
    League(League),
    /// Play a seeded match between bots, and say which is better and how sure that is
    Match(Box<Match>),
    /// List, show and export the results of tournaments
    #[command(subcommand)]
    Results(Results),
    /// Test the room's shuffle, and the order of verifiable deals, with statistics
    RngAudit(RngAudit),
    /// Write the raw numbers that the room shuffles with, for test programs such as dieharder
    RngRaw(RngRaw),
    /// Show, compare and check rulebooks
    #[command(subcommand)]
    Rules(Rules),
    #[command(flatten)]
    Documents(Documents),
}

/// The settings to run with. A flag overrides the environment, which overrides the file.
#[derive(Debug, Args)]
#[command(next_help_heading = "Settings")]
pub(crate) struct Settings {
    /// Configuration file; without one the room runs with its built-in defaults
    #[arg(long, value_name = "FILE", global = true, env = "CARDROOM_CONFIG")]
    config: Option<PathBuf>,
    /// Address where players connect [default: 127.0.0.1:7777]
    #[arg(long, value_name = "ADDRESS:PORT", global = true)]
    listen: Option<SocketAddr>,
    /// Name of this machine on the internet: the room speaks TLS on port 443, with a certificate by
    /// ACME for which port 80 is needed as well
    #[arg(long, value_name = "NAME", global = true)]
    domain: Option<String>,
    /// PEM file with a certificate of your own, which is read again when it changes
    #[arg(long, value_name = "FILE", global = true)]
    tls_cert: Option<PathBuf>,
    /// PEM file with the private key of that certificate
    #[arg(long, value_name = "FILE", global = true)]
    tls_key: Option<PathBuf>,
    /// Address of metrics and administration [default: 127.0.0.1:7778]
    #[arg(long, value_name = "ADDRESS:PORT", global = true)]
    admin_listen: Option<SocketAddr>,
    /// Wait if another process is the room, and take over when it ends, dies or stands still
    #[arg(long, global = true)]
    standby: bool,
    /// Directory of the room's files [default: .cardroom]
    #[arg(long, value_name = "DIRECTORY", global = true)]
    data_dir: Option<PathBuf>,
    /// Change a setting, such as limits.connections=500; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE", global = true)]
    set: Vec<String>,
}

impl Settings {
    /// Reads the configuration and checks everything that needs no games and rulebooks.
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
        if let Some(domain) = &self.domain {
            overrides.set("server.domain", domain);
        }
        if self.standby {
            overrides.set("server.standby", "true");
        }
        for (key, path) in [
            ("server.tls_cert", &self.tls_cert),
            ("server.tls_key", &self.tls_key),
            ("server.data_dir", &self.data_dir),
        ] {
            if let Some(path) = path {
                overrides.set(key, path.to_string_lossy());
            }
        }
        Ok(overrides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::CertificateSource;
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
    fn a_domain_and_a_certificate_have_flags() {
        let settings = |args: &[&str]| Cli::try_parse_from(args).unwrap().settings.load();
        let config = settings(&["cardroom", "--domain", "poker.example"]).unwrap();
        assert_eq!(config.server.certificate(), Some(CertificateSource::Acme));
        let own = ["cardroom", "--tls-cert", "chain.pem", "--tls-key", "key.pem"];
        let config = settings(&own).unwrap();
        assert!(matches!(config.server.certificate(), Some(CertificateSource::Own(_))));
        let error = settings(&own[..3]).unwrap_err().to_string();
        assert!(error.contains("server.tls_key: is missing"), "{error}");
        assert_eq!(settings(&["cardroom"]).unwrap().server.certificate(), None);
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
