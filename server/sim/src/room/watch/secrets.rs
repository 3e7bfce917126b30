//! Who may know which cards: the own ones, and what was turned over for all.

use crate::room::notes::Notes;
use cardroom_cards::Card;
use cardroom_protocol::HandNo;
use cardroom_protocol::server::HoleCards;
use cardroom_protocol::table::{TableEvent, TableView};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of the cards of the hand in progress.
#[derive(Default)]
pub(super) struct Secrets {
    /// The hand whose beginning was seen, and everything after it.
    hand: Option<HandNo>,
    /// Who lies face up.
    tabled: BTreeSet<u8>,
    /// Whose cards a line was told, by the line's player.
    own: BTreeMap<usize, Vec<Card>>,
    /// The board, and cards that were turned over.
    open: BTreeSet<Card>,
    /// Cards are given back and dealt again.
    reshuffled: bool,
    /// Cards are given away.
    discarded: bool,
}

impl Secrets {
    pub(super) fn lose_track(&mut self) {
        *self = Self::default();
    }

    /// Something happened in the sight of all.
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

    /// A player was told the own cards.
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

    /// A player was shown the whole table, `seen` being the last step that everything is known of.
    pub(super) fn shown(&mut self, notes: &Notes, bot: usize, seen: u64, view: &TableView) {
        let Some(hand) = &view.hand else { return };
        // Where cards are given away, that may be among the steps that were stored in the moment of
        // a crash, and told to nobody. In every other game a hand stays what it was.
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
