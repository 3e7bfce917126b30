//! Messages from clients. The server trusts nothing in them.
//!
//! The server refuses a field that it does not know instead of skipping it. Otherwise a misspelled
//! `seat` would count as an absent one, and an absent one has a meaning.

use crate::account::Scope;
use crate::ids::{ActionId, ApiTokenId, Chips, RequestId, Secret, TableId, TimeMs, TurnToken};
use crate::limits::{MAX_DISCARDS, MAX_SCOPES};
use crate::lobby::TableFilter;
use crate::table::{Action, EmoteKind};
use arrayvec::ArrayVec;
use cardroom_cards::Card;
use serde::{Deserialize, Serialize};

/// Opens the protocol on a new connection. The server refuses every message before
/// it. Answered by [`Welcome`](crate::server::Welcome).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The highest minor version that the client knows.
    pub minor: u16,
    /// Name and version of the client program, for the operator's logs. At most 64 characters,
    /// which the server does not check.
    pub client: String,
}

/// Asks for a [`Pong`](crate::server::Pong) with the same
/// nonce. Answered by [`Pong`](crate::server::Pong).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ping {
    /// Any number. The pong repeats it.
    pub nonce: u32,
}

/// Logs in as a guest: a new account without a password, which lasts as long as its resume
/// token. Answered by [`LoggedIn`](crate::server::LoggedIn).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoginGuest {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// The name that others see, under the rules for names. If absent, the room makes one. If the
    /// name is taken, the room adds a number to it. See "Names" in `PROTOCOL.md`.
    pub nickname: Option<String>,
}

/// Opens an account with a name and a password, and logs
/// in. Answered by [`LoggedIn`](crate::server::LoggedIn).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Register {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// The name that others see, under the rules for names. Unique without regard to case.
    pub name: String,
    /// 8 characters to 256 bytes.
    pub password: Secret,
}

/// Logs in with name and password. Answered by [`LoggedIn`](crate::server::LoggedIn).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Login {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Name of the account.
    pub name: String,
    /// Password of the account.
    pub password: Secret,
    /// The first 35 characters of a resume token that this client got for the account, even if the
    /// token has ended. The login then does not wait behind those of strangers. They are
    /// no credential, so a client may keep them after a logout.
    pub browser: Option<Secret>,
}

/// Logs in with name, password and second factor. The room refuses [`Login`] with
/// `second_factor_needed` if the password is right and the account has a second
/// factor. Answered by [`LoggedIn`](crate::server::LoggedIn).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoginWithCode {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Name of the account.
    pub name: String,
    /// Password of the account.
    pub password: Secret,
    /// The six digits that the authenticator shows now, or a recovery code.
    pub code: Secret,
    /// The same as in [`Login`].
    pub browser: Option<Secret>,
}

/// Sets up the second factor of the account, or removes it. Refused after a login with an API
/// token. Answered by [`SecondFactorKey`](crate::server::SecondFactorKey),
/// [`RecoveryCodes`](crate::server::RecoveryCodes) or [`Done`](crate::server::Done),
/// depending on the step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetSecondFactor {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// The step to take.
    pub step: SecondFactorStep,
}

/// A step in setting up or removing a second factor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SecondFactorStep {
    /// Makes a new key. Holds the account's password. The second factor does not count
    /// until it is confirmed.
    Begin(Secret),
    /// Confirms the key. Holds the six digits that the authenticator shows now.
    /// Answered with recovery codes.
    Confirm(Secret),
    /// Removes the second factor. Holds the six digits or a recovery code.
    Remove(Secret),
}

/// Logs in with a resume token (from [`LoggedIn`](crate::server::LoggedIn)) or an API token (from
/// [`ApiToken`](crate::server::ApiToken)). Answered by [`LoggedIn`](crate::server::LoggedIn).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoginToken {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// The resume token or API token.
    pub token: Secret,
}

/// Replaces the password, and ends all resume tokens of the account, including that of this
/// connection. If asked, it also ends the account's API tokens. Answered by
/// [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// The current password of the account.
    pub old: Secret,
    /// The new password, under the rules of [`Register`].
    pub new: Secret,
    /// Whether to end the API tokens of the account too. `false` if absent from JSON.
    #[serde(default)]
    pub end_tokens: bool,
}

/// Proves the second factor of the account again. Orders that only administrators may give need a
/// proof of the last 15 minutes, and are refused with `prove_factor` otherwise. A login with the
/// second factor is such a proof. Refused with `nothing_to_do` if the account has no second
/// factor, and with `forbidden` on a connection that logged in with an API token. Answered by
/// [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProveFactor {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// The six digits that the authenticator shows now, or a recovery code.
    pub code: Secret,
}

/// Makes an API token, with which a program can log in. The owner proves who they are with the
/// password and the second factor, as far as the account has them. An account without a password
/// must have logged in within the last 15 minutes. An account has at most 16 tokens. Refused with
/// `forbidden` on a connection that logged in with an API token. Answered by
/// [`ApiToken`](crate::server::ApiToken).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateApiToken {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Tells the token apart from the account's others. At most 40 characters.
    pub label: String,
    /// What the token may do. An empty list stands for [`Scope::Play`], and so does none in JSON.
    #[serde(default)]
    pub scopes: ArrayVec<Scope, MAX_SCOPES>,
    /// When the token ends. If absent, it ends only when it is revoked.
    pub ends_at: Option<TimeMs>,
    /// The account's password. Guests, and accounts that log in with the room's sign-in provider,
    /// have none.
    pub password: Option<Secret>,
    /// The six digits that the authenticator shows now, or a recovery code, if the account has a
    /// second factor.
    pub code: Option<Secret>,
}

/// Ends an API token of the account. Answered by [`Done`](crate::server::Done). Refused with
/// `nothing_to_do` if the account has no token with this id.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RevokeApiToken {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the token.
    pub id: ApiTokenId,
}

/// Asks for the account's API tokens. Answered by [`ApiTokenList`](crate::server::ApiTokenList).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListApiTokens {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
}

/// Ends every API token and resume token of the account, except the resume token of this
/// connection. Answered by [`Done`](crate::server::Done). Refused with `forbidden` on a connection
/// that logged in with an API token, like [`ChangePassword`] and [`RevokeApiToken`], so that a
/// stolen token cannot take over the account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignOutEverywhere {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
}

/// Chooses how others see the account at the tables. The room stores both numbers and passes them
/// on; the client draws the avatar from its number. Refused with `bad_appearance` outside the
/// [limits](crate::limits). Everyone at the account's tables gets
/// [`PlayerChanged`](crate::server::PlayerChanged) at once. An account that never chose has an
/// avatar and a color derived from its id. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetAppearance {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// 0 to 1023. The client draws the avatar from the number.
    pub avatar: u16,
    /// Number of the color, 0 to 15.
    pub color: u8,
}

/// Shows an emote at a table. Only seated players may do so. It is allowed during a hand, because
/// the list of emotes is fixed and reveals nothing about the hand. Refused with `not_seated`, with
/// `rate_limited` less than 2 seconds after the player's last emote, and with `forbidden` while the
/// player is muted. Answered by [`Done`](crate::server::Done), and by
/// [`Emoted`](crate::server::Emoted) for everyone who gets the table's steps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Emote {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// The emote to show.
    pub emote: EmoteKind,
}

/// Ends this connection's resume token. Answered by [`Done`](crate::server::Done); then the
/// server closes the connection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Logout {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
}

/// Asks for the room's grant of play chips. The room grants it if the account owns less than the
/// refill threshold, counting wallet and stacks, and the waiting time since the last grant is over.
/// Answered by a [`Balance`](crate::server::Balance) and [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refill {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
}

/// Turns the guest on this connection into an account with a name and a password. The guest keeps
/// account id, wallet, seats, tickets, hosted tables, hands and tokens. Answered by
/// [`LoggedIn`](crate::server::LoggedIn) with the new name and the same resume token. No views
/// follow it, because the connection has them. Refused with `nothing_to_do` if the account is not a
/// guest, with the codes of [`Register`], and on a connection that logged in with an API token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpgradeGuest {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// The new name, under the rules of [`Register`]. It may be the guest's current name.
    pub name: String,
    /// The password, under the rules of [`Register`].
    pub password: Secret,
}

/// Asks for the tables that match a filter. In JSON, an absent `filter` matches every table.
/// Answered by one or more [`TableList`](crate::server::TableList).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListTables {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// The tables to list.
    #[serde(default)]
    pub filter: TableFilter,
}

/// Starts or stops lobby updates. Answered by one or more [`TableList`](crate::server::TableList)
/// to start, by [`Done`](crate::server::Done) to stop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WatchLobby {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// True to start, false to stop.
    pub on: bool,
}

/// Starts watching a table: first the whole table, then every step. Answered by
/// [`TableSnapshot`](crate::server::TableSnapshot), then
/// [`Done`](crate::server::Done), in one frame.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Observe {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
}

/// Stops watching a table. A seated player continues to get its
/// steps. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unobserve {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
}

/// Takes a seat with chips from the wallet. Answered by [`Seated`](crate::server::Seated).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sit {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// The seat, from 0. If absent, the first free seat.
    pub seat: Option<u8>,
    /// Chips to bring, within the table's limits.
    pub buy_in: Chips,
    /// Whether to wait for the big blind instead of posting one to be dealt in at once.
    pub wait_for_big_blind: bool,
}

/// Adds chips from the wallet to the stack, at once or when the hand is over. A player who went
/// broke sits out and is not dealt in again before [`SitIn`]. [`Rebuy`] does both in one
/// step. Answered by [`Done`](crate::server::Done), or by
/// [`StillSittingOut`](crate::server::StillSittingOut) if the player sits out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TopUp {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// Chips to add. Stack and top-up together may not exceed the table's largest buy-in.
    pub amount: Chips,
}

/// Adds chips from the wallet to the stack, as [`TopUp`] does, and deals the player in again. Both
/// happen or neither. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rebuy {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// Chips to add. Stack and rebuy together may not exceed the table's largest buy-in.
    pub amount: Chips,
}

/// Stops dealing the player in from the next hand on. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SitOut {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
}

/// Deals the player in again, as soon as the rules allow
/// it. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SitIn {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
}

/// Leaves the table. A player who is dealt in leaves when the hand is
/// over. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leave {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
}

/// Sets the player's preferences at a table. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetPreferences {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// After joining or missing blinds: true waits for the big blind, false posts and plays.
    pub wait_for_big_blind: bool,
    /// Mucks losing hands and uncalled winners without asking. On at first.
    pub auto_muck: bool,
    /// Straddles when the table allows it and the seat is in position. Off at first.
    pub straddle: bool,
}

/// Acts on a turn. Answered by [`ActionAccepted`](crate::server::ActionAccepted)
/// or [`ActionRefused`](crate::server::ActionRefused).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// Id of the table.
    pub table: TableId,
    /// The token from [`YourTurn`](crate::server::YourTurn).
    pub turn: TurnToken,
    /// Larger than all ids used before at the table. Sending the same id again gets the same
    /// answer and changes nothing.
    pub action_id: ActionId,
    /// The action to take.
    pub action: Action,
}

/// Discards cards in a draw, or stands pat. Answered by
/// [`ActionAccepted`](crate::server::ActionAccepted) or
/// [`ActionRefused`](crate::server::ActionRefused).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Discard {
    /// Id of the table.
    pub table: TableId,
    /// The token from [`YourTurn`](crate::server::YourTurn).
    pub turn: TurnToken,
    /// As in [`Act`], which shares the sequence of ids.
    pub action_id: ActionId,
    /// The cards to discard, at most 7. None to stand pat.
    pub cards: ArrayVec<Card, MAX_DISCARDS>,
}

/// Answers on how many boards an all-in hand may be run
/// out. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunIt {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// The most boards the player agrees to. The smallest answer of all players counts.
    pub boards: u8,
}

/// Chooses the game of the next hand. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChooseGame {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// Index into [`TableInfo::games`](crate::lobby::TableInfo::games), from 0.
    pub game: u8,
}

/// Answers an offer to show the hand. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShowOrMuck {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// True tables the hand, false mucks it.
    pub show: bool,
}

/// Sends a line of chat to a table. The sender need not sit there or watch
/// it. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chat {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// At most 280 characters. Control characters are refused.
    pub text: String,
}
