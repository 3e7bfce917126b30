//! The progress of a player in its tournament.

use super::dealt::Dealt;
use super::moment::LateMoment;
use crate::seed::Seed;
use crate::tournament::starts_when_full;
use cardroom_protocol::tournament::{
    SeatReason, TournamentInfo, TournamentState, TournamentStep, TournamentView,
};
use cardroom_protocol::{EntryId, Seq, TableId, TimeMs, TournamentId};
use std::cmp::Reverse;
use std::time::Duration;

/// How often to look for a tournament that is not announced.
const LOOKS: u32 = 60;

/// The progress of a player in its tournament.
#[derive(Debug)]
pub(in crate::player) struct TournamentRun {
    /// The tournament's id, once it is found.
    id: Option<TournamentId>,
    /// The best tournament of the list so far.
    candidate: Option<Candidate>,
    /// How many searches found nothing.
    looked: u32,
    /// The last step of the tournament that was seen, while the player watches it.
    watched: Option<Seq>,
    /// When a late player enters.
    late: Option<LateMoment>,
    /// When to enter, once that is known.
    enter_at: Option<Duration>,
    /// True if players must check in.
    check_in: bool,
    /// The entry in play, or the last one that ended.
    entry: Option<EntryId>,
    /// The number of entries made.
    entries: u32,
    /// The table to which the player is assigned.
    table: Option<TableId>,
    dealt: Dealt,
}

/// The best tournament of a list so far. One that takes entries comes before one that will, then
/// the one that starts first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Candidate {
    closed: Reverse<bool>,
    starts_at: Reverse<Option<TimeMs>>,
    tournament: Reverse<TournamentId>,
}

impl Candidate {
    fn of(info: &TournamentInfo) -> Self {
        Self {
            closed: Reverse(!info.open),
            starts_at: Reverse(info.starts_at),
            tournament: Reverse(info.tournament),
        }
    }
}

impl TournamentRun {
    pub(in crate::player) fn new(bot: usize, seed: Seed, late_from: usize) -> Self {
        Self {
            id: None,
            candidate: None,
            looked: 0,
            watched: None,
            late: (bot >= late_from).then(|| LateMoment::draw(seed)),
            enter_at: None,
            check_in: false,
            entry: None,
            entries: 0,
            table: None,
            dealt: Dealt::default(),
        }
    }

    /// Handles the loss of the connection.
    pub(in crate::player) fn disconnected(&mut self) {
        self.watched = None;
        self.enter_at = None;
        self.candidate = None;
        self.dealt.disconnected();
    }

    /// Returns the table to which the player is assigned.
    pub(in crate::player) fn table(&self) -> Option<TableId> {
        self.table
    }

    /// Returns when to enter, if the player waits for that moment.
    pub(in crate::player) fn enter_at(&self) -> Option<Duration> {
        self.enter_at
    }

    pub(super) fn id(&self) -> Option<TournamentId> {
        self.id
    }

    pub(super) fn is(&self, tournament: TournamentId) -> bool {
        self.id == Some(tournament)
    }

    /// Starts to look for the tournament, whose id may be known.
    pub(super) fn begin_search(&mut self, id: Option<TournamentId>) {
        self.id = id.or(self.id);
        self.enter_at = None;
        self.candidate = self.candidate.filter(|_| self.id.is_some());
    }

    /// Compares the tournaments of a part of the list with the name that is wanted.
    pub(super) fn compare(&mut self, name: &str, tournaments: &[TournamentInfo]) {
        let named = |info: &&TournamentInfo| {
            info.name.to_lowercase() == name.to_lowercase() && !is_over(info.state)
        };
        let best = tournaments.iter().filter(named).map(Candidate::of).max();
        self.candidate = self.candidate.max(best);
    }

    /// Takes the best tournament of the list. Returns `false` if there is none.
    pub(super) fn take_best(&mut self) -> bool {
        self.id = self.candidate.take().map(|best| best.tournament.0);
        self.id.is_some()
    }

    /// Counts a search that found nothing. Returns `true` if it was the last.
    pub(super) fn found_nothing(&mut self) -> bool {
        self.looked += 1;
        self.looked >= LOOKS
    }

    /// Forgets the id, because the tournament may be announced again under another one.
    pub(super) fn forget_id(&mut self) {
        self.id = None;
    }

    /// Handles a view of the tournament, which the player watches from now on.
    pub(super) fn viewed(&mut self, view: &TournamentView) {
        (self.watched, self.looked) = (Some(view.seq), 0);
        self.check_in = view.info.check_in;
    }

    /// Handles a step of the tournament. Returns whether steps before it were missed, or `None` if
    /// the step is not new or the player does not watch.
    pub(super) fn stepped(&mut self, step: &TournamentStep) -> Option<bool> {
        let seen = self.watched.filter(|seen| step.seq > *seen)?;
        self.watched = Some(step.seq);
        Some(step.seq != Seq(seen.0 + 1))
    }

    /// Stops watching. Returns the tournament if the player watched it.
    pub(super) fn stop_watching(&mut self) -> Option<TournamentId> {
        let watched = self.watched.take();
        self.id.filter(|_| watched.is_some())
    }

    pub(super) fn must_check_in(&self) -> bool {
        self.check_in
    }

    /// Returns `true` if the player should enter now, and sets the moment of a late entry.
    pub(super) fn enters_now(&mut self, now: Duration, view: &TournamentView) -> bool {
        let Some(moment) = self.late.filter(|_| !starts_when_full(&view.info)) else {
            return view.info.open;
        };
        let remaining = Duration::from_millis(view.clock.remaining_ms.into());
        let wait = moment.wait(view.clock.level, view.info.late_level, remaining);
        self.enter_at = wait.map(|wait| now + wait);
        false
    }

    /// Returns `true` once when the moment to enter has come.
    pub(super) fn take_entry_due(&mut self, now: Duration) -> bool {
        self.enter_at.take_if(|at| now >= *at).is_some()
    }

    /// Returns `true` if the player is to enter late and has not entered.
    pub(super) fn is_late(&self) -> bool {
        self.late.is_some()
    }

    /// Records an entry. Returns `None` if it is known, and otherwise whether it was a late one.
    pub(super) fn note_entry(&mut self, entry: EntryId) -> Option<bool> {
        if self.entry == Some(entry) {
            return None;
        }
        self.entry = Some(entry);
        self.entries += 1;
        Some(self.late.take().is_some())
    }

    /// Returns the entry in play, or the last one that ended.
    pub(super) fn entry(&self) -> Option<EntryId> {
        self.entry
    }

    pub(super) fn entries(&self) -> u32 {
        self.entries
    }

    pub(super) fn seat_assigned(&mut self, table: TableId, reason: SeatReason) {
        self.table = Some(table);
        self.dealt.seat_assigned(table, reason);
    }

    /// Handles the loss of the seat. The room will assign the next one.
    pub(super) fn seat_lost(&mut self) {
        self.table = None;
    }

    /// Handles a new draw for the button, after which any player may be the next big blind.
    pub(in crate::player) fn button_drawn(&mut self) {
        self.dealt.button_drawn();
    }

    pub(super) fn dealt_mut(&mut self) -> &mut Dealt {
        &mut self.dealt
    }
}

/// Returns `true` if nothing more is played in the tournament.
pub(super) fn is_over(state: TournamentState) -> bool {
    matches!(state, TournamentState::Finished | TournamentState::Cancelled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_counts_once_and_only_the_first_can_be_late() {
        let mut run = TournamentRun::new(3, Seed::new(1, 3), 3);
        assert!(run.is_late());
        assert_eq!(run.note_entry(EntryId(8)), Some(true));
        assert_eq!(run.note_entry(EntryId(8)), None);
        assert_eq!(run.note_entry(EntryId(9)), Some(false));
        assert_eq!((run.entry(), run.entries()), (Some(EntryId(9)), 2));
    }

    #[test]
    fn a_search_ends_after_a_minute_of_looks() {
        let mut run = TournamentRun::new(0, Seed::new(1, 0), usize::MAX);
        assert_eq!((1..).find(|_| run.found_nothing()), Some(LOOKS));
    }
}
