//! No line to a seat has a card that the seat may not see, in any game.
//!
//! Random brains play, and beside each of them stands the dialog of a program that wants to hear
//! everything. Every card in a line must be one that the seat was dealt, as the record of the hand
//! has it, or one in an event that had come before.

use crate::brains::BrainKind;
use crate::run::{Bot, Outcome, run};
use crate::samples;
use crate::schedule::Seatings;
use crate::seat::{Ask, Entrant, Fault, Limits, Opening, Question, Reply, Seat};
use cardroom_bot::Table;
use cardroom_bot::lines::{Ask as LineAsk, Dialog, TimeLimits};
use cardroom_cards::{Card, CardSet};
use cardroom_protocol::history::RecordedCards;
use cardroom_protocol::line::{EventLine, Question as Offer, ToBot};
use cardroom_protocol::table::{LegalActions, TableEvent};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The lines to a seat in the order of the session, and the public events between them.
enum Noted {
    Line(String),
    Event(String),
}

/// The notes of each seat of a match, by session, first seat and seed of the brain.
type Notes = Arc<Mutex<BTreeMap<(u32, u8, u64), Vec<Noted>>>>;

struct Listener {
    notes: Notes,
}

impl Entrant for Listener {
    fn open(&self, opening: &Opening<'_>) -> Result<Box<dyn Seat>, Fault> {
        let mut dialog = Dialog::new(TimeLimits::default());
        dialog.receive(b"{\"ready\":{\"events\":true,\"offers\":true}}\n").unwrap();
        dialog.hear();
        dialog.greet(opening.view);
        let brain = BrainKind::Random.open(opening)?;
        let place = (opening.session, opening.seat, opening.brain_seed);
        let notes = Arc::clone(&self.notes);
        Ok(Box::new(Listening { brain, dialog, notes, place }))
    }
}

struct Listening {
    brain: Box<dyn Seat>,
    dialog: Dialog,
    notes: Notes,
    place: (u32, u8, u64),
}

impl Listening {
    fn note(&mut self, event: Option<&TableEvent>) {
        let lines = String::from_utf8(self.dialog.take_output()).unwrap();
        let mut notes = self.notes.lock().unwrap();
        let noted = notes.entry(self.place).or_default();
        let event = event.map(|event| serde_json::to_string(&EventLine(event.clone())).unwrap());
        noted.extend(event.map(Noted::Event));
        noted.extend(lines.lines().map(|line| Noted::Line(line.to_owned())));
    }
}

impl Seat for Listening {
    fn saw(&mut self, view: &Table, event: &TableEvent) {
        self.brain.saw(view, event);
        self.dialog.saw(view, event);
        self.note(Some(event));
    }

    fn ask(&mut self, ask: &Ask<'_>) -> Reply {
        let legal = match ask.question {
            Question::Act(legal) => legal,
            Question::Discard(range) => {
                LegalActions { discard: Some(range), ..LegalActions::default() }
            }
            _ => LegalActions::default(),
        };
        let question = match ask.question {
            Question::Act(_) | Question::Discard(_) => LineAsk::Act(&legal),
            _ => LineAsk::Offer(Offer::Show),
        };
        self.dialog.ask(ask.view, &question, None).unwrap();
        self.note(None);
        self.brain.ask(ask)
    }
}

/// Plays hands of a game at one table.
fn listened(game: &str, players: usize, deals: u32) -> (Outcome, Notes) {
    let notes = Notes::default();
    let mut settings = samples::settings(game, deals);
    settings.seatings = Seatings::One;
    settings.conduct.seed = 11;
    settings.conduct.limits = Limits { turn: Duration::MAX, bank: None, start: Duration::MAX };
    settings.conduct.is_strict = true;
    settings.conduct.keeps_hands = true;
    let listener = |_| samples::bot("listener", Box::new(Listener { notes: Arc::clone(&notes) }));
    let bots: Vec<Bot> = (0..players).map(listener).collect();
    (run(&settings, &bots, 1, &AtomicBool::new(false)), notes)
}

/// Returns the cards that a text in JSON names.
fn cards_in(text: &str) -> CardSet {
    let words = text.split('"').skip(1).step_by(2);
    words.filter(|word| word.len() == 2).filter_map(|word| word.parse::<Card>().ok()).collect()
}

fn dealt(cards: &RecordedCards) -> CardSet {
    let drawn = cards.draws.iter().flat_map(|draw| draw.gave.iter().chain(&draw.got));
    cards.dealt.iter().chain(drawn).collect()
}

/// Returns the cards that lines had and their seats may not see, and how many lines and cards there
/// were. `own` has each seat's cards of a hand.
fn leaks(
    noted: &[Noted],
    own: impl Fn(usize) -> CardSet,
) -> (Vec<(String, CardSet)>, usize, usize) {
    let (mut hand, mut lines, mut cards) = (0_usize, 0, 0);
    let (mut public, mut found) = (CardSet::new(), Vec::new());
    for note in noted {
        match note {
            Noted::Event(event) => {
                if event.starts_with("{\"HandStarted\"") {
                    hand += 1;
                    public = CardSet::new();
                }
                public = public.union(cards_in(event));
            }
            Noted::Line(line) => {
                lines += 1;
                cards += cards_in(line).len();
                let may_see = own(hand).union(public);
                // The events since the last question may be of the hand before.
                let now = line.split("\"events\":").next().unwrap_or(line);
                let secret = cards_in(now).difference(may_see);
                if !secret.is_empty() {
                    found.push((line.clone(), secret));
                }
            }
        }
    }
    (found, lines, cards)
}

#[test]
fn no_line_has_a_card_that_its_seat_may_not_see() {
    for (game, players) in [
        ("holdem", 2),
        ("holdem", 6),
        ("omaha8", 4),
        ("pineapple", 4),
        ("stud", 5),
        ("razz", 3),
        ("five-card-draw", 4),
        ("deuce-seven-triple", 4),
        ("badugi", 4),
    ] {
        let (outcome, notes) = listened(game, players, 40);
        let hands = &outcome.sessions[0].hands;
        assert_eq!(hands.len(), 40, "{game}: {:?}", outcome.end);
        let notes = notes.lock().unwrap();
        assert_eq!(notes.len(), players);
        for ((_, seat, _), noted) in notes.iter() {
            let own = |seat: u8, hand: usize| {
                let played = hand.checked_sub(1).and_then(|hand| hands[hand].played.as_ref());
                let cards = played.and_then(|played| {
                    played.cards.iter().find(|cards| cards.seat == seat).map(dealt)
                });
                cards.unwrap_or_default()
            };
            let (found, lines, cards) = leaks(noted, |hand| own(*seat, hand));
            assert!(found.is_empty(), "{game}, seat {seat}: {:?}", found.first());
            assert!(lines > 200 && cards > 100, "{game}: {cards} cards in {lines} lines");
            // The check can fail: the neighbor's lines have cards that this seat may not see.
            let neighbor = (seat + 1) % u8::try_from(players).unwrap();
            let (leaked, ..) = leaks(noted, |hand| own(neighbor, hand));
            assert!(!leaked.is_empty(), "{game}: nothing was secret");
        }
    }
}

#[test]
fn cards_are_found_in_lines() {
    let line = ToBot::read(br#"{"offer":{"id":1,"question":"show","hand":1,"cards":["As","Td"],"boards":[["2c"]],"pot":3,"time_ms":4}}"#);
    let mut written = Vec::new();
    line.unwrap().write(&mut written).unwrap();
    assert_eq!(cards_in(std::str::from_utf8(&written).unwrap()).len(), 3);
}

#[test]
fn a_program_is_greeted_again_at_each_table_of_a_tournament() {
    let notes = Notes::default();
    let mut settings = samples::small_tables("test-turbo", 1, 5, 2);
    settings.seatings = Seatings::One;
    let listener = |_| samples::bot("listener", Box::new(Listener { notes: Arc::clone(&notes) }));
    let bots: Vec<Bot> = (0..5).map(listener).collect();
    let outcome = run(&settings, &bots, 1, &AtomicBool::new(false));
    let finish = outcome.sessions[0].finish.as_ref().unwrap();
    assert_eq!(finish.places.iter().filter(|place| **place == 1).count(), 1);
    let notes = notes.lock().unwrap();
    let (mut hellos, mut hands) = (0, 0);
    for noted in notes.values() {
        let mut at = None;
        for note in noted {
            let Noted::Line(line) = note else { continue };
            match ToBot::read(line.as_bytes()).unwrap() {
                ToBot::Hello(hello) => {
                    hellos += 1;
                    at = Some(hello.seat);
                    assert!(hello.players.iter().any(|player| player.seat == hello.seat));
                }
                ToBot::Act(act) => assert_eq!(Some(act.seat), at, "{line}"),
                ToBot::Hand(_) => hands += 1,
                _ => {}
            }
        }
    }
    assert!(hellos > 5 && hands > 5, "{hellos} greetings and {hands} hands");
}
