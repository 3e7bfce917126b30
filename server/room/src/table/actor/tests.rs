//! A table's task with a store behind it.

use super::*;
use crate::config::{Config, Overrides};
use crate::ids::AccountId;
use crate::look::Look;
use crate::noted::note;
use crate::store::{LedgerAccount, MemoryStore, StoredStream, Transfer, Unit};
use crate::table::TableDescription;
use crate::tenure::Tenure;
use cardroom_protocol::client::{Observe, Sit};
use cardroom_protocol::requests::TableRequest;
use cardroom_protocol::server::Role;
use cardroom_protocol::waiting::JoinWaitList;
use cardroom_protocol::{Encoding, TableId as WireTableId};
use cardroom_rules::Chips;

const TABLE: TableId = TableId(1);
const ADA: AccountId = AccountId(1);

impl TableServices {
    /// Returns the services of a room in memory, in which these accounts have 1,000 chips each.
    pub(crate) async fn in_memory(accounts: &[AccountId]) -> Self {
        let store = MemoryStore::new();
        let grants = accounts.iter().map(|account| Transfer {
            id: format!("signup:{}", account.0),
            from: LedgerAccount::Bank,
            to: LedgerAccount::Wallet(*account),
            amount: Chips(1_000),
            at_ms: 1,
        });
        let unit = Unit { transfers: grants.collect(), ..Unit::default() };
        crate::store::JournalStore::commit(&store, &[unit]).await.unwrap();
        let cashier = Cashier::load(accounts.iter().map(|account| (*account, Chips(1_000))));
        let (journal, _) = Journal::start(Arc::new(store.clone()), cashier.clone());
        Self {
            journal,
            store: Arc::new(store),
            registry: Registry::default(),
            push: PushOffice::closed(),
            cashier,
            clock: Clock::start(),
            totals: Arc::default(),
            vault: Arc::new(Vault::in_memory()),
            chips_held_for: None,
            moderation: Moderation::default(),
            keeps_hands: true,
            entropy: Entropy::of_the_system(),
            threads: Threads::none(),
        }
    }
}

impl Viewer {
    /// Returns a connection whose frames are recorded.
    pub(crate) fn recording(account: AccountId) -> Self {
        let player = Player {
            account,
            name: format!("Player {}", account.0).into(),
            bot: false,
            role: Role::Player,
            staff: false,
            look: Look::of(account),
            tenure: Tenure::ALWAYS,
        };
        let outbox = Arc::new(Outbox::recording(Encoding::Binary));
        let connection = ConnectionId(account.0);
        Self { connection, outbox, player: Some(player), address: None }
    }

    /// Returns the messages sent since the last call.
    pub(crate) fn heard(&self) -> Vec<ServerMessage> {
        let frames = self.outbox.take_recorded();
        let decode = |frame| Encoding::Binary.decode::<ServerMessage>(frame, 65_536).unwrap();
        frames.iter().flat_map(|frame| decode(frame).messages).collect()
    }
}

#[tokio::test]
async fn what_waits_for_a_table_that_closes_is_refused() {
    let text = "[[tables]]\nname = \"Mira\"\nsmall_blind = 1\nbig_blind = 2\n\
                min_buy_in = 40\nmax_buy_in = 200\n";
    let config = Config::load_text("test", text, [], &Overrides::default()).unwrap();
    let ring = config.ring_tables(&config.library().unwrap()).unwrap().remove(0);
    let setup = crate::opening::setup_of(&ring);
    let description = TableDescription {
        name: ring.name.clone(),
        bots_allowed: true,
        rotation: None,
        event: None,
        hosted_by: None,
        free_chat: false,
    };
    let stream = StoredStream::default();
    let core = TableCore::open(TABLE, description, Some(&setup), &stream).unwrap();
    let services = TableServices::in_memory(&[ADA]).await;
    let dealer = services.entropy.dealer();
    let (table, task) = spawn(core, Some(setup), dealer, services.clone(), None);
    services.registry.open_table(table.clone());
    // Nothing runs before all of it is in the inbox.
    table.try_send(TableInput::Close).unwrap();
    let viewer = Viewer::recording(ADA);
    let hold = services.cashier.purse(ADA).unwrap().hold(Chips(100)).unwrap();
    let id = WireTableId(TABLE.0);
    let (seat, buy_in) = (None, cardroom_protocol::Chips(100));
    let sit = Sit { request: RequestId(1), table: id, seat, buy_in, wait_for_big_blind: false };
    let join = JoinWaitList { request: RequestId(2), table: id };
    let waiting = [(TableRequest::Sit(sit), Some(hold)), (TableRequest::JoinWaitList(join), None)];
    for (request, hold) in waiting {
        let (viewer, stamp) = (viewer.clone(), services.clock.now());
        let request = note(Box::new(request), || None);
        table.try_send(TableInput::Request { viewer, stamp, request, hold }).unwrap();
    }
    let observe = Observe { request: RequestId(3), table: id };
    let (watcher, request) = (viewer.clone(), Some(observe.request));
    table.try_send(TableInput::Attach { viewer: watcher, request }).unwrap();
    task.await.unwrap();
    let refused = viewer.heard().into_iter().map(|message| match message {
        ServerMessage::Refused(refused) => (refused.request, refused.code),
        other => panic!("{other:?}"),
    });
    let gone = [1, 2, 3].map(|request| (RequestId(request), ErrorCode::UnknownTable));
    assert_eq!(refused.collect::<Vec<_>>(), gone);
    assert_eq!(services.cashier.available(ADA), Some(Chips(1_000)));
    assert!(services.registry.table(TABLE).is_none());
}
