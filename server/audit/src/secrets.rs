//! Which cards a player may see: their own, and those turned over for all.

use crate::Verdict;
use cardroom_bot::model::{Seat, Table};
use cardroom_cards::Card;
use cardroom_protocol::table::TableEvent;
use cardroom_protocol::{HandNo, Seq};
use std::collections::{BTreeMap, BTreeSet};

/// The known cards of the hand in progress.
#[derive(Default)]
pub(crate) struct Secrets {
    /// The hand in progress, if all its events were seen from the beginning.
    hand: Option<HandNo>,
    /// The seats whose hands are face up.
    tabled: BTreeSet<u8>,
    /// The cards that each client has received as its own.
    own: BTreeMap<usize, Vec<Card>>,
    /// The board and other cards that were turned over.
    open: BTreeSet<Card>,
    /// True if discards were shuffled and dealt again.
    reshuffled: bool,
    /// True if players have discarded.
    discarded: bool,
}

impl Secrets {
    /// Handles an event that all can see.
    pub(crate) fn event(&mut self, event: &TableEvent) -> Verdict {
        match event {
            TableEvent::HandStarted(start) => {
                *self = Self { hand: Some(start.hand), ..Self::default() };
            }
            TableEvent::HandTabled(tabled) => {
                self.tabled.insert(tabled.seat);
            }
            TableEvent::HandExposed(exposed) => {
                self.tabled.insert(exposed.seat);
            }
            TableEvent::CardsShown(shown) if self.hand.is_some() => {
                return Err(format!("seat {} shows cards while a hand is on", shown.seat));
            }
            TableEvent::BoardDealt(dealt) => {
                for card in &dealt.cards {
                    if !self.open.insert(*card) {
                        return Err(format!("{card} is dealt twice"));
                    }
                    let mut own = self.own.values().filter(|_| !self.reshuffled);
                    if own.any(|cards| cards.contains(card)) {
                        return Err(format!("{card} is dealt to the board and is in a hand"));
                    }
                }
            }
            TableEvent::Reshuffled(_) => self.reshuffled = true,
            TableEvent::Discarded(_) => self.discarded = true,
            TableEvent::HandEnded(_) | TableEvent::HandVoided(_) => self.hand = None,
            _ => {}
        }
        Ok(())
    }

    /// Checks the cards that a client received as its own in this hand.
    pub(crate) fn cards(&mut self, client: usize, hand: HandNo, cards: &[Card]) -> Verdict {
        let is_known = self.own.get(&client).is_some_and(|own| own == cards);
        if self.hand != Some(hand) || cards.is_empty() || is_known {
            return Ok(());
        }
        for (other, theirs) in &self.own {
            let shared = cards.iter().find(|card| theirs.contains(card));
            if let Some(card) = shared.filter(|_| *other != client && !self.reshuffled) {
                return Err(format!(
                    "bot {client} receives {card} in hand {hand}, a card of bot {other}"
                ));
            }
        }
        let before = self.own.insert(client, cards.to_vec()).unwrap_or_default();
        match before.iter().find(|card| !cards.contains(card) && !self.discarded) {
            Some(gone) => Err(format!("bot {client} had {gone} in hand {hand}, and has {cards:?}")),
            None => Ok(()),
        }
    }

    /// Checks the full view that a client received. `seen` is the last step that was followed.
    pub(crate) fn view(&mut self, client: usize, seen: Seq, table: &Table) -> Verdict {
        let Some(hand) = &table.hand else { return Ok(()) };
        // If the game has discards, one may be among the steps that were stored at the moment of a
        // crash and never sent. In all other games a hand does not change.
        let held = self.own.get(&client).map_or(0, Vec::len);
        let gives_away = hand.game.draws > 0 || held > usize::from(hand.game.hole_cards);
        self.discarded |= gives_away && table.seq != seen;
        self.cards(client, hand.number, &table.cards)?;
        let is_open = |seat: &Seat| seat.in_hand.as_ref().is_some_and(|hand| hand.tabled.is_some());
        let is_leaked = |seat: &&Seat| is_open(seat) && !self.tabled.contains(&seat.seat);
        let is_known = self.hand == Some(hand.number) && table.seq == seen;
        match table.seats.iter().find(is_leaked).filter(|_| is_known) {
            Some(seat) => Err(format!("bot {client} sees the cards of seat {}", seat.seat)),
            None => Ok(()),
        }
    }
}
