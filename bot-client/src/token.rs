//! The command `cardroom-bot token`: makes, lists and revokes API tokens. Secrets come from
//! standard input or a prompt, never from an argument.

use anyhow::{Context as _, ensure};
use cardroom_bot::connection::Endpoint;
use cardroom_bot::tokens::{CodeFor, NewToken, Owner};
use cardroom_protocol::account::{ApiTokenInfo, Scope};
use cardroom_protocol::{ApiTokenId, Secret, TimeMs};
use clap::{Args, Subcommand};
use std::io::{self, BufRead, IsTerminal as _};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// An account, and what to do with its tokens.
#[derive(Args, Debug)]
pub(crate) struct TokenArguments {
    #[command(subcommand)]
    command: TokenCommand,
}

/// A change to the tokens of an account.
#[derive(Subcommand, Debug)]
enum TokenCommand {
    /// Make a token, and print it. The room shows it only once
    Create {
        #[command(flatten)]
        account: AccountArguments,
        /// A word that tells the token apart from others, at most 40 characters
        #[arg(long)]
        label: String,
        /// A permission: play, read, floor, leagues, accounts or stream. May be repeated
        #[arg(long = "scope", value_name = "SCOPE", value_parser = scope, default_value = "play")]
        scopes: Vec<Scope>,
        /// Number of days until the token ends; by default it does not
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=36_500))]
        days: Option<u32>,
    },
    /// List the tokens of the account
    List {
        #[command(flatten)]
        account: AccountArguments,
    },
    /// End a token
    Revoke {
        #[command(flatten)]
        account: AccountArguments,
        /// Number of the token, as `list` prints it
        id: u64,
    },
}

/// The account, and where its room is.
#[derive(Args, Debug)]
struct AccountArguments {
    /// Name of the account
    #[arg(long)]
    name: String,
    /// Address of the server, as for bots
    #[arg(long, default_value = "ws://127.0.0.1:7777/ws", env = "CARDROOM_URL")]
    url: String,
}

fn scope(word: &str) -> Result<Scope, String> {
    let known = || Scope::ALL.map(Scope::as_str).join(", ");
    let scope = Scope::ALL.into_iter().find(|scope| scope.as_str() == word);
    scope.ok_or_else(|| format!("a scope is one of {}", known()))
}

/// The source of secrets: the lines of standard input, or the terminal.
struct Secrets {
    is_terminal: bool,
}

impl Secrets {
    /// Returns the next secret; `None` if standard input has ended.
    fn next(&self, prompt: &str) -> io::Result<Option<Secret>> {
        if self.is_terminal {
            return rpassword::prompt_password(prompt).map(|line| Some(Secret(line)));
        }
        line(&mut io::stdin().lock())
    }

    /// Returns a code of the second factor; `None` if there is none.
    fn code(&self, what: CodeFor) -> Option<Secret> {
        let prompt = match what {
            CodeFor::Login => "Code of your second factor: ",
            CodeFor::Token => "A code counts once. Wait for the next one, and enter it: ",
        };
        self.next(prompt).ok().flatten()
    }
}

/// Reads a line without its end.
fn line(input: &mut impl BufRead) -> io::Result<Option<Secret>> {
    let mut line = String::new();
    let read = input.read_line(&mut line)?;
    Ok((read > 0).then(|| Secret(line.trim_end_matches(['\r', '\n']).to_owned())))
}

impl TokenArguments {
    /// Carries out the command, and returns the lines to print.
    pub(crate) async fn run(self) -> anyhow::Result<Vec<String>> {
        let secrets = Secrets { is_terminal: io::stdin().is_terminal() };
        let mut code = |what| secrets.code(what);
        let (TokenCommand::Create { account, .. }
        | TokenCommand::List { account }
        | TokenCommand::Revoke { account, .. }) = &self.command;
        let password = secrets.next("Password: ").context("the password cannot be read")?;
        let password = password.context("write the password on a line of standard input")?;
        ensure!(!password.0.is_empty(), "the password is empty");
        let endpoint = Endpoint::resolve(&account.url).await?;
        let mut owner = Owner::log_in(&endpoint, &account.name, password, &mut code).await?;
        let lines = match self.command {
            TokenCommand::Create { label, scopes, days, .. } => {
                let ends_at = days.map(|days| in_days(SystemTime::now(), days));
                let new = NewToken { label, scopes, ends_at };
                vec![owner.create(new, &mut code).await?.token.0]
            }
            TokenCommand::List { .. } => owner.list().await?.iter().map(row).collect(),
            TokenCommand::Revoke { id, .. } => {
                owner.revoke(ApiTokenId(id)).await?;
                Vec::new()
            }
        };
        owner.log_out().await;
        Ok(lines)
    }
}

fn in_days(now: SystemTime, days: u32) -> TimeMs {
    let end = now.duration_since(UNIX_EPOCH).unwrap_or_default() + DAY * days;
    TimeMs(u64::try_from(end.as_millis()).unwrap_or(u64::MAX))
}

/// Describes a token: number, label, scopes, end and last use.
fn row(token: &ApiTokenInfo) -> String {
    let scopes: Vec<&str> = token.scopes.iter().map(|scope| scope.as_str()).collect();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let days =
        |from: u64, to: u64| to.saturating_sub(from) / u64::try_from(DAY.as_millis()).unwrap_or(1);
    let now = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
    let end = token.ends_ms.map_or("without an end".to_owned(), |end| match end.0 > now {
        true => format!("ends in {} days", days(now, end.0)),
        false => "has ended".to_owned(),
    });
    let used = token.last_used_ms.map_or("never used".to_owned(), |used| {
        let address = token.last_address.as_deref().unwrap_or("an unknown address");
        format!("used {} days ago from {address}", days(used.0, now))
    });
    format!("{}  \"{}\", {}, {end}, {used}", token.id.0, token.label, scopes.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_a_line() {
        let mut input = &b"seven deuce\r\n123456\n"[..];
        let mut next = || line(&mut input).unwrap().map(|secret| secret.0);
        assert_eq!(next().as_deref(), Some("seven deuce"));
        assert_eq!(next().as_deref(), Some("123456"));
        assert_eq!(next(), None);
    }

    #[test]
    fn a_token_is_listed_with_what_it_may_do_its_end_and_its_last_use() {
        let in_a_week = in_days(SystemTime::now() + Duration::from_secs(60), 7);
        let token = ApiTokenInfo {
            id: ApiTokenId(7),
            label: "night bot".to_owned(),
            scopes: [Scope::Play, Scope::Read].into_iter().collect(),
            created_ms: TimeMs(0),
            last_used_ms: None,
            last_address: None,
            ends_ms: Some(in_a_week),
        };
        assert_eq!(row(&token), "7  \"night bot\", play read, ends in 7 days, never used");
        let used = ApiTokenInfo {
            ends_ms: None,
            last_used_ms: Some(in_days(SystemTime::now(), 0)),
            last_address: Some("10.0.0.7".to_owned()),
            ..token
        };
        assert_eq!(
            row(&used),
            "7  \"night bot\", play read, without an end, used 0 days ago from 10.0.0.7"
        );
        assert!(scope("cook").is_err() && scope("read") == Ok(Scope::Read));
    }
}
