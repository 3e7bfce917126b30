//! An evening at a private table, which has chips of its own. Whatever happens, the results of all
//! players add up to zero, no wallet changes, and both survive restarts and a failing store.

use crate::support::asking::{Ask, FloorOrder};
use crate::support::{hold_em_table, ordinary};
use crate::table_actor::room::{Client, Room, TABLE, call_or_check, cashier, services};
use cardroom::cashier::Cashier;
use cardroom::entropy::Dealer;
use cardroom::ids::AccountId;
use cardroom::inbox::{TableHandle, TableInput};
use cardroom::night::{Night, NightRow, refunds, settle};
use cardroom::store::prelude::*;
use cardroom::store::{LedgerAccount, MemoryStore, StoredAccount, StreamId, Transfer, Unit};
use cardroom::table::{HostedBy, TableCore, TableDescription, TableServices, spawn};
use cardroom_engine::TableSetup;
use cardroom_protocol::hybrid::{HostChips, TableCommand};
use cardroom_protocol::server::{Role, ServerMessage, TablePaused, YourTurn};
use cardroom_protocol::table::{Action, TableEvent};
use cardroom_protocol::{ErrorCode, Seq};
use cardroom_rules::{Chips, Millis, RingTerms};
use std::collections::BTreeMap;
use std::time::Duration;

/// The host, who also plays.
const HOST: u64 = 1;
const PLAYERS: u64 = 5;
const GRANT: u64 = 20_000;

fn setup() -> TableSetup {
    hold_em_table(|ring| {
        ring.min_buy_in = Chips(1_000);
        ring.max_buy_in = Chips(6_000);
        ring.rathole_ms = Millis(0);
        ring.sit_out_ms = RingTerms::KEPT_SEATS;
        ring.between_hands_ms = Millis(50);
        ring.run_out_ms = Millis(1);
        ring.rake = None;
        ring.time_charge = None;
    })
}

async fn open(store: &MemoryStore, cashier: Cashier) -> (TableServices, TableHandle) {
    let services = TableServices { keeps_hands: false, ..services(store, cashier) };
    let stream = store.load_stream(StreamId::Table(TABLE)).await.unwrap();
    let host = HostedBy { account: AccountId(HOST), name: format!("player {HOST}").into() };
    let description = TableDescription { hosted_by: Some(host), ..ordinary::table("Kitchen") };
    let mut core = TableCore::open(TABLE, description, Some(&setup()), &stream).unwrap();
    for account in core.strangers() {
        core.introduce(Client::new(account.0, 0).viewer.player.unwrap());
    }
    let transfers = store.table_transfers(TABLE).await.unwrap();
    let core = core.with_night(Night::of(TABLE, &transfers));
    let dealer = Dealer::from_seed([7; 32]);
    let (table, _) = spawn(core, Some(setup()), dealer, services.clone(), None);
    (services, table)
}

/// A private table with people at it, and a record of random actions.
struct Evening {
    room: Room,
    random: u64,
    connections: u64,
    /// How often each kind of action was done.
    done: BTreeMap<&'static str, u32>,
}

impl Evening {
    async fn new(seed: u64) -> Self {
        let store = MemoryStore::new();
        let grants = (1..=PLAYERS).map(|account| Transfer {
            id: format!("signup:{account}"),
            from: LedgerAccount::Bank,
            to: LedgerAccount::Wallet(AccountId(account)),
            amount: Chips(GRANT),
            at_ms: 1,
        });
        let unit = Unit { transfers: grants.collect(), ..Unit::default() };
        store.commit(&[unit]).await.unwrap();
        let (services, table) = open(&store, cashier(&store).await).await;
        let room = Room { store, services, table, clients: BTreeMap::new(), setup: setup() };
        let mut evening = Self { room, random: seed, connections: 0, done: BTreeMap::new() };
        evening.come_in().await;
        evening
    }

    /// Makes everyone watch over a new connection.
    async fn come_in(&mut self) {
        for account in 1..=PLAYERS {
            self.connections += 1;
            let client = Client::new(account, self.connections);
            let viewer = client.viewer.clone();
            self.room.clients.insert(account, client);
            self.room.table.try_send(TableInput::Attach { viewer, request: None }).unwrap();
        }
        self.room.settle().await;
    }

    async fn restart(mut self) -> Self {
        let Room { store, setup, .. } = self.room;
        let (services, table) = open(&store, cashier(&store).await).await;
        self.room = Room { store, services, table, clients: BTreeMap::new(), setup };
        self.come_in().await;
        self
    }

    /// Draws a number below `below`.
    fn draw(&mut self, below: u64) -> u64 {
        self.random = self
            .random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) % below
    }

    fn seats(&self) -> BTreeMap<u64, u8> {
        let mut seats = BTreeMap::new();
        for message in &self.room.clients[&HOST].heard {
            let events = match message {
                ServerMessage::TableSnapshot(shot) => {
                    let taken = shot.view.seats.iter();
                    seats = taken.map(|seat| (number(&seat.name), seat.seat)).collect();
                    continue;
                }
                ServerMessage::Step(step) => &step.events.0,
                _ => continue,
            };
            for event in events {
                match event {
                    TableEvent::SeatTaken(taken) => {
                        seats.insert(number(&taken.name), taken.seat);
                    }
                    TableEvent::SeatLeft(left) => seats.retain(|_, seat| *seat != left.seat),
                    _ => {}
                }
            }
        }
        seats
    }

    fn chips(&mut self, account: u64, amount: u64, give: bool) {
        let seat = self.seats().get(&account).copied().unwrap_or(0);
        let player = format!("player {account}");
        let order = HostChips { seat, player, amount: cardroom_protocol::Chips(amount) };
        let make = if give { TableCommand::GiveChips } else { TableCommand::TakeBackChips };
        let command = make(order);
        let reason = "as agreed".to_owned();
        let order = FloorOrder { seq: Seq(0), reason, rule: None, command };
        self.room.request(HOST, Ask::Direct(order));
    }

    async fn something(mut self) -> Self {
        let account = 1 + self.draw(PLAYERS);
        let amount = 1 + self.draw(4_000);
        let what = match self.draw(20) {
            0..=4 => {
                self.room.request(account, Ask::BuyIn { amount: 1_000 + amount });
                "sit"
            }
            5 | 6 => {
                self.room.request(account, Ask::Add { amount });
                "top up"
            }
            7 | 8 => {
                self.chips(account, amount, true);
                "give"
            }
            9 | 10 => {
                self.chips(account, amount, false);
                "take back"
            }
            11 => {
                self.room.request(account, Ask::Leave);
                "leave"
            }
            12 => {
                self.room.store.fail_next_commit();
                "fail"
            }
            13 => {
                self = self.restart().await;
                "restart"
            }
            _ => {
                for _ in 0..self.draw(12) {
                    let all_in = self.draw(6) == 0;
                    let choose = |turn: &YourTurn| match turn.legal.wager {
                        Some(range) if all_in && range.raise => Action::RaiseTo(range.max_to),
                        Some(range) if all_in => Action::Bet(range.max_to),
                        _ => call_or_check(turn),
                    };
                    if !self.room.act(choose).await {
                        tokio::time::sleep(Duration::from_millis(60)).await;
                    }
                }
                "play"
            }
        };
        *self.done.entry(what).or_default() += 1;
        tokio::time::sleep(Duration::from_millis(300)).await;
        self.room.settle().await;
        self
    }

    async fn night(&self) -> Night {
        let (reply, answer) = tokio::sync::oneshot::channel();
        self.room.table.send(TableInput::Night { reply }).await.unwrap();
        answer.await.unwrap().expect("a private table has a ledger")
    }

    /// Checks that the ledger adds up and agrees with the table's place, and that no wallet has
    /// changed.
    async fn check(&self, night: &Night) {
        let nets: Vec<i128> = night.rows().values().map(NightRow::net).collect();
        assert_eq!(nets.iter().sum::<i128>(), 0, "{night:?}");
        let balances = self.room.balances().await;
        let stacks = night.rows().values().map(|row| row.stack.0).sum::<u64>();
        for account in 1..=PLAYERS {
            let wallet = balances[&format!("wallet:{account}")];
            assert_eq!(wallet, i64::try_from(GRANT).unwrap(), "{night:?}");
        }
        let place = balances.get(&format!("table:{TABLE}")).copied().unwrap_or(0);
        assert_eq!(i64::try_from(stacks).unwrap(), place, "{night:?}");
        let mut left = nets.clone();
        for payment in settle(&nets).0 {
            left[payment.from] += i128::from(payment.amount);
            left[payment.to] -= i128::from(payment.amount);
        }
        assert!(left.iter().all(|net| *net == 0));
    }
}

fn number(name: &str) -> u64 {
    name.trim_start_matches("player ").parse().unwrap()
}

#[tokio::test(start_paused = true)]
async fn whatever_happens_the_ledger_of_the_night_adds_up() {
    let mut done: BTreeMap<&'static str, u32> = BTreeMap::new();
    let mut totals = NightRow::default();
    for seed in 0..8 {
        let mut evening = Evening::new(seed).await;
        for _ in 0..60 {
            evening = evening.something().await;
            let night = evening.night().await;
            evening.check(&night).await;
            let transfers = evening.room.store.table_transfers(TABLE).await.unwrap();
            let stored = Night::of(TABLE, &transfers);
            for (account, row) in stored.rows() {
                let told = night.rows()[account];
                assert_eq!(NightRow { stack: told.stack, ..*row }, told, "what is told is stored");
            }
        }
        // Everyone leaves when the hand is over.
        evening.room.store.fail_commits(0);
        evening.room.table.send(TableInput::Close).await.unwrap();
        let mut is_open = true;
        for _ in 0..4_000 {
            tokio::time::sleep(Duration::from_millis(100)).await;
            is_open = evening.room.table.send(TableInput::ReportAgain).await.is_ok();
            if !is_open {
                break;
            }
            evening.room.act(call_or_check).await;
        }
        assert!(!is_open, "everybody is up, and the table is closed: {:?}", evening.night().await);
        let transfers = evening.room.store.table_transfers(TABLE).await.unwrap();
        let night = Night::of(TABLE, &transfers);
        evening.check(&night).await;
        for row in night.rows().values() {
            totals.given += row.given;
            totals.taken += row.taken;
        }
        evening.done.into_iter().for_each(|(what, times)| *done.entry(what).or_default() += times);
    }
    assert!(!totals.given.is_zero() && !totals.taken.is_zero(), "{totals:?} {done:?}");
    assert_eq!(done.len(), 8, "{done:?}");
}

/// Returns two friends of the host with stacks. The host is not seated.
async fn friends() -> Evening {
    let mut evening = Evening::new(1).await;
    for friend in [2, 3] {
        evening.room.request(friend, Ask::BuyIn { amount: 2_000 });
    }
    evening.room.settle().await;
    evening
}

/// Plays with two friends who are all-in and get more chips in that hand than fit once it is won.
/// `fails` is whether the database fails after that, so that the table is folded again.
async fn all_in_with_gifts(fails: bool) -> Evening {
    let mut evening = friends().await;
    for friend in [2, 3] {
        evening.room.request(friend, Ask::Add { amount: 1_000 });
        evening.room.settle().await;
        evening.chips(friend, 3_000, true);
        evening.room.settle().await;
    }
    if fails {
        evening.room.store.fail_next_commit();
        evening.chips(2, 1, false);
        tokio::time::sleep(Duration::from_secs(2)).await;
        evening.room.settle().await;
    }
    for _ in 0..4 {
        let all_in = |turn: &YourTurn| match turn.legal.wager {
            Some(range) if range.raise => Action::RaiseTo(range.max_to),
            Some(range) => Action::Bet(range.max_to),
            None => call_or_check(turn),
        };
        evening.room.act(all_in).await;
        if evening.night().await.rows().values().any(|row| !row.taken.is_zero()) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    evening.room.settle().await;
    evening
}

#[tokio::test(start_paused = true)]
async fn a_gift_that_no_longer_fits_is_taken_off_again() {
    for fails in [false, true] {
        let evening = all_in_with_gifts(fails).await;
        let night = evening.night().await;
        evening.check(&night).await;
        // The winner has 4,000, and 2,000 of the 4,000 on the way fit under the maximum of 6,000:
        // the player's own 1,000 and as much of the gift.
        let owed = |who| {
            let row = night.rows()[&AccountId(who)];
            row.given.0 - row.taken.0
        };
        assert_eq!(owed(2) + owed(3), 4_000, "fails: {fails}, {night:?}");
        let transfers = evening.room.store.table_transfers(TABLE).await.unwrap();
        let stored = Night::of(TABLE, &transfers);
        for who in [2, 3].map(AccountId) {
            assert_eq!(stored.rows()[&who].taken, night.rows()[&who].taken);
        }
    }
}

fn refused(evening: &Evening, account: u64) -> Option<ErrorCode> {
    evening.room.clients[&account].heard.iter().rev().find_map(|message| match message {
        ServerMessage::Refused(refused) => Some(refused.code),
        _ => None,
    })
}

#[tokio::test(start_paused = true)]
async fn a_host_changes_stacks_and_everyone_hears_of_it() {
    let mut evening = friends().await;
    evening.chips(2, 500, true);
    evening.room.settle().await;
    let told = evening.room.clients[&3].heard.iter().any(|message| match message {
        ServerMessage::Step(step) => step.events.0.iter().any(|event| {
            matches!(event, TableEvent::FloorOrdered(ordered)
                if ordered.reason == "as agreed" && ordered.operator == "player 1")
        }),
        _ => false,
    });
    assert!(told, "everyone hears of it");
    // A host may also correct a buy-in, so that more is taken off than was given.
    evening.chips(2, 700, false);
    evening.chips(3, 1, false);
    evening.room.play(1).await;
    evening.room.settle().await;
    let night = evening.night().await;
    let row = night.rows()[&AccountId(2)];
    assert_eq!((row.given, row.taken), (Chips(500), Chips(700)));
    assert_eq!(night.rows()[&AccountId(3)].taken, Chips(1));
    evening.check(&night).await;
    let audit = evening.room.store.audit_trail(Some(TABLE), 0, 10).await.unwrap();
    assert_eq!(audit.total, 3);
}

#[tokio::test(start_paused = true)]
async fn a_seat_and_its_stack_are_kept_while_the_player_is_away() {
    let mut evening = friends().await;
    evening.room.play(1).await;
    let stacks = |night: &Night| night.rows().values().map(|row| row.stack).collect::<Vec<_>>();
    evening.room.request(2, Ask::SitOut);
    evening.room.settle().await;
    let before = evening.night().await;
    // A whole night passes.
    tokio::time::sleep(Duration::from_secs(24 * 60 * 60)).await;
    evening.room.settle().await;
    let after = evening.night().await;
    assert_eq!(stacks(&after), stacks(&before));
    assert!(after.rows().values().all(|row| row.cash_outs.is_zero()), "{after:?}");
    assert_eq!(evening.seats().len(), 2);
    // A winner who has left comes back with what the table asks of a newcomer.
    evening.room.request(2, Ask::Leave);
    evening.room.settle().await;
    evening.room.request(2, Ask::BuyIn { amount: 1_000 });
    evening.room.settle().await;
    let night = evening.night().await;
    assert_eq!(night.rows()[&AccountId(2)].stack, Chips(1_000), "{night:?}");
    evening.check(&night).await;
}

#[tokio::test(start_paused = true)]
async fn a_wallet_gets_back_what_it_brought_in_an_earlier_version() {
    let evening = friends().await;
    let wallet = |account: u64| LedgerAccount::Wallet(AccountId(account));
    let table = || LedgerAccount::Table(TABLE);
    let transfer = |id: &str, from, to, amount| {
        let (id, amount) = (format!("table:{TABLE}:{id}"), Chips(amount));
        Transfer { id, from, to, amount, at_ms: 1 }
    };
    let transfers = [
        transfer("900:0", wallet(4), table(), 3_000),
        transfer("901:0:top", wallet(4), table(), 500),
        transfer("902:0:give:5", wallet(4), table(), 200),
        transfer("903:0", table(), wallet(4), 1_200),
        // A winner keeps what the wallet has.
        transfer("904:0", wallet(5), table(), 1_000),
        transfer("905:0", table(), wallet(5), 2_500),
    ];
    let before = Night::of(TABLE, &transfers);
    assert_eq!(before.rows()[&AccountId(5)].given, Chips(200));
    let due = refunds(TABLE, &transfers);
    assert_eq!(due, BTreeMap::from([(AccountId(4), Chips(2_500))]));
    // Once the refund is stored, nothing is due any more, and the night is as it was.
    let mut all = transfers.to_vec();
    all.push(transfer("0:0:refund:4", LedgerAccount::Bank, wallet(4), 2_500));
    assert_eq!(refunds(TABLE, &all), BTreeMap::new());
    assert_eq!(Night::of(TABLE, &all), before);
    drop(evening);
}

/// Returns the last step that the host has seen.
fn last_seq(evening: &Evening) -> Seq {
    let heard = evening.room.clients[&HOST].heard.iter().rev();
    let mut seqs = heard.filter_map(|message| match message {
        ServerMessage::TableSnapshot(shot) => Some(shot.view.seq),
        ServerMessage::Step(step) => Some(step.seq),
        _ => None,
    });
    seqs.next().unwrap()
}

/// Returns the last message about a pause that a client received.
fn pause_told(evening: &Evening, account: u64) -> Option<&TablePaused> {
    evening.room.clients[&account].heard.iter().rev().find_map(|message| match message {
        ServerMessage::TablePaused(paused) => Some(paused),
        _ => None,
    })
}

#[tokio::test(start_paused = true)]
async fn a_pause_and_its_reason_outlast_the_process() {
    let mut evening = friends().await;
    let host = StoredAccount {
        id: AccountId(HOST),
        name: "player 1".to_owned(),
        password_hash: None,
        role: Role::Player,
        bot: false,
        last_grant_ms: 0,
        look: None,
        opened_ms: 0,
        suspended_until_ms: None,
        muted_until_ms: None,
        erased_ms: None,
        used: true,
    };
    assert_eq!(evening.room.store.create_account(&host).await.unwrap(), AccountId(HOST));
    let order = |evening: &Evening, command, reason: &str| {
        let (seq, reason, rule) = (last_seq(evening), reason.to_owned(), None);
        Ask::Direct(FloorOrder { seq, reason, rule, command })
    };
    let pause = order(&evening, TableCommand::Pause, "The pizza is here.");
    evening.room.request(HOST, pause);
    evening.room.settle().await;
    assert_eq!(pause_told(&evening, 2), None, "those who were there got the order itself");
    let told = TablePaused {
        table: cardroom_protocol::TableId(TABLE.0),
        operator: "player 1".to_owned(),
        reason: "The pizza is here.".to_owned(),
        rule: None,
    };
    evening.come_in().await;
    assert_eq!(pause_told(&evening, 2), Some(&told));
    let mut evening = evening.restart().await;
    assert_eq!(pause_told(&evening, 2), Some(&told));
    let resume = order(&evening, TableCommand::Resume, "Back to the cards.");
    evening.room.request(HOST, resume);
    evening.come_in().await;
    let mut evening = evening.restart().await;
    assert_eq!(pause_told(&evening, 2), None);
    evening.room.play(1).await;
}

#[tokio::test(start_paused = true)]
async fn nobody_else_moves_chips_and_nobody_moves_those_of_another() {
    let mut evening = friends().await;
    let seat = evening.seats()[&3];
    let command = |player: &str| {
        let amount = cardroom_protocol::Chips(100);
        TableCommand::TakeBackChips(HostChips { seat, player: player.to_owned(), amount })
    };
    let order = |command| {
        let reason = "for me".to_owned();
        Ask::Direct(FloorOrder { seq: Seq(0), reason, rule: None, command })
    };
    evening.room.request(2, order(command("player 3")));
    evening.room.settle().await;
    assert_eq!(refused(&evening, 2), Some(ErrorCode::Forbidden));
    // The seat has another player than the host believes.
    evening.room.request(HOST, order(command("player 2")));
    evening.room.settle().await;
    assert_eq!(refused(&evening, HOST), Some(ErrorCode::SeqMoved));
}

async fn next_host(evening: &Evening, asked_by: u64, to: Option<&str>) -> Result<u64, ErrorCode> {
    let (reply, answer) = tokio::sync::oneshot::channel();
    let (asked_by, to) = (AccountId(asked_by), to.map(str::to_owned));
    evening.room.table.send(TableInput::NextHost { asked_by, to, reply }).await.unwrap();
    let next = answer.await.unwrap();
    next.map(|player| player.account.0).map_err(|(code, _)| code)
}

#[tokio::test(start_paused = true)]
async fn a_host_who_is_gone_is_followed_by_the_player_who_has_been_there_longest() {
    let mut evening = friends().await;
    tokio::time::sleep(Duration::from_secs(60)).await;
    evening.room.request(4, Ask::BuyIn { amount: 1_000 });
    evening.room.settle().await;
    assert_eq!(next_host(&evening, 1, Some("player 3")).await, Ok(3));
    assert_eq!(next_host(&evening, 2, None).await, Err(ErrorCode::NotAllowedNow));
    let connection = evening.room.clients[&HOST].viewer.connection;
    evening.room.table.try_send(TableInput::Detach { connection }).unwrap();
    tokio::time::sleep(Duration::from_secs(9 * 60)).await;
    assert_eq!(next_host(&evening, 2, None).await, Err(ErrorCode::NotAllowedNow));
    tokio::time::sleep(Duration::from_secs(2 * 60)).await;
    assert_eq!(next_host(&evening, 4, None).await, Err(ErrorCode::Forbidden), "came last");
    assert_eq!(next_host(&evening, 2, Some("player 3")).await, Err(ErrorCode::Forbidden));
    assert_eq!(next_host(&evening, 2, None).await, Ok(2));
    // A player who is not there does not stand in the way.
    let connection = evening.room.clients[&2].viewer.connection;
    evening.room.table.try_send(TableInput::Detach { connection }).unwrap();
    evening.room.settle().await;
    assert_eq!(next_host(&evening, 3, None).await, Ok(3));
}
