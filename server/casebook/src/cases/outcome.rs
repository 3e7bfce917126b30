//! How a hand ends once no player has a decision left: the winners, the players who bust, and their
//! places.

use super::Trouble;
use super::expect::{chips, list, seat_table};
use super::keys::number_of;
use super::script::Script;
use super::tournament::places::{Stacks, places};
use cardroom_engine::{Event, Input};
use cardroom_hybrid::HybridTable;
use cardroom_rules::{Chips, SeatNo};
use toml::Value;

/// The keys of expect that are answered here.
pub(super) const ANSWERS: &[&str] =
    &["hand_over", "winner", "won", WON_BY_SEAT, "eliminated", "place"];

/// The key for `won` if a case names the seats: the amount that each winner takes.
pub(super) const WON_BY_SEAT: &str = "won by seat";

struct Outcome {
    table: HybridTable,
    won: Vec<(SeatNo, Chips)>,
}

/// Returns the value of a key once the hand is over. `None` while a player still has a decision.
pub(super) fn says(script: &Script<'_>, key: &str) -> Result<Option<Value>, Trouble> {
    let outcome = outcome(script);
    if key == "hand_over" {
        return Ok(Some(Value::Boolean(outcome.is_some())));
    }
    let Some(outcome) = outcome else { return Ok(None) };
    let out = stacks(script, &outcome.table);
    let out: Vec<SeatNo> =
        out.iter().filter(|(_, _, after)| after.is_zero()).map(|(seat, ..)| *seat).collect();
    Ok(match key {
        "winner" => match outcome.won.as_slice() {
            [(seat, _)] => Some(number_of(*seat)),
            _ => None,
        },
        "won" => Some(chips(outcome.won.iter().map(|(_, won)| *won).sum())),
        WON_BY_SEAT => Some(seat_table(outcome.won.into_iter())),
        "eliminated" => Some(list(out.into_iter().map(number_of))),
        "place" => Some(place(script, &outcome.table)?),
        other => return Err(Trouble::unknown("key of expect", other)),
    })
}

/// Plays the hand on without player decisions. `None` if a player has to act.
fn outcome(script: &Script<'_>) -> Option<Outcome> {
    const MANY: usize = 100;
    let mut table = script.play.table().clone();
    let mut events = script.play.this_hand().to_vec();
    let mut now = script.play.now();
    for _ in 0..MANY {
        if table.hand_in_progress().is_none() {
            let won = taken(&events);
            return Some(Outcome { table, won });
        }
        if table.turn().is_some() {
            return None;
        }
        now = now.max(table.deadline()?);
        events.extend(table.step(now, Input::Tick).ok()?);
    }
    None
}

/// Returns what each winner takes from the table, including their own uncalled bets.
fn taken(events: &[Event]) -> Vec<(SeatNo, Chips)> {
    let mut taken: Vec<(SeatNo, Chips)> = Vec::new();
    for event in events {
        let Event::PotAwarded { shares, .. } = event else { continue };
        for share in shares {
            match taken.iter_mut().find(|(seat, _)| *seat == share.seat) {
                Some((_, sum)) => *sum += share.amount,
                None => taken.push((share.seat, share.amount)),
            }
        }
    }
    for event in events {
        let Event::UncalledReturned { seat, amount } = event else { continue };
        for (_, sum) in taken.iter_mut().filter(|(winner, _)| winner == seat) {
            *sum += *amount;
        }
    }
    taken
}

/// Returns the players of the hand with their stacks before and after it.
fn stacks(script: &Script<'_>, table: &HybridTable) -> Vec<Stacks> {
    let players = script.opening.seats.iter();
    let stack = |seat: SeatNo| table.stack(seat).unwrap_or_default();
    players.map(|player| (player.seat, player.stack, stack(player.seat))).collect()
}

fn place(script: &Script<'_>, table: &HybridTable) -> Result<Value, Trouble> {
    let left = script.left_in_event;
    let left = left.ok_or_else(|| Trouble::NotUnderstood("remaining is missing".to_owned()))?;
    let rulebook = &script.opening.setup.rulebook;
    let places = places(rulebook, script.library, left, &stacks(script, table))?;
    let entry = |(seat, place): (SeatNo, u32)| (number_of(seat).to_string(), Value::from(place));
    Ok(Value::Table(places.into_iter().map(entry).collect()))
}
