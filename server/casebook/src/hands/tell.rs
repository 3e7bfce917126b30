//! A hand in words.

use super::parting::Cards;
use super::replay::Replay;
use super::script::Script;
use cardroom_engine::{Action, Event, PostKind};
use cardroom_rules::SeatNo;
use std::fmt::Write;

/// Describes a hand from its events, one line for each of them.
pub(super) fn hand(script: &Script, replay: &Replay) -> String {
    let mut told = String::new();
    let name = |seat: SeatNo| {
        let place = replay.seats.iter().position(|other| *other == seat);
        place.map_or("an empty seat", |place| &script.players[place].label)
    };
    let mut line = |text: String| {
        // Writing to a text cannot fail.
        let _ = writeln!(told, "{text}");
    };
    line(format!("{}: {}", script.name, script.game));
    for (player, seat) in script.players.iter().zip(&replay.seats) {
        let cards = player.holding.known_in_order();
        line(format!("  {} ({}) has {} {}", player.label, seat, player.stack, Cards(cards)));
    }
    for event in &replay.events {
        if let Some(text) = event_line(event, &name) {
            line(format!("  {text}"));
        }
    }
    let finals = script.players.iter().zip(&replay.finals);
    let finals: Vec<String> =
        finals.map(|(player, chips)| format!("{} {chips}", player.label)).collect();
    line(format!("  stacks: {}", finals.join(", ")));
    told
}

fn event_line<'a>(event: &Event, name: &impl Fn(SeatNo) -> &'a str) -> Option<String> {
    Some(match event {
        Event::HandStarted(start) => format!("button: {}", name(start.button)),
        Event::Posted { seat, post, amount } => {
            let post = match post {
                PostKind::Ante => "the ante",
                PostKind::SmallBlind => "the small blind",
                PostKind::BigBlind => "the big blind",
                PostKind::EntryBlind => "an entry blind of",
                PostKind::DeadBlind => "a dead blind",
                PostKind::Straddle => "a straddle of",
            };
            format!("{} posts {post} {amount}", name(*seat))
        }
        Event::StreetBegan { street } => format!("street {}", street + 1),
        Event::UpDealt { cards } => {
            let cards: Vec<String> =
                cards.iter().map(|(seat, card)| format!("{} {card}", name(*seat))).collect();
            format!("face up: {}", cards.join(", "))
        }
        Event::BoardDealt { board: 0, cards } => format!("board: {}", Cards(cards.to_vec())),
        Event::BoardDealt { board, cards } => {
            format!("board {}: {}", board + 1, Cards(cards.to_vec()))
        }
        Event::Discarded { seat, picks, .. } if picks.is_empty() => {
            format!("{} stands pat", name(*seat))
        }
        Event::Discarded { seat, picks, .. } => {
            format!("{} discards {}", name(*seat), picks.len())
        }
        Event::Reshuffled { cards, .. } => format!("{cards} cards are shuffled again"),
        Event::RunItAgreed { boards } => format!("run out on {boards} boards"),
        Event::Acted { seat, action, added, .. } => {
            let done = match action {
                Action::Fold => "folds".to_owned(),
                Action::Check => "checks".to_owned(),
                Action::Call => format!("calls {added}"),
                Action::Bet(to) => format!("bets {to}"),
                Action::RaiseTo(to) => format!("raises to {to}"),
                Action::BringIn => format!("brings it in for {added}"),
                Action::Discard(picks) => format!("discards {}", picks.len()),
            };
            format!("{} {done}", name(*seat))
        }
        Event::UncalledReturned { seat, amount } => {
            format!("{amount} goes back to {}", name(*seat))
        }
        Event::Tabled { seat, cards } => format!("{} shows {}", name(*seat), Cards(cards.to_vec())),
        Event::Mucked { seat } => format!("{} mucks", name(*seat)),
        Event::RakeTaken { pot, amount } => format!("the house takes {amount} of pot {}", pot + 1),
        Event::PotAwarded { pot, shares, .. } => {
            let shares: Vec<String> = shares
                .iter()
                .map(|share| format!("{} {}", name(share.seat), share.amount))
                .collect();
            format!("pot {}: {}", pot + 1, shares.join(", "))
        }
        _ => return None,
    })
}
