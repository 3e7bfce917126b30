//! The first lines of a hand: number, game, stakes, date, table and seats.

use crate::NotTold;
use crate::calendar::slashed;
use crate::course::Course;
use cardroom_protocol::Money;
use cardroom_protocol::game::{Betting, Game};
use cardroom_protocol::history::{HandRecord, RecordedSeat};

/// Returns the first lines.
pub(super) fn lines(course: &Course<'_>) -> Result<Vec<String>, NotTold> {
    let record: &HandRecord = course.record;
    let game = &course.start.game;
    let date = slashed(record.began_at);
    let (small, big) = match game.betting {
        // Limit games are named by their bets.
        Betting::FixedLimit => (game.big_blind.0, 2 * game.big_blind.0),
        _ => (game.small_blind.0, game.big_blind.0),
    };
    let name = game_name(game)?;
    let number = 1_000_000_000 * record.table.0 + record.hand.0;
    let first = match record.tournament {
        None => format!("PokerStars Hand #{number}:  {name} ({small}/{big}) - {date}"),
        Some(tournament) => {
            let level = record.event.as_ref().map_or(1, |event| event.level);
            format!(
                "PokerStars Hand #{number}: Tournament #{tournament}, {} {name} - Level {} \
                 ({small}/{big}) - {date}",
                price(record),
                roman(level)
            )
        }
    };
    let table = format!("Table '{}' {}-max", table_name(record), record.table_seats);
    let second = if game.bring_in.0 > 0 {
        table
    } else {
        format!("{table} Seat #{} is the button", course.start.button + 1)
    };
    let mut seats: Vec<&RecordedSeat> = record.seats.iter().collect();
    seats.sort_by_key(|seat| seat.seat);
    let seats = seats.into_iter().map(|seat| {
        let (number, name, stack) = (seat.seat + 1, &seat.name, seat.began_with);
        format!("Seat {number}: {name} ({stack} in chips)")
    });
    Ok([first, second].into_iter().chain(seats).collect())
}

/// Returns the format's name of a game and its betting.
fn game_name(game: &Game) -> Result<String, NotTold> {
    let name = match &*game.id {
        "holdem" => "Hold'em",
        "short-deck" => "6+ Hold'em",
        "omaha" => "Omaha",
        "omaha8" => "Omaha Hi/Lo",
        "omaha5" => "5 Card Omaha",
        "omaha8-5" => "5 Card Omaha Hi/Lo",
        "omaha6" => "6 Card Omaha",
        "courchevel" => "Courchevel",
        "courchevel8" => "Courchevel Hi/Lo",
        "stud" => "7 Card Stud",
        "stud8" => "7 Card Stud Hi/Lo",
        "razz" => "Razz",
        "five-card-draw" => "5 Card Draw",
        "deuce-seven-single" => "Single Draw 2-7 Lowball",
        "deuce-seven-triple" => "Triple Draw 2-7 Lowball",
        "badugi" => "Badugi",
        _ => return Err(NotTold::NoWord("the game")),
    };
    let betting = match game.betting {
        Betting::NoLimit => "No Limit",
        Betting::PotLimit => "Pot Limit",
        Betting::FixedLimit => "Limit",
    };
    Ok(format!("{name} {betting}"))
}

/// Returns the price of an entry: buy-in and fee, with a bounty between them.
fn price(record: &HandRecord) -> String {
    let Some(event) = &record.event else { return "Freeroll ".to_owned() };
    match (event.buy_in.0 + event.fee.0 + event.bounty.0, event.bounty.0) {
        (0, _) => "Freeroll ".to_owned(),
        (_, 0) => format!("{}+{}", units(event.buy_in), units(event.fee)),
        _ => format!("{}+{}+{}", units(event.buy_in), units(event.bounty), units(event.fee)),
    }
}

/// Writes an amount in whole units, with as many of the two decimals as it needs.
fn units(money: Money) -> String {
    let (units, cents) = (money.0 / 100, money.0 % 100);
    match cents {
        0 => units.to_string(),
        cents if cents.is_multiple_of(10) => format!("{units}.{}", cents / 10),
        cents => format!("{units}.{cents:02}"),
    }
}

/// Returns the name of the table. The format names a table of a tournament by the numbers of both.
fn table_name(record: &HandRecord) -> String {
    let Some(tournament) = record.tournament else { return record.table_name.clone() };
    let digits = record.table_name.chars().rev().take_while(char::is_ascii_digit).count();
    let number = &record.table_name[record.table_name.len() - digits..];
    if number.is_empty() {
        format!("{tournament} {}", record.table)
    } else {
        format!("{tournament} {number}")
    }
}

/// Writes a level in Roman numerals, as the format does.
fn roman(level: u16) -> String {
    const NUMERALS: [(u16, &str); 13] = [
        (1_000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let mut left = level;
    let mut text = String::new();
    for (value, numeral) in NUMERALS {
        while left >= value {
            text.push_str(numeral);
            left -= value;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_roman_numerals() {
        let levels = [(1, "I"), (2, "II"), (4, "IV"), (9, "IX"), (26, "XXVI"), (49, "XLIX")];
        for (level, text) in levels {
            assert_eq!(roman(level), text);
        }
    }

    #[test]
    fn money_has_the_decimals_that_it_needs() {
        for (cents, text) in [(1_000, "10"), (50, "0.5"), (5, "0.05"), (1_225, "12.25")] {
            assert_eq!(units(Money(cents)), text);
        }
    }
}
