//! Recorded sessions, and what the model of a table answers after every message of them. Models in
//! other languages follow the same sessions and are compared with the same answers.
//!
//! `tests/sessions/GAME.jsonl` has the frames that a room sent to one seat, a frame a line. Beside
//! it, `GAME.answers.jsonl` has a line for each message: the answers that have changed since the
//! last, under names such as `pot_total`, `hand.street` and `seat.2.stack`. One that is gone is
//! `null`.
//!
//! `BLESS=1 cargo test -p cardroom-bot --test suite sessions` writes the answers again.

use cardroom_bot::Table;
use cardroom_bot::draws::sensible_discards;
use cardroom_bot::model::{Hand, HandResult, Seat};
use cardroom_cards::Card;
use cardroom_protocol::ServerMessage;
use cardroom_protocol::{Encoding, limits::MAX_SERVER_FRAME_BYTES};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sessions");

fn sessions() -> Vec<PathBuf> {
    let files = std::fs::read_dir(FOLDER).expect("the folder is there");
    let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    paths.retain(|path| !name(path).contains(".answers.") && name(path).ends_with(".jsonl"));
    paths.sort();
    paths
}

fn name(path: &Path) -> String {
    path.file_name().expect("a file").to_string_lossy().into_owned()
}

fn cards(cards: &[Card]) -> Value {
    cards.iter().map(ToString::to_string).collect()
}

fn seat_answers(table: &Table, seat: &Seat) -> Value {
    let part = seat.in_hand.as_ref().map(|part| {
        json!({
            "folded": part.folded, "all_in": part.all_in, "card_count": part.card_count,
            "up": cards(&part.up), "tabled": part.tabled.as_deref().map(cards),
            "gave_away": part.gave_away,
        })
    });
    json!({
        "seat": seat.seat, "name": seat.name, "stack": seat.stack.0, "bet": seat.bet.0,
        "sitting_out": seat.sitting_out, "connected": seat.connected, "in_hand": part,
        "shown": cards(&seat.shown), "stack_at_start": seat.stack_at_start.map(|stack| stack.0),
        "is_live": seat.is_live(), "can_act": seat.can_act(),
        "position": table.position(seat.seat).map(|position| format!("{position:?}")),
    })
}

fn hand_answers(hand: &Hand) -> Value {
    json!({
        "number": hand.number.0, "game": hand.game.id, "button": hand.button,
        "dealt": hand.dealt, "street": hand.street, "board": cards(hand.board()),
        "boards": hand.boards.iter().map(|board| cards(board)).collect::<Vec<_>>(),
        "draws": hand.draws, "dead": hand.dead.0, "current_bet": hand.current_bet.0,
        "pots": hand.pots.iter().map(|pot| pot.amount.0).collect::<Vec<_>>(),
        "raises": hand.raises, "aggressor": hand.aggressor, "actions": hand.actions,
        "turn": hand.turn.as_ref().map(|turn| (turn.seat, turn.time_ms, turn.bank_ms)),
    })
}

fn result_answers(result: &HandResult) -> Value {
    json!({
        "hand": result.hand.0, "dealt_in": result.dealt_in, "players": result.players,
        "dealt_first": result.dealt_first, "net": result.net, "voided": result.voided,
    })
}

/// Returns the cards that the default draw discards, sorted, if a draw is open.
fn discards(table: &Table) -> Option<Value> {
    let range = table.decision.as_ref()?.legal.discard?;
    let gone = sensible_discards(table.hand.as_ref()?, &table.cards, range);
    let mut gone: Vec<String> = gone.iter().map(|card| card.to_string()).collect();
    gone.sort();
    Some(gone.into_iter().collect())
}

fn answers(table: &Table) -> Map<String, Value> {
    let seats = |seats: &mut dyn Iterator<Item = &Seat>| seats.map(|seat| seat.seat).collect();
    let players: Vec<u8> = seats(&mut table.players_in_hand());
    let opponents: Vec<u8> = seats(&mut table.opponents());
    let all = json!({
        "seq": table.seq.0, "paused": table.paused, "cards": cards(&table.cards),
        "hero": table.hero().map(|hero| hero.seat), "to_show": cards(&table.to_show),
        "turn": table.decision.as_ref().map(|decision| decision.turn.0),
        "pot_total": table.pot_total().0, "chips": table.chips().0, "to_call": table.to_call().0,
        "pot_odds": table.pot_odds(), "players_in_hand": players, "opponents": opponents,
        "opponent_count": table.opponent_count(), "effective_stack": table.effective_stack().0,
        "big_blind": table.big_blind().0, "pot_in_big_blinds": table.big_blinds(table.pot_total()),
        "hero_position": table.hero_position().map(|position| format!("{position:?}")),
        "has_position": table.has_position(), "discards": discards(table),
        "hand": table.hand.as_ref().map(hand_answers),
        "last_result": table.last_result.as_ref().map(result_answers),
        "seat": table.seats.iter().map(|seat| (seat.seat.to_string(), seat_answers(table, seat)))
            .collect::<Map<_, _>>(),
    });
    let mut flat = Map::new();
    flatten("", all, &mut flat);
    flat
}

/// Writes the parts of nested objects under names such as `hand.street` and `seat.2.stack`.
fn flatten(name: &str, value: Value, flat: &mut Map<String, Value>) {
    let Value::Object(parts) = value else {
        flat.insert(name.to_owned(), value);
        return;
    };
    for (part, value) in parts {
        let joined = if name.is_empty() { part } else { format!("{name}.{part}") };
        flatten(&joined, value, flat);
    }
}

/// Takes a message. Returns `false` if it is not about the table.
fn take(table: &mut Option<Table>, message: ServerMessage) -> bool {
    match (message, table) {
        (ServerMessage::TableSnapshot(snapshot), table) => {
            let mut new = Table::from_snapshot(snapshot);
            new.last_result = table.take().and_then(|before| before.last_result);
            *table = Some(new);
        }
        (ServerMessage::Step(step), Some(table)) => {
            table.apply(&step).unwrap();
        }
        (ServerMessage::HoleCards(cards), Some(table)) => table.take_cards(cards),
        (ServerMessage::YourTurn(turn), Some(table)) => table.take_turn(&turn),
        _ => return false,
    }
    true
}

/// Returns the answers that have changed. Those that are gone are `null`.
fn changes(known: &Map<String, Value>, now: &Map<String, Value>) -> Map<String, Value> {
    let names: BTreeSet<&String> = known.keys().chain(now.keys()).collect();
    let value =
        |map: &Map<String, Value>, name: &str| map.get(name).cloned().unwrap_or(Value::Null);
    let changed = names.into_iter().filter(|name| value(known, name) != value(now, name));
    changed.map(|name| (name.clone(), value(now, name))).collect()
}

/// Follows a session. Returns the answers as lines, each with what has changed.
fn follow(path: &Path) -> String {
    let (mut table, mut known, mut out) = (None, Map::new(), String::new());
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let frame = Encoding::Json.decode::<ServerMessage>(line.as_bytes(), MAX_SERVER_FRAME_BYTES);
        for message in frame.unwrap().messages {
            if !take(&mut table, message) {
                continue;
            }
            let now = answers(table.as_ref().expect("a snapshot came first"));
            out.push_str(&Value::Object(changes(&known, &now)).to_string());
            out.push('\n');
            known = now;
        }
    }
    out
}

#[test]
fn the_model_answers_as_recorded() {
    let sessions = sessions();
    assert!(sessions.len() > 20, "{} sessions", sessions.len());
    for path in sessions {
        let lines = follow(&path);
        let answers = path.with_extension("answers.jsonl");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&answers, &lines).unwrap();
        }
        let recorded = std::fs::read_to_string(&answers).unwrap_or_default();
        for (number, (ours, theirs)) in lines.lines().zip(recorded.lines()).enumerate() {
            assert_eq!(ours, theirs, "{} after message {}", name(&path), number + 1);
        }
        assert_eq!(lines, recorded, "{} is stale", name(&answers));
    }
}
