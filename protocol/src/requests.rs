//! Declares every message of a client once: tag, type, addressee, and permission to send it.
//!
//! The server routes by the groups: [`ClientMessage::routed`] returns a message as a member of its
//! group. The type of a message documents its fields and its answer. [`ClientMessage::needs`]
//! returns what a client needs to send it; a message without that does not compile.

use crate::administration::{
    Administer, FindAccounts, GetAccount, ListOperations, ListReports, ReportPlayer, SearchChat,
    UseResetCode,
};
use crate::client::{
    Act, ChangePassword, Chat, ChooseGame, CreateApiToken, Discard, Emote, Hello, Leave,
    ListApiTokens, ListTables, Login, LoginGuest, LoginToken, LoginWithCode, Logout, Observe, Ping,
    ProveFactor, Rebuy, Refill, Register, RevokeApiToken, RunIt, SetAppearance, SetPreferences,
    SetSecondFactor, ShowOrMuck, SignOutEverywhere, Sit, SitIn, SitOut, TopUp, Unobserve,
    UpgradeGuest, WatchLobby,
};
use crate::deal::{GetDealProof, JoinDeal, LendLink};
use crate::error::ErrorCode;
use crate::history::{GetHand, GetHandSoFar, ListHands, RevokeHandLink, ShareHand};
use crate::hooks::{DirectHook, ListDeliveries, ListHooks};
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
use crate::league::{ChangeLeague, DirectLeague, GetStandings, ListBans, ListLeagues};
use crate::message::messages;
use crate::notes::{ListNotes, SetNote};
use crate::past::{GetResults, ListPastEvents};
use crate::push::{GetPush, SetPush, SetVisible};
use crate::schedule::{DirectSchedule, ListSchedules};
use crate::server::{ActionRefused, Refused, ServerMessage};
use crate::sign_in::{LinkSignIn, LoginWithTicket, UnlinkSignIn};
use crate::statistics::GetStatistics;
use crate::tournament::{
    BuyChips, CheckIn, DeclineRebuy, DirectTournament, EnterTournament, GetHouseRules,
    GetStructure, ImportRoster, ListPayouts, ListPlayers, ListRulings, ListSeatCodes,
    ListStructures, ListTournamentTables, ListTournaments, OfferRematch, OpenTournament,
    OpenTournamentWith, ProposeDeal, QuitTournament, VoteOnDeal, WatchTournament, WithdrawEntry,
};
use crate::waiting::{JoinWaitList, LeaveWaitList};

/// Declares the messages of clients in groups. `by` says what an answer names and what the request
/// is addressed to, `needs` what its sender needs.
macro_rules! requests {
    (
        $(#[$doc:meta])*
        pub enum $set:ident {
            $(
                $(#[$group_doc:meta])*
                $group:ident by $by:ident {
                    $($tag:literal => $message:ident needs $need:ident,)*
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

            /// What a client needs to send each message, by the name of the message.
            pub const NEEDS: &'static [(&'static str, Need)] =
                &[$($((stringify!($message), Need::$need),)*)*];

            /// Returns what a client needs to send it.
            #[must_use]
            pub fn needs(&self) -> Need {
                match self {
                    $($(Self::$message(_) => Need::$need,)*)*
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
            1 => Hello needs Nothing,
            2 => Ping needs Nothing,
        }
        /// Signs in. Anyone may send it.
        SignIn by request {
            10 => LoginGuest needs Nothing,
            11 => Register needs Nothing,
            12 => Login needs Nothing,
            13 => LoginToken needs Nothing,
            24 => UseResetCode needs Nothing,
            25 => LoginWithCode needs Nothing,
            28 => LoginWithTicket needs Nothing,
        }
        /// A request of an account about itself, its notes and other players. The room answers them
        /// one after the other.
        AccountRequest by request {
            14 => ChangePassword needs Owner,
            15 => CreateApiToken needs Owner,
            16 => RevokeApiToken needs Owner,
            17 => Logout needs SignIn,
            18 => Refill needs Play,
            19 => UpgradeGuest needs Owner,
            20 => ListApiTokens needs Owner,
            21 => SetAppearance needs Play,
            23 => SignOutEverywhere needs Owner,
            26 => SetSecondFactor needs Owner,
            27 => ReportPlayer needs Play,
            32 => LinkSignIn needs Owner,
            33 => UnlinkSignIn needs Owner,
            36 => GetPush needs Owner,
            37 => SetPush needs Owner,
            38 => SetVisible needs SignIn,
            82 => ListAudit needs Direct,
            85 => SetNote needs Play,
            86 => ListNotes needs Read,
            87 => ProveFactor needs Owner,
        }
        /// A request about hands that are over, and what can be counted in them.
        HistoryRequest by request {
            29 => RevokeHandLink needs Play,
            84 => GetStatistics needs Read,
            100 => ListHands needs Read,
            101 => GetHand needs Read,
            102 => ShareHand needs Play,
            132 => GetDealProof needs Read,
            145 => GetIntegrityReport needs Floor,
        }
        /// A request of the floor and of administrators about accounts, and of administrators about
        /// hooks.
        AdministrationRequest by request {
            140 => FindAccounts needs Accounts,
            141 => GetAccount needs Accounts,
            142 => Administer needs Accounts,
            143 => ListOperations needs Accounts,
            144 => ListReports needs Accounts,
            146 => SearchChat needs Accounts,
            147 => ListHooks needs Hooks,
            148 => ListDeliveries needs Hooks,
            149 => DirectHook needs Hooks,
        }
        /// A request for what the room offers.
        LobbyRequest by request {
            30 => ListTables needs Nothing,
            31 => WatchLobby needs Nothing,
            60 => ListTournaments needs Nothing,
            76 => OpenTournament needs Open,
            96 => ListStructures needs SignIn,
            97 => OpenTournamentWith needs Open,
        }
        /// An action at a table. Its answer names the action instead of a request.
        TableAction by action {
            48 => Act needs Play,
            51 => Discard needs Play,
            54 => MakeGesture needs Play,
        }
        /// A request to a table.
        TableRequest by table {
            22 => Emote needs Play,
            40 => Observe needs Nothing,
            41 => Unobserve needs Nothing,
            42 => Sit needs Play,
            43 => TopUp needs Play,
            44 => SitOut needs Play,
            45 => SitIn needs Play,
            46 => Leave needs Play,
            47 => SetPreferences needs Play,
            49 => ShowOrMuck needs Play,
            50 => Chat needs Play,
            52 => RunIt needs Play,
            53 => ChooseGame needs Play,
            55 => ShowCards needs Play,
            56 => AskToSee needs Play,
            57 => RabbitHunt needs Play,
            58 => RabbitConsent needs Play,
            59 => CallClock needs Direct,
            80 => AttendTable needs Direct,
            81 => DirectTable needs Direct,
            83 => GetHandSoFar needs Nothing,
            120 => JoinWaitList needs Play,
            121 => LeaveWaitList needs Play,
            122 => Rebuy needs Play,
            130 => JoinDeal needs Nothing,
        }
        /// A link that the table asked for. It gets no answer of its own.
        DealAnswer by nothing {
            131 => LendLink needs Play,
        }
        /// A request to a tournament.
        TournamentRequest by tournament {
            34 => OfferRematch needs Direct,
            61 => WatchTournament needs Nothing,
            62 => GetStructure needs Nothing,
            63 => GetHouseRules needs Nothing,
            64 => ListPlayers needs Nothing,
            65 => ListTournamentTables needs Nothing,
            66 => ListPayouts needs Nothing,
            67 => ListRulings needs Nothing,
            68 => EnterTournament needs Play,
            69 => WithdrawEntry needs Play,
            70 => CheckIn needs Play,
            71 => BuyChips needs Play,
            72 => DeclineRebuy needs Play,
            73 => QuitTournament needs Play,
            74 => ProposeDeal needs Direct,
            75 => VoteOnDeal needs Play,
            77 => DirectTournament needs Direct,
            78 => ImportRoster needs Direct,
            79 => ListSeatCodes needs Direct,
        }
        /// A request that is answered from the store: results, leagues, bans and schedules.
        RecordRequest by request {
            90 => ListPastEvents needs Nothing,
            91 => GetResults needs Nothing,
            92 => ListLeagues needs Nothing,
            93 => GetStandings needs Nothing,
            94 => DirectLeague needs Leagues,
            95 => ListBans needs Leagues,
            98 => ListSchedules needs SignIn,
            99 => DirectSchedule needs Floor,
            103 => ChangeLeague needs Leagues,
        }
        /// A request about private tables and tournaments.
        HostingRequest by request {
            110 => GetHosting needs Read,
            111 => HostTable needs Play,
            112 => CloseHosted needs Direct,
            113 => UseInvitation needs Nothing,
            114 => GetHostedTournaments needs Read,
            115 => HostTournament needs Play,
            116 => GetTableLedger needs Read,
            117 => ChangeTable needs Play,
            118 => HandOver needs Play,
        }
    }
}

/// What a client needs to send a message. A few messages need more, depending on what they hold.
///
/// A person who signs in has every scope. An API token has those that it was made with. Both need
/// the role.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Need {
    /// Nothing: visitors may send it before they sign in.
    Nothing,
    /// Any sign-in.
    SignIn,
    /// A sign-in that is not by API token. Such a token serves a program, and a thief of the token
    /// must not be able to take over the account.
    Owner,
    /// The scope `play` or `read`.
    Read,
    /// The scope `play`.
    Play,
    /// The scope `play` or `floor`. The table or the tournament checks whether the account is its
    /// host, or has the role of the floor.
    Direct,
    /// The scope `floor`, and the role of a host or above.
    Open,
    /// The scope `floor`, and the role of the floor or above.
    Floor,
    /// The scope `leagues`, and the role of the floor or above.
    Leagues,
    /// The scope `accounts`, and the role of the floor or above.
    Accounts,
    /// The scope `accounts`, and the role of an administrator.
    Hooks,
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
