//! One table's task with a store behind it, and its clients.

use crate::support::asking::Ask;
use crate::support::hold_em_table;
use crate::support::ordinary;
use cardroom::cashier::Cashier;
use cardroom::clock::Clock;
use cardroom::entropy::{Dealer, Entropy};
use cardroom::hooks::HookOffice;
use cardroom::ids::{AccountId, ConnectionId, TableId};
use cardroom::inbox::{TableHandle, TableInput, Viewer};
use cardroom::journal::Journal;
use cardroom::outbox::Outbox;
use cardroom::push::PushOffice;
use cardroom::registry::Registry;
use cardroom::store::prelude::*;
use cardroom::store::{LedgerAccount, MemoryStore, StreamId, Transfer, Unit};
use cardroom::table::{TableCore, TableServices, spawn};
use cardroom::threads::Threads;
use cardroom::vault::Vault;
use cardroom_engine::TableSetup;
use cardroom_protocol::server::{ServerMessage, YourTurn};
use cardroom_protocol::table::{Action, TableEvent};
use cardroom_protocol::{ActionId, Encoding, ErrorCode, RequestId};
use cardroom_rules::{Chips, Millis, Rake};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

pub(crate) const TABLE: TableId = TableId(1);
pub(crate) const BROUGHT: u64 = 5_000;

pub(crate) fn setup() -> TableSetup {
    hold_em_table(|ring| {
        ring.min_buy_in = Chips(1_000);
        ring.max_buy_in = Chips(10_000);
        ring.rathole_ms = Millis::seconds(3_600);
        ring.between_hands_ms = Millis(200);
        ring.run_out_ms = Millis(100);
        ring.rake = Some(Rake {
            basis_points: 500,
            cap: Chips(300),
            no_flop_no_drop: false,
            account: "house:rake".to_owned(),
        });
    })
}

/// A room with one table and no sockets.
pub(crate) struct Room {
    pub(crate) store: MemoryStore,
    pub(crate) services: TableServices,
    pub(crate) table: TableHandle,
    pub(crate) clients: BTreeMap<u64, Client>,
    pub(crate) setup: TableSetup,
}

pub(crate) struct Client {
    pub(crate) viewer: Viewer,
    pub(crate) heard: Vec<ServerMessage>,
    /// The same messages, frame by frame.
    pub(crate) frames: Vec<Vec<ServerMessage>>,
    pub(crate) next_action: u64,
}

impl Client {
    pub(crate) fn new(account: u64, connection: u64) -> Self {
        let player = ordinary::account(account, &format!("player {account}"));
        let viewer = Viewer {
            connection: ConnectionId(connection),
            outbox: Arc::new(Outbox::recording(Encoding::Binary)),
            player: Some(player),
            address: None,
        };
        Self { viewer, heard: Vec::new(), frames: Vec::new(), next_action: 1 }
    }

    pub(crate) fn listen(&mut self) {
        for payload in self.viewer.outbox.take_recorded() {
            let decoded = Encoding::Binary.decode::<ServerMessage>(&payload, 65_536).unwrap();
            self.heard.extend(decoded.messages.iter().cloned());
            self.frames.push(decoded.messages);
        }
    }

    pub(crate) fn turn(&self) -> Option<YourTurn> {
        let answered = self.heard.iter().rposition(|message| {
            match message {
                ServerMessage::ActionAccepted(_) => true,
                // A step that could not be stored has not happened.
                ServerMessage::ActionRefused(refused) => refused.code != ErrorCode::Internal,
                _ => false,
            }
        });
        let asked = self.heard.iter().enumerate().rev().find_map(|(at, message)| match message {
            ServerMessage::YourTurn(turn) => Some((at, turn.clone())),
            ServerMessage::TableSnapshot(shot) => {
                let decision = shot.view.you.as_ref()?.decision.clone()?;
                let (table, seq) = (shot.table, shot.view.seq);
                Some((at, YourTurn { table, seq, turn: decision.turn, legal: decision.legal }))
            }
            _ => None,
        });
        let (at, turn) = asked?;
        answered.is_none_or(|answered| answered < at).then_some(turn)
    }

    pub(crate) fn hands_ended(&self) -> usize {
        let events = self.heard.iter().filter_map(|message| match message {
            ServerMessage::Step(step) => Some(&step.events.0),
            _ => None,
        });
        events.flatten().filter(|event| matches!(event, TableEvent::HandEnded(_))).count()
    }
}

/// Returns the services of a room that keeps hands.
pub(crate) fn services(store: &MemoryStore, cashier: Cashier) -> TableServices {
    let (journal, _) = Journal::start(Arc::new(store.clone()), cashier.clone());
    TableServices {
        chips_held_for: None,
        moderation: Default::default(),
        keeps_hands: true,
        deals: None,
        journal,
        store: Arc::new(store.clone()),
        registry: Registry::default(),
        push: PushOffice::closed(),
        hooks: HookOffice::closed(),
        cashier,
        clock: Clock::start(),
        totals: Arc::default(),
        vault: Arc::new(Vault::in_memory()),
        entropy: Entropy::of_the_system(),
        threads: Threads::none(),
    }
}

pub(crate) async fn open(
    store: &MemoryStore,
    cashier: Cashier,
    setup: &TableSetup,
) -> (TableServices, TableHandle) {
    let services = services(store, cashier);
    let stream = store.load_stream(StreamId::Table(TABLE)).await.unwrap();
    let description = ordinary::table("Test");
    let mut core = TableCore::open(TABLE, description, Some(setup), &stream).unwrap();
    for account in core.strangers() {
        core.introduce(Client::new(account.0, 0).viewer.player.unwrap());
    }
    let setup = Some(setup.clone());
    let (table, _) = spawn(core, setup, Dealer::from_seed([3; 32]), services.clone(), None);
    (services, table)
}

impl Room {
    pub(crate) async fn new(players: u64) -> Self {
        Self::with(setup(), players).await
    }

    pub(crate) async fn with(setup: TableSetup, players: u64) -> Self {
        let store = MemoryStore::new();
        let grants = (1..=players).map(|account| Transfer {
            id: format!("signup:{account}"),
            from: LedgerAccount::Bank,
            to: LedgerAccount::Wallet(AccountId(account)),
            amount: Chips(20_000),
            at_ms: 1,
        });
        let unit = Unit { transfers: grants.collect(), ..Unit::default() };
        store.commit(&[unit]).await.unwrap();
        let cashier = cashier(&store).await;
        let (services, table) = open(&store, cashier, &setup).await;
        let mut room = Self { store, services, table, clients: BTreeMap::new(), setup };
        for account in 1..=players {
            room.clients.insert(account, Client::new(account, account));
            room.sit(account, BROUGHT);
        }
        room.settle().await;
        room
    }

    /// Returns a room on the same store after the end of the process, with nothing left in memory.
    pub(crate) async fn restart(self) -> Self {
        let Self { store, setup, .. } = self;
        let (services, table) = open(&store, cashier(&store).await, &setup).await;
        let mut room = Self { store, services, table, clients: BTreeMap::new(), setup };
        room.settle().await;
        room
    }

    pub(crate) fn sit(&mut self, account: u64, buy_in: u64) {
        let purse = self.services.cashier.purse(AccountId(account)).unwrap();
        let hold = purse.hold(Chips(buy_in)).unwrap();
        self.request(account, Ask::Sit { seat: None, hold, wait_for_big_blind: false });
    }

    pub(crate) fn request(&mut self, account: u64, what: Ask) {
        let viewer = self.clients[&account].viewer.clone();
        let stamp = self.services.clock.now();
        let request = RequestId(u32::try_from(account).unwrap());
        let input = what.sent(viewer, request, stamp);
        self.table.try_send(input).unwrap();
    }

    /// Lets another account watch.
    pub(crate) fn watch(&mut self, account: u64) {
        let client = Client::new(account, account);
        let viewer = client.viewer.clone();
        self.clients.insert(account, client);
        self.table.try_send(TableInput::Attach { viewer, request: None }).unwrap();
    }

    /// Drops the connection of a player.
    pub(crate) fn detach(&mut self, account: u64) {
        let connection = self.clients[&account].viewer.connection;
        self.table.try_send(TableInput::Detach { connection }).unwrap();
    }

    /// Waits until all pending work is done.
    pub(crate) async fn settle(&mut self) {
        for _ in 0..50 {
            tokio::task::yield_now().await;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
        for client in self.clients.values_mut() {
            client.listen();
        }
    }

    /// Acts for the player whose turn it is.
    pub(crate) async fn act(&mut self, choose: impl Fn(&YourTurn) -> Action) -> bool {
        self.settle().await;
        let turn = self.clients.iter().find_map(|(who, client)| Some((*who, client.turn()?)));
        let Some((account, turn)) = turn else { return false };
        let action = choose(&turn);
        let client = self.clients.get_mut(&account).unwrap();
        let action_id = ActionId(client.next_action);
        client.next_action += 1;
        self.request(account, Ask::Act { turn: turn.turn, action_id, action });
        self.settle().await;
        true
    }

    pub(crate) async fn play(&mut self, hands: usize) {
        let mut idle = 0;
        while self.clients.values().map(Client::hands_ended).max().unwrap_or(0) < hands {
            let acted = self.act(call_or_check).await;
            idle = if acted { 0 } else { idle + 1 };
            assert!(idle < 1_000, "nobody has anything to do");
            if !acted {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }

    /// Returns the stored balances of wallets, table and house.
    pub(crate) async fn balances(&self) -> BTreeMap<String, i64> {
        self.store.load_balances().await.unwrap().into_iter().collect()
    }
}

pub(crate) async fn cashier(store: &MemoryStore) -> Cashier {
    let balances = store.load_balances().await.unwrap();
    let wallets = balances.into_iter().filter_map(|(name, balance)| {
        let account = name.strip_prefix("wallet:")?.parse().unwrap();
        Some((AccountId(account), Chips(u64::try_from(balance).unwrap())))
    });
    Cashier::load(wallets)
}

pub(crate) fn call_or_check(turn: &YourTurn) -> Action {
    if turn.legal.check { Action::Check } else { Action::Call }
}

/// Returns the table's chat, as one account receives it.
pub(crate) fn said(room: &Room, account: u64) -> Vec<String> {
    let heard = room.clients[&account].heard.iter();
    let lines = heard.filter_map(|message| match message {
        ServerMessage::ChatLine(line) => Some(line.text.clone()),
        _ => None,
    });
    lines.collect()
}

pub(crate) fn refusals(room: &Room, account: u64) -> Vec<ErrorCode> {
    let heard = room.clients[&account].heard.iter();
    let codes = heard.filter_map(|message| match message {
        ServerMessage::Refused(refused) => Some(refused.code),
        _ => None,
    });
    codes.collect()
}
