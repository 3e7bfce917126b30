//! The inputs and outputs of a connection's state machine.

use crate::denied::Denied;
use crate::permits::{Factor, Standing};
use cardroom_protocol::client::ListTables;
use cardroom_protocol::codec::Misnamed;
use cardroom_protocol::deal::LendLink;
use cardroom_protocol::history::{HandLooks, HandShown};
use cardroom_protocol::requests::{
    AccountRequest, AdministrationRequest, HistoryRequest, HostingRequest, RecordRequest, SignIn,
    TableAction, TableRequest, TournamentRequest,
};
use cardroom_protocol::server::{LoggedIn, Role, ServerMessage};
use cardroom_protocol::sign_in::SignInOffered;
use cardroom_protocol::tournament::{
    ListStructures, ListTournaments, OpenTournament, OpenTournamentWith, Tickets,
};
use cardroom_protocol::{ClientMessage, ErrorCode, RequestId, Secret};
use cardroom_record::ids::{AccountId, TableId, TournamentId};
use cardroom_record::look::Look;
use cardroom_rules::{Chips, Millis};
use std::sync::Arc;

/// Something that happens to a connection.
#[derive(Debug)]
pub enum Input {
    /// A message arrived, its last byte at `now`.
    Message {
        message: ClientMessage,
        /// The connection or the account has sent more than allowed.
        over_rate: bool,
    },
    /// A JSON message with an unknown name arrived.
    Misnamed {
        misnamed: Misnamed,
        /// The connection or the account has sent more than allowed.
        over_rate: bool,
    },
    /// Something other than a known message arrived, such as a pong.
    Noise {
        /// The connection or the account has sent more than allowed.
        over_rate: bool,
    },
    /// The outcome of [`Output::SignIn`].
    LoginDecided(Result<Arrived, Denied>),
    /// The outcome of [`Output::Account`].
    AccountDecided(Result<AccountAnswer, Denied>),
    /// A table does not exist.
    TableClosed(TableId),
    /// A table has no request of this connection to watch it, or has the request to end that.
    NotWatched(TableId),
    /// A table has a request of the account for a seat or a place on its waiting list.
    MayPlay(TableId),
    /// A deadline may have passed.
    Tick,
}

/// An account that has signed in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    pub account: AccountId,
    /// The name that others see.
    pub name: Arc<str>,
    pub role: Role,
    /// Whether it is a guest: a person's account without a password.
    pub guest: bool,
    pub look: Look,
    /// The chips in its wallet that are not held.
    pub balance: Chips,
    pub standing: Standing,
    /// When the API token of the sign-in ends.
    pub ends: Option<Millis>,
    /// Signs the account in again. `None` after a sign-in with an API token.
    pub resume_token: Option<Secret>,
}

/// An account that has signed in, and where it plays.
#[derive(Clone, Debug)]
pub struct Arrived {
    pub login: SignedIn,
    pub seats: Vec<TableId>,
    /// The tables where it is on the waiting list.
    pub lines: Vec<TableId>,
    pub tournaments: Vec<TournamentId>,
    /// Its tickets, if it has any.
    pub tickets: Option<Tickets>,
    pub sign_in: Option<SignInOffered>,
}

impl Arrived {
    /// Builds the arrival of a connection that may not play, and so takes no seat.
    #[must_use]
    pub fn without_seats(login: SignedIn, sign_in: Option<SignInOffered>) -> Self {
        Self {
            login,
            seats: Vec::new(),
            lines: Vec::new(),
            tournaments: Vec::new(),
            tickets: None,
            sign_in,
        }
    }
}

/// A request that is answered before the next one of the same connection begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InTurn {
    Account(AccountRequest),
    History(HistoryRequest),
    Administration(AdministrationRequest),
}

impl InTurn {
    /// Returns the id of the request.
    #[must_use]
    pub fn request(&self) -> RequestId {
        match self {
            Self::Account(request) => request.request(),
            Self::History(request) => request.request(),
            Self::Administration(request) => request.request(),
        }
    }
}

/// The outcome of a successful account request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccountAnswer {
    /// The request is answered by `Done`.
    Done,
    /// The whole answer to the request.
    Message(Box<ServerMessage>),
    /// A finished hand, and how its players look.
    Hand(HandLooks, HandShown),
    /// The account has another look.
    Look(Look),
    /// The sign-in has another factor from here on. Also the answer to the request.
    Factor(Factor, Box<ServerMessage>),
    /// The account that a guest has become.
    Upgraded(Box<LoggedIn>),
    /// The connection's token has ended, and so does the connection.
    LoggedOut,
}

impl AccountAnswer {
    /// Wraps a message that is the whole answer.
    pub fn message(message: impl Into<ServerMessage>) -> Self {
        Self::Message(Box::new(message.into()))
    }
}

/// An effect to carry out for a connection. The order of outputs matters.
#[derive(Debug)]
pub enum Output {
    Send(ServerMessage),
    /// Notes the client of the hello and the minor version that it knows, and sends the state of
    /// the room that follows a welcome.
    Welcomed {
        client: String,
        minor: u16,
    },
    Ping,
    /// Notes whether a person can see the client.
    Visible(bool),
    /// Signs in. The result is [`Input::LoginDecided`].
    SignIn(SignIn),
    /// Carries out an account request. The result is [`Input::AccountDecided`].
    Account {
        request: InTurn,
        /// The token of this sign-in; `None` if it was an API token.
        resume_token: Option<Secret>,
        standing: Standing,
    },
    /// Makes a table send its view and every step from here on.
    Attach {
        table: TableId,
        /// The request that the table answers.
        request: Option<RequestId>,
        /// The connection did not watch the table before.
        is_new: bool,
    },
    /// Sends the connection's account to these tables and to every watched tournament.
    Recognize(Vec<TableId>),
    /// Reports to a table that a player on its waiting list is back.
    BackInLine(TableId),
    /// Passes an action to its table, which answers it. The stamp is when its last byte was read,
    /// as in the other outputs.
    Act(Millis, TableAction),
    /// Passes a link to the table that asked for it.
    Lend(Millis, Box<LendLink>),
    /// Passes a request to its table, which answers it. Once the table has a request
    /// that begins or ends a link to it, an input says so.
    Table(Millis, Box<TableRequest>),
    /// Holds chips, and passes them to a table with a request for a seat or for more chips. A table
    /// with chips of its own gets the request alone.
    BuyIn {
        stamp: Millis,
        amount: Chips,
        request: Box<TableRequest>,
    },
    /// Reports to a tournament that its player is there.
    Attend(TournamentId),
    /// Passes a request to its tournament, which answers it.
    Tournament(Millis, TournamentRequest),
    /// Answers from the store.
    Records(RecordRequest),
    /// Opens, closes or finds a private table or tournament.
    Hosting(HostingRequest),
    ListTournaments(ListTournaments),
    ListStructures(ListStructures),
    ListTables(ListTables),
    OpenTournament(Box<OpenTournament>),
    OpenTournamentWith(Box<OpenTournamentWith>),
    /// Sends a list of all tables, then lobby updates.
    WatchLobby(RequestId),
    UnwatchLobby,
    /// Sends a goodbye and ends the connection.
    Close(ErrorCode, &'static str),
    /// Ends the connection in good order.
    Finish,
}
