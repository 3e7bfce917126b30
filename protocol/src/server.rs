//! What the server sends.

pub use crate::account::{ApiTokenInfo, Role};
use crate::administration::{
    AccountPage, AccountShown, ChatPage, OperationPage, ReportPage, ResetCode,
};
use crate::error::ErrorCode;
use crate::history::{HandPage, HandShared, HandShown, HandSoFar};
use crate::hosting::{
    Hosted, HostedTournaments, Hosting, Invited, InvitedToTournament, TableLedger, TermsRefused,
    TournamentHosted, TournamentTermsRefused,
};
use crate::hybrid::AuditPage;
use crate::ids::{
    ActionId, ApiTokenId, Chips, HandNo, RequestId, Secret, Seq, TableId, TournamentId, TurnToken,
};
use crate::integrity::IntegrityReport;
use crate::items::Items;
use crate::league::{BanPage, LeagueList, StandingPage};
use crate::lobby::TableInfo;
use crate::message::messages;
use crate::notes::NotePage;
use crate::past::{PastEventPage, ResultPage};
use crate::sign_in::SignInOffered;
use crate::statistics::Statistics;
use crate::table::{EmoteKind, LegalActions, TableEvent};
use crate::tournament::{
    ChipsBagged, DealOffered, Entered, EntryReturned, Finished, HouseRules, NewSeat, PayoutPage,
    PlayerPage, RebuyOffered, RosterReport, RulingPage, StructureSheet, TablePage, Tickets,
    TournamentChanged, TournamentGone, TournamentList, TournamentOpened, TournamentPaused,
    TournamentPots, TournamentSnapshot, TournamentStep,
};
use crate::waiting::{SeatOffered, WaitListLeft, WaitListPlace};
use cardroom_cards::Card;
use serde::{Deserialize, Serialize};

messages! {
    /// Every message a server can send.
    pub enum ServerMessage {
        /// Answers the hello.
        1 => Welcome,
        /// Answers a ping.
        2 => Pong,
        /// A request was refused; nothing changed.
        3 => Refused,
        /// A request was carried out and has no other answer.
        4 => Done,
        /// The last message before the server closes the connection.
        5 => Goodbye,
        /// The room offers sign-in with a provider.
        6 => SignInOffered,
        /// Answers every kind of login.
        10 => LoggedIn,
        /// The wallet changed.
        11 => Balance,
        /// Answers [`CreateApiToken`](crate::client::CreateApiToken).
        12 => ApiToken,
        /// The API tokens of the account.
        13 => ApiTokenList,
        /// The key of a second factor.
        14 => SecondFactorKey,
        /// The recovery codes of a second factor.
        15 => RecoveryCodes,
        /// Tables that match a filter.
        30 => TableList,
        /// A table of the lobby is new or has changed.
        31 => TableChanged,
        /// A table of the lobby is gone.
        32 => TableClosed,
        /// A whole table as this viewer sees it.
        40 => TableSnapshot,
        /// One step of a table, the same for every viewer.
        41 => Step,
        /// The viewer's own cards.
        42 => HoleCards,
        /// It is the viewer's turn.
        43 => YourTurn,
        /// The viewer's action counts.
        44 => ActionAccepted,
        /// The viewer's action was refused; nothing changed.
        45 => ActionRefused,
        /// Somebody said something at a table.
        46 => ChatLine,
        /// Answers [`Sit`](crate::client::Sit).
        47 => Seated,
        /// The viewer no longer sits at the table.
        48 => LeftTable,
        /// A player at a table has a new name or appearance.
        49 => PlayerChanged,
        /// A player shows an emote at a table.
        50 => Emoted,
        /// Why a table is paused.
        51 => TablePaused,
        /// Tournaments of the room.
        60 => TournamentList,
        /// A tournament of the lobby is new or has changed.
        61 => TournamentChanged,
        /// A tournament of the lobby is gone.
        62 => TournamentGone,
        /// A whole tournament as this viewer sees it.
        63 => TournamentSnapshot,
        /// One step of a tournament, the same for everybody who watches.
        64 => TournamentStep,
        /// Levels, breaks and terms of a tournament.
        65 => StructureSheet,
        /// Rules that people keep.
        66 => HouseRules,
        /// A page of the players.
        67 => PlayerPage,
        /// A page of the tables.
        68 => TablePage,
        /// A page of the prizes.
        69 => PayoutPage,
        /// A page of what the floor has ruled.
        70 => RulingPage,
        /// Answers [`EnterTournament`](crate::tournament::EnterTournament).
        71 => Entered,
        /// Answers [`OpenTournament`](crate::tournament::OpenTournament).
        72 => TournamentOpened,
        /// The viewer may buy chips and is asked.
        73 => RebuyOffered,
        /// The viewer has a seat, or another one than before.
        74 => NewSeat,
        /// The viewer is out, or has won.
        75 => Finished,
        /// The viewer is asked to accept a deal.
        76 => DealOffered,
        /// The viewer's entry was taken back, and what it cost is returned.
        77 => EntryReturned,
        /// The tickets that the viewer has.
        78 => Tickets,
        /// What became of a roster.
        79 => RosterReport,
        /// A page of what the floor has commanded at tables.
        80 => AuditPage,
        /// The viewer got through a first day: the chips wait.
        81 => ChipsBagged,
        /// The hand in progress so far.
        82 => HandSoFar,
        /// The viewer's own statistics.
        83 => Statistics,
        /// A page of the viewer's notes.
        84 => NotePage,
        /// Why a tournament is paused.
        85 => TournamentPaused,
        /// The pots that are impounded in a tournament.
        86 => TournamentPots,
        /// A page of the tournaments that have ended.
        90 => PastEventPage,
        /// A page of the results of a tournament that has ended.
        91 => ResultPage,
        /// Leagues of the room.
        92 => LeagueList,
        /// A page of the standings of a season.
        93 => StandingPage,
        /// A page of who may not enter.
        94 => BanPage,
        /// A page of hands that are over.
        100 => HandPage,
        /// A hand that is over, as the viewer may see it.
        101 => HandShown,
        /// A link to a hand that is over.
        102 => HandShared,
        /// What this account may host, and what it hosts now.
        110 => Hosting,
        /// A private table is open.
        111 => Hosted,
        /// The terms of a private table are outside the room's limits.
        112 => TermsRefused,
        /// Answers a code: the table it leads to.
        113 => Invited,
        /// Which tournaments this account may host, and which it hosts now.
        114 => HostedTournaments,
        /// A private tournament takes entries.
        115 => TournamentHosted,
        /// The terms of a private tournament are outside the room's limits.
        116 => TournamentTermsRefused,
        /// Answers a code: the tournament it leads to.
        117 => InvitedToTournament,
        /// The ledger of a private table.
        118 => TableLedger,
        /// The viewer's place in a line.
        120 => WaitListPlace,
        /// A seat is kept for the viewer.
        121 => SeatOffered,
        /// The viewer is not in line any more.
        122 => WaitListLeft,
        /// A page of accounts.
        140 => AccountPage,
        /// One account.
        141 => AccountShown,
        /// A code with which the owner of an account sets a password.
        142 => ResetCode,
        /// A page of what operators have done about accounts.
        143 => OperationPage,
        /// A page of what players reported.
        144 => ReportPage,
        /// A page of the integrity report.
        145 => IntegrityReport,
        /// A page of chat that the room stores.
        146 => ChatPage,
    }
}

/// Answers the hello.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Welcome {
    /// The minor version both sides use from here on.
    pub minor: u16,
    /// Name and version of the server program.
    pub server: String,
    /// The room's name.
    pub room: String,
    /// The server's clock, milliseconds since 1970.
    #[serde(with = "crate::ids::safe_u64")]
    pub time_ms: u64,
    /// How long the connection may be silent, in milliseconds; send a ping before.
    pub idle_timeout_ms: u32,
    /// Whether players may make links to their hands (`ShareHand`).
    pub share_links: bool,
    /// Whether players may download their hands as PokerStars text.
    pub pokerstars_text: bool,
}

/// Answers a ping.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pong {
    /// The ping's.
    pub nonce: u32,
    /// The server's clock, milliseconds since 1970.
    #[serde(with = "crate::ids::safe_u64")]
    pub time_ms: u64,
}

/// A request was refused; nothing changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refused {
    /// The request's id.
    pub request: RequestId,
    /// Stable: for programs.
    pub code: ErrorCode,
    /// A sentence for people.
    pub message: String,
}

/// A request was carried out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Done {
    /// The request's id.
    pub request: RequestId,
}

/// The last message before the server closes the connection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Goodbye {
    /// Stable: for programs.
    pub code: ErrorCode,
    /// A sentence for people.
    pub message: String,
}

/// Answers every kind of login.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LoggedIn {
    /// The request's id.
    pub request: RequestId,
    /// The account's id.
    pub account: String,
    /// The name others see.
    pub name: String,
    /// What the account may do.
    pub role: Role,
    /// The wallet.
    pub balance: Chips,
    /// Logs the same account in again after a lost connection. Keep it secret. Absent after a
    /// login by API token, which itself serves for that.
    pub resume_token: Option<Secret>,
    /// Where the account has a seat. Views of these tables follow by themselves.
    pub tables: Vec<TableId>,
    /// Where the account has an entry that is not out. Where it has a seat there, a
    /// [`NewSeat`] follows by itself.
    pub tournaments: Vec<TournamentId>,
    /// True for a guest: the account has no password and lasts as long as its resume token.
    pub guest: bool,
    /// The account's avatar, as in [`SetAppearance`](crate::client::SetAppearance).
    pub avatar: u16,
    /// The account's color.
    pub color: u8,
}

/// The wallet changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Balance {
    /// What is in it now; chips on tables are not.
    pub balance: Chips,
}

/// A new API token. It is shown this once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ApiToken {
    /// The request's id.
    pub request: RequestId,
    /// The label it was asked for with.
    pub label: String,
    /// The token.
    pub token: Secret,
    /// What [`RevokeApiToken`](crate::client::RevokeApiToken) names it by.
    pub id: ApiTokenId,
}

/// The API tokens of the account, in the order of their labels. The tokens themselves are nowhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ApiTokenList {
    /// The request's id.
    pub request: RequestId,
    /// The tokens.
    pub tokens: Vec<ApiTokenInfo>,
    /// Whether the account signs in with a second factor.
    pub second_factor: bool,
}

/// The key of a second factor, which [`SetSecondFactor`](crate::client::SetSecondFactor) confirms.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SecondFactorKey {
    /// The request's id.
    pub request: RequestId,
    /// The key in base 32 (RFC 4648), to type into an authenticator.
    pub key: Secret,
    /// The same as an `otpauth` address, for a QR code.
    pub address: Secret,
}

/// The recovery codes of a second factor. Each works once, in place of the six digits. The room
/// does not show them again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecoveryCodes {
    /// The request's id.
    pub request: RequestId,
    /// The codes.
    pub codes: Vec<Secret>,
}

/// Tables that match a filter. A long list comes in several messages with the same id.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableList {
    /// The request's id.
    pub request: RequestId,
    /// The tables.
    pub tables: Vec<TableInfo>,
    /// False when another message with more tables follows.
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
    /// Which.
    pub table: TableId,
}

/// A whole table as this viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableSnapshot {
    /// Which table.
    pub table: TableId,
    /// Everything the viewer may see.
    pub view: Box<crate::table::TableView>,
}

/// One step of a table: what one input led to. Same bytes for every viewer; what is the viewer's
/// own (cards, the turn's choices) follows in the same frame.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Which table.
    pub table: TableId,
    /// One more than the step before. A gap means something was missed: observe again.
    pub seq: Seq,
    /// In the order in which they happened.
    pub events: Items<TableEvent>,
}

/// The viewer's own cards: all that it holds now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HoleCards {
    /// Which table.
    pub table: TableId,
    /// The step they came with.
    pub seq: Seq,
    /// Which hand.
    pub hand: HandNo,
    /// The cards.
    pub cards: Vec<Card>,
}

/// It is the viewer's turn, or what may be done with it has changed. The time for it is in the step's [`Turn`](crate::table::Turn).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct YourTurn {
    /// Which table.
    pub table: TableId,
    /// The step it came with.
    pub seq: Seq,
    /// Goes into [`Act::turn`](crate::client::Act::turn).
    pub turn: TurnToken,
    /// What may be done.
    pub legal: LegalActions,
}

/// The viewer's action counts, and is durable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ActionAccepted {
    /// Which table.
    pub table: TableId,
    /// The action's id.
    pub action_id: ActionId,
}

/// The viewer's action was refused; nothing changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ActionRefused {
    /// Which table.
    pub table: TableId,
    /// The action's id.
    pub action_id: ActionId,
    /// Stable: for programs.
    pub code: ErrorCode,
    /// A sentence for people, with the rule it rests on.
    pub message: String,
    /// What would be legal, when it is the viewer's turn.
    pub legal: Option<LegalActions>,
}

/// Somebody said something at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChatLine {
    /// Which table.
    pub table: TableId,
    /// Who.
    pub name: String,
    /// What.
    pub text: String,
}

/// Answers a request to sit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seated {
    /// The request's id.
    pub request: RequestId,
    /// Which table.
    pub table: TableId,
    /// Which seat.
    pub seat: u8,
}

/// The viewer no longer sits at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LeftTable {
    /// Which table.
    pub table: TableId,
    /// The chips that went back to the wallet.
    pub cashed_out: Chips,
    /// Why, for people.
    pub reason: String,
    /// The chips that did not, because they came from guests or new accounts.
    pub stayed: Chips,
}

/// The order that paused a table. It follows a [`TableSnapshot`] of a table that its host or the floor
/// has paused, in the same frame. Viewers who were there got the same as
/// [`FloorOrdered`](crate::hybrid::FloorOrdered).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TablePaused {
    /// The table.
    pub table: TableId,
    /// Who paused it.
    pub operator: String,
    /// Why, for people.
    pub reason: String,
    /// The rule it rests on, as the operator gave it.
    pub rule: Option<String>,
}

/// A player at a table has a new name or appearance. It is part of no step, and a later snapshot shows
/// it too.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerChanged {
    /// The table.
    pub table: TableId,
    /// The player's seat.
    pub seat: u8,
    /// The name from now on.
    pub name: String,
    /// The avatar from now on.
    pub avatar: u16,
    /// The color from now on.
    pub color: u8,
}

/// A player shows an emote at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Emoted {
    /// The table.
    pub table: TableId,
    /// The player's seat.
    pub seat: u8,
    /// Which emote.
    pub emote: EmoteKind,
}
