//! Writes hands for the readers of `server/readers`, with what they have to find in them.

use super::conventions::{a_thousand, own};
use cardroom_history::{Format, pot_of};
use cardroom_protocol::history::HandRecord;
use cardroom_protocol::table::TableEvent;
use serde_json::{Value, json};
use std::io::Write as _;

/// Tables of each game and betting structure.
const TABLES: u64 = 4;

/// Returns the game of a hand and its betting structure.
fn game(record: &HandRecord) -> String {
    let start = record.events().find_map(|event| match event {
        TableEvent::HandStarted(start) => Some(start),
        _ => None,
    });
    let game = &start.unwrap().game;
    format!("{} {:?}", game.id, game.betting)
}

/// Returns a hand in every format that has other readers, or the reason why a format leaves it out.
fn written(id: usize, record: &HandRecord) -> Value {
    let format = |format: Format| match format.write(record) {
        Ok(text) => json!({ "text": text }),
        Err(reason) => json!({ "reason": reason.to_string() }),
    };
    let hero = record.viewer.and_then(|seat| record.player(seat)).unwrap();
    let seats = record.seats.iter().map(|seat| {
        json!({
            "id": seat.seat,
            "name": seat.name,
            "began_with": seat.began_with,
            "ended_with": seat.ended_with,
        })
    });
    json!({
        "id": id,
        "game": game(record),
        "hero": { "id": hero.seat, "name": hero.name },
        "time": record.began_at.0 / 1_000,
        "pot": pot_of(record),
        "seats": seats.collect::<Vec<_>>(),
        "pokerstars": format(Format::PokerStars),
        "ohh": format(Format::Ohh),
        "phh": format(Format::Phh),
    })
}

/// Names without spaces: one of the libraries takes the first word for the name.
const NAMES: [&str; 10] = ["Ann", "Ben", "Cleo", "Dov", "Eve", "Fritz", "Gil", "Hana", "Ida", "Jo"];

/// Each hand is exported for one of its players, in turn.
///
/// `CARDROOM_EXPORTS` names the file to write, one hand a line.
#[test]
fn a_thousand_hands_are_written_for_other_readers() {
    let hands = a_thousand(TABLES);
    let records = hands.iter().enumerate().map(|(place, hand)| {
        let (_, seat) = hand.players[place % hand.players.len()];
        let mut record = own(hand, seat);
        for seat in &mut record.seats {
            NAMES[usize::from(seat.seat)].clone_into(&mut seat.name);
        }
        record
    });
    let lines: Vec<Value> = records.enumerate().map(|(id, record)| written(id, &record)).collect();
    assert!(lines.len() > 1_000, "{}", lines.len());
    let reasons = |format: &str| lines.iter().filter(|line| line[format]["text"].is_null()).count();
    assert!(["pokerstars", "ohh", "phh"].iter().all(|format| reasons(format) < lines.len() / 2));
    let Ok(path) = std::env::var("CARDROOM_EXPORTS") else { return };
    let mut file = std::io::BufWriter::new(std::fs::File::create(path).unwrap());
    for line in &lines {
        writeln!(file, "{line}").unwrap();
    }
    file.flush().unwrap();
}
