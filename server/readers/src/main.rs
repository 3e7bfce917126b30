//! Reads exported hands from the standard input, one JSON object a line, with rs_poker. Writes for
//! each what rs_poker found in its Open Hand History: hero, time, pot and the stacks at the end. Or
//! why it did not read the hand.

use rs_poker::open_hand_history::{Action, HandHistory, OpenHandHistoryWrapper};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead as _, Write as _};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line: Value = serde_json::from_str(&line?)?;
        let Some(text) = line["ohh"]["text"].as_str() else { continue };
        let found = match serde_json::from_str::<OpenHandHistoryWrapper>(text) {
            Ok(wrapper) => found(&wrapper.ohh),
            Err(error) => json!({ "error": error.to_string() }),
        };
        writeln!(out, "{}", json!({ "id": line["id"], "found": found }))?;
    }
    Ok(())
}

fn found(hand: &HandHistory) -> Value {
    let (put_in, live) = chips(hand);
    let mut stacks: BTreeMap<u64, f64> = BTreeMap::new();
    for player in &hand.players {
        let put_in = put_in.get(&player.id).copied().unwrap_or(0.0);
        stacks.insert(player.id, f64::from(player.starting_stack) - put_in);
    }
    if let Some((player, amount)) = uncalled(&live) {
        *stacks.entry(player).or_default() += amount;
    }
    for win in hand.pots.iter().flat_map(|pot| &pot.player_wins) {
        *stacks.entry(win.player_id).or_default() += f64::from(win.win_amount);
    }
    let pot: f64 = hand.pots.iter().map(|pot| f64::from(pot.amount)).sum();
    json!({
        "hero": hand.hero_player_id,
        "time": hand.start_date_utc.map(|date| date.timestamp()),
        "pot": pot,
        "stacks": stacks,
    })
}

/// Returns what each player put in, and the part of it that counts as a bet.
fn chips(hand: &HandHistory) -> (BTreeMap<u64, f64>, BTreeMap<u64, f64>) {
    let (mut put_in, mut live) = (BTreeMap::new(), BTreeMap::new());
    for action in hand.rounds.iter().flat_map(|round| &round.actions) {
        let amount = f64::from(action.amount);
        *put_in.entry(action.player_id).or_default() += amount;
        if !matches!(action.action, Action::PostAnte | Action::PostDead) {
            *live.entry(action.player_id).or_default() += amount;
        }
    }
    (put_in, live)
}

/// Returns the uncalled part of the highest bet, which the format does not list.
fn uncalled(live: &BTreeMap<u64, f64>) -> Option<(u64, f64)> {
    let mut bets: Vec<(u64, f64)> = live.iter().map(|(player, bet)| (*player, *bet)).collect();
    bets.sort_by(|one, other| other.1.total_cmp(&one.1));
    let (player, highest) = *bets.first()?;
    let second = bets.get(1).map_or(0.0, |(_, bet)| *bet);
    (highest > second).then_some((player, highest - second))
}
