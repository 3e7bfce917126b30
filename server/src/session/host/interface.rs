//! The inputs and outputs of a connection's state machine.

use crate::accounts::{AccountError, Login, NewKey};
use crate::denied::Denied;
use crate::history::HistoryError;
use crate::ids::{TableId, TournamentId};
use crate::inbox::{FloorOrder, TableRequest, TournamentRequest};
use crate::look::Look;
use cardroom_protocol::administration::ReportPlayer;
use cardroom_protocol::client::{ClientMessage, SecondFactorStep};
use cardroom_protocol::history::{
    GetHand, HandPage, HandRecord, ListHands, RevokeHandLink, ShareHand,
};
use cardroom_protocol::hybrid::AuditPage;
use cardroom_protocol::integrity::{GetIntegrityReport, IntegrityReport};
use cardroom_protocol::lobby::TableFilter;
use cardroom_protocol::notes::NotePage;
use cardroom_protocol::server::{ActionRefused, ApiTokenInfo, LoggedIn, Refused, ServerMessage};
use cardroom_protocol::sign_in::{SignInOffered, SignInTicket};
use cardroom_protocol::statistics::{GetStatistics, Statistics};
use cardroom_protocol::tournament::{
    BuyChips, DirectTournament, ImportRoster, OpenTournament, Tickets,
};
use cardroom_protocol::{ActionId, ApiTokenId, ErrorCode, RequestId, Secret};
use cardroom_rules::{Chips, Millis};

/// Something that happens to a connection.
#[derive(Debug)]
pub enum Input {
    /// A message arrived, its last byte at `now`.
    Message {
        message: ClientMessage,
        /// The connection or the account has sent more than allowed.
        over_rate: bool,
    },
    /// Something other than a known message arrived, such as a pong.
    Noise {
        /// The connection or the account has sent more than allowed.
        over_rate: bool,
    },
    /// The outcome of [`Output::Login`].
    LoginDecided(Result<Arrived, Denied>),
    /// The outcome of [`Output::Account`].
    AccountDecided(Result<AccountAnswer, Denied>),
    /// A table could not be reached for this connection.
    NotAttached {
        table: TableId,
        /// The table does not exist, rather than being busy.
        gone: bool,
    },
    /// A deadline may have passed.
    Tick,
}

#[derive(Clone, Debug)]
pub struct Arrived {
    pub login: Login,
    pub seats: Vec<TableId>,
    /// The tables where it is on the waiting list.
    pub lines: Vec<TableId>,
    pub tournaments: Vec<TournamentId>,
    /// Its tickets, if it has any.
    pub tickets: Option<Tickets>,
    pub sign_in: Option<SignInOffered>,
}

impl From<AccountError> for Denied {
    fn from(error: AccountError) -> Self {
        Self { code: error.code(), message: error.to_string() }
    }
}

impl From<HistoryError> for Denied {
    fn from(error: HistoryError) -> Self {
        Self { code: error.code(), message: error.to_string() }
    }
}

/// The answer to a successful account request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccountAnswer {
    Done,
    /// The text of a new API token, and its id.
    Token(Secret, ApiTokenId),
    /// The API tokens, and whether the account has a second factor.
    Tokens(Vec<ApiTokenInfo>, bool),
    /// The key of a second factor that awaits confirmation.
    FactorKey(NewKey),
    /// The recovery codes of a second factor.
    RecoveryCodes(Vec<Secret>),
    Ready(Box<ServerMessage>),
    Look(Look),
    /// The account that a guest has become. The request id is filled in later.
    Upgraded(Box<LoggedIn>),
    /// The amount that the wallet can now spend.
    Balance(Chips),
    /// A page of the floor's commands. The request id is filled in later.
    Audit(Box<AuditPage>),
    /// A page of completed hands. The request id is filled in later.
    Hands(Box<HandPage>),
    Hand(Box<HandRecord>),
    /// The path of a link to a hand.
    Link(String),
    /// The statistics of the account. The request id is filled in later.
    Statistics(Box<Statistics>),
    /// A page of the integrity report. The request id is filled in later.
    Integrity(Box<IntegrityReport>),
    /// A page of the account's notes. The request id is filled in later.
    Notes(Box<NotePage>),
}

/// The way in which a client signs in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Credentials {
    Guest(Option<String>),
    /// A new account with this name and password.
    Register(String, Secret),
    /// Name, password, and the code of a second factor.
    Password(String, Secret, Option<Secret>),
    /// A password reset code, and the new password.
    ResetCode(Secret, Secret),
    Token(Secret),
    /// A ticket of a sign-in provider.
    Ticket {
        ticket: SignInTicket,
        name: Option<String>,
        /// The code of a second factor.
        code: Option<Secret>,
    },
}

/// A request of an account about itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccountChange {
    Password {
        old: Secret,
        new: Secret,
    },
    /// A guest chooses a name and a password.
    Upgrade {
        name: String,
        password: Secret,
    },
    CreateToken {
        label: String,
    },
    RevokeToken {
        id: ApiTokenId,
    },
    SignOutEverywhere {
        /// The resume token that stays valid.
        but: Option<Secret>,
    },
    SecondFactor(SecondFactorStep),
    LinkSignIn {
        ticket: SignInTicket,
        /// The account's password, if it has one.
        password: Option<Secret>,
        /// The new name, if the account is a guest.
        name: Option<String>,
    },
    UnlinkSignIn {
        password: Secret,
    },
    Report(Box<ReportPlayer>),
    /// An operator manages accounts.
    Administration(Box<ClientMessage>),
    ListTokens,
    Look(Look),
    Logout {
        /// `None` for a sign-in without one.
        token: Option<Secret>,
    },
    Refill,
    /// Lists the floor's commands at tables.
    ListAudit {
        /// `None` for all tables.
        table: Option<TableId>,
        /// How many to skip.
        from: u32,
    },
    SetNote {
        /// The name of the other player.
        player: String,
        text: String,
        /// 0 for no color.
        color: u8,
    },
    ListNotes {
        /// How many to skip.
        from: u32,
    },
    Histories(HistoryRequest),
}

/// A request about completed hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HistoryRequest {
    List(ListHands),
    Get(GetHand),
    Share(ShareHand),
    /// Revokes all links to a hand.
    Revoke(RevokeHandLink),
    Count(GetStatistics),
    /// Compares pairs of players.
    Compare(GetIntegrityReport),
}

/// The request or action that an answer belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    Request(RequestId),
    Action(TableId, ActionId),
}

/// An effect to carry out for a connection. The order of outputs matters.
#[derive(Debug)]
pub enum Output {
    Send(ServerMessage),
    Ping,
    /// Checks credentials. The result is [`Input::LoginDecided`].
    Login(Credentials),
    /// Changes an account. The result is [`Input::AccountDecided`].
    Account(AccountChange),
    /// Makes a table send its view and every step from here on.
    Attach {
        table: TableId,
        /// The request that the table answers.
        request: Option<RequestId>,
    },
    /// Sends the connection's account to these tables and to every watched tournament.
    Recognize(Vec<TableId>),
    /// Passes a request to a table, which answers it.
    Table {
        table: TableId,
        /// Gets a refusal if the table cannot be reached.
        asked: Asked,
        /// When the request's last byte was read.
        stamp: Millis,
        what: TableRequest,
    },
    /// Holds chips and passes them to a table with a request for a seat or for more chips.
    BuyIn {
        table: TableId,
        /// Repeated in the answer.
        request: RequestId,
        /// When the request's last byte was read.
        stamp: Millis,
        amount: Chips,
        what: BuyIn,
    },
    /// Reports to a tournament that its player is there.
    Attend(TournamentId),
    /// Passes a request to a tournament, which answers it.
    Tournament {
        tournament: TournamentId,
        /// Repeated in the answer.
        request: RequestId,
        /// When the request's last byte was read.
        stamp: Millis,
        what: TournamentRequest,
    },
    /// Holds the price of a tournament and passes it on with a request for an entry.
    Enter {
        tournament: TournamentId,
        /// Repeated in the answer.
        request: RequestId,
        /// When the request's last byte was read.
        stamp: Millis,
        /// The player attests the age that the rulebook requires.
        of_age: bool,
    },
    /// Holds the cost of chips and passes it on with a request for them.
    BuyChips(Millis, Box<BuyChips>),
    /// Passes a command of the floor to a tournament, if the account may give it.
    Direct(Millis, Box<DirectTournament>),
    /// Enters a roster, or stores a part of it.
    Import(Millis, Box<ImportRoster>),
    OpenTournament(Box<OpenTournament>),
    /// Answers from the store.
    Kept(Box<ClientMessage>),
    /// Opens, closes or finds a private table.
    Hosting(Box<ClientMessage>),
    ListTournaments {
        /// Repeated in the answer.
        request: RequestId,
        /// Includes those that are over.
        past: bool,
    },
    ListTables {
        /// Repeated in the answer.
        request: RequestId,
        filter: TableFilter,
    },
    /// Sends a list of all tables, then lobby updates.
    WatchLobby(RequestId),
    UnwatchLobby,
    /// Sends a goodbye and ends the connection.
    Close(ErrorCode, &'static str),
    /// Ends the connection in good order.
    Finish,
}

/// The purpose of held chips.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BuyIn {
    Sit {
        /// `None` for the first free seat.
        seat: Option<u8>,
        /// Wait for the big blind rather than post.
        wait_for_big_blind: bool,
    },
    TopUp,
    /// Chips for another player, by command of a table's host.
    Give(Box<FloorOrder>),
}

impl Asked {
    /// Builds the message that refuses the request or action.
    #[must_use]
    pub fn refusal(self, code: ErrorCode, message: &str) -> ServerMessage {
        let message = message.to_owned();
        match self {
            Self::Request(request) => Refused { request, code, message }.into(),
            Self::Action(table, action_id) => {
                let table = table.0.into();
                ActionRefused { table, action_id, code, message, legal: None }.into()
            }
        }
    }
}
