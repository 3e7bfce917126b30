//! Reads the logs of the dealer of the Annual Computer Poker Competition (ACPC): a line for each
//! hand, `STATE:number:betting:cards:values:names`.

use super::holding::Holding;
use super::script::{Blinds, Made, Move, Player, Script};
use super::{Unread, malformed};
use cardroom_cards::parse_cards;
use cardroom_rules::{Betting, Stakes};

/// The competition's limit games have no stacks: no player can be all-in.
const DEEP: u64 = 100_000;

/// Returns `true` if a line contains a hand.
pub(super) fn is_hand(line: &str) -> bool {
    line.starts_with("STATE:")
}

/// Returns the number of the hand on a line.
pub(super) fn number(line: &str) -> Option<u64> {
    line.split(':').nth(1)?.parse().ok()
}

/// Returns `true` if a log is of a limit game, by its leading header line or by its name.
pub(super) fn is_limit(path: &str, text: &str) -> bool {
    let mut games = text.lines().filter(|line| line.starts_with("# name/game"));
    games.next().unwrap_or(path).contains(".limit.")
}

/// Reads a hand into a script. Positions are players: heads-up, position 0 has the big blind,
/// otherwise the small blind. `truth` has what each player won or lost, for logs that split chips.
pub(super) fn read(
    name: String,
    line: &str,
    limit: bool,
    truth: Option<&[i64]>,
) -> Result<Script, Unread> {
    let fields: Vec<&str> = line.split(':').collect();
    let ["STATE", _, betting, cards, values, ..] = fields[..] else {
        return Err(malformed("not STATE:number:betting:cards:values:names"));
    };
    let (stack, stakes) = if limit {
        (DEEP, Stakes { betting: Betting::FixedLimit, ..Stakes::no_limit(5, 10) })
    } else {
        (20_000, Stakes::no_limit(50, 100))
    };
    let won: Vec<i64> = match truth {
        Some(truth) => truth.iter().map(|chips| chips * 2).collect(),
        None => {
            values.split('|').map(halves).collect::<Option<_>>().ok_or_else(|| malformed(values))?
        }
    };
    let mut streets = cards.split('/');
    let holes: Vec<&str> = streets.next().unwrap_or_default().split('|').collect();
    if holes.len() != won.len() || holes.len() < 2 {
        return Err(malformed("hands and values are of different players"));
    }
    let mut players = Vec::with_capacity(holes.len());
    for (position, (hole, won)) in holes.iter().zip(&won).enumerate() {
        let cards = parse_cards(hole).map_err(|error| malformed(error.to_string()))?;
        let after = (2 * stack).checked_add_signed(*won);
        players.push(Player {
            label: format!("position {position}"),
            stack,
            owes_small: false,
            owes_big: false,
            straddles: false,
            holding: Holding::of(&cards),
            shows: false,
            final_halves: after.ok_or_else(|| malformed("more is lost than there was"))?,
        });
    }
    let board = streets.collect::<String>();
    let board = parse_cards(&board).map_err(|error| malformed(error.to_string()))?;
    Ok(Script {
        name,
        game: "holdem",
        stakes,
        players,
        blinds: Blinds::Both,
        dead_button: false,
        boards: vec![board],
        together: false,
        moves: moves(betting, limit).ok_or_else(|| malformed(betting))?,
        rake: 0,
        peculiar: Vec::new(),
    })
}

fn moves(betting: &str, limit: bool) -> Option<Vec<Move>> {
    let mut moves = Vec::new();
    let mut street = 0;
    let mut rest = betting;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        let digits = rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len());
        let (amount, after) = rest.split_at(digits);
        let made = match letter {
            'f' => Some(Made::Fold),
            'c' => Some(Made::CheckOrCall),
            'r' if limit => Some(Made::Limit),
            'r' => Some(Made::HandTotal(amount.parse().ok()?)),
            '/' => None,
            _ => return None,
        };
        match made {
            Some(made) => moves.push(Move { street, player: None, made }),
            None => street += 1,
        }
        rest = after;
    }
    Some(moves)
}

/// Reads chips as half chips. The log may write an amount that ends in a half.
fn halves(value: &str) -> Option<i64> {
    match value.split_once('.') {
        None => value.parse::<i64>().ok()?.checked_mul(2),
        Some((whole, part)) => {
            let half = match part.trim_end_matches('0') {
                "" => 0,
                "5" => 1,
                _ => return None,
            };
            let sign = if value.starts_with('-') { -1 } else { 1 };
            whole.parse::<i64>().ok()?.checked_mul(2)?.checked_add(sign * half)
        }
    }
}
