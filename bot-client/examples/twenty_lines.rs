//! A bot in twenty lines: raises good cards, calls small bets, folds the rest. Run it with `cargo
//! run -p cardroom-bot --example twenty_lines [ws://127.0.0.1:7777/ws]`.

#![allow(clippy::print_stdout)]
use cardroom_bot::{Action, Brain, Choices, LegalActions, Swarm, Table};

struct TwentyLines;

impl Brain for TwentyLines {
    fn act(&mut self, table: &Table, legal: &LegalActions) -> Action {
        let points: u8 = table.cards.iter().map(|card| card.rank().index()).sum();
        match points {
            20.. => legal.pot_wager().unwrap_or(legal.check_or_call()),
            14.. if table.pot_odds() < 0.3 => legal.check_or_call(),
            _ => legal.check_or_fold(),
        }
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = std::env::args().nth(1).unwrap_or("ws://127.0.0.1:7777/ws".into());
    let summary = Swarm::builder(&url).brain(|_| TwentyLines).hands(50).run().await?;
    println!("{}", summary.totals);
    Ok(())
}
