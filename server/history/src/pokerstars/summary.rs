//! The last lines of a hand: pots, boards, and how each seat came out.

use super::Writer;
use crate::course::{Moment, spaced};
use cardroom_protocol::history::{RecordedCards, RecordedSeat};
use std::collections::BTreeMap;

/// Adds the summary to the lines of a hand.
pub(super) fn add(writer: &mut Writer<'_, '_>) {
    writer.push("*** SUMMARY ***");
    writer.push(total(writer));
    boards(writer);
    let mut seats: Vec<&RecordedSeat> = writer.course.record.seats.iter().collect();
    seats.sort_by_key(|seat| seat.seat);
    for seat in seats {
        let (number, position, end) =
            (seat.seat + 1, position(writer, seat.seat), end(writer, seat.seat));
        writer.push(format!("Seat {number}: {}{position} {end}", seat.name));
    }
}

/// Returns the line of the pots. The pots of several are listed without their rake.
fn total(writer: &Writer<'_, '_>) -> String {
    let rake = writer.course.rake;
    let mut pots: BTreeMap<u8, u64> = BTreeMap::new();
    for moment in &writer.course.moments {
        if let Moment::Wins { pot, amount, .. } = moment {
            *pots.entry(*pot).or_default() += amount;
        }
    }
    let total = rake + pots.values().sum::<u64>();
    let side_pots = writer.side_pots();
    let parts: String = pots
        .iter()
        .map(|(pot, amount)| match (*pot, side_pots) {
            (0, _) => format!(" Main pot {amount}."),
            (_, 1) => format!(" Side pot {amount}."),
            (pot, _) => format!(" Side pot-{pot} {amount}."),
        })
        .collect();
    let parts = if side_pots == 0 { String::new() } else { parts };
    format!("Total pot {total}{parts} | Rake {rake}")
}

fn boards(writer: &mut Writer<'_, '_>) {
    let lines: Vec<String> = match &writer.boards[..] {
        [board] if board.is_empty() => Vec::new(),
        [board] => vec![format!("Board [{}]", spaced(board))],
        [first, second, ..] => vec![
            "Hand was run twice".to_owned(),
            format!("FIRST Board [{}]", spaced(first)),
            format!("SECOND Board [{}]", spaced(second)),
        ],
        [] => Vec::new(),
    };
    writer.lines.extend(lines);
}

fn position(writer: &Writer<'_, '_>, seat: u8) -> String {
    if writer.is_stud() {
        return String::new();
    }
    let start = writer.course.start;
    let positions = [
        (start.button == seat, " (button)"),
        (start.small_blind == Some(seat), " (small blind)"),
        (start.big_blind == Some(seat), " (big blind)"),
    ];
    positions.iter().filter(|(has, _)| *has).map(|(_, position)| *position).collect()
}

/// Returns how a seat came out.
fn end(writer: &Writer<'_, '_>, seat: u8) -> String {
    let boards = 0..writer.course.boards;
    let won = |board| writer.won.get(&(seat, board)).copied().unwrap_or(0);
    if let Some(cards) = writer.shown.get(&seat) {
        let on_board = |board| {
            let end = match won(board) {
                0 => "lost".to_owned(),
                won => format!("won ({won})"),
            };
            match writer.hand_name(seat, cards, board) {
                Some(hand) => format!("{end} with {hand}"),
                None => end,
            }
        };
        let ends: Vec<String> = boards.map(on_board).collect();
        return format!("showed [{}] and {}", spaced(cards), ends.join(", and "));
    }
    let won: u64 = boards.map(won).sum();
    if won > 0 {
        return format!("collected ({won})");
    }
    if writer.course.folded.contains(&seat) {
        return folded(writer, seat);
    }
    // Of a hand that was mucked, the format shows the cards to those who may see them.
    let cards = writer.course.record.cards_of(seat).map(RecordedCards::held);
    cards.map_or_else(|| "mucked".to_owned(), |cards| format!("mucked [{}]", spaced(&cards)))
}

/// Returns where a player folded.
fn folded(writer: &Writer<'_, '_>, seat: u8) -> String {
    let game = &writer.course.start.game;
    let street = writer.folded_on.get(&seat).copied().unwrap_or(0);
    let place = if writer.is_stud() {
        match street {
            0 => "on the 3rd Street",
            1 => "on the 4th Street",
            2 => "on the 5th Street",
            3 => "on the 6th Street",
            _ => "on the River",
        }
    } else if game.board_cards > 0 {
        match street {
            0 => "before Flop",
            1 => "on the Flop",
            2 => "on the Turn",
            _ => "on the River",
        }
    } else {
        match (street, game.draws) {
            (0, _) => "before the Draw",
            (_, 1) => "after the Draw",
            (1, _) => "after the 1st Draw",
            (2, _) => "after the 2nd Draw",
            _ => "after the 3rd Draw",
        }
    };
    let bet = if writer.has_bet.contains(&seat) { "" } else { " (didn't bet)" };
    format!("folded {place}{bet}")
}
