//! What a client may send. The server takes each as a wish; nothing in it is trusted.
//!
//! A field the server does not know is refused rather than passed over: a misspelled `seat` would
//! otherwise be an absent one, and an absent one has a meaning.

use crate::administration::{
    Administer, FindAccounts, GetAccount, ListOperations, ListReports, ReportPlayer, SearchChat,
    UseResetCode,
};
use crate::history::{GetHand, GetHandSoFar, ListHands, RevokeHandLink, ShareHand};
use crate::hosting::{
    CloseHosted, GetHostedTournaments, GetHosting, GetTableLedger, HostTable, HostTournament,
    UseInvitation,
};
use crate::hybrid::{
    AskToSee, AttendTable, CallClock, DirectTable, ListAudit, MakeGesture, RabbitConsent,
    RabbitHunt, ShowCards,
};
use crate::ids::{ActionId, ApiTokenId, Chips, RequestId, Secret, TableId, TurnToken};
use crate::integrity::GetIntegrityReport;
use crate::league::{DirectLeague, GetStandings, ListBans, ListLeagues};
use crate::limits::MAX_DISCARDS;
use crate::lobby::TableFilter;
use crate::message::messages;
use crate::notes::{ListNotes, SetNote};
use crate::past::{GetResults, ListPastEvents};
use crate::sign_in::{LinkSignIn, LoginWithTicket, UnlinkSignIn};
use crate::statistics::GetStatistics;
use crate::table::{Action, EmoteKind};
use crate::tournament::{
    BuyChips, CheckIn, DeclineRebuy, DirectTournament, EnterTournament, GetHouseRules,
    GetStructure, ImportRoster, ListPayouts, ListPlayers, ListRulings, ListTournamentTables,
    ListTournaments, OpenTournament, ProposeDeal, QuitTournament, VoteOnDeal, WatchTournament,
    WithdrawEntry,
};
use crate::waiting::{JoinWaitList, LeaveWaitList};
use arrayvec::ArrayVec;
use cardroom_cards::Card;
use serde::{Deserialize, Serialize};

messages! {
    /// Every message a client can send.
    pub enum ClientMessage {
        /// The first message on every connection.
        1 => Hello,
        /// Asks for a [`Pong`](crate::server::Pong) with the same nonce.
        2 => Ping,
        /// Comes in as a guest: an account that lasts as long as its resume token.
        10 => LoginGuest,
        /// Opens an account with a name and a password, and logs in.
        11 => Register,
        /// Logs in with name and password.
        12 => Login,
        /// Logs in with a resume token or an API token.
        13 => LoginToken,
        /// Replaces the password; all resume tokens of the account end.
        14 => ChangePassword,
        /// Makes a token a bot can log in with.
        15 => CreateApiToken,
        /// Ends an API token.
        16 => RevokeApiToken,
        /// Ends this connection's resume token and closes the connection.
        17 => Logout,
        /// Asks for the room's grant of play chips.
        18 => Refill,
        /// Turns a guest into an account with a name and a password.
        19 => UpgradeGuest,
        /// Asks for the account's API tokens.
        20 => ListApiTokens,
        /// Chooses how others see the account.
        21 => SetAppearance,
        /// Shows an emote at a table.
        22 => Emote,
        /// Ends every token of the account but the one of this connection.
        23 => SignOutEverywhere,
        /// Sets a password with the code that an operator made, and logs in.
        24 => UseResetCode,
        /// Logs in with name, password and the second factor.
        25 => LoginWithCode,
        /// Sets up the second factor of the account, or removes it.
        26 => SetSecondFactor,
        /// Reports another player to the operators.
        27 => ReportPlayer,
        /// Logs in with the ticket of a sign-in provider.
        28 => LoginWithTicket,
        /// Ends every link to a hand that is over.
        29 => RevokeHandLink,
        /// Asks for the tables that match a filter.
        30 => ListTables,
        /// Starts or stops lobby updates.
        31 => WatchLobby,
        /// Links the account to a sign-in.
        32 => LinkSignIn,
        /// Ends the account's link to a sign-in.
        33 => UnlinkSignIn,
        /// Starts watching a table: a full view, then every step.
        40 => Observe,
        /// Stops watching a table.
        41 => Unobserve,
        /// Takes a seat with chips from the wallet.
        42 => Sit,
        /// Adds chips to the stack, at once or when the hand is over.
        43 => TopUp,
        /// Is not dealt in from the next hand on.
        44 => SitOut,
        /// Is dealt in again as soon as the rules allow it.
        45 => SitIn,
        /// Leaves the table; when dealt in, at the end of the hand.
        46 => Leave,
        /// Says how this seat wants to be handled.
        47 => SetPreferences,
        /// Answers a turn.
        48 => Act,
        /// Answers an offer to show the hand or to muck it.
        49 => ShowOrMuck,
        /// Says something at a table.
        50 => Chat,
        /// Answers a draw: gives cards away, or stands pat.
        51 => Discard,
        /// Says on how many boards an all-in hand may be run out.
        52 => RunIt,
        /// Chooses the next hand's game.
        53 => ChooseGame,
        /// Says something or moves chips, on a hybrid table.
        54 => MakeGesture,
        /// Turns cards over at the showdown.
        55 => ShowCards,
        /// Asks to see a hand that was not tabled.
        56 => AskToSee,
        /// Asks for the cards that would have come.
        57 => RabbitHunt,
        /// Says whether they may be shown.
        58 => RabbitConsent,
        /// Asks for the clock on the player on turn.
        59 => CallClock,
        /// Asks for the room's tournaments.
        60 => ListTournaments,
        /// Starts or stops watching a tournament.
        61 => WatchTournament,
        /// Asks for levels, breaks and terms of a tournament.
        62 => GetStructure,
        /// Asks for the rules that people keep.
        63 => GetHouseRules,
        /// Asks for a page of the players.
        64 => ListPlayers,
        /// Asks for a page of the tables.
        65 => ListTournamentTables,
        /// Asks for a page of the prizes.
        66 => ListPayouts,
        /// Asks for a page of what the floor has ruled.
        67 => ListRulings,
        /// Enters a tournament.
        68 => EnterTournament,
        /// Takes an entry back before the start.
        69 => WithdrawEntry,
        /// Says that the player is there for the start.
        70 => CheckIn,
        /// Buys chips in a tournament.
        71 => BuyChips,
        /// Does not take the rebuy that was offered.
        72 => DeclineRebuy,
        /// Plays no further.
        73 => QuitTournament,
        /// Proposes to divide what is left to win.
        74 => ProposeDeal,
        /// Accepts a deal or rejects it.
        75 => VoteOnDeal,
        /// Opens a tournament.
        76 => OpenTournament,
        /// Gives a command of the floor.
        77 => DirectTournament,
        /// Enters a roster into a tournament.
        78 => ImportRoster,
        /// Begins or ends to attend a table on the floor.
        80 => AttendTable,
        /// Gives a command of the floor at a table.
        81 => DirectTable,
        /// Asks for a page of what the floor has commanded at tables.
        82 => ListAudit,
        /// Asks for the hand in progress.
        83 => GetHandSoFar,
        /// Asks for the viewer's own statistics.
        84 => GetStatistics,
        /// Writes a note about another player.
        85 => SetNote,
        /// Asks for a page of the viewer's notes.
        86 => ListNotes,
        /// Asks for a page of the tournaments that have ended.
        90 => ListPastEvents,
        /// Asks for a page of the results of a tournament that has ended.
        91 => GetResults,
        /// Asks for the room's leagues.
        92 => ListLeagues,
        /// Asks for a page of the standings of a season.
        93 => GetStandings,
        /// Gives a command about leagues and results.
        94 => DirectLeague,
        /// Asks for a page of who may not enter.
        95 => ListBans,
        /// Asks for a page of hands that are over.
        100 => ListHands,
        /// Asks for a hand that is over.
        101 => GetHand,
        /// Asks for a link to a hand that is over.
        102 => ShareHand,
        /// Asks what this account may host, and what it hosts now.
        110 => GetHosting,
        /// Opens a private table.
        111 => HostTable,
        /// Closes a private table.
        112 => CloseHosted,
        /// Comes in with the code of a private table or tournament.
        113 => UseInvitation,
        /// Asks which tournaments this account may host, and which it hosts now.
        114 => GetHostedTournaments,
        /// Opens a private tournament.
        115 => HostTournament,
        /// Asks for the ledger of a private table.
        116 => GetTableLedger,
        /// Gets in line for a seat.
        120 => JoinWaitList,
        /// Gets out of the line.
        121 => LeaveWaitList,
        /// Asks for a page of accounts.
        140 => FindAccounts,
        /// Asks for one account.
        141 => GetAccount,
        /// Changes something about an account.
        142 => Administer,
        /// Asks for a page of what operators have done about accounts.
        143 => ListOperations,
        /// Asks for a page of what players reported.
        144 => ListReports,
        /// Asks for a page of the integrity report.
        145 => GetIntegrityReport,
        /// Asks for a page of chat that the room stores.
        146 => SearchChat,
    }
}

/// The first message on every connection. Until it has come, everything else is refused. Answered
/// by [`Welcome`](crate::server::Welcome).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The highest minor version the client knows.
    pub minor: u16,
    /// Name and version of the client program, for the operator's logs. Keep it to 64 characters.
    pub client: String,
}

/// Asks for a pong with the same nonce. Answered by [`Pong`](crate::server::Pong).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ping {
    /// Comes back unchanged.
    pub nonce: u32,
}

/// Comes in as a guest. Answered by [`LoggedIn`](crate::server::LoggedIn).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoginGuest {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The name others see, under the rules for names; the room makes one where it is absent. A
    /// name that is taken is refused.
    pub nickname: Option<String>,
}

/// Opens an account and logs in. Answered by [`LoggedIn`](crate::server::LoggedIn).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Register {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The name others see: 3 to 24 letters, digits, `-`, `_`, and single spaces inside; unique
    /// without regard to case.
    pub name: String,
    /// At least 8 characters, at most 256 bytes.
    pub password: Secret,
}

/// Logs in with name and password. Answered by [`LoggedIn`](crate::server::LoggedIn).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Login {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The account's name.
    pub name: String,
    /// The account's password.
    pub password: Secret,
}

/// Logs in with name, password and the second factor. [`Login`] is refused with
/// `second_factor_needed` if the account has one and the password is right. Answered by
/// [`LoggedIn`](crate::server::LoggedIn).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoginWithCode {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The account's name.
    pub name: String,
    /// The account's password.
    pub password: Secret,
    /// The six digits that the authenticator shows now, or a recovery code.
    pub code: Secret,
}

/// Sets up the second factor of the account, or removes it. Not with an API token. Answered by
/// [`SecondFactorKey`](crate::server::SecondFactorKey),
/// [`RecoveryCodes`](crate::server::RecoveryCodes) or [`Done`](crate::server::Done), by the step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetSecondFactor {
    /// Repeated in the answer.
    pub request: RequestId,
    /// What to do.
    pub step: SecondFactorStep,
}

/// A step in setting up a second factor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SecondFactorStep {
    /// Makes a new key, with the account's password. The second factor does not count until it is
    /// confirmed.
    Begin(Secret),
    /// Confirms the key with the six digits that the authenticator shows now. Answered with
    /// recovery codes.
    Confirm(Secret),
    /// Removes the second factor, with the six digits or a recovery code.
    Remove(Secret),
}

/// Logs in with a resume token (from [`LoggedIn`](crate::server::LoggedIn)) or an API token (from
/// [`ApiToken`](crate::server::ApiToken)). Answered by [`LoggedIn`](crate::server::LoggedIn).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoginToken {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The token.
    pub token: Secret,
}

/// Replaces the password. All resume tokens of the account end, this connection's, too. Answered by
/// [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The password until now.
    pub old: Secret,
    /// The password from now on.
    pub new: Secret,
}

/// Makes an API token. An account holds at most 16. A connection that logged in with an API token
/// may not make another: it is refused with `forbidden`. Answered by
/// [`ApiToken`](crate::server::ApiToken).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateApiToken {
    /// Repeated in the answer.
    pub request: RequestId,
    /// Names the token among the account's own, at most 40 characters.
    pub label: String,
}

/// Ends an API token of the account. Answered by [`Done`](crate::server::Done); refused with
/// `nothing_to_do` where the account has none with this id.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RevokeApiToken {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The token's id.
    pub id: ApiTokenId,
}

/// Asks for the account's API tokens. Answered by [`ApiTokenList`](crate::server::ApiTokenList).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListApiTokens {
    /// Repeated in the answer.
    pub request: RequestId,
}

/// Ends every resume token and API token of the account, except the resume token of this
/// connection. Answered by [`Done`](crate::server::Done). Refused with `forbidden` on a connection
/// that logged in with an API token, like [`ChangePassword`] and [`RevokeApiToken`]: a stolen token
/// must not keep the account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignOutEverywhere {
    /// Repeated in the answer.
    pub request: RequestId,
}

/// Chooses how others see the account at the tables. The room keeps both numbers and passes them
/// on; the client draws the avatar from its number. Refused with `bad_appearance` outside the
/// [limits](crate::limits). Everyone at the account's tables gets
/// [`PlayerChanged`](crate::server::PlayerChanged) at once. An account that never chose has an
/// avatar and a color that follow from its id. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetAppearance {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The avatar, from 0 to 1023. The client draws it from the number.
    pub avatar: u16,
    /// The color, from 0 to 15.
    pub color: u8,
}

/// Shows an emote at a table. Only a seated player may, also during a hand: the list is fixed and
/// tells nothing about the hand. Refused with `not_seated`, with `rate_limited` less than 2 seconds
/// after the last one, and with `forbidden` while muted. Answered by [`Done`](crate::server::Done)
/// and an [`Emoted`](crate::server::Emoted) for all who get the table's steps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Emote {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
    /// Which emote.
    pub emote: EmoteKind,
}

/// Ends this connection's resume token. Answered by [`Done`](crate::server::Done), then the
/// connection is closed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Logout {
    /// Repeated in the answer.
    pub request: RequestId,
}

/// Asks for the room's grant of play chips. Granted when the account owns less than the room's
/// refill threshold, wallet and stacks together, and the waiting time since the last one is over.
/// Answered by [`Done`](crate::server::Done) and a [`Balance`](crate::server::Balance).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refill {
    /// Repeated in the answer.
    pub request: RequestId,
}

/// Turns the guest on this connection into an account with a name and a password. The account id,
/// the wallet, seats, tickets, hosted tables, hands and tokens stay. Answered by
/// [`LoggedIn`](crate::server::LoggedIn) with the new name and the same resume token. Refused with
/// `nothing_to_do` where the account is no guest, and with the codes of [`Register`]. A connection
/// that logged in with an API token may not ask for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpgradeGuest {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The name others see from now on, under the rules of [`Register`]. It may be the guest's own.
    pub name: String,
    /// The password, under the rules of [`Register`].
    pub password: Secret,
}

/// Asks for the tables that match a filter. In JSON an absent `filter` matches every table.
/// Answered by [`TableList`](crate::server::TableList), once or more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListTables {
    /// Repeated in the answer.
    pub request: RequestId,
    /// Which tables.
    #[serde(default)]
    pub filter: TableFilter,
}

/// Starts or stops lobby updates. Answered by [`TableList`](crate::server::TableList), once or
/// more, to start; by [`Done`](crate::server::Done) to stop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WatchLobby {
    /// Repeated in the answer.
    pub request: RequestId,
    /// True to start, false to stop.
    pub on: bool,
}

/// Starts watching a table. Answered by [`TableSnapshot`](crate::server::TableSnapshot), then
/// [`Done`](crate::server::Done), in one frame.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Observe {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
}

/// Stops watching a table. A seated player keeps getting its steps. Answered by
/// [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unobserve {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
}

/// Takes a seat with chips from the wallet. Answered by [`Seated`](crate::server::Seated).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sit {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
    /// The seat, from 0; absent: the first free one.
    pub seat: Option<u8>,
    /// The chips to bring, within the table's limits.
    pub buy_in: Chips,
    /// Wait for the big blind rather than post one to be dealt in at once.
    pub wait_for_big_blind: bool,
}

/// Adds chips from the wallet to the stack, at once or when the hand is over. Answered by
/// [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TopUp {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
    /// How many. Stack and top-up together may not exceed the table's largest buy-in.
    pub amount: Chips,
}

/// Is not dealt in from the next hand on. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SitOut {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
}

/// Is dealt in again. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SitIn {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
}

/// Leaves the table; in a hand, when it is over. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leave {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
}

/// How this seat wants to be handled. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetPreferences {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
    /// After joining or missing blinds: wait for the big blind (true) or post and play (false).
    pub wait_for_big_blind: bool,
    /// Muck losing hands and uncalled winners without being asked. On at first.
    pub auto_muck: bool,
    /// Straddle where the table has it and the seat is in place for it. Off at first.
    pub straddle: bool,
}

/// Answers a turn. Answered by [`ActionAccepted`](crate::server::ActionAccepted) or
/// [`ActionRefused`](crate::server::ActionRefused).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// The table.
    pub table: TableId,
    /// The token from [`YourTurn`](crate::server::YourTurn).
    pub turn: TurnToken,
    /// Larger than all before. Sending the same id again gets the same answer again and changes
    /// nothing.
    pub action_id: ActionId,
    /// What to do.
    pub action: Action,
}

/// Answers a draw: gives cards away, or stands pat. Answered by
/// [`ActionAccepted`](crate::server::ActionAccepted) or
/// [`ActionRefused`](crate::server::ActionRefused).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Discard {
    /// The table.
    pub table: TableId,
    /// The token from [`YourTurn`](crate::server::YourTurn).
    pub turn: TurnToken,
    /// As in [`Act`]: one sequence for both.
    pub action_id: ActionId,
    /// The cards to give away, at most 7; none to stand pat.
    pub cards: ArrayVec<Card, MAX_DISCARDS>,
}

/// Says on how many boards an all-in hand may be run out. Answered by
/// [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunIt {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
    /// At most so many. The least that anybody wants counts.
    pub boards: u8,
}

/// Chooses the next hand's game. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChooseGame {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
    /// Which of [`TableInfo::games`](crate::lobby::TableInfo::games), from 0.
    pub game: u8,
}

/// Answers an offer to show. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShowOrMuck {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
    /// True tables the hand, false mucks it.
    pub show: bool,
}

/// Says something at a table, seated or not, watching or not. Answered by
/// [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chat {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
    /// At most 280 characters. Control characters are refused.
    pub text: String,
}
