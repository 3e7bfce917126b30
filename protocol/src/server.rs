//! Messages from the server.

pub use crate::account::{ApiTokenInfo, Role, Scope};
use crate::administration::{
    AccountPage, AccountShown, ChatPage, OperationPage, ReportPage, ResetCode, ResetCodes,
};
use crate::deal::{
    CardsOpened, DealBound, DealGivenUp, DealJoined, DealOpened, DealProof, DealSealed,
    OwnCardsOpened,
};
use crate::error::ErrorCode;
use crate::history::{HandLooks, HandPage, HandShared, HandShown, HandSoFar};
use crate::hooks::{DeliveryPage, HookPage, HookSecret};
use crate::hosting::{
    BuyInAsked, BuyInSettled, BuyInWaits, Hosted, HostedTerms, HostedTournaments, Hosting, Invited,
    InvitedToTournament, TableLedger, TermsRefused, TournamentHosted, TournamentTermsRefused,
};
use crate::hybrid::AuditPage;
use crate::ids::{
    ActionId, ApiTokenId, Chips, HandNo, RequestId, Secret, Seq, TableId, TournamentId, TurnToken,
};
use crate::integrity::IntegrityReport;
use crate::items::Items;
use crate::league::{BanPage, LeagueList, StandingPage};
use crate::lobby::TableInfo;
use crate::matches::MatchSeat;
use crate::message::messages;
use crate::notes::NotePage;
use crate::past::{PastEventPage, ResultPage};
use crate::push::PushOffered;
use crate::schedule::{ScheduleMade, SchedulePage};
use crate::sign_in::SignInOffered;
use crate::statistics::Statistics;
use crate::table::{EmoteKind, LegalActions, TableEvent};
use crate::tournament::{
    ChipsBagged, DealOffered, Entered, EntryReturned, Finished, HouseRules, NewSeat, PayoutPage,
    PlayerPage, RebuyOffered, RematchOffered, RosterReport, RulingPage, SeatCodePage,
    StructurePage, StructureSheet, TablePage, Tickets, TournamentChanged, TournamentGone,
    TournamentList, TournamentOpened, TournamentPaused, TournamentPots, TournamentRealCards,
    TournamentSnapshot, TournamentStep, TournamentWall,
};
use crate::waiting::{SeatOffered, WaitListLeft, WaitListPlace};
use cardroom_cards::Card;
use serde::{Deserialize, Serialize};

messages! {
    /// A message from the server to a client.
    pub enum ServerMessage {
        1 => Welcome,
        2 => Pong,
        3 => Refused,
        4 => Done,
        5 => Goodbye,
        6 => SignInOffered,
        7 => RoomClosing,
        10 => LoggedIn,
        11 => Balance,
        12 => ApiToken,
        13 => ApiTokenList,
        14 => SecondFactorKey,
        15 => RecoveryCodes,
        30 => TableList,
        31 => TableChanged,
        32 => TableClosed,
        34 => RematchOffered,
        36 => PushOffered,
        40 => TableSnapshot,
        41 => Step,
        42 => HoleCards,
        43 => YourTurn,
        44 => ActionAccepted,
        45 => ActionRefused,
        46 => ChatLine,
        47 => Seated,
        48 => LeftTable,
        49 => PlayerChanged,
        50 => Emoted,
        51 => TablePaused,
        52 => TimeUse,
        60 => TournamentList,
        61 => TournamentChanged,
        62 => TournamentGone,
        63 => TournamentSnapshot,
        64 => TournamentStep,
        65 => StructureSheet,
        66 => HouseRules,
        67 => PlayerPage,
        68 => TablePage,
        69 => PayoutPage,
        70 => RulingPage,
        71 => Entered,
        72 => TournamentOpened,
        73 => RebuyOffered,
        74 => NewSeat,
        75 => Finished,
        76 => DealOffered,
        77 => EntryReturned,
        78 => Tickets,
        79 => RosterReport,
        80 => AuditPage,
        81 => ChipsBagged,
        82 => HandSoFar,
        83 => Statistics,
        84 => NotePage,
        85 => TournamentPaused,
        86 => TournamentPots,
        87 => TournamentWall,
        88 => TournamentRealCards,
        89 => SeatCodePage,
        90 => PastEventPage,
        91 => ResultPage,
        92 => LeagueList,
        93 => StandingPage,
        94 => BanPage,
        96 => StructurePage,
        98 => SchedulePage,
        99 => ScheduleMade,
        100 => HandPage,
        101 => HandShown,
        102 => HandShared,
        103 => HandLooks,
        110 => Hosting,
        111 => Hosted,
        112 => TermsRefused,
        113 => Invited,
        114 => HostedTournaments,
        115 => TournamentHosted,
        116 => TournamentTermsRefused,
        117 => InvitedToTournament,
        118 => TableLedger,
        119 => HostedTerms,
        120 => WaitListPlace,
        121 => SeatOffered,
        122 => WaitListLeft,
        123 => StillSittingOut,
        126 => BuyInAsked,
        127 => BuyInSettled,
        128 => BuyInWaits,
        130 => DealJoined,
        131 => DealOpened,
        132 => DealBound,
        133 => CardsOpened,
        134 => OwnCardsOpened,
        135 => DealSealed,
        136 => DealGivenUp,
        137 => DealProof,
        140 => AccountPage,
        141 => AccountShown,
        142 => ResetCode,
        143 => OperationPage,
        144 => ReportPage,
        145 => IntegrityReport,
        146 => ChatPage,
        147 => ResetCodes,
        148 => StoringFails,
        149 => MatchSeat,
        150 => HookPage,
        151 => HookSecret,
        152 => DeliveryPage,
    }
}

/// Answers [`Hello`](crate::client::Hello) with the terms of the connection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Welcome {
    /// The minor version that both sides use from here on.
    pub minor: u16,
    /// Name and version of the server program.
    pub server: String,
    /// Name of the room.
    pub room: String,
    /// The server's clock, in milliseconds since 1970.
    #[serde(with = "crate::ids::safe_u64")]
    pub time_ms: u64,
    /// How long the connection may be silent, in milliseconds. Send a ping before that.
    pub idle_timeout_ms: u32,
    /// Whether players may make links to their hands ([`ShareHand`](crate::history::ShareHand)).
    pub share_links: bool,
    /// Whether players may download their hands as PokerStars text.
    pub pokerstars_text: bool,
}

/// Answers [`Ping`](crate::client::Ping) with the same nonce.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pong {
    /// The nonce of the ping.
    pub nonce: u32,
    /// The server's clock, in milliseconds since 1970.
    #[serde(with = "crate::ids::safe_u64")]
    pub time_ms: u64,
}

/// A request was refused. Nothing changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refused {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// The stable error code, for programs.
    pub code: ErrorCode,
    /// A sentence for people.
    pub message: String,
}

/// A request was carried out and has no other answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Done {
    /// Id of the request that this answers.
    pub request: RequestId,
}

/// Answers [`TopUp`](crate::client::TopUp) of a player who sits out: the chips are there, and the
/// player is not dealt in before [`SitIn`](crate::client::SitIn).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StillSittingOut {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
}

/// The last message before the server closes the connection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Goodbye {
    /// The stable error code, for programs.
    pub code: ErrorCode,
    /// A sentence for people.
    pub message: String,
}

/// The room is closing, so no new hand begins. Hands in progress go on, and a [`Goodbye`] follows
/// when they are over. Players get it when the closing begins, or with a later login.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RoomClosing {
    /// A sentence for people.
    pub message: String,
}

/// Whether the room fails to store, for example because its disk is full. While it does, no hand
/// goes on, and requests are refused with `internal`. Nothing that you were sent is lost. Every
/// connection gets it when that begins and when it is over, and a new one behind its [`Welcome`]
/// meanwhile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoringFails {
    /// `true` when it begins, `false` when the room stores again.
    pub failing: bool,
}

/// Answers every kind of login.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LoggedIn {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Id of the account.
    pub account: String,
    /// The name that others see.
    pub name: String,
    /// Role of the account.
    pub role: Role,
    /// Chips in the wallet.
    pub balance: Chips,
    /// Logs the same account in again after a lost connection. Keep it secret. Absent after a login
    /// by API token, which serves the same purpose.
    pub resume_token: Option<Secret>,
    /// Tables where the account has a seat. Their snapshots follow automatically.
    pub tables: Vec<TableId>,
    /// Tournaments where the account has an entry that is not out. If it has a seat there,
    /// a [`NewSeat`] follows automatically.
    pub tournaments: Vec<TournamentId>,
    /// Whether it is a guest. A guest has no password and lasts as long as its resume token.
    pub guest: bool,
    /// The account's avatar, as in [`SetAppearance`](crate::client::SetAppearance).
    pub avatar: u16,
    /// The account's color, as in [`SetAppearance`](crate::client::SetAppearance).
    pub color: u8,
}

/// The chips in the wallet changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Balance {
    /// Chips in the wallet now, without those on tables.
    pub balance: Chips,
}

/// Answers [`CreateApiToken`](crate::client::CreateApiToken) with the new token. The server
/// shows it only once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ApiToken {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// The label from the request.
    pub label: String,
    /// The API token. Keep it secret.
    pub token: Secret,
    /// Id of the token, for [`RevokeApiToken`](crate::client::RevokeApiToken).
    pub id: ApiTokenId,
}

/// The API tokens of the account, in the order of their labels. The server does not
/// show the tokens themselves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ApiTokenList {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// The tokens, in the order of their labels.
    pub tokens: Vec<ApiTokenInfo>,
    /// Whether the account logs in with a second factor.
    pub second_factor: bool,
}

/// The key of a second factor, to
/// be confirmed with [`SetSecondFactor`](crate::client::SetSecondFactor).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SecondFactorKey {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// The key in base 32 (RFC 4648), to type into an authenticator.
    pub key: Secret,
    /// The key as an `otpauth` address, for a QR code.
    pub address: Secret,
}

/// The recovery codes of a second factor. Each works once, in place of the six digits. The room
/// does not show them again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecoveryCodes {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// The recovery codes, each for one login.
    pub codes: Vec<Secret>,
}

/// The tables that match a filter. A long list comes in several messages with the same id.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableList {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// The tables of this message.
    pub tables: Vec<TableInfo>,
    /// False if another message with more tables follows.
    pub last: bool,
}

/// A table of the lobby is new or has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableChanged {
    /// The table as it is now.
    pub info: TableInfo,
}

/// A table of the lobby is gone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableClosed {
    /// Id of the table.
    pub table: TableId,
}

/// A whole table as this viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableSnapshot {
    /// Id of the table.
    pub table: TableId,
    /// Everything that the viewer may see.
    pub view: Box<crate::table::TableView>,
}

/// One step of a table, the result of one input. Its bytes are the same for every viewer. The
/// viewer's own cards and choices follow in the same frame.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Id of the table.
    pub table: TableId,
    /// One higher than in the previous step. After a
    /// gap, send [`Observe`](crate::client::Observe) again.
    pub seq: Seq,
    /// The events, in the order in which they happened.
    pub events: Items<TableEvent>,
}

/// All cards that the viewer holds now, including open ones, in the order in which they came.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HoleCards {
    /// Id of the table.
    pub table: TableId,
    /// The step that they came with.
    pub seq: Seq,
    /// Number of the hand.
    pub hand: HandNo,
    /// The cards, in the order in which they came.
    pub cards: Vec<Card>,
}

/// It is the viewer's turn, or the viewer's legal actions have changed. The time for the turn is
/// in the step's [`Turn`](crate::table::Turn).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct YourTurn {
    /// Id of the table.
    pub table: TableId,
    /// The step that it came with.
    pub seq: Seq,
    /// The token to send in [`Act::turn`](crate::client::Act::turn).
    pub turn: TurnToken,
    /// The viewer's legal actions.
    pub legal: LegalActions,
}

/// The viewer's action counts, and is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ActionAccepted {
    /// Id of the table.
    pub table: TableId,
    /// Id of the action.
    pub action_id: ActionId,
}

/// The viewer's action was refused. Nothing changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ActionRefused {
    /// Id of the table.
    pub table: TableId,
    /// Id of the action.
    pub action_id: ActionId,
    /// The stable error code, for programs.
    pub code: ErrorCode,
    /// A sentence for people, with the rule behind it.
    pub message: String,
    /// The legal actions, if it is the viewer's turn.
    pub legal: Option<LegalActions>,
}

/// A line of chat at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChatLine {
    /// Id of the table.
    pub table: TableId,
    /// Name of the sender.
    pub name: String,
    /// Text of the line.
    pub text: String,
    /// Whether the sender's account belongs to the staff (the floor or an administrator), or the room
    /// itself speaks.
    #[serde(default)]
    pub staff: bool,
}

/// Answers [`Sit`](crate::client::Sit) with the viewer's seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seated {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// The viewer's new seat.
    pub seat: u8,
}

/// The viewer no longer sits at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LeftTable {
    /// Id of the table.
    pub table: TableId,
    /// Chips that returned to the wallet.
    pub cashed_out: Chips,
    /// The reason, for people to read.
    pub reason: String,
    /// Chips that did not return, because they came from guests or new accounts.
    pub stayed: Chips,
}

/// The command that paused a table. It follows the [`TableSnapshot`] of a table that
/// its host or the floor has paused, in the same frame. Viewers who were there got
/// the same as [`FloorOrdered`](crate::hybrid::FloorOrdered).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TablePaused {
    /// Id of the table.
    pub table: TableId,
    /// Name of the operator who paused it.
    pub operator: String,
    /// The reason, for people to read.
    pub reason: String,
    /// The rule that the operator cited.
    pub rule: Option<String>,
}

/// Each player's use of the time to decide, at a table whose rulebook flags stalling. Only accounts
/// that may rule there get it: behind the [`TableSnapshot`] in the same frame, after each hand, and
/// when a player is flagged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeUse {
    /// Id of the table.
    pub table: TableId,
    /// The players who have made a decision, by seat.
    pub seats: Vec<SeatTimeUse>,
}

/// A player's use of the time to decide, since the player sat down at the table. Decisions during
/// which the connection was lost do not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatTimeUse {
    /// Seat of the player.
    pub seat: u8,
    /// Number of decisions that were timed.
    pub decisions: u32,
    /// Number of them in the last fifth of the time, in the time bank, on a called clock, or after
    /// the time had run out.
    pub late: u32,
    /// Mean time of a decision, in milliseconds.
    pub mean_ms: u32,
}

/// A player at a table has a new name or appearance. It is not part of a step, and later snapshots
/// show it too. Sent at once to everyone who gets the table's steps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerChanged {
    /// Id of the table.
    pub table: TableId,
    /// Seat of the player.
    pub seat: u8,
    /// The player's new name.
    pub name: String,
    /// The player's new avatar.
    pub avatar: u16,
    /// The player's new color.
    pub color: u8,
}

/// A player shows an emote at a table. It is not part of a step and is not stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Emoted {
    /// Id of the table.
    pub table: TableId,
    /// Seat of the player.
    pub seat: u8,
    /// The emote to show.
    pub emote: EmoteKind,
}
