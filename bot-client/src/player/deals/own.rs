//! The player's own cards of a hand, as the room sent them. The proof must open exactly these.

use cardroom_cards::Card;
use cardroom_protocol::deal::OpenedPicks;
use cardroom_protocol::history::{RecordedCards, RecordedDraw};
use cardroom_protocol::table::{Action, TableEvent};
use std::collections::BTreeMap;

/// The player's cards so far.
#[derive(Debug, Default)]
pub(super) struct OwnCards {
    holding: Vec<Card>,
    dealt: Vec<Card>,
    draws: Vec<RecordedDraw>,
    /// The cards that the player gave away: a bit for each place of the holding, by the number of
    /// the toss.
    tossed: BTreeMap<u8, u8>,
}

impl OwnCards {
    /// Takes the cards that the player holds now.
    pub(super) fn hold(&mut self, cards: &[Card]) {
        let missing = |from: &[Card], these: &[Card]| -> Vec<Card> {
            these.iter().filter(|card| !from.contains(card)).copied().collect()
        };
        let (gave, got) = (missing(cards, &self.holding), missing(&self.holding, cards));
        match self.draws.last_mut() {
            _ if !gave.is_empty() => self.draws.push(RecordedDraw { gave, got }),
            Some(draw) => draw.got.extend(got),
            None => self.dealt.extend(got),
        }
        self.holding = cards.to_vec();
    }

    /// Takes the places of what the player gave away.
    pub(super) fn toss(&mut self, made: &OpenedPicks) {
        if made.picks != 0 {
            self.tossed.insert(made.toss, made.picks);
        }
    }

    /// Returns the cards as a record has them. Returns `None` if the player was dealt none, or if
    /// the room did not send all of them: a hand may end in the step that deals its last cards.
    pub(super) fn told(mut self, seat: u8, events: &[TableEvent]) -> Option<RecordedCards> {
        // Cards that were given away and not replaced came with no new holding.
        let replaced = self.draws.len();
        for picks in self.tossed.into_values().skip(replaced) {
            let places = (0..).zip(std::mem::take(&mut self.holding));
            let (gave, kept): (Vec<_>, Vec<_>) = places
                .partition(|(place, _)| picks.checked_shr(*place).is_some_and(|it| it & 1 == 1));
            let gave = gave.into_iter().map(|(_, card)| card).collect();
            self.holding = kept.into_iter().map(|(_, card)| card).collect();
            self.draws.push(RecordedDraw { gave, got: Vec::new() });
        }
        let (dealt, draws) = (self.dealt, self.draws);
        let count = dealt.len() + draws.iter().map(|draw| draw.got.len()).sum::<usize>();
        let is_whole = count > 0 && count == cards_to(seat, events);
        is_whole.then_some(RecordedCards { seat, dealt, draws })
    }
}

/// Returns how many cards the events deal to a seat.
fn cards_to(seat: u8, events: &[TableEvent]) -> usize {
    let (mut is_in, mut count) = (true, 0);
    for event in events {
        match event {
            TableEvent::HandStarted(started) => is_in = started.dealt.contains(&seat),
            TableEvent::CardsDealt(dealt) if is_in => count += usize::from(dealt.each),
            TableEvent::UpCardsDealt(dealt) => {
                count += dealt.cards.iter().filter(|up| up.seat == seat).count();
            }
            TableEvent::Drawn(drawn) if drawn.seat == seat => count += usize::from(drawn.count),
            TableEvent::Acted(acted) if acted.seat == seat => is_in &= acted.action != Action::Fold,
            TableEvent::HandKilled(killed) if killed.seat == seat => is_in = false,
            _ => {}
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_cards::parse_cards;
    use cardroom_protocol::deal::Hash32;
    use cardroom_protocol::hybrid::HandKilled;
    use cardroom_protocol::table::{CardsDealt, Drawn};

    fn cards(text: &str) -> Vec<Card> {
        parse_cards(text).unwrap()
    }

    fn toss(toss: u8, picks: u8) -> OpenedPicks {
        OpenedPicks { toss, picks, salt: Hash32([0; 32]) }
    }

    /// Returns events that deal cards to seat 3.
    fn dealt(each: &[u8]) -> Vec<TableEvent> {
        each.iter().map(|each| TableEvent::CardsDealt(CardsDealt { each: *each })).collect()
    }

    fn drawn(count: u8) -> TableEvent {
        TableEvent::Drawn(Drawn { seat: 3, count })
    }

    #[test]
    fn streets_add_to_what_was_dealt() {
        let mut own = OwnCards::default();
        own.hold(&cards("As Kd 2c"));
        own.hold(&cards("As Kd 2c 7h"));
        own.hold(&cards("As Kd 2c 7h"));
        let told = own.told(3, &dealt(&[3, 1])).unwrap();
        assert_eq!((told.seat, told.dealt), (3, cards("As Kd 2c 7h")));
        assert!(told.draws.is_empty());
        assert_eq!(OwnCards::default().told(3, &dealt(&[])), None);
    }

    #[test]
    fn cards_that_the_room_did_not_send_are_not_made_up() {
        let mut own = OwnCards::default();
        own.hold(&cards("As Kd"));
        assert_eq!(own.told(3, &dealt(&[2, 1])), None, "the last card ended the hand");
        let mut own = OwnCards::default();
        own.hold(&cards("As Kd"));
        let mut events = dealt(&[2]);
        let (reason, rule) = (String::new(), String::new());
        events.push(TableEvent::HandKilled(HandKilled { seat: 3, reason, rule }));
        events.extend(dealt(&[1]).pop());
        assert!(own.told(3, &events).is_some(), "out of the hand");
    }

    #[test]
    fn a_draw_has_what_the_player_gave_and_got() {
        let mut own = OwnCards::default();
        own.hold(&cards("As Kd 2c 3c 4c"));
        own.hold(&cards("2c 3c 4c 7d 8h"));
        own.toss(&toss(0, 0b00011));
        // Pat in the second draw.
        own.toss(&toss(2, 0));
        own.hold(&cards("2c 3c 4c 7d As"));
        own.toss(&toss(4, 0b10000));
        let events = [dealt(&[5]), vec![drawn(2), drawn(1)]].concat();
        let told = own.told(3, &events).unwrap();
        assert_eq!(told.dealt, cards("As Kd 2c 3c 4c"));
        let draw = |gave, got| RecordedDraw { gave: cards(gave), got: cards(got) };
        assert_eq!(told.draws, [draw("As Kd", "7d 8h"), draw("8h", "As")]);
    }

    #[test]
    fn cards_that_are_not_replaced_are_told_by_their_places() {
        let mut own = OwnCards::default();
        own.hold(&cards("As Kd 2c"));
        own.toss(&toss(1, 0b010));
        let told = own.told(3, &dealt(&[3])).unwrap();
        assert_eq!(told.draws, [RecordedDraw { gave: cards("Kd"), got: Vec::new() }]);
    }
}
