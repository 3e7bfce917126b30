//! `cardroom admin`: manages accounts. An open room carries out orders itself, over the socket in
//! its data directory. `create` and `role` also work on a closed room.

use super::dates::{self, millis, when};
use super::floor::text_of;
use super::password::PasswordSource;
use crate::administration::socket::{self, MachineAnswer, MachineOrder};
use crate::config::{Config, ServerSettings};
use crate::hand_over::HandOverOrder;
use crate::reach::reachable;
use anyhow::{Context as _, anyhow, bail, ensure};
use cardroom_protocol::ClientMessage;
use cardroom_protocol::administration::{
    AccountKind, AccountOrder, AccountRow, AccountShown, Administer, ChipsFor, FindAccounts,
    GetAccount, ListOperations, Merge, NewAccount, NewName, NewRole, RemoveFrom, ResetCode,
    SeatedAt, TokenOf, Until,
};
use cardroom_protocol::limits::MAX_NEW_ACCOUNTS;
use cardroom_protocol::server::{ApiTokenInfo, Role, ServerMessage};
use cardroom_protocol::{ApiTokenId, Encoding, RequestId, TimeMs};
use cardroom_tournament::results::table;
use clap::{Args, Subcommand, ValueEnum};
use jiff::{SignedDuration, Timestamp};
use std::io::{self, BufRead as _, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

/// The time that stands for never: the end of the year 9999.
const NEVER_MS: u64 = 253_402_300_799_000;

/// The longest answer of a room.
const MOST_BYTES: usize = 64 * 1024;

/// An order about accounts.
#[derive(Debug, Subcommand)]
pub(crate) enum Admin {
    /// Create an account of an operator
    ///
    /// Standard input or CARDROOM_ADMIN_PASSWORD gives its password. Without one, an open room
    /// prints a link with which the owner sets it, and a closed room asks for it. A closed room
    /// opens accounts of administrators only.
    Create {
        /// Name of the account
        name: String,
        #[command(flatten)]
        password: PasswordSource,
        /// Role of the account; a closed room opens accounts of administrators only
        #[arg(long, value_enum, default_value = "admin")]
        role: RoleName,
        #[command(flatten)]
        why: Why,
    },
    /// Open an account for every line of a CSV file, or none
    ///
    /// The file has the columns name and role, of which only the first is needed. Prints CSV: each
    /// name, the link with which its owner sets the password, and until when.
    Import {
        /// CSV file; the first line names the columns
        file: PathBuf,
        #[command(flatten)]
        why: Why,
    },
    /// Change the role of an account
    Role {
        /// Name of the account
        name: String,
        /// The new role
        #[arg(value_enum)]
        role: RoleName,
        #[command(flatten)]
        why: Why,
    },
    /// List accounts by name
    List {
        /// Only names that contain this
        #[arg(default_value = "")]
        text: String,
        /// Only accounts of this kind
        #[arg(long, value_enum, default_value = "any")]
        which: KindName,
    },
    /// Show one account
    Show {
        /// Name of the account
        name: String,
    },
    /// List the API tokens of an account: what each may do, its end, and its last use and address
    Token {
        /// Name of the account
        name: String,
    },
    /// Show what operators did, the latest first
    Log {
        /// Only what was done to this account
        name: Option<String>,
    },
    /// Rename an account
    Rename {
        /// Name of the account
        name: String,
        /// The new name
        new_name: String,
        #[command(flatten)]
        why: Why,
    },
    /// Make a code with which the owner sets a new password, once, within a day
    Reset {
        /// Name of the account
        name: String,
        #[command(flatten)]
        why: Why,
    },
    /// Suspend an account; it leaves its tables when the hands in progress are over
    Suspend {
        /// Name of the account
        name: String,
        #[command(flatten)]
        end: End,
        #[command(flatten)]
        why: Why,
    },
    /// End the suspension of an account
    Restore {
        /// Name of the account
        name: String,
        #[command(flatten)]
        why: Why,
    },
    /// Take chat and emotes away from an account, at every table
    Mute {
        /// Name of the account
        name: String,
        #[command(flatten)]
        end: End,
        #[command(flatten)]
        why: Why,
    },
    /// Let a muted account chat again
    Unmute {
        /// Name of the account
        name: String,
        #[command(flatten)]
        why: Why,
    },
    /// End the wait that wrong guesses of its password cost an account
    Unlock {
        /// Name of the account
        name: String,
        #[command(flatten)]
        why: Why,
    },
    /// Remove a player from a ring table when the hand in progress is over
    Remove {
        /// Name of the account
        name: String,
        /// Number of the table
        table: u64,
        #[command(flatten)]
        why: Why,
    },
    /// Revoke every token of an account, and close its connection
    SignOut {
        /// Name of the account
        name: String,
        #[command(flatten)]
        why: Why,
    },
    /// Revoke one API token
    Revoke {
        /// Name of the account
        name: String,
        /// Number of the token, as `cardroom admin show` prints it
        token: u64,
        #[command(flatten)]
        why: Why,
    },
    /// Remove the second factor of an account whose owner has lost it
    RemoveSecondFactor {
        /// Name of the account
        name: String,
        #[command(flatten)]
        why: Why,
    },
    /// End an account's link to the sign-in provider, for an account that fell into
    /// the wrong hands there
    Unlink {
        /// Name of the account
        name: String,
        #[command(flatten)]
        why: Why,
    },
    /// Give chips from the bank to an account
    Grant {
        /// Name of the account
        name: String,
        /// Number of chips
        chips: u64,
        #[command(flatten)]
        why: Why,
    },
    /// Take chips from an account back into the bank
    Take {
        /// Name of the account
        name: String,
        /// Number of chips
        chips: u64,
        #[command(flatten)]
        why: Why,
    },
    /// Move the hands and notes of a guest to an account, and close the guest's account
    Merge {
        /// Name of the guest
        guest: String,
        /// Name of the account
        account: String,
        /// Move the guest's chips, too; otherwise they return to the bank
        #[arg(long)]
        chips: bool,
        #[command(flatten)]
        why: Why,
    },
    /// Hand the room over to the process that waits for its place
    ///
    /// Everything is stored, every connection is sent to the other machine, and this process ends.
    /// Hands go on there with the same cards. This is the way to upgrade without a break.
    HandOver {
        /// Hand over although hands would be voided, because the other configuration differs
        #[arg(long)]
        anyway: bool,
        #[command(flatten)]
        why: Why,
    },
    /// Erase an account for good
    ///
    /// Its name, password, tokens and notes are deleted, its chips return to the bank, and its
    /// hands keep a pseudonym. This cannot be undone.
    Erase {
        /// Name of the account
        name: String,
        /// The name again, to confirm
        #[arg(long, value_name = "NAME")]
        confirm: String,
        #[command(flatten)]
        why: Why,
    },
}

/// The reason for an order.
#[derive(Debug, Args)]
pub(crate) struct Why {
    /// Why; an open room needs a reason and stores it with the order
    #[arg(long, default_value = "", hide_default_value = true)]
    reason: String,
}

/// The end of a measure.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub(crate) struct End {
    /// When it ends: a date such as 2026-12-01 (its first moment in UTC), or a time such as
    /// 2026-12-01T18:00Z. Without an end it lasts until an operator ends it
    #[arg(long, value_name = "DATE", value_parser = dates::time)]
    until: Option<TimeMs>,
    /// Days after which it ends
    #[arg(long)]
    days: Option<u32>,
}

impl End {
    fn time(&self) -> Option<TimeMs> {
        let days = self.days.map(|days| SignedDuration::from_hours(i64::from(days) * 24));
        let after = days.and_then(|days| Timestamp::now().checked_add(days).ok());
        self.until.or_else(|| after.and_then(millis))
    }
}

/// A role by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum RoleName {
    /// Play
    Player,
    /// Play, and open private tables
    Host,
    /// Host, and rule at tables and in tournaments
    Floor,
    /// Everything
    Admin,
}

impl From<RoleName> for Role {
    fn from(name: RoleName) -> Self {
        match name {
            RoleName::Player => Self::Player,
            RoleName::Host => Self::Host,
            RoleName::Floor => Self::Floor,
            RoleName::Admin => Self::Admin,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum KindName {
    /// Every account
    Any,
    /// With a password
    Registered,
    /// Without a password
    Guest,
    /// With a role above player
    Staff,
    /// Suspended now
    Suspended,
}

impl From<KindName> for AccountKind {
    fn from(name: KindName) -> Self {
        match name {
            KindName::Any => Self::Any,
            KindName::Registered => Self::Registered,
            KindName::Guest => Self::Guest,
            KindName::Staff => Self::Staff,
            KindName::Suspended => Self::Suspended,
        }
    }
}

/// A connection to a room that is open on this machine.
pub(crate) struct OpenRoom {
    stream: BufReader<UnixStream>,
    /// The address of the page, for links.
    page: String,
}

impl OpenRoom {
    /// Connects to the room of a configuration; `None` if it is closed.
    pub(crate) fn find(config: &Config) -> anyhow::Result<Option<Self>> {
        let path = socket::path(&config.server.data_dir);
        match UnixStream::connect(&path) {
            Ok(stream) => {
                let page = page_address(&config.server);
                Ok(Some(Self { stream: BufReader::new(stream), page }))
            }
            Err(error) if is_closed(&error) => Ok(None),
            Err(error) => Err(error).with_context(|| path.display().to_string()),
        }
    }

    fn account(&mut self, name: &str) -> anyhow::Result<AccountShown> {
        let (request, account) = (RequestId(0), name.to_owned());
        match self.ask(GetAccount { request, account })? {
            ServerMessage::AccountShown(shown) => Ok(shown),
            other => unexpected(&other),
        }
    }

    /// Hands the room over.
    fn hand_over(&mut self, anyway: bool, why: &Why, out: &mut impl Write) -> anyhow::Result<()> {
        let order = HandOverOrder { reason: why.reason.clone(), anyway };
        let line = serde_json::to_vec(&MachineOrder::HandOver(order))?;
        match serde_json::from_slice(&self.exchange(line)?)? {
            MachineAnswer::HandedOver { next } => {
                writeln!(out, "{next} takes over. This room sends everybody there, and ends.")?;
                Ok(())
            }
            MachineAnswer::Refused { message } => bail!(message),
        }
    }

    /// Sends a line, and returns the line with the answer.
    fn exchange(&mut self, mut line: Vec<u8>) -> anyhow::Result<Vec<u8>> {
        line.push(b'\n');
        self.stream.get_mut().write_all(&line)?;
        let mut answer = Vec::new();
        let read = self.stream.read_until(b'\n', &mut answer)?;
        ensure!(
            read > 0,
            "The room closed before it answered. Look at what it did, then try again."
        );
        Ok(answer)
    }

    fn ask(&mut self, message: impl Into<ClientMessage>) -> anyhow::Result<ServerMessage> {
        let mut line = Vec::new();
        Encoding::Json.append(&message.into(), &mut line)?;
        let answer = self.exchange(line)?;
        let decoded = Encoding::Json.decode(&answer, MOST_BYTES)?;
        let answer = decoded.messages.into_iter().next();
        match answer.context("The room answers with a message that this program does not know.")? {
            ServerMessage::Refused(refused) => bail!(refused.message),
            answer => Ok(answer),
        }
    }

    /// Carries out a command, and prints the answer.
    pub(crate) fn run(&mut self, admin: &Admin, out: &mut impl Write) -> anyhow::Result<()> {
        let request = RequestId(0);
        match admin {
            Admin::List { text, which } => return self.list(text, (*which).into(), out),
            Admin::Log { name } => return self.log(name.as_deref(), out),
            Admin::HandOver { anyway, why } => return self.hand_over(*anyway, why, out),
            Admin::Show { name } => return Ok(show(&self.account(name)?, out)?),
            Admin::Token { name } => {
                let rows = self.account(name)?.tokens;
                return Ok(rows
                    .iter()
                    .try_for_each(|token| writeln!(out, "{}", token_row(token)))?);
            }
            _ => {}
        }
        let (mut order, why) = order(admin)?;
        if let (AccountOrder::Create(new), Admin::Create { password, .. }) = (&mut order, admin) {
            new.password = password.given("CARDROOM_ADMIN_PASSWORD")?;
        }
        let reason = why.reason.clone();
        ensure!(!reason.is_empty(), "Say why with --reason. The room stores it with the order.");
        match self.ask(Administer { request, reason, order })? {
            ServerMessage::Done(_) => writeln!(out, "Done.")?,
            ServerMessage::ResetCode(made) => {
                let (account, link, end) = (&made.account, self.link(&made), when(made.expires_at));
                writeln!(
                    out,
                    "{account} sets a password at this link, once, before {end}:\n  {link}"
                )?;
            }
            ServerMessage::ResetCodes(made) => {
                let heading = ["name", "link", "until"].map(str::to_owned).to_vec();
                let rows = made
                    .codes
                    .iter()
                    .map(|made| vec![made.account.clone(), self.link(made), when(made.expires_at)]);
                write!(out, "{}", table(std::iter::once(heading).chain(rows)))?;
            }
            other => return unexpected(&other),
        }
        Ok(())
    }

    /// Returns the link with which the owner of an account sets the password.
    fn link(&self, made: &ResetCode) -> String {
        format!("{}/#/reset/{}", self.page, made.code.0)
    }

    fn list(&mut self, text: &str, which: AccountKind, out: &mut impl Write) -> anyhow::Result<()> {
        let mut from = 0;
        loop {
            let text = text.to_owned();
            let page = match self.ask(FindAccounts { request: RequestId(0), text, which, from })? {
                ServerMessage::AccountPage(page) => page,
                other => return unexpected(&other),
            };
            for account in &page.accounts {
                writeln!(out, "{}", row(account))?;
            }
            from += u32::try_from(page.accounts.len()).unwrap_or(u32::MAX);
            if page.accounts.is_empty() || from >= page.total {
                return Ok(());
            }
        }
    }

    fn log(&mut self, name: Option<&str>, out: &mut impl Write) -> anyhow::Result<()> {
        let mut from = 0;
        loop {
            let account = name.map(str::to_owned);
            let list = ListOperations { request: RequestId(0), account, from };
            let page = match self.ask(list)? {
                ServerMessage::OperationPage(page) => page,
                other => return unexpected(&other),
            };
            for each in &page.operations {
                let operator = each.operator.as_deref().unwrap_or("(command line)");
                writeln!(
                    out,
                    "{}  {operator}  {}: {}  ({})",
                    when(each.at),
                    each.account,
                    each.done,
                    each.reason
                )?;
            }
            from += u32::try_from(page.operations.len()).unwrap_or(u32::MAX);
            if page.operations.is_empty() || from >= page.total {
                return Ok(());
            }
        }
    }
}

/// Returns the address of the page without a slash at its end.
fn page_address(server: &ServerSettings) -> String {
    server.link_address().unwrap_or_else(|| format!("http://{}", reachable(server.listen)))
}

/// Reads the accounts of a CSV file.
fn accounts_of(file: &Path) -> anyhow::Result<AccountOrder> {
    let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
    let text = text_of(bytes).map_err(|error| anyhow!("{} {error}", file.display()))?;
    let accounts = new_accounts(&text)?;
    ensure!(
        accounts.len() <= MAX_NEW_ACCOUNTS,
        "The file has {} accounts, and one order opens at most {MAX_NEW_ACCOUNTS}. Divide it.",
        accounts.len()
    );
    Ok(AccountOrder::CreateAll(Box::new(accounts.into_iter().collect())))
}

/// Parses accounts from CSV with the columns `name` and `role`.
fn new_accounts(text: &str) -> anyhow::Result<Vec<NewAccount>> {
    let text = text.trim_start_matches('\u{feff}');
    let separator = text.lines().next().and_then(|first| first.find([',', ';', '\t']));
    let separator = separator.and_then(|at| text.get(at..)?.chars().next()).unwrap_or(',');
    let cells = |line: &str| -> Vec<String> {
        let cells = line.split(separator).map(|cell| cell.trim().trim_matches('"').trim());
        cells.map(str::to_owned).collect()
    };
    let mut lines = text.lines().zip(1_u32..).filter(|(line, _)| !line.trim().is_empty());
    let (heading, _) = lines.next().context("The file is empty. Its first line names columns.")?;
    let columns = cells(&heading.to_lowercase());
    let unknown = columns.iter().find(|column| !["name", "role"].contains(&&***column));
    if let Some(unknown) = unknown {
        bail!("line 1: there is no column \"{unknown}\". The columns are name and role.");
    }
    let column = |name: &str| columns.iter().position(|column| column == name);
    let name_at = column("name").context("line 1: the column \"name\" is missing.")?;
    let accounts = lines.map(|(line, number)| {
        let cells = cells(line);
        let cell = |at: usize| cells.get(at).map(String::as_str).unwrap_or_default();
        let role = column("role").map(cell).filter(|role| !role.is_empty());
        let role = match role {
            Some(role) => RoleName::from_str(role, true).map_err(|_| {
                anyhow!(
                    "line {number}: \"{role}\" is no role; choose player, host, floor or admin."
                )
            })?,
            None => RoleName::Player,
        };
        Ok(NewAccount { name: cell(name_at).to_owned(), role: role.into(), password: None })
    });
    let accounts = accounts.collect::<anyhow::Result<Vec<_>>>()?;
    ensure!(!accounts.is_empty(), "The file names no account. Write each on a line of its own.");
    Ok(accounts)
}

/// Returns `true` if no room listens: there is no socket, or only the file of a killed room.
fn is_closed(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused)
}

/// Returns the error for a command that needs an open room.
pub(crate) fn closed(data_dir: &Path) -> anyhow::Error {
    anyhow::anyhow!(
        "No room is open with the data directory {}. Start it, or name its directory with --data-dir.",
        data_dir.display()
    )
}

fn unexpected<T>(answer: &ServerMessage) -> anyhow::Result<T> {
    use cardroom_protocol::message::Message as _;
    bail!("The room answers with {}, which is not expected here.", answer.name())
}

/// Builds the order of a command.
fn order(admin: &Admin) -> anyhow::Result<(AccountOrder, &Why)> {
    use AccountOrder as O;
    let account = |name: &String| name.clone();
    Ok(match admin {
        Admin::Create { name, role, why, .. } => {
            let new = NewAccount { name: account(name), role: (*role).into(), password: None };
            (O::Create(new), why)
        }
        Admin::Import { file, why } => (accounts_of(file)?, why),
        Admin::Unlock { name, why } => (O::Unlock(account(name)), why),
        Admin::Role { name, role, why } => {
            (O::SetRole(NewRole { account: account(name), role: (*role).into() }), why)
        }
        Admin::Rename { name, new_name, why } => {
            (O::Rename(NewName { account: account(name), name: new_name.clone() }), why)
        }
        Admin::Reset { name, why } => (O::ResetPassword(account(name)), why),
        Admin::Suspend { name, end, why } => {
            (O::Suspend(Until { account: account(name), until: end.time() }), why)
        }
        Admin::Restore { name, why } => (O::Restore(account(name)), why),
        Admin::Mute { name, end, why } => {
            (O::Mute(Until { account: account(name), until: end.time() }), why)
        }
        Admin::Unmute { name, why } => (O::Unmute(account(name)), why),
        Admin::Remove { name, table, why } => {
            (O::Remove(RemoveFrom { account: account(name), table: (*table).into() }), why)
        }
        Admin::SignOut { name, why } => (O::SignOut(account(name)), why),
        Admin::Revoke { name, token, why } => {
            (O::RevokeToken(TokenOf { account: account(name), token: ApiTokenId(*token) }), why)
        }
        Admin::Unlink { name, why } => (O::UnlinkSignIn(account(name)), why),
        Admin::RemoveSecondFactor { name, why } => (O::RemoveSecondFactor(account(name)), why),
        Admin::Grant { name, chips, why } => {
            (O::GrantChips(ChipsFor { account: account(name), chips: (*chips).into() }), why)
        }
        Admin::Take { name, chips, why } => {
            (O::TakeChips(ChipsFor { account: account(name), chips: (*chips).into() }), why)
        }
        Admin::Merge { guest, account, chips, why } => {
            let (guest, into) = (guest.clone(), account.clone());
            (O::MergeGuest(Merge { guest, into, chips: *chips }), why)
        }
        Admin::Erase { name, confirm, why } => {
            ensure!(name == confirm, "--confirm must repeat the name of the account.");
            (O::Erase(account(name)), why)
        }
        Admin::List { .. }
        | Admin::Show { .. }
        | Admin::Token { .. }
        | Admin::Log { .. }
        | Admin::HandOver { .. } => bail!("This command gives no order about an account."),
    })
}

fn row(account: &AccountRow) -> String {
    let kind = match account {
        AccountRow { erased_at: Some(_), .. } => "erased",
        AccountRow { bot: true, .. } => "house bot",
        AccountRow { guest: true, .. } => "guest",
        AccountRow { role: Role::Player, .. } => "player",
        AccountRow { role: Role::Host, .. } => "host",
        AccountRow { role: Role::Floor, .. } => "floor",
        AccountRow { role: Role::Admin, .. } => "admin",
    };
    let mut text = format!("{:<24}  {kind:<9}  id {}", account.name, account.id);
    if account.online {
        text.push_str("  online");
    }
    if let Some(end) = account.suspended_until {
        text.push_str(&format!("  suspended {}", until(end)));
    }
    if let Some(end) = account.muted_until {
        text.push_str(&format!("  muted {}", until(end)));
    }
    text
}

fn show(shown: &AccountShown, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", row(&shown.account))?;
    if let Some(opened) = shown.account.opened_at {
        writeln!(out, "  opened         {}", when(opened))?;
    }
    writeln!(out, "  wallet         {}", shown.wallet.0)?;
    writeln!(out, "  on tables      {}", shown.on_tables.0)?;
    writeln!(out, "  second factor  {}", if shown.second_factor { "yes" } else { "no" })?;
    writeln!(out, "  provider       {}", if shown.linked { "linked" } else { "not linked" })?;
    if let Some(end) = shown.locked_until {
        let name = &shown.account.name;
        writeln!(
            out,
            "  locked         until {}, by wrong guesses of the password; \"admin unlock {name}\" \
             ends that",
            when(end)
        )?;
    }
    for SeatedAt { table, name, tournament } in &shown.tables {
        match tournament {
            // Its name has the number that the page and the floor use.
            Some(_) => writeln!(out, "  sits at        {name}")?,
            None => writeln!(out, "  sits at        {name} (table {table})")?,
        }
    }
    for tournament in &shown.tournaments {
        writeln!(out, "  in tournament  {}", tournament.0)?;
    }
    for token in &shown.tokens {
        writeln!(out, "  API token      {}", token_row(token))?;
    }
    Ok(())
}

/// Describes an API token: number, label, scopes, end, last use and address.
fn token_row(token: &ApiTokenInfo) -> String {
    let scopes: Vec<&str> = token.scopes.iter().map(|scope| scope.as_str()).collect();
    let end = token
        .ends_ms
        .map_or_else(|| "without an end".to_owned(), |end| format!("until {}", when(end)));
    let used = match (token.last_used_ms, &token.last_address) {
        (None, _) => "never used".to_owned(),
        (Some(at), None) => format!("last used {}", when(at)),
        (Some(at), Some(from)) => format!("last used {} from {from}", when(at)),
    };
    format!("{}  \"{}\", {}, {end}, {used}", token.id.0, token.label, scopes.join(" "))
}

fn until(end: TimeMs) -> String {
    if end.0 >= NEVER_MS { "without an end".to_owned() } else { format!("until {}", when(end)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_protocol::{Chips, TableId, TournamentId};

    #[test]
    fn accounts_are_read_from_a_spreadsheets_file() {
        let read = |text| new_accounts(text).map_err(|error| error.to_string());
        let two = read("\u{feff}Name;Role\r\n\"Ada\";\r\n\r\nBob;Floor\r\n").unwrap();
        let row = |name: &str, role| NewAccount { name: name.to_owned(), role, password: None };
        assert_eq!(two, [row("Ada", Role::Player), row("Bob", Role::Floor)]);
        assert_eq!(read("name\nAda\n").unwrap(), [row("Ada", Role::Player)]);
        assert!(read("name,seat\nAda,2\n").unwrap_err().contains("no column \"seat\""));
        assert!(read("name,role\nAda,king\n").unwrap_err().starts_with("line 2: \"king\""));
        assert!(read("role\nadmin\n").unwrap_err().contains("\"name\" is missing"));
        assert!(read("name\n").is_err() && read("").is_err());
    }

    #[test]
    fn tables_are_printed_as_the_page_and_the_floor_name_them() {
        let account = AccountRow {
            id: "12".to_owned(),
            name: "Ada".to_owned(),
            role: Role::Player,
            guest: false,
            bot: false,
            online: true,
            opened_at: None,
            suspended_until: None,
            muted_until: None,
            erased_at: None,
        };
        let seat = |table, name: &str, tournament| SeatedAt {
            table: TableId(table),
            name: name.to_owned(),
            tournament,
        };
        let shown = AccountShown {
            request: RequestId(1),
            account,
            wallet: Chips(900),
            on_tables: Chips(100),
            second_factor: false,
            tables: vec![
                seat(3, "Mira", None),
                seat(17, "Nightly · table 2", Some(TournamentId(5))),
            ],
            tournaments: vec![TournamentId(5)],
            tokens: Vec::new(),
            linked: false,
            locked_until: None,
        };
        let mut out = Vec::new();
        show(&shown, &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert!(out.contains("  sits at        Mira (table 3)\n"), "{out}");
        assert!(
            out.contains("  sits at        Nightly · table 2\n") && !out.contains("17"),
            "{out}"
        );
    }

    #[test]
    fn links_lead_to_the_address_of_the_page() {
        let page = |address: &str, domain: &str| {
            let (address, domain) = (address.to_owned(), domain.to_owned());
            page_address(&ServerSettings { address, domain, ..ServerSettings::default() })
        };
        assert_eq!(page("https://poker.example/", ""), "https://poker.example");
        assert_eq!(page("", "poker.example"), "https://poker.example");
        assert_eq!(page("", ""), "http://127.0.0.1:7777");
    }

    #[test]
    fn a_token_is_listed_with_what_it_may_do_its_end_and_its_last_use() {
        use cardroom_protocol::server::Scope;
        let token = ApiTokenInfo {
            id: ApiTokenId(7),
            label: "night bot".to_owned(),
            scopes: [Scope::Play, Scope::Read].into_iter().collect(),
            created_ms: TimeMs(1),
            last_used_ms: Some(TimeMs(1_796_083_200_000)),
            last_address: Some("192.0.2.7".to_owned()),
            ends_ms: Some(TimeMs(1_796_083_200_000)),
        };
        assert_eq!(
            token_row(&token),
            "7  \"night bot\", play read, until 2026-12-01 00:00 UTC, \
             last used 2026-12-01 00:00 UTC from 192.0.2.7"
        );
        let unused = ApiTokenInfo { last_used_ms: None, ends_ms: None, ..token };
        assert_eq!(token_row(&unused), "7  \"night bot\", play read, without an end, never used");
    }

    #[test]
    fn an_end_that_never_comes_is_called_so() {
        assert_eq!(until(TimeMs(NEVER_MS)), "without an end");
        assert_eq!(until(TimeMs(1_796_083_200_000)), "until 2026-12-01 00:00 UTC");
    }

    #[test]
    fn an_account_is_erased_only_if_its_name_is_repeated() {
        let why = || Why { reason: "They asked for it.".to_owned() };
        let erase = |confirm: &str| Admin::Erase {
            name: "Ada".to_owned(),
            confirm: confirm.to_owned(),
            why: why(),
        };
        assert!(order(&erase("Ada")).is_ok());
        assert!(order(&erase("Eve")).is_err());
    }
}
