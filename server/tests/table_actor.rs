//! A table's task with a store behind it: what is stored, what players hear, and what happens when
//! the store fails or the process ends.

#![allow(clippy::unwrap_used, reason = "a test may fail anywhere")]

mod support;

use cardroom::cashier::Cashier;
use cardroom::clock::Clock;
use cardroom::entropy::Entropy;
use cardroom::ids::{AccountId, ConnectionId, TableId};
use cardroom::journal::Journal;
use cardroom::registry::Registry;
use cardroom::session::outbox::Outbox;
use cardroom::store::{LedgerAccount, MemoryStore, Store, StreamId, Transfer, Unit};
use cardroom::table::handle::Player;
use cardroom::table::{
    Dealer, FloorOrder, TableDescription, TableHandle, TableHost, TableInput, TableRequest,
    TableServices, Viewer, spawn,
};
use cardroom::vault::Vault;
use cardroom_engine::TableSetup;
use cardroom_protocol::hybrid::{DealError, DeckFault, TableCommand};
use cardroom_protocol::server::{Role, ServerMessage, YourTurn};
use cardroom_protocol::table::{Action, TableEvent};
use cardroom_protocol::{ActionId, Encoding, ErrorCode, RequestId};
use cardroom_rules::{Chips, Millis, Rake};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use support::hold_em_table;

const TABLE: TableId = TableId(1);
const BROUGHT: u64 = 5_000;

fn setup() -> TableSetup {
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
struct Room {
    store: MemoryStore,
    services: TableServices,
    table: TableHandle,
    clients: BTreeMap<u64, Client>,
    setup: TableSetup,
}

struct Client {
    viewer: Viewer,
    heard: Vec<ServerMessage>,
    next_action: u64,
}

impl Client {
    fn new(account: u64, connection: u64) -> Self {
        let name = format!("player {account}").into();
        let viewer = Viewer {
            connection: ConnectionId(connection),
            outbox: Arc::new(Outbox::recording(Encoding::Binary)),
            player: Some(Player {
                account: AccountId(account),
                name,
                bot: false,
                role: Role::Player,
            }),
        };
        Self { viewer, heard: Vec::new(), next_action: 1 }
    }

    fn listen(&mut self) {
        for payload in self.viewer.outbox.take_recorded() {
            let decoded = Encoding::Binary.decode::<ServerMessage>(&payload, 65_536).unwrap();
            self.heard.extend(decoded.messages);
        }
    }

    fn turn(&self) -> Option<YourTurn> {
        let answered = self.heard.iter().rposition(|message| {
            matches!(message, ServerMessage::ActionAccepted(_) | ServerMessage::ActionRefused(_))
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

    fn hands_ended(&self) -> usize {
        let events = self.heard.iter().filter_map(|message| match message {
            ServerMessage::Step(step) => Some(&step.events.0),
            _ => None,
        });
        events.flatten().filter(|event| matches!(event, TableEvent::HandEnded(_))).count()
    }
}

async fn open(
    store: &MemoryStore,
    cashier: Cashier,
    setup: &TableSetup,
) -> (TableServices, TableHandle) {
    let (journal, _) = Journal::start(Arc::new(store.clone()));
    let services = TableServices {
        keeps_hands: true,
        journal,
        store: Arc::new(store.clone()),
        registry: Registry::default(),
        cashier,
        clock: Clock::start(),
        totals: Arc::default(),
        vault: Arc::new(Vault::in_memory()),
        entropy: Entropy::of_the_system(),
    };
    let stream = store.load_stream(StreamId::Table(TABLE)).await.unwrap();
    let name = "Test".to_owned();
    let description =
        TableDescription { name, bots_allowed: true, rotation: None, event: None, hosted_by: None };
    let mut host = TableHost::open(TABLE, description, Some(setup), &stream).unwrap();
    for account in host.strangers() {
        host.introduce(Client::new(account.0, 0).viewer.player.unwrap());
    }
    let setup = Some(setup.clone());
    let (table, _) = spawn(host, setup, Dealer::from_seed([3; 32]), services.clone(), None);
    (services, table)
}

impl Room {
    async fn new(players: u64) -> Self {
        Self::with(setup(), players).await
    }

    async fn with(setup: TableSetup, players: u64) -> Self {
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

    /// The same store after the process has died: everything in memory is new.
    async fn restart(self) -> Self {
        let Self { store, setup, .. } = self;
        let (services, table) = open(&store, cashier(&store).await, &setup).await;
        let mut room = Self { store, services, table, clients: BTreeMap::new(), setup };
        room.settle().await;
        room
    }

    fn sit(&mut self, account: u64, buy_in: u64) {
        let hold = self.services.cashier.hold(AccountId(account), Chips(buy_in)).unwrap();
        self.request(account, TableRequest::Sit { seat: None, hold, wait_for_big_blind: false });
    }

    fn request(&mut self, account: u64, what: TableRequest) {
        let viewer = self.clients[&account].viewer.clone();
        let stamp = self.services.clock.now();
        let request = RequestId(u32::try_from(account).unwrap());
        let asked_at = tokio::time::Instant::now();
        let input = TableInput::Request { viewer, request, stamp, asked_at, what };
        self.table.try_send(input).unwrap();
    }

    /// Lets everything that is under way come to rest.
    async fn settle(&mut self) {
        for _ in 0..50 {
            tokio::task::yield_now().await;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
        for client in self.clients.values_mut() {
            client.listen();
        }
    }

    /// Whoever has the turn acts.
    async fn act(&mut self, choose: impl Fn(&YourTurn) -> Action) -> bool {
        self.settle().await;
        let turn = self.clients.iter().find_map(|(who, client)| Some((*who, client.turn()?)));
        let Some((account, turn)) = turn else { return false };
        let action = choose(&turn);
        let client = self.clients.get_mut(&account).unwrap();
        let action_id = ActionId(client.next_action);
        client.next_action += 1;
        self.request(account, TableRequest::Act { turn: turn.turn, action_id, action });
        self.settle().await;
        true
    }

    async fn play(&mut self, hands: usize) {
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

    /// Wallets, table and house, as the store has them.
    async fn balances(&self) -> BTreeMap<String, i64> {
        self.store.load_balances().await.unwrap().into_iter().collect()
    }
}

async fn cashier(store: &MemoryStore) -> Cashier {
    let balances = store.load_balances().await.unwrap();
    let wallets = balances.into_iter().filter_map(|(name, balance)| {
        let account = name.strip_prefix("wallet:")?.parse().unwrap();
        Some((AccountId(account), Chips(u64::try_from(balance).unwrap())))
    });
    Cashier::load(wallets)
}

fn call_or_check(turn: &YourTurn) -> Action {
    if turn.legal.check { Action::Check } else { Action::Call }
}

#[tokio::test(start_paused = true)]
async fn chips_are_where_the_ledger_says_they_are() {
    let mut room = Room::new(4).await;
    assert_eq!(room.balances().await["table:1"], 20_000);
    room.play(5).await;
    for account in 1..=4 {
        room.request(account, TableRequest::Leave);
    }
    for _ in 0..200 {
        room.act(call_or_check).await;
    }
    let balances = room.balances().await;
    let wallets: i64 = (1..=4).map(|account| balances[&format!("wallet:{account}")]).sum();
    let rake = 80_000 - wallets;
    assert!(rake > 0, "five hands with calls to the river are raked");
    assert_eq!(balances["table:1"], rake, "the rake stays on the table until it is swept");
    for account in 1..=4 {
        let available = room.services.cashier.available(AccountId(account));
        assert_eq!(i64::try_from(available.0).unwrap(), balances[&format!("wallet:{account}")]);
    }
    assert!(room.store.ledger_audit().await.unwrap().is_empty());
}

#[tokio::test(start_paused = true)]
async fn an_action_sent_twice_counts_once_and_gets_the_same_answer() {
    let mut room = Room::new(3).await;
    let hand =
        |room: &Room| room.clients.iter().find_map(|(who, client)| Some((*who, client.turn()?)));
    while hand(&room).is_none() {
        room.settle().await;
    }
    let (account, turn) = hand(&room).unwrap();
    for _ in 0..3 {
        let (turn, action) = (turn.turn, Action::Call);
        room.request(account, TableRequest::Act { turn, action_id: ActionId(9), action });
    }
    room.settle().await;
    let heard = &room.clients[&account].heard;
    let accepted =
        heard.iter().filter(|message| matches!(message, ServerMessage::ActionAccepted(_))).count();
    let acted = heard.iter().filter_map(|message| match message {
        ServerMessage::Step(step) => Some(&step.events.0),
        _ => None,
    });
    let acted = acted.flatten().filter(|event| matches!(event, TableEvent::Acted(_))).count();
    assert_eq!((accepted, acted), (3, 1));
    let older = TableRequest::Act { turn: turn.turn, action_id: ActionId(8), action: Action::Call };
    room.request(account, older);
    room.settle().await;
    assert!(room.clients[&account].heard.iter().any(|message| matches!(message,
        ServerMessage::ActionRefused(refused) if refused.code == ErrorCode::StaleActionId)));
}

#[tokio::test(start_paused = true)]
async fn a_stopped_process_takes_nobodys_time_to_act() {
    let mut room = Room::new(3).await;
    tokio::spawn(room.services.clock.clone().watch());
    room.settle().await;
    let on_turn =
        |room: &Room| room.clients.iter().find_map(|(who, client)| Some((*who, client.turn()?)));
    while on_turn(&room).is_none() {
        room.settle().await;
    }
    let (account, turn) = on_turn(&room).unwrap();
    let times_up = |room: &Room| {
        let steps = room.clients[&account].heard.iter().filter_map(|message| match message {
            ServerMessage::Step(step) => Some(&step.events.0),
            _ => None,
        });
        let mut events = steps.flatten();
        events.any(|event| matches!(event, TableEvent::Acted(acted) if acted.timed_out))
    };
    for _ in 0..3 {
        // Nothing in the process runs for so long, and then everything goes on.
        tokio::time::advance(Duration::from_secs(300)).await;
        room.settle().await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        room.settle().await;
        assert!(!times_up(&room), "time is up while the process was stopped");
    }
    assert_eq!(on_turn(&room).map(|(who, turn)| (who, turn.turn)), Some((account, turn.turn)));
    // As long as the process lives, the time does run out.
    tokio::time::sleep(Duration::from_secs(300)).await;
    room.settle().await;
    assert!(times_up(&room));
}

/// What was said at the table, as somebody hears it.
fn said(room: &Room, account: u64) -> Vec<String> {
    let heard = room.clients[&account].heard.iter();
    let lines = heard.filter_map(|message| match message {
        ServerMessage::ChatLine(line) => Some(line.text.clone()),
        _ => None,
    });
    lines.collect()
}

fn refusals(room: &Room, account: u64) -> Vec<ErrorCode> {
    let heard = room.clients[&account].heard.iter();
    let codes = heard.filter_map(|message| match message {
        ServerMessage::Refused(refused) => Some(refused.code),
        _ => None,
    });
    codes.collect()
}

// TDA 12, 67, TNPL J2; GAPS G-54
#[tokio::test(start_paused = true)]
async fn nothing_that_could_tell_is_said_while_a_hand_is_contested() {
    use cardroom_rules::rulebook::ChatInHand;
    for heads_up_is_open in [false, true] {
        let mut setup = setup();
        if heads_up_is_open {
            let book = Arc::make_mut(&mut setup.rulebook);
            book.penalties.chat_in_hand = ChatInHand::OpponentsHandHeadsUp;
        }
        let mut room = Room::with(setup, 3).await;
        while !room.clients.values().any(|client| client.turn().is_some()) {
            room.settle().await;
        }
        let say = |text: &str| TableRequest::Chat { text: text.to_owned() };
        room.request(1, say("I have aces"));
        room.request(2, say("nice hand"));
        room.settle().await;
        assert_eq!(refusals(&room, 1), [ErrorCode::NotAllowedNow]);
        assert_eq!(said(&room, 3), ["nice hand"]);
        // Whoever sees a mistake says so at once (TDA 12), and who attends the table hears it.
        room.request(3, say("Floor, please"));
        room.settle().await;
        assert_eq!(said(&room, 1), ["nice hand", "Floor, please"]);
        // One folds: two are left, and the third is not in the hand.
        let folded =
            room.clients.iter().find(|(_, client)| client.turn().is_some()).map(|(who, _)| *who);
        let folded = folded.unwrap();
        room.act(|_| Action::Fold).await;
        let live = (1..=3).find(|account| *account != folded).unwrap();
        room.request(live, say("You have kings"));
        room.request(folded, say("Call him"));
        room.settle().await;
        let heard = said(&room, live);
        assert_eq!(heard.contains(&"You have kings".to_owned()), heads_up_is_open);
        assert!(!heard.contains(&"Call him".to_owned()), "nobody else may advise");
        // Between two hands anybody may say anything.
        room.act(|_| Action::Fold).await;
        room.request(folded, say("That was close"));
        room.settle().await;
        assert!(said(&room, live).contains(&"That was close".to_owned()));
    }
}

#[tokio::test(start_paused = true)]
async fn a_step_that_cannot_be_stored_has_not_happened() {
    let mut room = Room::new(3).await;
    while !room.clients.values().any(|client| client.turn().is_some()) {
        room.settle().await;
    }
    let before = room.balances().await;
    let (account, _) =
        room.clients.iter().find_map(|(who, client)| Some((*who, client.turn()?))).unwrap();
    room.store.fail_commits(1);
    room.act(call_or_check).await;
    room.settle().await;
    let client = &room.clients[&account];
    let accepted = |message: &ServerMessage| matches!(message, ServerMessage::ActionAccepted(_));
    assert!(!client.heard.iter().any(accepted), "what is not durable is not acknowledged");
    assert!(client.heard.iter().any(|message| matches!(message,
        ServerMessage::ActionRefused(refused) if refused.code == ErrorCode::Internal)));
    // Everybody got the table as it is stored, and the hand goes on with the same cards.
    let cards_of = |client: &Client| {
        let mut hole = None;
        let mut seen = None;
        for message in &client.heard {
            match message {
                ServerMessage::HoleCards(own) => hole = Some(own.cards.clone()),
                ServerMessage::TableSnapshot(shot) => {
                    seen = shot.view.you.as_ref().map(|you| you.cards.clone());
                }
                _ => {}
            }
        }
        (hole, seen)
    };
    for client in room.clients.values() {
        let (hole, seen) = cards_of(client);
        assert!(hole.is_some() && hole == seen, "{hole:?} {seen:?}");
    }
    room.play(1).await;
    assert_eq!(room.balances().await["table:1"], before["table:1"]);
}

#[tokio::test(start_paused = true)]
async fn who_could_not_leave_is_there_under_the_own_name_and_hears_the_table() {
    let mut room = Room::new(3).await;
    room.settle().await;
    room.request(1, TableRequest::SitOut);
    room.settle().await;
    let seats = |client: &Client| {
        let mut shots = client.heard.iter().filter_map(|message| match message {
            ServerMessage::TableSnapshot(shot) => Some(&shot.view.seats),
            _ => None,
        });
        shots
            .next_back()
            .map(|seats| seats.iter().map(|seat| seat.name.clone()).collect::<Vec<_>>())
    };
    // Not dealt in any more, the player goes at once; or would, if it could be stored.
    while room.clients.values().map(Client::hands_ended).max().unwrap_or(0) < 1 {
        if !room.act(call_or_check).await {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    let heard = room.clients[&1].heard.len();
    room.store.fail_commits(1);
    room.request(1, TableRequest::Leave);
    tokio::time::sleep(Duration::from_secs(1)).await;
    room.settle().await;
    let client = &room.clients[&1];
    assert!(
        client.heard[heard..]
            .iter()
            .any(|message| matches!(message, ServerMessage::TableSnapshot(_))),
        "{:?}",
        &client.heard[heard..]
    );
    let names = ["player 1", "player 2", "player 3"].map(str::to_owned).to_vec();
    assert_eq!(seats(client), Some(names));
}

#[tokio::test(start_paused = true)]
async fn an_action_keeps_its_answer_when_a_later_step_cannot_be_stored() {
    let mut room = Room::new(3).await;
    while !room.clients.values().any(|client| client.turn().is_some()) {
        room.settle().await;
    }
    let (account, turn) =
        room.clients.iter().find_map(|(who, client)| Some((*who, client.turn()?))).unwrap();
    let (turn, action_id) = (turn.turn, ActionId(5));
    let act = || TableRequest::Act { turn, action_id, action: Action::Call };
    room.request(account, act());
    room.settle().await;
    // The next player's action fails; then the first one is sent again.
    room.store.fail_commits(1);
    room.act(call_or_check).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    room.request(account, act());
    room.settle().await;
    let answers: Vec<bool> = room.clients[&account]
        .heard
        .iter()
        .filter_map(|message| match message {
            ServerMessage::ActionAccepted(accepted) => Some(accepted.action_id == action_id),
            ServerMessage::ActionRefused(_) => Some(false),
            _ => None,
        })
        .collect();
    assert_eq!(answers, [true, true]);
}

#[tokio::test(start_paused = true)]
async fn after_a_crash_the_interrupted_hand_is_void_and_every_chip_is_there() {
    let mut room = Room::new(3).await;
    room.play(2).await;
    while !room.act(call_or_check).await {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let before = room.balances().await;
    let mut room = room.restart().await;
    let after = room.balances().await;
    assert_eq!(after["table:1"] + after["house:rake"], before["table:1"], "the rake is swept");
    room.clients.insert(1, Client::new(1, 77));
    let viewer = room.clients[&1].viewer.clone();
    room.table.try_send(TableInput::Attach { viewer, request: None }).unwrap();
    room.settle().await;
    let view = room.clients[&1].heard.iter().find_map(|message| match message {
        ServerMessage::TableSnapshot(shot) => Some(shot.view.clone()),
        _ => None,
    });
    let view = view.expect("who attaches gets a view");
    assert_eq!(view.you.as_ref().unwrap().seat, 0, "the seat is kept");
    assert_eq!(view.seats.len(), 3);
    let in_hand: u64 = view.hand.iter().flat_map(|hand| &hand.pots).map(|pot| pot.amount.0).sum();
    let bets: u64 = view.seats.iter().flat_map(|seat| &seat.in_hand).map(|part| part.bet.0).sum();
    let stacks: u64 = view.seats.iter().map(|seat| seat.stack.0).sum();
    assert_eq!(i64::try_from(stacks + in_hand + bets).unwrap(), after["table:1"]);
    assert!(after["house:rake"] > 0, "two raked hands");
    assert!(view.seats.iter().all(|seat| seat.connected == (seat.seat == 0)));
}

/// The house sweeps its rake every 64 hands; what it took of a hand that is void comes back from its
/// account, and who has left the table has it in the wallet.
#[tokio::test(start_paused = true)]
async fn a_void_after_the_sweep_and_a_departure_moves_the_chips_in_the_books() {
    let mut room =
        Room::with(TableSetup { switch: cardroom_rules::Switch::Never, ..setup() }, 3).await;
    room.play(63).await;
    let hands_63 = room.balances().await;
    assert_eq!(hands_63.get("house:rake"), None, "nothing is swept yet");
    // Everybody has called before the third asks to leave.
    let mut acted = 0;
    while acted < 3 {
        if room.act(call_or_check).await {
            acted += 1;
        } else {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    room.request(3, TableRequest::Leave);
    room.play(64).await;
    let swept = room.balances().await;
    assert!(swept["house:rake"] > 0);
    let before = room.store.hand(TABLE, 64).await.unwrap().unwrap();

    let mut cleo = Client::new(9, 9);
    if let Some(player) = &mut cleo.viewer.player {
        player.role = Role::Floor;
    }
    room.clients.insert(9, cleo);
    let viewer = room.clients[&9].viewer.clone();
    room.table.try_send(TableInput::Attach { viewer, request: None }).unwrap();
    room.settle().await;
    let seq = room.clients[&9].heard.iter().rev().find_map(|message| match message {
        ServerMessage::TableSnapshot(shot) => Some(shot.view.seq),
        _ => None,
    });
    let command = TableCommand::DealError(DealError::FouledDeck(DeckFault::TwoEqual));
    let (reason, rule) = ("two aces of spades".to_owned(), None);
    let order = FloorOrder { seq: seq.unwrap(), reason, rule, command };
    room.request(9, TableRequest::Direct(Box::new(order)));
    room.settle().await;
    assert_eq!(refusals(&room, 9), []);
    let record = room.store.hand(TABLE, 64).await.unwrap().unwrap();
    assert_ne!(record, before, "the history tells of the void");

    let after = room.balances().await;
    let rake_of_the_hand = swept["house:rake"] - after["house:rake"];
    assert!(rake_of_the_hand > 0, "{swept:?} {after:?}");
    assert!(after["wallet:3"] > swept["wallet:3"], "what was put in is in the wallet");
    assert_eq!(after.values().sum::<i64>(), 0);
    assert!(room.store.ledger_audit().await.unwrap().is_empty());
    let available = room.services.cashier.available(AccountId(3));
    assert_eq!(i64::try_from(available.0).unwrap(), after["wallet:3"]);
    // And so does the table: all that is there, and no more, can be taken away.
    for account in 1..=2 {
        room.request(account, TableRequest::Leave);
    }
    room.settle().await;
    let end = room.balances().await;
    assert_eq!(end["table:1"], 0, "{end:?}");
}

#[tokio::test(start_paused = true)]
async fn who_leaves_ahead_comes_back_with_all_of_it() {
    let mut room = Room::new(2).await;
    room.request(1, TableRequest::Leave);
    for _ in 0..100 {
        room.act(call_or_check).await;
    }
    let mut room = room.restart().await;
    room.clients.insert(1, Client::new(1, 78));
    room.sit(1, 1_000);
    room.settle().await;
    assert!(room.clients[&1].heard.iter().any(|message| matches!(message,
        ServerMessage::Refused(refused) if refused.code == ErrorCode::Rathole)));
    let balances = room.balances().await;
    assert_eq!(-balances["bank"], 40_000);
    assert_eq!(balances.values().sum::<i64>(), 0);
    let available = room.services.cashier.available(AccountId(1));
    assert_eq!(i64::try_from(available.0).unwrap(), balances["wallet:1"], "the hold is released");
}

#[tokio::test(start_paused = true)]
async fn who_left_is_answered_again_and_counts_anew_in_the_next_sitting() {
    let mut room = Room::new(2).await;
    while room.clients[&1].next_action == 1 {
        room.act(call_or_check).await;
    }
    let turn = room.clients[&1].heard.iter().find_map(|message| match message {
        ServerMessage::YourTurn(turn) => Some(turn.turn),
        _ => None,
    });
    let (turn, action_id) = (turn.unwrap(), ActionId(1));
    room.request(1, TableRequest::Leave);
    let left = |message: &ServerMessage| matches!(message, ServerMessage::LeftTable(_));
    while !room.clients[&1].heard.iter().any(left) {
        // The room acts for whoever is leaving.
        let asks = |message: &ServerMessage| matches!(message, ServerMessage::YourTurn(_));
        room.settle().await;
        room.clients.get_mut(&1).unwrap().heard.retain(|message| !asks(message));
        room.act(call_or_check).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
    }

    // The answer was lost on its way.
    room.clients.get_mut(&1).unwrap().heard.clear();
    room.request(1, TableRequest::Act { turn, action_id, action: Action::Call });
    room.settle().await;
    let heard = &room.clients[&1].heard;
    assert!(matches!(&heard[..], [ServerMessage::ActionAccepted(_)]), "{heard:?}");

    let mut room = room.restart().await;
    room.clients.insert(1, Client::new(1, 91));
    room.request(1, TableRequest::Act { turn, action_id, action: Action::Call });
    room.settle().await;
    let heard = &room.clients[&1].heard;
    assert!(matches!(&heard[..], [ServerMessage::ActionAccepted(_)]), "{heard:?}");

    room.clients.insert(2, Client { next_action: 1_000, ..Client::new(2, 92) });
    let viewer = room.clients[&2].viewer.clone();
    room.table.try_send(TableInput::Attach { viewer, request: None }).unwrap();
    room.clients.insert(1, Client::new(1, 93));
    room.sit(1, 10_000);
    room.play(3).await;
    let is_refused = |message: &&ServerMessage| matches!(message, ServerMessage::ActionRefused(_));
    assert_eq!(room.clients[&1].heard.iter().find(is_refused), None);
}

#[tokio::test(start_paused = true)]
async fn an_action_that_counted_is_answered_again_after_another_was_refused() {
    let mut room = Room::new(2).await;
    while room.clients[&1].next_action == 1 {
        room.act(call_or_check).await;
    }
    let turn = room.clients[&1].heard.iter().find_map(|message| match message {
        ServerMessage::YourTurn(turn) => Some(turn.turn),
        _ => None,
    });
    room.clients.get_mut(&1).unwrap().heard.clear();
    for number in [2, 1] {
        let (turn, action_id) = (turn.unwrap(), ActionId(number));
        room.request(1, TableRequest::Act { turn, action_id, action: Action::Call });
    }
    room.settle().await;
    let heard = &room.clients[&1].heard;
    let is_answer = |message: &&ServerMessage| {
        matches!(message, ServerMessage::ActionAccepted(_) | ServerMessage::ActionRefused(_))
    };
    let answers: Vec<&ServerMessage> = heard.iter().filter(is_answer).collect();
    let [ServerMessage::ActionRefused(_), ServerMessage::ActionAccepted(again)] = answers[..]
    else {
        panic!("{answers:?}")
    };
    assert_eq!(again.action_id, ActionId(1));
}
