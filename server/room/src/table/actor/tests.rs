//! A table's task with a store behind it.

use super::*;
use crate::config::{Config, Overrides};
use crate::ids::AccountId;
use crate::look::Look;
use crate::noted::note;
use crate::store::{JournalStore as _, LedgerAccount, MemoryStore, StoredStream, Transfer, Unit};
use crate::table::TableDescription;
use crate::tenure::Tenure;
use cardroom_protocol::client::{Leave, Observe, Sit};
use cardroom_protocol::requests::TableRequest;
use cardroom_protocol::server::Role;
use cardroom_protocol::waiting::JoinWaitList;
use cardroom_protocol::{Encoding, TableId as WireTableId};
use cardroom_rules::Chips;
use std::time::Duration;

const TABLE: TableId = TableId(1);
const ADA: AccountId = AccountId(1);

impl TableServices {
    /// Returns the services of a room in memory, in which these accounts have 1,000 chips each.
    pub(crate) async fn in_memory(accounts: &[AccountId]) -> Self {
        Self::on(&MemoryStore::new(), accounts).await
    }

    /// Does the same on a store that the test keeps.
    async fn on(store: &MemoryStore, accounts: &[AccountId]) -> Self {
        let grants = accounts.iter().map(|account| Transfer {
            id: format!("signup:{}", account.0),
            from: LedgerAccount::Bank,
            to: LedgerAccount::Wallet(*account),
            amount: Chips(1_000),
            at_ms: 1,
        });
        let unit = Unit { transfers: grants.collect(), ..Unit::default() };
        store.commit(&[unit]).await.unwrap();
        let cashier = Cashier::load(accounts.iter().map(|account| (*account, Chips(1_000))));
        let (journal, _) = Journal::start(Arc::new(store.clone()), cashier.clone());
        Self {
            journal,
            store: Arc::new(store.clone()),
            registry: Registry::default(),
            push: PushOffice::closed(),
            hooks: crate::hooks::HookOffice::closed(),
            cashier,
            clock: Clock::start(),
            totals: Arc::default(),
            vault: Arc::new(Vault::in_memory()),
            chips_held_for: None,
            moderation: Moderation::default(),
            keeps_hands: true,
            deals: None,
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

/// Returns the core of a table of hold'em, and its setup.
fn hold_em(table: TableId) -> (TableCore, TableSetup) {
    let text = "[[tables]]\nname = \"Mira\"\nsmall_blind = 1\nbig_blind = 2\n\
                min_buy_in = 40\nmax_buy_in = 200\n";
    let config = Config::load_text("test", text, [], &Overrides::default()).unwrap();
    let ring = config.ring_tables(&config.library().unwrap()).unwrap().remove(0);
    let setup = crate::opening::setup_of(&ring);
    let description = TableDescription {
        name: ring.name,
        bots_allowed: true,
        rotation: None,
        event: None,
        hosted_by: None,
        free_chat: false,
    };
    let stream = StoredStream::default();
    (TableCore::open(table, description, Some(&setup), &stream).unwrap(), setup)
}

#[tokio::test]
async fn what_waits_for_a_table_that_closes_is_refused() {
    let (core, setup) = hold_em(TABLE);
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

/// Two copies of a table, at which a player sits down and leaves.
struct Copies {
    store: MemoryStore,
    services: TableServices,
    tables: [TableHandle; 2],
    viewer: Viewer,
    asked: u32,
}

impl Copies {
    async fn open() -> Self {
        let store = MemoryStore::new();
        let services = TableServices::on(&store, &[ADA]).await;
        let twins = Twins::default();
        let tables = [TABLE, TableId(2)].map(|id| {
            let (core, setup) = hold_em(id);
            let (dealer, services) = (services.entropy.dealer(), services.clone());
            let (table, _) =
                spawn_among(core, Some(setup), dealer, services, None, Some(twins.clone()));
            table
        });
        let mut copies = Self { store, services, tables, viewer: Viewer::recording(ADA), asked: 0 };
        // The first steps of both tables are stored before the test lets a commit fail.
        copies.ask(0, TableRequest::Leave(copies.leave_of(0))).await;
        copies.ask(1, TableRequest::Leave(copies.leave_of(1))).await;
        copies
    }

    fn table_id(&self, place: usize) -> WireTableId {
        WireTableId(self.tables[place].id.0)
    }

    fn leave_of(&self, place: usize) -> Leave {
        Leave { request: RequestId(self.asked + 1), table: self.table_id(place) }
    }

    /// Sends a request, and returns `None` if it was done, or why it was refused.
    async fn ask(&mut self, place: usize, request: TableRequest) -> Option<ErrorCode> {
        self.asked += 1;
        let buy_in = match &request {
            TableRequest::Sit(sit) => Some(Chips(sit.buy_in.0)),
            _ => None,
        };
        let purse = self.services.cashier.purse(ADA).unwrap();
        let hold = buy_in.map(|amount| purse.hold(amount).unwrap());
        let (viewer, stamp) = (self.viewer.clone(), self.services.clock.now());
        let request = note(Box::new(request), || None);
        let input = TableInput::Request { viewer, stamp, request, hold };
        self.tables[place].try_send(input).unwrap();
        loop {
            for message in self.viewer.heard() {
                match message {
                    ServerMessage::Refused(refused) => return Some(refused.code),
                    ServerMessage::Done(_) | ServerMessage::Seated(_) => return None,
                    _ => {}
                }
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    async fn sit(&mut self, place: usize, chips: u64) -> Option<ErrorCode> {
        let (request, table) = (RequestId(self.asked + 1), self.table_id(place));
        let (seat, buy_in) = (None, cardroom_protocol::Chips(chips));
        let sit = Sit { request, table, seat, buy_in, wait_for_big_blind: false };
        self.ask(place, TableRequest::Sit(sit)).await
    }

    async fn leave(&mut self, place: usize) -> Option<ErrorCode> {
        self.ask(place, TableRequest::Leave(self.leave_of(place))).await
    }
}

#[tokio::test(start_paused = true)]
async fn a_step_that_could_not_be_stored_changes_nothing_that_copies_of_a_table_ask_for() {
    let mut copies = Copies::open().await;
    assert_eq!(copies.sit(0, 100).await, None);
    copies.store.fail_next_commit();
    assert_eq!(copies.leave(0).await, Some(ErrorCode::Internal));
    // The player has taken nothing away, so a copy asks for no more than its smallest buy-in.
    assert_eq!(copies.sit(1, 40).await, None);
    assert_eq!(copies.leave(1).await, None);
    assert_eq!(copies.leave(0).await, None);
    // Now both ask for the hundred, also after the player's return could not be stored.
    copies.store.fail_next_commit();
    assert_eq!(copies.sit(0, 100).await, Some(ErrorCode::Internal));
    for place in [0, 1] {
        assert_eq!(copies.sit(place, 99).await, Some(ErrorCode::Rathole), "{place}");
    }
    assert_eq!(copies.sit(1, 100).await, None);
    assert_eq!(copies.leave(1).await, None);
    assert_eq!(copies.sit(0, 100).await, None);
}

#[tokio::test(start_paused = true)]
async fn tables_with_equal_setups_keep_one_text_of_them() {
    let store = MemoryStore::new();
    let services = TableServices::on(&store, &[]).await;
    let text = ["Mira", "Castor"].map(|name| {
        format!(
            "[[tables]]\nname = \"{name}\"\nsmall_blind = 1\nbig_blind = 2\n\
             min_buy_in = 40\nmax_buy_in = 200\n"
        )
    });
    let config = Config::load_text("test", &text.concat(), [], &Overrides::default()).unwrap();
    let rings = config.ring_tables(&config.library().unwrap()).unwrap();
    let tables = crate::opening::open_tables(rings, BTreeMap::new(), &services).await.unwrap();
    let setups = loop {
        // A table stores its setup as soon as it has started.
        let streams = store.load_streams().await.unwrap();
        let setups: Vec<_> =
            streams.into_iter().filter_map(|(_, stream)| stream.snapshot?.setup).collect();
        if setups.len() == tables.len() {
            break setups;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    };
    assert!(Arc::ptr_eq(&setups[0].0, &setups[1].0), "{setups:?}");
}
