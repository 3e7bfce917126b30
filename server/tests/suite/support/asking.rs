//! Requests of tests to a table, in short: without the ids of the table and the request.

use arrayvec::ArrayVec;
use cardroom::cashier::Hold;
use cardroom::ids::ConnectionId;
use cardroom::inbox::{Player, TableInput, Viewer};
use cardroom::noted::note;
use cardroom::table::CoreInput;
use cardroom_cards::Card;
use cardroom_protocol::client::{
    Act, Chat, Discard, Leave, Rebuy, RunIt, ShowOrMuck, Sit, SitIn, SitOut, TopUp,
};
use cardroom_protocol::history::GetHandSoFar;
use cardroom_protocol::hybrid::{
    AskToSee, AttendTable, DirectTable, Gesture, MakeGesture, ShowCards, TableCommand,
};
use cardroom_protocol::limits::MAX_DISCARDS;
use cardroom_protocol::requests::{TableAction, TableRequest};
use cardroom_protocol::table::Action;
use cardroom_protocol::waiting::JoinWaitList;
use cardroom_protocol::{ActionId, Chips, RequestId, Seq, TableId, TurnToken};
use cardroom_rules::Millis;

/// The table that requests name. A table does not look at it.
const TABLE: TableId = TableId(1);

/// Something that a player asks of a table.
#[derive(Debug)]
pub(crate) enum Ask {
    Sit {
        seat: Option<u8>,
        hold: Hold,
        wait_for_big_blind: bool,
    },
    /// A seat at a table with chips of its own.
    BuyIn {
        amount: u64,
    },
    /// More chips at a table with chips of its own.
    Add {
        amount: u64,
    },
    SitOut,
    Leave,
    Act {
        turn: TurnToken,
        action_id: ActionId,
        action: Action,
    },
    Discard {
        turn: TurnToken,
        action_id: ActionId,
        cards: ArrayVec<Card, MAX_DISCARDS>,
    },
    Gesture {
        turn: Option<TurnToken>,
        action_id: ActionId,
        gesture: Box<Gesture>,
    },
    RunIt {
        boards: u8,
    },
    ShowOrMuck {
        show: bool,
    },
    SeeHand {
        seat: u8,
    },
    ShowCards {
        cards: ArrayVec<Card, MAX_DISCARDS>,
    },
    Rebuy {
        hold: Hold,
    },
    HandSoFar,
    JoinLine,
    Attend {
        on: bool,
    },
    Direct(FloorOrder),
    Chat {
        text: String,
    },
    SitIn,
}

/// A command of the floor.
#[derive(Clone, Debug)]
pub(crate) struct FloorOrder {
    pub(crate) seq: Seq,
    pub(crate) reason: String,
    pub(crate) rule: Option<String>,
    pub(crate) command: TableCommand,
}

impl Ask {
    /// Returns the input of a table's core.
    pub(crate) fn input(
        self,
        connection: ConnectionId,
        player: Option<Player>,
        request: RequestId,
    ) -> CoreInput {
        match self.message(request) {
            Message::Action(action) => {
                let player = player.expect("a visitor does not act");
                CoreInput::Act { connection, player, action }
            }
            Message::Request(request, hold) => {
                let (request, drawn) = (Box::new(request), Vec::new());
                let hold = hold.map(|hold| hold.held());
                CoreInput::Request { connection, player, request, hold, drawn }
            }
        }
    }

    /// Returns the input of a table's inbox.
    pub(crate) fn sent(self, viewer: Viewer, request: RequestId, stamp: Millis) -> TableInput {
        match self.message(request) {
            Message::Action(action) => {
                let asked_at = tokio::time::Instant::now();
                TableInput::Act { viewer, stamp, asked_at, action }
            }
            Message::Request(request, hold) => {
                let request = note(Box::new(request), || None);
                TableInput::Request { viewer, stamp, request, hold }
            }
        }
    }

    fn message(self, request: RequestId) -> Message {
        use TableAction as A;
        use TableRequest as R;
        let table = TABLE;
        let plain = |request| Message::Request(request, None);
        match self {
            Self::Act { turn, action_id, action } => {
                Message::Action(A::Act(Act { table, turn, action_id, action }))
            }
            Self::Discard { turn, action_id, cards } => {
                Message::Action(A::Discard(Discard { table, turn, action_id, cards }))
            }
            Self::Gesture { turn, action_id, gesture } => {
                Message::Action(A::MakeGesture(MakeGesture { table, turn, action_id, gesture }))
            }
            Self::Sit { seat, hold, wait_for_big_blind } => {
                let buy_in = Chips(hold.amount().0);
                let sit = Sit { request, table, seat, buy_in, wait_for_big_blind };
                Message::Request(R::Sit(sit), Some(hold))
            }
            Self::BuyIn { amount } => {
                let (seat, buy_in, wait_for_big_blind) = (None, Chips(amount), false);
                plain(R::Sit(Sit { request, table, seat, buy_in, wait_for_big_blind }))
            }
            Self::Add { amount } => {
                plain(R::TopUp(TopUp { request, table, amount: Chips(amount) }))
            }
            Self::Direct(order) => plain(R::DirectTable(order.message(request))),
            Self::SitOut => plain(R::SitOut(SitOut { request, table })),
            Self::SitIn => plain(R::SitIn(SitIn { request, table })),
            Self::Leave => plain(R::Leave(Leave { request, table })),
            Self::RunIt { boards } => plain(R::RunIt(RunIt { request, table, boards })),
            Self::ShowOrMuck { show } => plain(R::ShowOrMuck(ShowOrMuck { request, table, show })),
            Self::ShowCards { cards } => plain(R::ShowCards(ShowCards { request, table, cards })),
            Self::Rebuy { hold } => {
                let amount = Chips(hold.amount().0);
                Message::Request(R::Rebuy(Rebuy { request, table, amount }), Some(hold))
            }
            Self::SeeHand { seat } => plain(R::AskToSee(AskToSee { request, table, seat })),
            Self::HandSoFar => plain(R::GetHandSoFar(GetHandSoFar { request, table })),
            Self::JoinLine => plain(R::JoinWaitList(JoinWaitList { request, table })),
            Self::Attend { on } => plain(R::AttendTable(AttendTable { request, table, on })),
            Self::Chat { text } => plain(R::Chat(Chat { request, table, text })),
        }
    }
}

impl FloorOrder {
    fn message(self, request: RequestId) -> DirectTable {
        let Self { seq, reason, rule, command } = self;
        DirectTable { request, table: TABLE, seq, reason, rule, command }
    }
}

enum Message {
    Action(TableAction),
    Request(TableRequest, Option<Hold>),
}
