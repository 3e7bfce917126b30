//! Completed hands for the histories, gathered from the public events of a table. Each player's
//! cards are returned beside the record, for sealing. Nothing is stored here.

use super::description::TableDescription;
use super::wire::{self, FaceUp, Person, RuleNumbers};
use crate::history::PlayedHand;
use cardroom_cards::Card;
use cardroom_engine::{CardMove, DealtHand, DealtSeat, Event, FloorEvent, Table};
use cardroom_protocol::TimeMs;
use cardroom_protocol::history::{
    HandRecord, RecordedCards, RecordedDraw, RecordedSeat, RecordedStep,
};
use cardroom_protocol::hybrid::FloorOrdered;
use cardroom_protocol::items::Items;
use cardroom_protocol::limits::MAX_ITEMS_PER_FRAME;
use cardroom_protocol::table::TableEvent;
use cardroom_record::ids::{AccountId, TableId};
use cardroom_rules::{HandNo, Millis, PlayerId, SeatNo};

/// The capacity that is kept from hand to hand. Few hands need more, and otherwise one long hand at
/// each table would occupy memory forever.
const KEPT_ROOM: usize = 64;

/// An entry in the log of a hand.
#[derive(Clone, Debug)]
enum Entry {
    Happened(Event),
    Ordered(FloorOrdered),
}

/// The events of the hand in progress, and of the previous one.
#[derive(Clone, Debug, Default)]
pub(super) struct HandLog {
    current: Vec<(Millis, Entry)>,
    is_over: bool,
    /// The last completed hand, which may be corrected until the next one is over.
    last: Vec<(Millis, Entry)>,
    /// Whether the last hand was corrected.
    is_retold: bool,
    /// The floor's command, until it is known which of the two hands it is about.
    ordered: Option<FloorOrdered>,
    /// The last hand was restored from the store, which lacks commands, and contains a ruling. So
    /// it cannot be recorded again in full.
    is_partial: bool,
}

impl HandLog {
    /// Notes the floor's command that causes the next events.
    pub(super) fn order(&mut self, ordered: &FloorOrdered) {
        self.ordered = Some(ordered.clone());
    }

    /// Notes the events of a step, in the order in which they happened.
    pub(super) fn note(&mut self, at: Millis, events: &[Event]) {
        let mut ordered = self.ordered.take();
        for event in events {
            if self.puts_last_right(event) {
                self.note_after(event, ordered.take());
                continue;
            }
            if matches!(event, Event::HandStarted(_)) {
                self.current.clear();
                self.is_over = false;
            } else if self.is_over || self.current.is_empty() || !is_of_hand(event) {
                continue;
            }
            let order = ordered.take().map(|ordered| (at, Entry::Ordered(ordered)));
            self.current.extend(order);
            self.is_over = matches!(event, Event::HandEnded { .. } | Event::HandVoided { .. });
            self.current.push((at, Entry::Happened(event.clone())));
        }
    }

    /// Notes an event from the store, whose hand was already recorded.
    pub(super) fn recall(&mut self, at: Millis, event: &Event) {
        self.note(at, std::slice::from_ref(event));
        if self.take_over().is_some() {
            let is_ruling =
                |(_, entry): &(Millis, Entry)| matches!(entry, Entry::Happened(Event::Floor(_)));
            self.is_partial = self.last.iter().any(is_ruling);
        }
    }

    /// Returns the hand in progress, from its start; `None` between hands.
    fn so_far(&self) -> Option<&[(Millis, Entry)]> {
        let is_on = !self.is_over && !self.current.is_empty();
        is_on.then_some(&self.current)
    }

    /// Returns what players gave away in the hand in progress, in order.
    pub(super) fn tossed(&self) -> impl Iterator<Item = u8> {
        self.current.iter().filter_map(|(_, entry)| match entry {
            Entry::Happened(Event::Discarded { picks, .. }) => Some(picks.0),
            _ => None,
        })
    }

    /// Returns how to record the last hand, once: because it is over, or because
    /// it was corrected afterwards.
    pub(super) fn take_over(&mut self) -> Option<Telling> {
        if std::mem::take(&mut self.is_over) {
            std::mem::swap(&mut self.last, &mut self.current);
            self.current.clear();
            self.current.shrink_to(KEPT_ROOM);
            (self.is_retold, self.is_partial) = (false, false);
            return Some(Telling::First);
        }
        let is_retold = std::mem::take(&mut self.is_retold);
        (is_retold && !self.is_partial).then_some(Telling::Again)
    }

    /// Returns `true` if an event is about the completed hand.
    fn puts_last_right(&self, event: &Event) -> bool {
        let ruled = match event {
            Event::CardsShown { hand, .. } => return self.is_last(*hand),
            Event::Floor(ruled) => ruled,
            _ => return false,
        };
        match &ruled.what {
            FloorEvent::PotReawarded { hand, .. } => self.is_last(*hand),
            FloorEvent::BetsReturned(back) => self.is_last(back.hand),
            FloorEvent::DealRuled(_) => self.current.is_empty() && !self.last.is_empty(),
            _ => false,
        }
    }

    fn is_last(&self, number: HandNo) -> bool {
        self.last_hand() == Some(number)
    }

    /// Returns the number of the last completed hand.
    pub(super) fn last_hand(&self) -> Option<HandNo> {
        match self.last.first() {
            Some((_, Entry::Happened(Event::HandStarted(start)))) => Some(start.hand),
            _ => None,
        }
    }

    /// Adds a ruling on a completed hand, or cards shown after it, to the end of its log.
    fn note_after(&mut self, event: &Event, ordered: Option<FloorOrdered>) {
        let Some((ended, _)) = self.last.last() else { return };
        let at = *ended;
        let is_end = |entry: &Entry| {
            matches!(entry, Entry::Happened(Event::HandEnded { .. } | Event::HandVoided { .. }))
        };
        let end = self.last.iter().rposition(|(_, entry)| is_end(entry));
        if let Some(ordered) = ordered {
            self.last.push((at, Entry::Ordered(ordered)));
        }
        let Event::Floor(ruled) = event else {
            // Cards that a player showed after the hand.
            self.last.push((at, Entry::Happened(event.clone())));
            self.is_retold = true;
            return;
        };
        match &ruled.what {
            FloorEvent::BetsReturned(back) => {
                // The hand did not end as it was recorded.
                if let Some(end) = end {
                    self.last.remove(end);
                }
                let (hand, reason) = (back.hand, "the deck was fouled".to_owned());
                let void = Event::HandVoided { hand, at: back.at, reason };
                self.last.push((at, Entry::Happened(void)));
                self.is_retold = true;
            }
            FloorEvent::PotReawarded { .. } => self.is_retold = true,
            // Recorded only if bets are returned because of it.
            _ => self.last.push((at, Entry::Happened(event.clone()))),
        }
    }
}

/// How a completed hand is recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Telling {
    First,
    /// Again, because it was corrected since.
    Again,
}

/// Returns `true` if an event belongs to the hand, rather than to players who come and go.
fn is_of_hand(event: &Event) -> bool {
    !matches!(
        event,
        Event::SeatTaken { .. }
            | Event::Placed { .. }
            | Event::StacksSet { .. }
            | Event::StackReset { .. }
            | Event::SeatsShuffled { .. }
            | Event::ToppedUp { .. }
            | Event::SatOut { .. }
            | Event::SatIn { .. }
            | Event::SeatLeft { .. }
            | Event::PresenceChanged { .. }
            | Event::BankBegan { .. }
            | Event::Paused
            | Event::Resumed
            | Event::ClocksStopped { .. }
            | Event::ClocksDelayed { .. }
    )
}

/// The context for recording a hand.
pub(super) struct Told<'a> {
    pub(super) id: TableId,
    pub(super) description: &'a TableDescription,
    /// The table after the hand.
    pub(super) table: &'a Table,
    pub(super) rules: &'a RuleNumbers,
}

impl Told<'_> {
    /// Returns the last hand of the log; `None` if the table does not know it any more.
    pub(super) fn hand<'p>(
        &self,
        HandLog { last: entries, .. }: &HandLog,
        telling: Telling,
        person: impl Fn(PlayerId) -> Person<'p>,
    ) -> Option<PlayedHand> {
        let Self { id, description, table, .. } = *self;
        let Some((began, Entry::Happened(Event::HandStarted(start)))) = entries.first() else {
            return None;
        };
        let dealt = table.last_dealt().filter(|dealt| dealt.hand == start.hand)?;
        let (ended, _) = entries.last()?;
        let steps = self.steps(entries, &person);
        let setup = table.setup();
        let cards = cards(dealt, entries);
        // Discarded cards are not part of the hand that was called.
        let revealed = |cards: &&RecordedCards| {
            let is_called = dealt.called.contains(SeatNo(cards.seat)) && cards.draws.is_empty();
            setup.rulebook.showdown.reveal_called_hands && is_called
        };
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
            cards: cards.iter().filter(revealed).cloned().collect(),
            viewer: None,
            event: description.event.as_ref().map(|event| event.recorded(table)),
        };
        let players = dealt.seats.iter().map(|seat| (AccountId(seat.player.0), seat.seat.0));
        Some(PlayedHand {
            record,
            game: setup.plays.get(usize::from(start.play))?.game.id.clone(),
            cards,
            players: players.collect(),
            retold: telling == Telling::Again,
            deal: None,
        })
    }
}

impl Told<'_> {
    /// Returns the hand in progress with its number, as all viewers saw it; `None` between hands.
    pub(super) fn so_far<'p>(
        &self,
        log: &HandLog,
        person: impl Fn(PlayerId) -> Person<'p>,
    ) -> Option<(HandNo, Vec<RecordedStep>)> {
        let entries = log.so_far()?;
        let Some((_, Entry::Happened(Event::HandStarted(start)))) = entries.first() else {
            return None;
        };
        Some((start.hand, self.steps(entries, &person)))
    }

    /// Makes one step of all events with the same time.
    fn steps<'p>(
        &self,
        entries: &[(Millis, Entry)],
        person: &impl Fn(PlayerId) -> Person<'p>,
    ) -> Vec<RecordedStep> {
        let Self { id, table, rules, .. } = *self;
        let mut face_up = FaceUp::default();
        let mut steps: Vec<RecordedStep> = Vec::new();
        let began = entries.first().map(|(at, _)| *at).unwrap_or_default();
        for moment in entries.chunk_by(|one, next| one.0 == next.0) {
            let at = moment.first().map(|(at, _)| *at).unwrap_or_default();
            let after = wire::After { id, seq: 0, now: at, table, rules };
            let mut said: Vec<TableEvent> = Vec::new();
            for (_, entry) in moment {
                match entry {
                    Entry::Ordered(ordered) => said.push(ordered.clone().into()),
                    Entry::Happened(event) => {
                        said.extend(wire::told(&after, event, &mut face_up, person));
                    }
                }
            }
            for event in &mut said {
                if let TableEvent::Turn(turn) = event {
                    // The table only knows the current time bank, not that of the past.
                    turn.bank_ms = 0;
                }
            }
            let after_ms = u32::try_from(at.since(began).0).unwrap_or(u32::MAX);
            // A step of the protocol has a limited number of events.
            while said.len() > MAX_ITEMS_PER_FRAME {
                let later = said.split_off(MAX_ITEMS_PER_FRAME);
                let events = Items(std::mem::replace(&mut said, later));
                steps.push(RecordedStep { after_ms, events });
            }
            if !said.is_empty() {
                steps.push(RecordedStep { after_ms, events: Items(said) });
            }
        }
        steps
    }
}

fn recorded<'p>(seat: &DealtSeat, person: &impl Fn(PlayerId) -> Person<'p>) -> RecordedSeat {
    let Person { name, bot, .. } = person(seat.player);
    RecordedSeat {
        seat: seat.seat.0,
        name: name.to_owned(),
        bot,
        began_with: wire::chips(seat.began_with),
        ended_with: wire::chips(seat.ended_with),
    }
}

/// Returns the moves with each replacement in the place of the card it replaced.
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

/// Returns all players' cards, each draw with the discarded and the drawn cards.
fn cards(dealt: &DealtHand, entries: &[(Millis, Entry)]) -> Vec<RecordedCards> {
    let of_seat = |seat: &DealtSeat| {
        let moves = put_right(dealt.cards(seat.seat));
        let of = |wanted: CardMove| {
            moves.iter().filter(move |(how, _)| *how == wanted).map(|(_, card)| *card)
        };
        let (mut gone, mut drawn) = (of(CardMove::Discarded), of(CardMove::Drawn));
        let mut draws: Vec<RecordedDraw> = Vec::new();
        for (_, entry) in entries {
            let Entry::Happened(event) = entry else { continue };
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
        let dealt = of(CardMove::Dealt).collect();
        RecordedCards { seat: seat.seat.0, dealt, draws }
    };
    let all = dealt.seats.iter().map(of_seat);
    all.filter(|cards| !cards.dealt.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_room_that_a_long_hand_took_is_given_back_after_the_next() {
        let mut log = HandLog::default();
        let mut play = |entries: u64| {
            for number in 0..entries {
                let reason = "it was only begun".to_owned();
                let void = Event::HandVoided { hand: HandNo(1), at: Millis(number), reason };
                log.current.push((Millis(number), Entry::Happened(void)));
            }
            log.is_over = true;
            assert!(log.take_over().is_some());
            (log.last.len(), log.last.capacity(), log.current.capacity())
        };
        let (told, room, _) = play(1_000);
        assert!(told == 1_000 && room >= 1_000);
        let (told, _, room) = play(20);
        assert_eq!((told, room), (20, KEPT_ROOM));
        let (told, room, next) = play(40);
        assert!(told == 40 && room <= KEPT_ROOM && next <= KEPT_ROOM);
    }
}
