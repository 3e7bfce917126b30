//! What goes into a connection's host, and what comes out of it.

use crate::accounts::{AccountError, Login, Look, NewKey};
use crate::director::TournamentRequest;
use crate::history::HistoryError;
use crate::ids::{TableId, TournamentId};
use crate::table::{FloorOrder, TableRequest};
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

/// What happens to a connection.
#[derive(Debug)]
pub enum Input {
    /// A message came, its last byte at `now`.
    Message {
        message: ClientMessage,
        /// The connection or the account has sent more than it may.
        over_rate: bool,
    },
    /// Something came that is no message: a pong, an unknown message.
    Noise {
        /// The connection or the account has sent more than it may.
        over_rate: bool,
    },
    /// The login that was asked for is decided.
    LoginDecided(Result<Arrived, Denied>),
    /// The account request that was asked for is decided.
    AccountDecided(Result<AccountAnswer, Denied>),
    /// A table could not be told of this connection.
    NotAttached {
        table: TableId,
        /// There is no such table, rather than that it is busy.
        gone: bool,
    },
    /// A deadline may have passed.
    Tick,
}

#[derive(Clone, Debug)]
pub struct Arrived {
    pub login: Login,
    /// Where the account sits.
    pub seats: Vec<TableId>,
    /// Where it waits for a seat.
    pub lines: Vec<TableId>,
    /// The tournaments it is in.
    pub tournaments: Vec<TournamentId>,
    /// Its tickets, where it has any.
    pub tickets: Option<Tickets>,
    /// The room's sign-in provider, if there is one.
    pub sign_in: Option<SignInOffered>,
}

/// Why somebody does not come in, or nothing is changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Denied {
    pub code: ErrorCode,
    pub message: String,
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

/// What a successful account request gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccountAnswer {
    Done,
    /// The text of a new API token, and its id.
    Token(Secret, ApiTokenId),
    /// The API tokens, and whether the account has a second factor.
    Tokens(Vec<ApiTokenInfo>, bool),
    /// The key of a second factor that is to be confirmed.
    FactorKey(NewKey),
    /// The recovery codes of a second factor.
    RecoveryCodes(Vec<Secret>),
    Ready(Box<ServerMessage>),
    /// The look from now on.
    Look(Look),
    /// The account that a guest has become, for whatever request asks for it.
    Upgraded(Box<LoggedIn>),
    /// What the wallet can spend now.
    Balance(Chips),
    /// A page of what the floor has commanded, for whatever request asks for it.
    Audit(Box<AuditPage>),
    /// A page of hands that are over, for whatever request asks for it.
    Hands(Box<HandPage>),
    /// A hand that is over.
    Hand(Box<HandRecord>),
    /// The path of a link to one.
    Link(String),
    /// The statistics of the account, with the request's id still to be filled in.
    Statistics(Box<Statistics>),
    /// A page of the integrity report, likewise.
    Integrity(Box<IntegrityReport>),
    /// A page of the account's notes, likewise.
    Notes(Box<NotePage>),
}

/// How somebody wants to come in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Credentials {
    Guest(Option<String>),
    /// With a new account.
    Register(String, Secret),
    /// With name and password, and the code of a second factor.
    Password(String, Secret, Option<Secret>),
    /// With a code for a new password, and that password.
    ResetCode(Secret, Secret),
    Token(Secret),
    /// With the ticket of a sign-in provider.
    Ticket {
        ticket: SignInTicket,
        /// The name for a new account.
        name: Option<String>,
        /// The code of a second factor.
        code: Option<Secret>,
    },
}

/// What an account wants changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccountChange {
    Password {
        old: Secret,
        new: Secret,
    },
    /// A guest wants a name and a password.
    Upgrade {
        name: String,
        password: Secret,
    },
    /// A new API token.
    CreateToken {
        label: String,
    },
    /// An API token ends.
    RevokeToken {
        id: ApiTokenId,
    },
    SignOutEverywhere {
        /// The resume token that stays.
        but: Option<Secret>,
    },
    /// A second factor is set up or removed.
    SecondFactor(SecondFactorStep),
    /// The account is linked to a sign-in.
    LinkSignIn {
        ticket: SignInTicket,
        /// The account's password, if it has one.
        password: Option<Secret>,
        /// The name from now on, for a guest.
        name: Option<String>,
    },
    /// The account's link to a sign-in ends.
    UnlinkSignIn {
        password: Secret,
    },
    /// Another player is reported.
    Report(Box<ReportPlayer>),
    /// An operator looks after accounts.
    Administration(Box<ClientMessage>),
    /// Nothing: the API tokens are to be listed.
    ListTokens,
    Look(Look),
    /// A resume token ends.
    Logout {
        /// The token; none for a login that has none.
        token: Option<Secret>,
    },
    Refill,
    /// Nothing: what the floor has commanded at tables is to be listed.
    ListAudit {
        /// At which table; `None` for all.
        table: Option<TableId>,
        /// How many to pass over.
        from: u32,
    },
    /// A note about another player.
    SetNote {
        /// The name of the other.
        player: String,
        text: String,
        /// Its color; 0 for none.
        color: u8,
    },
    /// Nothing: lists the account's notes.
    ListNotes {
        /// How many to pass over.
        from: u32,
    },
    /// Nothing: hands that are over are asked for.
    Histories(HistoryRequest),
}

/// What is asked about hands that are over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HistoryRequest {
    /// A page of them.
    List(ListHands),
    Get(GetHand),
    /// A link to one.
    Share(ShareHand),
    /// The end of all links to one.
    Revoke(RevokeHandLink),
    Count(GetStatistics),
    /// A comparison of pairs of players.
    Compare(GetIntegrityReport),
}

/// Whom an answer goes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    Request(RequestId),
    /// An action at a table.
    Action(TableId, ActionId),
}

/// What is to be done for a connection, in this order.
#[derive(Debug)]
pub enum Output {
    /// To send a message.
    Send(ServerMessage),
    /// To send a WebSocket ping.
    Ping,
    /// To check credentials; answered by [`Input::LoginDecided`].
    Login(Credentials),
    /// To change an account; answered by [`Input::AccountDecided`].
    Account(AccountChange),
    /// To have a table show itself and every step from here on.
    Attach {
        table: TableId,
        /// Answered by the table.
        request: Option<RequestId>,
    },
    /// To tell these tables, and every tournament that is watched, whose the connection is now.
    Recognize(Vec<TableId>),
    /// To hand a request to a table, which answers it.
    Table {
        table: TableId,
        /// Whom a refusal goes to when the table cannot be reached.
        asked: Asked,
        /// When the request's last byte was read.
        stamp: Millis,
        what: TableRequest,
    },
    /// To hold chips and hand them to a table with a request for a seat, or for more chips.
    BuyIn {
        table: TableId,
        /// Repeated in the answer.
        request: RequestId,
        /// When the request's last byte was read.
        stamp: Millis,
        amount: Chips,
        what: BuyIn,
    },
    /// To tell a tournament that its player is there.
    Attend(TournamentId),
    /// To hand a request to a tournament, which answers it.
    Tournament {
        tournament: TournamentId,
        /// Repeated in the answer.
        request: RequestId,
        /// When the request's last byte was read.
        stamp: Millis,
        what: TournamentRequest,
    },
    /// To hold the price of a tournament and hand it over with a request for an entry.
    Enter {
        tournament: TournamentId,
        /// Repeated in the answer.
        request: RequestId,
        /// When the request's last byte was read.
        stamp: Millis,
        /// Attests the age the rulebook asks for.
        of_age: bool,
    },
    /// To hold the cost of chips and hand it over with a request for them.
    BuyChips(Millis, Box<BuyChips>),
    /// To hand a command of the floor to a tournament, where the account may give it.
    Direct(Millis, Box<DirectTournament>),
    /// To enter a roster, or to keep a part of it.
    Import(Millis, Box<ImportRoster>),
    /// To announce a tournament.
    OpenTournament(Box<OpenTournament>),
    /// To answer from what the room keeps.
    Kept(Box<ClientMessage>),
    /// To open, close or find a private table.
    Hosting(Box<ClientMessage>),
    ListTournaments {
        /// Repeated in the answer.
        request: RequestId,
        /// Those that are over, too.
        past: bool,
    },
    ListTables {
        /// Repeated in the answer.
        request: RequestId,
        filter: TableFilter,
    },
    /// To send lobby updates, after a list of all tables.
    WatchLobby(RequestId),
    /// To send no more lobby updates.
    UnwatchLobby,
    /// To say goodbye and end the connection.
    Close(ErrorCode, &'static str),
    /// To end the connection in good order.
    Finish,
}

/// What chips are held for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BuyIn {
    Sit {
        /// Which; `None` for the first free one.
        seat: Option<u8>,
        /// Rather wait for the big blind than post.
        wait_for_big_blind: bool,
    },
    TopUp,
    /// Chips for another player, by the command of a table's host.
    Give(Box<FloorOrder>),
}

impl Asked {
    /// The message that refuses what was asked.
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
