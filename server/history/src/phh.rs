//! The poker hand history format (PHH): TOML, one hand in a file, or many as tables. A variant that
//! is not in the standard has the prefix `x-`, which this server also reads.

use crate::calendar::utc;
use crate::course::{Course, Moment, run};
use crate::{LeftOut, NotTold, joined};
use cardroom_protocol::game::{AnteKind, Betting};
use cardroom_protocol::history::HandRecord;
use cardroom_protocol::table::{Action, PostKind};
use std::fmt::Write as _;

/// Writes one hand in this format.
///
/// # Errors
/// The hand was voided or run out on several boards, or something happened that the format
/// has no action for.
pub fn phh(record: &HandRecord) -> Result<String, NotTold> {
    let course = Course::of(record)?;
    if course.void.is_some() {
        return Err(NotTold::Void);
    }
    if course.boards > 1 {
        return Err(NotTold::NoWord("several boards"));
    }
    if course.irregular {
        return Err(NotTold::NoWord("what is no exact action"));
    }
    Ok(Hand::of(&course)?.write(&course))
}

/// Writes many hands to one file, and returns those that the format cannot express.
#[must_use]
pub fn phhs(records: &[HandRecord]) -> (String, LeftOut) {
    let mut number = 0_usize;
    let numbered = records.iter().map(|record| {
        let hand = phh(record)?;
        number += 1;
        Ok(format!("[{number}]\n{hand}"))
    });
    joined(numbered, "\n")
}

/// Returns the variant's name, if possible that of the standard.
fn variant(game: &str, betting: Betting) -> String {
    use Betting::{FixedLimit, NoLimit, PotLimit};
    let standard = match (game, betting) {
        ("holdem", FixedLimit) => "FT",
        ("holdem", NoLimit) => "NT",
        ("short-deck", NoLimit) => "NS",
        ("omaha", PotLimit) => "PO",
        ("omaha8", FixedLimit) => "FO/8",
        ("stud", FixedLimit) => "F7S",
        ("stud8", FixedLimit) => "F7S/8",
        ("razz", FixedLimit) => "FR",
        ("deuce-seven-single", NoLimit) => "N2L1D",
        ("deuce-seven-triple", FixedLimit) => "F2L3D",
        ("badugi", FixedLimit) => "FB",
        _ => {
            let letter = match betting {
                NoLimit => 'N',
                PotLimit => 'P',
                FixedLimit => 'F',
            };
            return format!("x-{letter}-{game}");
        }
    };
    standard.to_owned()
}

/// The parts of a hand that are lists.
struct Hand {
    antes: Vec<i64>,
    blinds: Vec<i64>,
    trims: bool,
    actions: Vec<String>,
}

impl Hand {
    fn of(course: &Course<'_>) -> Result<Self, NotTold> {
        let count = course.record.seats.len();
        let game = &course.start.game;
        let each = course.start.bomb_pot || game.ante_kind == AnteKind::Each;
        let mut hand = Self {
            antes: vec![0; count],
            blinds: vec![0; count],
            trims: each || game.ante_kind == AnteKind::None,
            actions: Vec::new(),
        };
        hand.posts(course, each)?;
        hand.course(course)?;
        if count == 2 {
            // Heads-up, the format lists both in reverse.
            hand.antes.reverse();
            hand.blinds.reverse();
        }
        Ok(hand)
    }

    /// Adds the posts that were due, even if a stack did not cover them.
    fn posts(&mut self, course: &Course<'_>, each: bool) -> Result<(), NotTold> {
        let game = &course.start.game;
        let antes = course.moments.iter().filter_map(|moment| match moment {
            Moment::Post { post: PostKind::Ante, amount, .. } => Some(*amount),
            _ => None,
        });
        let most = antes.max().unwrap_or(0);
        let due = if course.start.bomb_pot { most } else { game.ante.0.max(most) };
        if each && most > 0 {
            self.antes.fill(signed(due)?);
        }
        for moment in &course.moments {
            let Moment::Post { seat, post, amount, .. } = moment else { continue };
            let place = course.place(*seat).ok_or(NotTold::NoWord("a post of nobody"))?;
            match post {
                PostKind::Ante if each => {}
                PostKind::Ante => self.antes[place] = signed(due)?,
                PostKind::SmallBlind => self.blinds[place] = signed(game.small_blind.0)?,
                PostKind::BigBlind => self.blinds[place] = signed(game.big_blind.0)?,
                PostKind::Straddle => self.blinds[place] = 2 * signed(game.big_blind.0)?,
                PostKind::EntryBlind => self.blinds[place] = -signed(game.big_blind.0)?,
                PostKind::DeadBlind => {
                    self.antes[place] += signed(*amount)?;
                    // Or a reader returns what is above the antes of the others.
                    self.trims = false;
                }
            }
        }
        Ok(())
    }

    fn course(&mut self, course: &Course<'_>) -> Result<(), NotTold> {
        let contested = course.is_contested();
        // A deal gives cards to one player after the other. A draw gives them once every player has
        // discarded.
        let mut coming: Vec<Vec<Option<cardroom_cards::Card>>> = vec![Vec::new(); self.antes.len()];
        for moment in &course.moments {
            let place = |seat: u8| course.place(seat).ok_or(NotTold::NoWord("a move of nobody"));
            match moment {
                Moment::Dealt { seat, cards, .. } | Moment::Got { seat, cards } => {
                    coming[place(*seat)?].extend(cards);
                    continue;
                }
                Moment::Gave { .. } => {}
                _ => self.deal(&mut coming),
            }
            let action = match moment {
                Moment::Board { cards, .. } => {
                    let cards: Vec<_> = cards.iter().copied().map(Some).collect();
                    format!("d db {}", run(&cards))
                }
                Moment::Act { seat, action, to, .. } => {
                    let what = match action {
                        Action::Fold => "f".to_owned(),
                        Action::Check | Action::Call => "cc".to_owned(),
                        Action::Bet(_) | Action::RaiseTo(_) => format!("cbr {to}"),
                        Action::BringIn => "pb".to_owned(),
                    };
                    format!("p{} {what}", place(*seat)? + 1)
                }
                Moment::Gave { seat, cards } if cards.is_empty() => {
                    format!("p{} sd", place(*seat)? + 1)
                }
                Moment::Gave { seat, cards } => {
                    format!("p{} sd {}", place(*seat)? + 1, run(cards))
                }
                // For the format, a hand that everyone else folded is over.
                Moment::Shows { seat, cards } if contested => {
                    let cards: Vec<_> = cards.iter().copied().map(Some).collect();
                    format!("p{} sm {}", place(*seat)? + 1, run(&cards))
                }
                Moment::Mucks { seat } if contested => format!("p{} sm", place(*seat)? + 1),
                _ => continue,
            };
            self.actions.push(action);
        }
        Ok(())
    }

    fn deal(&mut self, coming: &mut [Vec<Option<cardroom_cards::Card>>]) {
        for (place, cards) in (1..).zip(coming) {
            if !cards.is_empty() {
                self.actions.push(format!("d dh p{place} {}", run(cards)));
                cards.clear();
            }
        }
    }

    fn write(&self, course: &Course<'_>) -> String {
        let (record, game) = (course.record, &course.start.game);
        let mut lines = vec![
            format!("variant = {}", quoted(&variant(&game.id, game.betting))),
            format!("ante_trimming_status = {}", self.trims),
            format!("antes = {:?}", self.antes),
        ];
        if game.bring_in.0 > 0 {
            lines.push(format!("bring_in = {}", game.bring_in));
        } else {
            lines.push(format!("blinds_or_straddles = {:?}", self.blinds));
        }
        if game.betting == Betting::FixedLimit {
            lines.push(format!("small_bet = {}", game.big_blind));
            lines.push(format!("big_bet = {}", 2 * game.big_blind.0));
        } else {
            lines.push(format!("min_bet = {}", game.big_blind));
        }
        let stacks: Vec<u64> = record.seats.iter().map(|seat| seat.began_with.0).collect();
        let finals: Vec<u64> = record.seats.iter().map(|seat| seat.ended_with.0).collect();
        let names: Vec<String> = record.seats.iter().map(|seat| quoted(&seat.name)).collect();
        let seats: Vec<u8> = record.seats.iter().map(|seat| seat.seat + 1).collect();
        let actions: Vec<String> = self.actions.iter().map(|action| quoted(action)).collect();
        let date = utc(record.began_at);
        lines.extend([
            format!("starting_stacks = {stacks:?}"),
            format!("actions = [{}]", actions.join(", ")),
            format!("day = {}", date.day()),
            format!("month = {}", date.month()),
            format!("year = {}", date.year()),
            format!("time = {}", date.time()),
            "time_zone = \"UTC\"".to_owned(),
            format!("hand = {}", record.hand),
            format!("table = {}", quoted(&record.table_name)),
            format!("seats = {seats:?}"),
            format!("seat_count = {}", record.table_seats),
            format!("players = [{}]", names.join(", ")),
            format!("finishing_stacks = {finals:?}"),
        ]);
        if let Some(place) = record.viewer.and_then(|viewer| course.place(viewer)) {
            lines.push(format!("_viewer = {}", place + 1));
        }
        if course.rake > 0 {
            // The format has no field for it. Fields outside the standard begin with an underscore.
            lines.push(format!("_rake = {}", course.rake));
        }
        let nobody_posts = course.start.small_blind.is_none() && course.start.big_blind.is_some();
        if nobody_posts && game.small_blind.0 > 0 {
            lines.push(format!("_small_blind = {}", game.small_blind));
        }
        if !course.put_right.is_empty() {
            let rules: Vec<String> = course.put_right.iter().map(|rule| quoted(rule)).collect();
            lines.push(format!("_put_right = [{}]", rules.join(", ")));
        }
        // For the format a hand is over before anybody shows without need.
        let shown: Vec<String> = course
            .shown_after()
            .filter_map(|(seat, cards)| {
                let cards: Vec<_> = cards.iter().copied().map(Some).collect();
                Some(quoted(&format!("p{} {}", course.place(seat)? + 1, run(&cards))))
            })
            .collect();
        if !shown.is_empty() {
            lines.push(format!("_shown_after = [{}]", shown.join(", ")));
        }
        lines.push(format!("_rulebook = {}", quoted(&record.rulebook)));
        lines.join("\n") + "\n"
    }
}

fn signed(amount: u64) -> Result<i64, NotTold> {
    i64::try_from(amount).map_err(|_| NotTold::NoWord("so many chips"))
}

/// Quotes a text for TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for symbol in text.chars() {
        match symbol {
            '"' | '\\' => quoted.extend(['\\', symbol]),
            symbol if symbol.is_control() => {
                // Writing to a text cannot fail.
                let _ = write!(quoted, "\\u{:04X}", u32::from(symbol));
            }
            symbol => quoted.push(symbol),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_protocol::game::{Deck, Game};
    use cardroom_protocol::history::{RecordedSeat, RecordedStep};
    use cardroom_protocol::items::Items;
    use cardroom_protocol::table::{HandStarted, Posted, TableEvent};
    use cardroom_protocol::{Chips, HandNo, TableId, TimeMs};

    /// Returns the beginning of a hand of four, in which every player antes 2.
    fn begun(others: &[(u8, PostKind, u64)]) -> HandRecord {
        let game = Game {
            id: "holdem".to_owned(),
            name: "Texas hold'em".to_owned(),
            betting: Betting::NoLimit,
            small_blind: Chips(5),
            big_blind: Chips(10),
            bring_in: Chips(0),
            ante: Chips(2),
            ante_kind: AnteKind::Each,
            deck: Deck::Standard52,
            hole_cards: 2,
            board_cards: 5,
            draws: 0,
            showdown: Vec::new(),
        };
        let start = HandStarted {
            hand: HandNo(1),
            game,
            bomb_pot: false,
            button: 3,
            small_blind: Some(0),
            big_blind: Some(1),
            dealt: vec![0, 1, 2, 3],
        };
        let antes = (0..4).map(|seat| (seat, PostKind::Ante, 2));
        let posts = antes.chain(others.iter().copied());
        let posts = posts.map(|(seat, post, amount)| {
            TableEvent::from(Posted { seat, post, amount: Chips(amount) })
        });
        let seats = (0..4).map(|seat| RecordedSeat {
            seat,
            name: format!("player {seat}"),
            bot: false,
            began_with: Chips(200),
            ended_with: Chips(200),
        });
        let events = [TableEvent::from(start)].into_iter().chain(posts).collect();
        HandRecord {
            table: TableId(1),
            hand: HandNo(1),
            table_name: "Sirius".to_owned(),
            table_seats: 6,
            tournament: None,
            rulebook: "online".to_owned(),
            hybrid: false,
            began_at: TimeMs(0),
            ended_at: TimeMs(1),
            seats: seats.collect(),
            steps: vec![RecordedStep { after_ms: 0, events: Items(events) }],
            cards: Vec::new(),
            viewer: None,
            event: None,
        }
    }

    #[test]
    fn a_dead_blind_is_listed_with_the_antes_and_not_trimmed() {
        let blinds = [(0, PostKind::SmallBlind, 5), (1, PostKind::BigBlind, 10)];
        let text = phh(&begun(&blinds)).unwrap();
        assert!(text.contains("ante_trimming_status = true\nantes = [2, 2, 2, 2]\n"), "{text}");
        let newcomer = [(2, PostKind::EntryBlind, 10), (2, PostKind::DeadBlind, 5)];
        let text = phh(&begun(&[blinds, newcomer].concat())).unwrap();
        assert!(text.contains("ante_trimming_status = false\nantes = [2, 2, 7, 2]\n"), "{text}");
        assert!(text.contains("blinds_or_straddles = [5, 10, -10, 0]\n"), "{text}");
    }
}
