//! Which cards a player may see: their own, and those turned over for all.

use crate::room::notes::Notes;
use cardroom_cards::Card;
use cardroom_protocol::HandNo;
use cardroom_protocol::server::HoleCards;
use cardroom_protocol::table::{TableEvent, TableView};
use std::collections::{BTreeMap, BTreeSet};

/// The known cards of the hand in progress.
#[derive(Default)]
pub(super) struct Secrets {
    /// The hand in progress, if all its events were seen from the beginning.
    hand: Option<HandNo>,
    /// The seats whose hands are face up.
    tabled: BTreeSet<u8>,
    /// The cards that each bot has received as its own.
    own: BTreeMap<usize, Vec<Card>>,
    /// The board and other cards that were turned over.
    open: BTreeSet<Card>,
    /// True if discards were shuffled and dealt again.
    reshuffled: bool,
    /// True if players have discarded.
    discarded: bool,
}

impl Secrets {
    pub(super) fn lose_track(&mut self) {
        *self = Self::default();
    }

    /// Handles an event that all can see.
    pub(super) fn note(&mut self, notes: &Notes, event: &TableEvent) {
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
            TableEvent::BoardDealt(dealt) => {
                for card in &dealt.cards {
                    if !self.open.insert(*card) {
                        notes.fail(format!("{card} comes twice"));
                    }
                    let mut own = self.own.values().filter(|_| !self.reshuffled);
                    if own.any(|cards| cards.contains(card)) {
                        notes.fail(format!("{card} comes to the board and is in a hand"));
                    }
                }
            }
            TableEvent::Reshuffled(_) => self.reshuffled = true,
            TableEvent::Discarded(_) => self.discarded = true,
            TableEvent::HandEnded(_) | TableEvent::HandVoided(_) => self.hand = None,
            _ => {}
        }
    }

    /// Checks the cards that a player received as their own.
    pub(super) fn dealt(&mut self, notes: &Notes, bot: usize, dealt: &HoleCards) {
        if self.hand != Some(dealt.hand) {
            return;
        }
        for (other, cards) in &self.own {
            let shared = dealt.cards.iter().find(|card| cards.contains(card));
            if let Some(card) = shared.filter(|_| *other != bot && !self.reshuffled) {
                notes.fail(format!("bot {bot} is told {card}, which is the card of bot {other}"));
            }
        }
        let before = self.own.insert(bot, dealt.cards.clone());
        let kept = |card: &Card| dealt.cards.contains(card) || self.discarded;
        if let Some(gone) = before.unwrap_or_default().iter().find(|card| !kept(card)) {
            notes.fail(format!("bot {bot} had {gone} in this hand, and has {:?}", dealt.cards));
        }
    }

    /// Checks the full view that a player received. `seen` is the last step that was followed.
    pub(super) fn shown(&mut self, notes: &Notes, bot: usize, seen: u64, view: &TableView) {
        let Some(hand) = &view.hand else { return };
        // If the game has discards, one may be among the steps that were stored at the moment of a
        // crash and never sent. In all other games a hand does not change.
        let held = self.own.get(&bot).map_or(0, Vec::len);
        let gives_away = hand.game.draws > 0 || held > usize::from(hand.game.hole_cards);
        self.discarded |= gives_away && view.seq.0 != seen;
        if let Some(you) = view.you.as_ref().filter(|you| !you.cards.is_empty()) {
            let (hand, cards) = (hand.hand, you.cards.clone());
            self.dealt(
                notes,
                bot,
                &HoleCards { table: view.info.table, seq: view.seq, hand, cards },
            );
        }
        if self.hand != Some(hand.hand) || view.seq.0 != seen {
            return;
        }
        for seat in &view.seats {
            let Some(part) = &seat.in_hand else { continue };
            if part.tabled.is_some() && !self.tabled.contains(&seat.seat) {
                let seat = seat.seat;
                notes.fail(format!("bot {bot} is shown the cards of seat {seat}"));
            }
        }
    }
}
