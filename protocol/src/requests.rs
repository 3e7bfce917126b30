//! Declares every message of a client once: tag, type, addressee, and permission to send it.
//!
//! The server routes by the groups: [`ClientMessage::routed`] returns a message as a member of its
//! group. The type of a message documents its fields and its answer.

use crate::administration::{
    Administer, FindAccounts, GetAccount, ListOperations, ListReports, ReportPlayer, SearchChat,
    UseResetCode,
};
use crate::client::{
    Act, ChangePassword, Chat, ChooseGame, CreateApiToken, Discard, Emote, Hello, Leave,
    ListApiTokens, ListTables, Login, LoginGuest, LoginToken, LoginWithCode, Logout, Observe, Ping,
    Rebuy, Refill, Register, RevokeApiToken, RunIt, SetAppearance, SetPreferences, SetSecondFactor,
    ShowOrMuck, SignOutEverywhere, Sit, SitIn, SitOut, TopUp, Unobserve, UpgradeGuest, WatchLobby,
};
use crate::error::ErrorCode;
use crate::history::{GetHand, GetHandSoFar, ListHands, RevokeHandLink, ShareHand};
use crate::hosting::{
    ChangeTable, CloseHosted, GetHostedTournaments, GetHosting, GetTableLedger, HandOver,
    HostTable, HostTournament, UseInvitation,
};
use crate::hybrid::{
    AskToSee, AttendTable, CallClock, DirectTable, ListAudit, MakeGesture, RabbitConsent,
    RabbitHunt, ShowCards,
};
use crate::ids::{ActionId, RequestId, TableId, TournamentId};
use crate::integrity::GetIntegrityReport;
use crate::league::{DirectLeague, GetStandings, ListBans, ListLeagues};
use crate::message::messages;
use crate::notes::{ListNotes, SetNote};
use crate::past::{GetResults, ListPastEvents};
use crate::push::{GetPush, SetPush, SetVisible};
use crate::server::{ActionRefused, Refused, ServerMessage};
use crate::sign_in::{LinkSignIn, LoginWithTicket, UnlinkSignIn};
use crate::statistics::GetStatistics;
use crate::tournament::{
    BuyChips, CheckIn, DeclineRebuy, DirectTournament, EnterTournament, GetHouseRules,
    GetStructure, ImportRoster, ListPayouts, ListPlayers, ListRulings, ListStructures,
    ListTournamentTables, ListTournaments, OfferRematch, OpenTournament, ProposeDeal,
    QuitTournament, VoteOnDeal, WatchTournament, WithdrawEntry,
};
use crate::waiting::{JoinWaitList, LeaveWaitList};

/// Declares the messages of clients in groups. `by` says what an answer names and what the request
/// is addressed to, `from` who may send it; without it, every player who is signed in.
macro_rules! requests {
    (
        $(#[$doc:meta])*
        pub enum $set:ident {
            $(
                $(#[$group_doc:meta])*
                $group:ident by $by:ident {
                    $($tag:literal => $message:ident $(from $sender:ident)?,)*
                }
            )*
        }
    ) => {
        messages! {
            $(#[$doc])*
            pub enum $set {
                $($($tag => $message,)*)*
            }
        }

        impl $set {
            /// Returns the message as a member of its group.
            #[must_use]
            pub fn routed(self) -> Routed {
                match self {
                    $($(Self::$message(body) => Routed::$group($group::$message(body)),)*)*
                }
            }

            /// Returns what an answer belongs to, or `None` for messages without one.
            #[must_use]
            pub fn asked(&self) -> Option<Asked> {
                match self {
                    $($(Self::$message(_body) => asked!($by _body),)*)*
                }
            }

            /// Returns who may send it.
            #[must_use]
            pub fn sender(&self) -> Sender {
                match self {
                    $($(Self::$message(_) => sender!($($sender)?),)*)*
                }
            }
        }

        /// A message of a client, as a member of its group.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum Routed {
            $(
                #[doc = concat!("See [`", stringify!($group), "`].")]
                $group($group),
            )*
        }

        $(
            $(#[$group_doc])*
            #[derive(Clone, PartialEq, Eq, Debug)]
            pub enum $group {
                $(
                    #[doc = concat!("See [`", stringify!($message), "`].")]
                    $message($message),
                )*
            }

            addressed! { $by $group { $($message)* } }

            impl From<$group> for $set {
                fn from(request: $group) -> Self {
                    match request {
                        $($group::$message(body) => Self::$message(body),)*
                    }
                }
            }
        )*
    };
}

macro_rules! asked {
    (nothing $body:ident) => {
        None
    };
    (action $body:ident) => {
        Some(Asked::Action($body.table, $body.action_id))
    };
    ($by:ident $body:ident) => {
        Some(Asked::Request($body.request))
    };
}

macro_rules! sender {
    () => {
        Sender::Player
    };
    (visitors) => {
        Sender::Visitor
    };
    (owners) => {
        Sender::Owner
    };
    (the_floor) => {
        Sender::Floor
    };
}

/// Adds what all messages of a group have in common.
macro_rules! addressed {
    (nothing $group:ident $messages:tt) => {};
    (request $group:ident $messages:tt) => {
        shared! { request: RequestId, "Returns the id of the request.", $group $messages }
    };
    (action $group:ident $messages:tt) => {
        shared! { table: TableId, "Returns the table that it is for.", $group $messages }
        shared! { action_id: ActionId, "Returns the id of the action.", $group $messages }
    };
    (table $group:ident $messages:tt) => {
        shared! { request: RequestId, "Returns the id of the request.", $group $messages }
        shared! { table: TableId, "Returns the table that it is for.", $group $messages }
    };
    (tournament $group:ident $messages:tt) => {
        shared! { request: RequestId, "Returns the id of the request.", $group $messages }
        shared! { tournament: TournamentId, "Returns the tournament that it is for.", $group $messages }
    };
}

macro_rules! shared {
    ($field:ident: $type:ty, $doc:literal, $group:ident { $($message:ident)* }) => {
        impl $group {
            #[doc = $doc]
            #[must_use]
            pub fn $field(&self) -> $type {
                match self {
                    $(Self::$message(body) => body.$field,)*
                }
            }
        }
    };
}

requests! {
    /// A message from a client to the server.
    pub enum ClientMessage {
        /// Opens a connection, or keeps it up.
        Opening by nothing {
            1 => Hello,
            2 => Ping,
        }
        /// Signs in. Anyone may send it.
        SignIn by request {
            10 => LoginGuest from visitors,
            11 => Register from visitors,
            12 => Login from visitors,
            13 => LoginToken from visitors,
            24 => UseResetCode from visitors,
            25 => LoginWithCode from visitors,
            28 => LoginWithTicket from visitors,
        }
        /// A request of an account about itself, its notes and other players. The room answers them
        /// one after the other.
        AccountRequest by request {
            14 => ChangePassword from owners,
            15 => CreateApiToken from owners,
            16 => RevokeApiToken from owners,
            17 => Logout,
            18 => Refill,
            19 => UpgradeGuest from owners,
            20 => ListApiTokens,
            21 => SetAppearance,
            23 => SignOutEverywhere from owners,
            26 => SetSecondFactor from owners,
            27 => ReportPlayer,
            32 => LinkSignIn from owners,
            33 => UnlinkSignIn from owners,
            36 => GetPush,
            37 => SetPush from owners,
            38 => SetVisible,
            82 => ListAudit,
            85 => SetNote,
            86 => ListNotes,
        }
        /// A request about hands that are over, and what can be counted in them.
        HistoryRequest by request {
            29 => RevokeHandLink,
            84 => GetStatistics,
            100 => ListHands,
            101 => GetHand,
            102 => ShareHand,
            145 => GetIntegrityReport,
        }
        /// A request of the floor and of administrators about accounts.
        AdministrationRequest by request {
            140 => FindAccounts from the_floor,
            141 => GetAccount from the_floor,
            142 => Administer from the_floor,
            143 => ListOperations from the_floor,
            144 => ListReports from the_floor,
            146 => SearchChat from the_floor,
        }
        /// A request for what the room offers.
        LobbyRequest by request {
            30 => ListTables from visitors,
            31 => WatchLobby from visitors,
            60 => ListTournaments from visitors,
            76 => OpenTournament,
            96 => ListStructures,
        }
        /// An action at a table. Its answer names the action instead of a request.
        TableAction by action {
            48 => Act,
            51 => Discard,
            54 => MakeGesture,
        }
        /// A request to a table.
        TableRequest by table {
            22 => Emote,
            40 => Observe from visitors,
            41 => Unobserve from visitors,
            42 => Sit,
            43 => TopUp,
            44 => SitOut,
            45 => SitIn,
            46 => Leave,
            47 => SetPreferences,
            49 => ShowOrMuck,
            50 => Chat,
            52 => RunIt,
            53 => ChooseGame,
            55 => ShowCards,
            56 => AskToSee,
            57 => RabbitHunt,
            58 => RabbitConsent,
            59 => CallClock,
            80 => AttendTable,
            81 => DirectTable,
            83 => GetHandSoFar from visitors,
            120 => JoinWaitList,
            121 => LeaveWaitList,
            122 => Rebuy,
        }
        /// A request to a tournament.
        TournamentRequest by tournament {
            34 => OfferRematch,
            61 => WatchTournament from visitors,
            62 => GetStructure from visitors,
            63 => GetHouseRules from visitors,
            64 => ListPlayers from visitors,
            65 => ListTournamentTables from visitors,
            66 => ListPayouts from visitors,
            67 => ListRulings from visitors,
            68 => EnterTournament,
            69 => WithdrawEntry,
            70 => CheckIn,
            71 => BuyChips,
            72 => DeclineRebuy,
            73 => QuitTournament,
            74 => ProposeDeal,
            75 => VoteOnDeal,
            77 => DirectTournament,
            78 => ImportRoster,
        }
        /// A request that is answered from the store: results, leagues and bans.
        RecordRequest by request {
            90 => ListPastEvents from visitors,
            91 => GetResults from visitors,
            92 => ListLeagues from visitors,
            93 => GetStandings from visitors,
            94 => DirectLeague from the_floor,
            95 => ListBans from the_floor,
        }
        /// A request about private tables and tournaments.
        HostingRequest by request {
            110 => GetHosting,
            111 => HostTable,
            112 => CloseHosted,
            113 => UseInvitation from visitors,
            114 => GetHostedTournaments,
            115 => HostTournament,
            116 => GetTableLedger,
            117 => ChangeTable,
            118 => HandOver,
        }
    }
}

/// The permission to send a message. Some messages require more, depending on what they name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sender {
    /// Anyone, even before signing in.
    Visitor,
    /// A player who is signed in.
    Player,
    /// A player who has not signed in with an API token. Such a token serves a program. A thief of
    /// the token must not be able to take over the account.
    Owner,
    /// The floor and administrators.
    Floor,
}

/// The request or action that an answer belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// A request, by its id.
    Request(RequestId),
    /// An action at a table, by its own id.
    Action(TableId, ActionId),
}

impl Asked {
    /// Builds the message that refuses the request or action.
    #[must_use]
    pub fn refusal(self, code: ErrorCode, message: impl Into<String>) -> ServerMessage {
        let message = message.into();
        match self {
            Self::Request(request) => Refused { request, code, message }.into(),
            Self::Action(table, action_id) => {
                ActionRefused { table, action_id, code, message, legal: None }.into()
            }
        }
    }
}
