//! A hand in words, one line for each thing that happened.

use crate::NotTold;
use crate::calendar::iso;
use crate::course::{Course, Moment, run, spaced};
use cardroom_protocol::game::{AnteKind, Betting, Game};
use cardroom_protocol::history::HandRecord;
use cardroom_protocol::table::{Action, PostKind};

/// Describes one hand in words.
///
/// # Errors
/// The record has no beginning.
pub fn tell(record: &HandRecord) -> Result<String, NotTold> {
    let course = Course::of(record)?;
    let mut lines = vec![format!(
        "{}, hand {}: {} ({})",
        record.table_name,
        record.hand,
        stakes(&course.start.game),
        iso(record.began_at)
    )];
    if let Some(viewer) = record.viewer {
        lines.push(format!("  as {} saw it", course.name(viewer)));
    }
    for player in &record.seats {
        let button = if player.seat == course.start.button { ", on the button" } else { "" };
        let cards = record.cards_of(player.seat).map(|cards| spaced(&cards.dealt));
        let cards = cards.map_or_else(String::new, |cards| format!(", has {cards}"));
        let (seat, name, stack) = (player.seat + 1, &player.name, player.began_with);
        lines.push(format!("  seat {seat}: {name} with {stack}{button}{cards}"));
    }
    lines.extend(course.moments.iter().filter_map(|moment| line(moment, &course)));
    for rule in &course.put_right {
        lines.push(format!(
            "  a deal error was corrected ({rule}); the cards are shown as they lay afterwards"
        ));
    }
    if let Some(reason) = course.void {
        lines.push(format!("  the hand is void: {reason}"));
    }
    let stacks = record.seats.iter().map(|seat| format!("{} {}", seat.name, seat.ended_with));
    lines.push(format!("  stacks: {}", stacks.collect::<Vec<_>>().join(", ")));
    Ok(lines.join("\n") + "\n")
}

/// Returns the game and the stakes.
fn stakes(game: &Game) -> String {
    let betting = match game.betting {
        Betting::NoLimit => "no limit",
        Betting::PotLimit => "pot limit",
        Betting::FixedLimit => "fixed limit",
    };
    let ante = match game.ante_kind {
        AnteKind::None => String::new(),
        _ => format!(", ante {}", game.ante),
    };
    let name = &game.name;
    if game.bring_in.0 > 0 {
        let (bring_in, small, big) = (game.bring_in, game.big_blind.0, 2 * game.big_blind.0);
        return format!("{name}, {betting} {small}/{big}, bring-in {bring_in}{ante}");
    }
    format!("{name}, {betting} {}/{}{ante}", game.small_blind, game.big_blind)
}

fn line(moment: &Moment<'_>, course: &Course<'_>) -> Option<String> {
    let text = match moment {
        Moment::Post { seat, post, amount, .. } => {
            let post = match post {
                PostKind::Ante => "the ante",
                PostKind::SmallBlind => "the small blind",
                PostKind::BigBlind => "the big blind",
                PostKind::EntryBlind => "an entry blind of",
                PostKind::DeadBlind => "a dead blind",
                PostKind::Straddle => "a straddle of",
            };
            format!("{} posts {post} {amount}", course.name(*seat))
        }
        Moment::Street(street) => course.street(*street).to_lowercase(),
        Moment::Dealt { seat, cards, up } if *up > 0 => {
            format!("{} gets {}", course.name(*seat), run(cards))
        }
        Moment::Dealt { .. } => return None,
        Moment::Board { board: 0, cards } => format!("board: {}", spaced(cards)),
        Moment::Board { board, cards } => format!("board {}: {}", board + 1, spaced(cards)),
        Moment::Act { seat, action, added, to, all_in, .. } => {
            let done = match action {
                Action::Fold => "folds".to_owned(),
                Action::Check => "checks".to_owned(),
                Action::Call => format!("calls {added}"),
                Action::Bet(_) => format!("bets {to}"),
                Action::RaiseTo(_) => format!("raises to {to}"),
                Action::BringIn => format!("brings it in for {added}"),
            };
            let all_in = if *all_in { ", all-in" } else { "" };
            format!("{} {done}{all_in}", course.name(*seat))
        }
        Moment::Gave { seat, cards } if cards.is_empty() => {
            format!("{} stands pat", course.name(*seat))
        }
        Moment::Gave { seat, cards } => {
            format!("{} discards {}", course.name(*seat), some(cards))
        }
        Moment::Got { seat, cards } => format!("{} gets {}", course.name(*seat), some(cards)),
        Moment::Returned { seat, amount } => {
            format!("{amount} goes back to {}", course.name(*seat))
        }
        Moment::Shows { seat, cards } => format!("{} shows {}", course.name(*seat), spaced(cards)),
        Moment::ShowsAfter { seat, cards } => {
            format!("{} shows {} after the hand", course.name(*seat), spaced(cards))
        }
        Moment::Mucks { seat } => format!("{} mucks", course.name(*seat)),
        Moment::Boards(boards) => format!("run out on {boards} boards"),
        Moment::Rake { pot, amount } => format!("the house takes {amount} of pot {}", pot + 1),
        Moment::Reawarded { from, to, amount } => {
            let (from, to) = (course.name(*from), course.name(*to));
            format!("the floor gives {amount} of what {from} won to {to}")
        }
        Moment::Wins { seat, pot, amount, hand, .. } => {
            let hand = hand.map_or_else(String::new, |hand| format!(" ({hand})"));
            format!("{} wins {amount} of pot {}{hand}", course.name(*seat), pot + 1)
        }
    };
    Some(format!("  {text}"))
}

/// Returns the cards, or how many if they are hidden.
fn some(cards: &[Option<cardroom_cards::Card>]) -> String {
    if cards.iter().any(Option::is_some) { run(cards) } else { cards.len().to_string() }
}
