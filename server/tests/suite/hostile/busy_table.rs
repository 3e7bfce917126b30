//! A table with a full inbox, and a request that never reaches its table. A connection that leaves
//! notifies exactly the tables that know it. The table is only an inbox, which the test empties.

use crate::hostile::in_memory::connect;
use crate::support::client::open_room;
use cardroom::accounts::NewToken;
use cardroom::ids::TableId;
use cardroom::inbox::{TableHandle, TableInput};
use cardroom::session::client::Client;
use cardroom::wiring::OpenRoom;
use cardroom_protocol::client::{Chat, Hello, LoginToken, Observe, Sit, Unobserve};
use cardroom_protocol::requests::TableRequest;
use cardroom_protocol::{Chips, ClientMessage, Encoding, MINOR_VERSION, RequestId};
use std::future::poll_fn;
use tokio::sync::mpsc;

const TABLE: TableId = TableId(77);

/// A guest, and the inbox of a table with room for one input.
struct Case {
    open: OpenRoom,
    client: Client,
    inbox: mpsc::Receiver<TableInput>,
}

impl Case {
    async fn new() -> Self {
        let open = open_room(|_| {}).await;
        let info = open.room.registry.tables()[0].info.clone();
        let (inputs, inbox) = mpsc::channel(1);
        open.room.registry.open_table(TableHandle::new(TABLE, inputs, info));
        let account = open
            .room
            .accounts
            .guest(None, std::net::Ipv4Addr::LOCALHOST.into())
            .await
            .unwrap()
            .account;
        let token = open
            .room
            .accounts
            .create_api_token(account, &NewToken::to_play("test"))
            .await
            .unwrap()
            .0;
        let (client, _) = connect(&open.room, Encoding::Json);
        client.enter();
        let mut case = Self { open, client, inbox };
        case.says(Hello { minor: MINOR_VERSION, client: "test/1".to_owned() });
        case.says(LoginToken { request: RequestId(1), token });
        poll_fn(|cx| case.client.poll_work(false, cx)).await;
        case
    }

    fn says(&mut self, message: impl Into<ClientMessage>) {
        let frame = Encoding::Json.encode(&[message.into()]).unwrap();
        self.client.take(self.open.room.clock.now(), &frame);
    }

    fn observes(&mut self) {
        self.says(Observe { request: RequestId(2), table: TABLE.0.into() });
    }

    fn unobserves(&mut self) {
        self.says(Unobserve { request: RequestId(3), table: TABLE.0.into() });
    }

    fn chats(&mut self) {
        let text = "nice hand".to_owned();
        self.says(Chat { request: RequestId(4), table: TABLE.0.into(), text });
    }

    fn sits(&mut self, buy_in: u64) {
        self.says(Sit {
            request: RequestId(5),
            table: TABLE.0.into(),
            seat: None,
            buy_in: Chips(buy_in),
            wait_for_big_blind: false,
        });
    }

    /// Takes what is in the inbox.
    fn taken(&mut self) -> Option<&'static str> {
        Some(match self.inbox.try_recv().ok()? {
            TableInput::Attach { .. } => "attach",
            TableInput::Detach { .. } => "detach",
            TableInput::Request { request, .. } => match *request.take() {
                TableRequest::Unobserve(_) => "unobserve",
                TableRequest::Chat(_) => "chat",
                TableRequest::Sit(_) => "sit",
                _ => "another request",
            },
            _ => "something else",
        })
    }
}

#[tokio::test]
async fn a_watcher_whose_requests_find_a_table_busy_still_takes_leave_of_it() {
    let mut case = Case::new().await;
    case.observes();
    assert_eq!(case.taken(), Some("attach"));
    case.chats();
    // The inbox is full.
    case.chats();
    case.observes();
    case.unobserves();
    assert_eq!((case.taken(), case.taken()), (Some("chat"), None));
    case.client.leave().await;
    assert_eq!(case.taken(), Some("detach"));
}

#[tokio::test]
async fn a_table_is_not_notified_if_it_was_too_busy_to_be_watched_or_is_not_watched_any_more() {
    let mut case = Case::new().await;
    case.chats();
    case.observes();
    assert_eq!(case.taken(), Some("chat"));
    case.unobserves();
    assert_eq!(case.taken(), None, "the connection does not watch it");
    case.observes();
    assert_eq!(case.taken(), Some("attach"));
    case.unobserves();
    assert_eq!(case.taken(), Some("unobserve"));
    case.client.leave().await;
    assert_eq!(case.taken(), None);
}

#[tokio::test]
async fn a_table_is_notified_only_if_it_has_the_request_for_a_seat() {
    let mut case = Case::new().await;
    case.sits(1 << 40);
    assert_eq!(case.taken(), None, "the wallet does not hold so much");
    case.client.leave().await;
    assert_eq!(case.taken(), None);

    let mut case = Case::new().await;
    case.sits(40);
    assert_eq!(case.taken(), Some("sit"));
    case.client.leave().await;
    assert_eq!(case.taken(), Some("detach"));
}
