//! Hosts a table in memory: no socket, no clock, no database. Two brains play a hand, and the
//! program prints it.
//!
//! ```sh
//! cargo run --example in_memory_table
//! ```
#![allow(clippy::print_stdout, reason = "a program that prints a hand")]

use cardroom_bot::brains::{RandomLegal, TightAggressive};
use cardroom_bot::{Brain, Seed, Table};
use cardroom_cards::{CardSet, DeckOrder};
use cardroom_engine::{Decks, Occupancy, TableSetup};
use cardroom_protocol::client::{Act, Sit};
use cardroom_protocol::requests::{TableAction, TableRequest};
use cardroom_protocol::server::{Role, ServerMessage};
use cardroom_protocol::{ActionId, RequestId};
use cardroom_record::ids::{AccountId, ConnectionId, TableId};
use cardroom_record::look::Look;
use cardroom_record::tenure::Tenure;
use cardroom_record::{Held, Player, StoredStream};
use cardroom_rules::{Chips, Library, Millis, RingTerms, Stakes, Switch};
use cardroom_tables::{CoreInput, Outputs, TableCore, TableDescription};
use rand::seq::SliceRandom as _;

const STACK: Chips = Chips(200);

/// A player with its view of the table.
struct Seat {
    player: Player,
    brain: Box<dyn Brain>,
    table: Option<Table>,
    /// How many actions it has sent.
    actions: u64,
}

impl Seat {
    fn new(player: Player, brain: Box<dyn Brain>) -> Self {
        Self { player, brain, table: None, actions: 0 }
    }
}

/// Carries out what a host has to: here, it hands messages to those who see them.
fn deliver(core: &TableCore, outputs: &Outputs, seats: &mut [Seat]) {
    let audience: Vec<ConnectionId> = core.audience().collect();
    for (number, seat) in (1..).zip(seats) {
        for step in outputs.steps.iter().filter(|_| audience.contains(&ConnectionId(number))) {
            if let Some(table) = &mut seat.table {
                table.apply(step).expect("steps follow each other");
            }
        }
        for (_, message) in outputs.private.iter().filter(|(to, _)| to.0 == number) {
            match (message, &mut seat.table) {
                (ServerMessage::TableSnapshot(snapshot), table) => {
                    *table = Some(Table::from_snapshot(snapshot.clone()));
                }
                (ServerMessage::HoleCards(cards), Some(table)) => table.take_cards(cards.clone()),
                (ServerMessage::YourTurn(turn), Some(table)) => table.take_turn(turn),
                _ => {}
            }
        }
    }
    for event in outputs.steps.iter().flat_map(|step| &step.events.0) {
        println!("{event:?}");
    }
}

/// Returns the player who has to act, with the choice of its brain.
fn choice(seats: &mut [Seat]) -> Option<(ConnectionId, Player, Act)> {
    (1..).zip(seats).find_map(|(number, seat)| {
        let table = seat.table.as_ref()?;
        let decision = table.decision.as_ref()?;
        seat.actions += 1;
        let (table, turn, action_id) = (table, decision.turn, ActionId(seat.actions));
        let action = seat.brain.act(table, &decision.legal);
        let act = Act { table: table.info.table, turn, action_id, action };
        Some((ConnectionId(number), seat.player.clone(), act))
    })
}

fn shuffled() -> Result<Decks, Box<dyn std::error::Error>> {
    let mut cards: Vec<_> = CardSet::full52().iter().collect();
    cards.shuffle(&mut rand::rng());
    Ok(Decks { deck: DeckOrder::new(cards)?, reshuffles: Vec::new() })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (id, setup, mut now) = (TableId(1), hold_em()?, Millis(1));
    let mut core = TableCore::open(id, description(), Some(&setup), &StoredStream::default())?;
    let brains: [Box<dyn Brain>; 2] = [
        Box::new(TightAggressive::new(Seed::new(7, 1))),
        Box::new(RandomLegal::new(Seed::new(7, 2))),
    ];
    let names = [(1, "Ada"), (2, "Bea")].into_iter().zip(brains);
    let mut seats: Vec<Seat> =
        names.map(|((account, name), brain)| Seat::new(player(account, name), brain)).collect();

    let players: Vec<Player> = seats.iter().map(|seat| seat.player.clone()).collect();
    for (number, player) in (1..).zip(players) {
        let connection = ConnectionId(number);
        let hold = Some(Held { account: player.account, amount: STACK });
        let sit = Sit {
            request: RequestId(1),
            table: id.0.into(),
            seat: None,
            buy_in: STACK.0.into(),
            wait_for_big_blind: false,
        };
        let (player, request) = (Some(player), Box::new(TableRequest::Sit(sit)));
        let sit = CoreInput::Request { connection, player, request, hold, drawn: Vec::new() };
        let outputs = core.on(now, sit);
        deliver(&core, &outputs, &mut seats);
    }
    loop {
        let input = if core.wants_deck(now).is_some() {
            CoreInput::Deck { decks: shuffled()?, sealed: None, draw: 0 }
        } else if let Some((connection, player, act)) = choice(&mut seats) {
            CoreInput::Act { connection, player, action: TableAction::Act(act) }
        } else {
            now = core.deadline().ok_or("nothing is going to happen")?.max(now);
            CoreInput::Tick
        };
        let outputs = core.on(now, input);
        deliver(&core, &outputs, &mut seats);
        if outputs.played.is_some() {
            return Ok(());
        }
    }
}

fn player(account: u64, name: &str) -> Player {
    let account = AccountId(account);
    let (role, look, tenure) = (Role::Player, Look::of(account), Tenure::ALWAYS);
    Player { account, name: name.into(), bot: true, role, staff: false, look, tenure }
}

fn description() -> TableDescription {
    TableDescription {
        name: "Kitchen".to_owned(),
        bots_allowed: true,
        rotation: None,
        event: None,
        hosted_by: None,
        free_chat: true,
    }
}

fn hold_em() -> Result<TableSetup, Box<dyn std::error::Error>> {
    let games = [("holdem", include_str!("../../config/games/holdem.toml"))];
    let books = [("tda-2024", include_str!("../../config/rulebooks/tda-2024.toml"))];
    let library = Library::parse(games, books)?;
    Ok(TableSetup {
        plays: library.plays("holdem", &Stakes::no_limit(1, 2)).ok_or("no such game")?.0,
        switch: Switch::Never,
        rulebook: library.rulebook("tda-2024").ok_or("no such rulebook")?.clone(),
        ring: RingTerms::bare(STACK, STACK).into(),
        seats: 2,
        hybrid: false,
        auto_show: true,
        players_left: None,
        occupancy: Occupancy::Ring,
    })
}
