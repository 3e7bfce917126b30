//! An evening at a private table. Whatever happens, the results of all players add up to zero,
//! agree with the wallets, and survive restarts and a failing store.

use crate::support::asking::{Ask, FloorOrder};
use crate::support::{hold_em_table, ordinary};
use crate::table_actor::room::{Client, Room, TABLE, call_or_check, cashier, services};
use cardroom::cashier::Cashier;
use cardroom::entropy::Dealer;
use cardroom::ids::AccountId;
use cardroom::inbox::{TableHandle, TableInput};
use cardroom::night::{Night, NightRow, settle};
use cardroom::store::prelude::*;
use cardroom::store::{LedgerAccount, MemoryStore, StoredAccount, StreamId, Transfer, Unit};
use cardroom::table::{HostedBy, TableCore, TableDescription, TableServices, spawn};
use cardroom::tenure::Tenure;
use cardroom_engine::TableSetup;
use cardroom_protocol::hybrid::{HostChips, TableCommand};
use cardroom_protocol::server::{Role, ServerMessage, TablePaused, YourTurn};
use cardroom_protocol::table::{Action, TableEvent};
use cardroom_protocol::{ErrorCode, Seq};
use cardroom_rules::{Chips, Millis};
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
        ring.between_hands_ms = Millis(50);
        ring.run_out_ms = Millis(1);
        ring.rake = None;
        ring.time_charge = None;
    })
}

async fn open(store: &MemoryStore, cashier: Cashier) -> (TableServices, TableHandle) {
    let services = TableServices { keeps_hands: false, ..services(store, cashier) };
    let stream = store.load_stream(StreamId::Table(TABLE)).await.unwrap();
    let host = HostedBy {
        account: AccountId(HOST),
        name: format!("player {HOST}").into(),
        tenure: Tenure::ALWAYS,
    };
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
        let what = if give {
            let purse = self.room.services.cashier.purse(AccountId(HOST)).unwrap();
            let Ok(hold) = purse.hold(Chips(amount)) else { return };
            Ask::GiveChips { order, hold }
        } else {
            Ask::Direct(order)
        };
        self.room.request(HOST, what);
    }

    async fn something(mut self) -> Self {
        let account = 1 + self.draw(PLAYERS);
        let amount = 1 + self.draw(4_000);
        let what = match self.draw(20) {
            0..=4 => {
                let purse = self.room.services.cashier.purse(AccountId(account)).unwrap();
                if purse.hold(Chips(1_000 + amount)).is_ok() {
                    self.room.sit(account, 1_000 + amount);
                }
                "sit"
            }
            5 | 6 => {
                let purse = self.room.services.cashier.purse(AccountId(account)).unwrap();
                if let Ok(hold) = purse.hold(Chips(amount)) {
                    self.room.request(account, Ask::TopUp { hold });
                }
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

    /// Checks that the ledger adds up, and agrees with the wallets and the table's place.
    async fn check(&self, night: &Night) {
        let nets: Vec<i128> = night.rows().values().map(NightRow::net).collect();
        assert_eq!(nets.iter().sum::<i128>(), 0, "{night:?}");
        let balances = self.room.balances().await;
        let (mut stacks, mut owed) = (0, 0);
        for (account, row) in night.rows() {
            stacks += row.stack.0;
            owed += row.owed().0;
            let brought = i128::from(row.buy_ins.0) + i128::from(row.top_ups.0);
            let lent = night.rows().values().map(|row| i128::from(row.owed().0)).sum::<i128>();
            let lent = if account.0 == HOST { lent } else { 0 };
            let wallet = i128::from(GRANT) + i128::from(row.cash_outs.0) - brought - lent;
            assert_eq!(i128::from(balances[&format!("wallet:{account}")]), wallet, "{night:?}");
        }
        let place = balances.get(&format!("table:{TABLE}")).copied().unwrap_or(0);
        assert_eq!(i64::try_from(stacks).unwrap(), place, "{night:?}");
        assert!(owed <= GRANT);
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
            totals.taken_back += row.taken_back;
        }
        evening.done.into_iter().for_each(|(what, times)| *done.entry(what).or_default() += times);
    }
    assert!(!totals.given.is_zero() && !totals.taken_back.is_zero(), "{totals:?} {done:?}");
    assert_eq!(done.len(), 8, "{done:?}");
}

/// Returns two friends of the host with stacks. The host is not seated.
async fn friends() -> Evening {
    let mut evening = Evening::new(1).await;
    evening.room.sit(2, 2_000);
    evening.room.sit(3, 2_000);
    evening.room.settle().await;
    evening
}

/// Plays with two friends who are all-in and get more chips in that hand than fit once it is won.
/// `fails` is whether the database fails after that, so that the table is folded again.
async fn all_in_with_gifts(fails: bool) -> Evening {
    let mut evening = friends().await;
    for friend in [2, 3] {
        let purse = evening.room.services.cashier.purse(AccountId(friend)).unwrap();
        let hold = purse.hold(Chips(1_000)).unwrap();
        evening.room.request(friend, Ask::TopUp { hold });
        evening.room.settle().await;
        evening.chips(friend, 3_000, true);
        evening.room.settle().await;
    }
    let balances = evening.room.balances().await;
    assert_eq!(balances["wallet:1"], 14_000, "both gifts come out of the host's wallet");
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
        if evening.room.balances().await["wallet:1"] != 14_000 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    evening.room.settle().await;
    evening
}

#[tokio::test(start_paused = true)]
async fn a_gift_that_no_longer_fits_goes_back_to_the_host() {
    for fails in [false, true] {
        let evening = all_in_with_gifts(fails).await;
        // The winner has 4,000, and 2,000 of the 4,000 on the way fit under the maximum of 6,000:
        // the player's own 1,000 and as much of the gift.
        let balances = evening.room.balances().await;
        let wallets = [1, 2, 3].map(|who| balances[&format!("wallet:{who}")]);
        assert_eq!(wallets, [16_000, 17_000, 17_000], "fails: {fails}");
        let night = evening.night().await;
        evening.check(&night).await;
        let owed: Vec<u64> =
            [2, 3].iter().map(|who| night.rows()[&AccountId(*who)].owed().0).collect();
        assert_eq!(owed.iter().sum::<u64>(), 4_000, "{night:?}");
        let transfers = evening.room.store.table_transfers(TABLE).await.unwrap();
        let stored = Night::of(TABLE, &transfers);
        assert_eq!(stored.given_to(AccountId(2)), night.given_to(AccountId(2)));
        let host = evening.room.services.cashier.available(AccountId(HOST));
        assert_eq!(host, Some(Chips(16_000)), "the host can spend it");
    }
}

fn refused(evening: &Evening, account: u64) -> Option<ErrorCode> {
    evening.room.clients[&account].heard.iter().rev().find_map(|message| match message {
        ServerMessage::Refused(refused) => Some(refused.code),
        _ => None,
    })
}

#[tokio::test(start_paused = true)]
async fn a_host_gives_out_of_the_own_wallet_and_takes_back_no_more_than_that() {
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
    assert!(told, "everybody hears of it");
    let wallet = |balances: &BTreeMap<String, i64>| balances["wallet:1"];
    assert_eq!(wallet(&evening.room.balances().await), 19_500);
    // More than was given, and from a player who was given nothing.
    for (account, amount) in [(2, 501), (3, 1)] {
        evening.chips(account, amount, false);
        evening.room.settle().await;
        assert_eq!(refused(&evening, HOST), Some(ErrorCode::AboveMaximum));
        evening
            .room
            .clients
            .get_mut(&HOST)
            .unwrap()
            .heard
            .retain(|message| !matches!(message, ServerMessage::Refused(_)));
    }
    // Two gifts in one hand add up.
    evening.chips(2, 300, false);
    evening.chips(2, 300, false);
    evening.room.settle().await;
    assert_eq!(refused(&evening, HOST), Some(ErrorCode::AboveMaximum));
    evening.room.play(1).await;
    evening.room.settle().await;
    assert_eq!(wallet(&evening.room.balances().await), 19_800);
    let night = evening.night().await;
    assert_eq!(night.given_to(AccountId(2)), Chips(200));
    evening.check(&night).await;
    let audit = evening.room.store.audit_trail(Some(TABLE), 0, 10).await.unwrap();
    assert_eq!(audit.total, 2, "a refused command is not kept");
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
    // A host who plays buys in like everyone else.
    evening.room.sit(HOST, 2_000);
    evening.room.settle().await;
    evening.chips(HOST, 100, true);
    evening.room.settle().await;
    assert_eq!(refused(&evening, HOST), Some(ErrorCode::Conflict));
    assert_eq!(evening.room.balances().await["wallet:1"], 18_000);
}
