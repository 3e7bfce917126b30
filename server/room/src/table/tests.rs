//! A table's core that is folded from its stream in the middle of things.

mod pauses;

use super::*;
use crate::config::{Config, Overrides};
use crate::entropy::Dealer;
use crate::ids::{AccountId, ConnectionId, TableId, TournamentId};
use crate::inbox::Player;
use crate::look::Look;
use crate::store::StoredStream;
use crate::tenure::Tenure;
use crate::vault::Vault;
use cardroom_engine::TableSetup;
use cardroom_protocol::client::SitIn;
use cardroom_protocol::hybrid::{
    AttendTable, DealError, DeckFault, DirectTable, Dispute, PotReaward, TableCommand,
};
use cardroom_protocol::requests::TableRequest;
use cardroom_protocol::server::Role;
use cardroom_protocol::{RequestId, Seq};
use cardroom_rules::{Chips, HandNo, Millis, PlayerId, SeatNo, SeatSet, TableNo};
use cardroom_tournament::{Chair, HandFinished, Order, OrderNo, Ordered, Report};
use std::sync::Arc;

const TABLE: TableId = TableId(1);
const NUMBER: TableNo = TableNo(1);
const OPERATOR: ConnectionId = ConnectionId(50);
const STACK: Chips = Chips(10_000);

fn person(account: u64, role: Role) -> Player {
    let account = AccountId(account);
    Player {
        account,
        name: format!("Player {}", account.0).into(),
        bot: false,
        role,
        staff: false,
        look: Look::of(account),
        tenure: Tenure::ALWAYS,
    }
}

fn operator() -> Player {
    person(OPERATOR.0, Role::Floor)
}

/// A table with the operator of a floor, and its stream.
struct Floored {
    core: TableCore,
    description: TableDescription,
    setup: TableSetup,
    stream: StoredStream,
    now: Millis,
    orders: u64,
}

impl Floored {
    fn open(setup: TableSetup, event: Option<EventTable>) -> Self {
        let description = TableDescription {
            name: "Mira".to_owned(),
            bots_allowed: true,
            rotation: None,
            event,
            hosted_by: None,
            free_chat: false,
        };
        let stream = StoredStream::default();
        let core = TableCore::open(TABLE, description.clone(), Some(&setup), &stream).unwrap();
        let (now, orders) = (Millis(1_000_000), 0);
        let mut table = Self { core, description, setup, stream, now, orders };
        table.on(CoreInput::Recover { setup: Some(table.setup.clone()) });
        let (player, request) = (Some(operator()), None);
        table.on(CoreInput::Attach { connection: OPERATOR, player, request, observing: true });
        table
    }

    /// A tournament table at which three players have played a hand.
    fn after_a_hand() -> Self {
        let opening = Config::default().opening().unwrap();
        let structure = opening.structures.values().next().expect("structures are shipped");
        let levels = opening.library.level_plays(structure).expect("its game is shipped");
        let (plays, switch) = levels[0].clone();
        let rulebook = opening.library.rulebook("tda-2024").expect("it is shipped").clone();
        let setup = TableSetup::of_event(plays, switch, rulebook, structure.pace, 6);
        let tournament = TournamentId(1);
        let terms = EventTerms::new("Sunday", Arc::clone(structure));
        let event = EventTable { tournament, number: NUMBER, levels: levels.into(), terms };
        let mut table = Self::open(setup, Some(event));
        for account in 1..=3 {
            let (connection, request) = (ConnectionId(account), None);
            let player = Some(person(account, Role::Player));
            table.on(CoreInput::Attach { connection, player, request, observing: true });
        }
        let chair =
            |seat: u8| Chair { seat: SeatNo(seat), player: PlayerId(seat.into()), chips: STACK };
        let players = [1, 2, 3].map(chair).into();
        table.order(Order::Open { seats: 6, players, button: SeatNo(1) });
        table.deal(1);
        while table.core.table().hand_in_progress().is_some() {
            table.wait();
        }
        table
    }

    /// Handles an input and stores its unit.
    fn on(&mut self, input: CoreInput) -> Outputs {
        self.now = self.now + Millis(10);
        let outputs = self.core.on(self.now, input);
        self.stream.records.extend(outputs.unit.records.iter().cloned());
        if let Some(snapshot) = &outputs.unit.snapshot {
            self.stream.records.retain(|record| record.seq > snapshot.seq);
            self.stream.snapshot = Some(snapshot.clone());
        }
        outputs
    }

    fn ask(&mut self, request: TableRequest) -> Outputs {
        let (connection, player) = (OPERATOR, Some(operator()));
        let request = Box::new(request);
        self.on(CoreInput::Request { connection, player, request, hold: None, drawn: Vec::new() })
    }

    fn direct(&mut self, command: TableCommand) -> Outputs {
        let (request, table, seq) = (RequestId(1), self.id(), Seq(self.core.seq()));
        let (reason, rule) = ("as it was seen".to_owned(), None);
        let order = DirectTable { request, table, seq, reason, rule, command };
        let outputs = self.ask(TableRequest::DirectTable(order));
        assert!(!outputs.steps.is_empty(), "{:?}", outputs.private);
        outputs
    }

    fn id(&self) -> cardroom_protocol::TableId {
        cardroom_protocol::TableId(TABLE.0)
    }

    fn order(&mut self, order: Order) -> Outputs {
        self.orders += 1;
        let ordered = Ordered { number: OrderNo(self.orders), table: NUMBER, order };
        self.on(CoreInput::Order { ordered, people: Vec::new(), seen: Vec::new() })
    }

    /// Deals a hand to players of whom none sits out.
    fn deal(&mut self, hand: u64) {
        self.deal_from(hand, None);
    }

    /// Does the same, and seals the deck in a vault.
    fn deal_from(&mut self, hand: u64, vault: Option<&Vault>) {
        for account in 1..=3 {
            let (connection, player) = (ConnectionId(account), person(account, Role::Player));
            let back = SitIn { request: RequestId(1), table: self.id() };
            let (player, request) = (Some(player), Box::new(TableRequest::SitIn(back)));
            self.on(CoreInput::Request {
                connection,
                player,
                request,
                hold: None,
                drawn: Vec::new(),
            });
        }
        self.order(Order::Deal(cardroom_tournament::Deal {
            hand: HandNo(hand),
            level: 0,
            players_left: 3,
            missing: SeatSet::EMPTY,
            hand_for_hand: false,
        }));
        while self.core.table().hand_in_progress().is_none() {
            self.wait_with(vault);
        }
    }

    /// Advances to the next deadline.
    fn wait(&mut self) {
        self.wait_with(None);
    }

    fn wait_with(&mut self, vault: Option<&Vault>) {
        self.now = self.core.deadline().expect("the table waits for something").max(self.now);
        let input = match self.core.wants_deck(self.now) {
            Some(game) => {
                let decks = Dealer::from_seed([4; 32]).decks(game);
                let hand = HandNo(self.core.table().last_hand().0 + 1);
                let sealed = vault.map(|vault| vault.seal(TABLE, hand, &decks));
                CoreInput::Deck { decks, sealed, draw: 0 }
            }
            None => CoreInput::Tick,
        };
        self.on(input);
    }

    /// Returns the table that a new process folds from the stream.
    fn folded(&self) -> TableCore {
        let description = self.description.clone();
        TableCore::open(TABLE, description, Some(&self.setup), &self.stream).unwrap()
    }
}

fn reports(outputs: Outputs) -> Vec<Report> {
    let report = |after| match after {
        After::Report(report) => Some(report),
        _ => None,
    };
    outputs.after.into_iter().filter_map(report).collect()
}

/// Returns what a table reports again about its last hand, after which it reports that it is not
/// paused.
fn reports_again(core: &mut TableCore, now: Millis) -> Vec<Report> {
    let mut again = reports(core.on(now, CoreInput::ReportAgain));
    assert!(matches!(again.pop(), Some(Report::Paused { paused: false, .. })));
    again
}

fn stacks(report: &HandFinished) -> Vec<Chips> {
    report.players.iter().map(|player| player.stack).collect()
}

#[test]
fn a_folded_tournament_table_knows_that_a_pot_went_to_another_player() {
    let mut table = Floored::after_a_hand();
    let seats = [1, 2, 3].map(SeatNo);
    let stack = |table: &Floored, seat: SeatNo| table.core.table().stack(seat).unwrap();
    let from = seats.into_iter().find(|seat| stack(&table, *seat) > STACK).expect("a winner");
    let to = seats.into_iter().find(|seat| *seat != from).unwrap();
    let (about, amount) = (Dispute::Accounting, cardroom_protocol::Chips(1));
    let pot = PotReaward { about, from: from.0, to: to.0, amount };
    let live = reports(table.direct(TableCommand::ReawardPot(pot)));
    assert!(matches!(live[..], [Report::Reawarded(_)]), "{live:?}");
    let now = table.now;
    let again = reports_again(&mut table.folded(), now);
    assert_eq!(again, reports_again(&mut table.core, now));
    let [Report::HandFinished(finished)] = &again[..] else { panic!("{again:?}") };
    assert_eq!(stacks(finished), seats.map(|seat| stack(&table, seat)));
}

#[test]
fn a_table_reports_again_that_a_hand_was_voided_after_its_report() {
    let mut table = Floored::after_a_hand();
    let fouled = DealError::FouledDeck(DeckFault::TwoEqual);
    let live = reports(table.direct(TableCommand::DealError(fouled)));
    assert!(matches!(live[..], [Report::HandUndone(_)]), "{live:?}");
    // A director that knows neither the hand nor its end, or only its first report.
    let told = |again: Vec<Report>| {
        let [Report::HandFinished(finished), Report::HandUndone(undone)] = &again[..] else {
            panic!("{again:?}");
        };
        assert!(finished.void && undone.void && undone.hand == HandNo(1));
        assert_eq!((stacks(finished), stacks(undone)), (vec![STACK; 3], vec![STACK; 3]));
    };
    let now = table.now;
    told(reports_again(&mut table.folded(), now));
    told(reports_again(&mut table.core, now));
    // Blinds of the next hand are no change that the director knows of.
    table.deal(2);
    told(reports_again(&mut table.core, table.now));
}

#[test]
fn a_floor_that_left_in_a_step_that_could_not_be_stored_does_not_attend() {
    let text = "[[tables]]\nname = \"Felt\"\nrulebook = \"tda-2024\"\nhybrid = true\n\
                small_blind = 5\nbig_blind = 10\nmin_buy_in = 200\nmax_buy_in = 1000\n";
    let config = Config::load_text("test", text, [], &Overrides::default()).unwrap();
    let rings = config.ring_tables(&config.library().unwrap()).unwrap();
    let mut table = Floored::open(crate::opening::setup_of(&rings[0]), None);
    let (request, id) = (RequestId(1), table.id());
    table.ask(TableRequest::AttendTable(AttendTable { request, table: id, on: true }));
    assert!(table.core.table().is_attended() && !table.core.misjudges_presence());
    let lost = table.core.on(table.now, CoreInput::Detach { connection: OPERATOR });
    assert!(!lost.unit.is_empty() && !table.core.table().is_attended());
    table.core.refold(table.now, &table.stream).unwrap();
    assert!(table.core.table().is_attended(), "as it is stored");
    assert!(table.core.misjudges_presence());
    table.on(CoreInput::SeePresence);
    assert!(!table.core.table().is_attended() && !table.core.misjudges_presence());
}
