//! Follows the events of a hand along the script: which place is which card, and the course.
//!
//! A fault that stops the walk is returned at once. Faults of tosses, skips and cards are noted,
//! and the first of them in the order of the specification is returned at the end.

mod deals;
mod draws;
mod finish;
mod script;
mod shown;
mod shuffles;
mod stud;

use crate::course::{Course, NOBODY};
use crate::deck::Place;
use crate::fraud::{Code, Fraud, check};
use crate::known::Cards;
use crate::proof::{Deal, Event, Record};
use crate::seal::Outcome;
use crate::{Faces, Hash, JointSeed, Opening, Secret};
use cardroom_cards::Card;
use draws::Draw;
use shuffles::Shuffle;
use std::collections::{BTreeMap, BTreeSet};
use stud::LastStreet;

/// The inputs of a walk beside the events.
#[derive(Clone, Copy)]
pub(crate) struct Dealt<'a> {
    pub(crate) opening: &'a Opening,
    pub(crate) joint: JointSeed,
    pub(crate) deal: &'a Deal,
    /// Every card that is known.
    pub(crate) opened: &'a Cards,
    /// The seed of the pack, with which an auditor finds what players gave away.
    pub(crate) seed: Option<&'a Secret>,
}

/// The cards of a seat.
#[derive(Clone, Default, Debug)]
struct Hand {
    is_live: bool,
    /// Places of the cards held, in the order in which they came. `None` once it is not open which
    /// cards were given away.
    held: Option<Vec<Place>>,
    count: usize,
    /// The cards given away last: their places, if they are open, and their number.
    tossed: (Option<Vec<Place>>, usize),
    /// Places dealt outside of draws.
    dealt: Vec<Place>,
    /// For each draw the places given away, if they are open, and those that came.
    draws: Vec<(Option<Vec<Place>>, Vec<Place>)>,
}

impl Hand {
    fn give(&mut self, place: Place) {
        if let Some(held) = &mut self.held {
            held.push(place);
        }
        self.count += 1;
    }
}

/// Faults that do not stop the walk, in the order in which they are reported.
#[derive(Default)]
struct Faults {
    toss: Option<Fraud>,
    skip: Option<Fraud>,
    card: Option<Fraud>,
}

impl Faults {
    fn toss(&mut self, sentence: impl Into<String>) {
        self.toss.get_or_insert(Fraud::new(Code::Toss, sentence));
    }

    fn skip(&mut self, sentence: impl Into<String>) {
        self.skip.get_or_insert(Fraud::new(Code::Skip, sentence));
    }

    fn card(&mut self, code: Code, sentence: impl Into<String>) {
        self.card.get_or_insert(Fraud::new(code, sentence));
    }
}

/// The result of a walk.
pub(crate) struct Walked {
    pub(crate) outcome: Outcome,
    pub(crate) course: Hash,
    /// For each seat dealt in the places that it held last, if they are open.
    pub(crate) held: Vec<(u8, Option<Vec<Place>>)>,
    pub(crate) burned: Vec<Place>,
}

/// A hand on its way from its first event to its last.
struct Walk<'a> {
    dealt: Dealt<'a>,
    button: u8,
    /// Seats dealt in, clockwise from the button's left.
    order: Vec<u8>,
    hands: BTreeMap<u8, Hand>,
    has_started: bool,
    /// Position in the script.
    at: usize,
    /// Deck that is dealt from, the next place of it, and the number of cards left.
    deck: u8,
    place: u16,
    left: usize,
    burned: Vec<Place>,
    all_burned: Vec<Place>,
    board: Vec<Place>,
    boards: u8,
    next_board: u8,
    draw: Option<Draw>,
    tosses: usize,
    shuffles: BTreeMap<u8, Shuffle>,
    /// Places that the deals pass over, with their seats.
    skips: BTreeMap<Place, u8>,
    used: BTreeSet<Place>,
    stud: LastStreet,
    course: Course,
    ended: Option<(Outcome, Hash)>,
    faults: Faults,
}

/// Follows the events of a record.
pub(crate) fn walk(dealt: Dealt<'_>, record: &Record) -> Result<Walked, Fraud> {
    let mut walk = Walk::new(dealt)?;
    for event in &record.events {
        walk.apply(event)?;
    }
    walk.finish(record)
}

impl<'a> Walk<'a> {
    fn new(dealt: Dealt<'a>) -> Result<Self, Fraud> {
        let opening = dealt.opening;
        let nobody = || Fraud::new(Code::Lineup, "Nobody is dealt in, so no button can be drawn.");
        let button = dealt.joint.button(opening).ok_or_else(nobody)?;
        let left_of = opening.dealt.iter().filter(|seat| **seat > button);
        let others = opening.dealt.iter().filter(|seat| **seat <= button);
        let hand = Hand { is_live: true, held: Some(Vec::new()), ..Hand::default() };
        Ok(Self {
            dealt,
            button,
            order: left_of.chain(others).copied().collect(),
            hands: opening.dealt.iter().map(|seat| (*seat, hand.clone())).collect(),
            has_started: false,
            at: 0,
            deck: 0,
            place: 0,
            left: usize::from(opening.faces.count()),
            burned: Vec::new(),
            all_burned: Vec::new(),
            board: Vec::new(),
            boards: 1,
            next_board: 0,
            draw: None,
            tosses: 0,
            shuffles: BTreeMap::new(),
            skips: dealt.deal.skips.iter().map(|skip| (skip.at, skip.seat)).collect(),
            used: BTreeSet::new(),
            stud: LastStreet::default(),
            course: Course::new(),
            ended: None,
            faults: Faults::default(),
        })
    }

    fn apply(&mut self, event: &Event) -> Result<(), Fraud> {
        if self.ended.is_some() {
            return self.after_the_end(event);
        }
        if !self.has_started && !matches!(event, Event::HandStarted { .. }) {
            return Err(script_fault("An event comes before the hand has started."));
        }
        match event {
            Event::HandStarted { hand, button, dealt } => self.started(*hand, *button, dealt),
            Event::CardsDealt { each } => self.dealt_down(*each),
            Event::UpCardsDealt { cards } => self.dealt_up(cards),
            Event::BoardDealt { board, cards } => self.dealt_to_board(*board, cards),
            Event::RunItAgreed { boards } => self.runs_out(*boards),
            Event::Folded { seat } => self.folded(*seat),
            Event::Restored { seat } => self.restored(*seat),
            Event::DrawBegan { least, most, replaced } => self.draw_began(*least, *most, *replaced),
            Event::Discarded { seat, count } => self.discarded(*seat, *count),
            Event::Drawn { seat, count } => self.drawn(*seat, *count),
            Event::Reshuffled { seat, cards } => self.reshuffled(*seat, *cards),
            Event::Shown { seat, cards } => self.shown(*seat, cards),
            Event::Ended { hand } => self.ends(*hand, Outcome::Played),
            Event::Voided { hand } => self.ends(*hand, Outcome::Void),
            // A rabbit before the end, and cards of an earlier hand.
            Event::RabbitShown { .. } => Err(script_fault("A rabbit is shown during the hand.")),
            Event::CardsShown { .. } => Ok(()),
        }
    }

    fn started(&mut self, hand: u64, button: u8, dealt: &[u8]) -> Result<(), Fraud> {
        check(!self.has_started, Code::Script, "The hand starts twice.")?;
        self.has_started = true;
        self.is_of_hand(hand)?;
        check(button == self.button, Code::Lineup, "The button is on another seat.")?;
        check(dealt == self.order, Code::Lineup, "Other seats are dealt in.")
    }

    fn is_of_hand(&self, hand: u64) -> Result<(), Fraud> {
        let same = hand == self.dealt.opening.hand;
        check(same, Code::Bind, "The record is of another hand.")
    }

    /// Returns the seats in the hand, clockwise from the button's left.
    fn live(&self) -> Vec<u8> {
        self.order.iter().copied().filter(|seat| self.is_live(*seat)).collect()
    }

    fn is_live(&self, seat: u8) -> bool {
        self.hands.get(&seat).is_some_and(|hand| hand.is_live)
    }

    fn faces(&self) -> &Faces {
        &self.dealt.opening.faces
    }

    /// Checks that the cards at these places are those of the record, in any order.
    fn expect(&mut self, places: &[Place], cards: &[Card], what: &str) {
        let mut opened = Vec::with_capacity(places.len());
        for place in places {
            let Some(card) = self.dealt.opened.at(*place) else {
                let Place { deck, place } = place;
                let sentence = format!("Deck {deck}, place {place}, {what}, is not opened.");
                return self.faults.card(Code::Missing, sentence);
            };
            opened.push(card);
        }
        let mut told = cards.to_vec();
        opened.sort_unstable();
        told.sort_unstable();
        if opened != told {
            self.faults.card(Code::Card, format!("The record shows another card: {what}."));
        }
    }

    fn all_open(&self, places: &[Place]) -> Option<Vec<Card>> {
        places.iter().map(|place| self.dealt.opened.at(*place)).collect()
    }
}

fn script_fault(sentence: &str) -> Fraud {
    Fraud::new(Code::Script, sentence)
}

/// Returns the code of a seat in a course, or of no seat.
fn seat_or_nobody(seat: Option<u8>) -> u8 {
    seat.unwrap_or(NOBODY)
}
