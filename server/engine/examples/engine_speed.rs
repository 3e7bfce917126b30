//! How fast the engine plays: six-handed no-limit hold'em, 100 big blinds, every legal action with
//! the same chance, one thread, every event produced and applied.
//!
//! `cargo run --release -p cardroom-engine --example engine_speed [seconds]`

use cardroom_cards::{Card, CardSet, DeckOrder, fisher_yates};
use cardroom_engine::{Action, Event, Input, Legal, Occupancy, Table, TableSetup, Wager};
use cardroom_rules::{Chips, Library, Millis, PlayerId, RingTerms, SeatNo, Stakes, Switch};
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

const SEATS: u8 = 6;
const STACK: Chips = Chips(10_000);

/// A small generator: what is measured is the engine.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u32 {
        // SplitMix64, the upper half.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        u32::try_from((mixed ^ (mixed >> 31)) >> 32).unwrap_or_default()
    }

    fn below(&mut self, bound: u64) -> u64 {
        (u64::from(self.next()) * bound) >> 32
    }
}

#[derive(Default)]
struct Counts {
    hands: u64,
    actions: u64,
    events: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let seconds = std::env::args().nth(1).map_or(Ok(5), |word| word.parse())?;
    let setup = setup()?;
    let mut dice = Dice(1);
    let mut counts = Counts::default();
    let mut cards: Vec<Card> = CardSet::full52().iter().collect();
    let mut events = Vec::new();
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(seconds) {
        // A table for a hundred hands, each begun with a full stack.
        let mut table = seated(&setup)?;
        for _ in 0..100 {
            fisher_yates(&mut cards, || dice.next());
            let deck = DeckOrder::new(cards.clone())?;
            play_hand(&mut table, deck, &mut dice, &mut events, &mut counts)?;
            refill(&mut table)?;
        }
    }
    report(&counts, start.elapsed());
    Ok(())
}

fn setup() -> Result<TableSetup, Box<dyn Error>> {
    let library = Library::parse(
        [("holdem", include_str!("../../../config/games/holdem.toml"))],
        [("tda-2024", include_str!("../../../config/rulebooks/tda-2024.toml"))],
    )?;
    let ring = RingTerms { sit_out_ms: Millis::seconds(600), ..RingTerms::bare(Chips(1), STACK) };
    Ok(TableSetup {
        plays: library.plays("holdem", &Stakes::no_limit(50, 100)).ok_or("no hold'em")?.0,
        switch: Switch::Never,
        rulebook: library.rulebook("tda-2024").ok_or("no rulebook")?.clone(),
        ring: Arc::new(ring),
        seats: SEATS,
        hybrid: false,
        auto_show: true,
        players_left: None,
        occupancy: Occupancy::Ring,
    })
}

fn seated(setup: &TableSetup) -> Result<Table, Box<dyn Error>> {
    let mut table = Table::new(setup.clone())?;
    for seat in 0..SEATS {
        sit(&mut table, SeatNo(seat))?;
    }
    Ok(table)
}

fn sit(table: &mut Table, seat: SeatNo) -> Result<(), Box<dyn Error>> {
    let player = PlayerId(u64::from(seat.0));
    let (buy_in, owed) = (STACK, Chips::ZERO);
    table.step(Millis(0), Input::Sit { seat, player, buy_in, owed, wait_for_big_blind: false })?;
    Ok(())
}

/// Everybody begins the next hand with the same stack: winners leave and come back, losers top up.
fn refill(table: &mut Table) -> Result<(), Box<dyn Error>> {
    for seat in (0..SEATS).map(SeatNo) {
        let stack = table.stack(seat).unwrap_or_default();
        if stack > STACK {
            table.step(Millis(0), Input::Leave { seat })?;
            sit(table, seat)?;
        } else if stack < STACK {
            let amount = STACK.saturating_sub(stack);
            table.step(Millis(0), Input::TopUp { seat, amount })?;
            if stack.is_zero() {
                table.step(Millis(0), Input::SitIn { seat })?;
            }
        }
    }
    Ok(())
}

fn play_hand(
    table: &mut Table,
    deck: DeckOrder,
    dice: &mut Dice,
    events: &mut Vec<Event>,
    counts: &mut Counts,
) -> Result<(), Box<dyn Error>> {
    table.step_into(
        Millis(0),
        Input::StartHand { deck, reshuffles: Vec::new(), draw: dice.next() },
        events,
    )?;
    while table.hand_in_progress().is_some() {
        let input = match table.turn() {
            Some((seat, turn, legal)) => {
                counts.actions += 1;
                Input::Act { seat, turn, action: any_action(&legal, dice) }
            }
            None => Input::Tick,
        };
        table.step_into(Millis(0), input, events)?;
        counts.events += events.len() as u64;
        events.clear();
    }
    counts.hands += 1;
    Ok(())
}

/// Fold, check or call, bet or raise with the same chance; an amount between least and most.
fn any_action(legal: &Legal, dice: &mut Dice) -> Action {
    match (dice.below(if legal.wager.is_some() { 3 } else { 2 }), legal.wager) {
        (0, _) => Action::Fold,
        (2, Some(Wager { raise, min_to, max_to, .. })) => {
            let to = Chips(min_to.0 + dice.below(max_to.0 - min_to.0 + 1));
            if raise { Action::RaiseTo(to) } else { Action::Bet(to) }
        }
        _ if legal.check => Action::Check,
        _ => Action::Call,
    }
}

#[allow(clippy::print_stdout, reason = "the report is what this example is for")]
fn report(counts: &Counts, elapsed: Duration) {
    let per_second = |count: u64| u128::from(count) * 1_000_000 / elapsed.as_micros().max(1);
    println!("{} hands/s", per_second(counts.hands));
    println!("{} actions/s", per_second(counts.actions));
    println!("{} events/s", per_second(counts.events));
    println!("{} actions in 100 hands", counts.actions * 100 / counts.hands.max(1));
}
