//! Which messages of the server answer a request.

use crate::ids::RequestId;
use crate::server::ServerMessage;

macro_rules! answers {
    ($($variant:ident)*) => {
        impl ServerMessage {
            /// Returns the id of the request that this message answers; `None` for a message that
            /// answers none.
            #[must_use]
            pub fn request(&self) -> Option<RequestId> {
                match self {
                    $(Self::$variant(body) => Some(body.request),)*
                    _ => None,
                }
            }
        }
    };
}

answers! {
    Refused
    Done
    StillSittingOut
    LoggedIn
    ApiToken
    ApiTokenList
    TableList
    Seated
    AuditPage
    HandPage
    HandShown
    HandSoFar
    Statistics
    NotePage
    IntegrityReport
    DealJoined
    DealProof
    HandShared
    TournamentList
    StructurePage
    SchedulePage
    ScheduleMade
    StructureSheet
    HouseRules
    PlayerPage
    TablePage
    PayoutPage
    RulingPage
    RosterReport
    SeatCodePage
    Entered
    TournamentOpened
    PastEventPage
    ResultPage
    LeagueList
    BanPage
    StandingPage
    Hosting
    Hosted
    Invited
    TableLedger
    BuyInWaits
    TermsRefused
    HostedTournaments
    TournamentHosted
    InvitedToTournament
    TournamentTermsRefused
    PushOffered
    SecondFactorKey
    RecoveryCodes
    AccountPage
    AccountShown
    ResetCodes
    ResetCode
    ReportPage
    ChatPage
    OperationPage
    HookPage
    HookSecret
    DeliveryPage
}
