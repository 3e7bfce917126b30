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
use cardroom_engine::{Decks, TableSetup};
use cardroom_protocol::server::ServerMessage;
use cardroom_record::ids::ConnectionId;
use cardroom_rules::{Chips, Library, RingTerms, Stakes};
use cardroom_tables::{MemoryTable, Outputs};
use rand::seq::SliceRandom as _;

const HOLDEM: &str = include_str!("../../config/games/holdem.toml");
const TDA: &str = include_str!("../../config/rulebooks/tda-2024.toml");
const STACK: Chips = Chips(200);

/// A player with its view of the table.
struct Seat {
    connection: ConnectionId,
    brain: Box<dyn Brain>,
    view: Option<Table>,
}

impl Seat {
    /// Takes in what a step shows this player.
    fn see(&mut self, outputs: &Outputs) -> Result<(), Box<dyn std::error::Error>> {
        for step in &outputs.steps {
            self.view.as_mut().map(|view| view.apply(step)).transpose()?;
        }
        for (_, message) in outputs.private.iter().filter(|(to, _)| *to == self.connection) {
            match (message, &mut self.view) {
                (ServerMessage::TableSnapshot(snapshot), view) => {
                    *view = Some(Table::from_snapshot(snapshot.clone()));
                }
                (ServerMessage::HoleCards(cards), Some(view)) => view.take_cards(cards.clone()),
                (ServerMessage::YourTurn(turn), Some(view)) => view.take_turn(turn),
                _ => {}
            }
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let library = Library::parse([("holdem", HOLDEM)], [("tda-2024", TDA)])?;
    let (plays, _) = library.plays("holdem", &Stakes::no_limit(1, 2)).ok_or("no such game")?;
    let rulebook = library.rulebook("tda-2024").ok_or("no such rulebook")?.clone();
    let setup = TableSetup::of_ring(plays, rulebook, RingTerms::bare(STACK, STACK), 2);
    let mut table = MemoryTable::open("Kitchen", &setup)?;
    let brains: [(&str, Box<dyn Brain>); 2] = [
        ("Ada", Box::new(TightAggressive::new(Seed::new(7, 1)))),
        ("Bea", Box::new(RandomLegal::new(Seed::new(7, 2)))),
    ];
    let mut seats: Vec<Seat> = Vec::new();
    for (name, brain) in brains {
        let (connection, outputs) = table.sit(name, STACK);
        seats.push(Seat { connection, brain, view: None });
        seats.iter_mut().try_for_each(|seat| seat.see(&outputs))?;
    }
    loop {
        let choice = seats.iter_mut().find_map(|seat| {
            let view = seat.view.as_ref()?;
            let decision = view.decision.as_ref()?;
            Some((seat.connection, decision.turn, seat.brain.act(view, &decision.legal)))
        });
        let outputs = if table.wants_deck() {
            let mut cards: Vec<_> = CardSet::full52().iter().collect();
            cards.shuffle(&mut rand::rng());
            table.deal(Decks { deck: DeckOrder::new(cards)?, reshuffles: Vec::new() })
        } else if let Some((connection, turn, action)) = choice {
            table.act(connection, turn, action)
        } else {
            table.wait().ok_or("nothing is going to happen")?
        };
        seats.iter_mut().try_for_each(|seat| seat.see(&outputs))?;
        for event in outputs.steps.iter().flat_map(|step| &step.events.0) {
            println!("{event:?}");
        }
        if outputs.played.is_some() {
            return Ok(());
        }
    }
}
