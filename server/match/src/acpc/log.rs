//! The log of the competition's dealer: a line for each hand with all cards, and the score.

use super::hand::HandText;
use crate::run::{Bot, PlayedSession, Settings};
use crate::schedule::groups;
use cardroom_protocol::table::TableEvent;
use cardroom_rules::Betting;
use cardroom_tables::PlayedHand;
use std::fmt::Write as _;

/// The hands of a match as its dealer would have logged them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DealersLog {
    /// One log after another, if there are several tables.
    pub text: String,
    /// How many hands are left out, because they were run out on several boards.
    pub left_out: usize,
}

/// Writes the log of the hands that were kept, table by table, session by session, in the order in
/// which they were played.
#[must_use]
pub fn dealers_log(settings: &Settings, sessions: &[PlayedSession], bots: &[Bot]) -> DealersLog {
    let mut log = DealersLog::default();
    for (number, group) in groups(settings.format, bots.len()).iter().enumerate() {
        let of_group = sessions.iter().filter(|session| session.plan.group == number);
        let of_group: Vec<&PlayedSession> = of_group.collect();
        let hands = of_group.iter().map(|session| session.hands.len()).sum();
        header(&mut log.text, settings, group.len(), hands);
        let (mut score, mut written) = (vec![0_i64; bots.len()], 0);
        for session in of_group {
            let seats = &session.plan.seats;
            for hand in &session.hands {
                for (net, entrant) in hand.net.iter().zip(seats) {
                    score[*entrant] += net;
                }
                let Some(played) = &hand.played else { continue };
                let name = |seat: u8| plain(&bots[seats[usize::from(seat)]].name);
                match state(played, written, name) {
                    Some(line) => {
                        log.text.push_str(&line);
                        written += 1;
                    }
                    None => log.left_out += 1,
                }
            }
        }
        let total: Vec<String> = group.iter().map(|of| score[*of].to_string()).collect();
        let names: Vec<String> = group.iter().map(|of| plain(&bots[*of].name)).collect();
        let _ = writeln!(log.text, "SCORE:{}:{}", total.join("|"), names.join("|"));
    }
    log
}

/// Writes the comments before the hands of a table.
fn header(text: &mut String, settings: &Settings, players: usize, hands: usize) {
    let conduct = &settings.conduct;
    let stakes = conduct.terms.plays.first().map(|play| &play.stakes);
    let is_limit = stakes.is_some_and(|stakes| stakes.betting == Betting::FixedLimit);
    let betting = if is_limit { "limit" } else { "nolimit" };
    let blinds = if players == 2 { ".reverse_blinds" } else { "" };
    let game = format!("holdem.{betting}.{players}p{blinds}.game");
    let _ = writeln!(text, "# name/game/hands/seed cardroom {game} {hands} {}", conduct.seed);
    let _ = writeln!(text, "#--t_response {}", conduct.limits.turn.as_millis());
    if let Some(stakes) = stakes {
        let (small, big) = (stakes.small_blind.0, stakes.big_blind.0);
        let _ = writeln!(text, "# blinds {small}/{big}, stacks {}", conduct.terms.stack.0);
    }
}

/// Writes the line of a hand. Returns `None` if the format cannot express it.
fn state(played: &PlayedHand, number: u64, name: impl Fn(u8) -> String) -> Option<String> {
    let mut events = played.record.steps.iter().flat_map(|step| &step.events.0);
    let mut hand = events.by_ref().find_map(|event| match event {
        TableEvent::HandStarted(started) => Some(HandText::begin(started)),
        _ => None,
    })?;
    events.for_each(|event| hand.take(event));
    if hand.is_split {
        return None;
    }
    for cards in &played.cards {
        let position = hand.position(cards.seat)?;
        hand.holes[position].clone_from(&cards.dealt);
    }
    let signed = |chips: u64| i64::try_from(chips).unwrap_or(i64::MAX);
    let (mut nets, mut names) = (Vec::new(), Vec::new());
    for seat in hand.seats() {
        let player = played.record.player(*seat)?;
        let net = signed(player.ended_with.0) - signed(player.began_with.0);
        nets.push(net.to_string());
        names.push(name(*seat));
    }
    let now = hand.now();
    let (betting, cards) = (hand.betting_at(now), hand.cards_at(now, |_| true));
    Some(format!("STATE:{number}:{betting}:{cards}:{}:{}\n", nets.join("|"), names.join("|")))
}

/// Returns a name without the signs that separate fields.
fn plain(name: &str) -> String {
    name.replace([':', '|'], "_")
}
