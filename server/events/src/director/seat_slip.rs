//! The slip that a seat code shows: the seat of one entry, and the clock. It has nothing of the
//! account behind the entry but the name that everyone reads.

use super::{DirectorCore, wire};
use crate::seat_codes::{Issue, SeatKey, SeatLetters};
use cardroom_protocol::limits::MAX_SEAT_CODES_PER_PAGE;
use cardroom_protocol::tournament::{ClockView, EntryState, ListSeatCodes, SeatCode, SeatCodePage};
use cardroom_protocol::{EntryId, TimeMs, TournamentId as WireTournamentId};
use cardroom_rules::{EntryNo, Millis};
use cardroom_tournament::{Command, Director, Entry, Phase, Whereabouts};
use serde::Serialize;

/// The answer to a seat code that some entry has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatFound {
    Slip(Box<SeatSlip>),
    /// The tournament is over, and the code has ended with it.
    Ended,
}

/// The seat of one entry, as the holder of its code sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatSlip {
    /// The name of the tournament.
    pub tournament: String,
    /// The name of the player.
    pub player: String,
    pub state: EntryState,
    /// Absent without a seat.
    pub at: Option<SeatPlace>,
    /// The place that the player leaves, until the floor has confirmed the move.
    pub from: Option<SeatPlace>,
    /// The place in which the player finished.
    pub place: Option<u32>,
    pub starts_at: Option<TimeMs>,
    pub clock: ClockView,
}

/// A table and a seat as people count them, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SeatPlace {
    pub table: u32,
    pub seat: u8,
}

impl DirectorCore {
    /// Sets the secret from which the seat codes follow. Without it there are none.
    #[must_use]
    pub fn with_seat_key(self, key: SeatKey) -> Self {
        Self { seat_key: Some(key), ..self }
    }

    /// Returns what the code with these letters leads to; `None` if it is no entry's code.
    #[must_use]
    pub fn find_seat(&self, now: Millis, letters: SeatLetters) -> Option<SeatFound> {
        let (key, issue) = (self.seat_key.as_ref()?, issue(&self.director));
        let (number, entry) =
            coded(&self.director).find(|(number, _)| key.letters(issue, *number) == letters)?;
        Some(match has_codes(&self.director) {
            true => SeatFound::Slip(Box::new(self.slip(now, number, entry))),
            false => SeatFound::Ended,
        })
    }

    pub(super) fn seat_codes(&self, asked: &ListSeatCodes) -> SeatCodePage {
        let key = self.seat_key.as_ref().filter(|_| has_codes(&self.director));
        let entries: Vec<EntryNo> = coded(&self.director).map(|(number, _)| number).collect();
        let total = key.map_or(0, |_| entries.len());
        let tournament = WireTournamentId(self.id.0);
        let skipped = usize::try_from(asked.from).unwrap_or(usize::MAX);
        let issue = issue(&self.director);
        let code = |(key, entry): (&SeatKey, EntryNo)| SeatCode {
            entry: EntryId(entry.0.into()),
            code: key.code(self.id, issue, entry),
        };
        let page = key.into_iter().flat_map(|key| entries.iter().map(move |entry| (key, *entry)));
        let codes = page.skip(skipped).take(MAX_SEAT_CODES_PER_PAGE).map(code).collect();
        let total = u32::try_from(total).unwrap_or(u32::MAX);
        SeatCodePage { request: asked.request, tournament, from: asked.from, total, codes }
    }

    fn slip(&self, now: Millis, number: EntryNo, entry: &Entry) -> SeatSlip {
        let row = wire::player_row(self, number, entry);
        let at = match entry.whereabouts {
            Whereabouts::Seated { table, seat } => Some((table, seat)),
            _ => None,
        };
        let place = |(table, seat): (cardroom_rules::TableNo, cardroom_rules::SeatNo)| SeatPlace {
            table: table.0,
            seat: seat.0 + 1,
        };
        let walks = self.director.real_cards().into_iter().flat_map(|real| real.walks());
        let mut from = walks.filter(|(entry, _)| *entry == number);
        SeatSlip {
            tournament: self.name.clone(),
            player: row.name,
            state: row.state,
            at: at.map(place),
            from: from.next().map(|(_, walk)| place((walk.table, walk.seat))),
            place: row.place,
            starts_at: self.director.starts_at().map(|at| TimeMs(at.0)),
            clock: wire::clock(&self.director, now),
        }
    }
}

/// Returns `true` until the tournament is over.
fn has_codes(director: &Director) -> bool {
    !matches!(director.phase(), Phase::Over | Phase::Cancelled)
}

/// Returns the issue of codes that holds: that of the last ruling which made them new.
fn issue(director: &Director) -> Issue {
    let renews = |command: &Command| matches!(command, Command::NewSeatCodes);
    let last = director.rulings().iter().rev().find(|ruling| renews(&ruling.command));
    last.map_or_else(Issue::default, |ruling| Issue(ruling.seq.0))
}

/// Returns the entries that have a code.
fn coded(director: &Director) -> impl Iterator<Item = (EntryNo, &Entry)> {
    director.entries().filter(|(_, entry)| entry.whereabouts != Whereabouts::Withdrawn)
}
