//! A hand in steps: what happened, and what lay on the table after it.

use cardroom_cards::Card;
use cardroom_protocol::table::{Action, PostKind, TableEvent};
use cardroom_tables::PlayedHand;
use serde::Serialize;
use std::collections::BTreeMap;

/// A player at the table, with all cards.
#[derive(Serialize)]
pub(super) struct ShownSeat {
    name: String,
    cards: String,
    is_button: bool,
}

/// One thing that happened.
#[derive(Serialize)]
pub(super) struct Step {
    text: String,
    board: String,
    /// The chips in the middle, with the bets.
    pot: u64,
    /// Each player's stack, in the order of the seats.
    stacks: Vec<u64>,
}

/// The table in the course of a hand.
struct Felt {
    names: BTreeMap<u8, String>,
    stacks: BTreeMap<u8, u64>,
    /// The chips that each player has put in on this street.
    bets: BTreeMap<u8, u64>,
    pot: u64,
    boards: Vec<Vec<Card>>,
    steps: Vec<Step>,
}

/// Tells a hand in steps. `name` returns the bot in a seat.
pub(super) fn steps(
    played: &PlayedHand,
    name: impl Fn(u8) -> Option<String>,
) -> (Vec<ShownSeat>, Vec<Step>) {
    let record = &played.record;
    let named = |seat: u8, own: &str| name(seat).unwrap_or_else(|| own.to_owned());
    let button = record.events().find_map(|event| match event {
        TableEvent::HandStarted(started) => Some(started.button),
        _ => None,
    });
    let mut felt = Felt {
        names: record.seats.iter().map(|part| (part.seat, named(part.seat, &part.name))).collect(),
        stacks: record.seats.iter().map(|part| (part.seat, part.began_with.0)).collect(),
        bets: BTreeMap::new(),
        pot: 0,
        boards: Vec::new(),
        steps: Vec::new(),
    };
    let seats = felt.names.iter().map(|(seat, name)| ShownSeat {
        name: name.clone(),
        cards: played.cards.iter().find(|cards| cards.seat == *seat).map_or_else(
            String::new,
            |own| {
                // The cards of each draw follow those before it.
                let drawn = own.draws.iter().map(|draw| spaced(&draw.got));
                let all: Vec<String> = std::iter::once(spaced(&own.dealt)).chain(drawn).collect();
                all.join(" + ")
            },
        ),
        is_button: Some(*seat) == button,
    });
    let seats = seats.collect();
    for event in record.events() {
        felt.take(event);
    }
    (seats, felt.steps)
}

impl Felt {
    fn take(&mut self, event: &TableEvent) {
        let text = match event {
            TableEvent::Posted(posted) => {
                self.pay(posted.seat, posted.amount.0);
                let what = match posted.post {
                    PostKind::Ante => "the ante",
                    PostKind::SmallBlind => "the small blind",
                    PostKind::BigBlind => "the big blind",
                    PostKind::EntryBlind => "an entry blind",
                    PostKind::DeadBlind => "a dead blind",
                    PostKind::Straddle => "a straddle",
                };
                if posted.post == PostKind::Ante {
                    // An ante is no part of a bet.
                    self.bets.remove(&posted.seat);
                }
                format!("{} posts {what} of {}", self.name(posted.seat), posted.amount.0)
            }
            TableEvent::Acted(acted) => {
                self.pay(acted.seat, acted.added.0);
                let to = self.bets.get(&acted.seat).copied().unwrap_or(0);
                let done = match acted.action {
                    Action::Fold => "folds".to_owned(),
                    Action::Check => "checks".to_owned(),
                    Action::Call => format!("calls {}", acted.added.0),
                    Action::Bet(_) => format!("bets {to}"),
                    Action::RaiseTo(_) => format!("raises to {to}"),
                    Action::BringIn => format!("brings it in for {}", acted.added.0),
                };
                let is_all_in = acted.added.0 > 0 && self.stacks.get(&acted.seat) == Some(&0);
                let all_in = if is_all_in { ", all-in" } else { "" };
                format!("{} {done}{all_in}", self.name(acted.seat))
            }
            TableEvent::UncalledReturned(back) => {
                self.win(back.seat, back.amount.0);
                format!("{} takes back {}", self.name(back.seat), back.amount.0)
            }
            TableEvent::BetsCollected(_) => {
                self.bets.clear();
                return;
            }
            TableEvent::BoardDealt(dealt) => {
                let at = usize::from(dealt.board);
                while self.boards.len() <= at {
                    // A second board has the cards that lay there before it.
                    let common = self.boards.first().cloned().unwrap_or_default();
                    self.boards.push(common);
                }
                self.boards[at].extend(&dealt.cards);
                format!("the board gets {}", spaced(&dealt.cards))
            }
            TableEvent::HandTabled(tabled) => {
                format!("{} shows {}", self.name(tabled.seat), spaced(&tabled.cards))
            }
            TableEvent::HandMucked(mucked) => format!("{} mucks", self.name(mucked.seat)),
            TableEvent::Discarded(gone) if gone.count == 0 => {
                format!("{} stands pat", self.name(gone.seat))
            }
            TableEvent::Discarded(gone) => {
                format!("{} discards {}", self.name(gone.seat), gone.count)
            }
            TableEvent::PotAwarded(award) => {
                for share in &award.shares {
                    self.win(share.seat, share.amount.0);
                    let text = format!("{} wins {}", self.name(share.seat), share.amount.0);
                    self.step(text);
                }
                return;
            }
            _ => return,
        };
        self.step(text);
    }

    fn step(&mut self, text: String) {
        let boards: Vec<String> = self.boards.iter().map(spaced).collect();
        let stacks = self.stacks.values().copied().collect();
        self.steps.push(Step { text, board: boards.join(" / "), pot: self.pot, stacks });
    }

    fn pay(&mut self, seat: u8, chips: u64) {
        if let Some(stack) = self.stacks.get_mut(&seat) {
            *stack = stack.saturating_sub(chips);
        }
        *self.bets.entry(seat).or_default() += chips;
        self.pot += chips;
    }

    fn win(&mut self, seat: u8, chips: u64) {
        *self.stacks.entry(seat).or_default() += chips;
        self.pot = self.pot.saturating_sub(chips);
    }

    fn name(&self, seat: u8) -> &str {
        self.names.get(&seat).map_or("an empty seat", String::as_str)
    }
}

fn spaced<'a>(cards: impl IntoIterator<Item = &'a Card>) -> String {
    cards.into_iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
