//! Reads hands of poker sites, normalised to JSON with the hand in PHH terms inside.

use super::{RealHand, phh};
use cardroom_cards::parse_cards;
use serde_json::Value;

/// Hands of the record that say what no table can do, and why.
const LEFT_OUT: [(&str, &str); 3] = [
    ("14402833808", "the site splits in units of five cents"),
    ("85998509763", "the site spreads its rake over three pots by a key of its own"),
    ("109687480274", "the record has the five of diamonds twice"),
];

/// `Err` names the class of hands that is left out.
pub(crate) fn read(line: &str) -> Result<RealHand, &'static str> {
    let hand: Value = serde_json::from_str(line).unwrap();
    if !matches!(hand["game"].as_str().unwrap(), "NLHE" | "LHE" | "PLHE") {
        return Err("not hold'em");
    }
    if hand["use"] != "full" {
        return Err("a site's own rules, without a replay to compare with");
    }
    if let Some((_, reason)) = LEFT_OUT.iter().find(|(id, _)| hand["hand_id"] == *id) {
        return Err(reason);
    }
    let name = format!("{} {}", hand["site"].as_str().unwrap(), hand["hand_id"].as_str().unwrap());
    let seats = hand["phh"]["seats"].as_array().unwrap();
    let stacks = seats.iter().map(|seat| {
        let stacks = &hand["expected"]["final_stacks"];
        stacks[seat.to_string()].as_u64().unwrap()
    });
    let rake = hand["summary"]["rake"].as_u64().unwrap_or(0);
    let mut read = phh::read(name, &hand["phh"], stacks.collect(), rake)?;
    // Where the loser of an all-in mucked, the hand in PHH terms ends before the board does.
    if let Some(cards) = hand["summary"]["boards"][0].as_array() {
        let cards: String = cards.iter().map(|card| card.as_str().unwrap()).collect();
        read.board = parse_cards(&cards).unwrap();
    }
    Ok(read)
}
