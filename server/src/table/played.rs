//! A hand that is over, gathered from the table's events as everybody was told them: what the histories
//! keep. The cards of each player stand beside it, for whoever seals them; nothing here is stored.

use super::host::TableDescription;
use super::wire::{self, FaceUp, Person, RuleNumbers};
use crate::ids::{AccountId, TableId};
use cardroom_cards::Card;
use cardroom_engine::{CardMove, DealtHand, DealtSeat, Event, FloorEvent, Table};
use cardroom_protocol::TimeMs;
use cardroom_protocol::history::{
    HandRecord, RecordedCards, RecordedDraw, RecordedSeat, RecordedStep,
};
use cardroom_protocol::items::Items;
use cardroom_rules::{Millis, PlayerId};

/// A hand that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedHand {
    /// What everybody may see: nobody's cards are in it but those that were shown.
    pub record: HandRecord,
    /// The game, by its id.
    pub game: String,
    /// The cards of each player, for that player alone. Empty where the deck was not known.
    pub cards: Vec<RecordedCards>,
    /// Who was dealt in.
    pub players: Vec<(AccountId, u8)>,
    /// It was handed on before, and is void after all.
    pub undone: bool,
}

/// The events of the hand in progress.
#[derive(Clone, Debug, Default)]
pub(super) struct HandLog {
    events: Vec<(Millis, Event)>,
    is_over: bool,
    /// The last hand that was over, until the next one begins: it may be void after all.
    last: Vec<(Millis, Event)>,
    undone: bool,
}

impl HandLog {
    /// Takes an event, in the order in which they happen.
    pub(super) fn note(&mut self, at: Millis, event: &Event) {
        match event {
            Event::HandStarted(_) => *self = Self::default(),
            Event::Floor(_) if !self.last.is_empty() && is_of_hand(event) => {
                return self.note_after(event);
            }
            _ if self.is_over || self.events.is_empty() || !is_of_hand(event) => return,
            Event::HandEnded { .. } | Event::HandVoided { .. } => self.is_over = true,
            _ => {}
        }
        self.events.push((at, event.clone()));
    }

    /// The events of a hand that is over, once.
    pub(super) fn take_over(&mut self) -> Option<EndedHand> {
        if !std::mem::take(&mut self.is_over) {
            return None;
        }
        self.last = std::mem::take(&mut self.events);
        Some(EndedHand { events: self.last.clone(), undone: std::mem::take(&mut self.undone) })
    }

    /// What was ruled on a hand that is over is the end of it.
    fn note_after(&mut self, event: &Event) {
        let Some((at, end)) = self.last.pop() else { return };
        if matches!(event, Event::Floor(ruled) if matches!(ruled.what, FloorEvent::DealRuled(_))) {
            self.last.push((at, event.clone()));
        }
        match event.returns_bets() {
            Some(back) => {
                let (hand, reason) = (back.hand, "the deck was fouled".to_owned());
                self.last.push((at, Event::HandVoided { hand, at: back.at, reason }));
                self.events = std::mem::take(&mut self.last);
                (self.is_over, self.undone) = (true, true);
            }
            None => self.last.push((at, end)),
        }
    }
}

/// The events of a hand that is over.
pub(super) struct EndedHand {
    pub(super) events: Vec<(Millis, Event)>,
    /// It was told before, and is void after all.
    pub(super) undone: bool,
}

/// Whether an event says something of the hand, not of who comes to the table and goes.
fn is_of_hand(event: &Event) -> bool {
    !matches!(
        event,
        Event::SeatTaken { .. }
            | Event::Placed { .. }
            | Event::StacksSet { .. }
            | Event::ToppedUp { .. }
            | Event::SatOut { .. }
            | Event::SatIn { .. }
            | Event::SeatLeft { .. }
            | Event::PresenceChanged { .. }
            | Event::BankBegan { .. }
            | Event::Paused
            | Event::Resumed
    )
}

/// What a hand is told by.
pub(super) struct Told<'a> {
    pub(super) id: TableId,
    pub(super) description: &'a TableDescription,
    /// The table after the hand.
    pub(super) table: &'a Table,
    pub(super) rules: &'a RuleNumbers,
}

impl Told<'_> {
    /// The hand of its events; `None` where the table does not know it any more.
    pub(super) fn hand<'p>(
        &self,
        EndedHand { events, undone }: &EndedHand,
        person: impl Fn(PlayerId) -> Person<'p>,
    ) -> Option<PlayedHand> {
        let Self { id, description, table, rules } = *self;
        let Some((began, Event::HandStarted(start))) = events.first() else { return None };
        let dealt = table.last_dealt().filter(|dealt| dealt.hand == start.hand)?;
        let (ended, _) = events.last()?;
        let mut face_up = FaceUp::default();
        let mut steps: Vec<RecordedStep> = Vec::new();
        for moment in events.chunk_by(|one, next| one.0 == next.0) {
            let (at, _) = moment.first()?;
            let after = wire::After { id, seq: 0, now: *at, table, rules };
            let happened: Vec<Event> = moment.iter().map(|(_, event)| event.clone()).collect();
            let Items(said) = wire::step(&after, &happened, &mut face_up, &person).events;
            let after_ms = u32::try_from(at.since(*began).0).unwrap_or(u32::MAX);
            // A step of the protocol has at most so many events.
            for events in said.chunks(cardroom_protocol::limits::MAX_ITEMS_PER_FRAME) {
                steps.push(RecordedStep { after_ms, events: Items(events.to_vec()) });
            }
        }
        let setup = table.setup();
        let record = HandRecord {
            table: id.0.into(),
            hand: start.hand.0.into(),
            table_name: description.name.clone(),
            table_seats: setup.seats,
            tournament: description.event.as_ref().map(|event| event.tournament.0.into()),
            rulebook: setup.rulebook.id.clone(),
            hybrid: setup.hybrid,
            began_at: TimeMs(began.0),
            ended_at: TimeMs(ended.0),
            seats: dealt.seats.iter().map(|seat| recorded(seat, &person)).collect(),
            steps,
            cards: Vec::new(),
        };
        let players = dealt.seats.iter().map(|seat| (AccountId(seat.player.0), seat.seat.0));
        Some(PlayedHand {
            record,
            game: setup.plays.get(usize::from(start.play))?.game.id.clone(),
            cards: cards(dealt, events),
            players: players.collect(),
            undone: *undone,
        })
    }
}

fn recorded<'p>(seat: &DealtSeat, person: &impl Fn(PlayerId) -> Person<'p>) -> RecordedSeat {
    let Person { name, bot } = person(seat.player);
    RecordedSeat {
        seat: seat.seat.0,
        name: name.to_owned(),
        bot,
        began_with: wire::chips(seat.began_with),
        ended_with: wire::chips(seat.ended_with),
    }
}

/// A card that replaced another one is the one that was dealt.
fn put_right(moves: impl Iterator<Item = (CardMove, Card)>) -> Vec<(CardMove, Card)> {
    let mut told: Vec<(CardMove, Card)> = Vec::new();
    let mut taken = None;
    for (how, card) in moves {
        match how {
            CardMove::TakenBack => taken = Some(card),
            CardMove::Replaced => {
                let mut there = told.iter_mut().rev();
                if let Some((_, place)) = there.find(|(_, there)| Some(*there) == taken) {
                    *place = card;
                }
            }
            CardMove::Dealt | CardMove::Discarded | CardMove::Drawn => told.push((how, card)),
        }
    }
    told
}

/// Everybody's cards, each draw with what went and what came.
fn cards(dealt: &DealtHand, events: &[(Millis, Event)]) -> Vec<RecordedCards> {
    let of_seat = |seat: &DealtSeat| {
        let moves = put_right(seat.cards());
        let of = |wanted: CardMove| {
            moves.iter().filter(move |(how, _)| *how == wanted).map(|(_, card)| *card)
        };
        let (mut gone, mut drawn) = (of(CardMove::Discarded), of(CardMove::Drawn));
        let mut draws: Vec<RecordedDraw> = Vec::new();
        for (_, event) in events {
            match event {
                Event::Discarded { seat: who, picks, .. } if *who == seat.seat => {
                    let gave = gone.by_ref().take(usize::from(picks.len())).collect();
                    draws.push(RecordedDraw { gave, got: Vec::new() });
                }
                Event::Drawn { seat: who, count } if *who == seat.seat => {
                    if let Some(draw) = draws.last_mut() {
                        draw.got.extend(drawn.by_ref().take(usize::from(*count)));
                    }
                }
                _ => {}
            }
        }
        let dealt: Vec<Card> = of(CardMove::Dealt).collect();
        RecordedCards { seat: seat.seat.0, dealt, draws }
    };
    let all = dealt.seats.iter().map(of_seat);
    all.filter(|cards| !cards.dealt.is_empty()).collect()
}
