//! What operators see of accounts and do about them. A player's own requests about an account are
//! in [`client`](crate::client).

use crate::account::{ApiTokenInfo, Role};
use crate::ids::{ApiTokenId, Chips, HandNo, RequestId, Secret, TableId, TimeMs, TournamentId};
use serde::{Deserialize, Serialize};

/// Asks for a page of accounts, in the order of their names. Floor and administrators only.
/// Answered by [`AccountPage`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindAccounts {
    /// Repeated in the answer.
    pub request: RequestId,
    /// A part of the name, without regard to case. Empty for all.
    pub text: String,
    /// Which of them.
    pub which: AccountKind,
    /// How many to pass over.
    pub from: u32,
}

/// Accounts of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AccountKind {
    /// All of them.
    Any,
    /// Accounts with a password.
    Registered,
    /// Accounts of people without a password.
    Guest,
    /// Accounts whose role is above that of a player.
    Staff,
    /// Accounts that may not come in now.
    Suspended,
}

/// Asks for one account. Floor and administrators only. Answered by [`AccountShown`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetAccount {
    /// Repeated in the answer.
    pub request: RequestId,
    /// Its name.
    pub account: String,
}

/// Changes something about an account. Answered by [`Done`](crate::server::Done), or by
/// [`ResetCode`] where a code was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Administer {
    /// Repeated in the answer.
    pub request: RequestId,
    /// Why, in one line of 1 to 280 characters. It is stored with the order.
    pub reason: String,
    /// What.
    pub order: AccountOrder,
}

/// An order about one account, named by its name. The floor may give those of `Suspend` to
/// `Remove`, about players and hosts. Administrators may give all of them. Nobody gives one about
/// their own account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AccountOrder {
    /// Opens an account, and makes a code with which its owner sets the password.
    Create(NewAccount),
    /// Gives the account another name.
    Rename(NewName),
    /// Changes what the account may do. Its connection ends.
    SetRole(NewRole),
    /// Makes a code with which the owner sets a new password, once.
    ResetPassword(String),
    /// Closes the room to the account until a time. Its connection ends, and it leaves its tables
    /// when the hands in progress are over.
    Suspend(Until),
    /// Lets a suspended account in again.
    Restore(String),
    /// Takes chat and emotes away from the account until a time, at every table.
    Mute(Until),
    /// Lets a muted account chat again.
    Unmute(String),
    /// Makes the account leave a ring table when the hand in progress is over.
    Remove(RemoveFrom),
    /// Ends every token and the connection of the account.
    SignOut(String),
    /// Ends an API token, and the connection of the account.
    RevokeToken(TokenOf),
    /// Removes the second factor of an account whose owner has lost it.
    RemoveSecondFactor(String),
    /// Gives play chips from the bank.
    GrantChips(ChipsFor),
    /// Takes chips from the wallet back into the bank.
    TakeChips(ChipsFor),
    /// Moves the hands and notes of a guest to another account, and closes the guest's account.
    MergeGuest(Merge),
    /// Closes the account for good. Its name, password, tokens and notes are deleted, its chips
    /// return to the bank, and its hands keep a pseudonym.
    Erase(String),
    /// Settles a report of a player, by its number. The reason says what came of it.
    SettleReport(u32),
    /// Ends the account's link to the sign-in provider. Without a password its owner needs a code for
    /// a new one.
    UnlinkSignIn(String),
}

/// An account to open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewAccount {
    /// Its name.
    pub name: String,
    /// What it may do.
    pub role: Role,
}

/// Another name for an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewName {
    /// The account.
    pub account: String,
    /// Its name from now on.
    pub name: String,
}

/// Another role for an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewRole {
    /// The account.
    pub account: String,
    /// What it may do from now on.
    pub role: Role,
}

/// An account and a time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Until {
    /// The account.
    pub account: String,
    /// When it ends; absent for never.
    pub until: Option<TimeMs>,
}

/// A player at a ring table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoveFrom {
    /// The account.
    pub account: String,
    /// The table.
    pub table: TableId,
}

/// An API token of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenOf {
    /// The account.
    pub account: String,
    /// The token, as in [`AccountShown`].
    pub token: ApiTokenId,
}

/// Chips for an account, or from it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChipsFor {
    /// The account.
    pub account: String,
    /// How many; at least one.
    pub chips: Chips,
}

/// A guest that becomes part of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Merge {
    /// The guest.
    pub guest: String,
    /// The account.
    pub into: String,
    /// Whether the guest's chips move too. Otherwise they return to the bank.
    pub chips: bool,
}

/// Asks for a page of what operators have done about accounts, the latest first. Floor and
/// administrators only. Answered by [`OperationPage`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListOperations {
    /// Repeated in the answer.
    pub request: RequestId,
    /// About this account; absent for all.
    pub account: Option<String>,
    /// How many to pass over.
    pub from: u32,
}

/// Sets a password with the code that an operator made, and logs in. The code works once. Answered
/// by [`LoggedIn`](crate::server::LoggedIn).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UseResetCode {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The code.
    pub code: Secret,
    /// The password from now on, under the rules for passwords.
    pub password: Secret,
}

/// Reports another player to the operators, with a hand if there is one to look at. Answered by
/// [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportPlayer {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
    /// The name of the other player.
    pub player: String,
    /// The hand, which must be over; absent if the report is not about one.
    pub hand: Option<HandNo>,
    /// What happened, in one line of 1 to 280 characters.
    pub text: String,
}

/// Asks for a page of what players reported, the latest first. Floor and administrators only.
/// Answered by [`ReportPage`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListReports {
    /// Repeated in the answer.
    pub request: RequestId,
    /// Whether only those are wanted that nobody has settled.
    pub open: bool,
    /// How many to pass over.
    pub from: u32,
}

/// Asks for a page of chat that the room stores, the latest first. Floor and administrators only.
/// Answered by [`ChatPage`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchChat {
    /// Repeated in the answer.
    pub request: RequestId,
    /// A part of the line, without regard to case. Empty for all.
    pub text: String,
    /// By this account; absent for all.
    pub account: Option<String>,
    /// At this table; absent for all.
    pub table: Option<TableId>,
    /// How many to pass over.
    pub from: u32,
}

/// A page of accounts: at most 20.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AccountPage {
    /// The request's id.
    pub request: RequestId,
    /// How many stand before the first of them.
    pub from: u32,
    /// How many there are on all pages.
    pub total: u32,
    /// The accounts.
    pub accounts: Vec<AccountRow>,
}

/// An account, as operators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AccountRow {
    /// Its id, as in [`LoggedIn`](crate::server::LoggedIn).
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it may do.
    pub role: Role,
    /// Whether it is a guest: an account of a person without a password.
    pub guest: bool,
    /// Whether it is a house bot.
    pub bot: bool,
    /// Whether it is connected now.
    pub online: bool,
    /// When it was opened; absent if that was not noted.
    pub opened_at: Option<TimeMs>,
    /// Until when it may not come in; absent if it may.
    pub suspended_until: Option<TimeMs>,
    /// Until when it may not chat; absent if it may.
    pub muted_until: Option<TimeMs>,
    /// When it was erased; absent if it was not.
    pub erased_at: Option<TimeMs>,
}

/// One account, as operators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AccountShown {
    /// The request's id.
    pub request: RequestId,
    /// The account.
    pub account: AccountRow,
    /// What its wallet holds, with what is on its way to a table or tournament.
    pub wallet: Chips,
    /// What it has on tables.
    pub on_tables: Chips,
    /// Whether it signs in with a second factor.
    pub second_factor: bool,
    /// Where it sits.
    pub tables: Vec<TableId>,
    /// The tournaments it is in.
    pub tournaments: Vec<TournamentId>,
    /// Its API tokens.
    pub tokens: Vec<ApiTokenInfo>,
    /// Whether it is linked to the sign-in provider.
    pub linked: bool,
}

/// A code with which the owner of an account sets a password, once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResetCode {
    /// The request's id.
    pub request: RequestId,
    /// The account.
    pub account: String,
    /// The code; the page takes it at `#/reset/CODE`.
    pub code: Secret,
    /// When it ends.
    pub expires_at: TimeMs,
}

/// A page of what operators have done about accounts: at most 20.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OperationPage {
    /// The request's id.
    pub request: RequestId,
    /// How many stand before the first of them.
    pub from: u32,
    /// How many there are on all pages.
    pub total: u32,
    /// What was done.
    pub operations: Vec<Operation>,
}

/// Something an operator did about an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Operation {
    /// When.
    pub at: TimeMs,
    /// The operator; absent for one at the machine's own command line.
    pub operator: Option<String>,
    /// The account it was about, by its name now.
    pub account: String,
    /// What was done, for people to read.
    pub done: String,
    /// Why.
    pub reason: String,
}

/// A page of what players reported: at most 20.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReportPage {
    /// The request's id.
    pub request: RequestId,
    /// How many stand before the first of them.
    pub from: u32,
    /// How many there are on all pages.
    pub total: u32,
    /// The reports.
    pub reports: Vec<Report>,
}

/// What a player reported about another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// Its number.
    pub number: u32,
    /// When it was made.
    pub at: TimeMs,
    /// Who made it, by the name now.
    pub reporter: String,
    /// The player it is about, by the name now.
    pub player: String,
    /// The table.
    pub table: TableId,
    /// The hand.
    pub hand: Option<HandNo>,
    /// What happened.
    pub text: String,
    /// When an operator settled it; absent while it is open.
    pub settled_at: Option<TimeMs>,
    /// What came of it; empty while it is open.
    pub outcome: String,
}

/// A page of chat: at most 50 lines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChatPage {
    /// The request's id.
    pub request: RequestId,
    /// How many stand before the first of them.
    pub from: u32,
    /// How many there are on all pages.
    pub total: u32,
    /// The lines.
    pub lines: Vec<ChatFound>,
}

/// A line of chat that the room stores.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChatFound {
    /// When it was said.
    pub at: TimeMs,
    /// Who said it, by the name now.
    pub name: String,
    /// At which table.
    pub table: TableId,
    /// The line.
    pub text: String,
}
