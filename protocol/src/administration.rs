//! Operators' view of accounts, and their orders about them. A player's own requests about an
//! account are in [`client`](crate::client).

use crate::account::{ApiTokenInfo, Role};
use crate::ids::{ApiTokenId, Chips, HandNo, RequestId, Secret, TableId, TimeMs, TournamentId};
use crate::limits::MAX_NEW_ACCOUNTS;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// Asks for a page of accounts, in the order of their names. Floor and administrators
/// only. Answered by [`AccountPage`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindAccounts {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Part of the name, without regard to case. Empty for all accounts.
    pub text: String,
    /// The kind of account to find.
    pub which: AccountKind,
    /// Number of rows to skip; 0 for the first page.
    pub from: u32,
}

/// A kind of account to search for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AccountKind {
    /// Accounts of every kind.
    Any,
    /// Accounts with a password.
    Registered,
    /// Guests: people without a password.
    Guest,
    /// Accounts with a role above `Player`.
    Staff,
    /// Accounts that are suspended now.
    Suspended,
}

/// Asks for one account. Floor and administrators only. Answered by [`AccountShown`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetAccount {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Name of the account.
    pub account: String,
}

/// Carries out an order about an account. Answered by [`ResetCode`] or [`ResetCodes`] if codes
/// were made, otherwise by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Administer {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// The reason, in one line of 1 to 280 characters. It is stored with the order.
    pub reason: String,
    /// The change to make.
    pub order: AccountOrder,
}

/// An operator's order about an account. The floor may give the orders from `Suspend` to `Remove`,
/// about players and hosts. Administrators may give all of them. No operator may give one about
/// their own account. A text is the account's name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AccountOrder {
    /// Opens an account, and makes a code with which its owner sets the password.
    Create(NewAccount),
    /// Gives the account another name.
    Rename(NewName),
    /// Changes the role of the account. Its connection ends.
    SetRole(NewRole),
    /// Makes a code with which the owner can set a new password, once.
    ResetPassword(String),
    /// Suspends the account until a time. Its connection ends, and it leaves its tables when the
    /// hands in progress are over.
    Suspend(Until),
    /// Ends the suspension of the account.
    Restore(String),
    /// Mutes chat and emotes of the account at every table, until a time.
    Mute(Until),
    /// Ends the mute of the account.
    Unmute(String),
    /// Makes the account leave a ring table when the hand in progress is over.
    Remove(RemoveFrom),
    /// Ends every token and the connection of the account.
    SignOut(String),
    /// Ends an API token, and the connection of the account.
    RevokeToken(TokenOf),
    /// Removes the second factor of an account whose owner has lost it.
    RemoveSecondFactor(String),
    /// Moves play chips from the bank to the wallet.
    GrantChips(ChipsFor),
    /// Moves chips from the wallet back to the bank.
    TakeChips(ChipsFor),
    /// Moves the hands and notes of a guest to another account, and closes the guest's account.
    MergeGuest(Merge),
    /// Closes the account permanently. Its name, password, tokens and notes are deleted, its chips
    /// return to the bank, and its hands keep a pseudonym.
    Erase(String),
    /// Settles a player's report. Holds the number of the report. The order's reason says
    /// how it was settled.
    SettleReport(u32),
    /// Ends the account's link to the sign-in provider. If the account has no password, its owner
    /// needs a code for a new one.
    UnlinkSignIn(String),
    /// Opens accounts, all or none, and makes a code for each. Answered by [`ResetCodes`].
    CreateAll(Box<ArrayVec<NewAccount, MAX_NEW_ACCOUNTS>>),
    /// Ends the wait that wrong guesses of the password cost the account.
    Unlock(String),
}

/// An account to open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewAccount {
    /// Name of the account.
    pub name: String,
    /// Role of the account.
    pub role: Role,
    /// Its password. If absent, a code is made with which its owner sets one.
    pub password: Option<Secret>,
}

/// A new name for an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewName {
    /// The current name of the account.
    pub account: String,
    /// The new name of the account.
    pub name: String,
}

/// A new role for an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewRole {
    /// Name of the account.
    pub account: String,
    /// The new role of the account.
    pub role: Role,
}

/// An account and the time when a suspension or mute ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Until {
    /// Name of the account.
    pub account: String,
    /// The end. Absent if it does not end.
    pub until: Option<TimeMs>,
}

/// A player to remove from a ring table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoveFrom {
    /// Name of the account.
    pub account: String,
    /// Id of the table.
    pub table: TableId,
}

/// An API token of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenOf {
    /// Name of the account.
    pub account: String,
    /// Id of the token, as in [`AccountShown`].
    pub token: ApiTokenId,
}

/// Chips to move to or from an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChipsFor {
    /// Name of the account.
    pub account: String,
    /// Number of chips, at least one.
    pub chips: Chips,
}

/// A guest to merge into an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Merge {
    /// Name of the guest.
    pub guest: String,
    /// Name of the account.
    pub into: String,
    /// Whether the guest's chips move too. Otherwise they return to the bank.
    pub chips: bool,
}

/// Asks for a page of the operators' orders about accounts, the latest first. Floor and
/// administrators only. Answered by [`OperationPage`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListOperations {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Only orders about this account. Absent for all.
    pub account: Option<String>,
    /// Number of rows to skip; 0 for the first page.
    pub from: u32,
}

/// Sets a password with a code that an operator made, and logs in. The code works
/// once. Answered by [`LoggedIn`](crate::server::LoggedIn).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UseResetCode {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// The code from the operator.
    pub code: Secret,
    /// The new password, under the rules for passwords.
    pub password: Secret,
}

/// Reports another player to the operators, with a hand to look at if there is
/// one. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportPlayer {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// Name of the other player.
    pub player: String,
    /// Number of the hand, which must be over. Absent if the report is not about a hand.
    pub hand: Option<HandNo>,
    /// The incident, in one line of 1 to 280 characters.
    pub text: String,
}

/// Asks for a page of the players' reports, the latest first. Floor and administrators
/// only. Answered by [`ReportPage`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListReports {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Whether to list only reports that no operator has settled.
    pub open: bool,
    /// Number of rows to skip; 0 for the first page.
    pub from: u32,
}

/// Asks for a page of chat that the room stores, the latest first. Floor and administrators
/// only. Answered by [`ChatPage`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchChat {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Part of the line, without regard to case. Empty for all lines.
    pub text: String,
    /// Only lines by this account. Absent for all.
    pub account: Option<String>,
    /// Only lines at this table. Absent for all.
    pub table: Option<TableId>,
    /// Number of rows to skip; 0 for the first page.
    pub from: u32,
}

/// A page of accounts, at most 20.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AccountPage {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Number of rows before this page.
    pub from: u32,
    /// Number of rows on all pages.
    pub total: u32,
    /// The accounts, in the order of their names.
    pub accounts: Vec<AccountRow>,
}

/// An account, as operators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AccountRow {
    /// Id of the account, as in [`LoggedIn`](crate::server::LoggedIn).
    pub id: String,
    /// Name of the account.
    pub name: String,
    /// Role of the account.
    pub role: Role,
    /// Whether it is a guest: an account of a person without a password.
    pub guest: bool,
    /// Whether it is a house bot.
    pub bot: bool,
    /// Whether it is connected now.
    pub online: bool,
    /// Time when it was opened. Absent if the room did not record it.
    pub opened_at: Option<TimeMs>,
    /// End of its suspension. Absent if it is not suspended.
    pub suspended_until: Option<TimeMs>,
    /// End of its mute. Absent if it is not muted.
    pub muted_until: Option<TimeMs>,
    /// Time when it was erased. Absent if it was not.
    pub erased_at: Option<TimeMs>,
}

/// One account, as operators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AccountShown {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// The account and its state.
    pub account: AccountRow,
    /// Chips in the wallet, including those on their way to a table or tournament.
    pub wallet: Chips,
    /// Chips of the account on tables.
    pub on_tables: Chips,
    /// Whether it logs in with a second factor.
    pub second_factor: bool,
    /// Tables where it has a seat.
    pub tables: Vec<SeatedAt>,
    /// Tournaments where it has an entry.
    pub tournaments: Vec<TournamentId>,
    /// API tokens of the account.
    pub tokens: Vec<ApiTokenInfo>,
    /// Whether it is linked to the sign-in provider.
    pub linked: bool,
    /// Time until which logins have to wait, because the password was guessed wrong too often.
    pub locked_until: Option<TimeMs>,
}

/// A table where an account has a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatedAt {
    /// Id of the table.
    pub table: TableId,
    /// Name of the table. That of a tournament's table has its number in the tournament.
    pub name: String,
    /// The tournament that the table belongs to. Absent for other tables.
    pub tournament: Option<TournamentId>,
}

/// A code with which the owner of an account can set a password, once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResetCode {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Name of the account.
    pub account: String,
    /// The code. The web client takes it at `#/reset/CODE`.
    pub code: Secret,
    /// Time when the code expires.
    pub expires_at: TimeMs,
}

/// The codes of accounts that were opened together, in the order of the request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResetCodes {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// A code for each account.
    pub codes: Vec<ResetCode>,
}

/// A page of the operators' orders about accounts, at most 20.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OperationPage {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Number of rows before this page.
    pub from: u32,
    /// Number of rows on all pages.
    pub total: u32,
    /// The orders, the latest first.
    pub operations: Vec<Operation>,
}

/// An operator's order about an account, as it was carried out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Operation {
    /// Time of the order.
    pub at: TimeMs,
    /// Name of the operator. Absent for an order from the command line of the server.
    pub operator: Option<String>,
    /// The account's name, as it is now.
    pub account: String,
    /// The effect of the order, for people to read.
    pub done: String,
    /// The reason that the operator gave.
    pub reason: String,
}

/// A page of the players' reports, at most 20.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReportPage {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Number of rows before this page.
    pub from: u32,
    /// Number of rows on all pages.
    pub total: u32,
    /// The reports, the latest first.
    pub reports: Vec<Report>,
}

/// A report about a player, made by another player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// Number of the report.
    pub number: u32,
    /// Time when the report was made.
    pub at: TimeMs,
    /// Name of the player who made it, as it is now.
    pub reporter: String,
    /// Name of the player it is about, as it is now.
    pub player: String,
    /// Id of the table.
    pub table: TableId,
    /// Number of the hand. Absent if it is not about one.
    pub hand: Option<HandNo>,
    /// The incident, in the reporter's words.
    pub text: String,
    /// Time when an operator settled it. Absent while it is open.
    pub settled_at: Option<TimeMs>,
    /// The operator's reason for settling it. Empty while it is open.
    pub outcome: String,
}

/// A page of chat, at most 50 lines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChatPage {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Number of rows before this page.
    pub from: u32,
    /// Number of rows on all pages.
    pub total: u32,
    /// The lines, the latest first.
    pub lines: Vec<ChatFound>,
}

/// A line of chat that the room stores.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChatFound {
    /// Time when the line was sent.
    pub at: TimeMs,
    /// Name of the sender, as it is now.
    pub name: String,
    /// Id of the table.
    pub table: TableId,
    /// Text of the line.
    pub text: String,
}
