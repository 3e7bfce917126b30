//! The result of each player, as a record to keep. It only reads places and payments, and decides
//! nothing.

use super::Director;
use crate::entry::{Entry, Whereabouts};
use cardroom_rules::{Cents, Chips, EntryNo, Millis, PlayerId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The result of one player over all entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerRecord {
    pub player: PlayerId,
    /// The best place of all entries. `None` while still playing, or if the player
    /// continues on another day.
    pub place: Option<u32>,
    pub entries: u32,
    pub rebuys: u32,
    pub add_ons: u32,
    /// Money won by places or by a deal.
    pub prize: Cents,
    /// Number of tickets won.
    pub tickets: u32,
    /// Money won by bounties.
    pub bounties: Cents,
    pub knocked_out: u32,
    /// Bonus chips that never came into play: they are for the next event (TFPL 6-27).
    pub bonus: Chips,
    pub attendance: Attendance,
    /// Disqualified during the tournament.
    pub disqualified: bool,
}

/// Which entries of a player were present in a hand.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum Attendance {
    /// The entry with the best place.
    #[default]
    Played,
    /// Only others, the best of which has this place.
    PlayedTo(u32),
    /// None was present in any hand.
    NeverSat,
}

impl Director {
    /// Returns the results of all players who did not withdraw, best place first.
    #[must_use]
    pub fn records(&self) -> Vec<PlayerRecord> {
        let mut players: BTreeMap<PlayerId, PlayerRecord> = BTreeMap::new();
        // The best place of the entries that sat.
        let mut sat: BTreeMap<PlayerId, Option<u32>> = BTreeMap::new();
        for (number, entry) in self.entries() {
            if self.discipline().has_sat(number) {
                let best = sat.entry(entry.player).or_default();
                *best = (*best).into_iter().chain(self.place(number)).min();
            }
            if entry.whereabouts != Whereabouts::Withdrawn {
                let record = players.entry(entry.player);
                let record = record.or_insert_with(|| PlayerRecord::of(entry.player));
                record.add(self, number, entry);
            }
        }
        let attended = |record: PlayerRecord| {
            let attendance = match sat.get(&record.player) {
                None => Attendance::NeverSat,
                Some(Some(place)) if record.place != Some(*place) => Attendance::PlayedTo(*place),
                Some(_) => Attendance::Played,
            };
            PlayerRecord { attendance, ..record }
        };
        let mut records: Vec<PlayerRecord> = players.into_values().map(attended).collect();
        records.sort_by_key(|record| (record.place.unwrap_or(u32::MAX), record.player));
        records
    }

    #[must_use]
    pub fn began_at(&self) -> Option<Millis> {
        self.state.course.began_at()
    }

    /// Returns the time at which the tournament was over or called off.
    #[must_use]
    pub fn ended_at(&self) -> Option<Millis> {
        self.state.course.ended_at()
    }
}

impl PlayerRecord {
    fn of(player: PlayerId) -> Self {
        Self {
            player,
            place: None,
            entries: 0,
            rebuys: 0,
            add_ons: 0,
            prize: Cents::ZERO,
            tickets: 0,
            bounties: Cents::ZERO,
            knocked_out: 0,
            bonus: Chips::ZERO,
            attendance: Attendance::NeverSat,
            disqualified: false,
        }
    }

    /// Adds an entry of the player.
    fn add(&mut self, director: &Director, number: EntryNo, entry: &Entry) {
        let bought = director.state.entries.purchases().of(number);
        let place = director.place(number);
        // Counts a ticket as a ticket, not as money. Players who share a place get money.
        let ticket = place.and_then(|place| director.ticket_in(place, entry.prize));
        let prize = ticket.map_or(entry.prize, |(_, worth)| entry.prize - worth);
        self.tickets += u32::from(ticket.is_some());
        self.place = self.place.into_iter().chain(place).min();
        self.entries += 1;
        self.rebuys += bought.rebuys;
        self.add_ons += u32::from(bought.add_on);
        self.prize += prize;
        self.bounties += director.bounties().map_or(Cents::ZERO, |bounties| bounties.won(number));
        self.knocked_out += entry.knocked_out;
        self.bonus = director.kept_bonus(entry.player);
        self.disqualified |= director.discipline().is_disqualified(number);
    }
}
