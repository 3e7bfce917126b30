//! A tournament bot in twenty lines: shoves when it is short, and otherwise plays only big pairs.
//! Run it with `cargo run -p cardroom-bot --example tournament "Sunday Major" [ws://…/ws]`.

#![allow(clippy::print_stdout)]
use cardroom_bot::{Action, Choices, LegalActions, Swarm, Table, TournamentPlan};

fn play(table: &Table, legal: &LegalActions) -> Action {
    let points: u8 = table.cards.iter().map(|card| card.rank().index()).sum();
    let short = table.hero().is_some_and(|hero| table.big_blinds(hero.stack) < 12.0);
    match points {
        20.. => legal.max_wager().unwrap_or(legal.check_or_call()),
        15.. if short => legal.max_wager().unwrap_or(legal.check_or_call()),
        _ => legal.check_or_fold(),
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let plan = TournamentPlan::named(&words.next().unwrap_or("Sunday Major".into()));
    let url = words.next().unwrap_or("ws://127.0.0.1:7777/ws".into());
    let played = Swarm::builder(&url).bots(9).brain(|_| play).tournament(plan).run().await?;
    played.results.iter().for_each(|result| println!("{} {:?}", result.name, result.end));
    Ok(())
}
