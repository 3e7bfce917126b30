//! Declarations are journaled like actions. A table folded from its stream waits for the same
//! rulings, and the floor of a restarted room is empty.

use crate::hybrid::felt::{push, say, say_amount};
use crate::support::asking::{Ask, FloorOrder};
use crate::support::ordinary::{self, player};
use cardroom::cashier::Cashier;
use cardroom::config::Config;
use cardroom::entropy::Dealer;
use cardroom::ids::{ConnectionId, TableId};
use cardroom::inbox::Player;
use cardroom::store::StoredStream;
use cardroom::table::{CoreInput, Outputs, TableCore};
use cardroom_engine::{Occupancy, TableSetup};
use cardroom_protocol::hybrid::{Gesture, TableCommand, TicketRuling, Words};
use cardroom_protocol::server::{Role, ServerMessage};
use cardroom_protocol::table::TableEvent;
use cardroom_protocol::{ActionId, RequestId, Seq};
use cardroom_rules::{Chips, Millis};
use std::sync::Arc;

const OPERATOR: ConnectionId = ConnectionId(50);
const TABLE: TableId = TableId(1);

struct Run {
    setup: TableSetup,
    core: TableCore,
    stream: StoredStream,
    now: Millis,
    /// Of the last input.
    outputs: Outputs,
    next_id: u64,
}

fn operator() -> Player {
    Player { role: Role::Floor, ..ordinary::account(50, "Cleo") }
}

fn setup() -> TableSetup {
    let text = "[[tables]]\nname = \"Felt\"\nrulebook = \"tda-2024\"\nhybrid = true\n\
                small_blind = 5\nbig_blind = 10\nmin_buy_in = 200\nmax_buy_in = 1000\n";
    let config = Config::load_text("test", text, [], &Default::default()).unwrap();
    let ring = config.ring_tables(&config.library().unwrap()).unwrap().remove(0);
    TableSetup {
        plays: Arc::clone(&ring.plays),
        switch: ring.switch,
        rulebook: Arc::clone(&ring.rulebook),
        ring: Arc::new(ring.terms.clone()),
        seats: ring.seats,
        hybrid: ring.hybrid,
        auto_show: !ring.players_show,
        players_left: None,
        occupancy: Occupancy::Ring,
    }
}

fn open(setup: &TableSetup, stream: &StoredStream) -> TableCore {
    let description = ordinary::table("Felt");
    TableCore::open(TABLE, description, Some(setup), stream).unwrap()
}

impl Run {
    /// Returns three players in a hand, with an operator on the floor.
    fn new() -> Self {
        let setup = setup();
        let stream = StoredStream::default();
        let core = open(&setup, &stream);
        let (now, outputs) = (Millis(1_000_000), Outputs::default());
        let mut run = Self { setup: setup.clone(), core, stream, now, outputs, next_id: 1 };
        run.on(CoreInput::Recover { setup: Some(setup) });
        let cashier = Cashier::load((0..3).map(|seat| (player(seat).account, Chips(5_000))));
        for seat in 0..3 {
            let hold = cashier.purse(player(seat).account).unwrap().hold(Chips(1_000)).unwrap();
            let wait_for_big_blind = false;
            run.ask(seat, Ask::Sit { seat: Some(seat), hold, wait_for_big_blind });
        }
        let (connection, player) = (OPERATOR, Some(operator()));
        run.on(CoreInput::Attach { connection, player, request: None, observing: true });
        run.floor(Ask::Attend { on: true });
        run.now = run.now + Millis(10_000);
        let game = run.core.wants_deck(run.now).expect("three players want a hand");
        let decks = Dealer::from_seed([4; 32]).decks(game);
        run.on(CoreInput::Deck { decks, sealed: None, draw: 0 });
        run
    }

    fn on(&mut self, input: CoreInput) {
        self.now = self.now + Millis(10);
        self.outputs = self.core.on(self.now, input);
        self.stream.records.extend(self.outputs.unit.records.iter().cloned());
        if let Some(snapshot) = &self.outputs.unit.snapshot {
            self.stream.records.retain(|record| record.seq > snapshot.seq);
            self.stream.snapshot = Some(snapshot.clone());
        }
    }

    fn ask(&mut self, seat: u8, what: Ask) {
        let connection = ConnectionId(u64::from(seat));
        let (player, request) = (Some(player(seat)), RequestId(1));
        self.on(what.input(connection, player, request));
    }

    fn floor(&mut self, what: Ask) {
        let (connection, player, request) = (OPERATOR, Some(operator()), RequestId(1));
        self.on(what.input(connection, player, request));
    }

    fn gesture(&mut self, seat: u8, gesture: Gesture) {
        let (action_id, gesture) = (ActionId(self.next_id), Box::new(gesture));
        self.next_id += 1;
        self.ask(seat, Ask::Gesture { turn: None, action_id, gesture });
        let refused = |message: &ServerMessage| matches!(message, ServerMessage::ActionRefused(_));
        let said = &self.outputs.private;
        assert!(!said.iter().any(|(_, message)| refused(message)), "{said:?}");
    }

    fn on_turn(&self) -> u8 {
        self.core.table().turn().expect("somebody is to act").0.0
    }

    /// Asserts that folding the table from its stream gives the same table.
    fn assert_folds(&mut self) {
        let before = self.core.table().clone();
        self.core.refold(self.now, &self.stream).unwrap();
        assert_eq!(*self.core.table(), before);
    }
}

#[test]
fn a_table_folded_from_its_stream_remembers_what_was_declared() {
    let mut run = Run::new();
    run.assert_folds();
    // A raise without an amount, and a call before the amount is known.
    let raiser = run.on_turn();
    run.gesture(raiser, say(Words::Raise));
    run.assert_folds();
    let early = (raiser + 1) % 3;
    run.gesture(early, say(Words::Call));
    run.assert_folds();
    run.gesture(raiser, say_amount(Words::Amount, 100));
    // The question to the floor also waits in the folded table, and is answered there.
    let ticket = run.core.table().ticket().expect("it is for the floor").clone();
    run.assert_folds();
    assert_eq!(run.core.table().ticket(), Some(&ticket));
    assert_eq!(run.core.deadline(), Some(ticket.deadline));
    let events = &run.outputs.steps.first().expect("a step").events.0;
    let option = events.iter().find_map(|event| match event {
        TableEvent::TicketOpened(ticket) => ticket.options.last().copied(),
        _ => None,
    });
    let ruling = TicketRuling { ticket: ticket.ticket.0.into(), option: option.unwrap() };
    let seq = Seq(run.outputs.steps.first().expect("a step").seq.0);
    let command = TableCommand::RuleTicket(ruling);
    let (reason, rule) = ("as it was seen".to_owned(), None);
    run.floor(Ask::Direct(FloorOrder { seq, reason, rule, command }));
    assert_eq!(run.core.table().ticket(), None);
    let [kept] = &run.outputs.unit.audit[..] else { panic!("{:?}", run.outputs) };
    let [record] = &run.outputs.unit.records[..] else { panic!("{:?}", run.outputs) };
    assert_eq!((kept.operator, kept.seq), (operator().account, record.seq), "in one write");
    run.assert_folds();
}

#[test]
fn a_room_that_comes_back_voids_the_hand_and_has_nobody_on_the_floor() {
    let mut run = Run::new();
    let raiser = run.on_turn();
    run.gesture(raiser, say_amount(Words::Raise, 100));
    let short = run.on_turn();
    run.gesture(short, push(&[(10, 2)]));
    assert!(run.core.table().ticket().is_some() && run.core.table().is_attended());
    run.core = open(&run.setup, &run.stream);
    (0..3).for_each(|seat| run.core.introduce(player(seat)));
    let setup = Some(run.setup.clone());
    run.on(CoreInput::Recover { setup });
    let table = run.core.table();
    assert!(!table.is_attended() && table.ticket().is_none());
    assert_eq!(table.hand_in_progress(), None);
    let stacks: Vec<u64> =
        (0..3).map(|seat| table.stack(cardroom_rules::SeatNo(seat)).unwrap().0).collect();
    assert_eq!(stacks, [1_000; 3], "everybody has the chips back, those that were pushed included");
}
